"""Chains as lists of strings in JSON: {"Chain1": ["Sarah", "She"]} or [["Sarah", "She"]], placed in the text by their order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import TaggedText
from corefeval.formats.json_values import decode
from corefeval.formats.offsets import tokenised
from corefeval.formats.standoff import Mention
from corefeval.problems import CorefevalError, Place, Problem

__all__ = ["FORMAT"]

_Chain = list[str | list[str]]
_Answer = dict[str, str | _Chain] | _Chain
ENDS = ('"]', '"]]', '"]}', '"]]}')
"""What an answer that is cut off behind a string may lack."""
QUOTES = 5
"""How many quotes before the end the last whole string of a chain may end."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read chains, and place each string at its first occurrence that no other has, behind the one before it in its chain.

    What is left then may stand there in capital or small letters. A string that finds no place is a mention all the same:
    one that the text does not have.
    """
    answer = TaggedText(file, options, is_answer=True)
    value = _decoded(answer)
    named = value.pop("text", None) if isinstance(value, dict) else None
    if isinstance(named, str):
        text = named
    else:
        text = file.companion("{stem}.txt", named=options.companion).read().decode()
    found = answer.document()
    found.document.place = file.place
    found.document.names_chains = isinstance(value, dict)
    found.add(text)
    words = _Words(text)
    mentions: list[Mention] = []
    for path, name, strings in _chains(value, file.place, answer):
        last = 0
        for number, string in enumerate(strings):
            mention = Mention([], name, place=Place(file.name, path=f"{path}[{number}]"), text=string)
            if not tokenised(string)[0]:
                answer.warn("CE048", "string-without-word-left", mention.place, string)
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
            answer.warn("CE072", "no-place-left", mention.place, mention.text)
    found.document.mentions = mentions
    return answer.corpus([found], "json-strings")


def _decoded(answer: TaggedText) -> dict[str, str | _Chain] | _Chain:
    """Return the value that the answer is; of one that is cut off what is whole."""
    text = answer.text[answer.start : answer.stop]
    begin = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=0)
    end = max(text.rfind("}"), text.rfind("]"), begin) + 1
    place = answer.place(answer.start + begin)
    kind: type[dict[str, str | _Chain] | _Chain] = _Answer  # type: ignore[assignment]
    try:
        value = decode(text[begin:end].encode(), kind, Place(place.file, place.line))
    except CorefevalError as error:
        if all(problem.code != "CE029" for problem in error.problems):
            raise  # it is whole, and something else
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


def _chains(
    value: dict[str, str | _Chain] | _Chain, place: Place, answer: TaggedText
) -> list[tuple[str, str, list[str]]]:
    """Return the chains, each with its path and its name; a list of lists is one of chains."""
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
    """The words of a text, and which spans of them are taken.

    Args:
        text: the text.
        exactly: what was placed letter by letter; then capital and small letters are the same.
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
        """Return the characters of the first free occurrence that begins there or later, else of the first of all.

        None if there is none; the string has words.
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
    """Return the first number from start that is free; those that are not point to a later one."""
    passed = []
    while free[start] != start:
        passed.append(start)
        start = free[start]
    for each in passed:
        free[each] = start
    return start


FORMAT = Format("json-strings", read)
