"""The catalogue of formats: names, supported annotations and marks for detection.

A format consists of a module with a `FORMAT` (see base.Format), imported when a file needs it, and an entry here. The
entry contains the information that is needed before a file is read: names, marks, the page, supported annotations.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from corefeval.columns import Column, DataRow, data
from corefeval.names import resolve, spelled
from corefeval.plugins import Plugin, plugins
from corefeval.records import dataclass

HOLDS = {
    "documents": "several documents in one file",
    "singletons": "entities of one mention",
    "zeros": "mentions without words",
    "discontinuous": "mentions of several parts",
    "heads": "the head of a mention",
    "minimum spans": "the part of a mention that a system must find",
    "types": "kinds or codes of mentions or entities",
    "representative": "the mention that represents its entity",
    "non-referring": "expressions that refer to nothing",
    "bridging": "links that are not identity",
    "split antecedents": "plural entities and their elements",
    "deixis": "reference to events and other discourse segments",
    "trees": "dependency or phrase trees",
    "columns": "other annotation of words: lemmas, tags, speakers",
    "no words": "files without a text, scored against the words of the other side",
}
"""Annotations that a format may support, with an explanation."""


def _all_except(*names: str) -> tuple[str, ...]:
    return tuple(name for name in HOLDS if name not in names)


_BEGIN = rb"(?:#[^\n]*\n|[ \t\r]*\n)*"
"""Matches the header, comments and empty lines before the first word of a CoNLL file."""


@dataclass(frozen=True, slots=True)
class Mark:
    r"""Patterns for the first bytes of a file that identify its format. They are patterns of `re`, with (?m) for lines.

    The text begins after a byte-order mark and blanks. Marks are tested before the rules of `detect`, so they must not
    match files of any other format.

    Attributes:
        start: a pattern that must match at the beginning of the text.
        also: patterns that must each occur somewhere in the first bytes.
        never: patterns that must not occur there.
    """

    start: bytes
    also: tuple[bytes, ...] = ()
    never: tuple[bytes, ...] = ()

    def fits(self, text: bytes) -> bool:
        """Return whether a file that begins with this text has the format."""
        return (
            re.match(self.start, text) is not None
            and all(re.search(pattern, text) for pattern in self.also)
            and not any(re.search(pattern, text) for pattern in self.never)
        )


@dataclass(frozen=True, slots=True)
class Entry(DataRow):
    """A format's description, known without importing it.

    Attributes:
        name: its name in options such as --key-format.
        label: its name in text for users.
        family: 'columns', 'clusters', 'standoff' or 'inline'.
        holds: the supported annotations, as keys of HOLDS.
        home: its module in corefeval.formats; by default its name, in the package of the family if there is one.
        aliases: other names of it or of its files; case and punctuation are ignored.
        mark: the mark by which it is detected; None if detect has a special rule, or no mark exists.
        recognised: whether its files are detected from their content, by the mark or by a rule of `detect`.
        companions: the companion files of a file, as glob patterns. {stem} is the name of the file without its suffix, {name}
            its whole name. Companion files in a folder are not read separately.
        written: whether it can be written.
        suffix: the ending of its files in a written folder, if the format has one document per file.
        page: its page in docs/formats and the section there; by default a page with its name.
        by_description: whether the reader was written from documentation only, without a real file.
        layers: the layers that a file can have, by the names for --key-layer, with their meaning. The first one is the
            default.
        plugin: the module of another package that contains its FORMAT; '' for built-in formats.
    """

    name: str
    label: str
    family: str
    holds: tuple[str, ...] = ()
    home: str = ""
    aliases: tuple[str, ...] = ()
    mark: Mark | None = None
    recognised: bool = True
    companions: tuple[str, ...] = ()
    written: bool = False
    suffix: str = ""
    page: str = ""
    by_description: bool = False
    layers: tuple[tuple[str, str], ...] = ()
    plugin: str = ""

    DATA = (
        *data(
            "name", "label", "other_names=aliases", "family", "holds", "written", "recognised", "companions"
        ),
        *data("by_description", "page=documentation"),
        Column("", name="layers", of=lambda entry: dict(entry.layers), is_optional=True),
    )

    @property
    def module(self) -> str:
        """The name of the module that contains its FORMAT."""
        package = f"{self.family}." if self.family in {"clusters", "inline"} else ""
        return self.plugin or f"corefeval.formats.{self.home or package + self.name.replace('-', '_')}"

    @property
    def is_answer(self) -> bool:
        """Whether it is a format for answers of language models."""
        return self.page.startswith("answers#")

    @property
    def documentation(self) -> str:
        """Its page and section below docs/formats; '' for a format of another package."""
        if self.plugin:
            return ""
        page, _, place = (self.page or self.name).partition("#")
        return f"{page}.md" + (f"#{place}" if place else "")


ENTRIES: tuple[Entry, ...] = (
    Entry(
        "conll2012",
        "CoNLL-2012",
        "columns",
        ("documents", "singletons", "discontinuous", "trees", "columns"),
        aliases=("conll", "conll2011"),
        written=True,
    ),
    Entry(
        "semeval2010",
        "SemEval-2010",
        "columns",
        ("documents", "singletons", "trees", "columns", "no words"),
        home="conll2012.semeval2010",
        aliases=("SemEval",),
        mark=Mark(
            _BEGIN + rb"[01](?:(?:\t[^\t\n]*){16,}\n|[ \t]+\S+[ \t\r]*\n(?:[ \t\r]*\n)*(?:[012][ \t]|#|\Z))"
        ),
        page="columns#semeval-2010",
    ),
    Entry(
        "key-file",
        "Key file of mentions",
        "columns",
        ("singletons", "no words"),
        home="conll2012.key_file",
        aliases=("cross-document key file", "key_conll"),
        mark=Mark(
            rb"#[ \t]*begin document[ \t]+(?=\S)\(?([^\n();]*[^\s();])\)?[ \t]*(?:;[^\n]*)?\n\1[ \t]+\([^()|\s]+\)[ \t\r]*\n",
            never=(rb"(?m)^[^#\n]*[ \t](?!\([^()|\s]+\)[ \t\r]*\n)\S+[ \t\r]*\n",),
        ),
        page="columns#key-files",
    ),
    Entry(
        "gum-conll",
        "GUM's CoNLL",
        "columns",
        ("documents", "singletons", "types"),
        home="conll2012.gum",
        mark=Mark(_BEGIN + rb"\d+\t[^\t\n]*\t[^\t\n]*\n", (rb"(?m)^\d+\t[^\t\n]*\t\([A-Za-z]+-\d",)),
        page="columns#gum",
    ),
    Entry(
        "pcc-conll",
        "PCC's CoNLL",
        "columns",
        ("documents", "singletons"),
        home="conll2012.pcc",
        aliases=("Potsdam Commentary Corpus",),
        mark=Mark(
            _BEGIN + rb"[01]\t[^\t\n]*\t",
            (rb"[\t|]\((\d+)(?:\|[^\t\n]{0,99})?\n(?:[^\n]*[\t|]\1(?:\|[^\t\n]{0,99})?\n)+[^\n]*[\t|]\1\)",),
        ),
        page="columns#pcc",
    ),
    Entry(
        "sacr-conll",
        "SACR's CoNLL",
        "columns",
        ("documents", "singletons"),
        home="conll2012.sacr",
        mark=Mark(
            _BEGIN + rb"\d+\t[^\t\n]*\t[^\t\n]*\n",
            (rb"(?m)^\d+\t[^\t\n]*\t(?:\(?\d+\)?_)+(?:\(\d+\)?|\d+\))[ \r]*$",),
        ),
        page="columns#sacr",
    ),
    Entry(
        "corefud",
        "CorefUD",
        "columns",
        _all_except("minimum spans", "representative", "non-referring", "no words"),
        aliases=("conllu",),
        written=True,
    ),
    Entry(
        "conllua",
        "CoNLL-UA",
        "columns",
        _all_except("heads", "representative", "trees", "no words"),
        aliases=("ua", "Universal Anaphora"),
        written=True,
    ),
    Entry(
        "korkor",
        "CoNLL-U Plus with antecedents",
        "columns",
        ("singletons", "bridging", "trees", "columns"),
        aliases=("COREFHEAD",),
        mark=Mark(rb"#[ \t]*global\.columns[ \t]*=[^\n]*\bCOREFHEAD\b[^\n]*\bCOREFTYPE\b"),
        page="columns#antecedents",
    ),
    Entry(
        "jsonlines",
        "JSON Lines",
        "clusters",
        _all_except("deixis", "trees", "no words"),
        home="jsonlines",
        aliases=(
            "jsonl",
            "json",
            "e2e-coref",
            "s2e-coref",
            "fastcoref",
            "LingMess",
            "Maverick",
            "wl-coref",
            "AllenNLP",
            "PreCo",
        ),
        written=True,
    ),
    Entry(
        "nkas",
        "NKAS JSON",
        "standoff",
        ("singletons", "types", "split antecedents", "columns"),
        mark=Mark(rb'\{\s*"', (rb'"annotationLayers"',)),
        layers=(
            ("manual1", "manualCoreferences, version 1: the gold annotation"),
            ("manual2", "manualCoreferences, version 2: the output of the annotator"),
            ("anaphora_resolution", "the output of an older pronoun resolver, without types"),
        ),
    ),
    Entry(
        "subtokens",
        "JSON Lines in subtokens",
        "clusters",
        ("documents", "singletons"),
        aliases=("SpanBERT", "longdoc"),
        mark=Mark(rb'\[?\s*\{\s*"', (rb'"sentences"\s*:\s*\[\s*(?:\d|\[\s*"(?:\[CLS\]|<s>)")',)),
        page="clusters#subtokens",
    ),
    Entry(
        "clusters-by-name",
        "Clusters by document name",
        "clusters",
        ("documents", "singletons", "no words"),
        home="clusters.by_name",
        aliases=("clusters by doc_key", "seq2seq-coref"),
        mark=Mark(
            rb'\{\s*"(?!(?:predicted_)?clusters|mention_clusters|span_clusters|word_clusters|top_spans)(?:[^"\\]|\\.)*"\s*:\s*\['
            rb"\s*(?:\]|\[\s*\[\s*\d)",
            never=(
                rb'"(?:sentences|tokens|text|cased_words|document|(?:predicted_|mention_|span_)?clusters\w*)"\s*:',
            ),
        ),
        companions=("{stem}.subtoken_map.json",),
        page="clusters#clusters-by-document-name",
    ),
    Entry(
        "iahlt",
        "IAHLT JSON",
        "clusters",
        ("documents", "singletons", "types"),
        mark=Mark(
            rb'\[?\s*\{\s*"', (rb'"clusters"\s*:\s*\[\s*\{\s*"(?:metadata|mentions)"\s*:(?!\s*\[\s*["{])',)
        ),
        page="clusters#iahlt",
    ),
    Entry(
        "rucoco",
        "RuCoCo JSON",
        "clusters",
        ("documents", "singletons", "split antecedents"),
        mark=Mark(
            rb'\[?\s*\{\s*"', (rb'"entities"\s*:\s*\[\s*(?:\]|\[\s*\[\s*\d)', rb'"(?:includes|text)"\s*:')
        ),
        page="clusters#rucoco",
    ),
    Entry(
        "stanza",
        "stanza JSON",
        "clusters",
        ("documents", "singletons", "zeros", "representative", "columns"),
        mark=Mark(rb'\[\s*\[\s*\{\s*"id"\s*:', (rb'"text"\s*:',)),
        page="clusters#stanza",
        by_description=True,
    ),
    Entry(
        "coref-data",
        "coref-data rows",
        "clusters",
        ("documents", "singletons", "zeros", "columns"),
        aliases=("indiscrim", "coref_chains"),
        mark=Mark(
            rb'\[?\s*\{\s*"',
            (rb'"sentences"\s*:\s*\[\s*\{', rb'"tokens"\s*:\s*\[\s*\{\s*"', rb'"text"\s*:'),
            never=(rb'"(?:index|coref_spans|corefs)"\s*:',),
        ),
        page="clusters#coref-data",
        by_description=True,
    ),
    Entry(
        "spacy",
        "spaCy JSON",
        "clusters",
        ("documents", "singletons", "columns"),
        mark=Mark(rb'\[?\s*\{\s*"', (rb'"tokens"\s*:\s*\[\s*\{\s*"id"\s*:', rb'"text"\s*:')),
        page="clusters#spacy",
        by_description=True,
    ),
    Entry(
        "conll2012-rows",
        "CoNLL-2012 rows",
        "clusters",
        ("documents", "singletons", "columns"),
        aliases=("conll2012_ontonotesv5", "Hugging Face"),
        mark=Mark(rb'\[?\s*\{\s*"', (rb'"sentences"\s*:\s*\[\s*\{', rb'"coref_spans"\s*:')),
        page="clusters#conll-2012-rows",
        by_description=True,
    ),
    Entry(
        "mention-list",
        "Lists of mentions",
        "clusters",
        ("documents", "singletons", "discontinuous", "types", "no words"),
        aliases=("ECB+ JSON", "WEC JSON"),
        mark=Mark(rb'\[?\s*\{\s*"', (rb'"coref_chain"\s*:', rb'"tokens_number"\s*:')),
        page="clusters#lists-of-mentions",
    ),
    Entry(
        "token-clusters",
        "Tokens with their cluster",
        "clusters",
        ("documents", "singletons", "no words"),
        mark=Mark(rb"[^\t\n{\[<#]+\t\d+\t\d+\t[^\t\n]+\t\d+\r?(?:\n|\Z)"),
        page="clusters#tokens-with-their-cluster",
    ),
    Entry(
        "corenlp-xml",
        "CoreNLP XML",
        "standoff",
        ("documents", "heads", "representative", "columns"),
        home="corenlp.xml_output",
        aliases=("CoreNLP", "Stanford CoreNLP"),
        mark=Mark(rb"(?:<[?!][^>]*>\s*)*<root>\s*<document>", (rb"<(?:sentences|docId)\b",)),
        page="standoff#corenlp",
    ),
    Entry(
        "corenlp-json",
        "CoreNLP JSON",
        "standoff",
        ("singletons", "heads", "types", "representative", "columns"),
        home="corenlp.json_output",
        mark=Mark(rb'\{\s*"(?:docId"\s*:[^\[]*"sentences|sentences)"\s*:\s*\[\s*\{', (rb'"index"\s*:',)),
        page="standoff#corenlp",
    ),
    Entry(
        "brat",
        "brat",
        "standoff",
        ("singletons", "discontinuous", "types"),
        aliases=("ann", "brat standoff"),
        mark=Mark(rb"(?:[TREAMN#]\d+|\*)\t", (rb"(?m)^T\d+\t\S+ \d+ \d+",)),
        companions=("{stem}.txt",),
        written=True,
        suffix=".ann",
        page="standoff#brat",
    ),
    Entry(
        "webanno",
        "WebAnno TSV",
        "standoff",
        ("singletons", "discontinuous", "types", "bridging", "split antecedents"),
        aliases=("WebAnno TSV 3", "INCEpTION"),
        mark=Mark(rb"#FORMAT=WebAnno TSV 3"),
        written=True,
        suffix=".tsv",
        page="standoff#webanno",
    ),
    Entry(
        "booknlp",
        "BookNLP",
        "standoff",
        ("singletons", "types", "columns", "no words"),
        mark=Mark(rb"COREF\tstart_token\tend_token\t"),
        companions=tuple(
            f"{{stem}}.{suffix}" for suffix in ("tokens", "quotes", "book", "supersense", "book.html")
        ),
        page="standoff#booknlp",
    ),
    Entry(
        "litbank",
        "LitBank tsv",
        "standoff",
        ("singletons", "types"),
        mark=Mark(rb"(?:MENTION|COREF|COP|APPOS)\t", (rb"(?m)^MENTION\t\S+(?:\t\d+){4}\t",)),
        companions=("{stem}.txt",),
        page="standoff#litbank",
    ),
    Entry(
        "mmax2",
        "MMAX2",
        "standoff",
        ("singletons", "discontinuous", "types", "non-referring"),
        aliases=("mmax",),
        mark=Mark(rb"(?:<[?!][^>]*>\s*)*<mmax_project\b"),
        companions=(
            "{stem}_words.xml",
            "*/{stem}_words.xml",
            "{stem}_*_level.xml",
            "*/{stem}_*_level.xml",
            "common_paths.xml",
            "*/*_scheme.xml",
        ),
        page="standoff#mmax2",
    ),
    Entry(
        "ecbplus",
        "ECB+ XML",
        "standoff",
        ("singletons", "discontinuous", "types"),
        aliases=("ECB+",),
        mark=Mark(rb"(?:<[?!][^>]*>\s*)*<Document\b[^>]*\bdoc_name=", (rb"<token\b[^>]*\bt_id=",)),
        page="standoff#ecb",
    ),
    Entry(
        "xmi",
        "UIMA XMI",
        "standoff",
        ("singletons", "discontinuous", "types", "bridging", "split antecedents"),
        aliases=("UIMA", "DKPro", "CorefAnnotator"),
        mark=Mark(rb"(?:<[?!][^>]*>\s*)*<xmi:XMI\b"),
        page="standoff#uima-xmi",
    ),
    Entry(
        "knowtator",
        "Knowtator-2",
        "standoff",
        ("documents", "discontinuous"),
        mark=Mark(rb"(?:<[?!][^>]*>\s*)*<knowtator-project\b"),
        companions=("{stem}.txt", "*/{stem}.txt"),
        page="standoff#knowtator-2",
    ),
    Entry(
        "naf",
        "KAF and NAF",
        "standoff",
        ("singletons", "discontinuous", "heads", "types", "columns"),
        aliases=("KAF", "NewsReader", "OpeNER"),
        mark=Mark(rb"(?:<[?!][^>]*>\s*)*<[KN]AF\b"),
        page="standoff#kaf-and-naf",
    ),
    Entry(
        "folia",
        "FoLiA",
        "standoff",
        ("singletons", "discontinuous", "heads", "types"),
        mark=Mark(rb"(?:<[?!][^>]*>\s*)*<(?:\w+:)?FoLiA\b"),
        page="standoff#folia",
    ),
    Entry(
        "gap",
        "GAP",
        "standoff",
        ("documents", "singletons"),
        mark=Mark(
            rb"ID\tText\tPronoun\tPronoun-offset\t|(?i:[^\t\r\n]+\t(?:true|false)\t(?:true|false)[ \t]*(?:\r?\n|\Z))"
        ),
        companions=("{stem}.texts.tsv",),
        page="standoff#gap",
    ),
    Entry(
        "crac-text",
        "CRAC text",
        "inline",
        ("documents", "singletons", "zeros"),
        aliases=("text2text-coref",),
        mark=Mark(
            rb"(?!\{\s*[\"}]|\[\s*[\[{\"]|#textid:(?:[ \t]|[^|\n]*\n))",
            (rb"(?:^|\s)\S+\|\[[^\s\[\],|]+\]?(?:,\[?[^\s\[\],|]+\]?)*(?=\s|$)",),
            (rb"\t",),
        ),
        written=True,
        page="answers#crac-text",
    ),
    Entry(
        "markdown",
        "Markdown links",
        "inline",
        ("singletons",),
        mark=Mark(rb"(?!\{|\[\s*\{|#textid:)", (rb"\[[^\[\]]+\]\(#[^()\s]*\)",)),
        page="answers#markdown-links",
        by_description=True,
    ),
    Entry(
        "m-tags",
        "m tags",
        "inline",
        ("singletons",),
        mark=Mark(
            rb"(?!\{|\[\s*[\[{\"]|<\?xml|#textid:)",
            (rb"<m>[^<>]*\|\s*[^\s|<>]+\s*</m>|<m\s+(?:id|cluster|entity|chain)\s*=",),
        ),
        page="answers#m-tags",
        by_description=True,
    ),
    Entry(
        "numbered-brackets",
        "Numbered brackets",
        "inline",
        ("singletons",),
        mark=Mark(
            rb"(?!\{|\[\s*[\[{\"]|[<#])",
            (rb"\[\d+:?[ \t]+[^\s\d,\[\]][^\[\]]*\]|\[\d+:?[ \t]+\[\d+:?[ \t]",),
            (rb"\t", rb"\]\(#"),
        ),
        page="answers#numbered-brackets",
    ),
    Entry(
        "labelled-brackets",
        "Labelled brackets",
        "inline",
        ("singletons",),
        mark=Mark(
            rb"(?!\{|\[\s*[\[{\"]{2}|\[\s*\"|[<#])",
            (rb"\[[^\[\]]*[^\[\]\s\d]\s*:\s*#?[A-Za-z_-]{0,12}\d+\s*\]",),
            (rb"\t", rb"\]\(#"),
        ),
        page="answers#labelled-brackets",
        by_description=True,
    ),
    Entry(
        "entity-tags",
        "Entity tags",
        "inline",
        ("singletons",),
        mark=Mark(
            rb"(?!\{|\[\s*[\[{\"]|<\?xml|<!|#textid:)",
            (rb"<(?![hH][1-6]>)([A-Za-z_-]{1,12}\d+)>(?:(?!<\1>)[^\t])*?</\1>",),
            (rb"\t", rb"<(?:COREF|TEI|html|body|m)\b"),
        ),
        page="answers#entity-tags",
        by_description=True,
    ),
    Entry(
        "json-strings",
        "JSON lists of strings",
        "clusters",
        ("singletons",),
        home="inline.json_strings",
        mark=Mark(
            rb'(?:[^{}\[\]]*```\w*\s*)?(?:\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*(?:"|\[\s*")|\[\s*\[\s*")',
            never=(
                rb'"(?:sentences|tokens|text|cased_words|words|document|speakers?|doc_key|doc_id|id)"\s*:',
                rb'"(?:subtoken_map|(?:predicted_|mention_|span_)clusters|clusters_\w+)"\s*:',
            ),
        ),
        companions=("{stem}.txt",),
        page="answers#json-lists-of-strings",
        by_description=True,
    ),
    Entry(
        "muc",
        "MUC SGML",
        "inline",
        ("documents", "singletons", "minimum spans"),
        mark=Mark(rb"(?![\[{]|#textid:)", (rb"(?i)<COREF\s[^<>]*\bREF\s*=",)),
        page="tags#muc",
    ),
    Entry(
        "ontonotes",
        "OntoNotes .coref",
        "inline",
        ("documents", "singletons"),
        mark=Mark(rb"(?![\[{]|#textid:)", (rb"<COREF\s[^<>]*\bID\s*=",)),
        page="tags#ontonotes",
        by_description=True,
    ),
    Entry(
        "xrenner",
        "xrenner SGML",
        "inline",
        ("singletons", "types"),
        mark=Mark(rb"(?![\[{])", (rb"(?m)^<referent\s[^<>\n]*\bgroup\s*=[^<>\n]*>[ \t\r]*$",)),
        page="tags#xrenner",
    ),
    Entry(
        "tei",
        "TEI",
        "inline",
        ("singletons", "types"),
        mark=Mark(rb"<", (rb"<(?:\w+:)?TEI\b",)),
        page="tags#tei",
    ),
    Entry(
        "winobias",
        "WinoBias",
        "inline",
        ("documents", "singletons"),
        mark=Mark(
            rb"(?:\d+[ \t]+)?(?:[^\[\]\n\t|{}<>#]*\[[^\[\]\n\t|{}<>#\d\"',-][^\[\]\n\t|{}<>#]*\]){2,}[^\[\]\n\t|{}<>#]*(?:\n|$)",
            never=(
                rb"\t",
                rb"\](?:[\w^({\[]|[ \t][({\[][ \t]*#?\w{0,12}\d)",  # an entity after the bracket, or inside:
                rb"\[(?:[^\[\]\n]*\d\)?|[A-Za-z_#]{0,12}\d+[:.)]?[ \t][^\[\]\n]*)\]",
            ),
        ),
        page="tags#winobias",
    ),
    Entry(
        "sacr",
        "SACR",
        "inline",
        ("singletons", "types"),
        mark=Mark(
            rb'(?!\{\s*["}]|\[\s*[\[{"]|<)',
            (
                rb'(?m)^#(?:textid|textmetadata|speaker|TOKENIZATION-TYPE):|\{[^\s:{}"\[\]\\]+(?::[^\s"{}=,][^{}]*| [^{}]*)[{}]',
            ),
            (rb"(?m)^(?:[^\t\n]*\t){3}", rb"(?m)^#[ \t]*begin document"),
        ),
        written=True,
        suffix=".sacr",
        page="tags#sacr",
    ),
)
"""All formats, in the order in which their marks are tested."""

BY_NAME = {entry.name: entry for entry in ENTRIES}
"""The formats by name: built-in ones, and those of other packages after they are loaded."""
FORMATS = {entry.name: entry.label for entry in ENTRIES}
"""The labels of the formats by name."""
DIALECTS = tuple(entry for entry in ENTRIES if entry.home.startswith("conll2012."))
"""The dialects of CoNLL-2012, whose readers also read CoNLL-2012 itself.

Their marks are tested if a file begins like CoNLL-2012.
"""


def known_name(name: str) -> str:
    """Return the name of a format, given its name or an alias.

    Raises:
        UsageError: if there is no such format; the message contains the most similar name.
    """
    found = spelled(name, BY_NAME, _other_names)
    if found:
        return found
    plugin_entries()
    return resolve("format", name, BY_NAME, _other_names, see="'corefeval formats' lists them all.")


def _other_names(name: str) -> tuple[str, ...]:
    return (BY_NAME[name].label, *BY_NAME[name].aliases)


@cache
def plugin_entries() -> tuple[Entry, ...]:
    """Load the formats of other packages, register them, and return their entries.

    The entry point of a package names an `Entry`. The module of the entry also contains the `FORMAT`.

    Raises:
        UsageError: CE180 if one of them cannot be loaded.
    """
    return tuple(plugins("formats", _add))


def _add(plugin: Plugin) -> Entry:
    """Register a format of another package."""
    if not isinstance(plugin.value, Entry):
        raise TypeError(f"{plugin.value!r} is no corefeval.formats.catalogue.Entry")
    entry = replace(plugin.value, plugin=plugin.module)
    others = [name for name, each in BY_NAME.items() if each.plugin != plugin.module]
    for name in (entry.name, entry.label, *entry.aliases):
        if holder := spelled(name, others, _other_names):
            raise ValueError(f"{name!r} already stands for the format {holder!r}")
    BY_NAME[entry.name], FORMATS[entry.name] = entry, entry.label
    return entry


def has_empty_nodes(name: str) -> bool:
    """Return whether a format has empty nodes. If so, a token that begins with a star is an ordinary word, not a zero."""
    entry = BY_NAME.get(name)
    return entry is not None and entry.family == "columns" and "zeros" in entry.holds
