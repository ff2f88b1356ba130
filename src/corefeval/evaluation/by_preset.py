"""One response under several presets: the CoNLL F1 of each, and the rules that make the difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Unpack, cast

import numpy as np

from corefeval.columns import Printed, Rows, plain_dict
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.evaluation.fold import Whole
from corefeval.evaluation.request import Counted, Input, Request, Run
from corefeval.evaluation.result import PARTS, Result, parts_in_order
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.metrics.needs import lacking
from corefeval.pairing import pair
from corefeval.pairing.align import sharing_words
from corefeval.pairing.pairing import Pairing, has_repeats
from corefeval.presets import HEADLINE, IN_TABLE, PRESETS, PresetChoice, choices
from corefeval.problems import CorefevalError, Problem, Problems, UsageError
from corefeval.settings import Options, Settings
from corefeval.signature import ContentSum
from corefeval.text import percent
from corefeval.version import __version__

RULES = (
    ("singletons",),
    ("match", "heads"),
    ("window", "window_edges"),
    ("documents",),
    ("zeros",),
    ("duplicates",),
    ("split_antecedents",),
)
"""Settings in which presets differ; related ones change together."""

NEAR = 5e-5
"""Scores that differ by less are printed as equal."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A rule by which the highest score differs from the lowest.

    Attributes:
        settings: the settings, with their value under the lowest and under the highest.
        points: the gain of the lowest headline under the rule of the highest, in points of F1.
        counts: the things that the rule concerns, and how many of them the files have.
    """

    settings: Mapping[str, tuple[object, object]]
    points: float
    counts: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        values = {name: {"lowest": low, "highest": high} for name, (low, high) in self.settings.items()}
        return {"settings": values, "points": self.points, "counts": dict(self.counts)}


@dataclass(frozen=True, slots=True)
class PresetSpread:
    """The range of the headline score under several presets.

    Attributes:
        lowest: the preset with the lowest score.
        highest: the one with the highest.
        points: the difference between them, in points of F1.
        causes: the rules that differ, the one that changes the score most first; empty if the scores are equal.
    """

    lowest: str
    highest: str
    points: float
    causes: tuple[Cause, ...]


@dataclass(frozen=True, eq=False)
class ResultsByPreset(Printed):
    """The scores of one response under several presets. Each row equals a run with that preset alone.

    Attributes:
        results: the result under each preset that applies, by its name.
        short: the special rule of each, in about five words.
        left_out: the presets that do not apply, with the reason.
        spread: the range of the CoNLL F1; None with fewer than two.
        asked: the requested metrics, empty if each preset has its own.
    """

    results: Mapping[str, Result]
    short: Mapping[str, str]
    left_out: Mapping[str, Problem]
    spread: PresetSpread | None
    asked: tuple[str, ...] = ()

    @property
    def metrics(self) -> dict[str, Metric]:
        """The metrics of a table: the headline and others that most presets have, or the requested ones."""
        found = {name: metric for result in self.results.values() for name, metric in result.metrics.items()}
        wanted = self.asked or [name for name in (HEADLINE, *IN_TABLE) if name in found] or list(found)
        return {name: found[name] for name in wanted if name in found}

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings of all presets, each once."""
        return tuple(
            dict.fromkeys(problem for result in self.results.values() for problem in result.warnings)
        )

    def __getitem__(self, preset: str) -> Result:
        """Return the result under one preset."""
        return self.results[preset]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for undefined values."""
        found = {
            "corefeval": __version__,
            "presets": [
                {"preset": name, "description": self.short[name], **result.to_dict()}
                for name, result in self.results.items()
            ],
            "left_out": [{"preset": name, "reason": problem} for name, problem in self.left_out.items()],
            "spread": self.spread,
        }
        return plain_dict(found)

    def rows(self) -> Rows:
        """Return a row for each preset and metric."""
        parts = parts_in_order(found for result in self.results.values() for found in result.scores.values())
        return Rows.of_scores(
            parts,
            (
                {
                    "preset": name,
                    "description": self.short[name],
                    "metric": metric,
                    **found,
                    "signature": result.signature.text,
                }
                for name, result in self.results.items()
                for metric, found in result.scores.items()
            ),
        )

    def __repr__(self) -> str:
        """Return the headline under each preset."""
        scores = ", ".join(f"{name} {percent(result.f1)}" for name, result in self.results.items())
        return f"<ResultsByPreset: {scores}>"


def score_by_preset(
    key: Input,
    response: Input,
    preset: Iterable[str],
    *,
    metrics: str | Iterable[str] | None = None,
    lends_tags: bool = True,
    **options: Unpack[Options],
) -> ResultsByPreset:
    """Score a response under several presets. Files are read once for each layer that a preset scores.

    Args:
        key: as in score().
        response: as in score().
        preset: names of presets, `all`, or `crac`: the four columns of the tables of the CRAC shared tasks.
        metrics: as in score(); by default each preset has its own.
        lends_tags: whether the response's tags may describe a key without any; not if systems are compared.
        options: settings that override those of every preset.

    Raises:
        CorefevalError: if no preset applies, for the reason of the first.
        UsageError: if no preset is named, or an option replaces the setting that a row of a group is named after.
    """
    chosen = choices(preset)
    if not chosen:
        raise UsageError(Problem("CE051", "no-preset-named"))
    files = _Files(key, response, lends_tags=lends_tags)
    results: dict[str, Result] = {}
    left_out: dict[str, CorefevalError] = {}
    asked = {name: value for name, value in options.items() if value is not None}
    requests = {}
    for choice in chosen:
        for name in choice.changes.keys() & asked.keys():
            raise UsageError(Problem("CE051", "preset-row-has-setting", row=choice.name, name=name))
        own = cast("Options", {**choice.changes, **asked})
        request = Request.of(metrics=metrics, preset=choice.preset, **own)
        requests[choice.name] = replace(request, lends_tags=lends_tags)
    for choice in chosen:
        try:
            results[choice.name] = files.score(requests[choice.name], choice)
        except CorefevalError as error:
            left_out[choice.name] = error
    if not results:
        raise next(iter(left_out.values()))
    first = next(iter(requests.values()))
    return ResultsByPreset(
        results,
        {
            choice.name: _short(choice, asked, requests[choice.name].settings)
            for choice in chosen
            if choice.name in results
        },
        {name: error.problems[0] for name, error in left_out.items()},
        files.spread(results, requests),
        first.metrics,
    )


def _short(choice: PresetChoice, asked: Mapping[str, object], settings: Settings) -> str:
    """Return the special rule of a row; for a preset with other settings, the options that override its own."""
    own, used = PRESETS[choice.preset].settings.as_dict(), settings.as_dict()
    replaced = [name for rule in RULES for name in rule if name in asked and own[name] != used[name]]
    options = (f"--{name.replace('_', '-')} {used[name]} instead of {own[name]}" for name in replaced)
    return ", ".join(options) or choice.short


class _Files:
    """Key and response, read once for each layer, and matched once for each way of matching.

    Args:
        key: the gold annotation.
        response: the system's.
        lends_tags: whether the response's tags may describe a key without any.
    """

    def __init__(self, key: Input, response: Input, *, lends_tags: bool) -> None:
        self._sources = key, response
        self._lends_tags = lends_tags
        self._read: dict[tuple[object, ...], tuple[Corpus, Corpus]] = {}
        self._matched: dict[tuple[int, Settings], Pairing] = {}
        self._alike: dict[int, bool] = {}
        self._counted: dict[tuple[object, ...], Counted] = {}
        self._sums: dict[tuple[int, str], ContentSum] = {}

    def corpora(self, request: Request) -> tuple[Corpus, Corpus]:
        """Return both sides as a request reads them."""
        settings = request.settings
        how = (settings.layer, settings.key_layer, settings.response_layer, settings.unreadable)
        if how not in self._read:
            gold, system = (Whole(side) for side in self._sources)
            key = gold.corpus(request, "key")
            self._read[how] = key, sharing_words(key, system.corpus(request.beside(key), "response"))
        return self._read[how]

    def score(self, request: Request, choice: PresetChoice) -> Result:
        """Score under one preset. Its warnings do not quote other scores, because the other rows have them."""
        key, response = self.corpora(request)
        run = request.on(key)
        headline = PRESETS[choice.preset].headline
        asked = [] if request.metrics else [parse_metric(headline)]
        if missing := lacking(key, run.settings, asked):
            problem = Problem("CE044", "key-lacks", key.file, lacks=sorted(missing), lacking_key=[headline])
            raise CorefevalError(problem)
        return run.plain_result(self._count(run, key, response)).without_corpora()

    def _count(self, run: Run, key: Corpus, response: Corpus) -> Counted:
        """Count once for all presets with these settings and metrics."""
        what = id(key), run.settings, tuple(metric.identity for metric in run.metrics.values())
        if what not in self._counted:
            across = id(key), run.settings.across
            problems = Problems()
            pairing = self._pairing(key, response, run.settings, problems)
            counted = run.counted(key, response, pairing, problems, self._sums.get(across))
            (self._sums[across],) = counted.key_sums
            self._counted[what] = counted
        return self._counted[what]

    def _pairing(self, key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Pairing:
        """Return both sides matched; settings with the same matching share one pairing."""
        plain = settings.changed({"undefined": "null", "documents": "pool", "beta": 1.0})
        if plain.singletons == "e2e":
            plain = plain.changed({"singletons": "keep"})
        if self._same_text(key, response):
            plain = plain.changed({"missing": "error"})
            if plain.align in {"auto", "strict", "positions"}:
                plain = plain.changed({"align": "auto"})
            if plain.match == "exact" and not self._has_repeated(key, response):
                plain = plain.changed({"duplicates": "first"})
        where = id(key), plain
        if where not in self._matched:
            self._matched[where] = pair(key, response, settings, problems, lends_tags=self._lends_tags)
        return self._matched[where]

    def _same_text(self, key: Corpus, response: Corpus) -> bool:
        """Return whether both sides have the same documents with the same words."""
        if key.names != response.names or len(key.nodes.empty) or len(response.nodes.empty):
            return False
        ours, theirs = key.nodes, response.nodes
        return np.array_equal(ours.stop - ours.start, theirs.stop - theirs.start) and (
            ours.forms is theirs.forms or np.array_equal(ours.forms.block, theirs.forms.block)
        )

    def _has_repeated(self, key: Corpus, response: Corpus) -> bool:
        if id(key) not in self._alike:
            self._alike[id(key)] = any(has_repeats(code) for code in identify([key, response]))
        return self._alike[id(key)]

    def spread(self, results: Mapping[str, Result], requests: Mapping[str, Request]) -> PresetSpread | None:
        """Return the range of the headline score and the rules that cause it."""
        scores = {
            name: value
            for name, result in results.items()
            if (value := result.scores.get(HEADLINE, {}).get("f1")) is not None
        }
        if len(scores) < 2:
            return None
        lowest, highest = min(scores, key=scores.__getitem__), max(scores, key=scores.__getitem__)
        points = 100 * (scores[highest] - scores[lowest])
        causes: list[Cause] = []
        if points > 100 * NEAR:
            key, response = self.corpora(requests[lowest])
            low, high = (results[name].settings.as_dict() for name in (lowest, highest))
            for names in RULES:
                changed = {name: (low[name], high[name]) for name in names if low[name] != high[name]}
                if changed:
                    moved = {name: value for name, (_, value) in changed.items()}
                    score = self._headline(requests[lowest], key, response, moved)
                    gained = 100 * (score - scores[lowest]) if score is not None else 0.0
                    causes.append(Cause(changed, gained, _counts(names[0], key, response)))
            causes.sort(key=lambda cause: -abs(cause.points))
        return PresetSpread(lowest, highest, points, tuple(causes))

    def _headline(
        self, request: Request, key: Corpus, response: Corpus, changes: Mapping[str, object]
    ) -> float | None:
        """Return the headline under other settings, None if these refuse the files."""
        run: Run = replace(request, metrics=(HEADLINE,)).on(key)
        settings = run.settings.changed(changes)
        metric = parse_metric(HEADLINE).under(settings)
        try:
            pairing = self._pairing(key, response, settings, Problems())
        except CorefevalError:
            return None
        return float(metric.scores(pairing.count(metric).totals(), settings)["f1"])


def _counts(setting: str, key: Corpus, response: Corpus) -> dict[str, int]:
    """Return how many of the things that a rule concerns both files have."""
    sides = {"gold": key, "system": response}
    if setting == "singletons":
        return {f"{side} singletons": int((corpus.entity_sizes == 1).sum()) for side, corpus in sides.items()}
    if setting == "zeros":
        return {f"{side} zeros": int(corpus.is_zero.sum()) for side, corpus in sides.items()}
    if setting in {"match", "window"}:
        return {f"{side} mentions": len(corpus.mentions) for side, corpus in sides.items()}
    return {"documents": len(key.names)} if setting == "documents" else {}


def parts_of(metric: str, result: Result) -> float | None:
    """Return the score of a metric that a table shows: F1, or the first part of a metric that has none."""
    found = result.scores.get(metric, {})
    return found.get("f1", next((found[part] for part in PARTS if part in found), None))
