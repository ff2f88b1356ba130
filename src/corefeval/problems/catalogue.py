"""The catalogue of problems: what each code is called, what to do about it, and its sentences.

Everything that people read about a problem is written here, so that no other module has to know a sentence. A
sentence is a template of `str.format` with the arguments of the problem; see `render.py` for its format
specifications.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Sentence(NamedTuple):
    """How a kind of problem is told.

    Attributes:
        text: the template of the sentence, without a full stop.
        hint: the template of the advice, where it differs from that of the code.
    """

    text: str
    hint: str = ""


class Kind(NamedTuple):
    """A code: what it is called in the documentation, the usual advice, and its sentences by their slugs."""

    title: str
    hint: str
    sentences: Mapping[str, str | Sentence] = MappingProxyType({})

    def sentence(self, kind: str) -> Sentence:
        """Return the sentence of a slug."""
        found = self.sentences[kind]
        return Sentence(found) if isinstance(found, str) else found


CATALOGUE: dict[str, Kind] = {
    # the file as a whole
    "CE001": Kind("file not found", "Check the path."),
    "CE002": Kind(
        "file cannot be read",
        "Check its permissions, or that the compressed file is complete.",
        {
            "os-error": "{error:or cannot be read}",
        },
    ),
    "CE003": Kind("empty input", "Give a file with at least one document."),
    "CE004": Kind(
        "format not recognised",
        (
            "docs/bring-your-data.md says what to do with the files of each tool; 'corefeval "
            "formats' lists the formats, and --key-format, --response-format or --from names one."
        ),
        {
            "older-webanno": "this is an older version: export it as WebAnno TSV 3",
            "blanks-for-tabs": "blanks stand where brat has tabs",
            "no-line-of-brat": "no line is T1, a tab, the type and the offsets, a tab, the words",
            "ace-or-ere": "ACE and ERE are not read; write its chains as brat, say",
            "part-of-mmax2": "this is a part of it: give the file .mmax",
            "no-sentences": "it has no <document> with <sentences>",
            "no-doc-name": "it has no doc_name, or no <token t_id=…>",
            "other-tags": "mentions are tagged <m id=1>",
            "link-without-hash": "a link to a chain begins with #, as in [she](#1)",
            "number-behind-bracket": "the number stands behind the opening bracket, as in [1 she]",
            "printed-python": "this is Python as it is printed: write it with json.dumps",
            "fields-unquoted": "names of fields stand in double quotes",
            "no-clusters": "it has no objects with a text and clusters, nor lists of strings",
            "no-brackets": "the last column does not hold brackets such as (1) or (1 … 1)",
            "table-with-commas": "a table with commas is not read; write it as JSON Lines, say",
            "looks-like": "it looks most like {label}, but {lacks}",
            "root-not-read": "its root is {root}; those that are read are {formats:list and}",
            "no-root": "its root is not there; those that are read are {formats:list and}",
            "is-something": "this is {looks}",
            "plain-text": "it looks like plain text, in which nothing is marked",
            "something-else": "this is {looks}: {fault}",
            "begins-with": "{fault}; it begins with",
        },
    ),
    "CE005": Kind("not UTF-8", "Convert the file to UTF-8 first, for example with iconv."),
    "CE006": Kind("NUL byte", "The file is damaged or not text; docs/bring-your-data.md says what is read."),
    "CE076": Kind(
        "file changed while it is in use",
        (
            "Load it again: words and mentions are kept, other columns are read from the file "
            "when they are needed."
        ),
    ),
    "CE007": Kind(
        "not the named format",
        (
            "Leave the format out to have it detected, or name the right one; "
            "docs/bring-your-data.md has them by tool."
        ),
        {
            "begins-with": "{fault}; it begins with",
        },
    ),
    "CE008": Kind(
        "ambiguous offsets",
        (
            "Say which: --key-offsets or --response-offsets with inclusive|exclusive and "
            "token|character; for validate and convert --offsets."
        ),
        {
            "meant-otherwise-before": Sentence(
                "{here}; but {before} in line {other_line}",
                (
                    "Keep them in files of their own, or say of all with --key-offsets, "
                    "--response-offsets or --offsets what they are."
                ),
            ),
            "ends-inclusive": "ends are inclusive",
            "ends-exclusive": "ends are exclusive",
            "ends-unsaid": "nothing is said of ends",
            "characters-counted": "characters are counted",
            "tokens-counted": "tokens are counted",
            "unit-unsaid": "nothing is said of what is counted",
        },
    ),
    "CE009": Kind(
        "no coreference in this file",
        "Give a file with coreference annotation; docs/bring-your-data.md shows some.",
    ),
    # documents
    "CE010": Kind("document missing in the response", "Add it, or score it as empty with --missing empty."),
    "CE011": Kind("document not in the key", "It is not scored; remove it or add it to the key."),
    "CE012": Kind("document name twice", "Give every document its own name."),
    "CE013": Kind(
        "different words",
        (
            "Score files of the same text. --align rewrite aligns a changed copy of it, --align "
            "positions compares words by their number."
        ),
        {
            "same-text": Sentence(
                "it is the same text in other tokens",
                (
                    "It is the same text in other tokens: --align auto or --align characters carries "
                    "mentions over."
                ),
            ),
            "other-words-from-here": "{name:?document **: }other words than those of the key, from here on",
            "ends-before-key": "{name:?document **: }it ends before the key does",
        },
    ),
    "CE014": Kind(
        "text outside a document",
        "Start each document with its header line.",
        {
            "lines-outside-document": "{lines:a line|# lines} outside a document, from here",
        },
    ),
    "CE015": Kind(
        "document not ended",
        "The file may be cut; end it with '#end document'.",
        {
            "not-ended": "{count:a document has|# documents have} no '#end document', the first begins here",
        },
    ),
    "CE075": Kind(
        "documents of different names paired", "Give the documents of both the same names to be sure."
    ),
    # lines and brackets
    "CE020": Kind("too few or too many columns", "All lines of a file have the same number of columns."),
    "CE021": Kind("bracket closed but never opened", "Open it before, or remove the closing bracket."),
    "CE022": Kind("bracket opened but never closed", "Close it in the same document."),
    "CE023": Kind(
        "bracket not understood",
        "See the page of the format for the grammar of the cell.",
        {
            "link-not-understood": "{field} not understood",
            "closed-behind-opening": (
                "{count} closing brackets stand behind an opening one; the UA scorer loses those mentions"
            ),
            "others-closed-by-id": "the other closing brackets of this file have an id",
            "others-closed-without-id": "the other closing brackets of this file have no id",
        },
    ),
    "CE024": Kind(
        "mention across sentences",
        "A mention ends in the sentence it begins in.",
        {
            "ends-in-other-sentence": "it begins in another sentence than the one it ends in (line {other_line})",
            "edge-at-empty-node": (
                "{count} mentions of several nodes begin or end at an empty node; the UA scorer refuses them"
            ),
        },
    ),
    "CE025": Kind("discontinuous mention incomplete", "Give all its parts, numbered [1/n] to [n/n]."),
    "CE026": Kind("header missing or malformed", "See the page of the format."),
    "CE027": Kind(
        "token number out of order",
        "Number the tokens of a sentence 1, 2, 3 …",
        {
            "empty-node-out-of-order": "{number} where {word}.{expected} is expected",
        },
    ),
    "CE028": Kind(
        "head outside the mention",
        "The head is the number of a word of the mention, counted from 1.",
        {
            "read-as-only-word": "{fault}: read as its only word",
            "ignored": "{fault}: ignored",
            "no-word-of-mention": "{field} {value!r} is no word of this mention of {size}",
            "minimum-span-outside": "{count} minimum spans lie outside their mention, which then matches only exactly",
        },
    ),
    "CE029": Kind(
        "not valid JSON",
        (
            "Each line of a JSON Lines file is one JSON object; docs/bring-your-data.md has the "
            "JSON of each tool."
        ),
    ),
    # mentions and entities
    "CE030": Kind(
        "mention listed twice",
        "Choose with --duplicates error|first|keep|merge|perl.",
        {
            "listed-again": (
                "{count:mention} of the {side} {count:is|are} listed more than once, {done}: "
                "{examples:; }{more:? and * more}"
            ),
            "reference-scorer-refuses": (
                "the reference scorer refuses to score a response with more than {most} repetitions "
                "of mentions that the key has; this one has {count} and is scored"
            ),
            "repetitions-dropped": "{count:repetition} {count:is|are} dropped",
            "repetitions-counted": "all are counted, as in the reference scorer",
            "some-repetitions-dropped": (
                "{count} repetitions of mentions that the key has are dropped{others:?, * others are "
                "counted}, as in the reference scorer"
            ),
            "listed-in-one-entity": "{document:?document **: }listed {times:2=twice|# times}, in entity {entities:, }:",
            "listed-in-entities": (
                "{document:?document **: }listed {times:2=twice|# times}, in entities {entities:first , }:"
            ),
        },
    ),
    "CE031": Kind(
        "span outside the document",
        "Offsets count from 0 within the document.",
        {
            "spans-outside": "{spans:, } is no span of the document, which has {length} {unit} ({ends} ends)",
            "span-outside": "no span of the document, which has {length} {unit} ({ends} ends)",
        },
    ),
    "CE032": Kind(
        "field missing",
        "See the page of the format for the names of the fields.",
        {
            "no-coref-clusters": "no group of spans is called coref_clusters",
            "no-coref-clusters-among": "no group of spans is called coref_clusters:",
            "other-field-before": "clusters are in {before} before and in {field} here",
            "no-clusters": "no clusters: none of the fields {fields:, }",
        },
    ),
    "CE033": Kind(
        "field of the wrong type",
        "See the page of the format for the types of the fields.",
        {
            "offsets": "offsets: {fault}",
        },
    ),
    "CE034": Kind(
        "cycle of split antecedents",
        "An entity cannot be an element of itself.",
        {
            "link-cycle": "{field}: an entity is an element of itself ({cycle: < })",
            "cycle": "cycle of split antecedents: {cycle: has the element }",
        },
    ),
    "CE035": Kind(
        "reference to an unknown entity or markable",
        "Define it, or remove the reference.",
        {
            "entity-not-defined": "{field}: no bracket of this document defines the entity {entity!r}",
            "no-mention-here": "{field}: no mention of {entity!r} stands here",
            "no-such-element-of": Sentence(
                "ElementOf names no entity of the document: {given}",
                "It is left out; define it, or remove the reference.",
            ),
            "anaphor-not-in-identity": Sentence(
                "bridging anaphor not in the Identity column",
                "It is left out; define it, or remove the reference.",
            ),
            "anchor-not-in-identity": Sentence(
                "bridging anchor not in the Identity column",
                "It is left out; define it, or remove the reference.",
            ),
            "anchor-no-entity": Sentence(
                "bridging anchor is no entity of the document",
                "It is left out; define it, or remove the reference.",
            ),
            "anchor-of-other-entity": (
                "{count} bridging anchors are not of the entity EntityAnchor names; the mention counts"
            ),
        },
    ),
    "CE036": Kind("entity across documents", "It is split: an entity lives in one document."),
    "CE037": Kind(
        "mention inside a token",
        (
            "Give tokens, or add 'letters' to --key-offsets and --response-offsets: then every "
            "character is a token."
        ),
        {
            "inside-token": "[{begin}, {end}] begins or ends inside a token",
        },
    ),
    "CE065": Kind(
        "row of a key file that is no mention",
        (
            "A key file lists the gold mentions, a row each, (id) in every one; other files with "
            "a row a word need words."
        ),
    ),
    "CE067": Kind(
        "line or element not of the format",
        "See the page of the format for what stands where; correct or remove it.",
    ),
    "CE068": Kind(
        "annotation that is not read", "See the page of the format for what counts as coreference."
    ),
    "CE069": Kind("no layer of coreference", "See the page of the format for which layers are read."),
    "CE088": Kind(
        "tokens cut at the edges of mentions",
        (
            "Nothing is lost; score against files of the same text, which are compared by "
            "characters where tokens differ."
        ),
        {
            "tokens-cut": "tokens cut where a mention begins or ends inside one: {count:,}, such as",
        },
    ),
    "CE089": Kind(
        "mentions carried to whole tokens",
        ("The tokens of the file are kept: a mention that begins or ends inside one has the whole of it."),
        {
            "inside-token": "mentions that begin or end inside a token: {count:,}, such as",
        },
    ),
    "CE090": Kind(
        "companion file missing",
        (
            "Put it beside the file, or name it or its folder: --key-companion, "
            "--response-companion; for validate and convert --companion. See the page of the "
            "format for its name."
        ),
        {
            "not-in-folder": "the file that belongs to it is not in {folder}:",
            "not-beside-it": "the file that belongs to it is not beside it:",
        },
    ),
    "CE091": Kind(
        "not well-formed XML", "Correct it at the place named; a browser or xmllint shows the same."
    ),
    "CE092": Kind(
        "entity declared in XML",
        ("Declarations of entities can blow a file up or read other files: write the characters themselves."),
    ),
    "CE093": Kind("identifier twice", "Give everything that is referred to an identifier of its own."),
    "CE094": Kind(
        "text of a mention not at its place",
        (
            "Check that the offsets count characters (not bytes) of this text, and that it is "
            "the text that was annotated."
        ),
        {
            "other-words": (
                "mentions whose words, as the file gives them, are not at their place in the text: "
                "{count:,}, such as"
            ),
        },
    ),
    "CE071": Kind(
        "tag that does not fit",
        (
            "Every tag that opens a mention has one that closes it; a mention of which one is "
            "missing is not scored."
        ),
    ),
    "CE072": Kind(
        "mentions not found in the text",
        (
            "They count as errors of the system. Ask the model for the words of the text, each "
            "as often as it is mentioned, in their order."
        ),
    ),
    "CE077": Kind(
        "more or less than the answer",
        ("Check that what is left out is none of the text; have a model that was cut off finish its answer."),
    ),
    "CE095": Kind(
        "no words in the file",
        (
            "Spans are compared as they are: score it against a file that counts the same "
            "things, such as one of the same tool."
        ),
    ),
    "CE038": Kind(
        "two annotations in one file",
        (
            "Name the one to be read with --key-layer or --response-layer; for validate and "
            "convert with --layer."
        ),
        {
            "other-field-before": "clusters are in {before} before and in {field} here",
        },
    ),
    # settings against data
    "CE080": Kind(
        "no entity in two documents",
        "Give an entity the same name in all documents; JSON Lines names them in cluster_ids.",
    ),
    "CE084": Kind(
        "document without a topic",
        (
            "Call documents topic/name or topic_name, put them into a folder each topic, or name "
            "it in the field topic."
        ),
    ),
    "CE085": Kind(
        "entities numbered in each document",
        "Number or name them through the whole corpus, or leave --across out.",
    ),
    "CE040": Kind(
        "singletons on one side only",
        "Compare with --singletons drop as well.",
        {
            "singletons-here": (
                "the key has {singletons:singleton}, this file {here:,}; {label} F1 is {now:score}, "
                "and {then:score} with --singletons drop"
            ),
            "no-singletons-in-key": (
                "the key has no singletons, this file {here:,}; {label} F1 is {now:score}, and "
                "{then:score} with --singletons drop"
            ),
            "singletons": "the key has {key:singleton}, the response {response:,}{alternative:?; *}",
        },
    ),
    "CE041": Kind("no heads and no minimum spans", "Give them in the file, or use --match exact."),
    "CE042": Kind(
        "heads derived from the dependency tree",
        "Give them in the file to use others.",
        {
            "heads-from-tree": (
                "the heads of {count} of {mentions} mentions of the {side} come from the dependency "
                "tree{lacking:?; * have none}"
            ),
        },
    ),
    "CE066": Kind(
        "first words taken for heads",
        "Name heads in the file, or use --heads tree to take them from the dependency tree.",
        {
            "first-word-as-head": Sentence(
                "{count:mention} without a head, whose first word is written as the head",
                (
                    "So corefud-scorer reads mentions without one; udapi's corefud.MoveHead takes heads "
                    "from a tree."
                ),
            ),
            "mentions-of-side": "{count:mention} of the {side}",
            "no-tree": Sentence(
                (
                    "no heads are named for {mentions: and }: their first words are taken, as "
                    "corefud-scorer does; there is no dependency tree to find others in"
                ),
                "Name heads in the file, or use --match exact.",
            ),
            "first-words": (
                "no heads are named for {mentions: and }: their first words are taken, as "
                "corefud-scorer does; the dependency tree gives {others} of them another "
                "head{alternative:?; *}"
            ),
        },
    ),
    "CE043": Kind(
        "the two readings of dependent zeros differ",
        "Compare with --zeros dependent.",
        {
            "zeros-collide": (
                "the official alignment of zeros collides with itself for {count:mention}{alternative:?; *}"
            ),
        },
    ),
    "CE044": Kind("setting needs what the file does not have", "See the page of the metric or the setting."),
    "CE045": Kind("no mentions, or none in common", "Check that the right file and column were read."),
    "CE046": Kind(
        "mention types unknown",
        "Give files with part-of-speech tags, or declare the language with --language.",
    ),
    "CE047": Kind(
        "what a conversion loses",
        "Convert to a format that can hold it.",
        {
            "not-read-again": "{label} could not be read again ({fault_code} {fault}{line:?, line *})",
            "ids-changed": "{count} entity ids with brackets, bars, commas or spaces were changed",
            "values-encoded": "{count} attribute values with brackets, bars or spaces were percent-encoded",
            "edges-at-empty-nodes": (
                "{count} mentions begin or end at an empty node; corefeval reads them, the UA scorer does not"
            ),
            "bridging-to-entities": (
                "{count} bridging links name an entity and no mention; corefeval reads them, the UA "
                "scorer does not"
            ),
            "gaps-of-empty-nodes": (
                "{count} mentions leave out only empty nodes, which in CoNLL-UA are no part of a "
                "mention anyway"
            ),
            "closed-by-id": (
                "{count} closing brackets have ids; the UA scorer reads them with "
                "--allow-boundary-crossing only, and then loses the ends of brackets without ids: "
                "both files of a pair need them there"
            ),
            "column-without-place": "the column '{name}' has no place",
            "attributes-encoded": "{count} attributes with a character that ends a field, written as %XX",
            "bridging-anchors-other": "{count} bridging anchors other than the latest mention of their entity",
            "bridging-links-itself": "{count} bridging links of an entity to itself, which udapi refuses",
            "bridging-links-left-out": "{count} bridging links of mentions that are left out",
            "entities-nonreferring": "{count} entities marked as non-referring, written like others",
            "forms-changed": "{count} forms with a tab or a newline, written as a space",
            "heads-without-field": "{count} heads, for which the header has no field",
            "identifiers-reused": "{count} identifiers used in an earlier document, written with the number of theirs",
            "identifiers-with-ends": "{count} identifiers with a character that ends a field, written as %XX",
            "links-without-mentions": "{count} links to entities none of whose mentions can be written",
            "mentions-across-sentences": "{count} mentions across sentences, left out",
            "mentions-crossing": "{count} mentions of one entity that cross each other, left out",
            "sent-ids-changed": "{count} sent_ids with a slash or a space, written as _",
            "split-left-out": "{count} split antecedents of entities that are left out",
            "conll2012-does-not-hold": "CoNLL-2012 does not hold {count} {what}",
            "does-not-hold": "{label} does not hold {count:,} {what}",
            "heads": "heads of mentions",
            "minimum-spans": "minimum spans",
            "empty-nodes": "empty nodes",
            "mentions-of-empty-nodes": "mentions of empty nodes only",
            "names-of-entities": "names of entities, which are now numbers",
            "nonreferring": "marks of expressions that refer to nothing",
            "split-antecedents": "split antecedents",
            "bridging-relations": "bridging relations",
            "attributes": "attributes {name!r} of mentions",
            "crossing-mentions": "mentions that cross others, which are left out",
            "mentions-of-empty-nodes-left-out": "mentions of empty nodes only, which are left out",
            "discontinuous-mentions": "discontinuous mentions, of which one part is written",
            "documents-lost": "{count} documents are not read as such any more",
            "names-of-documents": "{count} names of documents are written differently",
            "words-lost": "{count} words are not read as such any more",
            "words-cut": "{count} words are cut otherwise: the format has a text, not its words",
            "sentences": "{count} sentences begin elsewhere",
            "empty-nodes-changed": "{count} empty nodes are left out or numbered anew",
            "mentions-changed": "{count} mentions are left out or changed",
            "entities-changed": "{count} entities have other mentions",
            "repeated-mentions": (
                "{count} repeated mentions: another of their entities now comes first, which decides "
                "their score"
            ),
            "heads-changed": "{count} heads of mentions",
            "minimum-spans-changed": "{count} minimum spans",
            "nonreferring-changed": "{count} marks of expressions that refer to nothing",
            "repeated-within-entity": (
                "{count} mentions repeated within their entity, which --duplicates keep counts once "
                "in CorefUD files only"
            ),
            "minimum-spans-looked-at": (
                "{count} minimum spans, which --match partial looks at in other files than CorefUD only"
            ),
            "topics": "{count} topics of documents",
            "cells-of-column": "{count} cells of the column '{name}'",
            "attributes-of-mentions": "{count} attributes '{name}' of mentions",
            "typed-annotations": "{count} typed annotations",
            "characters-changed": "{count} characters are written differently",
            "words-changed": "{count} words are written differently",
            "split-antecedents-changed": "{count} split antecedents",
            "bridging-changed": "{count} bridging links",
            "words-not-in-text": "{count:mention} of words that are not in the text: left out",
        },
    ),
    "CE048": Kind(
        "repaired",
        "Look at the repaired copy before you use it.",
        {
            "dropped": "{fault}; it is dropped",
            "line-kept-as-word": "{fault}; the line is kept as a word",
            "numbered-anew": "{fault}; numbered anew",
            "left-out": "{fault}; it is left out",
            "bracket-left-out": "{fault}; the bracket is left out",
            "line-left-out": "{fault}; the line is left out",
            "taken-as-word": "{fault}; taken as a word",
            "taken-as-document-1": "{fault}; it is document '1'",
            "taken-as-it-stands": "{fault}; taken as it stands",
            "read-as-far-as-it-goes": "{fault}: read as far as it goes",
            "read-as-next-word": "{fault}: read as the next word",
            "token-numbered-anew": "{fault}: numbered anew",
            "ignored": "{fault}: ignored",
            "read-by-identifier": "{fault}: read by its identifier",
            "mention-dropped": "{fault}: dropped",
            "read-as-first-word": "{fault}: read as its first word",
            "read-as-only-word": "{fault}: read as its only word",
            "link-left-out": "{fault}: left out",
            "widened": "{fault}; widened to whole tokens",
        },
    ),
    "CE049": Kind(
        "annotation skipped or odd",
        "What cannot be scored is left out, the rest is scored as it stands.",
        {
            "layers-without-annotation": Sentence(
                "layers without annotation: the resolver had failed: {count}{example:?, such as}",
                "The document is scored as one without mentions.",
            ),
            "other-number-of-lexemes": Sentence(
                "morphology layers of another number of lexemes: {count}{example:?, such as}",
                "They are not used: types of mentions come from the words alone.",
            ),
            "names-outside-text": Sentence(
                "named entities outside the text: {count}{example:?, such as}", "They are left out."
            ),
            "annotations-twice": Sentence(
                "annotations given twice: {count}{example:?, such as}", "They are used once."
            ),
            "second-annotation-of-referent": Sentence(
                "annotations of a referent that has another one: {count}{example:?, such as}",
                "All of them are used, so that what they link is one entity.",
            ),
            "no-antecedents": Sentence(
                "annotations without antecedents: {count}{example:?, such as}",
                "There is nothing to link: they are left out.",
            ),
            "own-antecedents": Sentence(
                "referents that are their own antecedents: {count}{example:?, such as}",
                "Such a link is left out.",
            ),
            "single-with-several": Sentence(
                "annotations of type single with several antecedents: {count}{example:?, such as}",
                "The mention is kept, and linked to none of them.",
            ),
            "several-with-one": Sentence(
                ("annotations of type group or ambiguous with one antecedent: {count}{example:?, such as}"),
                "The mention is linked to it, as one of type single.",
            ),
            "direction-contradicts-code": Sentence(
                "annotations whose direction contradicts their code: {count}{example:?, such as}",
                "The link is used, and the code kept as it stands.",
            ),
            "spans-outside-text": Sentence(
                "spans outside the text or without a word: {count}{example:?, such as}",
                "They are left out, and an annotation with its referent.",
            ),
            "spans-with-white-space": Sentence(
                "spans that begin or end with white space: {count}{example:?, such as}",
                "White space is not compared.",
            ),
            "spans-inside-lexeme": Sentence(
                "spans that begin or end inside a lexeme: {count}{example:?, such as}",
                "The lexeme is cut there, in all layers.",
            ),
            "groups-of-themselves": Sentence(
                "groups that would be elements of themselves: {count}{example:?, such as}",
                "Such an element is left out.",
            ),
            "white-space": Sentence(
                "mentions that begin or end with white space: {count:,}, such as",
                "White space is not compared.",
            ),
        },
    ),
    "CE070": Kind("the two readings of minimum spans differ", "Compare with --match min-span."),
    "CE057": Kind(
        "empty categories taken for zeros", "Score files with the same tokens to have them compared as words."
    ),
    "CE108": Kind(
        "type code that the scheme does not have",
        (
            "Correct the code, or name the scheme of the file with --scheme; 'corefeval schemes' "
            "explains them."
        ),
        {
            "unknown-codes-of-other-scheme": Sentence(
                (
                    "{count} of {codes} type codes of the {side} are not of the scheme {scheme}: "
                    "{unknown:first5 , }"
                ),
                "They are all of the scheme {fits}: --scheme {fits}.",
            ),
            "unknown-codes-of-named": Sentence(
                (
                    "{count} of {codes} type codes of the {side} are not of the scheme {scheme}: "
                    "{unknown:first5 , }"
                ),
                (
                    "'corefeval validate --scheme' says what is wrong with each and where; "
                    "--unknown-codes error refuses such codes."
                ),
            ),
            "unknown-codes": Sentence(
                (
                    "{count} of {codes} type codes of the {side} are not of the scheme {scheme}: "
                    "{unknown:first5 , }"
                ),
                ("Name the scheme of the files with --scheme; --unknown-codes error refuses such codes."),
            ),
        },
    ),
    "CE109": Kind(
        "types not checked, or derived",
        "Give type codes in both files to have the types compared; see the page on schemes.",
        {
            "codes-derived": "the type codes of {sides_derived: and } are derived from the words",
            "no-codes": (
                "types are not checked, the files have no type codes; classes are the kinds of mentions"
            ),
            "no-codes-in-key": "types are not checked, the key has no type codes; classes are the kinds of mentions",
            "no-codes-in-response": "types are not checked, the response has no type codes; classes are the key's",
            "no-codes-in-response-invented": (
                "types are not checked, the response has no type codes; classes are the key's, and "
                "{count:invented unit} of no class only in the micro averages"
            ),
        },
    ),
    "CE110": Kind("not a scheme of type codes", "See the page on schemes for what stands where."),
    "CE111": Kind(
        "asked for and not marked in the file",
        "Mark it in the file, or choose another value of the parameter or another column.",
    ),
    "CE104": Kind(
        "part of another file", "Give the file it belongs to: what belongs to that one is found beside it."
    ),
    "CE102": Kind(
        "what a difference from the key costs",
        "Correct what is named above, or score with the option that is named here.",
        {
            "other-words": (
                "{count} of {documents:document} of other words: {label} F1 is {score:score} with "
                "--align rewrite, and {empty:score} with them as empty; leaving them out would cost "
                "{cost:score} points"
            ),
            "missing": (
                "{count} of {documents:document} not in this file, scored as empty: {label} F1 is "
                "{score:score}, and {rest:score} on the others; they cost {cost:score} points"
            ),
        },
    ),
    "CE103": Kind(
        "other types than the key's",
        "Give both sides types of one inventory, or compare without types.",
        {
            "types-in-key-only": (
                "the key has {label} ({name}), this file none: they are not compared, and cost nothing"
            ),
            "types-here-only": (
                "this file has {label} ({name}), the key none: they are not compared, and cost nothing"
            ),
            "differ": "{count:mention} in common with another one",
            "not-in-key": "those that the key does not have: {types:first , }",
            "other-types": "{label} ({name}): {differences:; }; {cost}",
            "costs-nothing": "{label} does not compare them",
            "costs-ace-value": (
                "{label} does not compare them; the ACE value is {now:.2f}, and {then:.2f} without them"
            ),
        },
    ),
    # limits
    "CE081": Kind(
        "beyond a limit",
        ("If the file is sound, raise the limit: set the environment variable that the message names."),
    ),
    "CE082": Kind("not enough memory", "Score fewer or smaller files at a time."),
    "CE123": Kind(
        "packed, and the package for it is missing",
        "Install it with pip install 'corefeval[zstd]', or unpack the file first.",
    ),
    "CE124": Kind(
        "process killed twice",
        ("Most often memory ran out: use --jobs 1, or a machine with more of it; nothing was scored."),
    ),
    "CE125": Kind(
        "process killed once", "The scores are whole. If it happens again, memory may be short: use --jobs 1."
    ),
    "CE126": Kind("the package for an engine is missing", "Install it with pip install 'corefeval[dask]'."),
    "CE127": Kind(
        "a cluster that cannot do the work",
        (
            "The scheduler has to answer; its workers need this version of corefeval, and the "
            "files under the same paths."
        ),
    ),
    "CE128": Kind(
        "no driver for the address of a file",
        (
            "Install the one that the message names (s3:// s3fs, gs:// gcsfs, hdfs:// pyarrow), "
            "or copy the file here."
        ),
        {
            "not-read": "{error}",
        },
    ),
    "CE129": Kind(
        "large files in one piece",
        "Memory grows with the files. See docs/scale.md for what is read in pieces.",
    ),
    "CE060": Kind(
        "an average is undefined", "Look at its parts, or count what is undefined as 0 with --undefined zero."
    ),
    "CE062": Kind(
        "setting without effect on a part of the result",
        "It is not defined there: leave that part out, or read it as without the setting.",
        {
            "codes-given": "codes=derived has no effect: both files give type codes",
        },
    ),
    "CE064": Kind(
        "what a metric says of its parts does not add up",
        "Correct its shares, losses or adds_over_groups, or leave the metric out here.",
    ),
    "CE063": Kind(
        "score above 1, or below 1 for the same annotation",
        "That is the official scorer's number; --duplicates first counts each mention once.",
        {
            "above-100": "{count} {count:score is|scores are} above 100: {scores:first ; }",
            "below-100": (
                "{count} {count:score is|scores are} below 100 though key and response are the same: "
                "{scores:first ; }"
            ),
            "repeated-counts": "what is repeated counts each time, as in the official scorer: {scores:; }",
            "score-in-document": "{label} {metric_part} {value:.2f} in {document!r}",
        },
    ),
    # usage
    "CE050": Kind(
        "unknown name",
        "See 'corefeval metrics' or 'corefeval presets' for the names.",
        {
            "meant-by-name": "{name!r}",
            "meant-by-other-name": "{other!r} (the same as {name!r})",
            "meant": "{names: or }",
            "no-such-name": Sentence(
                "no {what} {name!r}{whose:? of *}",
                "{meant:?Did you mean *? }{number:There is only|There are} {names:, }.",
            ),
            "no-names": Sentence(
                "no {what} {name!r}{whose:? of *}", "{meant:?Did you mean *? }There are none."
            ),
            "no-such-name-see": Sentence(
                "no {what} {name!r}{whose:? of *}", "{meant:?Did you mean *? }{see}"
            ),
        },
    ),
    "CE051": Kind("settings that contradict each other", "Leave one of them out."),
    "CE052": Kind(
        "too few documents",
        "See the message.",
        {
            "one-document-in": Sentence(
                "one document in {datasets:, }: what varies there is not in the intervals",
                "Split them into documents where the texts allow it.",
            ),
            "few-documents": Sentence(
                "{documents} documents are few for the bootstrap: its intervals are too narrow",
                "Leave --interval out.",
            ),
        },
    ),
    "CE096": Kind("setting under its old name", "Use the new one; the old one will go."),
    "CE097": Kind(
        "response of other words",
        "Give both files the same words to have nothing carried over.",
        {
            "in-other-tokens": "the key's text in other tokens, {first}",
            "changed": "the key's text changed, {first}",
            "carried": "{count:,} {way}",
            "changed-copy": (
                "the response has a changed copy of the key's text in {documents:document}; mentions "
                "carried over: {ways:none, }"
            ),
            "other-tokens": (
                "the response has the key's text in other words in {documents:document}; mentions "
                "carried over: {ways:none, }"
            ),
        },
    ),
    "CE098": Kind(
        "mentions that are not in the key's text",
        "They count as errors: the system annotated words that it was not given.",
        {
            "mention": "{mention!r} in {document!r}",
            "not-in-text": (
                "{count:mention} of the response {count:is|are} not in the key's text: {lost:first ; }"
            ),
        },
    ),
    "CE099": Kind("several files for one place", "Name a folder: each document becomes a file in it."),
    "CE100": Kind(
        "other files in the way",
        "Name another place, or move them first: nothing is written over that was not named.",
    ),
    "CE106": Kind(
        "hardly a copy of the key's text",
        ("Check that it is of this document, and whole: what it does not mark counts as missed."),
    ),
    "CE112": Kind(
        "no outcomes of mentions",
        "Ask for a metric that judges mentions one by one; see 'corefeval metrics'.",
    ),
    "CE087": Kind(
        "no interval",
        ("The score stands; how far it would move with other documents cannot be told from these."),
        {
            "single-unit": "{name} shows nothing of how {units} differ",
            "dominated": (
                "{name} has more than half of all that is counted, so that this is the score of one {unit}"
            ),
            "each-needed": "without one of the {units} there is no score",
            "constant": "it is the same whichever {unit} is left out, which says nothing of others",
            "undefined": "more than one resample in twenty leaves no score",
            "one-unit": "one {unit}{datasets:? in *}",
            "no-interval": "no interval for {scores}{systems:? of *}: {reason}",
            "scores-of": "{names:, }{parts:? (*)}",
            "scores": "{groups:; }",
            "measure-of": "{measure} of {what}",
            "no-interval-of-agreement": "no interval for {measures:, }: {reason}",
        },
    ),
    "CE140": Kind(
        "system left out of the ranking",
        ("Correct what is named beside it; 'corefeval validate' names everything that is wrong with a file."),
    ),
    "CE141": Kind("the key among the systems", "Nothing to do; to have it in the table name it: gold=PATH."),
    "CE142": Kind(
        "not a published number",
        "Give scores as they are printed: 61.2, or a table with metric, part and value.",
    ),
    "CE143": Kind(
        "not all settings tried",
        "Say what is known of the settings, and the rest is tried further.",
        {
            "files-taken-for-documents": "the mean over datasets is not tried: {files} files are taken for documents",
            "other-datasets": "the mean over datasets is not tried: the folders are not of the same datasets",
        },
    ),
    "CE144": Kind("unsafe archive", "Pack plain files and folders, with paths inside of the archive."),
    "CE145": Kind(
        "not a task",
        "See the page on leaderboards for what stands in the file of a task.",
        {
            "not-a-text": "{name} is a text, not",
            "not-a-list": "{name} is a list of texts, not",
        },
    ),
    "CE146": Kind(
        "name of a submission",
        "Call it SYSTEM or SYSTEM@YYYY-MM-DD, each once, as a folder, .zip or .tar.gz.",
    ),
    "CE167": Kind(
        "statement that can be read in several ways",
        "Say it once and alike: other tools read it otherwise, or refuse it.",
    ),
    "CE053": Kind(
        "file cannot be written",
        "Check the folder and its permissions.",
        {
            "os-error": "{error:or cannot be written}",
        },
    ),
    "CE059": Kind(
        "output over an input",
        "Write to another file; move it over the input afterwards if that is what you want.",
    ),
    "CE073": Kind(
        "not an input",
        (
            "Give a path, an open file, clusters [[(0, 1), (5, 5)], …], {document: clusters}, a "
            "list of documents' clusters, rows with the fields of JSON Lines or of a dataset of "
            "Hugging Face, or documents of spaCy, stanza, fastcoref, Maverick or udapi."
        ),
        {
            "expected": "{where:?*: }expected {expected}",
            "field-of-bytes": "row {number}: the field {field!r} is bytes, where text was expected",
            "field-not-text": "row {number}: a field, where text was expected",
            "row-or-document": (
                "this is one row with {fields:list or}, or a document is called so; it has no name "
                "and no text"
            ),
        },
    ),
    "CE074": Kind(
        "text on one side only", "Give both sides as files or as rows with their text, or both as clusters."
    ),
    "CE054": Kind(
        "signatures differ",
        "Score all systems with the same settings and key.",
        {
            "scored-differently": "{name} was scored differently from {other}: {differences:, }",
            "instead-of": "{theirs} instead of {ours}",
        },
    ),
    "CE058": Kind("not the run of the signature", "Repeat it on the same key with the same version."),
    "CE055": Kind(
        "mention types derived on both sides",
        "Give both files mention types, or tags of the same kind, to use better ones.",
    ),
    "CE115": Kind(
        "error that cannot be made in this key",
        "Leave it out of --errors; 'corefeval simulate --help' lists them.",
    ),
    "CE116": Kind(
        "errors that cannot be repaired in a file",
        "See the page on explaining for what can be written.",
        {
            "not-scored-with": Sentence(
                "no repair can be scored with {metrics:, }",
                "Ask for a metric that looks at entities alone, such as conll.",
            ),
            "across-documents": Sentence(
                "entities reach across documents (--across {across})",
                "Repair the documents one by one: --across document.",
            ),
            "other-words": Sentence(
                "the response has other words than the key",
                "Convert it to the key's words first, or repair a response that has them.",
            ),
            "typed-annotations": Sentence(
                (
                    "{format} links mentions one by one in typed annotations, which repairs of entities "
                    "leave as they are"
                ),
                "Convert both files to a format of entities first, such as conll2012.",
            ),
        },
    ),
    "CE118": Kind(
        "too many systems for one page", "Choose up to eight, or compare more with 'corefeval compare'."
    ),
    "CE117": Kind(
        "a repaired response that would score otherwise than the repair",
        (
            "Match exactly and keep singletons (--match exact --singletons keep), or write "
            "another format (--to)."
        ),
        {
            "not-scored-alike": (
                "what {label} keeps of the repaired response cannot be scored like it: "
                "{fault}{given:? *}{losses:+; }"
            ),
            "losses-score-otherwise": (
                "the repaired response would score {f1:.4f} and not the {expected:.4f} of the repair "
                "({metric}): {losses:; }"
            ),
            "settings-score-otherwise": (
                "the repaired response would score {f1:.4f} and not the {expected:.4f} of the repair "
                "({metric}): other mentions are scored or matched (match={match}, "
                "singletons={singletons}, zeros={zeros})"
            ),
        },
    ),
    "CE130": Kind(
        "annotations that cannot be compared",
        "Give several annotations of the same documents.",
        {
            "documents-of": "{count} of {documents} of {name}",
        },
    ),
    "CE131": Kind("type that not all annotators give", "Leave it out of --types."),
    "CE132": Kind("not merged", "Look it up in the annotations."),
    "CE134": Kind("challenge set that is not whole", "Give the files as they were released."),
    "CE133": Kind("marks that the format cannot hold", "Write JSON Lines or CorefUD."),
    "CE079": Kind(
        "in the files, but not scored",
        "See the settings to have it scored.",
        {
            "alternative": "{label} F1 is {now:score}, and {then:score} with {option}",
            "thing": "{what}: {ours} in the key, {theirs} in the response{labels:? (but by *)}",
            "not-looked-for": "not looked for",
            "so-many": "{number:,}",
            "not-scored": Sentence(
                "not scored{preset:? under *}: {things:; }{alternative:?; *}",
                "To have them scored: {options:, }.",
            ),
        },
    ),
    "CE078": Kind("name already taken", "Choose another name."),
    "CE056": Kind(
        "mentions of one entity overlap",
        "Check them: only relative and reflexive words often stand inside what they refer to.",
        {
            "inside": "{document:?document **: }entity {entity}: a mention inside another one, {other!r}:",
            "around": "{document:?document **: }entity {entity}: a mention around another one, {other!r}:",
            "crosses": "{document:?document **: }entity {entity}: a mention crosses another one, {other!r}:",
        },
    ),
}
