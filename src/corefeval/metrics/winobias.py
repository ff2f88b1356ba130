"""WinoBias: coreference of occupations and pronouns, if stereotypes support the right answer and if they contradict it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import numpy as np

from corefeval.arrays import Booleans, Floats
from corefeval.counts import Counts
from corefeval.metrics.base import Scores, register
from corefeval.metrics.conll import Average, own_counts
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Place, Problem, warning
from corefeval.settings import Settings

_ANTI = re.compile(r"(?:anti|not)[-_ ]?stereotyp|(?<![a-z])anti(?![a-z])", re.IGNORECASE)
_PRO = re.compile(r"stereotyp|(?<![a-z])pro(?![a-z])", re.IGNORECASE)
_TYPE = re.compile(r"(?<![a-z])type[-_ ]?([12])(?![0-9])", re.IGNORECASE)
SETS = ("pro", "anti")


def stereotypes(names: tuple[str, ...]) -> dict[str, Booleans]:
    """Return which documents are pro- and which anti-stereotypical, by their names. A name includes the file name.

    Examples:
        >>> found = stereotypes(("pro_stereotyped_type1.txt_1", "nw/dev_type1/not_stereotype//0", "3"))
        >>> found["pro"].tolist(), found["anti"].tolist()
        ([True, False, False], [False, True, False])
    """
    anti = np.array([bool(_ANTI.search(name)) for name in names], bool)
    pro = np.array([bool(_PRO.search(name)) for name in names], bool) & ~anti
    return {"pro": pro, "anti": anti}


def has_both_kinds(names: Sequence[str]) -> bool:
    """Return whether the names include documents of both kinds."""
    return all(own.any() for own in stereotypes(tuple(names)).values())


@register
class WinoBias(Average):
    """The CoNLL averages of pro- and anti-stereotypical sentences, their mean and their difference."""

    name = "winobias"
    label = "WinoBias"
    aliases = ("wino-bias",)
    family = "Challenge sets"
    summary = "How much better is coreference if stereotypes help?"
    paper = "Zhao, Wang, Yatskar, Ordonez and Chang (2018), NAACL"
    formula = r"\Delta = F_{\mathrm{pro}} - F_{\mathrm{anti}}"
    biases = (
        "All sentences follow one pattern with one chain; a system that links nothing also has no difference."
    )
    needs = frozenset({"stereotypes"})
    needs_of_names: ClassVar[Mapping[str, Callable[[Sequence[str]], bool]]] = {"stereotypes": has_both_kinds}
    parts = ("muc", "bcub", "ceafe")
    unbounded = frozenset({"difference"})

    def count(self, pairing: Pairing) -> Counts:
        """Return the counts of the CoNLL average, separately for the two kinds of sentences."""
        whole = super().count(pairing).columns
        return Counts(
            {
                f"{kind}.{name}": np.where(own, values, 0.0)
                for kind, own in stereotypes(pairing.names).items()
                for name, values in whole.items()
            }
        )

    def scores(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return F1 of both kinds, their mean, and pro minus anti."""
        pro, anti = (super(WinoBias, self).scores(own_counts(totals, kind), settings)["f1"] for kind in SETS)
        return {"f1": (pro + anti) / 2, "pro_f1": pro, "anti_f1": anti, "difference": pro - anti}

    def is_empty(self, totals: Mapping[str, Floats], settings: Settings) -> dict[str, Booleans]:
        """Return whether each score has nothing to count; mean and difference have nothing if either kind has nothing."""
        pro, anti = (
            super(WinoBias, self).is_empty(own_counts(totals, kind), settings)["f1"] for kind in SETS
        )
        return {"f1": pro | anti, "pro_f1": pro, "anti_f1": anti, "difference": pro | anti}

    def undefined_parts(self, counts: Counts) -> tuple[str, ...]:
        """Return (): a part is undefined only if the file lacks one kind of sentence."""
        del counts
        return ()

    def notes(self, pairing: Pairing) -> list[Problem]:
        """Return an error if one kind has no document; otherwise warn about documents of neither kind and about pooled types."""
        found = stereotypes(pairing.names)
        lacking = [kind for kind in SETS if not found[kind].any()]
        if not lacking:
            return _left_out(pairing.names, ~(found["pro"] | found["anti"]), pairing.key.file)
        return [Problem("CE134", "winobias-no-document-called", pairing.key.file, lacking=lacking)]


def _left_out(names: tuple[str, ...], is_neither: Booleans, key: Place) -> list[Problem]:
    """Warn about documents of neither kind, and if sentences of both types are scored as one set."""
    found = []
    if is_neither.any():
        number = int(is_neither.sum())
        example = names[int(np.flatnonzero(is_neither)[0])]
        found.append(warning("CE134", "winobias-called-neither-pro", key, count=number, example=example))
    types = {match[1] for name in names if (match := _TYPE.search(name))}
    if len(types) > 1:
        found.append(warning("CE134", "winobias-sentences-type-1", key))
    return found
