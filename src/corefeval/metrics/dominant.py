"""Dominant-mention scoring with coreference types: does each mention lead to the one that describes its entity best? (Žitkus et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.counts import Counts
from corefeval.metrics.base import Parameter, Scores, f_score, ratio, register, settled
from corefeval.metrics.outcomes import NOT_JUDGED, Classes, OutcomeMetric, Outcomes
from corefeval.metrics.representatives import SELECTORS
from corefeval.metrics.units import UNTYPED, PairedUnits, paired_units, same_targets, unit_targets
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, UsageError
from corefeval.settings import Settings

NO_CLASS = "untyped"
"""The row of units without a type."""
OTHER = "other"
"""The row of classes that the scheme does not have."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Key units and the response units that are the same mentions.

    Attributes:
        units: the units of both sides.
        key: the key mentions.
        response: the response mention of each.
        has_right_type: whether the types agree, as the metric's parameters compare them.
    """

    units: PairedUnits
    key: Integers
    response: Integers
    has_right_type: Booleans


def has_right_link(compared: Compared) -> Booleans:
    """Say where the dominant mentions are the same."""
    return same_targets(compared.units.key, compared.units.response, compared.key, compared.response)


def has_right_type(compared: Compared) -> Booleans:
    """Say where the types are the same."""
    return compared.has_right_type


Check = Callable[[Compared], Booleans]


@register
class Dominant(OutcomeMetric):
    """Each mention of a chain but the dominant one is a unit: a mention, its type, and its dominant mention.

    A key unit that is a response unit too is tp, wt (wrong type), wl (wrong link) or wtl (both); one that is
    not is fn, a response unit that is no key unit is fp. A link is right if both chains have the same dominant
    mention: a response that leads to another mention of the right chain is wrong (appendix C of the paper). Partly
    right units earn a part.

    Counts are kept for each class of types, the first letter of a code: recall, precision and f1 are micro
    averages. Macro averages are means over the classes that the response attempts, scheme averages divide by
    all classes of the scheme. Named as `attempted`, the classes limit the micro averages too (the paper's
    tables); otherwise these count every unit, as appendix C does, where the response attempts no generic
    nominals and is blamed for one. Where a side brings no types, they are not checked, every class counts as
    attempted, and classes come from the key's codes, or from the kinds of the mentions.

    A subclass may check more: `checks` judge a unit, and `outcomes` names each combination of their answers;
    its coefficient is the parameter of that name.
    """

    name = "dominant"
    label = "Dominant"
    family = "Coreference that knows names, nouns and pronouns"
    summary = "Does each mention lead to the one that describes its entity best, and as what type?"
    paper = "Žitkus, Butkienė and Butleris (2023), Natural Language Engineering"
    formula = (
        r"R = \frac{TP + k_2 WT + k_3 WL + k_4 WTL}{TP + WT + WL + WTL + FN}"
        r",\quad P = \frac{TP + k_2 WT + k_3 WL + k_4 WTL}{TP + WT + WL + WTL + FP}"
    )
    biases = "If the dominant mention is missed, every mention of its chain is wrong; the coefficients are set by hand."
    swaps = False
    needs = frozenset({"types"})
    leads_to = "dominant mention"
    meanings: ClassVar[Mapping[str, str]] = {
        "tp": "right dominant mention, right type",
        "wt": "right dominant mention, wrong type",
        "wl": "wrong dominant mention, right type",
        "wtl": "wrong dominant mention, wrong type",
        "fn": "not resolved",
        "fp": "not to be resolved",
    }
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "tp": Parameter(1.0, "what a right unit earns"),
        "wt": Parameter(0.75, "what a unit with the wrong type earns"),
        "wl": Parameter(0.5, "what a unit with the wrong dominant mention earns"),
        "wtl": Parameter(0.25, "what a unit earns that has both wrong"),
        "selector": Parameter("dominant", "the mention that stands for its chain", (*SELECTORS, "root")),
        "no_dominant": Parameter(
            "earliest",
            "what chains without a dominant mention lead to",
            ("earliest", "pairwise", "exclude", "never-correct"),
            {"never-correct": "identity_is_one"},
        ),
        "untyped": Parameter(
            "wildcard",
            "what the type of a unit without one agrees with",
            ("wildcard", "skip", "wrong", "transfer"),
        ),
        "row_of_wrong_type": Parameter(
            "gold", "whose class a unit of the wrong type is counted in", ("gold", "system")
        ),
        "compare": Parameter(
            "strict",
            "codes letter by letter; with - for any letter; the first letter only; or not at all",
            ("strict", "masked", "class", "none"),
        ),
        "same": Parameter("", "letters that are not told apart, as level:letters, e.g. 2:bat"),
        "attempted": Parameter(
            "", "the classes that count, e.g. p+g+d; by default all, and means over those attempted"
        ),
        "scheme": Parameter("p+g+d+a+e", "all classes"),
        "unit": Parameter("class", "average over classes, or over full codes", ("class", "type")),
    }
    checks: ClassVar[tuple[Check, ...]] = (has_right_link, has_right_type)
    outcomes_of: ClassVar[Mapping[tuple[bool, ...], str]] = {
        (True, True): "tp",
        (True, False): "wt",
        (False, True): "wl",
        (False, False): "wtl",
    }

    def __init__(self, **values: str | float) -> None:
        super().__init__(**values)
        for name in self.found:
            if not 0 <= float(self.values[name]) <= 1:
                raise UsageError(
                    Problem("CE050", f"the coefficient {name} of {self.name} is not between 0 and 1")
                )
        self._same = _same_letters(str(self.values["same"]))

    @property
    def found(self) -> tuple[str, ...]:
        """The outcomes of units on both sides."""
        return tuple(dict.fromkeys(self.outcomes_of.values()))

    @property
    def outcome_names(self) -> tuple[str, ...]:
        """The outcomes."""
        return (*self.found, "fn", "fp")

    @property
    def scheme(self) -> tuple[str, ...]:
        """The classes of the scheme."""
        return tuple(str(self.values["scheme"]).split("+"))

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return what became of each mention, in which class, and which dominant mentions it led to."""
        judged, key_row, response_row, units = self._judge(pairing)
        names, row_of_code = self._counted_rows(units)
        classes = Classes(tuple(names), row_of_code[key_row], row_of_code[response_row])
        return replace(judged, targets=unit_targets(pairing, units), classes=classes)

    def _counted_rows(self, units: PairedUnits) -> tuple[list[str], Integers]:
        """Return the rows in which units are counted, and the row of each code."""
        rows = [self._row(code) for code in units.codes]
        names = list(dict.fromkeys(rows)) if self.values["unit"] == "type" else []
        names += [name for name in (*self._rows(), NO_CLASS) if name not in names]
        return names, np.array([names.index(row) for row in rows], np.int64)

    def count(self, pairing: Pairing) -> Counts:
        """Count each outcome in each class, the units attempted in each, and units skipped for want of a type."""
        judged, key_row, response_row, units = self._judge(pairing)
        names, row_of_code = self._counted_rows(units)
        sides = (pairing.key, judged.key, key_row), (pairing.response, judged.response, response_row)
        documents, width = len(pairing.names), len(judged.names)
        table = np.zeros(documents * len(names) * width)
        for corpus, outcome, code in sides:
            chosen = np.flatnonzero(outcome >= 0)
            cell = (corpus.mention_document[chosen] * len(names) + row_of_code[code[chosen]]) * width
            table += np.bincount(cell + outcome[chosen], minlength=len(table))
        of_class = table.reshape(documents, len(names), width)
        attempted = np.zeros(documents * len(names))
        sides_attempted = [(pairing.response, units.response.is_unit, response_row)]
        if not units.checks_types:
            sides_attempted.append((pairing.key, units.key.is_unit, key_row))
        for corpus, is_unit, code in sides_attempted:
            chosen = np.flatnonzero(is_unit)
            cell = corpus.mention_document[chosen] * len(names) + row_of_code[code[chosen]]
            attempted += np.bincount(cell, minlength=len(attempted))
        columns: dict[str, Floats] = {}
        for number, name in enumerate(names):
            columns |= {
                f"{name}.{outcome}": of_class[:, number, place].copy()
                for place, outcome in enumerate(judged.names)
            }
            columns[f"{name}.attempted"] = attempted[number :: len(names)].copy()
        skipped = np.bincount(
            pairing.key.mention_document[units.key.skipped.nonzero()[0]], minlength=documents
        ) + np.bincount(
            pairing.response.mention_document[units.response.skipped.nonzero()[0]], minlength=documents
        )
        columns["skipped"] = skipped.astype(np.float64)
        return Counts(columns)

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return micro, macro and scheme averages."""
        classes = self.by_class(totals)
        named = {name: self._is_named(name) for name in classes}
        earned, in_key, in_response = (
            sum_where(named, {name: self._sums(totals, name)[place] for name in classes})
            for place in range(3)
        )
        scores = self._scores(earned, in_key, in_response)
        averaged = {
            name: named[name] & ((totals[f"{name}.attempted"] > 0) | bool(self.values["attempted"]))
            for name in classes
            if name != NO_CLASS
        }
        number = sum_where(averaged, {name: np.ones(()) for name in averaged})
        size = np.array(float(len(self.scheme)))
        if self.values["unit"] == "type":
            size = sum_where(
                {name: self._is_seen(name, totals) for name in averaged},
                {name: np.ones(()) for name in averaged},
            )
        for average, divisor in (("macro", number), ("scheme", np.where(number > 0, size, 0))):
            recall, precision = (
                ratio(
                    sum_where(averaged, {name: np.nan_to_num(classes[name][part]) for name in averaged}),
                    divisor,
                )
                for part in ("recall", "precision")
            )
            scores |= {
                f"{average}_recall": recall,
                f"{average}_precision": precision,
                f"{average}_f1": f_score(recall, precision),
            }
        return scores

    def scores_of_class(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return recall, precision and F1 of what became of mentions, whatever their types."""
        alone = {f"{NO_CLASS}.{name}": values for name, values in totals.items()}
        return settled(self.by_class(alone)[NO_CLASS], settings)

    def by_class(self, totals: Mapping[str, Floats]) -> dict[str, Scores]:
        """Return recall, precision and F1 of each class, or each code."""
        names = dict.fromkeys(column.rpartition(".")[0] for column in totals if "." in column)
        return {name: self._scores(*self._sums(totals, name)) for name in names}

    def _scores(self, earned: Floats, in_key: Floats, in_response: Floats) -> Scores:
        recall, precision = ratio(earned, in_key), ratio(earned, in_response)
        return {"recall": recall, "precision": precision, "f1": f_score(recall, precision)}

    def _sums(self, totals: Mapping[str, Floats], name: str) -> tuple[Floats, Floats, Floats]:
        """Return what the units of a class earn, and how many there are in the key and in the response."""
        found = np.zeros(())
        earned = np.zeros(())
        for outcome in self.found:
            found = found + totals[f"{name}.{outcome}"]
            earned = earned + float(self.values[outcome]) * totals[f"{name}.{outcome}"]
        return earned, found + totals[f"{name}.fn"], found + totals[f"{name}.fp"]

    def _is_named(self, name: str) -> Booleans:
        """Say whether a class counts: every one, unless some are named."""
        wanted = [letter for letter in str(self.values["attempted"]).split("+") if letter]
        letter = name[:1] if self.values["unit"] == "type" else name
        return np.asarray(not wanted or name in wanted or letter in wanted)

    def _is_seen(self, name: str, totals: Mapping[str, Floats]) -> Booleans:
        _, in_key, in_response = self._sums(totals, name)
        return np.asarray(in_key + in_response > 0)

    def _rows(self) -> tuple[str, ...]:
        return () if self.values["unit"] == "type" else (*self.scheme, OTHER)

    def _row(self, code: str) -> str:
        """Return the row in which units of this code are counted."""
        if not code:
            return NO_CLASS
        if self.values["unit"] == "type":
            return code
        return code[0] if code[0] in self.scheme else OTHER

    def _judge(self, pairing: Pairing) -> tuple[Outcomes, Integers, Integers, PairedUnits]:
        """Return the outcomes, the code that each key and response unit is counted under, and the units."""
        units = paired_units(
            pairing, *(str(self.values[name]) for name in ("selector", "no_dominant", "untyped"))
        )
        partner = pairing.key_partner
        rows = np.flatnonzero(units.key.is_unit & (partner >= 0))
        rows = rows[units.response.is_unit[partner[rows]]]
        others = partner[rows]
        compared = Compared(units, rows, others, self._same_types(units, rows, others))
        answers = [check(compared) for check in self.checks]

        names = self.outcome_names
        key = np.where(units.key.is_unit, names.index("fn"), NOT_JUDGED)
        for combination, outcome in self.outcomes_of.items():
            holds = np.ones(len(rows), bool)
            for answer, wanted in zip(answers, combination, strict=True):
                holds &= answer == wanted
            key[rows[holds]] = names.index(outcome)
        is_extra = units.response.is_unit.copy()
        is_extra[others] = False
        response = np.where(is_extra, names.index("fp"), NOT_JUDGED)

        key_row, response_row = units.key.code.copy(), units.response.code.copy()
        gold, system = key_row[rows], response_row[others]
        takes_system = (gold == UNTYPED) | (
            (~compared.has_right_type) & (system != UNTYPED) & (self.values["row_of_wrong_type"] == "system")
        )
        key_row[rows] = np.where(takes_system, system, gold)
        if not units.checks_types:
            response_row[others] = key_row[rows]
        return Outcomes(names, key, response), key_row, response_row, units

    def _same_types(self, units: PairedUnits, rows: Integers, others: Integers) -> Booleans:
        """Say where the codes agree; each pair of codes is compared once."""
        if not units.checks_types or self.values["compare"] == "none":
            return np.ones(len(rows), bool)
        width = len(units.codes)
        pairs, inverse = np.unique(
            units.key.code[rows] * width + units.response.code[others], return_inverse=True
        )
        agree = [
            self.same_type(units.codes[pair // width], units.codes[pair % width]) for pair in pairs.tolist()
        ]
        found: Booleans = np.array(agree, bool)[inverse]
        return found

    def same_type(self, gold: str, system: str) -> bool:
        """Say whether two codes agree; '' is the code of a unit without one."""
        if not gold or not system:
            return self.values["untyped"] != "wrong"
        if self.values["compare"] == "class":
            return gold[0] == system[0]
        if len(gold) != len(system):
            return False
        return all(
            self._same_letter(level, one, other)
            for level, (one, other) in enumerate(zip(gold, system, strict=True), 1)
        )

    def _same_letter(self, level: int, one: str, other: str) -> bool:
        if one == other or (self.values["compare"] == "masked" and "-" in {one, other}):
            return True
        return any(one in letters and other in letters for at, letters in self._same if at == level)


def _same_letters(text: str) -> list[tuple[int, str]]:
    """Parse level:letters+level:letters."""
    sets = []
    for piece in filter(None, text.split("+")):
        level, colon, letters = piece.partition(":")
        if not colon or not level.isdigit() or not letters:
            hint = "Write level:letters, for example 2:bat, several joined by +."
            raise UsageError(Problem("CE050", "not a set of letters:", text=piece, hint=hint))
        sets.append((int(level), letters))
    return sets


def sum_where(flags: Mapping[str, Booleans], values: Mapping[str, Floats]) -> Floats:
    """Return the sum of the values of those classes whose flag is set, elementwise."""
    total: Floats = np.zeros(())
    for name, flag in flags.items():
        total = total + np.where(flag, values[name], 0.0)
    return total
