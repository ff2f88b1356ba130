"""The texts of formats of tools and corpora that are read and not written: 'Ada met her døg. They ran.' as each has it.

Of each at least two, so that a key and a response differ, with as much as the format can hold. What belongs to a file and
stands beside it is in COMPANIONS, by the pattern of its name (TextFile.beside).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

SENTENCES = (("Ada", "met", "her", "døg", "."), ("They", "ran", "."))
WORDS = tuple(word for sentence in SENTENCES for word in sentence)
TEXT = "Ada met her døg. They ran."
PLACES = ((0, 3), (4, 7), (8, 11), (12, 15), (15, 16), (17, 21), (22, 25), (25, 26))
"""Where each word stands in the text."""
LINES = "".join(" ".join(sentence) + "\n" for sentence in SENTENCES)


def _json(*values: Any) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


# JSON with clusters


def _subtokens(**fields: object) -> str:
    plain = {
        "doc_key": "a",
        "sentences": [
            ["[CLS]", "Ada", "met", "her", "d", "##øg", ".", "[SEP]"],
            ["[CLS]", "They", "ran", ".", "[SEP]"],
        ],
        "subtoken_map": [0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7],
        "sentence_map": [0] * 8 + [1] * 5,
        **fields,
    }
    return _json(plain)


_BYTES = {
    "doc_key": "a",
    "sentences": [1, 2, 3, 4, 5, 6, 7, 8, 9],
    "str_doc": ["ĠAda", "Ġmet", "Ġher", "Ġd", "Ã¸", "g", "Ġ.", "ĠThey", "Ġran"],
    "subtoken_map": [1, 2, 3, 4, 4, 4, 5, 6, 7],
    "clusters": [[[0, 0], [2, 2]], [[2, 5]]],
}


def _iahlt(*clusters: Sequence[Sequence[int]]) -> str:
    named = [
        {"metadata": {"name": f"c{number}", "entity": "person"}, "mentions": [[*span, {}] for span in spans]}
        for number, spans in enumerate(clusters)
    ]
    return _json({"text": TEXT.replace("her", "he\u200br"), "doc_key": "a", "user": "x", "clusters": named})


def _stanza(*links: tuple[int, int, int]) -> str:
    """Return the words with the first and last word of each mention and its chain."""
    words: list[dict[str, Any]] = []
    for number, word in enumerate(WORDS):
        chains = [
            {
                "index": chain,
                "is_start": first == number,
                "is_end": last == number,
                "is_representative": first == 0,
            }
            for first, last, chain in links
            if first <= number <= last
        ]
        words.append({"id": number % 5 + 1, "text": word, "upos": "NOUN", "coref_chains": chains})
    token = {"id": [2, 3], "text": "ran."}
    zero = {"id": [3, 1], "text": "_", "coref_chains": [{"index": 0, "is_start": True, "is_end": True}]}
    return _json([words[:5], [words[5], token, *words[6:], zero]])


def _spacy(**groups: Sequence[tuple[int, int]]) -> str:
    plain = {
        "text": TEXT,
        "ents": [],
        "sents": [{"start": 0, "end": 16}, {"start": 17, "end": 26}],
        "tokens": [
            {"id": number, "start": start, "end": end, "tag": "NN"}
            for number, (start, end) in enumerate(PLACES)
        ],
        "spans": {
            name: [{"start": start, "end": end, "label": ""} for start, end in spans]
            for name, spans in groups.items()
        },
    }
    return _json(plain)


def _mention(chain: object, sentence: int, *tokens: int, **more: object) -> dict[str, object]:
    return {"coref_chain": chain, "doc_id": "a", "sent_id": sentence, "tokens_number": tokens, **more}


_CONTEXT = {"mention_context": list(SENTENCES[0])}

# mentions beside the text


def _corenlp_xml(*mentions: tuple[int, int, int, int]) -> str:
    """Return the text with mentions of one chain: sentence, start, end, head."""
    sentences = "".join(
        f'<sentence id="{number}"><tokens>'
        + "".join(
            f"<token><word>{word}</word><lemma>{word}</lemma><POS>NN</POS><Speaker>PER0</Speaker></token>"
            for word in sentence
        )
        + "</tokens></sentence>\n"
        for number, sentence in enumerate(SENTENCES, 1)
    )
    chain = "\n".join(
        "<mention"
        + ' representative="true"' * (not number)
        + f"><sentence>{sentence}</sentence><start>{start}</start>"
        f"<end>{end}</end><head>{head}</head><text>x</text></mention>"
        for number, (sentence, start, end, head) in enumerate(mentions)
    )
    return (
        f'<?xml version="1.0"?>\n<root><document><docId>a</docId><sentences>\n{sentences}</sentences>\n'
        f"<coreference><coreference>\n{chain}\n</coreference></coreference></document></root>\n"
    )


def _corenlp_json(*mentions: tuple[int, int, int, int]) -> str:
    chains: dict[str, list[dict[str, object]]] = {}
    for number, (chain, sentence, start, end) in enumerate(mentions):
        one = {"id": number, "text": "x", "type": "NOMINAL", "number": "SINGULAR", "animacy": "ANIMATE"}
        place = {"sentNum": sentence, "startIndex": start, "endIndex": end, "headIndex": end - 1}
        chains.setdefault(str(chain), []).append({**one, **place, "isRepresentativeMention": not number})
    tokens = [
        {
            "index": number,
            "tokens": [{"index": at, "word": word, "pos": "NN"} for at, word in enumerate(sentence, 1)],
        }
        for number, sentence in enumerate(SENTENCES)
    ]
    return _json({"docId": "a", "sentences": tokens, "corefs": chains})


BRAT = (
    (
        "T1\tPER 0 3\tAda\nT2\tPER 8 11\ther\nR1\tCoref Arg1:T2 Arg2:T1\nT3\tANI 8 15\ther døg\n*\tEquiv T3 T4\n"
        "T4\tANI 0 3;17 21\tAda They\nR2\tpart-of Arg1:T3 Arg2:T1\nE1\tRun:T5 Agent:T1\nT5\tRun 22 25\tran\n"
        "#1\tAnnotatorNotes T1\ta note\nA1\tGeneric T3\n"
    ),
    "T1\tCluster2 0 3\tAda\nT2\tEntity 12 15\tdøg\nT3\tCluster2 8 11\ther\n",
    "T1\tPROP_PER 0 3\tAda\nT2\tPRON_PER 8 11\ther\nT3\tNOM_ANI 8 15\ther døg\nT4\tAda-1 0 3\tAda\nT5\tAda-1 8 11\ther\n",
)


def _webanno(header: str, cells: Sequence[str]) -> str:
    """Return WebAnno TSV: the layers and the cells of each word, of their columns."""
    lines = ["#FORMAT=WebAnno TSV 3.3", *header.split(), "", "", "#Text=Ada met her døg."]
    for number, (word, (start, end), cell) in enumerate(zip(WORDS, PLACES, cells, strict=True)):
        if number == 5:
            lines += ["", "#Text=They ran."]
        at = f"1-{number + 1}" if number < 5 else f"2-{number - 4}"
        lines.append(f"{at}\t{start}-{end}\t{word}\t" + cell.replace(" ", "\t") + "\t")
    return "\n".join(lines) + "\n"


_NONE = "_ _ _ _"
WEBANNO = (
    _webanno(
        "#T_SP=webanno.custom.Referent|entity|status #T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent",
        (
            "person[1] new[1] coref 1-3[3_1]",
            _NONE,
            "person[3]|animal[2] giv[3]|new[2] bridge:def 1-1[1_2]",
            "animal[2] new[2] _ _",
            _NONE,
            "a\\|b *[4] bridge:aggr 1-3[2_0]",
            _NONE,
            _NONE,
        ),
    ),
    _webanno(
        "#T_CH=de.CoreferenceLink|referenceType|referenceRelation",
        (
            "nam[1] *->1-1",
            "_ _",
            "pro[1]|*[2] ident->1-2|*->2-1",
            "*[2] _",
            "_ _",
            "pro *->3-1",
            "_ _",
            "_ _",
        ),
    ),
)
_ENTITIES = "COREF\tstart_token\tend_token\tprop\tcat\ttext\n"
BOOKNLP = (
    _ENTITIES + "7\t0\t0\tPROP\tPER\tAda\n7\t2\t2\tPRON\tPER\ther\n-1\t2\t3\tNOM\tANI\ther døg\n",
    _ENTITIES
    + "7\t0\t0\tPROP\tPER\tAda\n8\t2\t3\tNOM\tANI\ther døg\n8\t5\t5\tPRON\tANI\tThey\n-1\t2\t2\tPRON\tPER\ther\n",
)
_TOKENS = "sentence_ID\ttoken_ID_within_document\tword\tlemma\tPOS_tag\n" + "".join(
    f"{int(number > 4)}\t{number}\t{word}\t{word}\tNN\n" for number, word in enumerate(WORDS)
)
LITBANK = (
    (
        "MENTION\tT1\t0\t0\t0\t0\tAda\tPER\tPROP\nMENTION\tT2\t0\t2\t0\t2\ther\tPER\tPRON\n"
        "MENTION\tT3\t0\t2\t0\t3\ther døg\tANI\tNOM\nCOREF\tT1\tAda-0\nCOREF\tT2\tAda-0\nCOP\tT1\tT3\n"
    ),
    (
        "MENTION\tT1\t0\t0\t0\t0\tAda\tPER\tPROP\nMENTION\tT2\t1\t0\t1\t0\tThey\tPER\tPRON\n"
        "COREF\tT1\tAda-0\nCOREF\tT2\tAda-0\n"
    ),
)
MMAX2 = (
    "<?xml version='1.0'?>\n<mmax_project><words>m_words.xml</words></mmax_project>\n",
    '<?xml version="1.0"?>\n<!DOCTYPE mmax_project>\n<mmax_project>\n<turns></turns><words>m_words.xml</words>\n</mmax_project>\n',
)
_WORDS_XML = '<?xml version="1.0"?>\n<!DOCTYPE words SYSTEM "words.dtd">\n<words>' + "".join(
    f'<word id="word_{number}">{word}</word>\n' for number, word in enumerate(WORDS, 1)
)
_LEVEL = """<?xml version="1.0"?>
<markables xmlns="www.eml.org/NameSpaces/coref">
<markable id="m1" span="word_1" coref_class="set_1" np_form="ne"/>
<markable id="m2" span="word_3" coref_class="set_1" mention="pronoun" type="anaphoric"/>
<markable id="m3" span="word_3..word_4" coref_class="empty" anaphor_antecedent="m4"/>
<markable id="m4" span="word_1,word_6" coref_class="empty"/>
<markable id="m5" span="word_7" coref_class="empty" type="pleonastic"/>
</markables>
"""


_TAGS = ("HUMAN_PART_PER", "HUMAN_PART_PER", "ACTION_STATE")


def _ecbplus(relation: str, *anchors: str) -> str:
    """Return the text with the token numbers of each markable, and a relation of the first two."""
    tokens = "".join(
        f'<token t_id="{number}" sentence="{int(number > 5)}" number="{number}">{word}</token>\n'
        for number, word in enumerate(WORDS, 1)
    )
    markables = "".join(
        f'<{tag} m_id="{number}">'
        + "".join(f'<token_anchor t_id="{one}"/>' for one in each.split())
        + f"</{tag}>\n"
        for number, (tag, each) in enumerate(zip(_TAGS, anchors, strict=True), 1)
    )
    return (
        f'<?xml version="1.0"?>\n<Document doc_name="a.xml" doc_id="D">\n{tokens}<Markables>\n{markables}'
        f'<HUMAN_PART_PER m_id="9" instance_id="HUM1" TAG_DESCRIPTOR="ada"/>\n</Markables>\n<Relations>\n'
        f'<{relation} r_id="7" note="HUM1"><source m_id="1"/><source m_id="2"/><target m_id="9"/></{relation}>\n'
        "</Relations></Document>\n"
    )


def _xmi(links: Sequence[tuple[int, int, int]], *firsts: int) -> str:
    """Return the text with links as beginning, end and number of the next, and chains by their first link."""
    tokens = "".join(f'<type:Token sofa="1" begin="{start}" end="{end}"/>' for start, end in PLACES)
    linked = "".join(
        f'<type:CoreferenceLink xmi:id="{number}" sofa="1" begin="{start}" end="{end}"'
        + f' next="{following}"' * bool(following)
        + ' referenceType="nam"/>\n'
        for number, (start, end, following) in enumerate(links, 20)
    )
    chains = "".join(
        f'<type:CoreferenceChain xmi:id="{number}" sofa="1" first="{first}"/>\n'
        for number, first in enumerate(firsts, 30)
    )
    return (
        '<?xml version="1.0"?><xmi:XMI xmlns:xmi="x" xmlns:type="y" xmlns:cas="z">\n'
        f'<type:DocumentMetaData xmi:id="2" sofa="1" begin="0" end="26" documentId="a"/>\n{tokens}\n'
        f'<type:Sentence sofa="1" begin="0" end="16"/><type:Sentence sofa="1" begin="17" end="26"/>\n{linked}{chains}'
        f'<cas:Sofa xmi:id="1" sofaString="{TEXT}"/>\n</xmi:XMI>\n'
    )


def _naf(root: str, word: str, term: str, chain: str) -> str:
    """Return KAF or NAF: words, a term for each, two chains."""
    words = "".join(
        f'<wf {word}="w{number}" sent="1">{form}</wf>' for number, form in enumerate(TEXT.split(), 1)
    )
    terms = "".join(
        f'<term {term}="t{number}"><span><target id="w{number}"/></span></term>'
        for number in range(1, len(TEXT.split()) + 1)
    )
    spans = [f"<span>{targets}</span>" for targets in ('<target id="t1"/>', '<target id="t3"/>')]
    spans += [f'<span><target id="t{one}"/><target id="t{other}"/></span>' for one, other in ((3, 4), (1, 3))]
    chains = "".join(
        f'<coref {chain}="co{number}">{spans[number]}{spans[number + 1]}</coref>' for number in (0, 2)
    )
    return f"<{root}>\n<text>{words}</text>\n<terms>{terms}</terms>\n<coreferences>{chains}</coreferences></{root}>\n"


def _folia(*names: str) -> str:
    """Return FoLiA with a chain of these words and one of several."""
    words = "".join(
        f'<w xml:id="w{number}"><t>{form}</t></w>\n' for number, form in enumerate(TEXT.split(), 1)
    )
    links = "".join(f'<coreferencelink><wref id="{name}"/></coreferencelink>' for name in names)
    return (
        f'<FoLiA xml:id="f"><text><s>{words}</s>\n<coreferencechain>{links}</coreferencechain><coreferencechain>'
        '<coreferencelink><wref id="w1"/><hd><wref id="w2"/></hd></coreferencelink></coreferencechain></text></FoLiA>\n'
    )


def _gap(first: str, second: str) -> str:
    """Return GAP: one row, with what is said of both names."""
    return (
        "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
        f"a\tAda met Bo; she left.\tshe\t12\tAda\t0\t{first}\tBo\t8\t{second}\tx\n"
    )


def _knowtator(joined: Sequence[str]) -> str:
    """Return four annotations, of which those named are joined to a chain."""
    spans = {"c": [(0, 3)], "x": [(0, 3)], "y": [(8, 11)], "z": [(8, 11), (17, 21)]}
    annotations = "".join(
        f'<annotation id="{name}"><class id="'
        + ("IDENTITY chain" if name == "c" else "Noun Phrase")
        + '"/>'
        + "".join(f'<span start="{start}" end="{end}">{TEXT[start:end]}</span>' for start, end in places)
        + "</annotation>\n"
        for name, places in spans.items()
    )
    vertices = "".join(f'<vertex id="n{name}" annotation="{name}"/>' for name in spans)
    triples = "".join(
        f'<triple subject="nc" object="n{name}" property="Coreferring strings"/>\n' for name in joined
    )
    return (
        f'<?xml version="1.0"?>\n<knowtator-project><document id="a">\n{annotations}<graph-space>{vertices}\n'
        f'{triples}<triple subject="nc" object="nx" property="APPOS Head"/>\n</graph-space></document></knowtator-project>\n'
    )


# columns


def _by_sentence(cells: str, *, words: bool = True, additional: int = 0) -> str:
    """Return a document of numbered words with the last cell of each, and so many cells more between."""
    lines = ["#begin document a"]
    for number, (word, cell) in enumerate(zip(WORDS, cells.split(), strict=True)):
        lines += [""] * (number == len(SENTENCES[0]))
        at = str(number + 1 if number < len(SENTENCES[0]) else number + 1 - len(SENTENCES[0]))
        lines.append("\t".join([at, *[word] * words, *["_"] * additional, cell]))
    return "\n".join([*lines, "", "#end document", ""])


def _by_document(cells: str) -> str:
    """Return a document whose words are numbered from 0."""
    lines = [
        f"{number}\t{word}\t{cell}"
        for number, (word, cell) in enumerate(zip(WORDS, cells.split(), strict=True))
    ]
    return "\n".join(["# begin document a", *lines, "# end document", ""])


def _key_file(*entities: int) -> str:
    lines = "".join(f"all\t({entity})\n" for entity in entities)
    return f"#begin document (all); part 000\n{lines}#end document\n"


def _rows(*spans: Sequence[Sequence[int]]) -> str:
    sentences = [
        {"part_id": 0, "words": words, "speaker": "x", "pos_tags": ["NN"] * len(words), "coref_spans": found}
        for words, found in zip(SENTENCES, spans, strict=True)
    ]
    return _json({"document_id": "a/b", "sentences": [*sentences, {**sentences[0], "part_id": 1}]})


def _coref_data(*chains: Sequence[Sequence[int]]) -> str:
    sentences = [
        {"id": number, "text": " ".join(words), "tokens": [{"id": 1, "text": word} for word in words]}
        for number, words in enumerate(SENTENCES, 1)
    ]
    return _json({"id": "a", "text": "x", "sentences": sentences, "coref_chains": chains})


_KORKOR = "# global.columns = ID FORM LEMMA UPOS COREFHEAD COREFTYPE ZERO_SUBJ\n# sent_id = a_1\n"

TOOL_TEXTS: dict[str, tuple[str, ...]] = {
    "semeval2010": (
        _by_sentence("(1) _ (1)|(2 2) _ (2) _ _", additional=14),
        _by_sentence("(1|(1) _ (3)|(2 2)|1) _ (2) _ _", additional=14),
        _by_sentence("(1) _ (1)|(2 2) _ (2) _ _", words=False),
    ),
    "key-file": (_key_file(1, 2, 1, 1, 3), _key_file(1, 1, 1, 2, 3)),
    "gum-conll": (
        _by_document("(person-1-Ada) _ (animal-2(person-1) animal-2) _ (animal-2-X%28y%29) _ _"),
        _by_document("(person-1) _ (animal-2 animal-2) _ (person-1) (event-3) _"),
    ),
    "pcc-conll": (
        _by_sentence("(1) _ (1|(2 1|2) 1) (3) _ (3)"),
        _by_sentence("(1 1|(2 1|2) 1) _ (1) (3) (3)"),
    ),
    "sacr-conll": (
        _by_document("(1) - (1)_(2 2) - (2) - -"),
        _by_document("(1 1) (3_(2) 3) - (1) (2_(4 4)_2)"),
    ),
    "token-clusters": (
        "a.xml\t0\t0\tAda\t1\na.xml\t0\t2\ther\t2\na.xml\t0\t3\tdøg\t2\na.xml\t1\t5\tThey\t1\nb\t0\t0\tx\t2\n",
        "a.xml\t0\t0\tAda\t1\na.xml\t0\t2\ther\t1\na.xml\t1\t5\tThey\t2\nb\t0\t0\tx\t2\n",
    ),
    "korkor": (
        (
            f"{_KORKOR}1\tAda\tAda\tPROPN\t_\t_\t_\n2\tmet\tmeet\tVERB\t_\t_\tYES\n3\tdøg\tdøg\tNOUN\t_\t_\t_\n\n"
            "1\tThey\tthey\tPRON\t1:1\tcoref\t_\n2\tran\trun\tVERB\t1:3\tholo\t_\n"
        ),
        (
            f"{_KORKOR}1\tAda\tAda\tPROPN\t_\t_\t_\n2\tmet\tmeet\tVERB\t1:1\tprs\t_\n3\tdøg\tdøg\tNOUN\t???\trel\t_\n\n"
            "1\tThey\tthey\tPRON\t1:3\tcoref\t_\n2\tran\trun\tVERB\t_\t_\t_\n"
        ),
    ),
    "conll2012-rows": (
        _rows([[0, 0, 0], [0, 2, 2], [1, 2, 3]], [[1, 0, 0]]),
        _rows([[0, 0, 0], [1, 2, 3]], [[0, 0, 0]]),
    ),
    "coref-data": (
        _coref_data([[0, 0, 0], [0, 2, 2]], [[0, 2, 3], [1, 0, 0]]),
        _coref_data([[0, 0, 0], [1, 0, 0]], [[0, 2, 3]]),
    ),
    "subtokens": (
        _subtokens(clusters=[[[1, 1], [3, 3]], [[3, 5], [9, 9]]]),
        _subtokens(clusters=[[[1, 1], [9, 9]]], predicted_clusters=[[[1, 1], [3, 4]], [[3, 5]]]),
        _json(_BYTES),
    ),
    "clusters-by-name": (
        _json({"a": [[[0, 0], [2, 2]], [[2, 3]]], "b": []}),
        _json({"a": [[[0, 0], [2, 3]], [[5, 5], [5, 5]]], "b": [[[0, 1]]]}),
        _json({"a": [[[0, 0], [2, 3]]], "b": []}, {"a": [0, 1, 1, 2, 3, 4], "b": [0]}),
    ),
    "iahlt": (_iahlt([(0, 3), (8, 12)], [(8, 16)]), _iahlt([(0, 3), (18, 22)], [(8, 12)], [])),
    "stanza": (_stanza((0, 0, 0), (2, 2, 0), (2, 3, 1)), _stanza((0, 0, 0), (2, 5, 0), (3, 3, 1), (5, 6, 1))),
    "spacy": (
        _spacy(
            coref_clusters_1=[(0, 3), (8, 11)], coref_clusters_2=[(8, 15)], coref_head_clusters_1=[(0, 3)]
        ),
        _spacy(coref_clusters_1=[(0, 3), (17, 21)], coref_clusters_2=[(8, 15), (12, 15)], sc=[(0, 7)]),
    ),
    "mention-list": (
        _json(
            [_mention("HUM1", 0, 0), _mention("HUM1", 0, 2), _mention("ANI", 0, 2, 3), _mention("X", 1, 0)]
        ),
        _json([_mention(7, 0, 0), _mention(7, 0, 2, 3), _mention(8, 1, 0)]),
        _json(
            [
                _mention(7, 0, 0, **_CONTEXT, tokens_str="Ada"),
                _mention(7, 0, 1, 3, **_CONTEXT, tokens_str="met døg", mention_type="HUM"),
            ]
        ),
    ),
    "corenlp-xml": (
        _corenlp_xml((1, 1, 2, 1), (1, 3, 4, 3)),
        _corenlp_xml((1, 3, 5, 4), (2, 1, 2, 1), (1, 1, 2, 1)),
    ),
    "corenlp-json": (
        _corenlp_json((1, 1, 1, 2), (1, 1, 3, 4), (2, 1, 3, 5)),
        _corenlp_json((1, 1, 1, 2), (1, 2, 1, 2), (2, 1, 3, 5), (3, 1, 3, 4)),
    ),
    "brat": BRAT,
    "webanno": WEBANNO,
    "booknlp": BOOKNLP,
    "litbank": LITBANK,
    "mmax2": MMAX2,
    "ecbplus": (_ecbplus("CROSS_DOC_COREF", "1", "3", "2 7"), _ecbplus("INTRA_DOC_COREF", "1", "6", "3 4")),
    "xmi": (
        _xmi([(0, 3, 21), (8, 11, 0), (8, 15, 0)], 20, 22),
        _xmi([(17, 21, 21), (0, 3, 0), (9, 9, 0)], 20, 22),
    ),
    "knowtator": (_knowtator("xy"), _knowtator("xyz")),
    "naf": (_naf("NAF", "id", "id", "id"), _naf("KAF", "wid", "tid", "coid")),
    "folia": (_folia("w1", "w3"), _folia("w4", "w1")),
    "gap": (_gap("TRUE", "FALSE"), _gap("FALSE", "TRUE")),
    "rucoco": (
        '{"entities": [[[0, 3], [8, 11]], [[8, 15]], [[17, 21]]], "includes": [[], [], [0, 1]], "text": "Ada met her dog. They ran."}',
        '{"entities": [[[0, 3], [17, 21]], [[12, 15]]], "text": "Ada met her dog. They ran."}',
    ),
    "crac-text": (
        "Ada|[e1] met her|[e1],[e2 døg|e2] . They|[e3] ran . ##|[e3]\nBo|[e1 left|[e2 her|e1] .|e2]\n",
        "Ada|[e1 met|e1] her|[e1] døg|[e2],[e1] . They|[e2] ran a|b .\nBo|[e1] left her|[e1] .\n",
    ),
    "markdown": (
        "[Ada](#1) met [[her](#1) døg](#2). [They](#) ran.\n",
        "Here is the text:\n```\n[Ada](#1) met [her](#1) [døg](#2). [They](#2) \\[ran\\].\n```\n",
    ),
    "m-tags": (
        "<m id=1>Ada</m> met <m id='2'><m id=1>her</m> døg</m>. <m>They</m> ran.\n",
        '<m> Ada | 1 </m> met <m> <m> her | 1 </m> døg | 2 </m>. <m cluster="2">They</m> ran.\n',
    ),
    "numbered-brackets": (
        "[1 Ada ] met [2 [1 her ] døg ] . [3 They ] ran .\n",
        "[1: Ada] met [2: her [12] døg]. [2 They] ran [sic].\n",
    ),
    "labelled-brackets": (
        "[Ada: 1] met [[her: 1] døg: 2]. [They: 3] ran.\n",
        "[Ada: e1] met [her [12] døg : e2]. [They: #e2] ran [sic].\n",
    ),
    "entity-tags": (
        "<e1>Ada</e1> met <e2><e1>her</e1> døg</e2>. <e3>They</e3> ran.\n",
        "<e1> Ada </e1> met <e2>her <e3>døg</e2>. They</e3> ran.\n",
    ),
    "json-strings": (
        _json({"clusters": {"a": ["Ada", "her"], "b": ["her døg"]}}),
        _json({"entities": [{"mentions": ["Ada", "They"]}, {"id": "b", "mentions": [{"text": "her døg"}]}]}),
        _json({"a": ["Ada", "her"], "b": ["her døg"]}),
        _json({"a": ["Ada", "They"], "b": ["her døg", "cat"]}),
        '```json\n[["Ada", "her"], ["her døg", "They", "They"]]\n```\n',
    ),
    "muc": (
        (
            '<DOC><DOCNO> a </DOCNO><TXT><COREF ID="1" MIN="Ada">Ada</COREF> met <COREF ID="2" STATUS="OPT">'
            '<COREF ID="3" TYPE="IDENT" REF="1">her</COREF> døg</COREF>. They ran.</TXT></DOC>\n'
        ),
        (
            "<COREF ID='1' REF='4'>Ada</COREF> met <COREF ID=2 MIN='cat|døg'>her døg</COREF> &amp; "
            "<coref id=4 type=PART ref=2>They</coref> ran.\n"
        ),
    ),
    "ontonotes": (
        (
            '<DOC DOCNO="a">\n<TEXT PARTNO="000">\n<COREF ID="1" TYPE="IDENT">Ada</COREF> met <COREF ID="2" TYPE="IDENT">'
            '<COREF ID="1" TYPE="IDENT">her</COREF> døg</COREF> .\n</TEXT>\n<TEXT PARTNO="001">\nThey ran .\n</TEXT>\n</DOC>\n'
        ),
        (
            '<DOC DOCNO="a">\n<TEXT PARTNO="000">\n<COREF ID="1" TYPE="APPOS" SUBTYPE="HEAD">Ada</COREF> met '
            '<COREF ID="2" TYPE="IDENT">her døg</COREF> .\n</TEXT>\n<TEXT PARTNO="001">\n<COREF ID="2" TYPE="IDENT">They</COREF> ran .\n'
            "</TEXT>\n</DOC>\n"
        ),
    ),
    "xrenner": (
        (
            '<s>\n<referent id="r1" entity="person" group="1">\nAda\n</referent>\nmet\n<referent id="r2" group="2">\n'
            '<referent id="r3" group="1" antecedent="r1" type="ana">\nher\n</referent>\ndøg\n</referent>\n.\n</s>\n<s>\nThey\nran\n.\n</s>\n'
        ),
        (
            '<referent id="r1" entity="person" group="1">\nAda\n</referent>\nmet\nher\ndøg\n.\n<referent id="r2" group="1">\nThey\n'
            "</referent>\nran\n.\n"
        ),
    ),
    "tei": (
        (
            '<?xml version="1.0"?>\n<TEI><teiHeader><title>T</title></teiHeader><text><p><rs ref="#a">Ada</rs> met '
            '<rs><rs ref="#a">her</rs> døg</rs>.</p>\n<p>They ran.</p></text></TEI>\n'
        ),
        (
            '<#root><TEI><text>\n<p><rs ref="#a">Ada</rs> met <rs ref="#b">her døg</rs>.</p><l><rs ref="#a #b">They</rs> ran.</l>\n'
            "</text></TEI></#root>\n"
        ),
    ),
    "winobias": (
        "1 [Ada] met (her døg) and [she] ran.\n2 [The cook] saw [him].\n",
        "1 [Ada] met [her] døg and (she) ran.\n2 [The cook] [ saw] him.\n",
    ),
    "sacr": (
        '#title: A day\n#textid: a\n\n{Ada:a="x, \\"y\\" {",b=1 Ada} met {M2 {Ada her} døg}. {M3 They} ran.\n',
        '#textid: a\n{Ada Ada} met her {M2:head="1" døg}. {M2:part=x,y They} ran.\n',
    ),
}
"""The texts of each format."""

COMPANIONS: dict[str, dict[str, str]] = {
    "clusters-by-name": {
        "{stem}.subtoken_map.json": _json({"a": [0, 1, 1, 2, 3, 4], "b": [0, 0]}),
    },
    "brat": {"{stem}.txt": TEXT},
    "booknlp": {"{stem}.tokens": _TOKENS},
    "litbank": {"{stem}.txt": LINES},
    "mmax2": {"m_words.xml": f"{_WORDS_XML}</words>\n", "{stem}_coref_level.xml": _LEVEL},
    "knowtator": {"{stem}.txt": TEXT},
    "json-strings": {"{stem}.txt": TEXT},
}
"""What belongs to the texts of a format, by the pattern of its name."""
