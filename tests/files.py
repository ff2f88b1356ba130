"""Files for tests: `corefud`, `parsed`, `conllua`, `conll` and `json_lines` write tiny ones; `RICH` has one of each format.

A file of `RICH` has as much in it as its format can hold. All texts are our own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

Entities = list[list[tuple[int, int]]]
"""Entities as lists of spans, first and last word from 0."""

QUAY = (
    (
        "Mara PROPN 3 nsubj Gender=Fem",
        "Lind PROPN 1 flat",
        "sold VERB 0 root",
        "the DET 5 det",
        "boat NOUN 3 obj",
    ),
    ("She PRON 2 nsubj", "liked VERB 0 root", "it PRON 2 obj"),
    ("Olaf PROPN 2 nsubj Gender=Masc", "thanked VERB 0 root", "her PRON 2 obj"),
    ("He PRON 2 nsubj", "gave VERB 0 root", "Lind PROPN 2 iobj Gender=Fem", "a DET 5 det", "coin NOUN 2 obj"),
)
"""0 Mara 1 Lind 2 sold 3 the 4 boat | 5 She 6 liked 7 it | 8 Olaf 9 thanked 10 her | 11 He 12 gave 13 Lind 14 a 15 coin."""

QUAY_KEY: Entities = [[(0, 1), (5, 5), (10, 10), (13, 13)], [(3, 4), (7, 7)], [(8, 8), (11, 11)]]
"""Mara Lind, the boat, Olaf."""
QUAY_RESPONSE: Entities = [[(0, 1), (5, 5), (11, 11)], [(3, 4), (7, 7)], [(8, 8), (10, 10)]]
"""He and her have changed places, and the second Lind is missing."""


def corefud(path: Path, sentences: Sequence[Sequence[str]], name: str | None = "d") -> Path:
    """Write CorefUD: each token is 'ID' or 'ID Entity', or 'ID Entity DEPS'; its word is w and the ID."""
    lines = [] if name is None else [f"# newdoc id = {name}"]
    lines.append("# global.Entity = eid-etype-head-other")
    for number, sentence in enumerate(sentences):
        lines.append(f"# sent_id = s{number}")
        for token in sentence:
            identifier, entity, deps = (*token.split(), "_", "_")[:3]
            misc = "_" if entity == "_" else f"Entity={entity}"
            is_empty = "." in identifier
            head = "_" if is_empty else "0"
            relation = "_" if is_empty else "root"
            columns = (identifier, f"w{identifier}", "_", "NOUN", "_", "_", head, relation, deps, misc)
            lines.append("\t".join(columns))
        lines.append("")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def parsed(path: Path, documents: Mapping[str, Sequence[Sequence[str]]]) -> Path:
    """Write documents as CoNLL-U: a word is form, UPOS, HEAD, DEPREL, and perhaps FEATS and Entity=….

    A line that begins with a number such as 2.1 is an empty node: number, UPOS, DEPS, and perhaps Entity=….
    """
    lines = []
    for name, sentences in documents.items():
        lines += [f"# newdoc id = {name}", "# global.Entity = eid"]
        for sentence in sentences:
            number = 0
            for line in sentence:
                cells = line.split()
                misc = cells.pop() if cells[-1].startswith("Entity=") else "_"
                if cells[0][0].isdigit():
                    place, tag, deps = cells
                    lines.append(f"{place}\t_\t_\t{tag}\t_\t_\t_\t_\t{deps}\t{misc}")
                    continue
                number += 1
                form, tag, head, relation, feats = (*cells, "_")[:5]
                lines.append(
                    "\t".join([str(number), form, form.lower(), tag, "_", feats, head, relation, "_", misc])
                )
            lines.append("")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def conllua(path: Path, tokens: Sequence[str], name: str | None = "d", column: int = 10) -> Path:
    """Write CoNLL-UA: each token is 'ID' or 'ID cell'; the cell goes to the column of identity by default."""
    header = "# newdoc" if name is None else f"# newdoc id = {name}"
    lines = [header, "# sent_id = s1"]
    for token in tokens:
        identifier, cell = (*token.split(), "_")[:2]
        cells = [identifier, f"w{identifier}", *["_"] * 13]
        cells[column] = cell
        lines.append("\t".join(cells))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def conll(path: Path, cells: Sequence[str], name: str = "d", start: int = 0) -> Path:
    """Write CoNLL-2012: a token for each cell of the last column; '' is a blank line."""
    path.write_text(conll_document(cells, name, start), encoding="utf-8")
    return path


def conll_document(cells: Sequence[str], name: str = "d", start: int = 0) -> str:
    """Return the text of one document of CoNLL-2012, with words numbered from start."""
    lines = [f"#begin document ({name}); part 000"]
    for number, cell in enumerate(cells, start):
        lines.append(f"{name}\t0\t{number}\tw{number}\t{cell}" if cell else "")
    return "\n".join([*lines, "", "#end document", ""])


def markable(entity: str, number: int, extra: str = "") -> str:
    """Return an opening bracket of CoNLL-UA, to be closed with ')'."""
    return f"(EntityID={entity}|MarkableID=m{number}|SemType=dn{extra}"


def json_lines(
    folder: Path,
    name: str,
    sentences: Sequence[Sequence[str]],
    documents: Mapping[str, Sequence[Sequence[tuple[int, int]]]],
    types: Mapping[tuple[int, int], str] | None = None,
) -> Path:
    """Write documents of the same sentences as JSON Lines; types are entity types of spans."""
    path = folder / f"{name}.jsonl"
    lines = []
    for document, chains in documents.items():
        line: dict[str, Any] = {
            "doc_key": document,
            "offsets": "inclusive,token",
            "sentences": sentences,
            "clusters": chains,
        }
        if types:
            line["mentions"] = [
                {"span": span, "cluster": number, "etype": types[span]}
                for number, chain in enumerate(chains)
                for span in chain
                if span in types
            ]
        lines.append(msgspec.json.encode(line))
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


TEXT = "Ada Lind saw the old dog . She fed it ."
WORDS = TEXT.split()
SENTENCES = [WORDS[:7], WORDS[7:]]
TAGS = ["PROPN", "PROPN", "VERB", "DET", "ADJ", "NOUN", "PUNCT", "PRON", "VERB", "PRON", "PUNCT"]


def _corenlp_mention(number: int, sentence: int, start: int, end: int, *, main: bool) -> dict[str, object]:
    return {
        "id": number,
        "text": " ".join(SENTENCES[sentence - 1][start - 1 : end - 1]),
        "type": "PROPER" if number == 1 else "PRONOMINAL",
        "startIndex": start,
        "endIndex": end,
        "headIndex": end - 1,
        "sentNum": sentence,
        "isRepresentativeMention": main,
    }


def _corenlp_json() -> str:
    sentences = [
        {
            "index": number,
            "tokens": [
                {
                    "index": place,
                    "word": word,
                    "originalText": word,
                    "pos": "NN",
                    "lemma": word.lower(),
                    "speaker": "PER0",
                }
                for place, word in enumerate(sentence, 1)
            ],
        }
        for number, sentence in enumerate(SENTENCES)
    ]
    chains = {
        "1": [_corenlp_mention(1, 1, 1, 3, main=True), _corenlp_mention(2, 2, 1, 2, main=False)],
        "3": [_corenlp_mention(3, 1, 4, 7, main=True)],
    }
    return json.dumps({"docId": "d", "sentences": sentences, "corefs": chains})


def _corenlp_xml() -> str:
    sentences = "".join(
        f'<sentence id="{number}"><tokens>'
        + "".join(
            f'<token id="{place}"><word>{word}</word><lemma>{word.lower()}</lemma><POS>NN</POS></token>'
            for place, word in enumerate(sentence, 1)
        )
        + "</tokens></sentence>"
        for number, sentence in enumerate(SENTENCES, 1)
    )
    mentions = (
        '<mention representative="true"><sentence>1</sentence><start>1</start><end>3</end><head>2</head></mention>'
        "<mention><sentence>2</sentence><start>1</start><end>2</end><head>1</head></mention>"
    )
    return (
        f"<root><document><docId>d</docId><sentences>{sentences}</sentences><coreference><coreference>{mentions}"
        "</coreference></coreference></document></root>"
    )


def _stanza() -> str:
    marks = {
        0: [{"index": 0, "is_start": True, "is_representative": True}],
        1: [{"index": 0, "is_end": True}],
        7: [{"index": 0, "is_start": True, "is_end": True}],
    }
    numbers = iter(range(len(WORDS)))
    sentences: list[list[dict[str, object]]] = [
        [
            {
                "id": place,
                "text": word,
                "lemma": word.lower(),
                "upos": TAGS[number],
                "coref_chains": marks.get(number, []),
            }
            for place, (word, number) in enumerate(zip(sentence, numbers, strict=False), 1)
        ]
        for sentence in SENTENCES
    ]
    zero: dict[str, object] = {
        "id": [2, 1],
        "text": "_",
        "coref_chains": [{"index": 0, "is_start": True, "is_end": True}],
    }
    sentences[1].insert(2, zero)
    return "\n".join([json.dumps(sentences), json.dumps(sentences[:1])])


def _spacy() -> str:
    starts = [TEXT.index(word) if WORDS.count(word) == 1 else -1 for word in WORDS]
    starts[6], starts[10] = TEXT.index("."), TEXT.rindex(".")
    tokens = [
        {"id": number, "start": start, "end": start + len(word), "pos": tag, "lemma": word.lower()}
        for number, (word, start, tag) in enumerate(zip(WORDS, starts, TAGS, strict=True))
    ]
    clusters = {
        "coref_clusters_1": [{"start": 0, "end": 8}, {"start": starts[7], "end": starts[7] + 3}],
        "coref_clusters_2": [{"start": starts[3], "end": starts[5] + 3}],
    }
    record = {"text": TEXT, "sents": [{"start": 0, "end": 26}], "tokens": tokens, "spans": clusters}
    return "\n".join(json.dumps({**record, "name": name}) for name in "ab")


def _webanno() -> str:
    spans = {
        0: ("person[1]", "1"),
        1: ("person[1]", "1"),
        3: ("animal[2]", "2"),
        4: ("animal[2]", "2"),
        5: ("animal[2]", "2"),
    }
    lines = ["#FORMAT=WebAnno TSV 3.2", "#T_SP=webanno.custom.Referent|entity"]
    lines += ["#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent", "", ""]
    position, number = 0, 0
    for sentence_number, sentence in enumerate(SENTENCES, 1):
        lines.append(f"#Text={' '.join(sentence)}")
        for place, word in enumerate(sentence, 1):
            span = spans.get(number, ("_", ""))[0]
            span = {7: "person[3]", 9: "animal[4]"}.get(number, span)
            relation, address = {0: ("coref", "2-1[3_1]"), 3: ("bridge:def", "2-3[4_2]")}.get(
                number, ("_", "_")
            )
            lines.append(
                f"{sentence_number}-{place}\t{position}-{position + len(word)}\t{word}\t{span}\t{relation}\t{address}\t"
            )
            position += len(word) + 1
            number += 1
        lines.append("")
    return "\n".join(lines) + "\n"


_XMI = f"""<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="c" xmlns:type4="t">
<cas:Sofa xmi:id="1" sofaString="{TEXT}"/>
<type4:CoreferenceLink xmi:id="2" sofa="1" begin="0" end="8" next="3" referenceType="nam"/>
<type4:CoreferenceLink xmi:id="3" sofa="1" begin="27" end="30" referenceType="pro"/>
<type4:CoreferenceLink xmi:id="4" sofa="1" begin="13" end="24" referenceType="nom"/>
<type4:CoreferenceChain xmi:id="5" sofa="1" first="2"/><type4:CoreferenceChain xmi:id="6" sofa="1" first="4"/>
</xmi:XMI>"""

_KNOWTATOR = """<knowtator-project><document id="f" text-file="f.txt">
<annotation id="a"><class id="NP"/><span id="s" start="0" end="3">Ada</span><span id="r" start="9" end="12">saw</span></annotation>
<annotation id="b"><class id="NP"/><span id="t" start="27" end="30">She</span></annotation>
<annotation id="c"><class id="IDENTITY chain"/><span id="u" start="0" end="3">Ada</span></annotation>
<graph-space id="g"><vertex id="n1" annotation="c"/><vertex id="n2" annotation="a"/><vertex id="n3" annotation="b"/>
<triple id="e1" subject="n1" object="n2" property="Coreferring strings"/>
<triple id="e2" subject="n1" object="n3" property="Coreferring strings"/></graph-space></document></knowtator-project>"""

_ECBPLUS = (
    "<Document doc_name='1_1.xml' doc_id='d'>"
    + "".join(
        f"<token t_id='{number}' sentence='{int(number > 7)}' number='{number}'>{word}</token>"
        for number, word in enumerate(WORDS, 1)
    )
    + "<Markables><HUMAN_PART_PER m_id='1'><token_anchor t_id='1'/><token_anchor t_id='3'/></HUMAN_PART_PER>"
    "<HUMAN_PART_PER m_id='2'><token_anchor t_id='8'/></HUMAN_PART_PER>"
    "<NON_HUMAN_PART m_id='4'><token_anchor t_id='6'/></NON_HUMAN_PART>"
    "<HUMAN_PART_PER m_id='3' RELATED_TO='' TAG_DESCRIPTOR='ada' instance_id='HUM1'/></Markables>"
    "<Relations><CROSS_DOC_COREF r_id='1' note='HUM1'><source m_id='1'/><source m_id='2'/><target m_id='3'/>"
    "</CROSS_DOC_COREF></Relations></Document>"
)

_CONLL2012 = """\
#begin document (a/b); part 000
a/b 0 0 Ada NNP (TOP(S(NP* see 01 - x (PERSON* (1|(2a)
a/b 0 1 Lind NNP *) - - - x *) 1)
a/b 0 2 saw VBD (VP* see 01 - x * (2a)
a/b 0 3 it PRP (NP*))) - - - x * (3)

a/b 0 0 She PRP (TOP(NP*)) - - - y * (1)

#end document
#begin document (a/b); part 001
a/b 1 0 Bo NNP (TOP(NP*)) - - - x * (1)

#end document
"""

_COREFUD = """\
# newdoc id = a
# global.Entity = eid-etype-head-minspan-other
# sent_id = a-1
1	Ada	Ada	PROPN	NNP	Number=Sing	3	nsubj	_	Entity=(e1-person-2--x:1(e2[1/2]-thing-1--
2	Lind	Lind	PROPN	NNP	_	1	flat	_	Entity=e1)
3	saw	see	VERB	VBD	_	0	root	_	Entity=e2[1/2])
3.1	_	she	PRON	_	_	_	_	3:nsubj	Entity=(e1-person-1--)
4	dogs	dog	NOUN	NNS	_	3	obj	_	Entity=(e2[2/2]-thing-1--)(e3-animal-1--)|Bridge=e1<e3:poss
5	they	they	PRON	PRP	_	3	obj	_	Entity=(e4-x-1--)|SplitAnte=e1<e4,e3<e4

# newdoc id = b
# sent_id = b-1
1	Bo	Bo	PROPN	NNP	_	0	root	_	Entity=(f1-person-1--)

"""

_UA_ROWS = (
    ("1", "Ada", "(EntityID=1|MarkableID=markable_1|Min=2|SemType=person", "_", "_"),
    ("2", "Lind", ")", "_", "_"),
    ("3", "saw", "_", "_", "(EntityID=8|MarkableID=dd_1|SemType=dn)"),
    (
        "4",
        "dogs",
        "(EntityID=2|MarkableID=markable_2|SemType=animal)",
        "(MarkableID=markable_2|Rel=poss|MentionAnchor=markable_1|EntityAnchor=1)",
        "_",
    ),
    (
        "5",
        "they",
        "(EntityID=3|MarkableID=markable_3|ElementOf=4)(EntityID=4|MarkableID=markable_4)",
        "_",
        "_",
    ),
    (
        "6",
        "that",
        "(EntityID=5-Pseudo|MarkableID=markable_5)",
        "_",
        "(EntityID=8|MarkableID=dd_2|SemType=dn)",
    ),
)
_CONLLUA = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM\n"
    "# newdoc id = a\n# sent_id = a-1\n"
    + "".join(
        f"{number}\t{form}\t{form.lower()}\tNOUN\tNN\t_\t_\t_\t_\t_\t{identity}\t{bridging}\t{deixis}\t_\t_\n"
        for number, form, identity, bridging, deixis in _UA_ROWS
    )
    + "\n"
)

_LEXEMES = {
    "seg": [[0, 3], [4, 2], [7, 5], [13, 5], [18, 1], [20, 3], [24, 7], [31, 1]],
    "s": [[0, 19], [20, 12]],
}
_NKAS_LINKS = [{"Mentions": [[0, 3], [7, 5]], "Referant": [20, 3], "Type": "ppas"}]

_NAF = (
    "<NAF><text>"
    + "".join(
        f'<wf id="w{number}" sent="{1 + (number > 7)}">{word}</wf>' for number, word in enumerate(WORDS, 1)
    )
    + "</text><terms>"
    + "".join(
        f'<term id="t{number}" lemma="{word.lower()}" pos="N" morphofeat="{tag}"><span><target id="w{number}"/></span></term>'
        for number, (word, tag) in enumerate(zip(WORDS, TAGS, strict=True), 1)
    )
    + '</terms><coreferences><coref id="co1" type="entity"><span><target id="t1"/><target id="t2" head="yes"/></span>'
    '<span><target id="t8"/></span></coref><coref id="co2"><span><target id="t4"/><target id="t6"/></span></coref></coreferences></NAF>'
)

_FOLIA = (
    '<FoLiA xml:id="f"><text>'
    + "".join(
        "<s>" + "".join(f'<w xml:id="w{WORDS.index(word)}"><t>{word}</t></w>' for word in sentence) + "</s>"
        for sentence in (SENTENCES[0], SENTENCES[1][:3])
    )
    + '<coreferencechain class="person"><coreferencelink><wref id="w0"/><hd><wref id="w1"/></hd></coreferencelink>'
    '<coreferencelink><wref id="w7"/></coreferencelink></coreferencechain>'
    '<coreferencechain class="animal"><coreferencelink><wref id="w3"/><wref id="w5"/></coreferencelink></coreferencechain>'
    "</text></FoLiA>"
)

_GAP = (
    "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    f"a\t{TEXT}\tShe\t27\tAda Lind\t0\tTRUE\tdog\t21\tFALSE\tx\nb\t{TEXT}\tit\t35\tLind\t4\tFALSE\tdog\t21\tTRUE\tx\n"
)

RICH: dict[str, dict[str, str]] = {
    "naf": {"f.naf": _NAF},
    "folia": {"f.xml": _FOLIA},
    "gap": {"f.tsv": _GAP},
    "rucoco": {
        "f.json": json.dumps(
            {
                "entities": [[[0, 8], [27, 30]], [[13, 24]], [[35, 37]]],
                "includes": [[], [], [0, 1]],
                "text": TEXT,
            }
        )
    },
    "conll2012": {"f.conll": _CONLL2012},
    "semeval2010": {
        "f.txt": "#begin document d\n"
        + "".join(
            f"{number}\t{word}\t_\t{word.lower()}\t_\tNN\t_\t_\t_\t3\t_\tsubj\t_\t_\t_\t_\t{cell}\n"
            for number, word, cell in (
                (1, "Ada", "(1"),
                (2, "Lind", "1)"),
                (3, "saw", "_"),
                (4, "her", "(1)|(2"),
                (5, "dog", "2)"),
            )
        )
        + "\n#end document\n#begin document e\n"
        + f"1\tBo{'	_' * 15}\n\n#end document\n"
    },
    "key-file": {"f.conll": "#begin document (all); part 000\nall\t(1)\nall\t(2)\nall\t(1)\n#end document\n"},
    "gum-conll": {
        "f.conll": "# begin document a\n0\tAda\t(person-1-Ada_Lind\n1\tLind\tperson-1)\n2\tsaw\t_\n3\tdogs\t(animal-2)\n"
        "4\tshe\t(person-1)\n# end document\n# begin document b\n0\tBo\t(person-1)\n# end document\n"
    },
    "pcc-conll": {
        "f.conll": "#begin document a\n1\tthe\t(1\n2\told\t1\n3\tdog\t1)\n4\tran\t_\n5\tit\t(1)\n6\tAda\t(2)\n\n#end document\n"
        "#begin document b\n1\tBo\t(1)\n\n#end document\n"
    },
    "sacr-conll": {
        "f.conll": "# begin document a\n0\tAda\t(1_(2)\n1\tLind\t1)\n2\tran\t-\n3\tshe\t(1)\n# end document\n"
        "# begin document b\n0\tBo\t(1)\n# end document\n"
    },
    "korkor": {
        "f.conllup": "# global.columns = ID FORM LEMMA UPOS HEAD DEPREL COREFHEAD COREFTYPE\n# sent_id = a_1\n"
        "1\tAda\tAda\tPROPN\t2\tnsubj\t_\t_\n2\tírt\tír\tVERB\t0\troot\t_\t_\n3\tsort\tsor\tNOUN\t2\tobj\t_\t_\n\n"
        "1\tŐ\tő\tPRON\t0\troot\t1:1\tprs\n2\tvége\tvég\tNOUN\t1\tx\t1:3\tholo\n3\taki\taki\tPRON\t1\tx\t???\trel\n\n"
    },
    "token-clusters": {
        "f.txt": "".join(
            f"a\t0\t{n}\t{word}\t{chain}\n"
            for n, word, chain in ((0, "Ada", 1), (2, "she", 1), (3, "dog", 2))
        )
        + "b\t0\t0\tBo\t1\n"
    },
    "corefud": {"f.conllu": _COREFUD},
    "conllua": {"f.conllua": _CONLLUA},
    "jsonlines": {
        "f.jsonl": "\n".join(
            json.dumps(
                {
                    "doc_key": name,
                    "sentences": SENTENCES,
                    "clusters": [[[0, 1], [7, 7]], [[3, 5]], [[[0, 0], [2, 2]]], [[9, 9]]],
                    "cluster_ids": ["ada", "dog", "gap", "it"],
                    "offsets": "inclusive,token",
                    "speakers": [["x"] * 7, ["y"] * 4],
                    "pos": [TAGS[:7], TAGS[7:]],
                    "mentions": [
                        {"span": [0, 1], "type": "name", "head": 1, "min": [1, 1], "representative": "yes"}
                    ],
                    "nonreferring": [3],
                    "empty": [[9, 1]],
                    "split_antecedents": [[1, 0]],
                    "bridging": [{"anaphor": [3, 5], "cluster": 0, "anchor": [0, 1], "relation": "part"}],
                }
            )
            for name in "ab"
        )
    },
    "subtokens": {
        "f.jsonl": "\n".join(
            json.dumps(
                {
                    "doc_key": name,
                    "sentences": [["[CLS]", "Ad", "##a", "saw", "her", "dog", "[SEP]"]],
                    "subtoken_map": [0, 0, 0, 1, 2, 3, 3],
                    "sentence_map": [0] * 7,
                    "clusters": [[[1, 2], [4, 4]], [[4, 5]]],
                }
            )
            for name in "ab"
        )
    },
    "clusters-by-name": {
        "f.json": '{"a": [[[0, 1], [4, 4]], [[2, 3]]], "b": []}',
        "f.subtoken_map.json": '{"a": [0, 0, 1, 2, 3], "b": [0]}',
    },
    "iahlt": {
        "f.jsonl": "\n".join(
            json.dumps(
                {
                    "doc_key": name,
                    "text": TEXT,
                    "clusters": [
                        {
                            "metadata": {"name": "ada", "entity": "PER"},
                            "mentions": [[0, 8, {}], [27, 30, {}]],
                        },
                        {"metadata": {"name": "dog", "entity": "ANIMAL"}, "mentions": [[13, 24, {}]]},
                    ],
                }
            )
            for name in "ab"
        )
    },
    "stanza": {"f.json": _stanza()},
    "spacy": {"f.json": _spacy()},
    "conll2012-rows": {
        "f.jsonl": json.dumps(
            {
                "document_id": "a/b",
                "sentences": [
                    {
                        "part_id": 0,
                        "words": SENTENCES[0],
                        "speaker": "x",
                        "coref_spans": [[0, 0, 1], [1, 3, 5]],
                    },
                    {"part_id": 0, "words": SENTENCES[1], "speaker": None, "coref_spans": [[0, 0, 0]]},
                    {"part_id": 1, "words": ["Bo", "ran"], "speaker": None, "coref_spans": [[0, 0, 0]]},
                ],
            }
        )
    },
    "coref-data": {
        "f.jsonl": "\n".join(
            json.dumps(
                {
                    "id": name,
                    "text": TEXT,
                    "sentences": [
                        {
                            "id": number,
                            "speaker": "x",
                            "text": " ".join(words),
                            "tokens": [
                                {"id": float(place), "text": word, "lemma": word.lower()}
                                for place, word in enumerate(words, 1)
                            ]
                            + [{"id": len(words) + 0.1, "text": "_"}],
                        }
                        for number, words in enumerate(SENTENCES, 1)
                    ],
                    "coref_chains": [
                        [[0, 0, 1], [1, 0, 0], [1, len(SENTENCES[1]), len(SENTENCES[1])]],
                        [[0, 3, 5]],
                    ],
                    "genre": None,
                }
            )
            for name in "ab"
        )
    },
    "mention-list": {
        "f.json": json.dumps(
            [
                {
                    "doc_id": document,
                    "coref_chain": chain,
                    "sent_id": 0,
                    "tokens_number": numbers,
                    "tokens_str": " ".join(WORDS[number] for number in numbers),
                    "mention_context": WORDS,
                    "mention_type": "PER",
                }
                for document, chain, numbers in (
                    ("a", 1, [0, 1]),
                    ("a", 1, [7]),
                    ("a", 2, [3, 5]),
                    ("b", 1, [9]),
                )
            ]
        )
    },
    "nkas": {
        "f.json": json.dumps(
            {
                "id": 7,
                "name": "t.txt",
                "content": "Ona ir Jonas dirba. Jie pavargo,",
                "annotationLayers": [
                    {"type": "lex", "version": 1, "content": json.dumps(_LEXEMES)},
                    {
                        "type": "manualCoreferences",
                        "version": 1,
                        "content": json.dumps({"coreferences": _NKAS_LINKS}),
                    },
                ],
            }
        )
    },
    "corenlp-json": {"f.json": _corenlp_json()},
    "corenlp-xml": {"f.xml": _corenlp_xml()},
    "brat": {
        "f.ann": "T1\tPER 0 3;9 12\tAda saw\nT2\tPER 27 30\tShe\nT3\tANIMAL 13 24\tthe old dog\n"
        "R1\tCoreference Arg1:T1 Arg2:T2\n",
        "f.txt": TEXT,
    },
    "webanno": {"f.tsv": _webanno()},
    "booknlp": {
        "f.entities": "COREF\tstart_token\tend_token\tprop\tcat\ttext\n0\t0\t1\tPROP\tPER\tAda Lind\n"
        "0\t7\t7\tPRON\tPER\tShe\n1\t3\t5\tNOM\tVEH\tthe old dog\n",
        "f.tokens": "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document\tword\tlemma\tPOS_tag\n"
        + "".join(
            f"0\t{int(number > 6)}\t{number}\t{number}\t{word}\t{word.lower()}\t{tag}\n"
            for number, (word, tag) in enumerate(zip(WORDS, TAGS, strict=True))
        ),
    },
    "litbank": {
        "f.ann": "MENTION\tT1\t0\t0\t0\t1\tAda Lind\tPER\tPROP\nMENTION\tT2\t1\t0\t1\t0\tShe\tPER\tPRON\n"
        "MENTION\tT3\t0\t3\t0\t5\tthe old dog\tVEH\tNOM\nCOREF\tT1\tAda-1\nCOREF\tT2\tAda-1\nCOREF\tT3\tdog-2\n",
        "f.txt": "\n".join(" ".join(sentence) for sentence in SENTENCES) + "\n",
    },
    "mmax2": {
        "f.mmax": "<mmax_project><words>f_words.xml</words></mmax_project>",
        "f_words.xml": "<words>"
        + "".join(f"<word id='word_{number}'>{word}</word>" for number, word in enumerate(WORDS, 1))
        + "</words>",
        "f_coref_level.xml": "<markables>"
        "<markable id='markable_1' span='word_1,word_3' coref_class='set_1' mention='np' np_form='ne'/>"
        "<markable id='markable_2' span='word_8' coref_class='set_1' type='pronoun'/>"
        "<markable id='markable_3' span='word_4..word_6' coref_class='set_2'/>"
        "<markable id='markable_4' span='word_10' coref_class='empty' type='pleonastic'/></markables>",
    },
    "ecbplus": {"f.xml": _ECBPLUS},
    "xmi": {"f.xmi": _XMI},
    "knowtator": {"f.xml": _KNOWTATOR, "f.txt": TEXT},
    "crac-text": {
        "f.txt": "Ada|[e1 Lind|e1] saw the|[e2 old dog|e2] . She|[e1] fed ##|[e2] .\nBo|[e1] ran\n"
    },
    "markdown": {"f.md": "[Ada Lind](#1) saw [the old dog](#2) . [She](#1) fed it .\n"},
    "m-tags": {"f.txt": "<m id=1>Ada Lind</m> saw <m id=2>the old dog</m> . <m id=1>She</m> fed it .\n"},
    "numbered-brackets": {"f.txt": "[1 Ada Lind ] saw [2 the old dog ] . [1 She ] fed it .\n"},
    "labelled-brackets": {"f.txt": "[Ada Lind: 1] saw [the old dog: 2] . [She: 1] fed it .\n"},
    "entity-tags": {"f.txt": "<e1>Ada Lind</e1> saw <e2>the old dog</e2> . <e1>She</e1> fed it .\n"},
    "json-strings": {"f.json": '{"1": ["Ada Lind", "She"], "2": ["the old dog"]}', "f.txt": TEXT},
    "muc": {
        "f.sgm": '<DOC><DOCNO>a</DOCNO><TEXT><COREF ID="1" MIN="Lind">Ada Lind</COREF> saw <COREF ID="2">the old dog</COREF>'
        ' . <COREF ID="3" TYPE="IDENT" REF="1">She</COREF> fed it .</TEXT></DOC>\n'
        "<DOC><DOCNO>b</DOCNO><TEXT>Bo ran .</TEXT></DOC>\n"
    },
    "ontonotes": {
        "f.coref": '<DOC DOCNO="a"><TEXT PARTNO="000"><COREF ID="1" TYPE="IDENT">Ada Lind</COREF> saw '
        '<COREF ID="2" TYPE="IDENT">the old dog</COREF> .\n<COREF ID="1" TYPE="IDENT">She</COREF> fed it .\n</TEXT>\n'
        '<TEXT PARTNO="001">Bo ran .\n</TEXT></DOC>\n'
    },
    "xrenner": {
        "f.sgml": '<referent id="1" group="1" entity="person">\nAda\nLind\n</referent>\nsaw\n'
        '<referent id="2" group="2" entity="animal">\nthe\nold\ndog\n</referent>\n.\n'
        '<referent id="3" group="1" entity="person">\nShe\n</referent>\nfed\nit\n.\n'
    },
    "tei": {
        "f.xml": "<TEI><text><p><rs ref='#ada'>Ada Lind</rs> saw <rs ref='#dog'>the old dog</rs> .</p>"
        "<p><rs ref='#ada'>She</rs> fed it .</p></text></TEI>"
    },
    "winobias": {"f.txt": "1 [Ada Lind] saw the old dog and [she] fed it .\n2 [Bo] saw [his] dog .\n"},
    "sacr": {
        "f.sacr": '#textid: a\n\n{ada:type="person" Ada Lind} saw {dog:type="animal" the old dog} .\n\n{ada:type="person" She} fed it .\n'
    },
}
"""For each format its file, first, and what belongs to it."""
