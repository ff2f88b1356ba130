"""explain(): score a response, find its errors, and compute the requested parts of the explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from corefeval import presets
from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Attributes
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Result
from corefeval.explanation.explanation import ON_REQUEST, SECTIONS, Explanation
from corefeval.explanation.found_errors import FoundErrors, find_errors
from corefeval.explanation.joint_mentions import one_to_one
from corefeval.explanation.links import ANTECEDENTS
from corefeval.explanation.mention_outcomes import judging
from corefeval.explanation.shapley import needs_more
from corefeval.explanation.span_errors import ENGLISH, Trim
from corefeval.linguistics.mention_types import type_named
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS, Metric
from corefeval.metrics.use_units import UnitUse
from corefeval.names import listed, resolve
from corefeval.pairing.pairing import Pairing, has_repeats
from corefeval.problems import Problem, UsageError, warning
from corefeval.settings import Options, Settings, listing_options
from corefeval.signature import Signature
from corefeval.text import TextColumn, natural


@listing_options
def explain(
    key: Input | Result | Pairing,
    response: Input | None = None,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    trim: Trim = ENGLISH,
    antecedents: str = "accessibility",
    show: str | Iterable[str] | None = None,
    by: str | Iterable[str] = (),
    **options: Unpack[Options],
) -> Explanation:
    """Explain the score of a response; difference() compares it with another response.

    Args:
        key: path, corpus or clusters of the gold annotation; or a Result or Pairing that has both sides.
        response: the same of the system.
        metrics: the metrics to explain, the first being the one that costs are sorted by; `conll` by default.
        preset: settings of a shared task; not for a Result or Pairing, which already has its settings.
        signature: settings, and unless they are named metrics, of the run that printed this signature.
        trim: words at the edges of a span that do not change its meaning.
        antecedents: how the antecedent of a link error is chosen: accessibility or closest.
        show: the sections to compute: `costs`, `factors`, `by`, `errors`, `entities`, `losses`, `carried`,
            `decisions`, `links`, `outcomes`, `uses`; by default all.
        by: features by which to count and repair errors and to sum losses of mentions.
        options: the settings of score(); none for a Result or Pairing. `types` may also map each mention of clusters
        of Python objects to its type: name, nominal, pronoun ….

    Examples:
        >>> explanation = explain([[1, 2], [3, 4]], [[1, 2, 3, 4]], metrics="muc")
        >>> explanation.errors[0].error_class.title, explanation.errors[0].texts
        ('merged entity', ('3', '4'))
        >>> round(explanation.attribution["muc"].costs[1].shapley, 2)
        20.0
    """
    explainer = Explainer.of(metrics, preset, signature, trim, antecedents, options).asked(show, by)
    if isinstance(key, Result | Pairing):
        if response is not None or preset is not None or signature is not None or options:
            raise UsageError(Problem("CE051", "what-scored-already-explained"))
        return explainer.explain(pairing_of(key), key if isinstance(key, Result) else None)
    if response is None:
        raise UsageError(Problem("CE051", "key-without-response-cannot"))
    explainer = replace(explainer, request=replace(explainer.request, lends_tags=True))
    return explainer.against(key, [response])[0]


def explain_errors(result: Result) -> FoundErrors:
    """Find the errors of a result under any settings, without their costs.

    Unlike explain() it accepts settings under which repairs cannot be scored (see Explainer.explain).
    """
    return find_errors(one_to_one(pairing_of(result).plain))


def pairing_of(scored: Result | Pairing) -> Pairing:
    """Return the key and response of a result; refuse one that no longer has them."""
    pairing = scored if isinstance(scored, Pairing) else scored.pairing
    if pairing is None:
        raise UsageError(Problem("CE044", "result-no-longer-texts"))
    return pairing


@dataclass(frozen=True, eq=False)
class Explainer:
    """Options of an explanation.

    Attributes:
        request: the request.
        metrics: the metrics to explain, by name.
        types: for clusters of Python objects the type of each mention.
        trim: words at the edges of a span that do not change its meaning.
        antecedents: how the antecedent of a link error is chosen.
        sections: the parts to compute, of SECTIONS and ON_REQUEST.
        features: the features to break errors, losses and outcomes down by.
        gains: whether to compute the gain of each judged mention also under a metric that was not requested.
    """

    request: Request
    metrics: Mapping[str, Metric]
    types: Mapping[Any, str] | None
    trim: Trim
    antecedents: str
    sections: tuple[str, ...] = SECTIONS
    features: tuple[str, ...] = ()
    gains: bool = False

    @classmethod
    def of(
        cls,
        metrics: str | Iterable[str] | None,
        preset: str | None,
        signature: str | Signature | None,
        trim: Trim,
        antecedents: str,
        options: Options,
    ) -> Explainer:
        """Create an explainer from the arguments of explain(); refuse what cannot be explained."""
        types = options.get("types")
        of_mentions = types if isinstance(types, Mapping) else None
        if of_mentions is not None:
            options = {**options, "types": None}
        if metrics is None and signature is None:
            metrics = presets.HEADLINE
        request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
        chosen = {metric.full_name: metric for metric in map(parse_metric, request.metrics)}
        for name, metric in chosen.items():
            if not _can_explain(metric):
                others = [other for other in METRICS if _can_explain(METRICS[other]())]
                raise UsageError(Problem("CE050", "repairs-cannot-scored-metric", text=name, others=others))
        resolve("value", antecedents, ANTECEDENTS, of="antecedents")
        return cls(request, chosen, of_mentions, trim, antecedents)

    def asked(self, show: str | Iterable[str] | None, by: str | Iterable[str] = ()) -> Explainer:
        """Return the same for some sections and features; refuse unknown ones, and features that no mention has."""
        if listed(by) and all(isinstance(metric, UnitUse) for metric in self.metrics.values()):
            raise UsageError(Problem("CE051", "units-have-no-features", metrics=self.metrics))
        known = SECTIONS if show is None else (*SECTIONS, *ON_REQUEST)
        return replace(self, sections=named_sections(show, known), features=listed(by))

    def against(self, key: Input, responses: Iterable[Input]) -> list[Explanation]:
        """Score responses against a key, which is read once, and explain each."""
        gold = _typed(_by_name(self.request.read_key(key)), self.types)
        run = self.request.on(gold)
        if self.types is not None:
            responses = [_typed(run.request.read_response(response), self.types) for response in responses]
        results = [run.score(gold, response) for response in responses]
        return [self.explain(pairing_of(result), result) for result in results]

    def explain(self, scored: Pairing, result: Result | None) -> Explanation:
        """Explain a pairing and its result.

        Args:
            scored: the scored key and response.
            result: the scores, if any.

        Raises:
            UsageError: CE051 if repairs cannot be scored under the settings.
        """
        settings = Settings(scheme=scored.scheme) if result is None else result.settings
        known = {} if result is None else result.metrics
        metrics = {name: known.get(name) or metric.under(settings) for name, metric in self.metrics.items()}
        pairing = one_to_one(scored.plain)
        _refuse_other_scores(scored, pairing, metrics)
        for name, metric in metrics.items():
            if needs_more(metric):
                continue
            if "f1" not in metric.scores(pairing.count(metric).totals(), Settings()):
                raise UsageError(Problem("CE050", "repairs-gain-f1-metric", text=name))
        found = find_errors(pairing, self.trim)
        return Explanation(
            found,
            metrics,
            result,
            self._warnings(scored, found, result),
            sections=self.sections,
            features=self.features,
            antecedents=self.antecedents,
            gains=self.gains,
        )

    def _warnings(self, scored: Pairing, found: FoundErrors, result: Result | None) -> tuple[Problem, ...]:
        """Return the warnings of an explanation; types that the caller gives need none."""
        warnings = list(result.warnings) if result else []
        if result is not None and result.settings.beta != 1:
            warnings.append(warning("CE062", "what-explained-f1-f", beta=result.settings.beta))
        if not scored.plain.is_one_to_one:
            warnings.append(warning("CE030", "mentions-explained-once"))
        if self.types is None:
            described = found.key_linguistics, found.response_linguistics
            warnings += dict.fromkeys(problem for side in described for problem in side.problems)
        return tuple(warnings)


OLD_NAMES = {"fixed": ("mended",)}
"""Names of sections up to 0.9.0, accepted until 0.11.0."""


def named_sections(show: str | Iterable[str] | None, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the named sections, all for None; refuse unknown names."""
    if show is None:
        return known
    return tuple(
        resolve("section", name, known, lambda section: OLD_NAMES.get(section, ())) for name in listed(show)
    )


def _refuse_other_scores(scored: Pairing, explained: Pairing, metrics: Mapping[str, Metric]) -> None:
    """Refuse settings under which the explanation would not add up to the score.

    A repaired response has mentions only, each once: no sets of split antecedents, no twinless mentions on both sides, no
    repetitions. Twinless mentions are refused even if they happen not to change the counts, because repairs would.

    Args:
        scored: the scored key and response.
        explained: the same with each mention once, as repairs are scored.
        metrics: the metrics to explain.
    """
    has_twinless = bool((explained.key_partner < 0).any() or (explained.response_partner < 0).any())
    parts = [part for metric in metrics.values() for part in metric.averaged or (metric,)]
    without: list[str] = []
    if has_twinless and any(scored.twinless in part.twinless for part in parts):
        without.append("--twinless as-is")
    base = scored.as_matched
    as_matched = base if base.twinless == "as-is" else base.of(base, twinless="as-is", sides=None)
    plain = scored.plain
    if _counts_differ(as_matched, plain, parts):
        without.append("--split-antecedents drop")
    if _counts_differ(plain, explained, parts):
        codes = plain.matching.key_code, plain.matching.response_code
        if any(map(has_repeats, codes)):
            without.append("--duplicates first")
        if plain.matching.defined is not None:
            without.append("--zeros dependent")
    if without:
        raise UsageError(Problem("CE051", "score-under-these-settings", without=without))


def _counts_differ(one: Pairing, other: Pairing, metrics: Iterable[Metric]) -> bool:
    """Return whether any of the metrics has different counts in the two pairings."""
    return one is not other and any(
        not np.array_equal(column, other.count(metric).columns[name], equal_nan=True)
        for metric in metrics
        for name, column in one.count(metric).columns.items()
    )


def _by_name(corpus: Corpus) -> Corpus:
    """Return the documents in the natural order of their names, so that sums and lists do not depend on the file's order."""
    order = sorted(range(len(corpus.names)), key=lambda document: natural(corpus.names[document]))
    if order == list(range(len(order))) or len(set(corpus.names)) < len(order):
        return corpus
    return corpus.select_documents(integers(order))


def _typed(corpus: Corpus, types: Mapping[Any, str] | None) -> Corpus:
    """Return clusters of Python objects with the types of their mentions, as for a file."""
    items = corpus.mentions.objects
    if types is None or items is None:
        return corpus
    column = TextColumn.of([type_named(types[item]).label if item in types else "" for item in items])
    return replace(corpus, mentions=replace(corpus.mentions, attributes=Attributes({"type": column})))


def _can_explain(metric: Metric) -> bool:
    """Return whether repairs can be scored with a metric, or it judges mentions, or units of a use, one by one."""
    return not needs_more(metric) or bool(judging([metric])) or isinstance(metric, UnitUse)
