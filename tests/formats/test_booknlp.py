"""BookNLP's entities and tokens, on a small text of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import describe
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import SENTENCES, chains

ENTITIES = """COREF\tstart_token\tend_token\tprop\tcat\ttext
7\t0\t1\tPROP\tPER\tAda Berg
-1\t1\t1\tNOM\tPER\tBerg
7\t4\t4\tPRON\tPER\tShe
-1\t5\t5\tNOM\tPER\twoke
"""
_WORDS = [(number, word) for number, sentence in enumerate(SENTENCES) for word in sentence]
TOKENS = "sentence_ID\ttoken_ID_within_document\tword\tPOS_tag\n" + "".join(
    f"{sentence}\t{index}\t{word}\tX\n" for index, (sentence, word) in enumerate(_WORDS)
)


def read(folder: Path, entities: str = ENTITIES, tokens: str = TOKENS) -> Corpus:
    """Read the entities, beside the tokens if there are any."""
    (folder / "a.entities").write_text(entities, encoding="utf-8")
    if tokens:
        (folder / "a.tokens").write_text(tokens, encoding="utf-8")
    return formats.read(folder / "a.entities")


def test_with_tokens(tmp_path: Path) -> None:
    """What was not resolved stands alone; types, sentences and tags are kept."""
    corpus = read(tmp_path)
    assert corpus.format == "booknlp"
    assert sorted(chains(corpus)) == [["Ada Berg", "She"], ["Berg"], ["woke"]]
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert sorted(describe(corpus).type.tolist()) == sorted(
        [MentionType.NAME, MentionType.PRONOUN, MentionType.NOMINAL, MentionType.NOMINAL]
    )
    column = corpus.source.column("upos")
    assert column is not None
    assert column[6] == "X"
    assert formats.read(tmp_path).names == ("a",)


def test_without_tokens(tmp_path: Path) -> None:
    """Mentions are compared by their numbers, and that is told."""
    corpus = read(tmp_path, tokens="")
    assert corpus.entity_sizes.tolist() == [2, 1, 1]
    assert [problem.code for problem in corpus.problems] == ["CE095"]


@pytest.mark.parametrize(
    ("entities", "tokens", "code", "place"),
    [
        (ENTITIES + "7\t9\n", TOKENS, "CE067", "a.entities:6"),
        (ENTITIES + "7\t6\t9\tNOM\tPER\tx\n", TOKENS, "CE031", "a.entities:6"),
        (ENTITIES + "7\tx\t6\tNOM\tPER\tx\n", "", "CE033", "a.entities:6"),
        (ENTITIES.replace("prop", "kind"), TOKENS, "CE067", "a.entities:1"),
        (ENTITIES, TOKENS.replace("\t6\t", "\t7\t"), "CE067", "a.tokens:8"),
        (ENTITIES, TOKENS + "x\n", "CE067", "a.tokens:9"),
    ],
)
def test_faults(tmp_path: Path, entities: str, tokens: str, code: str, place: str) -> None:
    """Each is told with the file and line it is in."""
    with pytest.raises(CorefevalError) as raised:
        read(tmp_path, entities, tokens)
    assert [(problem.code, Path(str(problem.place)).name) for problem in raised.value.problems] == [
        (code, place)
    ]
