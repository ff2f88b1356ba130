"""Dominant-mention scoring: does each mention lead to its entity's dominant mention, and with the right type?

Defined by Žitkus et al. (2023).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.counts import Counts
from corefeval.linguistics.codes import OTHER, CodeComparison, Confusable, Scheme
from corefeval.linguistics.given_codes import Typing, unknown_codes
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.predicates import Predicate, Term
from corefeval.linguistics.scheme_files import check_confusion, scheme_named
from corefeval.metrics.base import OwnClasses, Parameter, Scores, f_score, ratio, register, settled
from corefeval.metrics.outcomes import NOT_JUDGED, Classes, CodeMetric, Outcomes, scores_of
from corefeval.metrics.representatives import SELECTORS, TITLES, renewed_titles, unmarked
from corefeval.metrics.shares import tally
from corefeval.metrics.units import UNTYPED, PairedUnits, paired_units, same_targets, typings, unit_targets
from corefeval.names import resolve
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, UsageError, warning
from corefeval.settings import Settings
from corefeval.text import plain_number

NO_CLASS = "(untyped)"
"""The row of units that have no code, if their mention type has no class in the scheme."""
INVENTED = "(invented)"
"""The row of spurious units of a response without codes, if their mention type has no class in the scheme."""
_BY_KIND = "({}: by kind)"
"""With codes as rows: the row of units that have no code, whose class comes from their mention type."""
SIDES = ("key", "response")
ROWS = (OTHER, NO_CLASS, INVENTED)
"""The rows that are not classes; averages over classes exclude them."""
_UNITS = {"class": "class", "code": "type"}
"""For each feature, the value of the parameter `unit` that makes its classes the rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Key units paired with the response units of the same mentions.

    Attributes:
        units: the units of both sides.
        key: the key mentions.
        response: the response mention of each key mention.
        has_right_type: whether the types agree, compared as the metric's parameters say.
    """

    units: PairedUnits
    key: Integers
    response: Integers
    has_right_type: Booleans


def has_right_link(compared: Compared) -> Booleans:
    """Return for each pair whether the dominant mentions are the same."""
    return same_targets(compared.units.key, compared.units.response, compared.key, compared.response)


def has_right_type(compared: Compared) -> Booleans:
    """Return for each pair whether the types are the same."""
    return compared.has_right_type


Check = Callable[[Compared], Booleans]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The outcome of each mention, and the row that counts it.

    Attributes:
        outcomes: the outcome of each mention.
        rows: the names of the rows: classes or codes, followed by ROWS.
        key: for each key mention, the index of its row.
        response: for each response mention, the index of its row by its own code.
        attempted: for each response unit, the row that it attempts; if types are not compared, the row of its key unit.
        units: the units of both sides.
    """

    outcomes: Outcomes
    rows: tuple[str, ...]
    key: Integers
    response: Integers
    attempted: Integers
    units: PairedUnits


@register
class Dominant(CodeMetric):
    """The metric that compares the type and the dominant mention of each mention.

    Every mention of a chain except the dominant one is a unit: the mention, its type, and its dominant mention. A key unit that is also a response unit is tp, wt (wrong type), wl (wrong link) or wtl (both wrong); otherwise it is
    fn. A response unit that is not a key unit is fp. A link is right if both chains have the same dominant mention. A
    response that leads to another mention of the right chain is wrong (appendix C of the paper). Partly right units
    earn a part of the credit.

    The scheme of the run (setting `scheme`) defines the codes, their classes, the mentions that can be dominant, and
    the credit of each outcome. Counts are kept for each class of types: recall, precision and f1 are micro averages.
    Macro averages are means over the attempted classes: those in which the response has a unit. Scheme averages divide
    by all classes of the scheme, or with `unit=type` by all its codes. So an empty response gets 0 (formulas 46 to 48
    of the paper). If `attempted` names classes, they limit the micro averages too (the paper's tables). Otherwise the
    micro averages count every unit, as in appendix C, where a response that attempts no generic nominals loses one.

    A key unit is counted in the class of its code. A unit of the wrong type is counted in the class of the response's
    code if `row_of_wrong_type=system`. A unit without a code, found or missed, is in the class that the scheme assigns
    to its mention type (`[class-of-kind]`). So the key's counts per class do not depend on the response. An fp is also
    in the class of its mention type, regardless of its code in the response. So a response without codes has the same
    fp in each class. Units whose mention type has no class in the scheme have their own row. If the response has no
    codes, types are not compared: there is no wt or wtl. If the key has no codes, the classes are the mention types.

    A subclass may check more. `checks` judge a unit, and `outcomes_of` names the outcome of each combination of their
    answers. The credit of an outcome is the parameter of that name.
    """

    name = "dominant"
    tables = frozenset({"zitkus-2023"})
    label = "Dominant"
    family = "Coreference by mention types: names, nouns, pronouns"
    summary = "Does each mention lead to the one that describes its entity best, with the right type?"
    counts_of = "mentions other than the dominant one of their entity"
    paper = "Žitkus, Butkienė and Butleris (2023), Natural Language Engineering"
    formula = (
        r"R = \frac{TP + k_2 WT + k_3 WL + k_4 WTL}{TP + WT + WL + WTL + FN}"
        r",\quad P = \frac{TP + k_2 WT + k_3 WL + k_4 WTL}{TP + WT + WL + WTL + FP}"
    )
    biases = "If the dominant mention is missed, every mention of its chain is wrong; the coefficients are set by hand."
    swaps = False
    needs = frozenset({"types"})
    reads_scheme = True
    reads_groups = True
    leads_to = "dominant mention"
    rows_apart = ROWS
    meanings: ClassVar[Mapping[str, str]] = {
        "tp": "right dominant mention, right type",
        "wt": "right dominant mention, wrong type",
        "wl": "wrong dominant mention, right type",
        "wtl": "wrong dominant mention, wrong type",
        "fn": "not resolved",
        "fp": "resolved, although it should not be",
    }
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "tp": Parameter(1.0, "credit for a right unit"),
        "wt": Parameter(0.75, "credit for a unit with the wrong type"),
        "wl": Parameter(0.5, "credit for a unit with the wrong dominant mention"),
        "wtl": Parameter(0.25, "credit for a unit with both wrong"),
        "selector": Parameter("dominant", "the mention that represents its chain", (*SELECTORS, "root")),
        "titles": TITLES,
        "no_dominant": Parameter(
            "earliest",
            "target of the units in a chain without a dominant mention",
            ("earliest", "pairwise", "exclude", "never-correct"),
            {"never-correct": "identity_is_one"},
        ),
        "untyped": Parameter(
            "wildcard",
            "which types match a unit without a type",
            ("wildcard", "skip", "wrong", "transfer"),
        ),
        "row_of_wrong_type": Parameter(
            "gold", "which side's class counts a unit of the wrong type", ("gold", "system")
        ),
        "compare": Parameter(
            "strict",
            "compare codes level by level, with - as any value, by class only, or not at all",
            ("strict", "masked", "class", "none"),
        ),
        "levels": Parameter("", "levels of a code that are compared, such as 1+2; default: all"),
        "same": Parameter(
            "", "codes that count as equal, in addition to the scheme's: 2:bat, 2:rep/abb or ppas=ppis"
        ),
        "codes": Parameter(
            "given", "codes as in the files, or derived for a side that has none", ("given", "derived")
        ),
        "attempted": Parameter(
            "",
            "classes that count, such as p+g+d, or codes, such as code:p*; default: all, with means over the attempted ones",
        ),
        "unit": Parameter("class", "average over classes, or over full codes", ("class", "type")),
    }
    checks: ClassVar[tuple[Check, ...]] = (has_right_link, has_right_type)
    outcomes_of: ClassVar[Mapping[tuple[bool, ...], str]] = {
        (True, True): "tp",
        (True, False): "wt",
        (False, True): "wl",
        (False, False): "wtl",
    }

    @classmethod
    def renewed(cls, values: list[str], version: tuple[int, ...]) -> list[str]:
        """Return the parameters of an older signature with their current names."""
        return renewed_titles(values, version)

    def __init__(self, **values: str | float) -> None:
        super().__init__(**values)
        for name in self.found:
            if not 0 <= float(self.values[name]) <= 1:
                raise UsageError(Problem("CE050", "coefficient-not-between-0", name=name, name2=self.name))
        self._given = frozenset(values)
        self._scheme: Scheme | None = None
        self._same = tuple(map(Confusable.parse, filter(None, str(self.values["same"]).split("+"))))
        self._levels = _levels(str(self.values["levels"]))
        if self.values["compare"] in {"class", "none"} and (self._same or self._levels):
            raise UsageError(
                Problem("CE051", "compare-looks-at", values=self.values["compare"], name=self.name)
            )

    @property
    def full_name(self) -> str:
        """The name with the parameters that differ from their defaults, and with all credits that the user set."""
        chosen = [
            f"{name}={plain_number(value) if isinstance(value, float) else value}"
            for name, value in self.values.items()
            if value != self.parameters[name].default or (name in self._given and name in self.found)
        ]
        return f"{self.name}({','.join(chosen)})" if chosen else self.name

    @property
    def identity(self) -> Hashable:
        """A value that identifies the counts, including the scheme."""
        return type(self), self.full_name, self.scheme.identity

    def under(self, settings: Settings) -> Self:
        """Return the metric with the scheme of the run.

        Raises:
            UsageError: CE050 if a parameter names a class, code or level that the scheme does not have.
        """
        return super().under(settings).with_scheme(scheme_named(settings.scheme))

    def with_scheme(self, scheme: Scheme) -> Self:
        """Return the metric with a scheme; raise if a parameter names a class, code or level that the scheme does not have."""
        made = copy(self)
        made.__dict__.pop("comparison", None)
        made._scheme = scheme  # noqa: SLF001 - a copy of this metric
        for term in self._attempted:
            is_code = self.values["unit"] == "type" and (term.is_glob or not scheme.fault(term.pattern))
            if not is_code and not any(term.fits(name, exactly=True) for name in scheme.classes):
                whose = f"the scheme {scheme.name}"
                resolve("class", term.pattern, scheme.classes, of=whose, exactly=True)
        for rule, text in zip(self._same, str(self.values["same"]).split("+"), strict=False):
            check_confusion(rule, scheme, text)
        levels = len(scheme.levels)
        for level in self._levels:
            if level > levels:
                raise UsageError(
                    Problem("CE050", "no-such-level", name=scheme.name, levels=levels, level=level)
                )
        return made

    def varied(self, **values: str | float) -> Self:
        """Return the metric with other values of some parameters, and the same scheme."""
        given = {name: self.values[name] for name in self.values if name in self._given}
        made = type(self)(**{**given, **values})
        return made if self._scheme is None else made.with_scheme(self._scheme)

    def by_rows(self, feature: str) -> Self:
        """Return the metric with classes (`class`) or full codes (`code`) as its rows."""
        return self.varied(unit=_UNITS[feature])

    @property
    def own_feature(self) -> str:
        """The feature of its rows: class, or code with `unit=type`."""
        return "code" if self.values["unit"] == "type" else "class"

    @property
    def derives_codes(self) -> bool:
        """Whether codes are derived for a side without codes."""
        return self.values["codes"] == "derived"

    def has_codes(self, pairing: Pairing) -> bool:
        """Return whether the key has type codes, either given or derived if requested."""
        return typings(pairing, self.scheme, derived=self.derives_codes)[0] is not None

    @property
    def _counts_titles(self) -> bool:
        return self.values["titles"] == "count"

    @property
    def found(self) -> tuple[str, ...]:
        """The outcomes of units that both sides have."""
        return tuple(dict.fromkeys(self.outcomes_of.values()))

    @property
    def outcome_names(self) -> tuple[str, ...]:
        """The outcomes."""
        return (*self.found, "fn", "fp")

    @property
    def scheme(self) -> Scheme:
        """The scheme of the run."""
        return self._scheme or scheme_named()

    @cached_property
    def comparison(self) -> CodeComparison:
        """The rules that decide whether two codes are the same."""
        rules = (*map(Confusable.parse, self.scheme.same), *self._same)
        return CodeComparison(
            self.values["compare"] == "masked", self._levels, rules, split=self.scheme.split
        )

    @cached_property
    def _attempted(self) -> tuple[Term, ...]:
        """The terms that choose the attempted classes or codes."""
        text = str(self.values["attempted"])
        found = Predicate.parse(text, of="attempted", default="class") if text else None
        if found is not None and any(
            len(terms) > 1 or terms[0].attribute not in {"class", "code"} for terms in found.alternatives
        ):
            raise UsageError(Problem("CE050", "attempted-is-of-classes", given=text))
        return () if found is None else found.terms

    def _is_attempted(self, name: str) -> bool:
        """Return whether the parameter `attempted` chooses a class or code."""
        return bool(name) and any(
            term.fits(name, exactly=True) != term.is_negated for term in self._attempted
        )

    def is_named_attempted(self, name: str) -> bool:
        """Return whether a class (with `unit=type`, a code) is named as attempted; averages then always include it."""
        return name not in ROWS and self._is_class(name) and self._is_attempted(name)

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each counted mention, its class, and its correct and chosen dominant mentions."""
        judged = self.judge(pairing)
        counted = np.array([self.counts_row(name) for name in judged.rows], bool)
        limited = judged.outcomes.limited(counted[judged.key], counted[judged.response])
        classes = Classes(judged.rows, judged.key, judged.response)
        return replace(limited, targets=unit_targets(pairing, judged.units), classes=classes)

    def outcome_counts(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the count of each outcome, summed over the classes that count."""
        counted = {name: of for name, of in totals.items() if self.counts_row(name.rpartition(".")[0])}
        return super().outcome_counts(counted)

    def count(self, pairing: Pairing) -> Counts:
        """Count each outcome in each class, the units attempted in each class, and the units skipped for lack of a type."""
        judged = self.judge(pairing)
        rows, names, units = judged.rows, judged.outcomes.names, judged.units
        documents = len(pairing.names)
        home, response_home = pairing.key.mention_document, pairing.response.mention_document
        table = np.zeros((documents, len(rows), len(names)))
        for document, outcome, row in (
            (home, judged.outcomes.key, judged.key),
            (response_home, judged.outcomes.response, judged.response),
        ):
            chosen = np.flatnonzero(outcome >= 0)
            table += tally(table.shape, document[chosen], row[chosen], outcome[chosen])
        is_unit = units.response.is_unit
        attempted = tally((documents, len(rows)), response_home[is_unit], judged.attempted[is_unit])
        columns: dict[str, Floats] = {}
        for number, row_name in enumerate(rows):
            for place, outcome_name in enumerate(names):
                columns[f"{row_name}.{outcome_name}"] = table[:, number, place].copy()
            columns[f"{row_name}.attempted"] = attempted[:, number].astype(np.float64)
        skipped = np.concatenate([home[units.key.skipped], response_home[units.response.skipped]])
        columns["skipped"] = np.bincount(skipped, minlength=documents).astype(np.float64)
        return Counts(columns)

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return micro, macro and scheme averages."""
        sums = {name: self._sums(totals, name) for name in self._rows_of(totals)}
        counted = [found for name, found in sums.items() if self.counts_row(name)]
        earned, in_key, in_response = (sum(column, np.zeros(())) for column in zip(*counted, strict=True))
        scores = scores_of(earned, in_key, in_response)
        averaged = self._averaged(totals)
        number = sum_where(averaged)
        size = np.array(float(len(self.scheme.classes)))
        if self.values["unit"] == "type":
            others = [name for name in averaged if name not in self.scheme.codes]
            is_seen = {name: sums[name][1] + sums[name][2] > 0 for name in others}
            size = len(self.scheme.codes) + sum_where(is_seen)
        is_any = (number > 0) | (in_key > 0)
        classes = {name: scores_of(*sums[name]) for name in averaged}
        for average, divisor in (("macro", number), ("scheme", np.where(is_any, size, 0))):
            recall, precision = (
                ratio(
                    sum_where(
                        averaged, {name: np.nan_to_num(found[part]) for name, found in classes.items()}
                    ),
                    divisor,
                )
                for part in ("recall", "precision")
            )
            f1 = f_score(recall, precision)
            scores |= {f"{average}_recall": recall, f"{average}_precision": precision, f"{average}_f1": f1}
        return scores

    def _rows_of(self, totals: Mapping[str, Floats]) -> list[str]:
        """Return the classes or codes that have counts."""
        return list(dict.fromkeys(column.rpartition(".")[0] for column in totals if "." in column))

    def _averaged(self, totals: Mapping[str, Floats]) -> dict[str, Booleans]:
        """Return for each class or code whether averages include it: it is attempted, or named in `attempted`."""
        return {
            name: np.asarray(self.counts_row(name))
            & ((totals[f"{name}.attempted"] > 0) | bool(self._attempted))
            for name in self._rows_of(totals)
            if self._is_class(name)
        }

    def scores_of_class(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return recall, precision and F1 of one class of mentions; mentions of all types count together."""
        alone = {f"{NO_CLASS}.{name}": values for name, values in totals.items()}
        return settled(self.by_class(alone)[NO_CLASS], settings)

    def by_class(self, totals: Mapping[str, Floats]) -> dict[str, Scores]:
        """Return recall, precision and F1 of each class or code."""
        return {name: scores_of(*self._sums(totals, name)) for name in self._rows_of(totals)}

    def coefficient(self, outcome: str) -> float:
        """Return the credit of an outcome: the parameter if set, else the scheme's value, else the paper's."""
        if outcome in self._given:
            return float(self.values[outcome])
        return self.scheme.coefficients.get(outcome, float(self.values[outcome]))

    def _sums(self, totals: Mapping[str, Floats], name: str) -> tuple[Floats, Floats, Floats]:
        """Return the credit of the units of a class, and their numbers in the key and in the response."""
        found = np.zeros(())
        earned = np.zeros(())
        for outcome in self.found:
            found = found + totals[f"{name}.{outcome}"]
            earned = earned + self.coefficient(outcome) * totals[f"{name}.{outcome}"]
        return earned, found + totals[f"{name}.fn"], found + totals[f"{name}.fp"]

    def counts_row(self, name: str) -> bool:
        """Return whether the micro averages include a row: all rows, unless classes are named as attempted.

        Spurious units without a class could be of any class and always count.
        """
        if not self._attempted or name == INVENTED:
            return True
        if name in ROWS:
            return False
        return self._is_attempted(name) or (
            self.values["unit"] == "type" and self._is_attempted(self.class_of_row(name))
        )

    def _is_class(self, name: str) -> bool:
        """Return whether a row is a class of the scheme or, with `unit=type`, a code that belongs to one."""
        if self.values["unit"] == "class":
            return name not in ROWS
        is_by_kind = name in {self._row_of_kind(each) for each in self.scheme.classes}
        return not is_by_kind and self.class_of_row(name) in self.scheme.classes

    def row_of(self, code: str) -> str:
        """Return the row that counts units of this code."""
        if not code:
            return NO_CLASS
        if self.values["unit"] == "type":
            return code
        kind = self.scheme.class_of(code)
        return kind if kind in self.scheme.classes else OTHER if kind else NO_CLASS

    def judge(self, pairing: Pairing) -> Judged:
        """Return the outcome of each mention, and the row that counts it."""
        units = paired_units(
            pairing,
            self.scheme,
            *(str(self.values[name]) for name in ("selector", "no_dominant", "untyped")),
            derived=self.derives_codes,
            count_titles=self._counts_titles,
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

        labels, row_of_code = self._rows(units)
        key_row, response_row = self._rows_of_units(units, labels, row_of_code, is_extra)
        attempted = response_row.copy()
        if not units.checks_types:
            attempted[others] = key_row[rows]
        if self.values["row_of_wrong_type"] == "system":
            takes_system = ~compared.has_right_type & (units.response.code[others] != UNTYPED)
            key_row[rows[takes_system]] = response_row[others[takes_system]]
        return Judged(Outcomes(names, key, response), labels, key_row, response_row, attempted, units)

    def _rows_of_units(
        self, units: PairedUnits, labels: tuple[str, ...], row_of_code: Integers, is_extra: Booleans
    ) -> tuple[Integers, Integers]:
        """Return the row of each mention of key and response.

        The code of a mention decides. The mention type decides if there is no code, or if the unit is spurious and its
        code is of another class than its type.
        """
        untyped = labels.index(NO_CLASS)
        of_kind = np.full(len(MentionType), untyped)
        for kind in MentionType:
            if kind.label in self.scheme.class_of_kind:
                of_kind[kind] = labels.index(self._row_of_kind(self.scheme.class_of_kind[kind.label]))
        class_of_row = np.unique([self.class_of_row(label) for label in labels], return_inverse=True)[1]
        key_row, response_row = row_of_code[units.key.code], row_of_code[units.response.code]
        key_row = np.where(key_row == untyped, of_kind[units.kinds[0]], key_row)
        by_kind = of_kind[units.kinds[1]]
        is_of_other_class = (class_of_row[by_kind] != class_of_row[response_row]) & (by_kind != untyped)
        takes_kind = (response_row == untyped) | (is_extra & is_of_other_class)
        response_row = np.where(takes_kind, by_kind, response_row)
        if units.typing[0] is not None and units.typing[1] is None:
            response_row = np.where(response_row == untyped, labels.index(INVENTED), response_row)
        return key_row, response_row

    def _row_of_kind(self, name: str) -> str:
        """Return the row of units whose class comes from their mention type; with codes as rows, this is a separate row."""
        return _BY_KIND.format(name) if self.values["unit"] == "type" else name

    def class_of_row(self, row: str) -> str:
        """Return the class of a row; '' if it has none."""
        if row in ROWS:
            return ""
        if self.values["unit"] == "class" and row in self.scheme.classes:
            return row
        by_kind = {_BY_KIND.format(name): name for name in self.scheme.classes}
        return by_kind.get(row) or self.scheme.class_of(row)

    def _rows(self, units: PairedUnits) -> tuple[tuple[str, ...], Integers]:
        """Return the rows, and for each code the index of its row."""
        of_codes = [self.row_of(code) for code in units.codes]
        names = list(dict.fromkeys(of_codes)) if self.values["unit"] == "type" else [*self.scheme.classes]
        by_kind = [
            self._row_of_kind(name)
            for name in self.scheme.classes
            if name in self.scheme.class_of_kind.values()
        ]
        names += [name for name in (*by_kind, *ROWS) if name not in names]
        return tuple(names), np.array([names.index(row) for row in of_codes], np.int64)

    def classes(self, pairing: Pairing, feature: str) -> OwnClasses | None:
        """Return the metric's own rows for the feature class or code.

        Return None for other features, and for code if the key has no codes.
        """
        by_row = self._by(feature)
        if by_row is None:
            return None
        judged = by_row.judge(pairing)
        if feature == "code" and judged.units.typing[0] is None:
            return None
        totals = pairing.count(by_row).totals()
        scores = by_row.score(totals)
        averages = {
            how: {part: scores[f"{how}_{part}"] for part in ("recall", "precision", "f1")}
            for how in ("macro", "scheme")
        }
        labels = tuple("" if row == NO_CLASS else row for row in judged.rows)
        averaged = by_row._averaged(totals)  # noqa: SLF001 - the same metric by other rows
        return OwnClasses(
            labels,
            judged.key,
            judged.response,
            averages,
            tuple(name for name, is_averaged in averaged.items() if is_averaged),
        )

    def counts_class(self, feature: str, label: str) -> bool:
        """Return whether a class or code counts: all count, unless classes are named as attempted."""
        by_row = self._by(feature)
        return by_row is None or by_row.counts_row(label)

    def _by(self, feature: str) -> Self | None:
        if feature == "class" and not all(
            any(term.fits(name, exactly=True) for name in self.scheme.classes) for term in self._attempted
        ):
            raise UsageError(Problem("CE051", "names-codes-attempted", full_name=self.full_name))
        return self.by_rows(feature) if feature in _UNITS else None

    def notes(self, pairing: Pairing) -> list[Problem]:
        """Warn about codes outside the scheme, about types not compared or derived, and about unmarked dominant mentions."""
        typing = typings(pairing, self.scheme, derived=self.derives_codes, count_titles=self._counts_titles)
        found = [
            problem
            for side, name in zip(typing, SIDES, strict=True)
            for problem in unknown_codes(side, self.scheme, name, is_named=bool(pairing.scheme))
        ]
        found += [problem.about(self.label) for problem in self._of_types(pairing, *typing)]
        return [*found, *unmarked(pairing)] if self.values["selector"] == "given" else found

    def _of_types(self, pairing: Pairing, ours: Typing | None, theirs: Typing | None) -> Iterator[Problem]:
        """Warn if types are not compared, and if codes are derived."""
        if self.derives_codes:
            both = zip((ours, theirs), SIDES, strict=True)
            sides = [name for side, name in both if side is not None and side.source == "derived"]
            if sides:
                yield warning("CE109", "codes-derived", sides_derived=sides)
            else:
                yield warning("CE062", "codes-given")
        if ours is None:
            kind = "no-codes" if theirs is None else "no-codes-in-key"
            yield warning("CE109", kind)
        elif theirs is None:
            invented = int(pairing.count(self).totals()[f"{INVENTED}.fp"])
            yield warning(
                "CE109",
                "no-codes-in-response-invented" if invented else "no-codes-in-response",
                count=invented,
            )

    def _same_types(self, units: PairedUnits, rows: Integers, others: Integers) -> Booleans:
        """Return where the codes agree; each distinct pair of codes is compared once."""
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
        """Return whether two codes agree; '' is a missing code."""
        if not gold or not system:
            return self.values["untyped"] != "wrong"
        if self.values["compare"] == "class":
            return self.scheme.class_of(gold) == self.scheme.class_of(system)
        return self.comparison.same(gold, system)


def _levels(text: str) -> tuple[int, ...]:
    """Return the levels in a text such as 1+2."""
    pieces = list(filter(None, text.split("+")))
    if not all(piece.isdecimal() and int(piece) > 0 for piece in pieces):
        raise UsageError(Problem("CE050", "not-levels-type-codes", text=text))
    return tuple(sorted({int(piece) for piece in pieces}))


def sum_where(flags: Mapping[str, Booleans], values: Mapping[str, Floats] | None = None) -> Floats:
    """Return the sum of the values (by default 1) of the classes whose flag is set, elementwise."""
    total: Floats = np.zeros(())
    for name, flag in flags.items():
        total = total + np.where(flag, 1.0 if values is None else values[name], 0.0)
    return total
