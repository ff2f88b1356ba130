"""Features of mentions for breakdowns of scores and errors, as columns of numbers with their labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import numpy as np

from corefeval.arrays import Integers, begins_run, look_up
from corefeval.corpus.chains import Chains
from corefeval.corpus.corpus import Corpus, require
from corefeval.corpus.identity import identify
from corefeval.corpus.spans import sentence_numbers
from corefeval.linguistics.codes import OTHER
from corefeval.linguistics.derived_codes import pronoun_kinds
from corefeval.linguistics.described_side import (
    WORD_COLUMNS,
    DescribedSide,
    DescribedSides,
    features_in,
)
from corefeval.linguistics.dominant_mentions import Rank, ranks, usability
from corefeval.linguistics.labels import LABEL, label_column
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.predicates import Predicate, Values, ValuesOf
from corefeval.metrics.bridging import Anaphors
from corefeval.metrics.typed import NOUNS, described_sides, is_among
from corefeval.names import resolve, spelled
from corefeval.pairing.mapping import HOW, ways
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem, UsageError
from corefeval.text import TextColumn

NONE = "–"
"""The label of a missing value."""
OTHERS = "others"
"""The label of mentions for which a predicate is false."""
UNKNOWN = frozenset({NONE, MentionType.UNKNOWN.label, OTHER})
"""The labels that are not classes; averages skip them."""


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """The value of a feature for each mention.

    Attributes:
        name: as options name it.
        labels: its values.
        key: the number of the value of each key mention.
        response: the same for each response mention.
        is_ordered: whether the values have a natural order; otherwise the most frequent is shown first.
        scheme: all classes of the scheme; without a scheme the observed classes.
        is_of_response: whether only response mentions have it; a mention of both sides then has the response's
            value.
        note: a note on the source of the values.
        origin: its source, if several sources have this name: attribute, column, morphology; '' if it is
            computed.
    """

    name: str
    labels: tuple[str, ...]
    key: Integers
    response: Integers
    is_ordered: bool = False
    scheme: tuple[str, ...] = ()
    note: str = ""
    is_of_response: bool = False
    origin: str = ""

    def settled(self, pairing: Pairing) -> Feature:
        """Return the feature with one value for a mention that both sides have: the key's, or the response's if only that has one."""
        if self.is_of_response:
            partner = pairing.key_partner
            return replace(self, key=np.where(partner >= 0, look_up(partner, self.response), self.key))
        partner = pairing.response_partner
        return replace(self, response=np.where(partner >= 0, look_up(partner, self.key), self.response))


def _requested(pairing: Pairing) -> dict[str, Feature]:
    """Return the requested features of a pairing. Get them with `pairing.derive(_requested)`."""
    del pairing
    return {}


def feature(pairing: Pairing, name: str) -> Feature:
    """Return a feature of the mentions of both sides, each side's own value.

    Raises:
        UsageError: CE050 if the files lack this feature; it lists the available ones.
        CorefevalError: CE046 if types are requested but unknown.
    """
    origin = pairing.adapted
    if origin is not None:
        own = feature(origin.base, name)
        return replace(
            own,
            key=np.concatenate([own.key, own.response[origin.to_key]]),
            response=np.concatenate([own.response[origin.kept], own.key[origin.to_response]]),
        )
    found = pairing.derive(_requested)
    if name not in found:
        found[name] = feature_of(pairing.derive(described_sides), name)
    return found[name]


def feature_of(both: DescribedSides, name: str, also: Iterable[str] = ()) -> Feature:
    """Return a feature of the mentions of both sides; see `feature`. An error may list the available features."""
    name = spelled(name, BUILDERS) or name.strip()
    found = _chosen(both, name) if is_predicate(name) else _known(both, name)
    if found is None and name == "type":
        raise CorefevalError(Problem("CE046", "no-type-known", both[0].corpus.file))
    if found is None:
        name = resolve("feature", name, dict.fromkeys((*also, *offered(both))))
        found = _known(both, name)
    return replace(cast("Feature", found), name=name)


def is_predicate(name: str) -> bool:
    """Return whether a feature is a predicate: it names a value, or joins or negates terms."""
    return bool(set(name) & set(":!&*")) and not name.startswith("window:")


def _chosen(both: DescribedSides, name: str) -> Feature:
    """Return the feature that separates mentions that satisfy a predicate from the others; it may use any feature.

    Raises:
        UsageError: CE050 for an invalid predicate, or a term with an unknown feature or value.
    """
    predicate = Predicate.parse(name, of="by")

    def values(side: int) -> ValuesOf:
        def look(attribute: str) -> Values:
            found = feature_of(both, attribute)
            labels = ["" if label == NONE else label for label in found.labels]
            return (found.key, found.response)[side], labels

        return look

    looks = values(0), values(1)
    idle = predicate.idle(*looks)
    if idle:
        labels = dict.fromkeys(label for look in looks for label in look(idle[0].attribute)[1] if label)
        resolve("value", idle[0].pattern, labels, of=idle[0].attribute, exactly=True)
    key, response = (np.where(predicate.holds(look), 0, 1) for look in looks)
    return Feature(name, (name, OTHERS), key, response, is_ordered=True)


def _known(both: DescribedSides, name: str) -> Feature | None:
    attribute = spelled(name, _attributes(both))
    if attribute and name not in _RESERVED:
        given = _of_texts(name, both, lambda side: side.corpus.mentions.attributes.column(attribute))
        return None if given is None else replace(given, origin="attribute")
    builder = BUILDERS.get(name)
    if builder is not None:
        return builder(both)
    if name == LABEL:
        return _of_texts(name, both, lambda side: label_column(side.corpus))
    if name.startswith("window:"):
        size = name.partition(":")[2]
        if not (size.isascii() and size.isdigit() and 0 < int(size) < 10**12):
            raise UsageError(Problem("CE050", "no-window-words", size=size))
        return _window(int(size), both)
    if not all(side.has_text for side in both):
        return None
    for origin, pick in (
        ("column", lambda side: side.of_head(name.lower())),
        ("morphology", lambda side: side.morphology(name)),
    ):
        found = _of_texts(name, both, pick)
        if found is not None:
            return replace(found, origin=origin)
    return None


def offered(both: DescribedSides) -> list[str]:
    """Return the features that these files have."""
    names = [*BUILDERS, *_attributes(both)]
    if all(side.has_text for side in both):
        columns = [column for side in both if (column := side.of_head("feats")) is not None]
        features = {each for column in columns for text in column.codes()[1] for each, _ in features_in(text)}
        names += [*WORD_COLUMNS, *sorted(features)]
    return [name for name in dict.fromkeys(names) if _known(both, name) is not None]


def _attributes(both: DescribedSides) -> list[str]:
    return list(
        dict.fromkeys(attribute for side in both for attribute in side.corpus.mentions.attributes.names)
    )


def _of_texts(
    name: str, both: DescribedSides, pick: Callable[[DescribedSide], TextColumn | None]
) -> Feature | None:
    """Return a feature whose values are texts; None if neither side has values."""
    columns = [pick(side) for side in both]
    filled = [
        TextColumn.of([""] * len(side.corpus.mentions)) if column is None else column
        for side, column in zip(both, columns, strict=True)
    ]
    number, labels = TextColumn.concatenate(filled).codes()
    blank = {"", "_"}
    if not set(labels) - blank:
        return None
    shown = tuple(dict.fromkeys(NONE if label in blank else label for label in labels))
    place = np.array([shown.index(NONE if label in blank else label) for label in labels], np.int64)
    size = len(both[0].corpus.mentions)
    return Feature(name, shown, place[number[:size]], place[number[size:]])


@dataclass(frozen=True, slots=True)
class Bins:
    """Numbers in a few bins: edges are the lowest values of all bins but the first."""

    edges: tuple[int, ...]
    labels: tuple[str, ...]

    def number(self, values: Integers) -> Integers:
        """Return the bin of each value."""
        return np.searchsorted(np.array(self.edges), values, side="right").astype(np.int64)


LENGTHS = Bins((2, 3, 5), ("1 word", "2 words", "3–4 words", "5 or more words"))
ENTITY_SIZES = Bins(
    (2, 3, 5, 10), ("1 mention", "2 mentions", "3–4 mentions", "5–9 mentions", "10 or more mentions")
)
DISTANCES = Bins(
    (0, 1, 2, 6, 21),
    ("nothing before", "same sentence", "1 sentence", "2–5 sentences", "6–20 sentences", "over 20 sentences"),
)
SPREADS = Bins(
    (0, 21, 101, 501, 2001),
    ("one mention", "0–20 words", "21–100 words", "101–500 words", "501–2000 words", "over 2000 words"),
)
SENTENCE_SPREADS = Bins(
    (0, 1, 2, 6, 21, 101),
    (
        "one mention",
        "same sentence",
        "1 sentence",
        "2–5 sentences",
        "6–20 sentences",
        "21–100 sentences",
        "over 100 sentences",
    ),
)
RANKS = tuple(rank.name.lower().replace("_", " ") for rank in Rank)


def sentences_back(side: DescribedSide) -> Integers:
    """Return the number of sentences between a mention and the previous one of its entity, -1 for the first mention."""
    sentence, before = sentence_numbers(side.corpus), Chains(side.corpus).predecessor
    return np.where(before >= 0, sentence - sentence[before], -1)


def entity_spreads(corpus: Corpus, place: Integers) -> Integers:
    """Return the distance between the first and the last mention of each entity, -1 for a singleton.

    Args:
        corpus: one side.
        place: where each mention begins, in words or sentences, comparable within a document.
    """
    entity, count = corpus.mentions.entity, len(corpus.entities)
    first, last = np.full(count, np.iinfo(np.int64).max), np.full(count, -1, np.int64)
    np.minimum.at(first, entity, place)
    np.maximum.at(last, entity, place)
    return np.where(corpus.entity_sizes > 1, last - first, -1)


def _spread(place: Callable[[Corpus], Integers], side: DescribedSide) -> Integers:
    corpus = side.corpus
    return entity_spreads(corpus, place(corpus))[corpus.mentions.entity]


def word_numbers(corpus: Corpus) -> Integers:
    """Return the number of words of the corpus before each mention; zeros are not words."""
    return corpus.nodes.words_before(corpus.mentions.first)


WINDOW = 10_000
"""The default number of words of a window."""


def _window(size: int, both: DescribedSides) -> Feature | None:
    """The window of this many words in which a mention starts; a link counts in the window of its later mention."""

    def number(side: DescribedSide) -> Integers:
        corpus = side.corpus
        before = corpus.nodes.words_before(corpus.nodes.start)[corpus.mention_document]
        return (word_numbers(corpus) - before) // size

    found = _scale((), number, both)
    if found is None:
        return None
    windows = 1 + int(max(found.key.max(initial=0), found.response.max(initial=0)))
    labels = [f"words {place * size + 1:,}–{(place + 1) * size:,}" for place in range(windows)]
    return replace(found, labels=tuple(labels))


def is_nested(corpus: Corpus) -> Integers:
    """Return 1 for mentions inside another one (which starts no later and ends no earlier), otherwise 0."""
    last, order = corpus.mentions.last, corpus.mentions.in_text_order()
    reach = np.maximum.accumulate(np.append(-1, last[order][:-1]))
    nested = np.zeros(len(last), np.int64)
    nested[order] = reach >= last[order]
    return nested


def _scale(
    labels: Sequence[str],
    number: Callable[[DescribedSide], Integers],
    both: DescribedSides,
    *,
    text: bool = True,
) -> Feature | None:
    """Return a feature with ordered values; None if it needs a text and there is none."""
    if text and not all(side.has_text for side in both):
        return None
    key, response = (number(side) for side in both)
    return Feature("", tuple(labels), key, response, is_ordered=True)


def _binned(
    bins: Bins, value: Callable[[DescribedSide], Integers], both: DescribedSides, *, text: bool = True
) -> Feature | None:
    return _scale(bins.labels, lambda side: bins.number(value(side)), both, text=text)


OF_DOCUMENTS = frozenset({"document", "genre"})
"""The features that all mentions of a document have in common."""


def genre(name: str) -> str:
    """Return the genre that the name of a document begins with, '' if it has no beginning or that is a number.

    The first folder of a path (`bc/cctv/00/cctv_0000` is bc). Otherwise the first piece of a name with underscores,
    without the name of the corpus in capitals (`GUM_academic_art` is academic, `news_17` news).
    """
    pieces = name.split("_")
    if "/" in name:
        found = name.partition("/")[0]
    elif len(pieces) > 2 and pieces[0].isupper():
        found = pieces[1]
    else:
        found = pieces[0] if len(pieces) > 1 else ""
    return "" if found.isdigit() else found


def _genre(both: DescribedSides) -> Feature | None:
    names = TextColumn.of([genre(name) for name in both[0].names])
    return _of_texts("genre", both, lambda side: names.take(side.corpus.mention_document))


def _bridging(both: DescribedSides, *, scored: bool = False) -> Feature | None:
    """The relation of a bridging anaphor to its anchor: the first of several, or that of the scored link."""
    require("bridging", *(side.corpus for side in both))

    def relation(side: DescribedSide) -> TextColumn:
        corpus = side.corpus
        found, read = corpus.relations, corpus.as_read
        links = Anaphors.of(read, identify([read])[0]).link if scored else np.arange(len(found.anaphor))
        place = np.full(len(read.mentions) + 1, len(found.anaphor), np.int64)
        place[found.anaphor[links[::-1]]] = links[::-1]
        rows = np.arange(len(corpus.mentions)) if corpus.number is None else corpus.number
        named = TextColumn.of([*(text or "unnamed" for text in found.bridging_relation), ""])
        return named.take(place[rows])

    return _of_texts("bridging", both, relation)


def _code(both: DescribedSides, *, classes: bool = False) -> Feature | None:
    given, note, scheme = [side.given_types for side in both], "", both[0].scheme
    if given == [None, None] and all(side.has_text for side in both):
        given, note = [side.derived_types for side in both], "codes derived, the files give none"

    def shown(code: str) -> str:
        if not classes or not code:
            return code
        own = scheme.class_of(code)
        return own if own in scheme.classes else own and OTHER

    def column(side: DescribedSide) -> TextColumn | None:
        typing = given[0] if side is both[0] else given[1]
        return None if typing is None else TextColumn.of([shown(code) for code in typing.code])

    found = _of_texts("code", both, column)
    if found is None:
        return None
    return replace(found, scheme=scheme.classes if classes else (), note=note)


def _type(both: DescribedSides) -> Feature | None:
    if not any(side.linguistics.type.any() for side in both):
        return None
    labels = [kind.label for kind in MentionType]
    return _scale(labels, lambda side: side.linguistics.type, both, text=False)


WORD_CLASSES = ("NOUN", "PRP", "PRP$", "other")
"""The classes of Table 3 of Tuggener (2014): nouns, personal and possessive pronouns by their Penn tags, and the rest."""


def _word_class(both: DescribedSides) -> Feature | None:
    """Names, nominals and events; personal and reflexive pronouns; possessive pronouns; everything else.

    The paper finds them by Penn tags. With Universal Dependencies the features of the head decide.
    """
    if _type(both) is None or not all(side.has_text for side in both):
        return None

    def number(side: DescribedSide) -> Integers:
        kind = pronoun_kinds(side.corpus, side.head)
        types = side.linguistics.type
        is_pronoun = types == MentionType.PRONOUN
        return np.select(
            [
                is_among(types, NOUNS),
                is_pronoun & np.isin(kind, ["personal", "reflexive"]),
                is_pronoun & (kind == "possessive"),
            ],
            [0, 1, 2],
            3,
        ).astype(np.int64)

    return _scale(WORD_CLASSES, number, both)


def _word(both: DescribedSides) -> Feature | None:
    """The head of a mention as a word of the text, in small letters."""
    if not all(side.has_text for side in both):
        return None

    def words(side: DescribedSide) -> TextColumn:
        number, forms = side.corpus.nodes.forms.take(side.head).codes()
        return TextColumn.of([form.lower() for form in forms]).take(number)

    return _of_texts("word", both, words)


USABLE = ("with a name", "with nouns only", "without a dominant mention", "one mention")
"""Kinds of mentions by which the entity of a mention can be found."""


CLASSES_OF_MENTIONS = ("etype", "ne", "class")
"""The sources of an entity's class, in this order: entity types of the file, named-entity classes, classes of type codes."""


def _entity_class(both: DescribedSides) -> Feature | None:
    """The most frequent class of an entity's mentions, separately for each side; in a tie that of the first mention."""
    found = next((given for name in CLASSES_OF_MENTIONS if (given := _known(both, name)) is not None), None)
    if found is None:
        return None
    labels = found.labels if NONE in found.labels else (*found.labels, NONE)
    none, width = labels.index(NONE), len(labels)

    def voted(side: DescribedSide, own: Integers) -> Integers:
        entity, count = side.corpus.mentions.entity, len(side.corpus.entities)
        votes = np.flatnonzero(own != none)
        cells, first, size = np.unique(
            entity[votes] * width + own[votes], return_index=True, return_counts=True
        )
        order = np.lexsort((first, -size, cells // width))
        chosen = order[begins_run(cells[order] // width)]
        of_entity = np.full(count, none, np.int64)
        of_entity[cells[chosen] // width] = cells[chosen] % width
        return of_entity[entity]

    return Feature(
        "entity-class",
        labels,
        voted(both[0], found.key),
        voted(both[1], found.response),
        note=f"the class of most mentions of the entity ({found.name})",
    )


def _usability(both: DescribedSides) -> Feature | None:
    if _type(both) is None:
        return None

    def number(side: DescribedSide) -> Integers:
        found = usability(side.as_read, side.linguistics)
        lacks = np.select([~found.is_chain, found.without_dominant, found.nameless], [3, 2, 1], 0)
        return lacks.astype(np.int64)[side.corpus.mentions.entity]

    return _scale(USABLE, number, both)


def _carried(both: DescribedSides) -> Feature | None:
    """How mentions of the response were mapped to the key's words."""
    found = ways(both[1].corpus)
    if found is None:
        return None
    labels = (NONE, "same words", *HOW[1:])
    nothing = np.zeros(len(both[0].corpus.mentions), np.int64)
    return Feature("carried", labels, nothing, found + 1, is_ordered=True, is_of_response=True)


BUILDERS: Mapping[str, Callable[[DescribedSides], Feature | None]] = {
    "type": _type,
    "word-class": _word_class,
    "word": _word,
    "pos": lambda both: _of_texts("pos", both, lambda side: side.linguistics.pos),
    "ne": lambda both: _of_texts("ne", both, lambda side: side.linguistics.ne),
    "code": _code,
    "class": partial(_code, classes=True),
    "rank": partial(_scale, RANKS, lambda side: ranks(side.as_read, side.linguistics)),
    "usability": _usability,
    "entity-class": _entity_class,
    "bridging": _bridging,
    "rel": partial(_bridging, scored=True),
    "distance": partial(_binned, DISTANCES, sentences_back),
    "spread": partial(_binned, SPREADS, partial(_spread, word_numbers)),
    "sentence-spread": partial(_binned, SENTENCE_SPREADS, partial(_spread, sentence_numbers)),
    "entity-size": partial(
        _binned, ENTITY_SIZES, lambda side: side.corpus.entity_sizes[side.corpus.mentions.entity], text=False
    ),
    "window": partial(_window, WINDOW),
    "length": partial(_binned, LENGTHS, lambda side: side.corpus.mention_sizes),
    "nested": partial(_scale, ("no", "yes"), lambda side: is_nested(side.corpus)),
    "document": lambda both: _scale(
        both[0].names, lambda side: side.corpus.mention_document, both, text=False
    ),
    "genre": _genre,
    "carried": _carried,
}
"""The features that are more than a column of the file."""

_RESERVED = frozenset({"type", "pos", "ne", "code", "carried"})
"""The features that use the mention attribute of the same name, or have the same content."""
