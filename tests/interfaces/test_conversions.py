"""From every format that is read to every format that is written: what is not as it was is said, all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.catalogue import ENTRIES
from corefeval.problems import CorefevalError
from corefeval.problems.render import sentence as sentence_of
from corefeval.validation import validate
from tests.files import RICH

WRITTEN = [entry.name for entry in ENTRIES if entry.written]
COLUMNS = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "speaker", "parse", "ne")
FILLERS = {"", "-", "_", "*", "O"}
SAID = {
    "names": ("document name",),
    "words": ("word", "form"),
    "zeros": ("empty node",),
    "sentences": ("sentence",),
    "mentions": ("mention", "part"),
    "entities": ("mention", "entit"),
    "labels": ("entity name", "entity id", "identifier", "-Pseudo"),
    "heads": ("head",),
    "minimum spans": ("minimum",),
    "non-referring": ("refer",),
    "split antecedents": ("split",),
    "bridging": ("bridging",),
}
"""The words with which a loss of each kind is told; of a column or an attribute it is its name."""


@pytest.fixture
def rich(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Write the rich file of a format, and what belongs to it."""
    for name, text in RICH[request.param].items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / next(iter(RICH[request.param]))


def facts(corpus: Corpus) -> Iterator[tuple[str, Counter[Any]]]:
    """Yield everything that a corpus says, by kind, in characters of words counted within documents; nothing of it by its own code."""
    nodes, mentions, place = corpus.nodes, corpus.mentions, dict[int, tuple[int, int, int]]()
    empty, end = {*nodes.empty.tolist()}, dict[int, tuple[int, int, int]]()
    spans_of = zip(corpus.names, nodes.start.tolist(), nodes.stop.tolist(), strict=True)
    for document, (_, start, stop) in enumerate(sorted(spans_of)):  # in a folder they stand by name
        letters = zero = 0
        for node in range(start, stop):
            zero = zero + 1 if node in empty else 0
            place[node] = (document, letters, zero)
            letters += 0 if node in empty else len("".join(nodes.forms[node].split()))
            end[node] = (document, letters, zero)
    yield "names", Counter(corpus.names)
    yield "words", Counter((place[node], nodes.forms[node]) for node in place if node not in empty)
    yield "zeros", Counter(place[node] for node in empty)
    inner = ({*nodes.sentences.tolist()} - {*nodes.start.tolist()}) & place.keys()
    yield "sentences", Counter(place[node] for node in inner if node not in empty)
    whole = list(zip(mentions.first.tolist(), mentions.last.tolist(), strict=True))
    spans = [
        tuple((place[first], end[last]) for first, last in mentions.parts.of(row) or [whole[row]])
        for row in range(len(mentions))
    ]
    rows = list(enumerate(zip(spans, mentions.entity.tolist(), strict=True)))
    entity = {
        number: tuple(sorted(span for _, (span, own) in rows if own == number)) for _, (_, number) in rows
    }
    yield "mentions", Counter(spans)
    yield "entities", Counter(entity.values())
    labels = {number: corpus.entities.labels[number].removesuffix("-Pseudo") for number in entity}
    yield "labels", Counter((members, labels[number]) for number, members in entity.items())
    yield (
        "heads",
        Counter((spans[row], place[head]) for row, head in enumerate(mentions.head.tolist()) if head >= 0),
    )
    minima = zip(mentions.minimum_first.tolist(), mentions.minimum_last.tolist(), strict=True)
    yield (
        "minimum spans",
        Counter(
            (spans[row], place[first], end[last]) for row, (first, last) in enumerate(minima) if first >= 0
        ),
    )
    silent = corpus.entities.is_nonreferring
    yield (
        "non-referring",
        Counter(members for number, members in entity.items() if silent is not None and silent[number]),
    )
    relations = corpus.relations
    pairs = zip(relations.whole.tolist(), relations.element.tolist(), strict=True)
    yield "split antecedents", Counter((entity[whole], entity[element]) for whole, element in pairs)
    links = zip(
        relations.anaphor.tolist(), relations.anchor_entity.tolist(), relations.bridging_relation, strict=True
    )
    yield "bridging", Counter((spans[anaphor], entity[anchor], name) for anaphor, anchor, name in links)
    for name in mentions.attributes.names:
        cells = mentions.attributes.column(name)
        assert cells is not None
        yield f"'{name}'", Counter((spans[row], cells[row]) for row in range(len(spans)) if cells[row])
    for name, column in corpus.source.columns(COLUMNS).items():
        if column is not None:
            said = ((place[node], column[node]) for node in place if node not in empty)
            yield f"column '{name}'", Counter(pair for pair in said if pair[1] not in FILLERS)


def _of(there: dict[Any, int], kind: str, gone: Counter[Any]) -> Counter[Any]:
    """Return what is gone without what was said of mentions and entities that are gone themselves."""
    if kind in {"names", "words", "zeros", "sentences", "mentions", "entities"} or kind.startswith("column"):
        return gone
    return Counter(
        {fact: count for fact, count in gone.items() if (fact if fact in there else fact[0]) in there}
    )


@pytest.mark.parametrize("target", WRITTEN)
@pytest.mark.parametrize("rich", RICH, indirect=True)
def test_nothing_is_lost_in_silence(rich: Path, target: str) -> None:
    """Read, written and read again: each kind of thing of which any is gone is named in a warning, or it is refused."""
    corpus = formats.read(rich)
    written = rich.with_name("written")
    try:
        losses = formats.write(corpus, written, target)
    except CorefevalError as error:
        assert {problem.code for problem in error.problems} <= {"CE044", "CE047"}  # noqa: PT017 - a refusal is no silence
        return
    again = dict(facts(formats.read(written, target)))
    messages = [sentence_of(problem) for problem in losses]
    there = {**again["mentions"], **again["entities"]}
    silent = {
        kind: gone
        for kind, before in facts(corpus)
        if (gone := _of(there, kind, before - again.get(kind, Counter())))
        and not any(word in message for word in SAID.get(kind, (kind, "attribute")) for message in messages)
    }
    assert silent == {}, messages
    was = dict(facts(corpus))
    kinds = {problem.named["what"].kind if "what" in problem.named else problem.kind for problem in losses}
    for kind, named in (
        ("split antecedents", {"split-antecedents", "split-antecedents-changed"}),
        ("bridging", {"bridging-changed"}),
    ):
        if kinds & named:
            assert was[kind] != again[kind], messages


@pytest.mark.parametrize("rich", RICH, indirect=True)
def test_no_file_holds_more_than_its_format_is_reported_to(rich: Path) -> None:
    """What 'corefeval formats' says that a format can hold is what is found in a file of it, at least."""
    found = validate(rich)
    (entry,) = (entry for entry in ENTRIES if entry.name == found.format)
    assert found.errors == []
    assert {*found.holds} <= {*entry.holds}


def test_every_format_has_a_rich_file() -> None:
    """A new format is converted too."""
    assert RICH.keys() == {entry.name for entry in ENTRIES}
