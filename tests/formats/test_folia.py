"""FoLiA: words, chains of links, corrections, on a small text of our own."""

from __future__ import annotations

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains

CONTENT = """<?xml version="1.0"?>
<FoLiA xmlns="http://ilk.uvt.nl/folia" xml:id="d"><text><p>
<s xml:id="s1"><t>Ada Berg slept</t><w xml:id="w1"><t>Ada</t></w>
<w xml:id="w2"><t class="raw">Borg</t><t>Berg</t></w>
<correction><new><w xml:id="w3"><t>slept</t></w></new><original><w xml:id="w0"><t>sleeped</t></w></original></correction></s>
<s xml:id="s2"><w xml:id="w4"><t>She</t></w></s></p>
<coreferences><coreferencechain class="person">
<coreferencelink><wref id="w1"/><hd><wref id="w2"/></hd></coreferencelink>
<coreferencelink><wref id="w4"/></coreferencelink></coreferencechain>
<coreferencechain class="person"><coreferencelink><wref id="w3"/><wref id="w1"/></coreferencelink></coreferencechain>
</coreferences></text></FoLiA>"""


def read(content: str) -> Corpus:
    """Read a text that is recognised."""
    return formats.read_file(TextFile("f", content.encode()), None, ReadOptions())


def test_chains() -> None:
    """A chain is an entity whatever its class; words are those of the text now; one word of the head is the head."""
    corpus = read(CONTENT)
    assert (corpus.format, corpus.names) == ("folia", ("d",))
    assert list(corpus.nodes.forms) == ["Ada", "Berg", "slept", "She"]
    assert corpus.nodes.sentences.tolist() == [0, 3]
    assert chains(corpus) == [["Ada … slept"], ["Ada Berg", "She"]]
    assert sorted(corpus.mentions.head.tolist()) == [-1, -1, 1]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('<wref id="w4"/>', '<wref id="w0"/>', "CE035", 9),
        ('xml:id="w2"', 'xml:id="w1"', "CE093", 4),
        ('<wref id="w4"/>', "", "CE031", 9),
    ],
)
def test_faults(old: str, new: str, code: str, line: int) -> None:
    """Each is told with its line; a word that was corrected is none of the text."""
    with pytest.raises(CorefevalError) as raised:
        read(CONTENT.replace(old, new))
    assert (code, line) in [(problem.code, problem.place.line) for problem in raised.value.problems]
