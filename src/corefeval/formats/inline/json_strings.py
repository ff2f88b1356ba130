"""Chains as lists of strings in JSON: {"Chain1": ["Sarah", "She"]} or [["Sarah", "She"]].

The strings are located in the text, in their order. Chains may also be in a field: {"clusters": {"1": ["Sarah", "She"]}}
or {"entities": [{"mentions": ["Sarah", "She"]}]}. Or a map names the entity of each mention: {"Sarah": "e1", "She":
"e1"}. The text is in the file, in a file next to it, or in the key.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import TaggedDocument, TaggedText, spaced
from corefeval.formats.json_values import decode
from corefeval.formats.jsonlines.fields import Named
from corefeval.formats.offsets import tokenised
from corefeval.formats.standoff import AnnotatedDocument, Mention, assemble
from corefeval.problems import CorefevalError, Place, Problem, Problems, warning

_Chain = list[str | list[str]]
_Answer = dict[str, str | _Chain] | _Chain
FIELDS = ("clusters", "entities", "chains")
"""The fields that may contain the chains."""


class _Quote(msgspec.Struct):
    """A mention as an object; other fields are ignored."""

    text: str | None = None
    mention: str | None = None
    string: str | None = None
    span_text: str | None = None

    @property
    def words(self) -> str:
        """The words of the mention."""
        return self.text or self.mention or self.string or self.span_text or ""


class _Entity(msgspec.Struct):
    """An entity as an object."""

    mentions: list[str | _Quote]
    id: str | int | None = None
    entity_id: str | int | None = None
    cluster_id: str | int | None = None
    name: str | None = None

    @property
    def label(self) -> str | None:
        """Its name in the file."""
        names = (self.id, self.entity_id, self.cluster_id, self.name)
        return next((str(name) for name in names if name is not None), None)


_Chains = dict[str, list[str | _Quote]] | list[list[str | _Quote] | _Entity]


class _Wrapped(msgspec.Struct):
    """An object with its chains in a field."""

    clusters: _Chains | None = None
    entities: _Chains | None = None
    chains: _Chains | None = None
    text: str | None = None


WRAPPED = re.compile(
    r'\{\s*(?:"text"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*)?"(?:clusters|entities|chains)"\s*:\s*(?:\{|\[\s*\{)'
)
"""Matches an object whose first field, apart from a text, contains chains by name or as objects."""
FORM = "json-strings"
ROW = (
    re.compile(rb"\s*(?:\[\s*)?\{(?s:.)*"),
    re.compile(
        rb'\s*(?:\[\s*)?\{\s*(?:(?!"(?:clusters|entities|chains)")[^{}\[\]])*?"(?:doc_key|document_id|doc_id|id|text)"\s*:'
    ),
    re.compile(rb'(?s:.)*?"(?:clusters|entities|chains)"\s*:\s*(?:\[\s*[\[\]{]|\{)'),
)
"""Matches the beginning of rows with clusters of strings, each with a name or a text."""
MAPPED = re.compile(
    r'\{\s*"(?:[^"\\]|\\.)+"\s*:\s*(?:\d+|"[A-Za-z_-]{0,12}\d+")'
    r'(?:\s*,\s*"(?:[^"\\]|\\.)+"\s*:\s*(?:\d+|"[A-Za-z_-]{0,12}\d+"))*\s*\}'
)
"""Matches a map from mentions to entities. An entity is a number, with or without letters before it."""
JSON = re.compile(r"[\[{]")
ENDS = ('"]', '"]]', '"]}', '"]]}', '"]}}', '"]}]}', '"}]}]}')
"""The closing brackets that may be missing if an answer is truncated after a string."""
QUOTES = 5
"""The number of quotation marks, counted from the end, that may end the last complete string of a truncated answer."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read chains, and locate each string at its first free occurrence after the previous string of its chain.

    Strings that are not found are searched again without regard to case. A string that is still not found becomes a
    mention outside the text. Each row with a name, `clusters` and optionally a text is a document.
    """
    if file.form == FORM or all(each.match(file.head()) for each in ROW):
        return _read_rows(file, options)
    answer = TaggedText(file, options, is_answer=True)
    value = _decoded(answer)
    found = answer.document()
    found.document.place = file.place
    if isinstance(value, _Wrapped):
        text: object = value.text
        fields = [_of_field(getattr(value, field), field, Place(file.name)) for field in FIELDS]
        found.document.names_chains = all(are_named for are_named, _ in fields)
        chains = [chain for _, listed in fields for chain in listed]
    else:
        text = value.pop("text", None) if isinstance(value, dict) else None
        found.document.names_chains = isinstance(value, dict)
        chains = [
            (name, [(Place(file.name, path=f"{path}[{at}]"), each) for at, each in enumerate(strings)])
            for path, name, strings in _chains(value, file.place, answer)
        ]
    if isinstance(text, str):
        found.add(text)
    else:
        _add_text(file, options, found)
    found.document.mentions = _placed(chains, found.text, answer.problems)
    return answer.corpus([found], FORM)


def _of_field(
    chains: _Chains | None, field: str, place: Place
) -> tuple[bool, list[tuple[str, list[tuple[Place, str]]]]]:
    """Return whether the file names its chains, and the name of each chain with its strings and their places."""
    listed: list[tuple[str | None, str, Sequence[str | _Quote]]] = []
    if isinstance(chains, dict):
        listed = [(name, f"$.{field}.{name}", each) for name, each in chains.items()]
    else:
        for number, each in enumerate(chains or ()):
            path = f"$.{field}[{number}]"
            if isinstance(each, _Entity):
                listed.append((each.label, f"{path}.mentions", each.mentions))
            else:
                listed.append((None, path, each))
    names = [name for name, _, _ in listed]
    are_named = None not in names and len(set(names)) == len(names)
    found = []
    for number, (name, path, strings) in enumerate(listed):
        words = [string if isinstance(string, str) else string.words for string in strings]
        label = str(name) if are_named else str(number)
        found.append((label, [(inside(place, f"{path}[{at}]"), string) for at, string in enumerate(words)]))
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
    for row, place, outside in records(file, _Row, FIELDS, problems):
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
        chains: list[tuple[str, list[tuple[Place, str]]]] = []
        for field in FIELDS:
            if (given := getattr(row, field)) is not None:
                document.names_chains, listed = _of_field(given, field, place)
                chains += listed
        document.mentions = _placed(chains, document.text, problems)
        documents.append(document)
    return assemble(documents, FORM, replace(options, repair=True), problems)


def _placed(
    chains: Sequence[tuple[str, Sequence[tuple[Place, str]]]], text: str, problems: Problems
) -> list[Mention]:
    """Return the mentions of chains of strings. Strings that the text lacks become mentions without spans."""
    words = _Words(text)
    mentions: list[Mention] = []
    for name, strings in chains:
        last = 0
        for place, string in strings:
            mention = Mention([], name, place=place, text=string)
            if not tokenised(string)[0]:
                problems.add(warning("CE048", "string-without-word-left", place, string))
                continue
            mentions.append(mention)
            if span := words.place(string, last):
                mention.spans, mention.text, last = [span], "", span[0]
    folded = _Words(text, words)
    behind = dict.fromkeys((mention.entity for mention in mentions), 0)
    for mention in mentions:
        if not mention.spans and (span := folded.place(mention.text, behind[mention.entity])):
            mention.spans, mention.text = [span], ""
        if mention.spans:
            behind[mention.entity] = mention.spans[0][0]
        else:
            problems.add(warning("CE072", "no-place-left", mention.place, mention.text))
    return mentions


def _decoded(answer: TaggedText) -> dict[str, str | _Chain] | _Chain | _Wrapped:
    """Return the JSON value of the answer, or the complete part of it if the answer is truncated."""
    text = answer.text[answer.start : answer.stop]
    if answer.may_be_unmarked and not JSON.search(text):
        return []
    begin = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=0)
    end = max(text.rfind("}"), text.rfind("]"), begin) + 1
    place = answer.place(answer.start + begin)
    kind: type[dict[str, str | _Chain] | _Chain | _Wrapped] = _Answer  # type: ignore[assignment]
    if MAPPED.fullmatch(text, begin, end):
        return _inverted(msgspec.json.decode(text[begin:end], type=dict[str, str | int]))
    if WRAPPED.match(text, begin):
        kind = _Wrapped
    try:
        value = decode(text[begin:end].encode(), kind, Place(place.file, place.line))
    except CorefevalError as error:
        if all(problem.code != "CE029" for problem in error.problems):
            raise  # not truncated, but something else
        quote = len(text)
        for lacking in ENDS * QUOTES:
            if lacking == ENDS[0]:
                quote = max(text.rfind('"', begin, quote), begin)
            try:
                value = msgspec.json.decode(text[begin:quote] + lacking, type=kind)
            except (msgspec.DecodeError, RecursionError):
                continue
            answer.warn(
                "CE077", "answer-cut-off", answer.place(answer.start + quote + 1), text[quote + 1 :].strip()
            )
            return value
        raise
    for start, stop in ((0, begin), (end, len(text))):
        answer.left_out(answer.start + start, answer.start + stop)
    return value


def _inverted(entities: Mapping[str, str | int]) -> dict[str, str | _Chain]:
    """Return the chains of a map from mentions to their entities."""
    found: dict[str, str | _Chain] = {}
    for mention, entity in entities.items():
        chain = found.setdefault(str(entity), [])
        assert isinstance(chain, list)
        chain.append(mention)
    return found


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


class _Words:
    """The words of a text, and the spans that are already mentions.

    Args:
        text: the text.
        exactly: the words of the exact search. If given, this search ignores case and shares the spans taken so far.
    """

    def __init__(self, text: str, exactly: _Words | None = None) -> None:
        forms, begins, ends = tokenised(text)
        self._is_folded = exactly is not None
        self._forms = self._compared(forms)
        self._begins, self._ends = begins.tolist(), ends.tolist()
        self.taken: set[tuple[int, int]] = set() if exactly is None else exactly.taken
        self._at: dict[str, list[int]] = {}
        for number, form in enumerate(self._forms):
            self._at.setdefault(form, []).append(number)
        self._found: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}

    def _compared(self, forms: Sequence[str]) -> list[str]:
        return [form.casefold() for form in forms] if self._is_folded else list(forms)

    def place(self, string: str, behind: int) -> tuple[int, int] | None:
        """Return begin and end of the first free occurrence at or after `behind`, or else of the first free one of all.

        None if there is no free occurrence. The string must contain a word.
        """
        words = tuple(self._compared(tokenised(string)[0]))
        if words not in self._found:
            numbers = [
                number
                for number in self._at.get(words[0], ())
                if tuple(self._forms[number : number + len(words)]) == words
                and (number, len(words)) not in self.taken
            ]
            self._found[words] = numbers, list(range(len(numbers) + 1))
        numbers, free = self._found[words]
        for start in (bisect_left(numbers, behind, key=self._begins.__getitem__), 0):
            chosen = _next_free(free, start)
            if chosen < len(numbers):
                free[chosen] = chosen + 1
                self.taken.add((numbers[chosen], len(words)))
                return self._begins[numbers[chosen]], self._ends[numbers[chosen] + len(words) - 1]
        return None


def _next_free(free: list[int], start: int) -> int:
    """Return the first free number at or after start. Occupied numbers point to a later one."""
    passed = []
    while free[start] != start:
        passed.append(start)
        start = free[start]
    for each in passed:
        free[each] = start
    return start


FORMAT = Format(FORM, read)
