"""Chains as lists of strings in JSON: {"Chain1": ["Sarah", "She"]} or [["Sarah", "She"]].

The strings are located in the text, in their order. Chains may also be in a field: {"clusters": {"1": ["Sarah", "She"]}}
or {"entities": [{"mentions": ["Sarah", "She"]}]}. Or each mention names its entity: {"Sarah": "e1", "She": "e1"} or
[{"mention": "Sarah", "cluster": 1}]. The text is in the file, in a file next to it, or in the key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.detect import FIELDS, JSON_STRINGS, LABELS, PAIR, WORDS, end_of_json, one_of, unquoted
from corefeval.formats.files import TextFile
from corefeval.formats.inline.placement import Placed, Quoted, place_strings, report
from corefeval.formats.inline.tags import TaggedDocument, TaggedText, spaced
from corefeval.formats.json_values import decode
from corefeval.formats.jsonlines.fields import Named
from corefeval.formats.standoff import AnnotatedDocument, assemble
from corefeval.problems import CorefevalError, Place, Problem, Problems, warning

_Unread = dict[tuple[str, str, str], None]
"""Fields that are not read: the kind of CE038, the field that is read in its place, and the field."""
_Chain = list[str | list[str]]
_Answer = dict[str, str | _Chain] | _Chain


class _Quote(msgspec.Struct):
    """A mention as an object; other fields are ignored."""

    text: str | None = None
    mention: str | None = None
    string: str | None = None
    span_text: str | None = None

    @property
    def words(self) -> str:
        """The words of the mention."""
        return next((words for field in WORDS if (words := getattr(self, field))), "")


class _Entity(msgspec.Struct):
    """An entity as an object."""

    mentions: list[str | _Quote]
    id: str | int | None = None
    entity_id: str | int | None = None
    cluster_id: str | int | None = None
    name: str | None = None

    @property
    def number(self) -> str | None:
        """Its number. Several objects with the same number are one entity."""
        numbers = (self.id, self.entity_id, self.cluster_id)
        return next((str(number) for number in numbers if number is not None), None)


_Chains = dict[str, list[str | _Quote]] | list[list[str | _Quote] | _Entity]


class _Wrapped(msgspec.Struct):
    """An object with its chains in a field.

    Attributes:
        clusters: the chains, perhaps.
        entities: the chains, perhaps.
        chains: the chains, perhaps.
        labelled: the entity and the words of mentions that name their entities.
        path: the path of these mentions in the file.
        text: the text, if the file has it.
    """

    clusters: _Chains | None = None
    entities: _Chains | None = None
    chains: _Chains | None = None
    labelled: list[tuple[str, str]] | None = None
    path: str = "$"
    text: str | None = None


WRAPPED = re.compile(
    r'\{\s*(?:"text"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*)?'
    + one_of(FIELDS).decode()
    + r"\s*:\s*(?:\{|\[\s*(?:\[[^\[\]]*)?\{)"
)
"""Matches an object whose first field, apart from a text, contains chains by name or as objects."""
FORM = JSON_STRINGS
ROW_NAMES = ("doc_key", "document_id", "doc_id", "id")
"""Fields with the name of a document."""
ROW = (
    re.compile(rb"\s*(?:\[\s*)?\{(?s:.)*"),
    re.compile(
        rb"\s*(?:\[\s*)?\{\s*(?:(?!"
        + one_of(FIELDS)
        + rb")[^{}\[\]])*?"
        + one_of((*ROW_NAMES, "text"))
        + rb"\s*:"
    ),
    re.compile(rb"(?s:.)*?" + one_of(FIELDS) + rb"\s*:\s*(?:\[\s*[\[\]{]|\{)"),
)
"""Matches the beginning of rows with clusters of strings, each with a name or a text."""
PAIRS = re.compile(rf"\{{\s*{PAIR.decode()}(?:\s*,\s*{PAIR.decode()})*")
MAPPED = re.compile(rf"{PAIRS.pattern}\s*,?\s*\}}")
"""Matches a map from mentions to entities."""
PAIRS_END = re.compile(r'(?:\s*,\s*(?:"(?:[^"\\]|\\.)*(?:"\s*:?\s*"?[\w-]*)?)?)?\s*')
"""Matches the truncated end of such a map."""
COMMENT = re.compile(rb'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
COMMA = re.compile(rb'"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])')
"""Match strings, and comments or commas before a closing bracket, which JSON does not allow."""
NUMBER = re.compile(r"\d")
JSON = re.compile(r"[\[{]")
OUTSIDE = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|[\]}]')
"""Matches strings and brackets; the group is an opening bracket."""
QUOTES = 12
"""The number of quotation marks, counted from the end, that may end the last complete string of a truncated answer."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read chains, and place their strings in the text.

    Each row with a name, `clusters` and optionally a text is a document.
    """
    if file.form == FORM or all(each.match(file.head()) for each in ROW):
        return _read_rows(file, options)
    answer = TaggedText(file, options, answer=FORM)
    value = _decoded(answer)
    found = answer.document()
    found.document.place = file.place
    are_mixed = False
    if isinstance(value, dict):
        value = _chosen(value, file.place, answer.problems)
    if isinstance(value, _Wrapped):
        text: object = value.text
        are_mixed = value.labelled is not None
        found.document.names_chains, strings = _of_fields(value, Place(file.name), answer.problems)
        strings += [
            (entity, Place(file.name, path=f"{value.path}[{at}]"), words)
            for at, (entity, words) in enumerate(value.labelled or ())
        ]
    else:
        text = value.pop("text", None) if isinstance(value, dict) else None
        found.document.names_chains = isinstance(value, dict)
        strings = [
            (name, Place(file.name, path=f"{path}[{at}]"), each)
            for path, name, listed in _chains(value, file.place, answer)
            for at, each in enumerate(listed)
        ]
    if isinstance(text, str):
        found.add(text)
    else:
        _add_text(file, options, found)
    placed = place_strings(strings, found.text, found.document.edges, answer.problems, are_mixed=are_mixed)
    found.document.mentions = placed.mentions
    report([placed], answer.problems)
    return answer.corpus([found], FORM)


def _of_fields(value: _Wrapped | _Row, place: Place, problems: Problems) -> tuple[bool, list[Quoted]]:
    """Return whether the file names its chains, and the strings of the first field with chains; report other fields."""
    fields = [field for field in FIELDS if getattr(value, field) is not None]
    for other in fields[1:]:
        problems.add(warning("CE038", "other-chains", place, field=fields[0], other=other))
    return _of_field(getattr(value, fields[0]), fields[0], place) if fields else (True, [])


def _chosen(value: dict[str, str | _Chain], place: Place, problems: Problems) -> dict[str, str | _Chain]:
    """Return an answer with the first field that lists chains, without others that list the same chains or their mentions.

    An answer without such a field has a name for each chain, and stays the same.
    """
    chosen = next((field for field in FIELDS if _is_nested(value.get(field))), None)
    if chosen is None:
        return value
    found: dict[str, str | _Chain] = {}
    for name, chain in value.items():
        is_other = isinstance(chain, list) and (name in FIELDS or not _is_nested(chain))
        if name == chosen or not is_other:
            found[name] = chain
        elif chain:
            problems.add(warning("CE038", "other-chains", place, field=chosen, other=name))
    return found


def _of_field(chains: _Chains, field: str, place: Place) -> tuple[bool, list[Quoted]]:
    """Return whether the file names its chains, and their strings."""
    listed: list[tuple[str | None, int, str, Sequence[str | _Quote]]] = []
    if isinstance(chains, dict):
        named = enumerate(chains.items())
        listed = [(name, number, f"$.{field}.{name}", each) for number, (name, each) in named]
    else:
        known: dict[str, int] = {}
        for number, each in enumerate(chains):
            path = f"$.{field}[{number}]"
            if isinstance(each, _Entity):
                entity = number if each.number is None else known.setdefault(each.number, number)
                label = each.name if each.number is None else each.number
                listed.append((label, entity, f"{path}.mentions", each.mentions))
            else:
                listed.append((None, number, path, each))
    names = dict(zip([entity for _, entity, _, _ in listed], [name for name, _, _, _ in listed], strict=True))
    are_named = None not in names.values() and len({*names.values()}) == len(names)
    found = []
    for name, entity, path, strings in listed:
        label = str(name) if are_named else str(entity)
        for at, string in enumerate(strings):
            words = string if isinstance(string, str) else string.words
            found.append((label, inside(place, f"{path}[{at}]"), words))
    return are_named, found


def _add_text(file: TextFile, options: ReadOptions, document: TaggedDocument) -> None:
    """Add the text in which the strings are located: a named file, a file next to the answer, or the key's text.

    Raises:
        CorefevalError: CE090 if there is no text.
    """
    try:
        document.add(file.companion("{stem}.txt", named=options.companion).read().decode())
    except CorefevalError as error:
        words = None if options.texts is None or options.companion else options.texts.of(file.name)
        if words is None or any(problem.code != "CE090" for problem in error.problems):
            raise
        text, document.document.tokens, document.document.edges = spaced(words)
        document.add(text)


class _Row(Named):
    clusters: _Chains | None = None
    entities: _Chains | None = None
    chains: _Chains | None = None
    text: str | None = None
    tokens: list[str] | None = None
    sentences: list[list[str]] | None = None


def _read_rows(file: TextFile, options: ReadOptions) -> Corpus:
    """Read rows. Each is a document with its own text, or with the text of the key."""
    problems = Problems()
    documents = []
    placed: list[Placed] = []
    unread: _Unread = {}
    prepared = partial(_with_all_chains, unread=unread)
    for row, place, outside in records(file, _Row, FIELDS, problems, prepared):
        name = outside if row.known_name is None else row.known_name
        document = AnnotatedDocument(name, place, row.text or "", names_chains=False)
        if row.text is None:
            words = row.tokens or [word for sentence in row.sentences or () for word in sentence]
            if not words and options.texts is not None:
                words = options.texts.named(name) or options.texts.of("") or []
            if not words:
                problems.add(Problem("CE090", "no-text-place-strings", place, name))
                continue
            document.text, document.tokens, document.edges = spaced(words)
        document.names_chains, strings = _of_fields(row, place, problems)
        placed.append(place_strings(strings, document.text, document.edges, problems))
        document.mentions = placed[-1].mentions
        documents.append(document)
    report(placed, problems)
    _report_unread({each: None for each in unread if each[0] != "other-chains"}, file.place, problems)
    return assemble(documents, FORM, replace(options, repair=True), problems)


def _decoded(answer: TaggedText) -> dict[str, str | _Chain] | _Chain | _Wrapped:
    """Return the JSON value of the answer, or the complete part of it if the answer is truncated."""
    text = unquoted(answer.text[answer.start : answer.stop].encode()).decode()
    if answer.may_be_unmarked and not JSON.search(text):
        return []
    begin = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=0)
    end = max(text.rfind("}"), text.rfind("]"), begin) + 1
    place = answer.place(answer.start + begin)
    if (mapped := _pairs(text, begin, end, answer)) is not None:
        return mapped
    unread: _Unread = {}
    content = _with_all_chains(text[begin:end].encode(), unread)
    try:
        value = decode(content, _kind(content), Place(place.file, place.line))
    except CorefevalError as error:
        if all(problem.code != "CE029" for problem in error.problems):
            raise  # not truncated, but something else
        written = text[begin:end].encode()
        first = end_of_json(written, 0)
        if first and JSON.search(written[first:].decode()):
            raise  # several values
        quote = len(text)
        for _ in range(QUOTES):
            quote = max(text.rfind('"', begin, quote), text.rfind("}", begin, quote))
            if quote < 0:
                break
            unread = {}
            content = _with_all_chains(_closed(text[begin : quote + 1]).encode(), unread)
            try:
                value = msgspec.json.decode(content, type=_kind(content))
            except (msgspec.DecodeError, RecursionError):
                continue
            answer.warn(
                "CE077", "answer-cut-off", answer.place(answer.start + quote + 1), text[quote + 1 :].strip()
            )
            _report_unread(unread, place, answer.problems)
            return value
        raise
    _report_unread(unread, place, answer.problems)
    for start, stop in ((0, begin), (end, len(text))):
        answer.left_out(answer.start + start, answer.start + stop)
    return value


def _closed(text: str) -> str:
    """Return JSON with the closing brackets that it lacks."""
    lacking: list[str] = []
    for found in OUTSIDE.finditer(text):
        if found[1]:
            lacking.append("]" if found[1] == "[" else "}")
        elif found[0] in "]}" and lacking:
            lacking.pop()
    return text + "".join(reversed(lacking))


def _pairs(text: str, begin: int, end: int, answer: TaggedText) -> _Wrapped | None:
    """Return the mentions of a map from mentions to entities, perhaps truncated; None for other texts."""
    found = PAIRS.match(text, begin)
    if found is None:
        return None
    try:
        pairs = json.loads(found[0] + "}", object_pairs_hook=list)
    except ValueError:
        return None  # msgspec reports it
    mapped = _Wrapped(labelled=[(str(entity), mention) for mention, entity in pairs])
    if MAPPED.fullmatch(text, begin, end):
        return mapped
    if len(pairs) < 2 or not PAIRS_END.fullmatch(text, found.end()):
        return None
    rest = text[found.end() :].lstrip(", \n")
    answer.warn("CE077", "answer-cut-off", answer.place(answer.start + found.end()), rest)
    return mapped


def _kind(content: bytes) -> type[dict[str, str | _Chain] | _Chain | _Wrapped]:
    """Return the type of JSON."""
    return _Wrapped if WRAPPED.match(content.decode()) else _Answer  # type: ignore[return-value]


def _report_unread(unread: _Unread, place: Place, problems: Problems) -> None:
    for kind, field, other in unread:
        problems.add(warning("CE038", kind, Place(place.file), field=field, other=other))


def _with_all_chains(content: bytes, unread: _Unread) -> bytes:
    """Return JSON with all chains in the same shape, and add the fields that are not read.

    An object that names a chain twice has one chain of all strings; JSON parsers keep only the last one. Comments and
    commas before a closing bracket are dropped.
    """
    is_repeated = False

    def joined(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal is_repeated
        found: dict[str, Any] = {}
        for name, value in pairs:
            is_repeated |= name in found
            found[name] = _both(found[name], value) if name in found else value
        return found

    clean = content
    for excess in (COMMENT, COMMA):
        clean = excess.sub(lambda found: found[0] if found[0].startswith(b'"') else b"", clean)
    try:
        value = json.loads(clean, object_pairs_hook=joined)
        chains = _without_prose(value)
        shaped = _shaped(chains)
        unread.update(_unread(chains))
        return msgspec.json.encode(shaped) if is_repeated or shaped is not value else clean
    except (ValueError, RecursionError):
        return content  # msgspec reports it


def _without_prose(value: Any) -> Any:
    """Return an object without strings, such as reasoning, next to a field that contains the chains; not a row of JSON Lines."""
    if not isinstance(value, dict) or not any(
        isinstance(each, list | dict) and (name in (*FIELDS, "mentions") or "coref" in name.lower())
        for name, each in value.items()
    ):
        return value
    kept = {name: each for name, each in value.items() if name == "text" or not isinstance(each, str)}
    return kept if len(kept) < len(value) and value.keys().isdisjoint(ROW_NAMES) else value


def _both(one: Any, other: Any) -> Any:
    """Return the strings of both values of a name, or the later value if one of them has no strings."""
    if isinstance(one, list) and isinstance(other, list):
        return one + other
    if isinstance(one, dict) and isinstance(other, dict):
        shared = {name: _both(one[name], other[name]) for name in one.keys() & other.keys()}
        return {**one, **other, **shared}
    return other


def _shaped(value: Any) -> Any:
    """Return chains that are objects, or in a field of another name, in the field `clusters`."""
    if isinstance(value, dict):
        named = {name: chain for name, chain in value.items() if name != "text"}
        text = {"text": value["text"]} if "text" in value else {}
        if len(named) == 1 and (labelled := _labelled(*named.values())):
            ((field, mentions),) = named.items()
            is_whole = len(labelled) == len(mentions)
            return {**text, "clusters": {}, "labelled": labelled, "path": f"$.{field}"} if is_whole else value
        if len(named) == 1 and (outer := next(iter(named))) not in FIELDS and "coref" in outer.lower():
            chains = named[outer]
            return {**text, "clusters": chains} if _is_nested(chains) else value
        if named and all(isinstance(chain, dict) and "mentions" in chain for chain in named.values()):
            return {**text, "clusters": [{**chain, "id": name} for name, chain in named.items()]}
        if named and any(_has_objects(chain) for chain in named.values()) and named.keys().isdisjoint(FIELDS):
            return {**text, "clusters": named}
    elif labelled := _labelled(value):
        return {"clusters": {}, "labelled": labelled} if len(labelled) == len(value) else value
    elif isinstance(value, list) and (_has_objects(value) or any(map(_has_objects, value))):
        return {"clusters": value}
    return value


def _labelled(mentions: Any) -> list[tuple[str, str]]:
    """Return the entity and the words of each mention that has both, given a list of objects; [] for other values.

    One field names the entity of all mentions.
    """
    objects = _objects(mentions)
    label = next((field for field in LABELS if any(field in each for each in objects)), "")
    found = []
    for mention in objects:
        words = next((mention[field] for field in WORDS if mention.get(field) is not None), None)
        if isinstance(words, str) and isinstance(entity := mention.get(label), str | int):
            found.append((str(entity), words))
    return found


def _unread(value: Any) -> _Unread:
    """Return the fields that are not read: other chains, and other entities or other words of mentions."""
    found: _Unread = {}
    waiting = [value]
    while waiting:
        listed = waiting.pop()
        waiting += listed.values() if isinstance(listed, dict) else listed if isinstance(listed, list) else ()
        mentions = _objects(listed)
        for mention in mentions:
            words = [field for field in WORDS if isinstance(mention.get(field), str) and mention[field]]
            found |= {
                ("other-words", words[0], other): None
                for other in words[1:]
                if mention[other] != mention[words[0]]
            }
        if _labelled(mentions):
            labels = [field for field in LABELS if any(field in mention for mention in mentions)]
            found |= {
                ("other-labels", labels[0], other): None
                for other in labels[1:]
                if _names_others(mentions, labels[0], other)
            }
    if isinstance(value, dict) and (field := next((field for field in FIELDS if field in value), None)):
        chains = value[field]
        if (
            isinstance(chains, dict)
            or _has_objects(chains)
            or (_is_nested(chains) and any(map(_has_objects, chains)))
        ):
            others = [name for name, each in value.items() if name not in FIELDS and _has_strings(each)]
            found |= {("other-chains", field, name): None for name in others}
    return found


def _names_others(mentions: Sequence[dict[str, Any]], field: str, other: str) -> bool:
    """Return whether a field names other entities than another field, and not their types."""
    pairs = {(str(mention.get(field)), str(mention.get(other))) for mention in mentions}
    ours, theirs = ({*side} for side in zip(*pairs, strict=True))
    is_type = len(ours) == len(pairs) and not any(map(NUMBER.search, theirs))
    return not is_type and not len(ours) == len(pairs) == len(theirs)


def _objects(listed: Any) -> list[dict[str, Any]]:
    """Return the objects of a list; [] for other values."""
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _has_strings(value: Any) -> bool:
    """Return whether a value may be chains or mentions: a list or an object with content."""
    return isinstance(value, list | dict) and bool(value)


def _is_nested(chains: Any) -> bool:
    """Return whether a value contains lists or objects."""
    return isinstance(chains, dict) or (
        isinstance(chains, list) and any(isinstance(chain, list | dict) for chain in chains)
    )


def _has_objects(chain: Any) -> bool:
    """Return whether a value is a list with objects."""
    return bool(_objects(chain))


def _chains(
    value: dict[str, str | _Chain] | _Chain, place: Place, answer: TaggedText
) -> list[tuple[str, str, list[str]]]:
    """Return the path, the name and the strings of each chain. A list of lists is a list of chains."""
    found = []
    named = value.items() if isinstance(value, dict) else [("", value)]
    for name, chain in named:
        path = f"$.{name}" if name else "$"
        if isinstance(chain, str):
            answer.problems.add(
                Problem("CE033", "string-where-list-strings", Place(place.file, path=path), chain)
            )
            continue
        strings = [each for each in chain if isinstance(each, str)]
        if len(strings) == len(chain):
            found.append((path, name or "1", strings))
        elif strings:
            answer.problems.add(
                Problem("CE033", "strings-lists-strings", Place(place.file, path=path), strings[0])
            )
        else:
            lists = enumerate(each for each in chain if isinstance(each, list))
            found.extend((f"{path}[{number}]", f"{name}{number + 1}", each) for number, each in lists)
    return found


FORMAT = Format(FORM, read)
