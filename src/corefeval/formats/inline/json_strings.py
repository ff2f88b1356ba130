"""Chains as lists of strings in JSON: {"Chain1": ["Sarah", "She"]} or [["Sarah", "She"]].

The strings are located in the text, in their order. Chains may also be in a field: {"clusters": {"1": ["Sarah", "She"]}}
or {"entities": [{"mentions": ["Sarah", "She"]}]}. Or a map names the entity of each mention: {"Sarah": "e1", "She":
"e1"}. The text is in the file, in a file next to it, or in the key.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from corefeval.arrays import increasing, integers
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.detect import PAIR
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
    r'\{\s*(?:"text"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*)?"(?:clusters|entities|chains)"\s*:\s*(?:\{|\[\s*(?:\[[^\[\]]*)?\{)'
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
PAIRS = re.compile(rf"\{{\s*{PAIR.decode()}(?:\s*,\s*{PAIR.decode()})*")
MAPPED = re.compile(rf"{PAIRS.pattern}\s*,?\s*\}}")
"""Matches a map from mentions to entities."""
PAIRS_END = re.compile(r'\s*,\s*(?:"(?:[^"\\]|\\.)*(?:"\s*:?\s*"?[\w-]*)?)?\s*')
"""Matches the truncated end of such a map."""
COMMENT = re.compile(rb'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
COMMA = re.compile(rb'"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])')
"""Match strings, and comments or commas before a closing bracket, which JSON does not allow."""
JSON = re.compile(r"[\[{]")
OUTSIDE = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|[\]}]')
"""Matches strings and brackets; the group is an opening bracket."""
IN_ORDER = 0.9
"""A chain counts as listed in text order if at least this share of its strings is."""
QUOTES = 12
"""The number of quotation marks, counted from the end, that may end the last complete string of a truncated answer."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read chains, and locate their strings in text order (see _Words.in_order).

    Other strings are at the first free occurrence after the previous string of their chain. Strings that are not found
    are searched again without regard to case. A string that is still not found becomes a mention outside the text. Each
    row with a name, `clusters` and optionally a text is a document.
    """
    if file.form == FORM or all(each.match(file.head()) for each in ROW):
        return _read_rows(file, options)
    answer = TaggedText(file, options, answer=FORM)
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
    found.document.mentions, guessed = _placed(chains, found.text, found.document.edges, answer.problems)
    _report(guessed, answer.problems)
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
    guessed: list[_String] = []
    for row, place, outside in records(file, _Row, FIELDS, problems, _with_all_chains):
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
        document.mentions, uncertain = _placed(chains, document.text, document.edges, problems)
        guessed += uncertain
        documents.append(document)
    _report(guessed, problems)
    return assemble(documents, FORM, replace(options, repair=True), problems)


_String = tuple[Place, str]
"""A string and its place in the file."""


def _placed(
    chains: Sequence[tuple[str, Sequence[_String]]],
    text: str,
    edges: Sequence[tuple[int, int]] | None,
    problems: Problems,
) -> tuple[list[Mention], list[_String]]:
    """Return the mentions of chains of strings, and the strings whose places are guessed.

    A place is a guess if the text has the string in more places than the chain does. Strings that the text lacks become
    mentions without spans.
    """
    words = _Words(text, edges)
    folded = _Words(text, edges, words)
    mentions: list[Mention] = []
    numbers: list[list[int]] = []
    for name, strings in chains:
        numbers.append([])
        for place, string in strings:
            if words.words(string):
                numbers[-1].append(len(mentions))
                mentions.append(Mention([], name, place=place, text=string))
            else:
                problems.add(warning("CE048", "string-without-word-left", place, string))
    spans: dict[int, tuple[int, int]] = {}
    for chain, at, span in words.in_order([[mentions[each].text for each in chain] for chain in numbers]):
        spans[numbers[chain][at]] = span
    exact = set(spans)
    for searched in (words, folded):
        for listed in numbers:
            behind = 0
            for number in listed:
                if number not in spans and (free := searched.place(mentions[number].text, behind)):
                    spans[number] = free
                    if searched is words:
                        exact.add(number)
                behind = spans[number][1] if number in spans else behind
    found = [(mentions[number], words if number in exact else folded) for number in sorted(spans)]
    counts = Counter((mention.entity, searched.words(mention.text)) for mention, searched in found)
    guessed = [
        (mention.place, mention.text)
        for mention, searched in found
        if searched.number_of_places(mention.text) > counts[mention.entity, searched.words(mention.text)]
    ]
    for number, mention in enumerate(mentions):
        if number in spans:
            mention.spans, mention.text = [spans[number]], ""
        else:
            problems.add(warning("CE072", "no-place-left", mention.place, mention.text))
    return mentions, guessed


def _report(guessed: Sequence[_String], problems: Problems) -> None:
    """Report strings whose places are guessed."""
    if guessed:
        problems.add(warning("CE072", "places-guessed", *guessed[0], count=len(guessed)))


def _decoded(answer: TaggedText) -> dict[str, str | _Chain] | _Chain | _Wrapped:
    """Return the JSON value of the answer, or the complete part of it if the answer is truncated."""
    text = answer.text[answer.start : answer.stop]
    if answer.may_be_unmarked and not JSON.search(text):
        return []
    begin = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=0)
    end = max(text.rfind("}"), text.rfind("]"), begin) + 1
    place = answer.place(answer.start + begin)
    if (mapped := _pairs(text, begin, end, answer)) is not None:
        return mapped
    content = _with_all_chains(text[begin:end].encode())
    try:
        value = decode(content, _kind(content), Place(place.file, place.line))
    except CorefevalError as error:
        if all(problem.code != "CE029" for problem in error.problems):
            raise  # not truncated, but something else
        quote = len(text)
        for _ in range(QUOTES):
            quote = max(text.rfind('"', begin, quote), begin)
            content = _with_all_chains(_closed(text[begin:quote] + '"').encode())
            try:
                value = msgspec.json.decode(content, type=_kind(content))
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


def _closed(text: str) -> str:
    """Return JSON with the closing brackets that it lacks."""
    lacking: list[str] = []
    for found in OUTSIDE.finditer(text):
        if found[1]:
            lacking.append("]" if found[1] == "[" else "}")
        elif found[0] in "]}" and lacking:
            lacking.pop()
    return text + "".join(reversed(lacking))


def _pairs(text: str, begin: int, end: int, answer: TaggedText) -> dict[str, str | _Chain] | None:
    """Return the chains of a map from mentions to entities, perhaps truncated; None for other texts."""
    found = PAIRS.match(text, begin)
    if found is None:
        return None
    try:
        mapped = _inverted(pairs := json.loads(found[0] + "}", object_pairs_hook=list))
    except ValueError:
        return None  # msgspec reports it
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


def _with_all_chains(content: bytes) -> bytes:
    """Return JSON with all chains in the same shape.

    An object that names a chain twice has one chain of all strings; JSON parsers keep only the last one. Comments and
    commas before a closing bracket are dropped.
    """
    is_repeated = False

    def joined(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal is_repeated
        found: dict[str, Any] = {}
        for name, value in pairs:
            before = found.get(name)
            if isinstance(before, list) and isinstance(value, list):
                is_repeated = True
                found[name] = before + value
            else:
                found[name] = value
        return found

    clean = content
    for excess in (COMMENT, COMMA):
        clean = excess.sub(lambda found: found[0] if found[0].startswith(b'"') else b"", clean)
    try:
        value = json.loads(clean, object_pairs_hook=joined)
        shaped = _shaped(value)
        return msgspec.json.encode(shaped) if is_repeated or shaped is not value else clean
    except (ValueError, RecursionError):
        return content  # msgspec reports it


def _shaped(value: Any) -> Any:
    """Return chains that are objects, or in a field of another name, in the field `clusters`."""
    if isinstance(value, dict):
        named = {name: chain for name, chain in value.items() if name != "text"}
        text = {"text": value["text"]} if "text" in value else {}
        if len(named) == 1 and (outer := next(iter(named))) not in FIELDS and "coref" in outer.lower():
            chains = named[outer]
            return {**text, "clusters": chains} if _is_nested(chains) else value
        if named and all(isinstance(chain, dict) and "mentions" in chain for chain in named.values()):
            return {**text, "clusters": [{**chain, "id": name} for name, chain in named.items()]}
        if named and any(_has_objects(chain) for chain in named.values()) and named.keys().isdisjoint(FIELDS):
            return {**text, "clusters": named}
    elif isinstance(value, list) and (_has_objects(value) or any(map(_has_objects, value))):
        return {"clusters": value}
    return value


def _is_nested(chains: Any) -> bool:
    """Return whether a value contains lists or objects."""
    return isinstance(chains, dict) or (
        isinstance(chains, list) and any(isinstance(chain, list | dict) for chain in chains)
    )


def _has_objects(chain: Any) -> bool:
    """Return whether a value is a list with objects."""
    return isinstance(chain, list) and any(isinstance(each, dict) for each in chain)


def _inverted(entities: Iterable[tuple[str, str | int]]) -> dict[str, str | _Chain]:
    """Return the chains of pairs of a mention and its entity. A string may occur several times."""
    found: dict[str, str | _Chain] = {}
    for mention, entity in entities:
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
        edges: begin and end of the tokens of the text, if known. A string is inside a token only if it is nowhere else.
        exactly: the words of the exact search. If given, this search ignores case and shares the spans taken so far.
    """

    def __init__(
        self, text: str, edges: Sequence[tuple[int, int]] | None, exactly: _Words | None = None
    ) -> None:
        forms, begins, ends = tokenised(text)
        self._is_folded = exactly is not None
        self._forms = self._compared(forms)
        self._begins, self._ends = begins.tolist(), ends.tolist()
        self._edges = [set(side) for side in zip(*edges or (), strict=True)]
        self.taken: set[tuple[int, int]] = set() if exactly is None else exactly.taken
        self._at: dict[str, list[int]] = {}
        for number, form in enumerate(self._forms):
            self._at.setdefault(form, []).append(number)
        self._found: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}
        self._words: dict[str, tuple[str, ...]] = {}

    def _compared(self, forms: Sequence[str]) -> list[str]:
        return [form.casefold() for form in forms] if self._is_folded else list(forms)

    def words(self, string: str) -> tuple[str, ...]:
        """Return the words of a string, as they are compared."""
        if string not in self._words:
            self._words[string] = tuple(self._compared(tokenised(string)[0]))
        return self._words[string]

    def number_of_places(self, string: str) -> int:
        """Return the number of places of a string that was placed."""
        return len(self._places(self.words(string))[0])

    def _places(self, words: tuple[str, ...]) -> tuple[list[int], list[int]]:
        """Return the places of words, as numbers of their first words, and for each place the next free one."""
        if words not in self._found:
            numbers = [
                number
                for number in self._at.get(words[0], ())
                if tuple(self._forms[number : number + len(words)]) == words
                and (number, len(words)) not in self.taken
            ]
            if self._edges:
                begins, ends = self._edges
                numbers = [
                    number
                    for number in numbers
                    if self._begins[number] in begins and self._ends[number + len(words) - 1] in ends
                ] or numbers
            self._found[words] = numbers, list(range(len(numbers) + 1))
        return self._found[words]

    def _take(self, words: tuple[str, ...], chosen: int) -> tuple[int, int]:
        """Take a place of words, and return its begin and end."""
        numbers, free = self._places(words)
        free[chosen] = chosen + 1
        self.taken.add((numbers[chosen], len(words)))
        return self._begins[numbers[chosen]], self._ends[numbers[chosen] + len(words) - 1]

    def place(self, string: str, behind: int) -> tuple[int, int] | None:
        """Return begin and end of the first free occurrence at or after `behind`, or else of the first free one of all.

        None if there is no free occurrence. The string must contain a word.
        """
        words = self.words(string)
        numbers, free = self._places(words)
        for start in (bisect_left(numbers, behind, key=self._begins.__getitem__), 0):
            chosen = _next_free(free, start)
            if chosen < len(numbers):
                return self._take(words, chosen)
        return None

    def in_order(self, chains: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Yield the places of strings, for chains in text order: chain, number of the string, begin and end.

        Each occurrence in the text belongs to a chain whose next string it is: to one that has no later place for it,
        or else to the one that was mentioned last. Inside its previous mention, a chain has only strings without a
        later place.
        """
        strings = [[self.words(string) for string in chain] for chain in chains]
        latest = [self._latest(chain) for chain in strings]
        left = [list(each) for each in latest]
        ends = [(-1, -1)] * len(chains)
        waiting: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
        for chain, numbers in enumerate(left):
            if numbers:
                waiting[strings[chain][numbers[-1]]].add(chain)
        every = {
            words for chain, numbers in enumerate(left) for words in (strings[chain][n] for n in numbers)
        }
        occurrences = sorted(
            (place, -len(words), number, words)
            for words in every
            for number, place in enumerate(self._places(words)[0])
        )
        for place, length, number, words in occurrences:
            deadlines = {chain: latest[chain][left[chain][-1]] for chain in waiting[words]}
            fits = [chain for chain, last in deadlines.items() if last <= place]
            fits = fits or [chain for chain in deadlines if place > ends[chain][1]]
            if not fits:
                continue
            chosen = max(fits, key=lambda chain: (ends[chain][0], -deadlines[chain], -chain))
            yield chosen, left[chosen].pop(), self._take(words, number)
            ends[chosen] = place, place - length - 1
            waiting[words].discard(chosen)
            if left[chosen]:
                waiting[strings[chosen][left[chosen][-1]]].add(chosen)

    def _latest(self, strings: Sequence[tuple[str, ...]]) -> dict[int, int]:
        """Return the latest place of each string at which the later ones still have a place, from the last string on.

        Strings that do not fit into the order of the others have none. No string has one if fewer than IN_ORDER fit.
        """
        count = Counter[tuple[str, ...]]()
        known = []
        for number, words in enumerate(strings):
            count[words] += 1
            if count[words] <= len(self._places(words)[0]):
                known.append(number)
        latest = self._latest_of(known, strings)
        if len(latest) == len(known):
            return latest
        every = [
            (number, place * len(self._forms) - len(strings[number]))
            for number in known
            for place in reversed(self._places(strings[number])[0])
        ]
        fits = [every[row][0] for row in increasing(integers(value for _, value in every)).tolist()]
        return self._latest_of(fits, strings) if len(fits) >= IN_ORDER * len(known) else {}

    def _latest_of(self, numbers: Sequence[int], strings: Sequence[tuple[str, ...]]) -> dict[int, int]:
        """Return the latest places of these strings, from the last string on; fewer if they are not in text order."""
        latest: dict[int, int] = {}
        behind = (len(self._forms), 0)
        for number in reversed(numbers):
            places = self._places(strings[number])[0]
            at = bisect_left(places, behind, key=lambda place: (place, -len(strings[number]))) - 1
            if at < 0:
                break
            latest[number] = places[at]
            behind = places[at], -len(strings[number])
        return latest


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
