"""Small texts as lines of a few cells, and the files they stand for.

A line is a word: its cells are parted by blanks, '_' is nothing. A blank line ends a sentence, '==' a document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

COREFUD_COLUMNS = 10
CONLLUA_COLUMNS = 15
IDENTITY, BRIDGING, DEIXIS = 10, 11, 12


def documents(text: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the name and the sentences of each document: d, then d2, d3."""
    for number, document in enumerate(text.strip().split("\n==\n"), 1):
        sentences = [sentence.strip().splitlines() for sentence in document.split("\n\n")]
        yield (f"d{number}" if number > 1 else "d"), sentences


def corefud(text: str, header: str = "eid-head-other") -> str:
    """Return CorefUD; a line is: id, enhanced dependencies, brackets as the header has them (`(e-head-`)."""
    lines = []
    for name, sentences in documents(text):
        lines += [f"# newdoc id = {name}", f"# global.Entity = {header}"]
        for order, sentence in enumerate(sentences, 1):
            lines += [f"# sent_id = {name}-{order}", "# text = x"]
            for line in sentence:
                number, dependencies, brackets = line.split()
                cells = ["_"] * COREFUD_COLUMNS
                cells[0], cells[1], cells[8] = number, "_" if "." in number else f"w{number}", dependencies
                cells[9] = "_" if brackets == "_" else f"Entity={brackets}"
                if "." not in number:
                    cells[6:8] = [str(int(number) - 1), "dep" if number != "1" else "root"]
                lines.append("\t".join(cells))
            lines.append("")
    return "\n".join([*lines, ""])


def conllua(text: str, column: int = IDENTITY) -> str:
    """Return CoNLL-UA; a line is: id, brackets `(entity:markable:Min:ElementOf`, and maybe `anaphor<anchor`."""
    lines = []
    for name, sentences in documents(text):
        lines.append(f"# newdoc id = {name}")
        for line in (line for sentence in sentences for line in sentence):
            number, brackets, *bridging = line.split()
            cells = ["_"] * CONLLUA_COLUMNS
            cells[0], cells[1] = number, "_" if "." in number else f"w{number}"
            cells[column] = "".join(map(_bracket, brackets.replace("(", " (").split()))
            if bridging:
                pair = bridging[0].split("<")
                cells[BRIDGING] = "(MarkableID={}|Rel=other|MentionAnchor={})".format(*pair)
            lines.append("\t".join(cells))
        lines.append("")
    return "\n".join([*lines, ""])


def _bracket(text: str) -> str:
    if not text.startswith("("):
        return text
    names = ("EntityID", "MarkableID", "Min", "ElementOf")
    end = ")" if text.endswith(")") else ""
    values = text.strip("()").split(":")
    return "(" + "|".join(f"{n}={v}" for n, v in zip(names, values, strict=False) if v) + end


def conll2012(text: str) -> str:
    """Return CoNLL-2012; a line is the cell of coreference."""
    lines = []
    for name, sentences in documents(text):
        lines.append(f"#begin document ({name}); part 000")
        for sentence in sentences:
            words = enumerate(sentence)
            lines += [
                "\t".join([name, "0", str(place), f"w{place}", cell.replace("_", "-")])
                for place, cell in words
            ]
            lines.append("")
        lines.append("#end document")
    return "\n".join([*lines, ""])


RENDER: dict[str, Callable[[str], str]] = {"conll2012": conll2012, "corefud": corefud, "conllua": conllua}
"""The writer of each notation, by the name of its format."""


def sentence(brackets: dict[int, str], length: int = 16) -> str:
    """Return the lines of a sentence of CorefUD without zeros that has these brackets at its words."""
    return "\n".join(f"{number} _ {brackets.get(number, '_')}" for number in range(1, length + 1))


def cells(
    spans: Sequence[tuple[int, int, str, str, str]], length: int, *, closed_first: bool = False
) -> list[str]:
    """Return a cell a word: (first, last, opening, closing, of one word), the longest opened first and closed last.

    In CoNLL-UA what closes stands before all that opens, even before a mention of that word alone.
    """
    opened, closed = [""] * length, [""] * length
    in_order = sorted(spans, key=lambda span: (span[0], -span[1]))
    for first, last, opening, _, single in in_order:
        opened[first] += single if first == last else opening
    for first, last, _, closing, _ in reversed(in_order):
        closed[last] += closing if first != last else ""
    pairs = zip(*((closed, opened) if closed_first else (opened, closed)), strict=True)
    return [one + other or "_" for one, other in pairs]
