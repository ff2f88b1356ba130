"""The sources of type codes: typed links, attributes, a column, or the words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from corefeval.evaluation.request import load
from corefeval.evaluation.score import score
from corefeval.linguistics.describe import describe
from corefeval.linguistics.given_codes import Typing, illegal, unknown_codes
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.problems import CorefevalError
from corefeval.validation import validate
from tests.corpora import annotated, numbered, text
from tests.refuses import refuses

LITHUANIAN = scheme_named()

COREFUD = """# global.Entity = eid-etype-head-link-other
# newdoc id = a
# sent_id = 1
1	Ann	Ann	PROPN	_	_	0	_	_	Entity=(e1-person-1-coref-)
2	met	meet	VERB	_	_	1	_	_	_
3	her	she	PRON	_	_	2	_	_	Entity=(e1-person-1-ana-)
4	twin	twin	NOUN	_	_	2	_	_	Entity=(e1-person-1-zzzz-)

"""
CONLL = """#begin document (a);
a 0 0 Ann dtis (1)
a 0 1 met - -
a 0 2 her ppas|dtis (1)|(2
a 0 3 twin - 2)

#end document
"""


def file(path: Path, content: str) -> str:
    """Write a file and return its name."""
    path.write_text(content, encoding="utf-8")
    return str(path)


def codes(typing: Typing | None) -> list[str]:
    """Return the codes; there must be some."""
    assert typing is not None
    return typing.code


def test_links_before_attributes() -> None:
    """The first typed link of a mention counts; without links, the attribute of the scheme does."""
    linked = annotated(["Ann", "she"], [(1, [0], "ppas"), (1, [0], "poas")])
    assert codes(Typing.of(linked, LITHUANIAN)) == ["", "ppas"]
    given = numbered([[[0, 1]]], {}, length=2, attributes={1: {"code": "ppas", "link": "ana"}})
    assert codes(Typing.of(given, LITHUANIAN)) == ["", "ppas"]
    assert codes(Typing.of(given, scheme_named("gum"))) == ["", "ana"]
    assert Typing.of(numbered([[[0, 1]]], {}, length=2), LITHUANIAN) is None


def test_attributes_of_corefud(tmp_path: Path) -> None:
    """GUM's types of links are read as codes, and an illegal one is found with its line."""
    path = file(tmp_path / "a.conllu", COREFUD)
    scheme = scheme_named("gum")
    assert sorted(codes(Typing.of(load(path), scheme))) == ["ana", "coref", "zzzz"]
    (problem,) = illegal(load(path), scheme)
    assert (problem.code, problem.place.line, problem.text) == ("CE108", 7, "zzzz")
    found = validate(path, scheme="gum")
    assert [each.code for each in found.errors] == ["CE108"]
    assert not validate(path).errors
    result = score(path, path, metrics="dominant", scheme="gum")
    unknown = [each for each in result.warnings if each.code.startswith("CE10")]
    assert [each.code for each in unknown] == ["CE108", "CE108"]
    assert {each.kind for each in unknown} == {"unknown-codes-of-named"}
    unnamed = score(path, path, metrics="dominant").warnings
    assert not any(each.code == "CE108" for each in unnamed)
    with refuses(CorefevalError, "CE108", "no-type-code-scheme", document="a"):
        score(path, path, metrics="muc", scheme="gum", unknown_codes="error")


def test_codes_among_other_attributes(tmp_path: Path) -> None:
    """CorefUD files have user attributes after the others, as name:value."""
    text = (
        COREFUD.replace("-link-other", "-other")
        .replace("-1-coref-", "-1-x:1")
        .replace("-1-ana-", "-1-x:2,code:a%2Das")
    )
    read = load(file(tmp_path / "a.conllu", text.replace("-1-zzzz-", "-1-code:dtis")))
    assert sorted(codes(Typing.of(read, replace(LITHUANIAN, attribute="other:code")))) == ["", "a-as", "dtis"]
    assert Typing.of(read, LITHUANIAN) is None


def test_a_column_of_words(tmp_path: Path) -> None:
    """The codes are in the cell of a mention's first word; of several mentions there, the longest comes first."""
    scheme = replace(LITHUANIAN, column="5")
    path = file(tmp_path / "a.conll", CONLL)
    read = load(path)
    spans = dict(
        zip(
            zip(read.mentions.first.tolist(), read.mentions.last.tolist(), strict=True),
            codes(Typing.of(read, scheme)),
            strict=True,
        )
    )
    assert spans == {(0, 0): "dtis", (2, 3): "ppas", (2, 2): "dtis"}
    wrong = load(file(tmp_path / "b.conll", CONLL.replace("ppas|dtis", "ppas")))
    with refuses(CorefevalError, "CE111", "type-codes-in-column", text="ppas"):
        Typing.of(wrong, scheme)
    assert Typing.of(read, LITHUANIAN) is None


def test_a_selection_keeps_its_codes(tmp_path: Path) -> None:
    """If singletons are dropped, a cell still has a code for each mention in the file."""
    path = file(tmp_path / "a.conll", CONLL)
    own = file(
        tmp_path / "own.toml",
        'name = "own"\ncolumn = "5"\n[types]\nname = "d"\nnominal = "d"\npronoun = "p"\n'
        '[[levels]]\nname = "class"\nvalues = { d = "noun", p = "pronoun" }\n'
        '[[levels]]\nname = "rest"\nvalues = { tis = "", pas = "" }\n',
    )
    result = score(path, path, metrics="dominant", scheme=own, singletons="drop", language="en")
    assert result.counts["dominant"].totals()["d.tp"] == 1


def test_derived_codes_are_in_the_letters_of_the_scheme() -> None:
    """The same chain has codes in the Lithuanian letters, in the Basque letters, and in words."""
    said = text(
        "Barack/PROPN Obama/PROPN met/VERB Obama/PROPN ,/PUNCT he/PRON left/VERB", chains=[[(0, 1), 3, 5]]
    )
    words = describe(said)
    expected = {"lithuanian": ["dais", "p-as"], "epec-korref": ["n--", "p--"], "plain": ["name", "pronoun"]}
    for name, wanted in expected.items():
        found = codes(Typing.derived(said, words, scheme_named(name)))
        assert sorted(filter(None, found)) == sorted(wanted), name


def test_unknown_codes_are_counted_and_a_scheme_that_fits_is_named() -> None:
    """The warning counts unknown codes, the most frequent first; without codes there is none."""
    side = annotated(["Ann", "she", "it", "he"], [(1, [0], "pronoun"), (2, [0], "name"), (3, [0], "pronoun")])
    (problem,) = unknown_codes(Typing.of(side, LITHUANIAN), LITHUANIAN, "key")
    assert (problem.kind, problem.count, problem["codes"], problem["side"]) == (
        "unknown-codes-of-other-scheme",
        3,
        3,
        "key",
    )
    assert (problem.kind, problem["unknown"]) == (
        "unknown-codes-of-other-scheme",
        ("'pronoun' (2)", "'name' (1)"),
    )
    assert problem.kind.startswith("unknown-codes")
    assert unknown_codes(Typing.of(side, scheme_named("plain")), scheme_named("plain"), "key") == []
    assert unknown_codes(None, LITHUANIAN, "key") == []


def test_missing_levels_are_padded(tmp_path: Path) -> None:
    """Section 4.4: a hyphen means a level without a value; `pad = true` adds it for missing levels."""
    scheme = replace(LITHUANIAN, column="5", pads=True)
    read = load(file(tmp_path / "a.conll", CONLL.replace("ppas|dtis", "p|dt")))
    assert sorted(codes(Typing.of(read, scheme))) == ["dt--", "dtis", "p---"]
    assert not list(illegal(read, scheme))
    assert [problem.code for problem in illegal(read, replace(scheme, pads=False))] == ["CE108", "CE108"]


def test_a_column_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """Column 5 of a file with 12 columns is named pos, and a file with 4 columns has no column 5."""
    twelve = "#begin document (a);\na 0 0 Ada NNP * - - - - * (1)\na 0 1 she PRP * - - - - * (1)\n\n#end document\n"
    own = file(
        tmp_path / "own.toml",
        'name = "own"\ncolumn = "5"\n[types]\nname = "d"\nnominal = "d"\npronoun = "p"\n'
        '[[levels]]\nname = "class"\nvalues = { d = "noun", p = "pronoun" }\n',
    )
    path = file(tmp_path / "a.conll", twelve)
    with refuses(CorefevalError, "CE111", "no-such-column", name="5", scheme="own"):
        score(path, path, metrics="dominant", scheme=own)
