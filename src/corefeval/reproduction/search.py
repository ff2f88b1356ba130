"""reproduce(): find the settings that give a published number.

Every layer of key and response is read once. The settings of each preset are tried first, then each preset with one
setting changed, then with two. Settings that make no difference for these files are skipped, for example those for
zeros if there are no zeros. Each set of settings is counted once. All means over documents or datasets and all ways
of rounding are computed from the same counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from os import PathLike
from typing import Any, Unpack

from corefeval.choices import BY_HEADS, CHOICES, OF_DOCUMENTS, OVER_DATASETS, POOLED, SETTINGS
from corefeval.columns import Column, DataRow, Printed, Rows, data, grouped, to_row, whole
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.counts import Counts
from corefeval.evaluation.contents import ScoredContents
from corefeval.evaluation.datasets import DatasetScores, signature_of
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Parts, Result
from corefeval.evaluation.score import score
from corefeval.formats.catalogue import has_empty_nodes
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.pairing import pair
from corefeval.pairing.align import align
from corefeval.pairing.pairing import is_repeated
from corefeval.presets import HEADLINE, PRESETS
from corefeval.problems import CorefevalError, Problem, Problems, UsageError, warning
from corefeval.problems.render import sentence
from corefeval.reproduction.readings import ALL, BOTH, OF_LAYERS, Readings
from corefeval.reproduction.target import OF_ROUNDED, OF_TRUNCATED, ROUNDED, TRUNCATED, Target, read_table
from corefeval.settings import Options, Settings, listing_options, refuse_beta
from corefeval.signature import SignatureText, content_hash, content_sum

REFUSING = ("error",)
"""Values of settings that only reject files, so they never change a score."""

DOCUMENTS = "documents"
"""The name of the choice between ALL and BOTH documents. It is varied like a setting but is not one."""

CHANGES = 2
"""The default for the most settings of a preset that are changed."""

MOST = 600
"""The most sets of settings that are counted."""

NEAR = 1
"""The most changed settings of the runs that determine the range of scores (see `by_chance`)."""

GIVEN = "given"
"""Reason why a setting is not varied: the user gave it."""

SAME = 1e-9
"""Scores, in percent, are equal if they differ by less than this."""


@dataclass(frozen=True)
class Candidate(DataRow):
    """One set of settings that was tried, and its scores.

    Attributes:
        preset: the preset that the settings start from; '' for none.
        changes: the settings that differ from the preset.
        documents: `all` documents of the key, or those that `both` sides have.
        average: micro, or the name of the mean.
        rounding: the way of rounding scores before they are compared with the targets.
        metrics: the metric of each target, with its parameters.
        scores: the score for each target, in percent.
        shown: the score for each target, as it would be printed.
        distance: the largest difference between scores and targets; 0 if all targets are met.
        is_met: whether the printed scores equal all targets.
        unusual: the number of changes: settings, parameters, the mean, the rounding.
        signature: the signature that repeats the run.
    """

    preset: str
    changes: Mapping[str, str]
    documents: str
    average: str
    rounding: str
    metrics: tuple[str, ...]
    scores: tuple[float, ...]
    shown: tuple[float, ...]
    distance: float
    is_met: bool
    unusual: int
    signature: SignatureText

    DATA = (
        Column("", name="preset", of=lambda one: one.preset or "none"),
        *data("changes", "documents", "average", "rounding", "metrics"),
        Column("", name="scores", of=lambda one: [score / 100 for score in one.scores]),
        *data("points=shown"),
        Column("", name="distance", of=lambda one: one.distance / 100),
        *data("met=is_met", "unusual", "options", "signature=signature.long"),
    )

    @property
    def options(self) -> str:
        """The settings as options of the command line."""
        pieces = [f"-p {self.preset}" if self.preset else ""]
        pieces += [f"--{SETTINGS[name].spelled} {value}" for name, value in self.changes.items()]
        pieces += [f"--average {self.average}" if self.average != POOLED else ""]
        pieces += [f"-m '{name}'" for name in dict.fromkeys(self.metrics) if "(" in name]
        typed = " ".join(filter(None, pieces)) or "no preset, no options"
        lacking = "" if self.documents == ALL else " (a key without the documents that the response lacks)"
        return typed + lacking


@dataclass(frozen=True, slots=True)
class Given:
    """The fewest changes that give a number.

    Attributes:
        changes: the smallest number of changed settings.
        unusual: the smallest number of changes of any kind: settings, parameters, the mean, the rounding.
    """

    changes: int
    unusual: int


@dataclass(frozen=True)
class Alike:
    """Sets of settings that give the same scores for these files, the most usual first."""

    candidates: tuple[Candidate, ...]

    @property
    def first(self) -> Candidate:
        """The most usual set of settings."""
        return self.candidates[0]


@dataclass(frozen=True, eq=False)
class Reproduction(Printed):
    """The settings that give published numbers. It prints itself and converts to plain data.

    Attributes:
        targets: the published numbers.
        found: the settings that were tried, best first: those that meet all targets, the most usual first, then the
            others by distance.
        idle: the settings that make no difference for these files, each with the reason.
        impossible: the values of settings that cannot be used with these files, each with the reason.
        tried: the number of sets of settings that were counted.
        changes: the most settings of a preset that were changed.
        numbers: every number that the tried settings would print, with the fewest changes for it; empty if there are
            several targets.
        warnings: warnings about the files and the search.
    """

    targets: tuple[Target, ...]
    found: tuple[Alike, ...] = field(repr=False)
    idle: Mapping[str, str]
    impossible: Mapping[str, Problem]
    tried: int
    changes: int
    numbers: Mapping[float, Given] = field(default_factory=dict, repr=False)
    warnings: tuple[Problem, ...] = ()

    @property
    def is_met(self) -> bool:
        """Whether any settings give all targets."""
        return bool(self.found) and self.found[0].first.is_met

    @property
    def by_chance(self) -> float | None:
        """The probability of finding settings for an arbitrary number: the share of numbers in a range that are found.

        The range goes from the lowest to the highest number that presets with at most one changed setting would print. All
        numbers in it with as many decimals as the target are considered. A number is found if settings with at most as many
        changes as the best settings would print it, rounded or truncated. The range does not depend on the target, so the
        share never falls if settings are more unusual or if more settings are changed. None if no settings give the number,
        or if there are several targets.
        """
        if not self.is_met or len(self.targets) > 1:
            return None
        (target,) = self.targets
        near = [number for number, given in self.numbers.items() if given.changes <= NEAR]
        low, high = min(near), max(near)
        usual = self.found[0].first.unusual
        found = sum(
            low <= number <= high and given.unusual <= usual for number, given in self.numbers.items()
        )
        return found / (round((high - low) * 10.0**target.decimals) + 1)

    @property
    def signature(self) -> SignatureText:
        """The signature of the best settings."""
        return self.found[0].first.signature if self.found else SignatureText("")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data. Scores are fractions, but `points` contains numbers as printed."""
        target = data("metric", "part", "points=value", "decimals")
        found = {
            "targets": [to_row(target, one) for one in self.targets],
            "met": self.is_met,
            "by_chance": self.by_chance,
            "tried": self.tried,
            "changes": self.changes,
            "no_difference": self.idle,
            "impossible": {value: sentence(problem) for value, problem in self.impossible.items()},
            "candidates": [
                {**alike.first.to_dict(), "same_here": alike.candidates[1:]} for alike in self.found
            ],
        }
        return whole(found, None, None, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each set of settings and target. Rows with the same `place` have the same scores."""
        heads = ["place", "met", "distance", "unusual", "metric", "part", "target points", "points", "score"]
        heads += ["rounding", "options", "signature"]
        rows = [
            {
                **{name: value for name, value in one.to_dict().items() if name in heads},
                "place": place,
                "metric": metric,
                "part": target.part,
                "target points": target.value,
                "points": shown,
                "score": score / 100,
                "signature": one.signature,
            }
            for place, alike in enumerate(self.found, 1)
            for one in alike.candidates
            for target, metric, shown, score in zip(
                self.targets, one.metrics, one.shown, one.scores, strict=True
            )
        ]
        return Rows(heads, rows, self.signature)


@listing_options
def reproduce(
    key: Input,
    response: Input,
    target: str | float | None = None,
    *,
    metric: str = HEADLINE,
    part: str = "f1",
    table: str | PathLike[str] | Mapping[str, str | float] | None = None,
    changes: int = CHANGES,
    **options: Unpack[Options],
) -> Reproduction:
    """Find the settings that give a published number.

    Args:
        key: path, corpus or clusters of the gold annotation; a folder may contain datasets.
        response: path, corpus or clusters of the system output.
        target: the number as it is printed: "61.20" has two decimals, 61.2 has one.
        metric: the metric of the number.
        part: recall, precision, f1 or another part of the metric.
        table: several numbers of one run, instead of `target`: {metric: number}, or a CSV file with the columns metric,
            part and value.
        changes: the most settings of a preset that may be changed.
        options: known settings, which are not varied; `beta` is not among them, because no published number has it.

    Examples:
        >>> key = {"a": [[1, 2, 3], [4]], "b": [[1, 2]]}
        >>> found = reproduce(key, {"a": [[1, 2], [3, 4]], "b": [[1, 2]]}, "75.0", metric="muc")
        >>> found.is_met, found.found[0].first.options
        (True, '-p stanza')
    """
    refuse_beta(options)
    targets = _targets(target, metric, part, table)
    if changes < 0:
        raise UsageError(Problem("CE050", "changes-cannot-negative"))
    return _Search(key, response, targets, changes, options).run()


def _targets(
    target: str | float | None,
    metric: str,
    part: str,
    table: str | PathLike[str] | Mapping[str, str | float] | None,
) -> tuple[Target, ...]:
    if (target is None) == (table is None):
        raise UsageError(Problem("CE051", "give-number-or-table"))
    if table is None:
        found: tuple[Target, ...] = (Target.of(str(target), metric, part),)
    elif isinstance(table, Mapping):
        found = tuple(Target.of(str(value), name) for name, value in table.items())
    else:
        found = read_table(table)
    for one in found:
        known = _parts(parse_metric(one.metric))
        if one.part not in known:
            raise UsageError(Problem("CE050", "no-part", of_part=one.part, metric=one.metric, known=known))
    return found


def _parts(metric: Metric) -> list[str]:
    """Return the names of a metric's parts."""
    try:
        return list(score([["a", "b"]], [["a", "b"]], metrics=metric.full_name).scores[metric.full_name])
    except CorefevalError:  # it needs a text
        return ["recall", "precision", "f1"]


Values = Mapping[tuple[str, str], Mapping[str, Parts]]
"""The scores of each metric, for each value of 0/0 and each mean."""


Sides = tuple[Corpus, Corpus]
"""Key and response."""


class _Search:
    """A search: the targets, the inputs, and the counts so far."""

    def __init__(
        self, key: Input, response: Input, targets: tuple[Target, ...], changes: int, options: Options
    ) -> None:
        self.targets, self.changes = targets, changes
        self.fixed = {name: value for name, value in options.items() if name in CHOICES and value is not None}
        self.request = Request.of(**options)
        self.metrics = {one.metric: _variants(one.metric) for one in targets}
        self.counted: dict[tuple[Settings, str], Values | None] = {}
        self.aligned: dict[tuple[int, int, str, str], tuple[Sides, Sides | CorefevalError]] = {}
        self.impossible: dict[str, Problem] = {}
        self.first_error: CorefevalError | None = None
        self.sums: dict[tuple[object, ...], list[int]] = {}
        self.numbers: dict[float, Given] = {}
        self.done = 0
        self.readings = Readings(self.request, key, response)
        datasets = (OVER_DATASETS,) if len(self.readings.usual) > 1 else ()
        self.averages = (POOLED, *OF_DOCUMENTS, *datasets)
        lacks_documents = self.readings.lacks_documents
        self.documents = (BOTH,) if lacks_documents and "missing" not in self.fixed else ()
        if lacks_documents:
            self.fixed.setdefault("missing", "empty")
        self.idle = self._without_effect()

    def run(self) -> Reproduction:
        """Try the settings and rank them."""
        warnings = self.readings.warnings
        found: dict[tuple[object, ...], Candidate] = {}
        for number in range(self.changes + 1):
            self.done = number
            for preset, settings, changed in self._settings(number):
                for one in self._candidates(preset, settings, changed):
                    place = one.preset, *one.changes.items(), one.documents, one.average, one.metrics
                    found.setdefault(place, one)
            if number and any(one.is_met for one in found.values()):
                break
        if not found and self.first_error is not None:
            raise self.first_error
        if self._is_full:
            warnings.append(warning("CE143", "sets-settings-tried", most=MOST))
        return Reproduction(
            self.targets,
            tuple(_alike(found.values())),
            self.idle,
            self.impossible,
            sum(values is not None for values in self.counted.values()),
            self.done,
            self.numbers,
            tuple(warnings),
        )

    @property
    def _is_full(self) -> bool:
        return len(self.counted) >= MOST

    def _without_effect(self) -> dict[str, str]:
        """Return the settings that make no difference for these files, with the reason."""
        sides = self.readings.corpora
        found = {}
        if not any(bool(side.is_zero.any()) for side in sides):
            found["zeros"] = "no zeros"
        if not any(len(side.relations.whole) for side in sides):
            found["split_antecedents"] = "no split antecedents"
        if not any(
            bool(is_repeated(code).any()) for side in sides if len(side.mentions) for code in identify([side])
        ):
            found["duplicates"] = "no mention listed twice"
        is_left = not any(bool((side.entity_sizes == 1).any()) for side in sides)
        if is_left and {"zeros", "duplicates"} <= found.keys():
            found["singletons"] = "no singletons, as long as no mention is dropped"
        if not self.readings.lacks_documents:
            found["missing"] = "no document is missing"
        varied = (*varied_settings(), "undefined", "layer", "missing")
        found |= {name: GIVEN for name in self.fixed if name in varied}
        found.update((name, GIVEN) for name in OF_LAYERS[1:] if (self.request.overrides or {}).get(name))
        if not self.readings.layers:
            found.setdefault("layer", "the files have one layer")
        return found

    @property
    def _varied(self) -> dict[str, tuple[str, ...]]:
        """The values of everything that is varied: settings, layers of the files, and the choice of documents."""
        return {
            **{name: values for name, values in varied_settings().items() if name not in self.idle},
            **self.readings.layers,
            **({DOCUMENTS: self.documents} if self.documents else {}),
        }

    def _settings(self, number: int) -> Iterator[tuple[str, Settings, dict[str, str]]]:
        """Yield each preset, and no preset, with each combination of `number` changed settings."""
        usual = self.request.preset_for(self.readings.usual[0].key.format)
        bases = list(dict.fromkeys([usual, *PRESETS, ""]))
        layers = {self.request.settings.layer, *self.readings.layers.get("layer", ())}
        varied = self._varied
        for preset in bases:
            base = (PRESETS[preset].settings if preset else Settings()).changed(self.request.overrides or {})
            base = base.changed(self.fixed)
            if base.layer not in layers:
                continue  # the files lack the layer
            for names in combinations(varied, number):
                for values in product(*(varied[name] for name in names)):
                    changed = dict(zip(names, values, strict=True))
                    if any(
                        value == getattr(base, name, "") or value in REFUSING
                        for name, value in changed.items()
                    ):
                        continue
                    settings = base.changed(_of_settings(changed))
                    if "zeros" in changed and not has_empty_nodes(self.readings.usual[0].key.format):
                        settings = settings.changed({"starred": "zeros"})
                    if "heads" in changed and settings.match not in BY_HEADS:
                        continue
                    layers_of_one_file = "key_layer" in changed and self.readings.are_of_one_file
                    if layers_of_one_file and changed["key_layer"] == changed.get("response_layer"):
                        continue  # against itself
                    yield preset, settings, changed

    def _candidates(self, preset: str, settings: Settings, changed: Mapping[str, str]) -> Iterator[Candidate]:
        """Yield a candidate for each mean and each value of 0/0, if its scores differ."""
        documents = changed.get(DOCUMENTS, ALL)
        if documents == BOTH:  # a signature can express this only for a key without the missing documents
            settings = settings.changed({"missing": "error"})
        values = self._values(settings, preset, documents)
        if values is None:
            return
        is_fixed = "undefined" in self.fixed
        undefineds = [settings.undefined] if is_fixed else [settings.undefined, *CHOICES["undefined"]]
        seen: list[tuple[float, ...]] = []
        for average, undefined in product(self.averages, dict.fromkeys(undefineds)):
            is_changed = undefined != settings.undefined
            own = _of_settings(changed) | ({"undefined": undefined} if is_changed else {})
            one = self._candidate(
                preset,
                settings.changed({"undefined": undefined}),
                own,
                documents,
                average,
                values[undefined, average],
                len(changed) + is_changed + (average != POOLED),
            )
            if one is not None and not (is_changed and _is_seen(one.scores, seen)):
                seen.append(one.scores)
                yield one

    def _candidate(
        self,
        preset: str,
        settings: Settings,
        changed: Mapping[str, str],
        documents: str,
        average: str,
        values: Mapping[str, Parts],
        unusual: int,
    ) -> Candidate | None:
        """Return the candidate with the parameters and the rounding closest to the targets; None if a score is missing."""
        best: dict[tuple[bool, int, float], Candidate] = {}
        for rounding, unusual_rounding in _roundings(preset).items():
            self._note_numbers(preset, values, rounding, unusual + unusual_rounding)
            chosen: dict[str, tuple[str, int]] = {}
            for name, variants in self.metrics.items():
                meant = _meant(preset, name)
                own = [one for one in self.targets if one.metric == name]
                misses, is_other, variant_name = min(
                    (_misses(own, values, variant, rounding), variant.full_name != meant, variant.full_name)
                    for variant in variants
                )
                if not math.isinf(misses):
                    chosen[name] = variant_name, int(is_other)
            if len(chosen) < len(self.metrics):
                continue
            names = tuple(chosen[one.metric][0] for one in self.targets)
            pairs = [
                pair
                for one, name in zip(self.targets, names, strict=True)
                if (pair := _printed(one, values, name, rounding)) is not None
            ]
            is_met = all(one.is_met(shown) for one, (_, shown) in zip(self.targets, pairs, strict=True))
            distance = max(
                abs(score - one.value) for one, (score, _) in zip(self.targets, pairs, strict=True)
            )
            total = unusual + unusual_rounding + sum(other for _, other in chosen.values())
            candidate = Candidate(
                preset=preset,
                changes=changed,
                documents=documents,
                average=average,
                rounding=rounding,
                metrics=names,
                scores=tuple(score for score, _ in pairs),
                shown=tuple(shown for _, shown in pairs),
                distance=0.0 if is_met else distance,
                is_met=is_met,
                unusual=total,
                signature=self._signature(preset, settings, names, average, documents),
            )
            best.setdefault((not is_met, total if is_met else unusual_rounding, distance), candidate)
        return best[min(best)] if best else None

    def _note_numbers(self, preset: str, values: Mapping[str, Parts], rounding: str, unusual: int) -> None:
        """Note the numbers that the settings would print for a single target, with each parameter of its metric."""
        if len(self.targets) > 1:
            return
        (target,) = self.targets
        for variant in self.metrics[target.metric]:
            printed = _printed(target, values, variant.full_name, rounding)
            if printed is not None:
                number = round(printed[1], target.decimals)
                total = unusual + (variant.full_name != _meant(preset, target.metric))
                known = self.numbers.get(number, Given(self.done, total))
                self.numbers[number] = Given(known.changes, min(known.unusual, total))

    def _signature(
        self, preset: str, settings: Settings, names: Sequence[str], average: str, documents: str
    ) -> SignatureText:
        metrics = {name: parse_metric(name).under(settings) for name in dict.fromkeys(names)}
        place = documents, *(getattr(settings, name) for name in OF_LAYERS)
        if place not in self.sums:
            self.sums[place] = [content_sum(piece.key) for piece in self.readings.pieces(settings, documents)]
        sums = self.sums[place]
        pieces = [[one] for one in sums] if average == OVER_DATASETS else [sums]
        results = [Result(metrics, {}, (), settings, preset, content_hash(*piece)) for piece in pieces]
        return signature_of(results, average)

    def _values(self, settings: Settings, preset: str, documents: str) -> Values | None:
        """Return the scores under some settings; None if the files cannot be scored with them, or MOST is reached.

        Settings that differ only in ways that make no difference for these files share their scores.
        """
        place = (self._effective(settings), documents)
        if place not in self.counted:
            if self._is_full:
                return None
            self.counted[place] = self._count(settings, preset, documents)
        return self.counted[place]

    def _effective(self, settings: Settings) -> Settings:
        """Return equivalent settings, in which all settings that make no difference have a fixed value."""
        plain = {
            name: SETTINGS[name].default
            for name, reason in self.idle.items()
            if SETTINGS[name].is_varied and reason != GIVEN
        }
        if "singletons" in plain and "drop" in {settings.verb_phrases, settings.nested}:
            del plain["singletons"]
        if settings.match not in BY_HEADS:
            plain["heads"] = "tree"
        pieces = self.readings.pieces(settings)
        same_words = all(piece.key.nodes.forms is piece.response.nodes.forms for piece in pieces)
        if same_words and settings.align in {"auto", "strict", "positions"}:
            plain["align"] = "auto"
        return settings.changed({**plain, "undefined": "null", "missing": "empty"})

    def _count(self, settings: Settings, preset: str, documents: str) -> Values | None:
        """Count all metrics, and compute the scores for each mean and each value of 0/0."""
        variants = [variant for own in self.metrics.values() for variant in own]
        metrics = {one.full_name: one.under(settings) for one in variants}
        metrics |= {part.full_name: part for one in list(metrics.values()) for part in one.averaged}
        results: dict[str, Result] = {}
        try:
            for piece in self.readings.pieces(settings, documents):
                pairing = pair(*self._aligned(piece.key, piece.response, settings), settings, Problems())
                counts = {name: pairing.count(metric) for name, metric in metrics.items()}
                contents = ScoredContents.of(pairing, settings)
                results[piece.name] = Result(
                    metrics, counts, pairing.names, settings, preset, contents=contents
                )
        except CorefevalError as error:
            self.first_error = self.first_error or error
            self._note(settings, error)
            return None
        every = list(results.values())
        pooled = replace(
            every[0],
            counts={name: Counts.concatenate([each.counts[name] for each in every]) for name in metrics},
            documents=tuple(name for each in every for name in each.documents),
            contents=ScoredContents.joined([held for each in every if (held := each.contents)]),
        )
        found: dict[tuple[str, str], Mapping[str, Parts]] = {}
        for undefined in CHOICES["undefined"]:
            under = settings.changed({"undefined": undefined})
            for average in self.averages:
                if average == OVER_DATASETS:
                    each = {name: replace(result, settings=under) for name, result in results.items()}
                    found[undefined, average] = DatasetScores(each).macro
                else:
                    result = replace(pooled, settings=under, average=average)
                    found[undefined, average] = result.scores if average == POOLED else result.macro
        return found

    def _aligned(self, key: Corpus, response: Corpus, settings: Settings) -> tuple[Corpus, Corpus]:
        """Return both sides over the same words, aligned once for all settings with the same alignment.

        Sides that share their words are returned unchanged, and so are sides whose mentions are all outside the text.
        """
        is_outside = bool(len(key.nodes.outside) and len(response.nodes.outside))
        if key.nodes.forms is response.nodes.forms or is_outside:
            return key, response
        place = id(key), id(response), settings.align, settings.missing
        if place not in self.aligned:
            found: Sides | CorefevalError
            try:
                found = align(key, response, settings, Problems())
            except CorefevalError as error:
                found = error
            self.aligned[place] = (key, response), found  # keeps both alive, so that their ids stay unique
        outcome = self.aligned[place][1]
        if isinstance(outcome, CorefevalError):
            raise outcome
        return outcome

    def _note(self, settings: Settings, error: CorefevalError) -> None:
        """Note the value of a setting that cannot be used with these files, if only one setting differs from its default."""
        values = [
            f"--{SETTINGS[name].spelled} {getattr(settings, name)}"
            for name in varied_settings()
            if getattr(settings, name) != SETTINGS[name].default and name not in self.idle
        ]
        values += [f"--window {settings.window}"] if settings.window else []
        if len(values) <= 1:
            self.impossible.setdefault(values[0] if values else "the files", error.problems[0])


def varied_settings() -> dict[str, tuple[str, ...]]:
    """Return the varied settings that need new counts. `undefined` and the means can be computed from counts."""
    return {name: tuple(setting.values) for name, setting in SETTINGS.items() if setting.is_varied}


def _of_settings(changed: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in changed.items() if name != DOCUMENTS}


def _variants(name: str) -> list[Metric]:
    """Return a metric and, if its name has no parameters, the metric with each other value of one parameter."""
    metric = parse_metric(name)
    if "(" in name:
        return [metric]
    others = [
        type(metric)(**{parameter: choice})
        for parameter, declared in metric.parameters.items()
        for choice in declared.choices
        if choice != declared.default
    ]
    return [metric, *others]


def _roundings(preset: str) -> dict[str, int]:
    """Return the ways of rounding, and how unusual each is. The reference scorer truncates."""
    truncates = preset == "perl"
    return {
        ROUNDED: 0,
        TRUNCATED: 0 if truncates else 1,
        OF_TRUNCATED: 0 if truncates else 2,
        OF_ROUNDED: 1,
    }


def _meant(preset: str, metric: str) -> str:
    """Return the name of a metric with the parameters that a preset gives it."""
    return (PRESETS[preset].metric_parameters if preset else {}).get(metric, metric)


def _printed(
    target: Target, values: Mapping[str, Parts], metric: str, rounding: str
) -> tuple[float, float] | None:
    """Return a score in percent, exact and as printed; None if it is undefined or cannot be rounded in this way."""
    score = values.get(metric, {}).get(target.part)
    if score is None:
        return None
    percent = 100 * score
    if rounding in {ROUNDED, TRUNCATED}:
        return percent, target.shown(percent, rounding)
    parts = [values[part.full_name].get("f1") for part in parse_metric(metric).averaged]
    if not parts or target.part != "f1":
        return None
    shown = [target.shown(100 * part, rounding) for part in parts if part is not None]
    return (
        (percent, round(math.fsum(shown) / len(shown), target.decimals)) if len(shown) == len(parts) else None
    )


def _misses(targets: Iterable[Target], values: Mapping[str, Parts], metric: Metric, rounding: str) -> float:
    """Return the largest distance of a metric from its targets: 0 if all are met, infinity if a score is missing."""
    worst = 0.0
    for target in targets:
        printed = _printed(target, values, metric.full_name, rounding)
        if printed is None:
            return math.inf
        if not target.is_met(printed[1]):
            worst = max(worst, abs(printed[0] - target.value))
    return worst


def _is_seen(scores: tuple[float, ...], seen: Iterable[tuple[float, ...]]) -> bool:
    return any(all(abs(one - other) < SAME for one, other in zip(scores, each, strict=True)) for each in seen)


def _alike(candidates: Iterable[Candidate]) -> list[Alike]:
    """Group candidates that give the same scores, and sort the groups, best first."""
    groups = grouped(candidates, lambda one: (*(round(score / SAME) for score in one.scores), one.is_met))
    found = [Alike(tuple(sorted(group, key=lambda one: one.unusual))) for group in groups.values()]
    return sorted(found, key=lambda each: (not each.first.is_met, each.first.distance, each.first.unusual))
