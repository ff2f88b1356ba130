"""The texts that are mutated: of each format of the catalogue some small ones of the same words, so that any two can be scored.

Small on purpose: what breaks a reader or a metric needs a few lines, and a few lines take a few milliseconds. Between
them they hold what the formats can hold: two documents, repeated, nested, crossing and discontinuous mentions, zeros,
trees, heads, minimum spans, split antecedents, bridging, non-referring expressions, layers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import BytesIO

from corefeval import formats
from corefeval.formats.catalogue import ENTRIES
from fuzz.tool_texts import TOOL_TEXTS


def conll2012(*documents: Sequence[str], gap: str = "\t") -> str:
    """Return CoNLL-2012: of each document its words with the tag, the tree and the cell of each, '' between sentences."""
    lines = []
    for number, (name, words) in enumerate(zip("ab", documents, strict=False)):
        lines.append(f"#begin document ({name}); part {number:03}")
        position = 0
        for word in words:
            if not word:
                lines.append("")
                position = 0
                continue
            form, tag, tree, cell = word.split()
            cells = [name, str(number), str(position), form, tag, tree, "-", "-", "-", "-", "*", cell]
            lines.append(gap.join(cells))
            position += 1
        lines += ["", "#end document"]
    return "\n".join(lines) + "\n"


_SECOND = ("He PRP (TOP(S(NP*) (3)", "won VBD (VP*))) -")
CONLL = (
    conll2012(
        (
            "Ada NNP (TOP(S(NP*) (0)",
            "met VBD (VP* -",
            "her PRP$ (NP(NP*) (0)|(1",
            "dog NN *)))) 1)",
            "",
            "It PRP (TOP(S(NP*) (1)",
            "rån VBD (VP*))) -",
        ),
        _SECOND,
    ),
    conll2012(
        (
            "Ada NNP (TOP(S(NP*) (0a",
            "met VBD (VP* 0a)",
            "her PRP$ (NP(NP*) (0)|(1",
            "dog NN *)))) 1)|(0a)",
            "",
            "It PRP (TOP(S(NP*) (1)|(1)",
            "rån VBD (VP*))) (2)",
        ),
        ("He PRP (TOP(S(NP*) (3", "won VBD (VP*))) 3)"),
    ),
    conll2012(
        (
            "Ada NNP * (0)|(4",
            "met VBD * (5",
            "her PRP$ * (0)|4)",
            "dog NN * 5)",
            "",
            "*pro* -NONE- * (0)",
            "It PRP * (7)",
            "rån VBD * (7)",
        ),
        _SECOND,
    ),
)


def corefud(
    words: Sequence[str], second: str = "Entity=(e1--1)", header: str = "eid-etype-head-other"
) -> str:
    """Return CorefUD: its first document word by word as 'number form upos head cell', and one of one word."""
    lines = [f"# global.Entity = {header}", "# newdoc id = a", "# sent_id = 1"]
    for word in words:
        number, form, tag, head, cell = word.split()
        if "-" in number:
            lines.append("\t".join([number, form, *"_" * 8]))
            continue
        edge = ["_", "_", f"{head}:nsubj"] if "." in number else [head, "dep" if head != "0" else "root", "_"]
        lines.append("\t".join([number, form, form.lower(), tag, "_", "_", *edge, cell]))
    last = f"1\tBo\tBo\tPROPN\tNN\t_\t0\troot\t_\t{second}"
    return "\n".join([*lines, "", "# newdoc id = b", "# sent_id = 2", last, "", ""])


COREFUD = (
    corefud(
        (
            "1 Ada PROPN 2 Entity=(e1-person-1-)",
            "2 met VERB 0 _",
            "2.1 _ PRON 2 Entity=(e1-person-1-)",
            "3 her PRON 4 Entity=(e2-animal-2-(e1-person-1-)|Bridge=e1<e2:part",
            "4 døg NOUN 2 Entity=e2)|SpaceAfter=No",
            "5-6 theys _ _ _",
            "5 they PRON 2 Entity=(e3-x-1-)|SplitAnte=e1<e3,e2<e3",
            "6 it PRON 2 Entity=(e2-animal-1-)",
        )
    ),
    corefud(
        (
            "1 Ada PROPN 2 Entity=(e1[1/2]-person-1-)",
            "2 met VERB 0 _",
            "2.1 _ PRON 2 Entity=(e2-person-1-)",
            "3 her PRON 4 Entity=(e1[2/2])",
            "4 døg NOUN 2 Entity=(e4-x-1-)|SpaceAfter=No",
            "5-6 theys _ _ _",
            "5 they PRON 2 Entity=(e1-x-1-(e2-x-2-",
            "6 it PRON 2 Entity=e2)e1)",
        )
    ),
    corefud(
        (
            "1 Ada PROPN 2 Entity=(e1-p-1,2-2-x",
            "2 met VERB 0 Entity=e1)",
            "3 her PRON 4 Entity=(e1-p-1-1-)(e1-p-1-1-)",
            "4 døg NOUN 2 Entity=(e2-a-1-1-)",
            "5 they PRON 2 Entity=(e2-a-1-1-)",
            "6 it PRON 2 _",
        ),
        "Entity=(e1-p-1-1-)",
        "eid-etype-minspan-head-other",
    ),
    corefud(
        (
            "0.1 _ PRON 2 Entity=(e1-x)",
            "1 Ada PROPN 2 Entity=(e2-x-infstat:new",
            "2 met VERB 0 _",
            "2.1 _ PRON 2 Entity=(e1-x)",
            "2.2 _ PRON 2 Entity=(e3-y)|Bridge=e1<e3:a,e2<e3",
            "3 her PRON 4 Entity=e2)(e1[1/2]-x)",
            "4 døg NOUN 2 Entity=(e4-z)",
            "5 they PRON 2 Entity=(e1[2/2]-x)(e4-z)|SplitAnte=e1<e4",
            "6 it PRON 2 Entity=(e3-y)",
        ),
        "Entity=(e9-x)",
        "GRP-entity-other",
    ),
)
_COLUMNS = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS "
    "REFERENCE NOM_SEM"
)


def conllua(words: Sequence[tuple[str, ...]], gap: int = 8) -> str:
    """Return CoNLL-UA: one document, a word with the cells of identity, bridging and discourse deixis each."""
    lines = [_COLUMNS, "# newdoc id = a", "# sent_id = a-1"]
    for number, (form, *cells) in enumerate(words, 1):
        additional = [*cells, "_", "_", "_"][:3]
        lines.append("\t".join([str(number), form, *"_" * gap, *additional, "_", "_"]))
    return "\n".join([*lines, "", ""])


CONLLUA = (
    conllua(
        (
            ("Ada", "(EntityID=1|MarkableID=markable_1|Min=1|SemType=dn)"),
            ("met", "_", "_", "(EntityID=1-DD|MarkableID=dd_1|Min=2)"),
            (
                "her",
                "(EntityID=1|MarkableID=markable_2|Min=3|SemType=dn)(EntityID=2|MarkableID=markable_3|Min=3,4|SemType=dn",
                "(MarkableID=markable_3|Rel=poss|MentionAnchor=markable_1|EntityAnchor=1)",
            ),
            ("døg", ")"),
            ("they", "(EntityID=3|MarkableID=markable_4|Min=5|SemType=dn|ElementOf=4)"),
            ("it", "(EntityID=4|MarkableID=markable_5|Min=6|SemType=dn)"),
        )
    ),
    conllua(
        (
            ("Ada", "(EntityID=1|MarkableID=m1|Min=1|SemType=dn"),
            ("met", "(EntityID=5-Pseudo|MarkableID=m2|Min=2"),
            ("her", "m1)m2)(EntityID=1|MarkableID=m3|Min=3|SemType=dn)"),
            ("døg",),
            ("they", "(EntityID=1|MarkableID=m3|Min=3|SemType=dn)"),
            ("it",),
        )
    ),
    conllua(
        (
            ("Ada", "(EntityID=1|MarkableID=m1|Min=1|SemType=dn)"),
            ("met", "_", "_", "(EntityID=1-DD|MarkableID=d1|Min=2)"),
            ("her", "(EntityID=2|MarkableID=m2|Min=3|SemType=expletive)"),
            ("døg", "(EntityID=1|MarkableID=m3|Min=4|SemType=dn|ElementOf=2)"),
            ("they", "_", "_", "(EntityID=1-DD|MarkableID=d2|Min=5)"),
            ("it", "(EntityID=1|MarkableID=m4|Min=6|SemType=dn)"),
        )
    ),
)


def jsonlines(**fields: object) -> str:
    """Return JSON Lines: the first document with these fields beside its words, and a second one."""
    first = {
        "doc_key": "a",
        "sentences": [["Ada", "met", "her", "døg"], ["They", "ran"]],
        **fields,
    }
    second = {"doc_key": "b", "sentences": [["Bo", "left", "her", "."]], "clusters": [[[0, 1], [3, 3]]]}
    if "predicted_clusters" in fields:
        second["predicted_clusters"] = second["clusters"]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in (first, second))


JSON = (
    jsonlines(clusters=[[[0, 0], [2, 2]], [[2, 3]], [[4, 4]]], split_antecedents=[[2, 0], [2, 1]]),
    jsonlines(
        clusters=[[[0, 0], [0, 0]], [[[0, 0], [2, 3]]], [[1, 4], [2, 5]]],
        cluster_ids=["x", "y", "z"],
        mentions=[{"span": [0, 0], "cluster": 0, "head": 0, "etype": "person"}],
    ),
    jsonlines(clusters=[[[0, 0], [2, 2]], []], predicted_clusters=[[[0, 0], [4, 4]]], nonreferring=[0]),
    jsonlines(
        clusters=[[[0, 0], [2, 2]], [[2, 3], [5, 5]], [[4, 4]]],
        annotations=[{"referent": [2, 2], "antecedents": [[0, 0]], "type": "ppas", "dominant": False}],
        bridging=[{"anaphor": [2, 3], "anchor": [0, 0], "cluster": 0, "relation": "part"}],
        mentions=[{"span": [2, 3], "cluster": 1, "head": 3, "min": [3, 3], "ne": "animal"}],
        empty=[[5, 1]],
        pos=[["NNP", "VBD", "PRP$", "NN"], ["PRP", "VBD"]],
        speakers=[["A", "A", "A", "A"], ["B", "B"]],
    ),
)
FLAT = (
    '{"document_id": "a", "tokens": ["Ada", "met", "her", "døg"], "predicted_clusters": [[[0, 1], [2, 3]], [[2, 4]]]}\n',
    '{"document_id": "a", "tokens": ["Ada", "met", "her", "døg"], "predicted_clusters": [[[0, 1]], [[3, 4], [2, 3]]]}\n',
    '{"doc_id": "a", "text": "Ada met her døg", "clusters_char_offsets": [[[0, 3], [8, 11]], [[8, 15]]]}\n',
)
_LEX = '{"seg": [[0, 3], [4, 3], [8, 3], [12, 3]], "s": [[0, 15]]}'


_MORPHOLOGY = (
    '{"msd": [[["Ada", "Npfsnn-"]], [["met", "Vgma3s--n--ni-"]], [["her", "Pgfsgn"]], [["dog", "Ncmsnn-"]]]}'
)
_NAMED = '{"ne": {"persons": [{"text": "Ada", "ref": [0, 3]}]}}'
_RESOLVED = '{"anaphora_resolution": [{"ref": [8, 3], "anaphor": [[0, 3]]}]}'


def nkas(*links: str, is_tagged: bool = False) -> str:
    """Return NKAS JSON of one sentence: a layer of coreference a version, and where asked for all other layers."""
    layers = [("lex", 1, _LEX)]
    if is_tagged:
        layers += [("morphology", 4, _MORPHOLOGY), ("ner", 10, _NAMED), ("anaphora_resolution", 1, _RESOLVED)]
    layers += [("manualCoreferences", number, link) for number, link in enumerate(links, 1)]
    plain = {
        "id": 7,
        "name": "a",
        "content": "Ada met her dog",
        "annotationLayers": [
            {"type": name, "version": version, "content": text} for name, version, text in layers
        ],
    }
    return json.dumps(plain)


_LINK = '{"coreferences": [{"Referant": [8, 3], "Mentions": [[0, 3]], "Type": "Apas"}]}'
NKAS = (
    nkas(_LINK),
    nkas(
        '{"coreferences": [{"Referant": [8, 3], "Mentions": [[0, 3]], "Type": "Apas"}, '
        '{"Referant": [12, 3], "Mentions": [[0, 3], [8, 3]], "Type": "Apag"}]}',
        is_tagged=True,
    ),
    nkas(_LINK, '{"coreferences": [{"Referant": [12, 3], "Mentions": [[0, 2]], "Type": "Nsas"}]}'),
)
WRITTEN = tuple(entry.name for entry in ENTRIES if entry.written)
"""The formats that can be written."""


def as_written(to: str) -> tuple[str, ...]:
    """Return the texts of JSON Lines in a format that can be written, as far as that can hold them."""
    found = []
    for text in JSON:
        corpus = formats.read_file(
            formats.TextFile("a", text.encode()), None, formats.ReadOptions(offsets="inclusive")
        )
        stream = BytesIO()
        formats.write(corpus, stream, to)
        found.append(stream.getvalue().decode())
    return tuple(found)


BY_HAND: dict[str, tuple[str, ...]] = {
    "conll2012": CONLL,
    "blanks": tuple(text.replace("\t", "  ") for text in CONLL),
    "corefud": COREFUD,
    "conllua": CONLLUA,
    "jsonlines": JSON,
    "flat": FLAT,
    "nkas": NKAS,
    **TOOL_TEXTS,
}
TEXTS = {**BY_HAND, **{name: as_written(name) for name in WRITTEN if name not in BY_HAND}}
"""The texts of each format; 'blanks' is CoNLL-2012 with blanks for tabs, 'flat' JSON Lines as other tools write it."""

LAYERS = {
    "conllua": ("identity", "discourse-deixis"),
    "jsonlines": ("identity", "predicted_clusters", "clusters"),
    "flat": ("identity", "predicted_clusters"),
    "nkas": ("identity", "manual2", "anaphora_resolution"),
    "subtokens": ("identity", "predicted_clusters", "clusters"),
}
OFFSETS = (
    "",
    "inclusive",
    "exclusive",
    "exclusive",
    "inclusive,token",
    "exclusive,character",
    "exclusive,letters",
)

BITS = (
    *'()|-_*\t\n\r #=,:<[]{}"\\0192',
    *("\r\n", "\n\n", "\t\t", "||", "()"),
    *(
        "(0",
        "0)",
        "(0)",
        "(0a",
        "0a)",
        "(e1",
        "e1)",
        "(e1)",
        "(e1[1/2]",
        "e1[2/2])",
        "(e1[2/1])",
        "(e1[1/2])",
    ),
    *(
        "-1",
        "1.5",
        "2.1",
        "0.1",
        "1-2",
        "2-1",
        "1.1-1.2",
        "9" * 5000,
        "99999999999999999999",
        "1e400",
        "1.0",
        "٣",
    ),
    *("\x0b", "\x0c", "\x85", "\u2028", "\xa0", "\u200b", "\ufeff", "\0", "😀", "e\u0301", "\u202e"),
    *("\x1b[38;5;213m", "\x1b]0;x\x07", "\x9b31m", "[/b]", "[red]x[/red]", "=1+1", "<script>"),
    *(
        "null",
        "true",
        "[]",
        "{}",
        "[0, 1]",
        "[[0, 0], [0, 0]]",
        "[[[0, 0]]]",
        '"\\ud800"',
        '"\\u0000"',
        '"\\n"',
        '""',
    ),
    *("Entity=", "Bridge=e1<e2", "SplitAnte=e1<e3,e2<e3", "SplitAnte=e9<e3", "SplitAnte=e1<e1"),
    *(
        "Entity=(e1-person-1-)",
        "Min=1",
        "Min=9",
        "Min=1,3",
        "ElementOf=1",
        "ElementOf=9",
        "Head=2",
        "SemType=expletive",
    ),
    *("# newdoc id = a\n", "# newdoc\n", "# global.Entity = eid\n", "# global.Entity = eid-head-minspan\n"),
    *("#end document\n", "#begin document (a); part 000\n", "#begin document (c); part 001\n"),
    *(
        "# global.columns = ID FORM IDENTITY\n",
        '"doc_key": "a"',
        '"offsets": "exclusive"',
        '"text": "Ada met her dog"',
    ),
    *(
        "<m id=1>",
        "</m>",
        "[1 ",
        " ]",
        "[",
        "](#1)",
        "|[e1",
        "|e1]",
        "|[e2]",
        "{M1 ",
        "{M1:a=b ",
        "}",
        "```\n",
        "##",
    ),
    *(
        '<COREF ID="1" REF="2">',
        "</COREF>",
        '<rs ref="#a">',
        "</rs>",
        "<p/>",
        "&amp;",
        "&x;",
        "<!--",
        "<![CDATA[",
        "]]>",
    ),
    *(
        "<!DOCTYPE x [<!ENTITY a 'b'>]>",
        "T1\tPER 0 3\tAda\n",
        "R1\tCoref Arg1:T1 Arg2:T9\n",
        "*\tEquiv T1 T2\n",
        "0 3;8 11",
    ),
    *(
        "COREF\tT1\tAda-0\n",
        "word_1..word_3",
        "word_3..word_1",
        "->1-1",
        "[1]",
        "1-1.1",
        "\\|",
        "#textid: b\n",
        "empty",
    ),
    *('"empty": [[0, 1]]', '"nonreferring": [0]', '"cluster_ids": ["x"]', '"bridging": [[0, 1]]'),
)
"""What is put into texts, besides pieces of the texts themselves."""
