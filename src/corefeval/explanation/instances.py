"""Single errors for reading: place, words, type, distance from the rest of the entity, and cost.

All requested errors are read at once from the columns of the corpus: GUM has 23,631 errors of 45,491 mentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.columns import Column, DataRow, data, plain, to_row
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import sentence_numbers, sentence_of
from corefeval.corpus.views import mention_texts
from corefeval.explanation.errors import CLASS, ErrorClass
from corefeval.explanation.found_errors import FoundErrors
from corefeval.linguistics.mention_types import MentionType
from corefeval.pairing.mapping import HOW, ways
from corefeval.text import shortened

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ErrorMention(DataRow):
    """A mention of an error, with the key's span if the key has it.

    Attributes:
        text: its words.
        type: name, nominal, pronoun …
        side: its side: key, response or both.
        sentence: the number of its sentence in the document, from 1; None without text.
        spans: first and last token of each of its parts, from 0 within the document; () without text.
        carried: how the response's mention was mapped to the key's words (see pairing.mapping.HOW); '' if it has
            these words, or is not in the response.
        document: its document, where several are scored as one (--across); '' elsewhere.
    """

    text: str
    type: str
    side: str
    sentence: int | None
    spans: Spans
    carried: str = ""
    document: str = ""

    DATA = data("side", "sentence", "first", "last", "text", "type", "parts?", "carried?", "document?")

    @property
    def first(self) -> int | None:
        """Its first token; None without text."""
        return self.spans[0][0] if self.spans else None

    @property
    def last(self) -> int | None:
        """Its last token; None without text."""
        return self.spans[-1][1] if self.spans else None

    @property
    def parts(self) -> Spans:
        """The spans of a discontinuous mention; () for any other."""
        return self.spans if len(self.spans) > 1 else ()

    @property
    def place(self) -> str:
        """Its place in the document, in words, after the document if several are scored as one; '' without text."""
        if not self.spans:
            return ""
        first, last = self.first, self.last
        tokens = f"token {first}" if first == last else f"tokens {first}–{last}"
        within = f"{self.document}, " if self.document else ""
        return f"{within}{tokens}" if self.sentence is None else f"{within}sentence {self.sentence}, {tokens}"


@dataclass(frozen=True, slots=True)
class MentionInContext(DataRow):
    """A mention in its document. Errors, judged mentions and changed mentions are subclasses with more fields.

    Attributes:
        document: the document's name.
        mention: the mention.
    """

    document: str
    mention: ErrorMention

    @property
    def where(self) -> str:
        """Document and place, in words."""
        return ", ".join(filter(None, (self.document, self.mention.place)))


PLACE = (
    Column("Document", "text", "document", of=lambda row: row.mention.document or row.document),
    Column(
        "Sentence",
        name="sentence",
        of=lambda row: row.mention.sentence,
        shown=lambda number: "" if number is None else str(number),
    ),
    *data("first=mention.first", "last=mention.last", "text=mention.text"),
)
"""Where a mention is: columns of every MentionInContext."""

IN_CONTEXT = (
    PLACE[0],
    *data("side=mention.side", "sentence=mention.sentence", "first=mention.first", "last=mention.last"),
    *data("text=mention.text", "type=mention.type", "parts=mention.parts?", "carried=mention.carried?"),
)
"""All JSON fields of the mention of a MentionInContext."""

_DESCRIBED = (CLASS, *PLACE, *data("type=mention.type", "distance"))


@dataclass(frozen=True, slots=True)
class Error(MentionInContext):
    """One structural error, for reading. Its mention is the anchor: the earliest non-pronoun, or else the earliest mention.

    Attributes:
        number: its row in Explanation.table.
        error_class: its class.
        mentions: its mentions; for a span error the key's, then the response's.
        distance: the number of sentences between the anchor and the closest earlier mention of the rest of the
            entity; None if none precedes it.
        key_mentions: its mentions in the key (rows of pairing.key).
        response_mentions: its mentions in the response (rows of pairing.response).
        entity: the words of its entity; see errors.OF_KEY.
        chosen: the mention to which the system linked the anchor: the previous mention in its response entity;
            for a span error the response's span. None if there is no such mention, or it starts an entity.
        right: the mention to which the key links it; for a span error the key's span; None if there is no such
            mention, or it starts an entity.
        deltas: for each metric the points of F1 gained by repairing it alone; negative if the repair lowers the
            score.
    """

    number: int
    error_class: ErrorClass
    mentions: tuple[ErrorMention, ...]
    distance: int | None
    key_mentions: tuple[int, ...]
    response_mentions: tuple[int, ...]
    entity: tuple[str, ...]
    chosen: ErrorMention | None
    right: ErrorMention | None
    deltas: Mapping[str, float]

    DATA = (*_DESCRIBED, *data("points=deltas", "chosen", "right", "mentions", "entity"))

    def __repr__(self) -> str:
        """Return its class, its place and the gain from repairing it."""
        gains = ", ".join(f"{metric} {delta:+.2f}" for metric, delta in self.deltas.items())
        return f"<Error: {self.error_class.title} in {self.document!r}: {shortened(self.text, 80)}; {gains}>"

    @property
    def anchor(self) -> ErrorMention:
        """The mention that represents it."""
        return self.mention

    @property
    def texts(self) -> tuple[str, ...]:
        """The words of each of its mentions."""
        return tuple(mention.text for mention in self.mentions)

    @property
    def marked(self) -> tuple[str, ...]:
        """The same, with how each was mapped, unless to the same characters."""
        told = ("", "exactly")
        return tuple(
            mention.text if mention.carried in told else f"{mention.text} [{mention.carried}]"
            for mention in self.mentions
        )

    @property
    def text(self) -> str:
        """The words of its mentions, on one line."""
        return " | ".join(self.texts)

    @property
    def carried(self) -> str:
        """How its mentions were mapped, on one line; '' if none was."""
        ways = [mention.carried for mention in self.mentions]
        return " | ".join(way or "-" for way in ways) if any(ways) else ""

    def to_row(self) -> dict[str, Any]:
        """Return the same as one row: mentions and entity as words on one line."""
        points = {f"points {metric}": plain(gain) for metric, gain in self.deltas.items()}
        return to_row(COLUMNS, self) | points


def _words(mention: ErrorMention | None) -> str:
    return "" if mention is None else mention.text


COLUMNS = (
    *_DESCRIBED,
    *data("mentions=text", "carried"),
    Column("", name="entity", of=lambda error: " | ".join(error.entity)),
    Column("", name="chosen", of=lambda error: _words(error.chosen)),
    Column("", name="right", of=lambda error: _words(error.right)),
)
"""The columns of a row, before those of the points."""


_LABELS = [kind.label for kind in MentionType]


class MentionsRead:
    """Chosen mentions of key or response, read at once."""

    def __init__(self, corpus: Corpus, kinds: Integers, rows: Integers) -> None:
        chosen = np.unique(rows[rows >= 0])
        count = len(chosen)
        types = [_LABELS[kind] for kind in kinds[chosen].tolist()]
        found = ways(corpus)
        how = [HOW[0]] * count if found is None else [HOW[way] for way in found[chosen].tolist()]
        sentences: list[int] | list[None] = [None] * count
        spans: list[Spans] = [()] * count
        documents = [""] * count
        if corpus.mentions.objects is None:
            start = corpus.nodes.start[corpus.mention_document[chosen]]
            numbers = sentence_numbers(corpus)[chosen] + 1
            if corpus.source.joined is not None and count:
                starts, names = corpus.source.joined
                within = np.searchsorted(starts, corpus.mentions.first[chosen], side="right") - 1
                numbers = numbers - sentence_of(corpus, starts[within]) + sentence_of(corpus, start)
                start = starts[within]
                documents = [names[number] for number in within.tolist()]
            sentences = numbers.tolist()
            first, last = corpus.mentions.first[chosen] - start, corpus.mentions.last[chosen] - start
            spans = [((one, other),) for one, other in zip(first.tolist(), last.tolist(), strict=True)]
            for place in np.flatnonzero(corpus.mentions.is_discontinuous[chosen]).tolist():
                begin = int(start[place])
                parts = corpus.mentions.parts.of(int(chosen[place]))
                spans[place] = tuple((one - begin, other - begin) for one, other in parts)
        texts = mention_texts(corpus, chosen)
        columns = zip(texts, types, sentences, spans, documents, how, strict=True)
        self._read: dict[int, tuple[str, str, int | None, Spans, str, str]] = dict(
            zip(chosen.tolist(), columns, strict=True)
        )

    def text(self, row: int) -> str:
        """Return the words of a mention."""
        return self._read[row][0]

    def carried(self, row: int) -> str:
        """Return how a mention was mapped."""
        return self._read[row][-1]

    def mention(self, row: int, side: str, carried: str = "") -> ErrorMention:
        """Return a mention."""
        text, kind, sentence, spans, document, _ = self._read[row]
        return ErrorMention(text, kind, side, sentence, spans, carried, document)


def read_errors(
    explained: FoundErrors,
    numbers: Integers,
    deltas: Mapping[str, Floats],
    distances: Integers | None,
) -> Iterator[Error]:
    """Yield some errors, in the requested order.

    Args:
        explained: the explanation that has the errors.
        numbers: rows of its table.
        deltas: the gain from repairing each error.
        distances: its distance from the rest of the entity, -1 for none; None without a text.
    """
    # rows of joint         0   1   2   3
    # ours (key mention)    0   1  -1   2     -1: the key lacks it
    # theirs (response)     0  -1   1   2
    # an error of the rows [1, 3] whose anchor is 3: `right` is the row before it in its key entity, here 1, `chosen` the one
    # before it in its response entity, -1 for none; `wanted` are all rows whose words are read
    table, joint = explained.table, explained.aligned
    of_key = table.is_of_key[numbers]
    _, member = table.members.take(numbers)
    _, of_key_entity = joint.by_key_entity.take(table.whole[numbers[of_key]])
    _, of_response_entity = joint.by_response_entity.take(table.whole[numbers[~of_key]])
    anchor_row = explained.anchors()[numbers]
    chosen, right = joint.response_antecedent[anchor_row], joint.key_antecedent[anchor_row]
    wanted = np.concatenate(
        [member, of_key_entity, of_response_entity, chosen[chosen >= 0], right[right >= 0]]
    )
    key = MentionsRead(explained.pairing.key, explained.key_linguistics.type, joint.key_mention[wanted])
    response = MentionsRead(
        explained.pairing.response, explained.response_linguistics.type, joint.response_mention[wanted]
    )
    ours, theirs = joint.key_mention.tolist(), joint.response_mention.tolist()

    def mention(row: int) -> ErrorMention:
        if theirs[row] < 0:
            return key.mention(ours[row], "key")
        carried = response.carried(theirs[row])
        if ours[row] < 0:
            return response.mention(theirs[row], "response", carried)
        return key.mention(ours[row], "both", carried)

    gains = {metric: values[numbers].tolist() for metric, values in deltas.items()}
    documents = table.document[numbers].tolist()
    kinds, wholes = table.kind[numbers].tolist(), table.whole[numbers].tolist()
    for place, number in enumerate(numbers.tolist()):
        rows = table.members[number]
        kind = ErrorClass(kinds[place])
        mentions: tuple[ErrorMention, ...]
        chosen_one: ErrorMention | None
        right_one: ErrorMention | None
        if kind is ErrorClass.SPAN_ERROR:
            carried = response.carried(theirs[rows[0]])
            mentions = (
                key.mention(ours[rows[0]], "key"),
                response.mention(theirs[rows[0]], "response", carried),
            )
            anchor, (right_one, chosen_one) = mentions[0], mentions
        else:
            mentions = tuple(map(mention, rows))
            anchor = mentions[rows.index(int(anchor_row[place]))]
            chosen_one = response.mention(theirs[chosen[place]], "response") if chosen[place] >= 0 else None
            right_one = key.mention(ours[right[place]], "key") if right[place] >= 0 else None
        if of_key[place]:
            entity = tuple(key.text(ours[row]) for row in joint.by_key_entity[wholes[place]])
        else:
            entity = tuple(response.text(theirs[row]) for row in joint.by_response_entity[wholes[place]])
        distance = -1 if distances is None else int(distances[number])
        yield Error(
            document=explained.pairing.names[documents[place]],
            mention=anchor,
            number=number,
            error_class=kind,
            mentions=mentions,
            distance=None if distance < 0 else distance,
            key_mentions=tuple(ours[row] for row in rows if ours[row] >= 0),
            response_mentions=tuple(theirs[row] for row in rows if theirs[row] >= 0),
            entity=entity,
            chosen=chosen_one,
            right=right_one,
            deltas={metric: values[place] for metric, values in gains.items()},
        )
