"""Every fault of a file at once, in every format: two faults that have nothing to do with each other are both named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from corefeval import validation
from corefeval.formats.catalogue import ENTRIES

STANZA = [
    [{"id": 1, "text": "Ada", "coref_chains": [{"index": 0, "is_end": True}]}, {"id": 2, "text": 5}],
    [{"id": 1, "text": "ran"}, {"id": 2, "text": "off", "lemma": 7}],
]
WORDS = [{"index": 1, "word": "Ada"}, {"index": 2, "word": "ran"}]
MENTION = {
    "id": 1,
    "startIndex": 1,
    "endIndex": 2,
    "headIndex": 1,
    "sentNum": 1,
    "isRepresentativeMention": True,
}

FAULTY: dict[str, dict[str, str]] = {
    "conll2012": {"f": "#begin document (a); part 000\na 0 0 Ada 1)\na 0 1 ran (2\n#end document\n"},
    "semeval2010": {"f": "#begin document d\n1\tx)\n2\t(2\n\n#end document\n"},
    "key-file": {"f": "#begin document (all); part 000\nall\t(1)\nall\tx\nall\t(1\n#end document\n"},
    "gum-conll": {
        "f": "# begin document a\n0\tAda\t(person-1)person-2)\n1\tran\t(person-3\n# end document\n"
    },
    "pcc-conll": {"f": "#begin document a\n1\tthe\t(1\n2\told\t1|7\n3\tdog\t1)|8\n\n#end document\n"},
    "sacr-conll": {"f": "# begin document a\n0\tAda\t(1_(2)\n1\tLind\t1)_9)\n2\tran\t(3\n# end document\n"},
    "korkor": {
        "f": "# global.columns = ID FORM COREFHEAD COREFTYPE\n1\tAda\t_\n2\tshe\tx:y\tprs\n5\the\t_\t_\t_\n\n"
    },
    "token-clusters": {"f": "a\t0\t0\tAda\t1\na\t0\tx\tran\t1\na\t0\n"},
    "corefud": {
        "f": "# newdoc id = a\n# global.Entity = eid-head\n"
        "1\tAda\t_\t_\t_\t_\t_\t_\t_\tEntity=e1)\n2\tran\t_\t_\t_\t_\t_\t_\t_\tEntity=(e2-1\n\n"
    },
    "conllua": {
        "f": "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY\n# newdoc id = a\n"
        + "".join(f"{n}\tw{n}{'	_' * 8}\t{cell}\n" for n, cell in ((1, "x)"), (2, "(EntityID=1")))
    },
    "jsonlines": {
        "f": '{"doc_key": "a", "tokens": ["Ada"], "clusters": [[[0, 9]]], "offsets": "inclusive"}\n'
        '{"doc_key": "b", "tokens": ["Ada"], "clusters": 5, "offsets": "inclusive"}\n'
    },
    "stanza": {"f": json.dumps(STANZA)},
    "spacy": {
        "f": json.dumps(
            {
                "text": "Ada ran",
                "tokens": [{"id": 0, "start": "x", "end": 3}, {"id": 1, "start": 4, "end": 7, "lemma": 5}],
                "spans": {"coref_clusters_1": []},
            }
        )
    },
    "iahlt": {
        "f": json.dumps(
            {
                "text": "Ada ran",
                "clusters": [
                    {"metadata": {"name": "x"}, "mentions": [[0, "x", {}]]},
                    {"metadata": {"entity": 5}, "mentions": [[0, 3, {}]]},
                ],
            }
        )
    },
    "subtokens": {
        "f": json.dumps(
            {
                "doc_key": "a",
                "sentences": [["[CLS]", "Ada", "ran", "[SEP]"]],
                "clusters": [[["x", 1], [2, "y"]]],
                "subtoken_map": [0, 0, 1, 1],
            }
        )
    },
    "clusters-by-name": {"f": '{"a": [[[0, 1]], [["x", 2]]], "b": [[[0, "y"]]]}'},
    "conll2012-rows": {
        "f": json.dumps(
            {
                "sentences": [
                    {"words": ["Ada"], "coref_spans": [[0, 0, 5]]},
                    {"words": ["ran"], "coref_spans": [[0, 3, 3]]},
                ]
            }
        )
    },
    "coref-data": {
        "f": json.dumps(
            {
                "text": "Ada ran",
                "sentences": [
                    {"text": "Ada ran", "tokens": [{"id": 1, "text": "Ada"}, {"id": 2, "text": "ran"}]}
                ],
                "coref_chains": [[[0, 0, 5]], [[3, 0, 0]]],
            }
        )
    },
    "mention-list": {
        "f": json.dumps(
            [
                {"doc_id": "a", "coref_chain": "1", "sent_id": 0, "tokens_number": [0, "y"]},
                {"doc_id": "a", "coref_chain": "1", "sent_id": 0, "tokens_number": "x"},
            ]
        )
    },
    "corenlp-json": {
        "f": json.dumps(
            {
                "sentences": [{"index": 0, "tokens": WORDS}],
                "corefs": {"1": [{**MENTION, "startIndex": "x"}, {**MENTION, "endIndex": "y"}]},
            }
        )
    },
    "corenlp-xml": {
        "f": "<root><document><sentences><sentence id='1'><tokens><token id='1'><word>Ada</word></token>"
        "</tokens></sentence></sentences>\n<coreference><coreference>\n"
        "<mention><sentence>x</sentence><start>1</start><end>2</end><head>1</head></mention>\n"
        "<mention><sentence>1</sentence><start>1</start><end>9</end><head>1</head></mention>\n"
        "</coreference></coreference></document></root>"
    },
    "nkas": {"f": '{"name": 5, "content": 7, "annotationLayers": [{"type": 9}]}'},
    "brat": {
        "f.ann": "T1\tPER 0 3\tAda\nT2\tPER 4 99\tran\nR1\tCoreference Arg1:T1 Arg2:T9\n",
        "f.txt": "Ada ran",
    },
    "webanno": {
        "f": "#FORMAT=WebAnno TSV 3.2\n#T_CH=webanno.custom.CoreferenceLink|referenceRelation|referenceType\n\n\n"
        "#Text=Ada ran\n1-1\t0-3\tAda\t*->x\t_[1]\t\n1-2\t4-7\tran\t*->1-x\t_[1]\t\n"
    },
    "booknlp": {
        "f.entities": "COREF\tstart_token\tend_token\tprop\tcat\ttext\n0\tx\t0\tPROP\tPER\tAda\n0\t1\ty\tPROP\tPER\tran\n",
        "f.tokens": "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document\tword\n"
        "0\t0\t0\t0\tAda\n0\t0\t1\t1\tran\n",
    },
    "litbank": {
        "f.ann": "MENTION\tT1\t0\t0\t0\t0\tAda\tPER\tPROP\nMENTION\tT2\t0\t9\t0\t9\tran\tPER\tPROP\nCOREF\tT9\tx\n",
        "f.txt": "Ada ran\n",
    },
    "mmax2": {
        "f.mmax": "<mmax_project><words>f_words.xml</words></mmax_project>",
        "f_words.xml": "<words><word id='word_1'>Ada</word><word id='word_2'>ran</word></words>",
        "f_coref_level.xml": "<markables>\n<markable id='markable_1' span='word_9' coref_class='set_1'/>\n"
        "<markable id='markable_2' span='x' coref_class='set_1'/>\n</markables>",
    },
    "ecbplus": {
        "f": "<Document doc_name='a'>\n<token t_id='1' sentence='0' number='0'>Ada</token>\n<Markables>"
        "<HUMAN_PART_PER m_id='1'>\n<token_anchor t_id='9'/></HUMAN_PART_PER>\n"
        "<HUMAN_PART_PER m_id='2'>\n<token_anchor t_id='8'/></HUMAN_PART_PER>\n"
        "<X m_id='3' instance_id='i' TAG_DESCRIPTOR='d'/></Markables>\n"
        "<Relations></Relations></Document>"
    },
    "xmi": {
        "f": '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="c" xmlns:type4="t">\n'
        '<cas:Sofa xmi:id="1" sofaString="Ada ran"/>\n'
        '<type4:CoreferenceLink xmi:id="2" begin="x" end="3" referenceType="n"/>\n'
        '<type4:CoreferenceLink xmi:id="3" begin="4" end="99" referenceType="n"/>\n'
        '<type4:CoreferenceChain xmi:id="4" first="2"/>\n<type4:CoreferenceChain xmi:id="5" first="3"/>\n</xmi:XMI>'
    },
    "knowtator": {
        "f.xml": '<knowtator-project><document id="f" text-file="f.txt">\n'
        '<annotation id="a"><class id="Noun Phrase"/><span id="s" start="x" end="3">Ada</span></annotation>\n'
        '<annotation id="b"><class id="Noun Phrase"/><span id="t" start="4" end="99">ran</span></annotation>\n'
        '<annotation id="c"><class id="IDENTITY chain"/><span id="u" start="0" end="3">Ada</span></annotation>\n'
        '<graph-space id="g"><vertex id="n1" annotation="c"/><vertex id="n2" annotation="a"/><vertex id="n3" annotation="b"/>'
        '<triple id="e1" subject="n1" object="n2" property="Coreferring strings"/>'
        '<triple id="e2" subject="n1" object="n3" property="Coreferring strings"/></graph-space>\n'
        "</document></knowtator-project>",
        "f.txt": "Ada ran",
    },
    "naf": {
        "f": '<NAF><text><wf id="w1">Ada</wf></text><terms><term id="t1"><span><target id="w1"/></span></term></terms>'
        '<coreferences><coref id="c"><span><target id="t8"/></span>\n<span><target id="t9"/></span></coref></coreferences></NAF>'
    },
    "folia": {
        "f": '<FoLiA><text><s><w xml:id="w0"><t>Ada</t></w></s>\n<coreferencechain><coreferencelink><wref id="w8"/>'
        '</coreferencelink>\n<coreferencelink><wref id="w9"/></coreferencelink></coreferencechain></text></FoLiA>'
    },
    "gap": {
        "f": "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
        "a\tAda ran\tshe\tx\tAda\t0\tTRUE\tBo\t1\tFALSE\tx\nb\tAda ran\n"
    },
    "rucoco": {"f": '{"entities": [[[0, 99], [4, 70]]], "includes": [[]], "text": "Ada ran"}'},
    "crac-text": {"f": "Ada|[e1] ran|e2] to|[e3 him|[e1]\n"},
    "markdown": {"f": "[Ada](#1) ran](#2) to [her](#1) [home\n"},
    "m-tags": {"f": "<m id=1>Ada</m> ran</m> to <m id=2>him\n"},
    "numbered-brackets": {"f": "[1 Ada ] ran ] to [2 her [1 dog ]\n"},
    "labelled-brackets": {"f": "[Ada: 1] ran: 2] to [her [dog: 1]\n"},
    "entity-tags": {"f": "<e1>Ada</e1> ran</e2> to <e3>him\n"},
    "json-strings": {"f.json": '{"a": ["Ada", 5], "b": ["ran", 7]}', "f.txt": "Ada ran"},
    "muc": {"f": '<COREF ID="1" REF="9">Ada</COREF> ran\nto <COREF ID="2" REF="8">her</COREF>\n'},
    "ontonotes": {
        "f": '<DOC><TEXT><COREF ID="1">Ada</COREF> ran\n</COREF> to <COREF ID="2">her\n</TEXT></DOC>\n'
    },
    "xrenner": {
        "f": '<referent id="1" group="1">\nAda\n</referent>\n</referent>\nran\n<referent id="2" group="1">\nhe\n'
    },
    "tei": {
        "f": "<#root><TEI><text>\n<rs ref='#a'>Ada</rs> ran\n<rs ref='#b'> </rs> and\n<rs ref='#c'/></text></TEI></#root>"
    },
    "winobias": {"f": "1 [Ada] saw [her] dog ]\n2 [Bo] saw [his] dog [\n"},
    "sacr": {"f": "#textid: a\n\n{e1 Ada} ran }\n\nto {e2 him\n"},
}
"""A file of each format in which two things are wrong, or odd, independently of each other."""


def test_json_that_breaks_off_behind_a_fault_is_two_problems(tmp_path: Path) -> None:
    """A value of another type, and then no JSON any more."""
    (tmp_path / "f").write_text('[[{"id": 1, "text": 5}, {"id": 2, "text": "x"}')
    found = validation.validate(tmp_path / "f", "stanza").problems
    assert [problem.code for problem in found] == ["CE033", "CE029"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_two_faults_are_two_problems(entry: Any, tmp_path: Path) -> None:
    """Both are told, each at its place; only what is no UTF-8, JSON or XML at all ends where it ceases to be."""
    for name, text in FAULTY[entry.name].items():
        (tmp_path / name).write_text(text)
    first = next(iter(FAULTY[entry.name]))
    found = validation.validate(tmp_path / first, entry.name).problems
    places = {(problem.code, str(problem.place), problem.text) for problem in found}
    assert len(places) >= 2, places
