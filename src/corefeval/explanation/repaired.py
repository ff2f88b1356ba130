"""A response with some of its errors repaired, as a corpus that can be written; it has the score that explain states."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from corefeval import formats
from corefeval.arrays import Booleans, Integers, Ragged, look_up
from corefeval.comparison.intervals import SEED
from corefeval.corpus.changes import Changed
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.corpus.tables import Parts
from corefeval.corpus.views import mention_texts
from corefeval.evaluation.result import Result
from corefeval.explanation.errors import ErrorClass
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.repairs import Repairer, Variants
from corefeval.explanation.shapley import AllRepairGains
from corefeval.metrics.base import Metric
from corefeval.names import resolve
from corefeval.pairing import pair
from corefeval.pairing.mapping import ways
from corefeval.problems import CorefevalError, Place, Problem, Problems, UsageError
from corefeval.settings import Settings
from corefeval.text import shortened

EVERY = "all"
"""The value that repairs the errors of every class."""
TOLERANCE = 1e-9
"""The largest difference due to rounding between equal scores, in points."""
MENTIONS_NAMED = 3
"""The number of mentions to show."""


def classes_named(names: str | Iterable[str | ErrorClass], known: Sequence[ErrorClass]) -> list[ErrorClass]:
    """Return error classes in the order of repair; names is a list, a comma-separated list or `all`."""
    others = {kind.label: [kind.title, *kind.old_labels] for kind in known}
    asked = names.split(",") if isinstance(names, str) else list(names)
    found = {
        resolve(
            "error class",
            name.label if isinstance(name, ErrorClass) else name.strip(),
            [*others, EVERY],
            lambda label: others.get(label, ()),
        )
        for name in asked
    }
    return [kind for kind in known if kind.label in found or EVERY in found]


@dataclass(frozen=True, eq=False)
class RepairedResponse:
    """A response in which the errors of some classes are repaired.

    Attributes:
        found: the errors.
        metrics: the explained metrics, by name.
        repair_gains: scores repaired responses.
        result: the scores of the unrepaired response, if any.
        classes: the classes.
        share: which share of their errors is repaired, drawn at random.
        seed: the random seed.
    """

    found: FoundErrors
    metrics: Mapping[str, Metric]
    repair_gains: AllRepairGains
    result: Result | None
    classes: Sequence[ErrorClass]
    share: float = 1.0
    seed: int = SEED

    @property
    def settings(self) -> Settings:
        """The settings of the result; the defaults without one."""
        return self.result.settings if self.result else Settings()

    @cached_property
    def errors(self) -> Integers:
        """The errors that are repaired, rows of Explanation.table."""
        errors = np.flatnonzero(np.isin(self.found.table.kind, self.classes))
        if self.share >= 1:
            return errors
        order = np.argsort(np.random.default_rng(self.seed).random(len(errors)), kind="stable")
        return np.sort(errors[order[: round(self.share * len(errors))]])

    @cached_property
    def scores(self) -> dict[str, tuple[float, float]]:
        """For each metric F1 before and after the repair, in points."""
        gains = self.repair_gains.gains(Ragged(np.array([0, len(self.errors)]), self.errors))
        return {
            name: (100 * f1, 100 * f1 + float(gains[name][0]))
            for name, f1 in self.repair_gains.scores().items()
        }

    @cached_property
    def corpus(self) -> Corpus:
        """The repaired response, with documents in the order of its file, without those that the key lacks.

        Annotation that was not scored (for example dropped singletons) stays unchanged, except for repeated
        mentions: only the counted one is repaired.

        Raises:
            CorefevalError: CE116 if the errors cannot be repaired in the response's text, CE117 if the
                repaired response would have another score than stated.
        """
        self._refuse()
        corpus = self._rebuilt()
        self._check(corpus)
        return _in_file_order(corpus)

    def write(self, target: str | Path, format: str = "") -> list[Problem]:  # noqa: A002 - the command's word
        """Write the repaired response; return the annotations that the format lost.

        The output is read back and scored before it replaces the file.

        Args:
            target: the file, or the folder for a format of one document a file; '-' for standard output.
            format: the format's name, by default the response's own.

        Raises:
            CorefevalError: CE116 for a format that cannot be written, CE117 if the written response would
                have another score.
        """
        corpus = self.corpus
        form = corpus.format if not format else formats.format_named(format).name
        if form not in formats.FORMATS or not formats.format_named(form).is_written:
            raise UsageError(Problem("CE116", "read-not-written", format=formats.FORMATS.get(form, "")))
        with tempfile.TemporaryDirectory() as folder:
            name = Path(target).name if str(target) not in ("", "-") else "repaired"
            copy = Path(folder) / name
            losses = formats.write(corpus, copy, form)
            layer = corpus.layer if corpus.layer and form == corpus.format else "identity"
            try:
                self._check(formats.read(copy, form, layer=layer), losses)
            except CorefevalError as error:
                found = error.problems[0]
                if found.code == "CE117":
                    raise
                problem = Problem(
                    "CE117",
                    "not-scored-alike",
                    label=formats.FORMATS[form],
                    fault=found,
                    given=shortened(found.text),
                    losses=losses,
                )
                raise CorefevalError(problem) from None
        return formats.write(corpus, target, form)

    def _refuse(self) -> None:
        """Refuse repairs that are impossible in the text of the response."""
        response = self.found.pairing.response
        place = Place(response.file.file)
        across = self.settings.across
        refusal: Problem | None = None
        if not self.repair_gains.metrics:
            refusal = Problem("CE116", "not-scored-with", place, metrics=self.metrics)
        elif across != "document":
            refusal = Problem("CE116", "across-documents", place, across=across)
        elif ways(response) is not None:
            refusal = Problem("CE116", "other-words", place)
        elif response.as_read.annotations:
            refusal = Problem("CE116", "typed-annotations", place, format=response.format)
        if refusal is not None:
            raise UsageError(refusal)

    def _rebuilt(self) -> Corpus:
        """Return the response as read with the repaired mentions instead of the scored ones."""
        joint, table, pairing = self.found.aligned, self.found.table, self.found.pairing
        key, response, base = pairing.key, pairing.response, pairing.response.as_read
        shop = Repairer(self.found, joint.document)
        units = np.arange(len(shop.mentions))
        variants = Variants(units, table.document[self.errors], self.errors)
        mention, new_label, takes_key_span, new_home = shop.repair_as_entities(variants)
        number = np.arange(len(base.mentions)) if response.number is None else response.number
        entity_number = (
            np.arange(len(base.entities)) if response.entity_number is None else response.entity_number
        )
        # mentions: those that were scored and still are there, those of the key, and those that were not scored
        row = look_up(joint.response_mention[mention], number)
        of_key = np.where((row < 0) | takes_key_span, joint.key_mention[mention], -1)
        scored = np.zeros(len(base.mentions), bool)
        scored[number] = True
        unscored = np.flatnonzero(~scored)
        base_code, key_code = identify([base, key])
        taken = np.concatenate([base_code[scored], key_code[of_key[of_key >= 0]]])
        unscored = unscored[~np.isin(base_code[unscored], taken)]
        # entities: labels of the repair, and those that none of the scored mentions is in
        labels = int(max(new_label.max(initial=-1), new_home.max(initial=-1))) + 1
        home = labels + np.arange(len(base.entities))
        home[entity_number] = np.where(new_home >= 0, new_home, home[entity_number])
        label = np.concatenate([new_label, home[base.mentions.entity[unscored]]])
        row = np.concatenate([row, unscored])
        of_key = np.concatenate([of_key, np.full(len(unscored), -1, np.int64)])
        document = np.concatenate([joint.document[mention], base.mention_document[unscored]])
        changed, is_found = _placed(base, key, row, of_key, document)
        self._refuse_absent(base, of_key[~is_found])
        return self._with_entities(base, replace(changed, entity=label), of_key, home, document)

    def _refuse_absent(self, base: Corpus, rows: Integers) -> None:
        """Refuse mentions of the key whose words or empty nodes the response lacks."""
        if len(rows):
            key = self.found.pairing.key
            shown = ", ".join(map(shortened, mention_texts(key, rows[:MENTIONS_NAMED])))
            names = [self.found.pairing.names[each] for each in key.mention_document[rows[:1]].tolist()]
            raise UsageError(
                Problem(
                    "CE116",
                    "key-cannot-added-response",
                    Place(base.file.file),
                    shown,
                    count=len(rows),
                    names=names[0],
                )
            )

    def _with_entities(
        self, base: Corpus, changed: Changed, of_key: Integers, home: Integers, document: Integers
    ) -> Corpus:
        """Return the corpus, with entities numbered in the order in which they open, each with the name of its first original entity."""
        # key [1 2] [3 4], response [1 2 3] [5 6], everything repaired:
        # row        0  1  2 -1    mentions of `base`; -1 is one of the key that is added
        # label      0  0  2  2    their entities after the repair
        # home       0  1          what each entity of `base` became, a label; no mention has label 1
        # new        2 -1  3       the number of each label, after the two entities of `base`
        # became     2 -1          the same for each entity of `base`
        # owner      0 -1          the entity of `base` that each new one has its name from; -1 for none
        row, label = changed.row, changed.entity
        order = np.lexsort((-changed.last, changed.first, document))
        labels, opening = np.unique(label[order], return_index=True)
        by_opening = labels[np.argsort(opening, kind="stable")]
        size = int(label.max(initial=-1)) + 1
        new = np.full(max(size, int(home.max(initial=-1)) + 1), -1, np.int64)
        new[by_opening] = len(base.entities) + np.arange(len(by_opening))
        owner = np.full(len(by_opening), -1, np.int64)
        became = new[home]
        for entity in np.flatnonzero(became >= 0)[::-1].tolist():
            owner[became[entity] - len(base.entities)] = entity
        of_document = document[order][np.sort(opening)] if len(opening) else opening
        pseudo = base.entities.is_nonreferring
        objects = None
        if base.mentions.objects is not None:
            own, key_objects = base.mentions.objects, self.found.pairing.key.mentions.objects or ()
            objects = [
                own[mine] if theirs < 0 else key_objects[theirs]
                for mine, theirs in zip(row.tolist(), of_key.tolist(), strict=True)
            ]
        return replace(
            changed,
            entity=new[label],
            objects=objects,
            new_document=of_document,
            new_labels=_names(base, owner, of_document),
            new_nonreferring=None if pseudo is None else look_up(owner, pseudo, missing=False),
            home=became,
        ).on(base)

    def _check(self, corpus: Corpus, losses: Sequence[Problem] = ()) -> None:
        """Refuse a corpus whose score under the settings of the explanation differs from the stated one."""
        if self.result is None:
            return
        settings = self.settings
        again = pair(self.found.pairing.key.as_read, corpus, settings, Problems())
        for name, metric in self.repair_gains.metrics.items():
            f1 = 100 * float(metric.scores(again.count(metric).totals(), settings)["f1"])
            expected = self.scores[name][1]
            if not (
                math.isclose(f1, expected, abs_tol=TOLERANCE) or (math.isnan(f1) and math.isnan(expected))
            ):
                problem = Problem(
                    "CE117",
                    "losses-score-otherwise" if losses else "settings-score-otherwise",
                    f1=f1,
                    expected=expected,
                    metric=name,
                    losses=losses,
                    match=settings.match,
                    singletons=settings.singletons,
                    zeros=settings.zeros,
                )
                raise CorefevalError(problem)


def _placed(
    base: Corpus, key: Corpus, row: Integers, of_key: Integers, document: Integers
) -> tuple[Changed, Booleans]:
    """Look up the words of key mentions in a corpus, and keep those of its own mentions.

    Return the mentions, without their entities, and whether the corpus has all words and empty nodes of each.

    Args:
        base: the corpus.
        key: a key over the same words.
        row: the mention of the corpus that each is, -1 for a new one.
        of_key: the key mention whose words each has, -1 if it has its own.
        document: the document of each.
    """
    # row      0  1  2 -1    mentions of `base`
    # of_key  -1 -1 -1  3    mentions of the key that are added; `moved` finds their nodes in `base`
    old, theirs = base.mentions, key.mentions
    is_new = of_key >= 0
    none = np.full(len(row), -1, np.int64)
    is_found = np.ones(len(row), bool)
    if old.objects is not None:
        place = np.arange(len(row))
        return Changed(row, none, place, place, none, (none, none)), is_found

    def moved(nodes: Integers, rows: Integers) -> Integers:
        """Return the positions of key nodes in the corpus, -1 for -1."""
        given = nodes >= 0
        places = key.positions(np.where(given, nodes, 0), document[rows])
        found = base.nodes_at(places, document[rows]) if len(base.nodes.forms) else np.zeros_like(nodes)
        inside = (found >= base.nodes.start[document[rows]]) & (found < base.nodes.stop[document[rows]])
        same = np.zeros(len(rows), bool)
        same[inside] = base.positions(found[inside], document[rows][inside]) == places[inside]
        is_found[rows[given & ~same]] = False
        return np.where(given, found, -1)

    new = np.flatnonzero(is_new)
    columns = []
    for name in ("first", "last", "head", "minimum_first", "minimum_last"):
        column = look_up(row, getattr(old, name))
        column[new] = moved(getattr(theirs, name)[of_key[new]], new)
        columns.append(column)
    own = old.parts.select(np.where(is_new, -1, row), len(old))
    added = theirs.parts.select(of_key, len(theirs))
    parts = Parts(
        np.concatenate([own.mention, added.mention]),
        np.concatenate([own.first, moved(added.first, added.mention)]),
        np.concatenate([own.last, moved(added.last, added.mention)]),
    )
    order = np.argsort(parts.mention, kind="stable")
    parts = Parts(parts.mention[order], parts.first[order], parts.last[order])
    first, last, head, *minimum = columns
    return Changed(row, none, first, last, head, (minimum[0], minimum[1]), parts), is_found


def _names(base: Corpus, owner: Integers, document: Integers) -> list[str]:
    """Return the names of entities: the original name, or for new ones numbers or words that are free in the document."""
    labels = list(base.entities.labels)
    taken: dict[int, set[str]] = {}
    for entity, each in enumerate(base.entities.document.tolist()):
        taken.setdefault(each, set()).add(labels[entity])
    numbered = all(label.isascii() and label.isdigit() for label in labels)
    free = 1 + max((int(label) for label in labels), default=-1) if numbered else 1
    found = []
    for each, own in zip(document.tolist(), owner.tolist(), strict=True):
        if own >= 0:
            found.append(labels[own])
            continue
        prefix = "" if numbered else "repaired"
        while f"{prefix}{free}" in taken.get(each, ()):
            free += 1
        found.append(f"{prefix}{free}")
        free += 1
    return found


def _in_file_order(corpus: Corpus) -> Corpus:
    """Return the documents in the order of the file, without those that it lacks."""
    if corpus.mentions.objects is not None:
        return corpus
    there = np.array([bool(name) for name in corpus.names], bool)
    kept = np.flatnonzero(there | (corpus.nodes.stop > corpus.nodes.start))
    order = kept[np.argsort(corpus.nodes.start[kept], kind="stable")]
    if np.array_equal(order, np.arange(len(corpus.names))):
        return corpus
    return corpus.select_documents(order)
