"""CoNLL-UA as arrays: what is regular is read as the exact reader reads it, and everything else is left to that one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.corpus.corpus import Corpus
from corefeval.formats import large_files
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.conllua.exact import read_exactly
from corefeval.formats.conllua.reader import read
from corefeval.formats.conllua.scan import read_fast
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats.test_conllua import HEADER, UA_FILES, content, line, mention, words

NEWDOC = "# newdoc id = "
CELLS = ("", "_", ")", "))", "m1)", "(", "(x)", ")(EntityID=1|MarkableID=z)", " ", "_ ", ")|", "a)b")
MORE = (
    *("", "", "|Min=1", "|Min=2,3", "|Min=9", "|Min=1.1", "|Min=", "|Head=2", "|Head=1,2", "|Min=2|Head=2"),
    *(
        "|ElementOf=1",
        "|ElementOf=2,1",
        "|ElementOf=9",
        "|Rel=a=b",
        "|x",
        "|Min=1|Min=2",
        "|infstat=new|",
        "|ä=ö",
    ),
)
BRIDGES = (
    "(MarkableID=m0|MentionAnchor=m1)",
    "(MarkableID=m1|Rel=part|EntityAnchor=1)",
    "(MarkableID=m1|EntityAnchor=2|MentionAnchor=m0)(MarkableID=m2|MentionAnchor=m0)",
    "(MarkableID=m9|EntityAnchor=1)",
    "(MarkableID=m1)",
    "x",
)


def told(corpus: Corpus) -> list[str]:
    """Return what was said about a file."""
    return [str(problem) for problem in corpus.problems]


def everything(reader: object, text: str, layer: str) -> object:
    """Return all that a reader makes of a text, in order."""
    file = TextFile("f", text.encode())
    try:
        corpus = reader(file, ReadOptions(layer=layer))  # type: ignore[operator]
    except CorefevalError as error:
        return [str(problem) for problem in error.problems]
    names = corpus.mentions.attributes.names
    places = [corpus.source.place(node) for node in range(len(corpus.nodes.forms))]
    upos = corpus.source.column("upos")
    return (
        content(corpus),
        told(corpus),
        names,
        places,
        None if upos is None else list(upos),
        corpus.source.convention,
    )


@pytest.fixture(autouse=True, scope="module")
def _small_runs() -> Iterator[None]:
    """Every document is a run of its own: small files are else read as one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large_files, "RUN", 16)
        yield


def fast(file: TextFile, options: ReadOptions) -> Corpus:
    """Read as arrays, or not at all."""
    return read_fast(file, options, read)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Draw a file: brackets that fit, with ids or without, and here and there something else."""
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    odd = draw(st.sampled_from([0.0, 0.0, 0.03, 0.2]))
    by_id = draw(st.booleans())
    end = draw(st.sampled_from(["\n", "\n", "\n", "\r\n"]))
    lines: list[str] = [HEADER.split("\n")[0]]
    for document in range(draw(st.integers(1, 3))):
        lines.append(f"{NEWDOC}{document if rng.random() >= odd / 4 else 0}")
        opened: list[str] = []
        number = made = zeros = 0
        size = rng.randrange(1, 14)
        for place in range(size):
            if rng.random() < 0.2:
                lines += ["", "# sent_id = s"]
                number = 0
            if rng.random() < 0.1:
                lines.append(line(f"{number + 1}-{number + 2}", "range")[:-1])
            is_word = rng.random() > 0.15
            number, zeros = (number + 1, 0) if is_word else (number, zeros + 1)
            cell = ""
            while opened and is_word and (rng.random() < 0.4 or place == size - 1):
                name = opened.pop(rng.randrange(len(opened)) if by_id else -1)
                cell += f"{name if by_id else ''})"
            while rng.random() < 0.4:
                again = made and rng.random() < 0.15
                name = f"m{rng.randrange(made) if again else made}"
                made += 1
                more = rng.choice(MORE) if rng.random() < max(odd, 0.3) else ""
                entity = rng.choice(("1", "2", "2", "3-Pseudo"))
                is_single = not is_word or place == size - 1 or rng.random() < 0.5
                cell += mention(entity, name, more) + (")" if is_single else "")
                if not is_single:
                    opened.append(name)
            if rng.random() < odd / 4:
                cell = rng.choice(CELLS)
            bridge = rng.choice(BRIDGES) if rng.random() < max(odd / 3, 0.03) else "_"
            shown = str(number) if is_word else f"{number}.{zeros}"
            if rng.random() < odd / 10:
                shown = rng.choice(("x", "", "1-", "007", "1.", "12345678901"))
            row = line(shown, f"w{place}", cell or "_", bridge, rng.choice(("_", "_", cell or "_")))[:-1]
            if rng.random() < odd / 10:
                row = rng.choice((row + "\t_", row[:-2], " " + row, row.replace("\t", " "), "\t", "   "))
            lines.append(row)
        if rng.random() < odd / 10:
            lines += [HEADER.split("\n")[0]]
    return end.join(lines) + rng.choice(("", end))


@pytest.mark.property
@given(documents(), st.sampled_from(["identity", "discourse-deixis"]))
def test_reads_as_the_exact_reader(text: str, layer: str) -> None:
    """Corpus, problems, places and columns are the same, whichever reader has read it."""
    expected = everything(read_exactly, text, layer)
    assert everything(read, text, layer) == expected
    try:
        found = everything(fast, text, layer)
    except IrregularError:
        return
    assert found == expected
    assert isinstance(found, tuple)
    assert not found[1]


REGULAR = {
    "nested": words(
        mention("1", "a") + mention("2", "b", "|Min=1"), ")", mention("1", "c", "|Head=3") + ")", ")"
    ),
    "crossing": words(mention("1", "a"), mention("2", "b", "|ElementOf=1"), "a)", "b)"),
    "in parts": words(mention("1", "a"), ")", mention("1", "b") + ")", mention("1", "a", "|Min=1"), ")"),
    "a zero": HEADER
    + line("1", "a")
    + line("1.1", "_", mention("1", "z", "|Min=1.1") + ")")
    + line("2", "b"),
    "bridging": HEADER
    + line("1", "a", mention("1", "a") + ")")
    + line("2", "b", mention("2", "b") + ")", "(MarkableID=b|Rel=part|MentionAnchor=a)"),
}


@pytest.mark.parametrize("name", REGULAR)
def test_what_is_regular(name: str) -> None:
    """Nested and crossing brackets, parts, zeros, split antecedents and bridging are all read as arrays."""
    text = REGULAR[name]
    assert everything(fast, text, "identity") == everything(read_exactly, text, "identity")


@pytest.mark.parametrize("convention", ["", "a"])
def test_other_documents_stay_fast(convention: str) -> None:
    """Of a document that has something to be told, that is told as it would be of the whole file."""
    good = words(mention("1", "a"), f"{convention})").partition("\n")[2]
    odd = good.replace("id = d", "id = odd").replace(mention("1", "a"), mention("1", "a", "|Min=2,1"))
    text = HEADER.split("\n")[0] + "\n" + good + odd + good.replace("id = d", "id = e")
    assert everything(read, text, "identity") == everything(read_exactly, text, "identity")


@pytest.mark.skipif(not UA_FILES, reason="needs the peers' files")
def test_real_files() -> None:
    """The files of the peers' suites; many of them are regular."""
    regular = 0
    some = UA_FILES[:: max(1, len(UA_FILES) // 150)]
    for path in some:
        text = path.read_text(encoding="utf-8")
        expected = everything(read_exactly, text, "identity")
        assert everything(read, text, "identity") == expected, path
        try:
            regular += everything(fast, text, "identity") == expected
        except IrregularError:
            continue
    assert regular > len(some) / 4
