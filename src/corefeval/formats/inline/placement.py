"""Where strings are in a text: the mentions of chains that an answer lists as strings."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate

from corefeval.arrays import increasing, integers
from corefeval.columns import grouped
from corefeval.formats.offsets import tokenised
from corefeval.formats.standoff import Mention
from corefeval.problems import Place, Problems, warning

IN_ORDER = 0.9
"""A list counts as one in text order if at least this share of its strings is."""

PAIRS = 1 << 21
"""The most pairs of a string and a place from which strings in text order are chosen; more would take too much memory."""

SIGNS = str.maketrans(
    "\u2018\u2019\u201b\u02bc`\u00b4\u201c\u201d\u201e\u00ab\u00bb\u2010\u2011\u2013\u2014",
    "''''''\"\"\"\"\"----",
)
"""Quotation marks, apostrophes and dashes, by their plain forms."""
WITHOUT_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))
"""Characters without width."""

Quoted = tuple[str, Place, str]
"""A string: the name of its chain, its place in the file, and the string itself."""


@dataclass(frozen=True)
class Placed:
    """The mentions of a document, and what is uncertain about them.

    Attributes:
        mentions: one for each string that contains a word; without a span if the text has no place for it.
        guessed: the strings that the text has in more places than their list does, so their places are guesses.
        names: the names of chains that the text has, too, but not as a mention: perhaps mentions that the answer lacks.
    """

    mentions: list[Mention]
    guessed: list[Quoted]
    names: list[Quoted]


def place_strings(
    strings: Sequence[Quoted],
    text: str,
    edges: Sequence[tuple[int, int]] | None,
    problems: Problems,
    *,
    are_mixed: bool = False,
) -> Placed:
    """Place the strings of lists in text order (see _Words.in_order), each in a place of its own.

    Each chain is a list. Other strings are at the first free occurrence after the previous string of their list. Strings
    that are not found are searched again, regardless of case and of the forms of quotation marks and dashes. A string that
    is still not found becomes a mention outside the text.

    Args:
        strings: the strings.
        text: the text.
        edges: begin and end of its tokens, if known.
        problems: the collected problems.
        are_mixed: whether the file does not list the strings by chain. Then all are one list, if it is in text order.
    """
    words = _Words(text, edges)
    folded = _Words(text, edges, words)
    mentions: list[Mention] = []
    for name, place, string in strings:
        if words.words(string):
            mentions.append(Mention([], name, place=place, text=string))
        else:
            problems.add(warning("CE048", "string-without-word-left", place, string))
    lists = list(grouped(range(len(mentions)), lambda number: mentions[number].entity).values())
    if are_mixed and words.are_in_order([mention.text for mention in mentions]):
        lists = [list(range(len(mentions)))]
    spans: dict[int, tuple[int, int]] = {}
    for number, at, span in words.in_order([[mentions[each].text for each in listed] for listed in lists]):
        spans[lists[number][at]] = span
    exact = set(spans)
    for searched in (words, folded):
        for listed in lists:
            behind = 0
            for number in listed:
                if number not in spans and (free := searched.place(mentions[number].text, behind)):
                    spans[number] = free
                    if searched is words:
                        exact.add(number)
                behind = spans[number][1] if number in spans else behind
    guessed = []
    for listed in lists:
        found = [(mentions[each], words if each in exact else folded) for each in listed if each in spans]
        counts = Counter(searched.words(mention.text) for mention, searched in found)
        guessed += [
            (mention.entity or "", mention.place, mention.text)
            for mention, searched in found
            if searched.number_of_places(mention.text) > counts[searched.words(mention.text)]
        ]
    for number, mention in enumerate(mentions):
        if number in spans:
            mention.spans, mention.text = [spans[number]], ""
        else:
            problems.add(warning("CE072", "no-place-left", mention.place, mention.text))
    return Placed(mentions, guessed, _names_in_text(strings, words))


def report(placed: Sequence[Placed], problems: Problems) -> None:
    """Report guessed places, and names of chains that may be mentions, of all documents of a file."""
    guessed = [each for document in placed for each in document.guessed]
    if guessed:
        problems.add(warning("CE072", "places-guessed", *guessed[0][1:], count=len(guessed)))
    names = [each for document in placed for each in document.names]
    if names:
        problems.add(warning("CE072", "names-in-text", *names[0][1:], count=len(names)))


def _names_in_text(strings: Sequence[Quoted], words: _Words) -> list[Quoted]:
    """Return the names of chains that have a free place in the text, if most of the names do.

    A single name, or one of few, may be in the text by chance. A letter is a label.
    """
    chains = grouped(strings, lambda quoted: quoted[0])
    found = [
        (name, chain[0][1], name)
        for name, chain in chains.items()
        if len(name) > 1
        and not name.isdigit()
        and all(string != name for _, _, string in chain)
        and words.has_place(name)
    ]
    return found if 2 * len(found) > len(chains) else []


class _Words:
    """The words of a text, and the spans that are already mentions.

    Args:
        text: the text.
        edges: begin and end of the tokens of the text, if known. A string is inside a token only if it is nowhere else.
        exactly: the words of the exact search. If given, this search ignores case and forms of signs, and
            shares the spans taken so far.
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
        self._joined = "".join(f"{form} " for form in self._forms)
        self._offsets = list(accumulate((len(form) + 1 for form in self._forms), initial=0))
        self._at: dict[str, list[int]] = {}
        for number, form in enumerate(self._forms):
            self._at.setdefault(form, []).append(number)
        self._found: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}
        self._words: dict[str, tuple[str, ...]] = {}

    def _compared(self, forms: Sequence[str]) -> list[str]:
        return [form.casefold().translate(SIGNS) for form in forms] if self._is_folded else list(forms)

    def words(self, string: str) -> tuple[str, ...]:
        """Return the words of a string, as they are compared."""
        if string not in self._words:
            plain = string.translate(WITHOUT_WIDTH) if self._is_folded else string
            self._words[string] = tuple(self._compared(tokenised(plain)[0]))
        return self._words[string]

    def number_of_places(self, string: str) -> int:
        """Return the number of places of a string that was placed."""
        return len(self._places(self.words(string))[0])

    def are_in_order(self, strings: Sequence[str]) -> bool:
        """Return whether strings are in text order, apart from one in ten."""
        return len(self._latest([self.words(string) for string in strings])) > 0

    def _places(self, words: tuple[str, ...]) -> tuple[list[int], list[int]]:
        """Return the places of words, as numbers of their first words, and for each place the next free one."""
        if words not in self._found:
            joined = "".join(f"{form} " for form in words)
            numbers = [
                number
                for number in self._at.get(words[0], ())
                if self._joined.startswith(joined, self._offsets[number])
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

    def has_place(self, string: str) -> bool:
        """Return whether the text has a free place of a string."""
        words = self.words(string)
        if not words:
            return False
        numbers, free = self._places(words)
        return _next_free(free, 0) < len(numbers)

    def place(self, string: str, behind: int) -> tuple[int, int] | None:
        """Return begin and end of the first free occurrence at or after `behind`, or else of the first free one of all.

        None if there is no free occurrence.
        """
        words = self.words(string)
        if not words:
            return None
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
        later place. Nothing is placed if there are too many places.
        """
        strings = [[self.words(string) for string in chain] for chain in chains]
        latest = [self._latest(chain) for chain in strings]
        left = [list(each) for each in latest]
        waiting: defaultdict[tuple[str, ...], _Waiting] = defaultdict(_Waiting)
        for chain, numbers in enumerate(left):
            if numbers:
                waiting[strings[chain][numbers[-1]]].add(chain, latest[chain][numbers[-1]], (-1, -1))
        every = {
            words for chain, numbers in enumerate(left) for words in (strings[chain][n] for n in numbers)
        }
        if sum(len(self._places(words)[0]) for words in every) > PAIRS:
            return
        occurrences = sorted(
            (place, -len(words), number, words)
            for words in every
            for number, place in enumerate(self._places(words)[0])
        )
        for place, length, number, words in occurrences:
            chosen = waiting[words].taken(place)
            if chosen is None:
                continue
            yield chosen, left[chosen].pop(), self._take(words, number)
            if left[chosen]:
                following = left[chosen][-1]
                end = place, place - length - 1
                waiting[strings[chosen][following]].add(chosen, latest[chosen][following], end)

    def _latest(self, strings: Sequence[tuple[str, ...]]) -> dict[int, int]:
        """Return the latest place of each string at which the later ones still have a place, from the last string on.

        Strings that do not fit into the order of the others have none. No string has one if fewer than IN_ORDER fit, or
        if there are too many places.
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
        if sum(len(self._places(strings[number])[0]) for number in known) > PAIRS:
            return {}
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


class _Waiting:
    """The chains whose next string has the same words. Places must be asked for in text order."""

    def __init__(self) -> None:
        self._entries: set[int] = set()
        self._added = 0
        self._by_deadline: list[tuple[int, _Entry]] = []
        self._by_end: list[tuple[int, _Entry]] = []
        self._due: list[_Entry] = []
        self._free: list[_Entry] = []

    def add(self, chain: int, deadline: int, end: tuple[int, int]) -> None:
        """Add a chain: the latest place of its string, and the first and the last word of its previous mention."""
        self._added += 1
        self._entries.add(self._added)
        entry = -end[0], deadline, chain, self._added
        heappush(self._by_deadline, (deadline, entry))
        heappush(self._by_end, (end[1], entry))

    def taken(self, place: int) -> int | None:
        """Remove and return the chain that has this place; None if no chain has it.

        A chain has it if it has no later place, or else if its previous mention ends before. Of several, it is the one
        that was mentioned last.
        """
        while self._by_deadline and self._by_deadline[0][0] <= place:
            heappush(self._due, heappop(self._by_deadline)[1])
        while self._by_end and self._by_end[0][0] < place:
            heappush(self._free, heappop(self._by_end)[1])
        for entries in (self._due, self._free):
            while entries:
                *_, chain, number = heappop(entries)
                if number in self._entries:
                    self._entries.remove(number)
                    return chain
        return None


_Entry = tuple[int, int, int, int]
"""A waiting chain: its priority (first word of its previous mention, deadline, chain) and the number of the entry."""


def _next_free(free: list[int], start: int) -> int:
    """Return the first free number at or after start. Occupied numbers point to a later one."""
    passed = []
    while free[start] != start:
        passed.append(start)
        start = free[start]
    for each in passed:
        free[each] = start
    return start
