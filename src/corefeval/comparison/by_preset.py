"""Whether the ranking of systems depends on the scorer: their scores under several presets, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

from corefeval.columns import Printed, Rows, whole
from corefeval.comparison.compare import warnings_of
from corefeval.comparison.stability import EQUAL, Exchange, Stability
from corefeval.evaluation.by_preset import ResultsByPreset, score_by_preset
from corefeval.evaluation.request import Input
from corefeval.presets import choices
from corefeval.problems import CorefevalError, Problem, UsageError
from corefeval.settings import Options
from corefeval.text import percent


@dataclass(frozen=True, eq=False)
class RankingByPreset(Printed):
    """Systems under several presets.

    Attributes:
        systems: the scores of each system.
        presets: the presets that apply to all systems, in the requested order.
        left_out: the presets that do not, with the reason.
        rejected: the systems that no preset can score, with their problems.
        warnings: the warnings of all systems and presets, each once; a warning of some systems names them.
    """

    systems: Mapping[str, ResultsByPreset]
    presets: tuple[str, ...]
    left_out: Mapping[str, Problem]
    rejected: Mapping[str, tuple[Problem, ...]]
    warnings: tuple[Problem, ...]

    def score(self, system: str, preset: str) -> float | None:
        """Return the headline score of a system under a preset, by which the preset ranks."""
        return self.systems[system][preset].f1

    def ranking(self, preset: str) -> list[str]:
        """Return the systems from best to worst under a preset."""
        return sorted(self.systems, key=lambda system: -(self.score(system, preset) or 0.0))

    def rank(self, system: str, preset: str) -> int:
        """Return one more than the number of systems with a higher score."""
        own = self.score(system, preset) or 0.0
        return 1 + sum((self.score(other, preset) or 0.0) > own + EQUAL for other in self.systems)

    @cached_property
    def stability(self) -> Stability:
        """How much the ranking depends on the preset."""
        systems, presets = self.systems, self.presets
        return Stability({preset: {each: self.score(each, preset) for each in systems} for preset in presets})

    @property
    def taus(self) -> dict[tuple[str, str], float | None]:
        """Kendall's τ (τ-b) of each pair of presets; None if a preset has only ties."""
        return self.stability.taus

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The pairs of systems that change places."""
        return self.stability.exchanges

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision."""
        found = {
            "presets": self.presets,
            "systems": [
                {
                    "system": system,
                    "scores": {
                        preset: {"f1": self.score(system, preset), "rank": self.rank(system, preset)}
                        for preset in self.presets
                    },
                    "signatures": {preset: scores[preset].signature.long for preset in self.presets},
                }
                for system, scores in self.systems.items()
            ],
            "kendall_tau": [{"presets": pair, "tau": tau} for pair, tau in self.taus.items()],
            "exchanges": self.exchanges,
            "left_out": [{"preset": name, "reason": problem} for name, problem in self.left_out.items()],
            "rejected": self.rejected,
        }
        return whole(found, None, None, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each system and preset."""
        rows = [
            {
                "system": system,
                "preset": preset,
                "f1": self.score(system, preset),
                "rank": self.rank(system, preset),
                "signature": scores[preset].signature.text,
            }
            for system, scores in self.systems.items()
            for preset in self.presets
        ]
        return Rows(list(rows[0]), rows)

    def __repr__(self) -> str:
        """Return the best system under each preset."""
        best = {preset: self.ranking(preset)[0] for preset in self.presets}
        shown = (f"{preset} {name} {percent(self.score(name, preset))}" for preset, name in best.items())
        return f"<RankingByPreset: {', '.join(shown)}>"


def rank_by_preset(
    key: Input,
    systems: Mapping[str, Input],
    preset: Iterable[str],
    *,
    metrics: str | Iterable[str] | None = None,
    **options: Unpack[Options],
) -> RankingByPreset:
    """Score systems under several presets, and show whether their ranking depends on the preset.

    Args:
        key: the gold annotation, as in score().
        systems: the systems by name.
        preset: names of presets, or of groups of them.
        metrics: as in score(); the ranking is by the headline of each preset.
        options: settings that override those of every preset.

    Raises:
        CorefevalError: if no system can be scored, or no preset applies to all systems.
    """
    if not systems:
        raise UsageError(Problem("CE051", "nothing-compare"))
    named = list(preset)
    asked = tuple(choice.name for choice in choices(named))
    scored: dict[str, ResultsByPreset] = {}
    rejected: dict[str, tuple[Problem, ...]] = {}
    for name, system in systems.items():
        try:
            scored[name] = score_by_preset(key, system, named, metrics=metrics, lends_tags=False, **options)
        except UsageError:
            raise
        except CorefevalError as error:
            rejected[name] = tuple(error.problems)
    if not scored:
        raise CorefevalError(dict.fromkeys(problem for found in rejected.values() for problem in found))
    left_out = {name: problem for scores in scored.values() for name, problem in scores.left_out.items()}
    kept = tuple(name for name in asked if name not in left_out)
    if not kept:
        raise CorefevalError(list(left_out.values()))
    warnings = warnings_of({system: scores.results for system, scores in scored.items()})
    return RankingByPreset(scored, kept, left_out, rejected, tuple(warnings))
