"""MMAX2: sets and pointers, words and levels in files of their own, on a small text of our own."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.linguistics.describe import describe
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import WORDS, chains
from tests.properties.test_mutated_files import mutated
from tests.refuses import refuses

FILES = {
    "a.mmax": "<?xml version='1.0'?>\n<mmax_project><words>a_words.xml</words></mmax_project>",
    "Basedata/a_words.xml": '<!DOCTYPE words SYSTEM "words.dtd">\n<words>'
    + "".join(f'<word id="word_{number}">{word}</word>\n' for number, word in enumerate(WORDS, 3))
    + "</words>",
    "Markables/a_prim_level.xml": """<markables xmlns="www.eml.org/NameSpaces/prim">
<markable id="m1" span="word_3..word_4" coref_class="set_1" np_form="ne"/>
<markable id="m2" span="word_7" coref_class="set_1" mention="pronoun" type="anaphoric"/>
<markable id="m3" span="word_4,word_6" coref_class="empty" anaphor_antecedent="secmark:m1"/>
<markable id="m4" span="word_8,word_9" coref_class="empty" type="pleonastic"/>
</markables>""",
    "Markables/a_secmark_level.xml": '<markables><markable id="m1" span="word_5"/></markables>',
    "Markables/a_sentence_level.xml": '<markables><markable id="s2" span="word_7..word_9"/></markables>',
}


def written(folder: Path, **changes: str) -> Path:
    """Write the files, some pieces of text replaced, and return the project."""
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        for old, new in changes.items():
            content = content.replace(old, new)  # noqa: PLW2901 - one replacement after the other
        path.write_text(content, encoding="utf-8")
    return folder / "a.mmax"


def read(folder: Path, **changes: str) -> Corpus:
    """Read the files, some pieces of text replaced."""
    return formats.read(written(folder, **changes))


def test_sets_and_pointers(tmp_path: Path) -> None:
    """What is in a set or pointed to is one entity; a pleonastic markable refers to nothing."""
    corpus = read(tmp_path)
    assert corpus.format == "mmax2"
    assert sorted(chains(corpus)) == [["Ada Berg", "She"], ["Berg … .", "slept"], ["woke ."]]
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert corpus.entities.is_nonreferring is not None
    assert corpus.entities.is_nonreferring.sum() == 1
    types = describe(corpus, source="given").type.tolist()
    assert {MentionType.NAME, MentionType.PRONOUN} < set(types)
    assert formats.read(tmp_path).names == ("a",)


def test_a_named_file_of_words(tmp_path: Path) -> None:
    """The file of words can be named where it is elsewhere."""
    project = written(tmp_path)
    (tmp_path / "Basedata" / "a_words.xml").rename(tmp_path / "w")
    with pytest.raises(CorefevalError) as raised:
        formats.read(project)
    assert [problem.code for problem in raised.value.problems] == ["CE090"]
    assert len(formats.read(project, companion=str(tmp_path / "w")).mentions) == 5


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("word_3..", "word_1..", [("CE035", "a_prim_level.xml:2:1")]),
        ("secmark:m1", "m9", [("CE035", "a_prim_level.xml:4:1")]),
        ("word_3..word_4", "word_4..word_3", [("CE031", "a_prim_level.xml:2:1")]),
        ('id="word_4"', 'id="word_3"', [("CE093", "a_words.xml:3:1")]),
        ("<words>a_words.xml</words>", "", [("CE067", "a.mmax:1")]),
        ("</markables>", "", [("CE091", "a_prim_level.xml:6:1")]),
    ],
)
def test_faults(tmp_path: Path, old: str, new: str, found: list[tuple[str, str]]) -> None:
    """Each is told with the file and the place in it."""
    with pytest.raises(CorefevalError) as raised:
        read(tmp_path, **{old: new})
    wrong = [(problem.code, Path(str(problem.place)).name) for problem in raised.value.problems]
    assert wrong[: len(found)] == found


def test_no_level_of_coreference(tmp_path: Path) -> None:
    """Levels without sets and pointers are no coreference."""
    project = written(tmp_path)
    for name in ("prim", "secmark"):
        (tmp_path / "Markables" / f"a_{name}_level.xml").unlink()
    with pytest.raises(CorefevalError) as raised:
        formats.read(project)
    assert [problem.code for problem in raised.value.problems] == ["CE069"]


@pytest.mark.parametrize("name", FILES)
def test_broken_files(tmp_path: Path, name: str) -> None:
    """A file broken at random is read, or refused with a place."""
    project = written(tmp_path)
    dice = random.Random(name)
    for _ in range(100):
        (tmp_path / name).write_text(mutated(FILES[name], dice), encoding="utf-8")
        try:
            problems = formats.read_file(formats.TextFile(project), "mmax2", ReadOptions()).problems
        except CorefevalError as error:
            problems = error.problems
        assert all(problem.place.file.startswith(str(tmp_path)) for problem in problems)


def test_levels_that_common_paths_names(tmp_path: Path) -> None:
    """The levels are those that it names, whatever their files are called; one without a file has no markables."""
    project = written(tmp_path)
    (tmp_path / "Markables" / "a_prim_level.xml").rename(tmp_path / "Markables" / "prim-of-a.xml")
    (tmp_path / "common_paths.xml").write_text(
        '<common_paths><annotations><level name="prim">prim-of-$.xml</level><level name="secmark">$_secmark_level.xml</level>'
        '<level name="other">$_other_level.xml</level></annotations></common_paths>',
        encoding="utf-8",
    )
    corpus = formats.read(project)
    assert (len(corpus.mentions), corpus.nodes.sentences.tolist()) == (5, [0])
    assert formats.read(tmp_path).names == ("a",)


def test_markables_that_are_pointed_at(tmp_path: Path) -> None:
    """Of a level without sets and pointers those are mentions that a pointer names; the others are said."""
    written(tmp_path, **{"secmark:m1": "groups:m1"})
    (tmp_path / "Markables" / "a_groups_level.xml").write_text(
        '<markables><markable id="m1" span="word_5,word_9"/><markable id="m2" span="word_6"/></markables>',
        encoding="utf-8",
    )
    corpus = formats.read(tmp_path / "a.mmax")
    assert ["Berg … .", "slept … ."] in chains(corpus)
    assert [(problem.code, problem.text) for problem in corpus.problems] == [("CE068", "groups")]


def test_several_antecedents(tmp_path: Path) -> None:
    """An ambiguous pointer is followed to the first, and that is said."""
    corpus = read(tmp_path, **{"secmark:m1": "secmark:m1;m2"})
    assert ["Berg … .", "slept"] in chains(corpus)
    assert [(problem.code, problem.text) for problem in corpus.problems] == [("CE068", "m2")]


def test_a_level_of_coreference_may_be_empty(tmp_path: Path) -> None:
    """Nothing is annotated in it, and that is no fault; nor is a level whose markables stand alone."""
    for markables, count in (("", 0), ('<markable id="m1" span="word_5"/>', 1)):
        project = written(tmp_path)
        for path in (tmp_path / "Markables").iterdir():
            path.unlink()
        (tmp_path / "Markables" / "a_coref_level.xml").write_text(f"<markables>{markables}</markables>")
        corpus = formats.read(project)
        assert (len(corpus.mentions), corpus.problems) == (count, ())


def test_an_encoding_that_is_declared(tmp_path: Path) -> None:
    """Words in windows-1250 are read as such; one that does not fit is refused with its name."""
    project = written(tmp_path, Berg="Bär")
    words = tmp_path / "Basedata" / "a_words.xml"
    text = words.read_text(encoding="utf-8")
    words.write_bytes(f'<?xml version="1.0" encoding="windows-1250"?>\n{text}'.encode("windows-1250"))
    assert ["Ada Bär", "She"] in chains(formats.read(project))
    words.write_bytes(b'<?xml version="1.0" encoding="windows-1252"?><words>\x81</words>')
    with refuses(CorefevalError, "CE005", "encoding-declares-not-fit", text="windows-1252"):
        formats.read(project)


def test_relations_of_other_names(tmp_path: Path) -> None:
    """An attribute that names sets or markables and is not known as identity is said, and not read."""
    corpus = read(tmp_path, mention="bridge", pronoun="markable_3")
    assert [(problem.code, problem.text) for problem in corpus.problems] == [("CE068", "bridge (1)")]
