"""The catalogue of problems: the title, advice and sentences of each code.

All texts about problems are here, so that no other module needs a sentence. A sentence is a template of `str.format`
with the arguments of the problem; see `render.py` for its format specifications.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Template(NamedTuple):
    """The templates of a kind of problem: the sentence without a full stop, and the advice; '' for the advice of the code."""

    text: str
    hint: str


class Kind(NamedTuple):
    """A code.

    Attributes:
        title: its title in the documentation.
        hint: its usual advice.
        sentences: its sentences by slug, each with its own advice, if any, on a second line.
        of_file: the slugs of problems that are about the whole file although their place has a line. Examples are
            problems of a header, and bytes that end the reading.
    """

    title: str
    hint: str
    sentences: Mapping[str, str] = MappingProxyType({})
    of_file: tuple[str, ...] = ()

    def sentence(self, kind: str) -> Template:
        """Return the templates with this slug."""
        text, _, hint = self.sentences[kind].partition("\n")
        return Template(text, hint)


CATALOGUE: dict[str, Kind] = {
    # the file as a whole
    "CE001": Kind(
        "file not found",
        "Check the path.",
        {
            "empty-path-of": "the path of {path!r} is empty\nCheck that the variable in your command is set.",
            "empty-path": "the path is empty\nCheck that the variable in your command is set.",
            "no-such-file": "no such file",
            "no-such-file-near": "no such file\nDid you mean {nearest!r}?",
            "nul-byte-in-name": "the file name contains a NUL byte",
            "no-such-submissions": "no such folder of submissions",
            "no-such-scheme": "no such scheme file",
            "no-folder-of-program": "the input folder of a scoring program needs a folder {name}, and has none\n"
            "Create the folder {name}, or check the path.",
            "no-such-file-path": "no such file: expected a path, got a text of several lines:\n"
            "In Python, pass the text itself as io.StringIO(text).",
        },
    ),
    "CE002": Kind(
        "file cannot be read",
        "Check the permissions of the file, and that a compressed file is complete.",
        {
            "os-error": "{error:or cannot be read}",
            "compressed-file-damaged": "the compressed file is damaged or incomplete: {error}",
            "standard-input-closed": "standard input is closed",
            "open-file-cannot-read": "cannot read from the open file: {error}",
            "scheme-not-read": "cannot read the scheme: {error}",
            "archive-damaged": "{reason}",
            "not-supported-kind-archive": "this kind of archive is not supported\n"
            "Use .zip, .tar.gz or a plain folder.",
        },
    ),
    "CE003": Kind(
        "empty input",
        "Give a file with at least one document.",
        {
            "no-dataset-in-folder": "the folder contains no dataset\n"
            "Give a folder with one file or folder for each dataset.",
            "file-empty": "the file is empty",
            "folder-empty": "the folder is empty",
            "no-file-read": "the folder contains no file in a supported format",
            "no-document": "the file contains no document",
            "no-submission-in-folder": "the folder contains no submission\n"
            "Put one folder or archive for each submission into it.",
        },
    ),
    "CE004": Kind(
        "format not recognised",
        "Name the format with --key-format, --response-format or --from. 'corefeval formats' lists all formats; docs/bring-your-data.md lists them by tool.",
        {
            "older-webanno": "this is an older WebAnno version: export it as WebAnno TSV 3",
            "blanks-for-tabs": "it has spaces where brat has tabs",
            "no-line-of-brat": "no line has the form T1, tab, type and offsets, tab, text",
            "ace-or-ere": "ACE and ERE files are not supported: convert the chains to another format, for example brat",
            "part-of-mmax2": "this is one part of an MMAX2 project: give the .mmax file",
            "no-sentences": "it has no <document> with <sentences>",
            "no-doc-name": "it has no doc_name, or no <token t_id=…>",
            "other-tags": "mentions must be tagged <m id=1>",
            "link-without-hash": "a link to a chain must begin with #, as in [she](#1)",
            "number-behind-bracket": "the number must follow the opening bracket, as in [1 she]",
            "printed-python": "this is printed Python, not JSON: write it with json.dumps",
            "fields-unquoted": "field names must be in double quotes",
            "no-clusters": "it has neither objects with text and clusters nor lists of strings",
            "no-brackets": "the last column has no brackets such as (1) or (1 … 1)",
            "table-with-commas": "tables with commas are not supported: convert it to another format, for example JSON Lines",
            "looks-like": "it looks most like {label}, but {lacks}",
            "root-not-read": "its root element is {root}; supported roots are {formats:list and}",
            "no-root": "it has no root element; supported roots are {formats:list and}",
            "is-something": "this is {looks}",
            "plain-text": "it looks like plain text without annotation",
            "something-else": "this is {looks}: {fault}",
            "begins-with": "{fault}; the file begins with",
            "folder-holds-files-several": "the folder contains files of several formats: {kinds:, }\n"
            "Name the format to read with --key-format, --response-format or --from.",
        },
    ),
    "CE005": Kind(
        "not UTF-8",
        "Convert the file to UTF-8, for example with iconv.",
        {
            "is-something": "this is {looks}",
            "encoding-declares-not-fit": "the file does not match the encoding that it declares: {error}",
            "byte-not-utf8": "byte {byte:02X} is not valid UTF-8",
            "not-utf8": "the file is not valid UTF-8",
            "file-open-text": "the file is open in text mode, and decoding failed: {error}\n"
            'Open it with encoding="utf-8", or pass its path.',
        },
        of_file=("byte-not-utf8",),
    ),
    "CE006": Kind(
        "NUL byte",
        "Give a text file: this one is damaged or binary. docs/bring-your-data.md lists the supported formats.",
        {
            "not-text": "this is {looks}, not text",
            "nul-byte-not-text": "the file contains a NUL byte, so it is not text",
            "nul-byte": "the line contains a NUL byte",
        },
        of_file=("nul-byte",),
    ),
    "CE076": Kind(
        "file changed while in use",
        "Load the file again. Words and mentions stay in memory, but other columns are read from the file when needed.",
        {
            "deleted-since": "the file was deleted after it was loaded",
            "changed-since": "the file was changed after it was loaded",
        },
    ),
    "CE007": Kind(
        "not the named format",
        "Leave the format out to detect it, or name another one. docs/bring-your-data.md lists formats by tool.",
        {
            "begins-with": "{fault}; the file begins with",
            "looks-like-another": "this is not {label}; it looks like {looks}",
            "coref-ref-muc-sgml": "COREF elements with REF are MUC SGML, where ID names the mention\n"
            "Name the format muc.",
        },
    ),
    "CE008": Kind(
        "ambiguous offsets",
        "State what offsets mean: --key-offsets or --response-offsets with inclusive|exclusive and token|character. For validate and convert use --offsets.",
        {
            "meant-otherwise-before": "{here}, but {before} in line {other_line}\n"
            "Split the file, or state what all offsets mean with --key-offsets, --response-offsets or --offsets.",
            "ends-inclusive": "ends are inclusive",
            "ends-exclusive": "ends are exclusive",
            "ends-unsaid": "the document does not state whether ends are inclusive",
            "characters-counted": "offsets count characters",
            "tokens-counted": "offsets count tokens",
            "unit-unsaid": "the document does not state what offsets count",
            "documents-text-tokens-every": "the documents have text and tokens, and every span fits both\n"
            "State what offsets count with --key-offsets, --response-offsets or --offsets: token or character.",
            "nothing-in-file-says": "cannot tell whether ends are inclusive or exclusive: [{begin}, {end}] is {inclusive!r} (inclusive) or {exclusive!r} (exclusive)",
            "ends-where-begins-ends": "{span} ends where it begins, so ends are inclusive; but {other_span} in line {other_line} ends with the number of tokens, so ends are exclusive\n"
            "Correct one of them, or state which is right with --key-offsets, --response-offsets or --offsets.",
        },
    ),
    "CE009": Kind(
        "no coreference in the file",
        "Give a file with coreference annotation. docs/bring-your-data.md shows examples.",
        {
            "text-is-no-conll-u": "--text needs a CoNLL-U file, and this is not one\n"
            "Parse the key's words and save them as CoNLL-U.",
            "conll-u-without-coreference": "CoNLL-U without coreference: no word has Entity= in the last column",
            "brackets-file-name": "the brackets name no entities (the header has neither eid nor GRP), so the file has no coreference",
            "neither-global-entity-header": "the file has neither a '# global.Entity' header nor an Entity attribute",
            "no-layer-version": "the file has no layer {name} of version {version}",
        },
        of_file=("brackets-file-name",),
    ),
    # documents
    "CE010": Kind(
        "document missing in the response",
        "Add it to the response, or score it as empty with --missing empty.",
        {
            "nothing-dataset-scored-empty": "the response lacks dataset {dataset}: it is scored as empty and counts as 0\n"
            "Add it if the system was run on it.",
            "nothing-dataset": "{system} has no dataset\nAdd it, or score it as empty with --missing empty.",
            "key-no-dataset": "the key has no dataset",
            "key-response-no-document": "key and response have no document in common, neither by name nor by text: {lacking:first5 quoted , } against {names:first5 quoted , }\n"
            "Give the documents the same names on both sides. If the format has no names, pass a folder: each file in it names its document.",
            "not-in-response": "the response lacks the document",
            "documents-missing-in-text": "the file of --text lacks {count} of {documents} documents: {lacking:first5 quoted , }\n"
            "Add them. Until then the key's own file describes their words.",
            "documents-missing-in-response": "the response lacks {count} of {documents} documents, which are scored as empty: {lacking:first5 quoted , }\n"
            "Add them if the system was run on them.",
            "missing-scored-or-left-out": "the response lacks some documents: they are scored as empty, or skipped where the table says so",
            "not-in-file": "this file lacks a document of the key with {mentions:mention}:",
            "not-in-response-because": "the response lacks the document because its file was rejected ({type_code}: {fault} {given!r}):\n"
            "Correct the file, or score it as empty with --missing empty.",
        },
    ),
    "CE011": Kind(
        "document not in the key",
        "Remove it from the response, or add it to the key. It is not scored.",
        {
            "dataset-not-in-key": "{system} has a dataset that the key lacks",
            "response-not-in-key": "the response has {count:document} that the key lacks and that {count:is|are} not scored: {extra:first5 quoted , }",
            "not-in-key-nor-scored": "the key lacks this document, so its {mentions:mention} {mentions:is|are} not scored:",
        },
    ),
    "CE012": Kind(
        "duplicate document name",
        "Give every document its own name.",
        {
            "two-datasets-name": "two datasets have the same name: {other} and {name}",
            "document-given-before": "the document was already given:",
            "document-also": "document {name!r} is also in {seen}\n"
            "Give every document its own name. To score each file as a dataset of its own, use --average datasets, or --by dataset with compare.",
            "document-already-begun": "document {name!r} already begins in line {other_line}",
            "document-name-stands": "line {other_line} already has a document of this name",
            "name-given-again": "{counts} documents have the same name:",
            "name-on-side": "the {side} has {documents} documents with the same name:",
        },
    ),
    "CE013": Kind(
        "different words",
        "Score files of the same text. Use --align rewrite for a changed copy, or --align positions to compare words by number.",
        {
            "same-text": "the text is the same with different tokens\n"
            "Use --align auto or --align characters: they map mentions to other tokens of the same text.",
            "other-words-from-here": "{name:?document **: }the words differ from those of the key from here on",
            "ends-before-key": "{name:?document **: }the document ends before the key does",
            "tokens-not-those-text": "the tokens do not match the text; the first token not found is",
            "compared-their-number": "{count:word} in {documents:document} {count:differs|differ} and {count:is|are} compared by number; the first one is {word!r} in the key ({key_place}), and in the response\n"
            "Check that both sides have the same text in another spelling.",
            "document-key-response": "document {name!r}: the key ({key_place}) has {word!r}, the response",
            "document-gives-no-words": "document {name!r}: the {side} has no words\n"
            "Use --align auto or --align positions to compare mentions by word number.",
            "more-other-numbers-of-words": "{documents} more documents have different numbers of words",
            "more-other-words": "{documents} more documents have different words",
            "other-number-of-words": "document {name!r}: {amounts}\n"
            "Give both sides the same number of words: mentions are compared by word number. Files of one mention per row need the same mentions.",
            "key-is-part-of-response": "{amounts}: the key is a part of the response's text, in document\n"
            "Score files of the same text, or use --crop to score that part and drop mentions outside it.",
            "no-part-of-response": "--crop: the {words:word} of the key are not a contiguous part of the {whole} of the response, in document\n"
            "Leave --crop out to see where the texts differ, or cut the key to one contiguous excerpt.",
            "part-of-response-twice": "--crop: the {words:word} of the key occur more than once in the response, in document\n"
            "Cut the response to the part that you want to score.",
            "goes-on": "document {name!r}: {amounts}; the {longer} continues where the {shorter} ends, with",
            "response-goes-on": "document {name!r}: {amounts}; the {longer} continues where the {shorter} ends, with\n"
            "Score files of the same text, or use --crop to score the key's part and drop mentions outside it.",
            "amounts": "{key} {unit} in the key, {response}{other_unit:? *} in the response",
        },
    ),
    "CE014": Kind(
        "text outside a document",
        "Start each document with its header line.",
        {
            "lines-outside-document": "{lines:1 line is|# lines are} outside a document, starting here",
            "text-before-first-newdoc": "text before the first '# newdoc id ='",
            "text-before-newdoc-read": "text before the first '# newdoc' is read as the document {name!r}",
        },
    ),
    "CE015": Kind(
        "document not ended",
        "Check that the file is complete, and end each document with '#end document'.",
        {"not-ended": "{count:1 document has|# documents have} no '#end document'; the first starts here"},
    ),
    "CE075": Kind(
        "documents of different names paired",
        "Check the pairs, or give the documents the same names on both sides.",
        {
            "paired-as-only-ones": "key and response have no document name in common; {count} paired as the only document: {pairs:first3 , }",
            "paired-as-first-parts": "{count:1 document is|# documents are} paired as the first part of one file: {pairs:first3 , }",
            "paired-by-text": "key and response have no document name in common; {count} paired by text: {pairs:first3 , }",
            "paired-by-order": "key and response have no document name in common; {count} paired by order: {pairs:first3 , }",
            "lines-paired-by-text": "the lines of the response have no names; {count} paired by text: {pairs:first3 , }\n"
            "Keep the lines in the order of the key's documents.",
            "lines-paired-by-order": "the lines of the response have no names; {count} paired by line number: {pairs:first3 , }\n"
            "Keep the lines in the order of the key's documents.",
        },
    ),
    # lines and brackets
    "CE020": Kind(
        "wrong number of columns",
        "Give all lines of the file the same number of columns.",
        {
            "columns": "{columns} columns; expected {cells}",
            "columns-not-before": "{columns} columns; expected {expected}, as in the lines before",
            "columns-column": "{columns} columns, but {layer} is column {column}",
            "not-ten-columns": "{columns} columns; expected 10",
            "line-without-form": "the line has no word form",
            "columns-not-header": "{columns} columns; the header names {names}",
            "odd-lines": "{count:1 line has|# lines have} another number of columns than the rest of the sentence; the last column is read as coreference, as in the Perl scorer\n"
            "Check the words of these lines: an empty word removes a column, a word with a space adds one.",
            "blanks-for-tabs": "{count:1 line has|# lines have} spaces or several tabs between columns\n"
            "Separate columns with one tab. 'corefeval validate --fix' writes a corrected copy.",
            "columns-not-before-at": "{cells} columns; expected {sentence_columns}, as in the lines before; the document is incomplete here",
        },
    ),
    "CE021": Kind(
        "bracket closed but not opened",
        "Open the mention before this line, or remove the closing bracket.",
        {
            "mention-ends-never-began": "a mention ends that never started, of chain",
            "bracket-never-opened": "the bracket was never opened",
            "closed-but-never-opened": "the mention is closed but never opened",
            "no-mention-open": "no mention of {eid!r} is open",
        },
    ),
    "CE022": Kind(
        "bracket opened but not closed",
        "Close the mention in the same document.",
        {
            "mention-begins-never-ends": "a mention starts that never ends, of chain",
            "bracket-never-closed": "the bracket is never closed",
            "opened-but-never-closed": "the mention is opened but never closed",
            "mention-never-closed": "the mention of {label!r} is never closed",
        },
    ),
    "CE023": Kind(
        "invalid bracket",
        "Correct the cell. See the page of the format for its syntax.",
        {
            "link-not-understood": "{field} is not valid",
            "closed-behind-opening": "{count:1 closing bracket follows|# closing brackets follow} an opening one; the UA scorer loses these mentions",
            "others-closed-by-id": "the other closing brackets of this file have an id",
            "others-closed-without-id": "the other closing brackets of this file have no id",
            "neither-id-nor-id": "not a valid bracket: expected (id), (id or id)",
            "coreference-on-multiword-range": "coreference is on a multiword range; put it on one of its words",
            "mention-on-multiword-token": "a mention is on a multiword token; put it on the words",
            "neither-opening-nor-closing": "not a valid bracket: expected an opening or closing bracket",
            "not-form-name-value": "the attribute is not of the form name=value",
            "not-bridging-bracket": "not a valid bridging bracket",
            "entity-without-bracket": "Entity= has no bracket",
            "opening-bracket-without-entity": "an opening bracket names no entity",
            "closing-bracket-holds-identifier": "a closing bracket must contain only the id of its entity",
            "neither-opens-nor-closes": "the bracket neither opens nor closes a mention",
        },
    ),
    "CE024": Kind(
        "mention across sentences",
        "End each mention in the sentence where it starts.",
        {
            "ends-in-other-sentence": "the mention starts in one sentence and ends in another (line {other_line})",
            "edge-at-empty-node": "{count:1 mention starts or ends|# mentions start or end} at an empty node and {count:has|have} several nodes; the UA scorer rejects them",
            "parts-stand-in-different": "the parts of the mention are in different sentences",
        },
    ),
    "CE025": Kind(
        "discontinuous mention incomplete",
        "Annotate all its parts, numbered [1/n] to [n/n].",
        {
            "part-without-part": "part {number} has no part {before}",
            "parts": "only {parts} of {wanted} parts",
        },
    ),
    "CE026": Kind(
        "header missing or malformed",
        "Correct the header. See the page of the format for its syntax.",
        {
            "no-begin-document-file": "no '#begin document' line: the file is read as one document",
            "header-names-no-column": "the header has no column {layer}",
            "document-without-name-called": "a document has no name and is called {name!r} after its number\n"
            "Write '# newdoc id = NAME': the UA scorer loses documents without a name.",
            "no-global-entity-header": "no '# global.Entity' header: fields are read as eid-etype-head-other",
            "malformed-header": "malformed header",
        },
        of_file=(
            "header-names-no-column",
            "document-without-name-called",
            "no-global-entity-header",
            "malformed-header",
        ),
    ),
    "CE027": Kind(
        "token number out of order",
        "Number the tokens of a sentence 1, 2, 3 …",
        {
            "empty-node-out-of-order": "empty node {number}; expected {word}.{expected}",
            "no-number-empty-node": "not a valid number of an empty node",
            "empty-node-behind": "an empty node follows .{sentence_zeros}",
            "not-number-word": "not a valid word number",
            "first-column-no-token": "the first column is not a token number",
            "token-number-where-expected": "token number {number}; expected {expected}",
            "token-begins-or-ends": "the token starts or ends before the previous token:",
        },
    ),
    "CE028": Kind(
        "head outside the mention",
        "State the head as a word number within the mention, counted from 1.",
        {
            "read-as-only-word": "{fault}: its only word is used",
            "ignored": "{fault}: ignored",
            "no-word-of-mention": "{field} {value!r} is outside the mention, which has {size} words",
            "minimum-span-outside": "{count:minimum span} {count:is|are} outside {count:its mention|their mentions}; such mentions match only exactly",
        },
    ),
    "CE029": Kind(
        "invalid JSON",
        "Write one JSON object per line in a JSON Lines file. docs/bring-your-data.md shows the JSON of each tool.",
        {"not-json": "{what:?*: }{error}"},
    ),
    # mentions and entities
    "CE030": Kind(
        "mention listed twice",
        "Choose how to treat them with --duplicates error|first|keep|merge|perl.",
        {
            "listed-again": "{count:mention} of the {side} {count:is|are} listed more than once, {done}: {examples:; }{more:? and * more}",
            "reference-scorer-refuses": "the reference scorer rejects responses with more than {most} duplicates of key mentions; this one has {count} and is scored",
            "repetitions-dropped": "{count:duplicate} {count:is|are} dropped",
            "repetitions-counted": "all are counted, as in the reference scorer",
            "some-repetitions-dropped": "{count:duplicate} of key mentions {count:is|are} dropped{others:?, * others are counted}, as in the reference scorer",
            "listed-in-one-entity": "{document:?document **: }mention listed {times:2=twice|# times} in entity {entities:, }:",
            "listed-in-entities": "{document:?document **: }mention listed {times:2=twice|# times}, in entities {entities:first5 , }:",
            "document-times-same-mention": "{side} document {name!r}: mention listed {times} times, in entities {labels}:",
            "mentions-explained-once": "some mentions are listed or matched more than once; each is explained once",
        },
    ),
    "CE031": Kind(
        "span outside the document",
        "Count offsets from 0 in each document.",
        {
            "spans-outside": "{spans:, } is outside the document, which has {length} {unit} ({ends} ends)",
            "span-outside": "the span is outside the document, which has {length} {unit} ({ends} ends)",
            "names-no-word-document": "{name} is not a word of the document, which has {words}",
            "no-span-document": "{field}: the span is outside the document",
            "span-without-words": "{field}: the span is empty, because ends are exclusive\n"
            "If ends are inclusive, use --offsets inclusive, --key-offsets inclusive or --response-offsets inclusive.",
            "mention-clusters-no-span": "mention_clusters: the span is outside its sentence (exclusive ends)",
            "empty-pairs-token-number": "empty: expected pairs of a token and its number after the last word, in order",
            "no-span-of-document": "the {what} is outside the document:",
            "span-outside-by-its-end": "the span is outside the document, which has {length} {unit} ({ends} ends)\n"
            "It fits if ends are {other}: use --key-offsets {other}, --response-offsets {other} or --offsets {other}, or correct the field offsets.",
        },
    ),
    "CE032": Kind(
        "field missing",
        "Add the field. See the page of the format for the names of the fields.",
        {
            "other-field-before": "clusters are in the field {field} here, and in {before} before",
            "no-clusters": "no clusters: the file has none of the fields {fields:, }",
            "some-mentions-no-mention": "some mentions have a mention_context, others do not",
            "no-clusters-no-field": "no clusters: the file has no field {field}",
            "bracket": "the bracket has no {name}",
            "bridging-without-mentionanchor-entityanchor": "a bridging relation has neither MentionAnchor nor EntityAnchor",
            "no-such-column": "the file has no column {name!r}",
            "coref-without-id": "a COREF element has no ID",
            "no-element-text": "the file has no element <text>",
            "referent-without-group": "a referent has no group",
            "mention-without-span": "the mention has no span",
            "without-name-called-after": "{count:1 document has|# documents have} no name and {count:is|are} called after {count:its|their} number\n"
            "Give each document a {names:, } or {names2}.",
            "none-fields-sentences-tokens": "the document has none of the fields sentences, tokens and text",
            "counts-characters-no-text": "{field} counts characters, but the document has no text",
            "counts-tokens-none": "{field} counts tokens, but the document has none",
            "no-layer": "the file has no layer {name}",
            "of-json": "{what:?*: }{error}",
            "no-document-span-group": "no document has the span group coref_clusters, so no document has clusters\n"
            "Run the coreference component on the text first.",
        },
    ),
    "CE033": Kind(
        "field of the wrong type",
        "Correct the field. See the page of the format for the types of the fields.",
        {
            "offsets": "offsets: {fault}",
            "tokens-number-mention": "tokens_number: the mention has no token",
            "number-word": "{name} must be a word number, or two joined by a comma",
            "coref-neither-true": "{name}-coref must be TRUE or FALSE",
            "string-where-list-strings": "expected a list of strings, got a string:",
            "strings-lists-strings": "the list mixes strings and lists of strings:",
            "bridging": "bridging: {bridges}",
            "annotations": "annotations: {found}",
            "not-span": "{field}: not a span",
            "sent-id-numbers": "sent_id: {numbers} numbers for {words:word}",
            "holds-text-where-mentions": "{worded} contains text; mentions must be [start, end]",
            "mention-start-end": "{field}: a mention must be [start, end], or a list of such pairs",
            "field-wrong": "{field}: {error}",
            "cluster-ids-clusters": "{cluster_ids} cluster_ids for {clusters} clusters",
            "not-whole-number": "{what}: not a whole number",
            "importance-not-number-everywhere": "importance {name!r} must be a number for every mention:",
            "of-json": "{what:?*: }{error}",
            "subtoken-map-out-of-order": "subtoken_map: the word numbers are not in order",
            "subtoken-map-too-long-or-short": "subtoken_map has {mapped} subtokens; expected {subtokens}",
        },
    ),
    "CE034": Kind(
        "cycle of split antecedents",
        "Remove a link of the cycle: an entity cannot contain itself.",
        {
            "link-cycle": "{field}: an entity contains itself ({cycle: < })",
            "cycle": "cycle of split antecedents: {cycle: contains }",
            "split-antecedents-cluster-element": "split_antecedents: a cluster contains itself ({clusters})",
            "entity-element-itself": "an entity contains itself",
            "document-entity-element-itself": "document {name!r}: an entity contains itself:",
        },
    ),
    "CE035": Kind(
        "reference to an unknown entity or mention",
        "Define it, or remove the reference.",
        {
            "entity-not-defined": "{field}: no bracket of this document defines the entity {entity!r}",
            "no-mention-here": "{field}: no mention of {entity!r} starts here",
            "no-such-element-of": "ElementOf names an unknown entity: {label}\n"
            "Define the entity, or remove the reference. It is skipped.",
            "anaphor-not-in-identity": "the bridging anaphor is not in the Identity column\n"
            "Add it there, or remove the reference. It is skipped.",
            "anchor-not-in-identity": "the bridging anchor is not in the Identity column\n"
            "Add it there, or remove the reference. It is skipped.",
            "anchor-no-entity": "the bridging anchor is not an entity of the document\n"
            "Define the entity, or remove the reference. It is skipped.",
            "anchor-of-other-entity": "{count:1 bridging anchor does|# bridging anchors do} not belong to the entity that EntityAnchor names; the mention counts\n"
            "Correct EntityAnchor or MentionAnchor.",
            "entity": "the entity does not exist:",
            "mention-token": "a mention names a token that does not exist:",
            "mention-word": "a mention names a word that does not exist:",
            "no-such-cluster": "{field}: no such cluster",
            "bridging-no-such-mention": "bridging: no such mention",
            "annotation": "the annotation does not exist:",
            "chain-mention": "a chain names a mention that does not exist:",
            "span-word": "a span names a word that does not exist:",
            "mention-term": "a mention names a term that does not exist:",
            "term-word": "a term names a word that does not exist:",
            "link-mention": "a link names a mention that does not exist:",
            "first-link-chain": "the first link of a chain does not exist:",
            "subtoken-words-out-of-order": "the words of the subtokens are not in order:",
            "no-subtoken-words": "the words of the subtokens are missing:",
        },
    ),
    "CE036": Kind(
        "entity across documents",
        "Nothing to do: the entity is split, one part per document.",
    ),
    "CE037": Kind(
        "mention inside a token",
        "Add tokens to the file, or add 'letters' to --key-offsets and --response-offsets to treat every character as a token.",
        {
            "inside-token": "[{begin}, {end}] starts or ends inside a token",
            "inside-token-of-file": "[{begin}, {end}] starts or ends inside a token\n"
            "Correct the offsets or the tokens. 'corefeval validate --fix' extends mentions to whole tokens.",
        },
    ),
    "CE065": Kind(
        "row without a mention",
        "Write (id) in every row of a file that lists one gold mention per row. Other files with one row per word need words.",
        {"not-one-mention-id": "the row is not one mention of the form (id)"},
    ),
    "CE067": Kind(
        "line or element outside the format",
        "Correct or remove it. See the page of the format for its structure.",
        {
            "column-not-named": "the first line has no column {name!r}",
            "tokens-numbered-from-0": "tokens must be numbered from 0 without gaps; expected {index}, got",
            "row-cells": "the row has {cells} cells; expected {header}:",
            "not-line-brat": "not a valid brat line",
            "no-element-document": "no element <document> in",
            "no-element-sentences": "no element <sentences> in",
            "not-row-columns": "the row does not have {columns} columns",
            "second-chain-mention": "a mention has a second chain",
            "not-line-litbank": "not a valid LitBank line",
            "project-names-no-file": "the project names no file with words",
            "not-many-relations-addresses": "the numbers of relations and addresses differ",
            "not-link-chain": "not a valid link of a chain",
            "not-address-span": "not a valid address of a span",
            "not-row-token-columns": "not a token row with {width} columns",
            "coreference-second-text": "coreference of a second text",
        },
    ),
    "CE068": Kind(
        "annotation skipped",
        "See the page of the format for the annotation that counts as coreference.",
        {
            "mentions-type": "skipped {count:mention} with a type but no chain, such as",
            "only-rs-mentions": "only <rs> elements are mentions; other referring elements are skipped:",
            "annotations-in-no-chain": "skipped {count:annotation} in no chain, such as",
            "markables-level-without-sets": "skipped {count:markable} of a level without sets and pointers:",
            "several-antecedents-first-followed": "a mention has several antecedents: only the first is used, the others are",
            "chains-deprecated-not-read": "skipped {count:deprecated chain}, such as",
            "file-says-module-failed": "the file reports that a module failed, so annotation may be missing:",
            "relations-not-identity": "skipped relations that are not identity:",
            "only-relations-between-spans": "the only relations between spans are read as identity; their name is",
            "chains-several-layers-read": "chains of several layers are read:",
        },
    ),
    "CE069": Kind(
        "no coreference layer",
        "Add one. See the page of the format for the layers that are read.",
        {
            "tei-without-mentions": "TEI without mentions: there is no element",
            "no-level-sets": "no level has sets or pointers",
            "not-one-layer-chains": "no layer is a coreference layer (chains, or relations between spans), in",
            "not-one-type-chains": "none of these types of chains or relations is coreference:",
        },
    ),
    "CE088": Kind(
        "tokens split at mention boundaries",
        "Nothing to do: no mention is lost. Sides with different tokens of the same text are compared by characters.",
        {"tokens-cut": "{count:token} split because a mention starts or ends inside, such as"},
    ),
    "CE089": Kind(
        "mentions extended to whole tokens",
        "Check the offsets if that is wrong: a mention that starts or ends inside a token is extended to the whole token.",
        {"inside-token": "{count:mention} {count:starts or ends|start or end} inside a token, such as"},
    ),
    "CE090": Kind(
        "companion file missing",
        "Put it next to the file, or name it or its folder with --key-companion or --response-companion; for validate and convert --companion. See the page of the format for its name.",
        {
            "not-in-folder": "the companion file is not in {folder}:",
            "not-beside-it": "the companion file is not in the same folder:",
            "no-text-place-strings": "there is no text to find the strings in: the row has none, and the key has no document of this name",
        },
    ),
    "CE091": Kind(
        "invalid XML",
        "Correct it at the place named. A browser or xmllint shows the same error.",
        {"not-well-formed-xml": "not well-formed XML: {error}"},
    ),
    "CE092": Kind(
        "entity declared in XML",
        "Write the characters themselves: entity declarations are rejected because they can expand without limit or read other files.",
        {
            "file-declares-entity": "the file declares the entity",
            "reference-entity": "the file refers to an entity",
        },
    ),
    "CE093": Kind(
        "duplicate identifier",
        "Give each element that other lines refer to its own identifier.",
        {
            "two-mentions-identifier": "two mentions have the same identifier",
            "two-elements-same": "two elements have the same {attribute}:",
        },
    ),
    "CE094": Kind(
        "text of a mention not found at its offsets",
        "Check that offsets count characters, not bytes, and that this is the annotated text.",
        {
            "other-words": "{count:mention} {count:has|have} other words at {count:its|their} offsets than the file states, such as",
            "words-min": "the words of MIN are not in the mention:",
        },
    ),
    "CE071": Kind(
        "unmatched tag",
        "Close every tag that opens a mention. A mention with only one of its tags is not scored.",
        {
            "no-mention-marked": "the text has no marked mention",
            "tag-left-out": "{fault} and is skipped:",
            "tag-does-not-fit": "{fault}:",
            "bracket-closes-nothing": "a closing bracket has no opening bracket",
            "tag-closes-nothing": "a closing tag has no opening tag",
            "tag-never-closed": "a tag is never closed",
            "mentions-across-sentences": "{count:mention} of the response {count:crosses|cross} a sentence boundary of the key and {count:is|are} not scored, because CorefUD has no such mentions\n"
            "Have the model mark mentions within sentences.",
            "brackets-in-text": "the copy has {count:bracket} that the key's text lacks, perhaps tags that were not recognised, so their mentions are not scored. The first one:\n"
            "Have the model write all tags in the same notation.",
            "several-entities": "{count:mention} {count:names|name} several entities. Such a mention is in none of them: each combination is an entity of its own. The first one:\n"
            "Have the model give each mention one number.",
            "zero-before-first-word": "a zero comes before the first word, so it depends on no word",
            "tag-behind-second-bar": "a tag follows a second bar",
            "brace-begins-nothing": "a brace starts no mention",
            "answer-refused": "the answer has no marked mention\n"
            "Mark the mentions, or use --unreadable empty to score it as a document without mentions.",
            "answers-unreadable": "{count} of {answers:answer} could not be read and {count:counts|count} as {count:an answer|answers} without mentions\n"
            "Look at them in the samples that the harness logs.",
            "answer-without-marks": "the answer has no marked mention\n"
            "It is scored as a document without mentions. Use --unreadable error to stop instead.",
        },
    ),
    "CE072": Kind(
        "strings without a certain place in the text",
        "Have the model copy words from the text, in order and once per mention. These mentions count as false positives.",
        {
            "no-place-left": "the text has no place left for",
            "names-in-text": "{count:1 chain has|# chains have} a name that the text contains but the chain does not list. Names are not scored as mentions. The first one:\n"
            "Have the model list every mention of a chain among its strings, or name the chains by numbers.",
            "places-guessed": "{count:mention} {count:is a string|are strings} that the text has in more places than the chain, so {count:its place is|their places are} guessed from the order. The first one:\n"
            "Expect lost points even for a perfect answer, or have the model tag the text instead.",
        },
    ),
    "CE077": Kind(
        "incomplete answer or text around it",
        "Check that nothing annotated was skipped. If the answer was truncated, have the model finish it.",
        {
            "answer-cut-off": "the answer is truncated: complete parts are read, the rest is skipped:",
            "code-block-no-end": "the code block has no end: the answer may be truncated",
            "blocks-skipped": "the answer has several long code blocks with tags: {count:block} {count:is|are} skipped, because only the last one counts\n"
            "If they are parts of the answer, have the model write one block.",
            "values-skipped": "the answer has several long JSON values with chains: {count:value} {count:is|are} skipped, because only the last one counts\n"
            "If they are parts of the answer, have the model write one value.",
            "text-around-answer-left": "skipped text around the answer:",
            "document-copy-ends-after": "document {names!r}: the copy ends after {end:,} of {words:,} words, before {words2!r}; later key mentions count as missing. Its last word:",
        },
    ),
    "CE095": Kind(
        "no words in the file",
        "Score it against a file whose offsets count the same units, for example one from the same tool: spans are compared as they are.",
        {
            "no-words-tell-whether": "the file has no words, so corefeval cannot check that both sides count the same units",
            "gives-no-words-mentions": "the {side} has no words: mentions are compared by word number\n"
            "Use --align positions to confirm that this is intended.",
        },
    ),
    "CE038": Kind(
        "two annotations in one file",
        "Name the layer to read with --key-layer or --response-layer; for validate and convert --layer.",
        {
            "other-field-before": "clusters are in the field {field} here, and in {before} before",
            "same-layer-of-same-file": "key and response are the same layer of the same files, so every score is that of a copy\n"
            "Name two layers with --key-layer and --response-layer: {layers:, }.",
            "other-clusters": "the file has {field} and {other}; {field} is read\n"
            "Remove the field that is not meant, or name the other one with --key-layer or --response-layer.",
            "other-chains": "the answer has chains in {field} and in {other}; {field} is read\n"
            "Have the model write one list of chains.",
            "other-labels": "mentions name other entities in {other} than in {field}; {field} is read\n"
            "Have the model name the entity of each mention once.",
            "other-words": "mentions have different words in {field} and in {other}; {field} is read\n"
            "Have the model write each mention once.",
            "predictions-are-null": "predicted_clusters is null, so {field} is read\n"
            "In a response, write the system's clusters, or [] if it found none.",
            "file-predicted-clusters-clusters": "the file has predicted_clusters and clusters; {field} is read",
        },
    ),
    # settings against data
    "CE080": Kind(
        "no entity in two documents",
        "Give an entity the same name in all its documents. In JSON Lines, name entities in cluster_ids.",
        {"no-entity": "no entity of the {side} occurs in two documents: the documents share no entity names"},
    ),
    "CE084": Kind(
        "document without a topic",
        "Name documents topic/name or topic_name, put each topic into its own folder, or add the field topic.",
        {"documents-no-topic": "{lacking} of {documents} documents have no topic, such as"},
    ),
    "CE085": Kind(
        "entities numbered in each document",
        "Number or name entities across the whole corpus, or leave --across out.",
        {
            "entities-numbered-anew": "the {side} numbers its entities from the start in each document; entities with the same number are scored as one",
        },
    ),
    "CE040": Kind(
        "singletons on one side only",
        "Report the score with --singletons drop as well.",
        {
            "singletons-here": "the key has {singletons:singleton}, this file {here:,}; {label} F1 is {now:score}, and {then:score} with --singletons drop",
            "no-singletons-in-key": "the key has no singletons, this file {here:,}; {label} F1 is {now:score}, and {then:score} with --singletons drop",
            "singletons": "the key has {key:singleton}, the response {response:,}{alternative:?; *}",
        },
    ),
    "CE041": Kind(
        "no heads and no minimum spans",
        "Add them to the file, or use --match exact.",
        {
            "key-neither-minimum-spans": "the key has neither minimum spans nor heads, so partial matching is the same as exact matching",
            "names-no-heads": "the {side} has neither heads nor a dependency tree to derive them from",
        },
    ),
    "CE042": Kind(
        "heads derived from the dependency tree",
        "Name heads in the file to use other ones.",
        {
            "heads-from-tree": "{count} of {mentions} heads in the {side} are derived from the dependency tree{lacking:?; * have none}",
        },
    ),
    "CE066": Kind(
        "first word used as head",
        "Name heads in the file, or derive them from the dependency tree with --heads tree.",
        {
            "first-word-as-head": "{count:1 mention has|# mentions have} no head; the first word is written as the head, which is how corefud-scorer reads them\n"
            "Derive heads from a tree with udapi's corefud.MoveHead.",
            "mentions-of-side": "{count:mention} of the {side}",
            "no-tree": "{mentions: and } have no head and no dependency tree; the first word is used, as in corefud-scorer\n"
            "Give a parsed text with --text FILE, name heads in the file, or use --match exact.",
            "no-tree-on-one-side": "{mentions: and } have no head and no dependency tree; the first word is used. The other side names its heads, so equal mentions may not match\n"
            "Give a parsed text with --text FILE, for example the other file if it has trees. Or name heads in the file, or use --match exact.",
            "first-words": "{mentions: and } have no head; the first word is used, as in corefud-scorer. The dependency tree gives {others} of them another head{alternative:?; *}",
        },
    ),
    "CE043": Kind(
        "two readings of dependent zeros differ",
        "Report the score with --zeros dependent as well.",
        {
            "zeros-collide": "the official alignment of zeros maps {count:mention} to a zero that is already aligned{alternative:?; *}",
        },
    ),
    "CE044": Kind(
        "setting needs annotation that the file lacks",
        "Add the annotation, or leave the metric or setting out.",
        {
            "clusters-without-text": "clusters without a text have no",
            "result-no-longer-texts": "the result no longer has its texts\n"
            "Explain the files instead, or score large files with whole=True.",
            "result-without-documents-says": "--for needs documents, and the result has none\n"
            "Score files, or all documents in one call.",
            "breakdown-needs-mentions-result": "a breakdown needs the mentions, and the result has none\n"
            "Score files or clusters with score(), large files with whole=True. A Scorer keeps only counts.",
            "mean-mentions-needs-key": "the mean weighted by mentions needs both the key and the response\n"
            "Score all documents in one call of score().",
            "format-read-not-written": "this format can be read but not written\n"
            "Convert to jsonlines, which keeps all annotation.",
            "clusters-without-text-cannot": "clusters without a text cannot be written as CoNLL-2012\n"
            "Give documents with their words.",
            "clusters-python-objects": "clusters of Python objects have no text to write\n"
            "Give documents with their words.",
            "clusters-without-words": "clusters without a text have no words to write\n"
            "Give documents with their words.",
            "frame-needs-pandas": "to_frame() needs pandas\n"
            "Install it with pip install pandas, or use to_dict().",
            "integration-needs-package": "this adapter needs the package {package}\n"
            "Install it with pip install 'corefeval[{package}]'.",
            "file-no-tags-derive": "the file has no tags to derive mention types from: {source}",
            "file-gives-no-mention": "the file has no mention types\nLeave the source out to derive them.",
            "needs-phrase-trees-key": "{setting} needs phrase trees, and the key has none\n"
            "Give a key in CoNLL-2012 format with parses in the sixth column. The response needs none.",
            "byron-cannot-exclude": "byron cannot exclude by {feature!r}: neither mentions nor words have this feature",
            "importance-mentions": "importance {name!r}: mentions have no such attribute\n"
            "Use size, one, type:name, or an attribute of the file.",
            "mor-compares-words-mentions": "mor needs the words of mentions, and clusters from Python have none\n"
            "Leave mor out, or score files.",
            "needs-split-antecedents-kept": "{name} needs split antecedents\nAdd --split-antecedents keep.",
            "window-needs-words": "--window needs the words of the text, and the {side} has none (clusters from Python)\n"
            "Score documents with their words, or leave --window out.",
            "nested-drop-needs-words": "--nested drop needs the words of mentions, and the {side} has none (clusters from Python)\n"
            "Leave it out, or score files.",
            "match-craft-compares-parts": "--match craft needs the parts of mentions in the text, and the mentions of the {side} have none\n"
            "Score files, or use --match exact.",
            "mentions-no-phrase-tree": "{lacking} of {mentions} mentions have no phrase tree and are compared by their whole span",
            "no-zero-enhanced-dependencies": "no zero of the {side} has enhanced dependencies, so zeros are aligned by position\n"
            "Add the dependencies, or use --zeros linear to confirm.",
            "dependent-zeros-need-enhanced": "dependent zeros need enhanced dependencies, and these files have none\n"
            "Use --zeros linear or --zeros drop.",
            "drawing-png-needs-matplotlib": "drawing .png needs matplotlib\n"
            "Install it with pip install 'corefeval[plot]', or write .svg.",
            "mitkov-needs-sentences": "mitkov needs sentences, and the key has none",
            "mitkov-needs-features": "mitkov needs morphological features (Gender and Number in column FEATS), and the key has none",
            "key-lacks": "{lacking_key:, } cannot be computed: the key has no {lacks: and no }\n"
            "Add the annotation to the key, or leave these metrics out.",
            "settings-drop": "{by_settings:, } cannot be computed: the settings drop {needed: and }\n"
            "To keep them, use {needed2: and }.",
        },
    ),
    "CE045": Kind(
        "no mentions, or hardly any in common",
        "Check that the right file and column were read.",
        {
            "key-no-mentions-under": "--for needs mentions, and the key has none under these settings",
            "key-response-no-mention": "key and response have no mention in common: {count:mention} in the key, {mentions:mention} in the response\n"
            "Check that both annotate the same text and count in the same way: from 0 or 1, to the last word or past it.",
            "few-mentions-in-common": "key and response have hardly any mention in common: {common} of {count:mention} in the key and {mentions} in the response\n"
            "Check that both annotate the same text, have their documents in the same order if these have no names, and count spans in the same way.",
            "no-mentions": "the file has no mentions",
            "nothing-to-score": "the {side} has no mentions under these settings, so there is nothing to score",
        },
    ),
    "CE046": Kind(
        "mention types unknown",
        "Give files with part-of-speech tags, or declare the language with --language.",
        {
            "mentions-no-known-type": "{unknown} of {mentions} mentions of the {side} have no known type, so --for cannot separate pronouns from nouns\n"
            "Declare the language with --language (en, de, …), or give files with part-of-speech tags or mention types.",
            "no-mention-known-type": "no mention of the {side} has a known type",
            "mentions-no-text": "the mentions have no text, so their types are unknown\n"
            "Give files, or mentions with an attribute 'type'.",
            "no-language-declared-file": "pronouns are not found, because no language is declared and the file has no tags; {unknown} of {mentions} mentions have no type",
            "mentions-no-type": "{count} of {mentions} mentions have no type in the file; their types are derived from {source}",
            "types-unknown": "{count} of {mentions} mentions have an unknown mention type: {types:, }; their types are derived from {source}\n"
            "Map the labels with --types, as in --types 'LABEL=nominal'. The types are name, nominal, pronoun, zero, adverb, ellipsis and event.",
            "no-type-known": "no mention has a known type",
            "types-guessed": "{share:.0f} % of the mention types are guessed from capital letters ({count} of {mentions} mentions): a noun that starts a sentence counts as a name\n"
            "Give files with part-of-speech tags, or map labels to types, as in --types 'nam*=name,np=nominal'.",
            "labels-without-type": "{count} of {mentions} mentions have labels that --types does not list: {labels:, }; their types are derived from the words\n"
            "Add these labels to --types, as in --types '{table},LABEL=nominal'.",
            "mentions-without-label": "{count} of {mentions} mentions have no label that --types could map; their types are derived from the words\n"
            "Check the attributes in --types {table}.",
            "attributes-missing": "the mentions have no attribute {names: or }, which --types names; their types are derived from the words\n"
            "Correct --types {table}. The mentions have {known:, }.",
        },
    ),
    "CE047": Kind(
        "annotation lost in a conversion",
        "Convert to a format that supports it.",
        {
            "not-read-again": "the {label} file that was written cannot be read again ({fault_code} {fault}{line:?, line *})",
            "ids-changed": "{count:1 entity id|# entity ids} with brackets, bars, commas or spaces changed",
            "values-encoded": "{count:attribute value} with brackets, bars or spaces percent-encoded",
            "edges-at-empty-nodes": "{count:1 mention starts or ends|# mentions start or end} at an empty node; corefeval reads them, the UA scorer does not",
            "bridging-to-entities": "{count:1 bridging link names|# bridging links name} an entity and no mention; corefeval reads them, the UA scorer does not",
            "gaps-of-empty-nodes": "{count:1 mention skips|# mentions skip} only empty nodes, which are not part of mentions in CoNLL-UA",
            "closed-by-id": "{count:1 closing bracket has an id|# closing brackets have ids}; the UA scorer needs its option allow-boundary-crossing for them, and ids in both files",
            "column-without-place": "the column '{name}' is dropped",
            "attributes-encoded": "{count:attribute} with a character that ends a field, written as %XX",
            "bridging-anchors-other": "{count:bridging anchor} other than the latest mention of {count:its|their} entity",
            "bridging-links-itself": "{count:bridging link} from an entity to itself, which udapi rejects",
            "bridging-links-left-out": "{count:bridging link} of dropped mentions",
            "forms-changed": "{count:form} with a tab or a newline, written as a space",
            "heads-without-field": "{count:head}, because the header has no field for heads",
            "identifiers-reused": "{count:1 identifier|# identifiers} of an earlier document, written with the document's number",
            "identifiers-with-ends": "{count:1 identifier|# identifiers} with a character that ends a field, written as %XX",
            "links-without-mentions": "{count:link} to entities whose mentions are all dropped",
            "mentions-across-sentences": "{count:mention} across sentences, dropped",
            "mentions-crossing": "{count:mention} that cross another mention of the same entity, dropped",
            "sent-ids-changed": "{count:1 sent_id|# sent_ids} with a slash or a space, written as _",
            "split-left-out": "{count:split antecedent} of dropped entities",
            "conll2012-does-not-hold": "CoNLL-2012 does not support {what} ({count:,})",
            "does-not-hold": "{label} does not support {what} ({count:,})",
            "heads": "heads of mentions",
            "zeros-moved": "zeros away from their governors, which are written directly after them",
            "minimum-spans": "minimum spans",
            "empty-nodes": "empty nodes",
            "mentions-of-empty-nodes": "mentions of empty nodes only",
            "names-of-entities": "entity names, which become numbers",
            "nonreferring": "marks of non-referring expressions",
            "split-antecedents": "split antecedents",
            "bridging-relations": "bridging relations",
            "attributes": "attributes {name!r} of mentions",
            "crossing-mentions": "crossing mentions, which are dropped",
            "mentions-of-empty-nodes-left-out": "mentions of empty nodes only, which are dropped",
            "discontinuous-mentions": "discontinuous mentions, of which one part is written",
            "documents-lost": "{count:document} lost",
            "names-of-documents": "{count:document name} changed",
            "words-lost": "{count:word} lost",
            "words-cut": "{count:word} with other boundaries, because the format has text and no tokens",
            "sentences": "{count:sentence} with another start",
            "empty-nodes-changed": "{count:empty node} dropped or renumbered",
            "mentions-changed": "{count:mention} dropped or changed",
            "entities-changed": "{count:1 entity|# entities} with other mentions",
            "repeated-mentions": "{count:duplicate mention} in another order of entities, which decides {count:its|their} score",
            "heads-changed": "{count:head} of mentions changed",
            "minimum-spans-changed": "{count:minimum span} changed",
            "nonreferring-changed": "{count:mark} of non-referring expressions changed",
            "repeated-within-entity": "{count:mention} listed twice in one entity; --duplicates keep counts them once, in CorefUD files only",
            "minimum-spans-looked-at": "{count:minimum span}; --match partial uses them only in formats other than CorefUD",
            "topics": "{count:topic} of documents",
            "cells-of-column": "{count:cell} of the column '{name}'",
            "attributes-of-mentions": "{count:attribute} '{name}' of mentions",
            "typed-annotations": "{count:typed annotation}",
            "other-layer": "{count:mention} of the layer {name}; --layer {name} converts them",
            "characters-changed": "{count:character} changed",
            "words-changed": "{count:word} changed",
            "split-antecedents-changed": "{count:split antecedent} changed",
            "bridging-changed": "{count:bridging link} changed",
            "words-not-in-text": "{count:mention} dropped, because {count:its|their} words are not in the text",
            "could-not-read-again": "the {label} file that was written cannot be read again (CE003 the file is empty)",
            "clusters-given-from-python": "clusters given from Python have no words to write",
            "annotation-file-not-read": "annotation of the file that is not read",
        },
    ),
    "CE048": Kind(
        "repaired",
        "Check the repaired copy before you use it.",
        {
            "dropped": "{fault}: dropped",
            "line-kept-as-word": "{fault}: line kept as a word",
            "numbered-anew": "{fault}: renumbered",
            "left-out": "{fault}: dropped",
            "bracket-left-out": "{fault}: bracket dropped",
            "line-left-out": "{fault}: line dropped",
            "taken-as-word": "{fault}: read as a word",
            "taken-as-document-1": "{fault}: read as document '1'",
            "taken-as-it-stands": "{fault}: kept unchanged",
            "read-as-far-as-it-goes": "{fault}: complete parts are read",
            "read-as-next-word": "{fault}: read as the next word",
            "token-numbered-anew": "{fault}: renumbered",
            "ignored": "{fault}: ignored",
            "read-by-identifier": "{fault}: read by its identifier",
            "mention-dropped": "{fault}: mention dropped",
            "read-as-first-word": "{fault}: read as its first word",
            "read-as-only-word": "{fault}: read as its only word",
            "link-left-out": "{fault}: link dropped",
            "widened": "{fault}: extended to whole tokens",
            "string-without-word-left": "a string without a word is dropped:",
            "not-well-formed-tags": "invalid XML: the tags around the text are dropped:",
            "tag-left-out": "{fault} and is dropped:",
            "read-by-tags": "{fault}: read by its tags",
            "blanks-between-columns-read": "spaces between columns: read as tabs",
        },
    ),
    "CE049": Kind(
        "annotation skipped or unusual",
        "Correct it in the file if it matters. It is skipped, and the rest is scored.",
        {
            "layers-without-annotation": "layers without annotation, because the resolver failed: {count}{example:?, such as}\n"
            "The document is scored without mentions. Run the resolver again.",
            "other-number-of-lexemes": "morphology layers with another number of lexemes: {count}{example:?, such as}\n"
            "They are not used, and mention types are derived from the words. Correct the layers to use them.",
            "names-outside-text": "named entities outside the text: {count}{example:?, such as}\n"
            "They are skipped. Correct their offsets.",
            "annotations-twice": "duplicate annotations: {count}{example:?, such as}\n"
            "Each is used once. Remove the duplicates.",
            "second-annotation-of-referent": "second annotations of a referent: {count}{example:?, such as}\n"
            "All are used, so everything they link becomes one entity. Check them.",
            "no-antecedents": "annotations without antecedents: {count}{example:?, such as}\n"
            "They are skipped. Add the antecedents.",
            "own-antecedents": "referents that are their own antecedent: {count}{example:?, such as}\n"
            "These links are skipped. Correct the antecedents.",
            "single-with-several": "annotations of type single with several antecedents: {count}{example:?, such as}\n"
            "The mention is kept without a link. Correct its type or its antecedents.",
            "several-with-one": "annotations of type group or ambiguous with one antecedent: {count}{example:?, such as}\n"
            "The mention is linked to it, as with type single. Check the type.",
            "direction-contradicts-code": "annotations whose direction contradicts their code: {count}{example:?, such as}\n"
            "The link is used and the code kept. Check both.",
            "spans-outside-text": "spans outside the text or without a word: {count}{example:?, such as}\n"
            "They are skipped, and so is an annotation whose referent is skipped. Correct their offsets.",
            "spans-with-white-space": "spans that start or end with white space: {count}{example:?, such as}\n"
            "Nothing to do: white space is not compared.",
            "spans-inside-lexeme": "spans that start or end inside a lexeme: {count}{example:?, such as}\n"
            "The lexeme is split there in all layers. Check the offsets.",
            "groups-of-themselves": "groups that contain themselves: {count}{example:?, such as}\n"
            "These links are skipped. Remove them.",
            "white-space": "{count:mention} {count:starts or ends|start or end} with white space, such as\n"
            "Nothing to do: white space is not compared.",
            "brackets-on-line-multiword": "brackets on the line of a multiword token belong to no word and are skipped\n"
            "Put them on the lines of the words.",
            "link-not-identity-left": "skipped a link that is not identity:",
            "mentions-appositions-left-out": "skipped {count:mention} of appositions, such as",
            "begins-or-ends-with-white-space": "{count:mention} {count:starts or ends|start or end} with white space\n"
            "Nothing to do: white space is not compared.",
            "no-words-null-left": "skipped {count:mention} without words (null)",
            "described-mentions": "skipped {count:described mention} in no cluster\n"
            "Put them into clusters; a singleton is a cluster of one mention.",
            "no-antecedent": "{relation} has no antecedent:",
            "antecedent-not-in-file": "{relation} has an antecedent that is not a word of the file:",
            "skipped-start-end": "skipped {count:mention} with start and end {unplaced}\n"
            "Nothing to do: CoreNLP could not place them in the text, and they do not count.",
        },
    ),
    "CE070": Kind(
        "two readings of minimum spans differ",
        "Report the score with --match min-span as well.",
        {
            "covals-reading-minimum-spans": "coval's reading of minimum spans merges or separates {differing} of {mentions} mentions differently from their words",
        },
    ),
    "CE057": Kind(
        "empty categories read as zeros",
        "Use --zeros drop or --zeros linear to treat them as zeros in all responses. A response that lists them as tokens has them scored as words.",
        {
            "stars-are-zeros": "tokens that are ## or begin with * are read as zeros: {key} in the key, {response} in the response",
            "stars-are-zeros-in-some": "tokens that are ## or begin with * are read as zeros in {documents} of {whole} documents: {key} in the key, {response} in the response",
        },
    ),
    "CE108": Kind(
        "unknown type code",
        "Correct the code, or name the scheme of the file with --scheme. 'corefeval schemes' explains all codes.",
        {
            "unknown-codes-of-other-scheme": "{count} of {codes} type codes of the {side} are not in the scheme {scheme}: {unknown:first5 , }\n"
            "Use --scheme {fits}, which has all of them.",
            "unknown-codes-of-named": "{count} of {codes} type codes of the {side} are not in the scheme {scheme}: {unknown:first5 , }\n"
            "Run 'corefeval validate --scheme' to find each of them. --unknown-codes error rejects such files.",
            "unknown-codes": "{count} of {codes} type codes of the {side} are not in the scheme {scheme}: {unknown:first5 , }\n"
            "Name the scheme of the files with --scheme. --unknown-codes error rejects such files.",
            "no-type-code-scheme": "not a type code of the scheme {name}, at {words!r} of {document!r}: {fault}:",
            "empty-code": "it is empty",
            "other-number-of-levels": "it has {found:level}, not {expected}",
            "other-number-of-letters": "it has {found:letter}, not {expected}",
            "no-such-value": "{value!r} is not a valid {level}; valid values are {known:none, }",
            "illegal-combination": "{meaning:, } cannot be combined",
            "no-type-codes-hold": "the file has no type codes to check with the scheme {name}: neither on links nor in the attribute {attribute!r}",
        },
    ),
    "CE109": Kind(
        "types not checked, or derived",
        "Add type codes to both files to compare types. docs/schemes.md describes them.",
        {
            "codes-derived": "the type codes of {sides_derived: and } are derived from the words",
            "no-codes": "types are not checked because the files have no type codes; classes are mention types",
            "no-codes-in-key": "types are not checked because the key has no type codes; classes are mention types",
            "no-codes-in-response": "types are not checked because the response has no type codes; classes are those of the key",
            "no-codes-in-response-invented": "types are not checked because the response has no type codes; classes are those of the key, and {count:spurious unit} without a class {count:counts|count} only in micro averages",
        },
    ),
    "CE110": Kind(
        "invalid scheme of type codes",
        "Correct the scheme file. docs/schemes.md describes its fields; levels and steps are counted from 1.",
        {
            "name-not-made-letters": "the name {name!r} may contain only letters, digits, - and _",
            "cannot-separate-levels-can": "{separator!r} cannot separate levels; use one of {separators: }",
            "wrong-type": "{what} must be {expected}, not {value!r}",
            "text": "a string",
            "true-or-false": "true or false",
            "table": "a table",
            "list": "a list",
            "number": "a number",
            "no-levels": "the scheme has no levels",
            "values-partly-class-partly": "some values of {what} are given by class and some are not",
            "first-level-no-values": "the first level must list its values directly, not by class, because its values are the classes",
            "values-differ-in-length": "the values of {name!r} differ in length, so the scheme needs a separator",
            "parent-can-only-define": "for parent, {both: and } must either define or refer, not both",
            "types-says-nothing-mentions": "types does not list {missing: and }, so mentions without a code could not be classified",
            "more-levels-scheme": "{what}: {pattern!r} has more levels than the scheme ({levels})",
            "not-utf8": "the file is not UTF-8",
            "not-toml": "the file is not valid TOML: {error}",
            "coefficients-not-between-0": "coefficients.{key} must be between 0 and 1, not {value:g}",
            "weights-negative": "weights.{key} must be 0 or more, not {value:g}",
            "no-codes": "{what} has no codes",
            "cannot-value-stands-none": "{value!r} cannot be a value of {what}: it is reserved for no value or any value",
            "no-such-value": "{what}: {value!r} of {pattern!r} is not a value of {name}; known values are {known:none, }",
            "values-in-class": "{name!r} has values for an unknown class {sort!r}",
            "derived-no-value": "derived.{fact} of {name!r} is {value!r}, which is not one of its values",
        },
    ),
    "CE111": Kind(
        "annotation not in the file",
        "Annotate it in the file, or choose another value of the parameter or another column.",
        {
            "type-codes-in-column": "{listed} type codes in column {name!r} where {mentions} mentions start:",
            "has-codes": "the file already has type codes, so none are derived\n"
            "Leave out --add-codes, or remove the codes first.",
            "no-text-to-derive": "type codes are derived from words, and the mentions have none\n"
            "Give a file with text.",
            "no-such-column": "no type codes: the scheme {scheme} expects them in column {name!r}, which the file lacks or leaves empty\n"
            "Use a column by its name: in CoNLL-2012 files of 12 columns pos, parse, lemma, frameset, sense, speaker or ne. Or put the codes into an extra column.",
            "no-mention-marked-stand": "no mention of the {side} is marked as the representative of its entity",
        },
    ),
    "CE104": Kind(
        "part of another file",
        "Give the main file; its other parts are found next to it.",
        {"file-belongs": "this file belongs to a {label} file, which must be given instead:"},
    ),
    "CE102": Kind(
        "cost of a difference from the key",
        "Correct the difference named above, or score with the option named here.",
        {
            "other-words": "{count} of {documents:document} {count:has|have} other words: {label} F1 is {score:score} with --align rewrite, and {empty:score} if they are empty; skipping them would cost {cost:score} points",
            "missing": "{count} of {documents:document} {count:is|are} missing and scored as empty: {label} F1 is {score:score}, and {rest:score} on the others; they cost {cost:score} points",
        },
    ),
    "CE103": Kind(
        "types differ from the key's",
        "Use the same types on both sides, or compare without types.",
        {
            "types-in-key-only": "the key has {label} ({name}), this file has none: they are not compared and cost nothing",
            "types-here-only": "this file has {label} ({name}), the key has none: they are not compared and cost nothing",
            "differ": "{count:1 common mention has another type|# common mentions have another type}",
            "not-in-key": "types that the key lacks: {types:first6 , }",
            "other-types": "{label} ({name}): {differences:; }; {cost}",
            "costs-nothing": "{label} does not compare them",
            "costs-ace-value": "{label} does not compare them; the ACE value is {now:.2f}, and {then:.2f} without them",
        },
    ),
    # limits
    "CE081": Kind(
        "beyond a limit",
        "If the file is sound, raise the limit: set the environment variable that the message names.",
        {
            "limit": "{fault}; the limit is {limit} ({variable})",
            "lists-too-deep": "{what:?*: }lists are nested too deeply",
            "elements-too-deep": "elements are nested too deeply",
            "line-too-long": "a line is too long",
            "unpacks-too-large": "it unpacks to more than {times} times its size",
            "room": "{reason}: the limit is {room} bytes",
            "archive": "{reason}",
            "files-more-bytes": "its files are larger than {most} bytes in total",
            "too-many-files-and-folders": "it has too many files and folders",
            "too-much-memory": "scoring it needs too much memory (in MB)",
            "too-many-seconds": "scoring it takes too long (in seconds)",
        },
    ),
    "CE082": Kind(
        "not enough memory",
        "Score fewer or smaller files at a time.",
        {"input-needs-more-memory": "the input needs more memory than is available"},
    ),
    "CE123": Kind(
        "package for a compressed file is missing",
        "Install it with pip install 'corefeval[zstd]', or unpack the file first.",
        {"file-packed-zstandard": "the file is compressed with Zstandard"},
    ),
    "CE124": Kind(
        "process killed twice",
        "Use --jobs 1, or a machine with more memory: most often memory ran out. Nothing was scored.",
        {
            "workers-lost-again-again": "the cluster lost its workers repeatedly: {error}",
            "two-processes-killed": "two processes in a row were killed at part {number} of the work",
        },
    ),
    "CE125": Kind(
        "process killed once",
        "If it happens again, use --jobs 1: memory may be short. The scores are complete.",
        {
            "process-killed-at-part": "a process was killed at part {number} of the work, which was then repeated",
        },
    ),
    "CE126": Kind(
        "package for an engine is missing",
        "Install it with pip install 'corefeval[dask]'.",
        {"engine-dask-needs-package": "the engine dask needs the package distributed"},
    ),
    "CE127": Kind(
        "cluster cannot do the work",
        "Check that the scheduler answers and that its workers have this version of corefeval and the files under the same paths.",
        {
            "worker-corefeval-asked": "a worker has corefeval {version}; this is corefeval {version2}",
            "no-dask-cluster": "no connection to a Dask cluster: {error}",
            "no-answer-of-dask-cluster": "the Dask cluster does not answer",
            "worker-cannot-work": "a worker failed: {error_type}: {error}",
            "worker-cannot-read-file": "a worker cannot read a file: {error}",
        },
    ),
    "CE128": Kind(
        "no driver for the address of a file",
        "Install the driver that the message names (s3:// s3fs, gs:// gcsfs, hdfs:// pyarrow), or copy the file here.",
        {
            "not-read": "{error}",
            "folder-at-address": "the address is a folder\nName a file in it, or copy the folder here.",
            "file-at-address-read": "reading a file at an address needs fsspec\n"
            "Install it with pip install 'corefeval[dask]' or pip install fsspec.",
        },
    ),
    "CE129": Kind(
        "large files read whole",
        "Nothing to do if memory suffices: it grows with the files. docs/scale.md lists the files that are read in pieces.",
        {
            "read-whole": "large files are read whole, because {reason}",
            "read-whole-not-by-engine": "the files are read whole, without the engine {engine}, because {reason}",
            "asks-for-all-mentions": "the output needs the mentions of all documents",
            "entities-across-documents": "entities are scored across documents",
            "companions": "companion files belong to one file",
            "text-of-all-documents": "one file describes the words of all documents (--text)",
            "minimum-spans": "partial matching looks for minimum spans",
            "feature-of-all-documents": "--by {subject} needs all documents together",
            "metrics-count-by-feature": "some metrics count by {subject} themselves",
            "no-files": "the inputs are not files",
            "archives": "archives are read whole",
            "folder-and-file": "a folder and a file are read whole",
            "folder-elsewhere": "workers need the full path of a folder",
            "folder-has-problems": "files of the folder have warnings",
            "files-of-other-names": "the folders have files of different names",
            "files-of-other-documents": "the files of the two folders have different documents",
            "format-read-whole": "files of this format are read whole",
            "irregular": "the documents of the file cannot be separated line by line",
            "document-twice": "a document occurs twice",
            "no-name-in-common": "key and response have no document name in common",
            "names-of-first-parts": "key and response name the first parts of files differently",
            "other-documents-read": "a piece has other documents than the file",
            "understood-otherwise": "parts of the file must be read in different ways",
            "belongs-to-another-file": "the file belongs to another one",
            "codes-in-other-places": "documents have type codes in different places",
            "ranks-of-entities": "the order of entities decides which duplicate mention counts",
            "refused": "they have an error: {subject}",
            "told-at-once": "one warning covers all documents: {subject}",
            "told-differently": "documents trigger different warnings",
            "told-at-lines": "problems of documents with other words name their lines",
            "feature-differs": "documents have different values of {subject}",
            "some-without-types": "some documents have no types",
        },
    ),
    "CE060": Kind(
        "undefined average",
        "Report its parts, or count undefined scores as 0 with --undefined zero.",
        {"undefined-because-nothing-divide": "{label} is undefined because of 0/0 in {parts:, }"},
    ),
    "CE062": Kind(
        "setting without effect on a part of the result",
        "Leave the setting out, or leave out the part it does not apply to.",
        {
            "codes-given": "codes=derived has no effect because both files have type codes",
            "what-explained-f1-f": "explain explains F1; F with β = {beta:g} is available in score, and in JSON and CSV of compare",
            "compared-f1": "systems are ranked and tested by F1; F with β = {beta:g} is in JSON and CSV only\n"
            "Leave --beta out to compare F1 alone.",
            "jackknife-draws-nothing": "{names: and } {count:has|have} no effect: the jackknife draws no resamples\n"
            "Use --interval percentile or --interval bca, or leave {names: and } out.",
            "twinless-not-concern-counted": "--twinless {twinless} has no effect on {left:, }",
            "window-edges-no-effect": "--window-edges has no effect without --window\n"
            "Add --window, or leave --window-edges out.",
            "heads-no-effect-match": "--heads {heads} has no effect: --match {match} does not compare heads\n"
            "Use --match {by_heads: or }, or leave --heads out.",
            "term-fits-nothing": "{terms:, } of {parameter} matches no mention of key and response\n"
            "Check the spelling{values:?. Known values are *}.",
            "scheme-no-effect": "the scheme {scheme} has no effect on the scores: no metric uses it\n"
            "Use it with --by class, --by code, or the metrics dominant and parent.",
        },
    ),
    "CE064": Kind(
        "parts of a metric do not add up",
        "Correct its shares, losses or adds_over_groups, or leave the metric out here.",
        {
            "no-sum": "repairs cannot be scored with {name}: its {column} does not sum over {what}",
            "what-mentions-take": "the losses of mentions for the {of_part} of {full_name} add up to {lost:g}; expected {lacking:g}",
            "repairs-scored-on-entities": "repairs are scored on entities without words, and a metric needs mention types\n"
            "Leave the metric out. A metric of your own must state types in its needs.",
            "shares-add-up": "the shares of {full_name} add up to {total:g}; expected {whole:g} ({name})",
        },
    ),
    "CE063": Kind(
        "score above 100, or below 100 for identical annotation",
        "Use --duplicates first to count each mention once. The number is that of the official scorer.",
        {
            "above-100": "{count} {count:score is|scores are} above 100: {scores:first ; }",
            "below-100": "{count} {count:score is|scores are} below 100 though key and response are the same: {scores:first ; }",
            "repeated-counts": "duplicate mentions count every time, as in the official scorer, so {scores:; }",
            "score-in-document": "{label} {metric_part} {value:.2f} in {document!r}",
            "what-repeated-counts-each": "duplicate mentions count every time, as in the official scorer, so with --by {name} {count:1 score is|# scores are} above 100: {scores:first ; }",
        },
    ),
    # usage
    "CE050": Kind(
        "unknown name",
        "Run 'corefeval metrics' or 'corefeval presets' for the names.",
        {
            "meant-by-name": "{name!r}",
            "meant-by-other-name": "{other!r} (the same as {name!r})",
            "meant": "{names: or }",
            "no-such-name": "unknown {what} {name!r}{whose:? of *}\n"
            "{meant:?Did you mean *? }{number:The only one is|Choose from} {names:, }.",
            "no-names": "unknown {what} {name!r}{whose:? of *}\n{meant:?Did you mean *? }There are none.",
            "no-such-name-see": "unknown {what} {name!r}{whose:? of *}\n{meant:?Did you mean *? }{see}",
            "repairs-gain-f1-metric": "explain needs a metric with F1, and this one has none:\n"
            "Choose another metric, for example conll.",
            "repairs-cannot-scored-metric": "explain cannot use this metric: repairs cannot be scored with it, and it judges neither mentions nor facts:\n"
            "Choose from {others: }.",
            "what-trim-two-sides": "--trim needs words for both sides:\n"
            "Write left/right, for example der,die,das/ or the/'s.",
            "no-use-named": "no use is named\nChoose from {uses:, } and all.",
            "not-a-predicate": "invalid predicate{whose:? of *} {given!r}: the term {term!r} at character {column} is empty or has no name\n"
            "Write attribute:pattern, as in ne:PER,upos:PRON,!type:zero. A comma means or, & and, ! not; * matches any characters.",
            "attempted-is-of-classes": "invalid value {given!r} of attempted: expected classes or codes\n"
            "Write attempted=p+g+d, or attempted=code:p*.",
            "not-a-type-table": "invalid table of types {given!r}: the rule {rule!r} at character {column} is not of the form PATTERN=TYPE\n"
            "Write rules as in nam*=name,agp=nominal,np_form:ppers=pronoun.",
            "no-window-words": "invalid window size {size!r}\n"
            "Give the number of words of a window, as in window:10000.",
            "confidence-cannot": "invalid confidence {confidence:g}\n"
            "Give a number between 0 and 1, such as 0.95.",
            "resamples-seed-cannot-negative": "resamples and seed must not be negative\nGive 0 or more.",
            "not-signature": "not a valid signature: its {name} is {fields!r}:\n"
            "Copy the whole line that was printed with the score.",
            "no-engine": "unknown engine\n"
            "Use {dask} for a cluster on this machine, or {dask}://HOST:PORT for a scheduler.",
            "no-text": "{name} is not a text\nGive the path of a CoNLL-U file, or a corpus.",
            "no-scheme": "unknown scheme {name!r}\n"
            "Give a name that 'corefeval schemes' lists, or the path of a scheme file.",
            "given-empty": "{name} is empty\n"
            "Give a value or leave it out. Check that the variable in your command is set.",
            "no-value-jobs": "invalid value {jobs!r} of jobs\nGive a number, 1 or more, or auto.",
            "no-value-progress": "invalid value {progress!r} of progress\n"
            "Give a function of two arguments: bytes read and bytes in total.",
            "whole-number-above-0": "{variable} must be a whole number above 0, not\n"
            "Correct the environment variable. Its default is {default}.",
            "not-confusion-type-codes": "invalid confusion of type codes\n"
            "Write 2:bat for letters of the second level, 2:rep/abb for longer values, or ppas=ppis for whole codes.",
            "scheme-file-signature": "the scheme {given!r} is a file, and a signature contains only its name\n"
            "Give the file as well: --scheme FILE.",
            "scheme-levels-no-level": "the scheme {name} has {levels} levels and no level {level}:",
            "scheme": "the scheme {name} lacks {unknown:, }:",
            "no-metrics": "invalid metrics {names!r}\n"
            "Give names: a string with commas, or a list of strings.",
            "no-metric": "invalid metric {given!r}\nWrite name or name(parameter=value,parameter=value).",
            "no-parameter": "unknown parameter {given!r} of {name}\n"
            "It is a setting, the same for all metrics: --{given2} {value}.",
            "no-value": "no value for {parameter} of {name}\nWrite {name}({parameter}=value).",
            "no-number": "invalid value {value!r} of {whole}\nGive a number, such as .75.",
            "not-levels-type-codes": "invalid levels of type codes:\n"
            "Write level numbers, counted from 1 and joined by +: 1+2.",
            "no-such-level": "the scheme {name} has {levels} levels and no level {level}",
            "coefficient-not-between-0": "the coefficient {name} of {name2} must be between 0 and 1",
            "weight-negative": "the weight {name} of {name2} must not be negative",
            "changes-cannot-negative": "changes must not be negative\nGive 0 or more.",
            "no-part": "{metric} has no {of_part!r}\nChoose from {known:, }.",
            "no-value-beta": "invalid value {beta!r} of beta\nGive a number above 0; above 1 favours recall.",
            "no-value-window": "invalid value {window!r} of window\n"
            "Give the length of a window in words, or 0 for whole documents.",
            "not-signature-average": "not a valid signature: its average is {name!r}:\n"
            "Use one of {averages:, }.",
            "not-signature-lacks": "not a valid signature: it lacks {missing:, }:\n"
            "Copy the whole line that was printed with the score.",
            "signature-settings-not-exist": "the signature has settings that this version does not know, {unknown:, }:\n"
            "Install corefeval {fields}, the version of the signature. This is {version}.",
            "not-signature-beta": "not a valid signature: its beta is {value!r}:\n"
            "Copy the whole line that was printed with the score.",
            "no-keyword": "unknown keyword {name!r}\nPass it as {meant}=.",
            "by-is-no-keyword": "unknown keyword {name!r}\n"
            "For scores by feature use breakdown(result, None, feature), from corefeval.breakdown.breakdown.",
        },
    ),
    "CE051": Kind(
        "contradicting settings",
        "Leave one of them out.",
        {
            "only-f1": "beta changes nothing here: only F1 is reported\nLeave it out, or use 'score'.",
            "setting-not-audited": "the setting {name} changes nothing in an audit\n"
            "Leave it out: an audit scores nothing.",
            "signature-needs-text": "the signature is from a run with --text, a parsed file of the key's words ({signed})\n"
            "Give that file with --text FILE.",
            "signature-needs-plugins": "the signature uses metrics of other packages: {packages:, }\n"
            "Install these packages.",
            "other-counts": "cannot merge: the other metric has other settings than {metrics:, } here\n"
            "Create both with the same metrics, preset and settings.",
            "answers-of-other-settings": "the gold annotations have different formats, which are scored with different presets or metrics\n"
            "Name a preset and metrics, or convert the gold annotations to one format.",
            "several-targets": "a sample has {targets} targets, but one text has one gold annotation\n"
            "Give the whole annotation as one string.",
            "batches-do-not-add": "{metrics:, } cannot be summed over batches of these documents\n"
            "Name metrics instead of all, name the preset of these documents, or use corefeval.Scorer, which keeps them until the end.",
            "systems-not-scored-against": "the systems are not scored against the same key\n"
            "Use settings that do not change the key for a single system.",
            "key-without-response-cannot": "explain got a key without a response\nGive both.",
            "what-scored-already-explained": "a result is explained with the settings it was scored with\n"
            "Leave settings and response out, or give key and response.",
            "section-not-explained": "this explanation has no {section}\n"
            "Pass show='{section}' to explain() too, or leave show out.",
            "units-have-no-features": "{metrics:, } lists lost units, which have no features of mentions\n"
            "Leave --by out, or add conll to the metrics.",
            "no-weights-of-links": "{metric} has no weights of links\n"
            "Use one of {known:, }, or leave out -m.",
            "chooses-metrics-itself": "--for chooses the metrics itself\nLeave out -m or --for.",
            "two-systems-named": "two systems have the name {chosen!r}\n"
            "Give them different names: NAME=PATH.",
            "nothing-compare": "no system to compare\nGive at least one system.",
            "same-system-twice": "the same system is given twice: {repeated:, }\n"
            "Remove one, or give them different names: NAME=PATH.",
            "no-key-score-systems": "no key to score the systems against\nGive a key.",
            "results-cannot-compared-dataset": "results cannot be compared by dataset\n"
            "Give paths or {{dataset: clusters}}, or compare by document.",
            "entities-cannot-resampled-dataset": "--resample entities cannot be combined with --by dataset",
            "dataset-needs-folder-folder": "datasets need a folder with one folder or file for each dataset\n"
            "Give that folder, or score the documents as one corpus.",
            "formats-datasets-different-default": "the formats of the datasets have different default presets: {presets:; }\n"
            "Name one preset for all with --preset.",
            "preset-of-datasets": "{preset} for {datasets:, }",
            "tokens-align-two-names": "tokens and align are two names of one setting\nUse align.",
            "preset-beside-signature-preset": "preset {preset!r} contradicts the signature, which has preset {signed!r}",
            "given-clusters-no-layer": "the {side} is given as clusters, which have no layer {wanted!r}\n"
            "Leave the layer out, or give a file.",
            "read-already-layer-cannot": "the {side} is already read ({format}, {layer} layer), so {name} {value!r} has no effect\n"
            "Give the file instead, or load it with {name}={value!r}.",
            "documents-scored-unless-another": "{form} documents have the default preset {theirs}, but earlier documents were scored with {ours}\n"
            "Name the preset when you create the Scorer.",
            "these-metrics-cannot-see": "these metrics cannot score texts and clusters without text together\n"
            "Give both with text, or both as clusters.",
            "document-beside-named-documents": "document={document!r} is given, but the input names its documents itself\n"
            "Leave document= out.",
            "offsets-say-nothing": "offsets {offsets!r} do not apply to {label}\n"
            "Leave them out for this file.",
            "no-companion-files": "{label} has no companion files\nLeave the companion out for this file.",
            "one-companion-files": "one companion file for {files} files:\n"
            "Give the folder of the companion files; they are found by name.",
            "one-companion-documents": "one companion file for {documents} documents:\n"
            "Give the folder of the companion files; they are found by name.",
            "clusters-from-python": "clusters from Python have no {name}; they are compared as they are:",
            "offsets-both-kinds": "offsets of both kinds are given",
            "compare-looks-at": "compare={values} of {name} does not use single levels or values\n"
            "Leave out levels and same, or compare.",
            "names-codes-attempted": "{full_name} lists codes as attempted, so it has no rows by class\n"
            "List classes, or use --by code.",
            "cannot-both-define-refer": "{both:, } cannot both define and refer",
            "plot-svg-or-png": "a plot must be .svg or .png, not\nChange the ending of its name.",
            "figure-what-error-classes": "a plot shows the cost of error classes, and repairs cannot be scored with\n"
            "Add conll or another entity metric.",
            "give-number-or-table": "give either a number or a table of numbers\n"
            "Use one of --target and --table.",
            "simulation-needs-error-rate": "a simulation needs at least one error, one rate and one repetition\n"
            "Run 'corefeval simulate --help' for the options.",
            "rate-between-0-1": "a rate must be between 0 and 1, not\nGive a share: 0.1 is every tenth.",
            "not-simulation": "invalid simulation: {error}\n"
            "Give rates as numbers such as 0.1,0.2, and repeats and seed as whole numbers.",
            "perl-matches-exactly": "some mentions are listed more than once, and --duplicates perl only works with exact matching, without heads or dependencies of zeros\n"
            "Choose --duplicates first, keep or merge, or leave the other setting out.",
            "perl-has-no-split-antecedents": "some mentions are listed more than once, and --duplicates perl does not support split antecedents\n"
            "Choose --duplicates first, keep or merge, or leave the other setting out.",
            "key-mentions-are-links": "--mentions key scores links between mentions, and {names:, } score other annotation\n"
            "Leave out these metrics or --mentions.",
            "key-mentions-have-no-split-antecedents": "--mentions key scores links between mentions, not split antecedents\n"
            "Use --split-antecedents drop.",
            "several-presets-go-without": "{name} cannot be combined with several presets\n"
            "Give one preset, or leave {name} out.",
            "several-presets-of-score": "only one preset is possible here, not {names}\n"
            "Give one preset. 'corefeval score', 'corefeval compare' and score(preset=[...]) accept several.",
            "no-preset-named": "the list of presets is empty\n"
            "Name presets, or leave the list out for the default.",
            "preset-row-has-setting": "the row {row!r} sets --{name} itself\n"
            "Leave --{name} out, or score with --preset crac26.",
            "classes-need-documents": "classes of mentions can only be compared over documents\n"
            "Leave out --by dataset and --resample entities, or the features of --by.",
            "several-presets-of-compare": "compare() accepts one preset\n"
            "Use corefeval.rank_by_preset(key, systems, presets) for several.",
            "allennlp-singletons": "allow_singletons=True counts the first mention of each cluster twice, which is not reproduced\n"
            'Leave it out, or use a preset with singletons: preset="longdoc".',
            "window-not-additive": "{names:, } cannot be summed over the windows of --window\n"
            "Leave out the metric or --window.",
            "window-without-sets": "--window cannot be combined with --split-antecedents keep",
            "perl-keeps-twinless": "some mentions are listed more than once, and --duplicates perl does not support --twinless\n"
            "Choose --duplicates first, keep or merge, or leave the other setting out.",
            "score-under-these-settings": "the score under these settings cannot be explained: repairs are scored on mentions alone, each counted once\n"
            "Score and explain with {without: }.",
        },
    ),
    "CE052": Kind(
        "too few documents",
        "Give more documents.",
        {
            "one-document-in": "{datasets:, } has one document, so the intervals ignore how documents vary there\n"
            "Split it into documents if the texts allow it.",
            "few-documents": "{documents} documents are few for the bootstrap: its intervals are too narrow\n"
            "Leave --interval out for the default intervals.",
            "one-document-whether-difference": "with one document there is no test whether the difference is due to chance\n"
            "Use 'corefeval compare --resample entities' to see how it depends on entities.",
            "document-documents-what-resampled": "{documents} document is too few for an interval or a test: both resample documents\n"
            "Give more documents, or use --resample entities to see how the score depends on entities. Use --resamples 0 for neither.",
            "entities-can-resampled": "--resample entities needs all systems scored against the same key entities\n"
            "Give files or clusters, and leave --twinless out.",
            "what-counts-not-add": "the counts of {name} do not add up over entities, so --resample entities does not work with it\n"
            "Leave it out of --metrics.",
        },
    ),
    "CE096": Kind(
        "old name of a setting",
        "Use the new name; a later version drops the old one.",
        {"tokens-now-align": "tokens={value} is now align={align_of_tokens}"},
    ),
    "CE097": Kind(
        "mentions mapped to the key's words",
        "Give both files the same words to avoid this.",
        {
            "in-other-tokens": "the key's text in other tokens, {first}",
            "changed": "a changed copy of the key's text, {first}",
            "carried": "{count:,} {way}",
            "changed-copy": "the response has a changed copy of the key's text in {documents:document}; mapped mentions: {ways:none, }",
            "other-tokens": "the response has the key's text in other tokens in {documents:document}; mapped mentions: {ways:none, }",
        },
    ),
    "CE098": Kind(
        "mentions outside the key's text",
        "These count as false positives. If the response covers more text than the key, use --crop.",
        {
            "mention": "{mention!r} in {document!r}",
            "not-in-text": "{count:mention} of the response {count:is|are} not in the key's text: {lost:first ; }",
            "cropped": "the response is cropped to the key's text ({words} of {whole} words in {documents:document}): {count} of its {mentions:mention} {count:has|have} words outside and {count:is|are} dropped\n"
            "Leave --crop out if key and response have the same text. Dropped mentions count neither as right nor as wrong.",
        },
    ),
    "CE099": Kind(
        "several files for one output",
        "Name a folder: each document becomes a file in it.",
        {
            "one-document-file": "{label} has one document per file, and there are {names:,}",
            "two-files-cannot-go": "{label} writes two files, and standard output takes only one\n"
            "Name a file to write to.",
        },
    ),
    "CE100": Kind(
        "other files in the output folder",
        "Name another place, or move these files first. Only files that you name are overwritten.",
        {
            "text-beside-would-same": "the text file next to it would have the same name: {name!r}",
            "file-another-content": "a different file is at the place of the text file",
            "folder-other-files-would": "the folder contains other files, which would be read together with the output",
            "folder-holds-other-files": "the folder contains other files and no leaderboard",
            "link-in-folder-leads": "a link in the folder points outside it",
            "link-in-place-folder": "the folder of the pages is a link",
        },
    ),
    "CE106": Kind(
        "response hardly covers the key's text",
        "Check that it is the answer for this document, and complete. Key mentions that it does not cover count as missing.",
        {
            "only-key-in-response": "only {covered:,} of {words:word} of the key are in the response:",
            "no-copy": "only {covered:,} of {words:word} of the key are in the response, and most words of the response are not in the key:\n"
            "Have the model copy the text, or remove its answer and use --missing empty. At least {least} % of the words of either side must match.",
        },
    ),
    "CE112": Kind(
        "no outcomes of mentions",
        "Choose a metric that judges single mentions. 'corefeval metrics' lists them.",
        {
            "judges-no-mentions": "{metrics:, } does not judge single mentions, so there are no outcomes to list\n"
            "Choose one of {names:, }.",
        },
    ),
    "CE087": Kind(
        "no interval",
        "Report the score without an interval, or give more documents.",
        {
            "single-unit": "{name} does not show how {units} differ",
            "dominated": "{name} has more than half of all counts, so this is the score of one {unit}",
            "each-needed": "the score is undefined without one of the {units}",
            "constant": "the score does not vary between {units}",
            "undefined": "more than one resample in twenty has no score",
            "one-unit": "one {unit}{datasets:? in *}",
            "no-interval": "no interval for {scores}{systems:? of *}: {reason}",
            "scores-of": "{names:, }{parts:? (*)}",
            "scores": "{groups:; }",
            "measure-of": "{measure} of {what}",
            "no-interval-of-agreement": "no interval for {measures:, }: {reason}",
        },
    ),
    "CE140": Kind(
        "system skipped",
        "Correct the errors named with it. 'corefeval validate' lists all errors of a file.",
        {"cannot-scored-left-out": "{name} cannot be scored and is skipped: {errors:error}"},
    ),
    "CE141": Kind(
        "key among the systems",
        "Nothing to do. To include it in the table, name it: gold=PATH.",
        {"key-among-systems-left": "the key is among the systems and is skipped"},
    ),
    "CE142": Kind(
        "invalid published score",
        "Give scores as printed: 61.2, or a table with metric, part and value.",
        {
            "not-table-scores": "not a table of scores\n"
            "Begin with the line metric,value or metric,part,value. Write rows such as conll,61.2 or muc,recall,75.0.",
            "table-without-numbers": "the table has no numbers",
            "not-score": "not a score:\nGive a number as printed: 61.2, 61.20% or 0.612.",
            "score-too-high": "the score is above 100:",
        },
    ),
    "CE143": Kind(
        "not all settings tried",
        "Give the settings that you know, and more of the others are tried.",
        {
            "files-taken-for-documents": "the mean over datasets is not tried: the {files} files are read as documents",
            "other-datasets": "the mean over datasets is not tried: the folders have different datasets",
            "sets-settings-tried": "{most} combinations of settings were tried, but not all\n"
            "Give the settings that you know, such as --match or --singletons: more of the others are then tried.",
        },
    ),
    "CE144": Kind(
        "unsafe archive",
        "Pack plain files and folders, with paths inside the archive.",
        {
            "unsafe": "{reason}",
            "link-or-device-instead": "the archive contains a link or device; only files and folders are allowed",
            "archive-inside-submission": "the submission contains an archive",
        },
    ),
    "CE145": Kind(
        "invalid task file",
        "Correct the task file. docs/leaderboard.md describes its fields.",
        {
            "not-a-text": "{name} must be a string, not",
            "not-a-list": "{name} must be a list of strings, not",
            "task-has-tracks": "the task has tracks: {tracks:, }\n"
            "Write a task file for each track, with its preset and metrics.",
            "track-without-name": "a track needs its own name of letters and digits, not\n"
            'Write it as [[tracks]] with name = "AR", different from the other names.',
            "settings-table": "settings must be a table, not",
            "not-toml": "the file is not valid TOML: {error}",
            "task-not-say": "the task file does not say where its {name} are",
        },
    ),
    "CE146": Kind(
        "invalid name of a submission",
        "Name it SYSTEM or SYSTEM@YYYY-MM-DD, each once, as a folder, .zip or .tar.gz.",
        {
            "several-submissions-same-name": "several submissions have the same name: {files}",
            "not-day-calendar": "not a valid date",
        },
    ),
    "CE167": Kind(
        "ambiguous statement",
        "State it once and consistently: other tools read it differently or reject it.",
        {
            "header-other-line-holds": "the header differs from that of line {other_line}; it applies from here on",
            "more-fields-header-last": "more fields than the {fields} of the header; the last field takes the rest",
            "entity-type-here": "entity {entity} has type {sort!r} here and {known!r} in line {other_line}; each mention keeps its own",
            "statements-on-one-line": "{statements} statements {name} on one line; all are read",
            "mention-one-part-read": "a discontinuous mention has one part; it is read as a continuous one",
            "expletive-with-entity": "an expletive (SemType) is a mention of entity {entity} and counts as one. End the entity's name in -Pseudo if it refers to nothing",
            "crossing-in-entity": "discontinuous mentions of entity {entity!r} cross; a bracket closes the one opened last, as in udapi and corefud-scorer",
            "entity-bridges-itself": "an entity bridges to itself",
            "relation-in-line-each": "the relation is {known!r} in line {other_line}; each applies where it is written",
            "split-antecedents-no-mention": "split antecedents of {entity}, but no mention of it starts here; they count",
            "one-split-antecedent": "{entity} has only one split antecedent, unless other lines name more",
            "other-split-antecedents": "the split antecedents of {entity} differ from those in line {other_line}; all of them count",
            "said-times-counts-once": "stated {count} times; it counts once",
            "part-mention-other-fields": "a part of the mention has other fields than its first part in line {other_line}: the head of the last part counts, other fields of the first",
        },
    ),
    "CE053": Kind(
        "file cannot be written",
        "Check the folder and its permissions.",
        {
            "os-error": "{error:or cannot be written}",
            "stream-closed": "the stream is closed",
        },
    ),
    "CE059": Kind(
        "output over an input",
        "Write to another file, and move it over the input afterwards.",
        {
            "output-would-written-over": "the output would overwrite an input",
            "starter-would-replace": "the starter would overwrite a file that corefeval did not write\n"
            "Move the file away, or choose another folder.",
        },
    ),
    "CE073": Kind(
        "invalid input",
        "Give a path, an open file, clusters [[(0, 1), (5, 5)], …], {document: clusters}, or a list of documents' clusters. Rows with the fields of JSON Lines or of a Hugging Face dataset work too, and so do documents of spaCy, stanza, fastcoref, Maverick and udapi.",
        {
            "expected": "{where:?*: }expected {expected}",
            "field-of-bytes": "row {number}: the field {field!r} is bytes; expected text",
            "field-not-text": "row {number}: a field is not text",
            "row-or-document": "this is either one row with {fields:list or}, or a document of that name; it has no name and no text",
            "these-may-columns-several": "these are either the columns of several documents or the fields of one; give a list of rows",
            "columns-lists-one-length": "columns must be lists of the same length; here they have {shown}",
            "one-document-mentions-tuples": "this is either one document with mentions as tuples, or several documents with clusters as tuples",
            "spans-integers-array": "spans must be integers; this array has other values",
            "clusters-documents-rows-objects": "expected clusters, documents, rows, a path, an open file, or objects of spaCy, stanza, fastcoref or udapi",
            "open-file-gives-text": "an open file must return text or bytes; this one returns",
            "list-clusters": "a list of clusters",
            "cluster-list-mentions-mention": "a cluster (a list of mentions); this is a mention, so one level of brackets is missing:",
            "cluster-list-mentions": "a cluster (a list of mentions)",
            "cluster-list-mentions-span": "a cluster (a list of mentions); this is a span, so one level of brackets is missing:",
            "spans-numbers-no-mentions": "spans; numbers and spans cannot be mixed",
            "spans-not-numbers": "spans, not numbers",
            "mention-anything-hashable": "a mention: anything hashable, or a span of two integers",
            "mention": "a mention",
            "row": "row {number}: {error}",
            "lists-in-lists": "lists are nested without end",
            "mention-hashable": "a hashable mention",
            "spans-in-doc-coref": "doc._.coref_clusters may count words, but fastcoref counts characters; put the spans into doc.spans",
            "object-names-documents-itself": "{label} objects name their documents themselves; give a list of them",
            "no-object-those-before": "{name!r} is not a {label} object, but the ones before it are",
            "object-gives-no-content": "the {label} object has no content: {error_type} {error}",
        },
    ),
    "CE074": Kind(
        "text on one side only",
        "Give both sides with text (files or rows), or both as clusters.",
        {
            "text-clusters": "the {side} has text, but the {other_side} is clusters without text",
            "document-not-in-text": "the clusters belong to a document that the text lacks\n"
            "Name the documents of the clusters as in the text.",
            "no-span-of-text": "the mention is not a span (first word, last word) of its document\n"
            "Give mentions as pairs of word numbers, counted from 0, with the last word included.",
        },
    ),
    "CE054": Kind(
        "different signatures",
        "Score all systems with the same settings and key.",
        {
            "scored-differently": "{name} was scored differently from {other}: {differences:, }",
            "instead-of": "{theirs} instead of {ours}",
            "results-no-metric": "the results have no metric in common",
            "not-scored-on-same": "{name} and {other} were scored on different documents, so they cannot be compared",
            "left-out-not-scored": "{metric} is skipped: {name} was not scored with it as {first} was",
            "other-scorer-set-up": "the other Scorer has different settings: {unlike}\n"
            "Create both with the same metrics and settings.",
        },
    ),
    "CE058": Kind(
        "not the run of the signature",
        "Use the key and the version that the signature states.",
        {
            "signature-beside-key": "the signature is of annotations {theirs} besides its key, this run is of {ours}",
            "signature-text": "the signature has the text {signed}, this run has the text {given}",
            "signature-scheme": "the signature has the scheme {signed}, this run has {given}",
            "signature-plugins": "the signature has {signed:, }, this run has {given:, }\n"
            "Install the versions that the signature states.",
            "signature-average-these-scores": "the signature has --average {average}, which these scores do not have\n"
            "Run 'corefeval score' with this signature to repeat its run.",
            "other-version": "the signature is from version {version}, this is version {version2}",
            "other-key": "the signature has key {theirs}, this is key {ours}",
            "other-keys": "the signature has key {theirs}, the datasets together are key {ours}",
        },
    ),
    "CE055": Kind(
        "tags or mention types taken from the response",
        "Give a parsed CoNLL-U file of the same text with --text FILE, so that no system describes the text.",
        {
            "tags-from-response": "the key has no tags in {count} of {documents:document}, so the response's tags describe the words of both sides",
            "types-from-response": "the key has no mention types, so {count} of its {mentions:mention} {count:takes its type|take their types} from the response",
        },
    ),
    "CE115": Kind(
        "error that cannot be simulated in this key",
        "Leave it out of --errors. 'corefeval simulate --help' lists all errors.",
        {
            "error-needs-key-none": "the error {name!r} needs {needs}, and the key has none\n"
            "Leave it out of --errors.",
            "error-needs-codes": "the error {name!r} needs {needs}, and the key has none\n"
            "Add the codes of a scheme to the file, or leave the error out of --errors.",
            "key-one-type-code": "the key has only one type code, so it cannot be confused with another\n"
            "Leave the error out of --errors.",
            "nothing-in-key-error": "the key has nothing that this error could change: {name}",
        },
    ),
    "CE116": Kind(
        "errors that cannot be repaired in a file",
        "Choose another response, format or setting. docs/explain.md lists what can be repaired.",
        {
            "not-scored-with": "no repair can be scored with {metrics:, }\n"
            "Choose an entity metric, such as conll.",
            "across-documents": "entities extend over several documents (--across {across})\n"
            "Repair each document on its own: --across document.",
            "other-words": "the response has other words than the key\nConvert it to the key's words first.",
            "typed-annotations": "{format} links single mentions in typed annotations, which repairs of entities do not change\n"
            "Convert both files to a format with entities first, such as conll2012.",
            "read-not-written": "{format:or the format of the response} can be read but not written\n"
            "Name another format, for example --to jsonlines.",
            "key-cannot-added-response": "{count:mention} of the key cannot be added to the response, which lacks {count:its|their} words or empty nodes (the first in {names}):\n"
            "Repair classes that add no mentions, or drop zeros with --zeros drop.",
        },
    ),
    "CE118": Kind(
        "too many systems for one page",
        "Give up to eight systems, or compare more with 'corefeval compare'.",
        {
            "page-shows-one-systems": "a page shows 1 to {systems} systems, not {given}",
            "page-shows-systems-named": "a page shows 1 to {systems} systems, not {named}",
        },
    ),
    "CE117": Kind(
        "repaired response would score differently",
        "Match exactly and keep singletons (--match exact --singletons keep), or write another format with --to.",
        {
            "not-scored-alike": "{label} does not keep enough of the repaired response to score the same: {fault}{given:? *}{losses:+; }",
            "losses-score-otherwise": "the repaired response would score {f1:.4f} instead of {expected:.4f} ({metric}), because of {losses:; }",
            "settings-score-otherwise": "the repaired response would score {f1:.4f} instead of {expected:.4f} ({metric}): other mentions are scored or matched (match={match}, singletons={singletons}, zeros={zeros})",
        },
    ),
    "CE130": Kind(
        "annotations that cannot be compared",
        "Give several annotations of the same documents.",
        {
            "documents-of": "{count} of {documents} of {name}",
            "agreement-several-annotators": "agree needs at least two annotations; got 1\n"
            "Give another annotation of the same documents.",
            "missing-says-nothing-agreement": "--missing does not apply to agreement\n"
            "Leave it out: documents that not all annotated are skipped and reported.",
            "no-document-in-common": "{names:, } have no document in common\n"
            "Give the documents the same names in all annotations.",
            "all-annotated-left-out": "{count:document} annotated by all; skipped: {left_out:, }",
            "one-annotation-not-several": "expected several annotations, got one:\n"
            'Give a list, ["a.conll", "b.conll"], or {{name: path}}.',
        },
    ),
    "CE131": Kind(
        "type that not all annotators use",
        "Leave it out of --types.",
        {
            "gives-no-mention": "{annotator} has no {name} for any mention\n"
            "Leave it out of --types, or give files that have it.",
        },
    ),
    "CE132": Kind(
        "not merged",
        "Check it in the annotations.",
        {
            "bridging-split-antecedents": "{count:relation} of {names} (bridging, split antecedents) not merged",
            "cannot-over-empty-nodes": "{count:mention} skipped: the first annotation lacks {count:its|their} empty nodes",
        },
    ),
    "CE134": Kind(
        "incomplete challenge set",
        "Give the files as they were released.",
        {
            "second-answer-text-left": "a second answer for this text is skipped, as in the official scorer:",
            "answer-text": "an answer is for a text that {name} lacks:",
            "gap-key-says": "GAP: the key marks no mention as the pronoun or as a name\n"
            "Give the table of GAP as the key.",
            "gap-decisions-left-out": "GAP: {lacking} of {decisions} decisions are skipped: the key has no pronoun or name there under these settings",
            "gap-pronouns-neither-masculine": "GAP: {others} pronouns are neither masculine nor feminine; they count only in the total",
            "winobias-no-document-called": "WinoBias: no document is named {lacking:- and }-stereotypical\n"
            "Score a folder with files of both kinds, named as released: pro_stereotyped_… and anti_stereotyped_…",
            "winobias-called-neither-pro": "WinoBias: skipped {count:document} named neither pro- nor anti-stereotypical, such as {example!r}",
            "winobias-sentences-type-1": "WinoBias: sentences of type 1 and type 2 are scored together; the paper scores them separately\n"
            "Score a folder of each type for the numbers of the paper.",
        },
    ),
    "CE133": Kind(
        "marks that the format does not support",
        "Write JSON Lines or CorefUD.",
        {
            "what-merged-cannot-written": "the merged annotation cannot be written in this format\n"
            "Use a name that ends in {endings:, }. 'corefeval convert' turns it into other formats, without the marks.",
        },
    ),
    "CE079": Kind(
        "excluded from the score",
        "Use the option that the message names to include it.",
        {
            "alternative": "{label} F1 is {now:score}, and {then:score} with {option}",
            "thing": "{what}: {ours} in the key, {theirs} in the response{labels:? (but included in *)}",
            "not-looked-for": "not counted",
            "so-many": "{number:,}",
            "not-mentions-of-key": "{count:mention} of the response {count:is|are} not in the key and not scored\n"
            "Leave --mentions key out to score all mentions: it scores only links between key mentions.",
            "mentions-left-out": "{count:mention} of the key {count:is|are} not in the response; each is scored as a singleton of the response\n"
            "Have the model assign an entity to every given mention.",
            "not-scored": "excluded from the score{preset:? under *}: {things:; }{alternative:?; *}\n"
            "To include them: {options:, }.",
        },
    ),
    "CE078": Kind(
        "name already taken",
        "Choose another name.",
        {
            "already-stands-metric": "{name!r} is already a name of the metric {holder!r}",
            "no-letter-or-digit": "{name!r} contains no letter or digit",
        },
    ),
    "CE180": Kind(
        "plugin cannot be loaded",
        "Update or uninstall its package.",
        {
            "plugin-does-not-load": "the plugin {name!r} of {package} (entry point corefeval.{group}) cannot be loaded: {error_type}: {error}",
        },
    ),
    "CE056": Kind(
        "mentions of one entity overlap",
        "Check them: only relative and reflexive words are often inside a mention of the same entity.",
        {
            "inside": "{document:?document **: }entity {entity}: a mention is inside {other!r}:",
            "around": "{document:?document **: }entity {entity}: a mention contains {other!r}:",
            "crosses": "{document:?document **: }entity {entity}: a mention crosses {other!r}:",
        },
    ),
    "CE168": Kind(
        "typed link contradicts the clusters",
        "Correct the link or the clusters. Clusters decide the score.",
        {
            "referent-in-no-cluster": "the referent of a typed link is in no cluster\n"
            "Add it to the cluster of its antecedent, or remove the link. The link and its type are not scored.",
            "antecedent-in-no-cluster": "an antecedent of {referent} is in no cluster",
            "antecedent-in-other-cluster": "an antecedent of {referent} is in another cluster",
            "second-code": "a second typed link has the type {given!r}, the first has {other!r}\n"
            "Remove one of them. The first counts.",
        },
    ),
    "CE171": Kind(
        "rule of a copied evaluator",
        "Name the preset wherever you report the number, and compare only numbers of one preset.",
        {
            "gold-below-100": "under the rule of e2e-coref the gold scores CoNLL {itself:score} against itself: {count:gold singleton} {count:counts|count} in {labels:, }, system singletons do not\n"
            "Report --preset perl or --preset longdoc as well. 'corefeval score -p e2e,longdoc,longdoc-2' shows all in one table.",
            "system-singletons": "{count:singleton} of the response {count:does|do} not count under the rule of e2e-coref, right or wrong\n"
            "Report --preset perl or --preset longdoc as well.",
            "not-of-e2e": "e2e-coref has no rule for {labels:, }: singletons of both sides count there\n"
            "Use another preset for these metrics.",
            "averaged-over-documents": "precision and recall are averaged over {count:document}, long or short, as in stanza{pooled:?; * is still pooled}\n"
            "Use --documents pool to sum over documents as usual.",
            "window-edges": "BookCoref's windows of {window} words lose {lost:mention} of the {side} and count {twice:mention} twice\n"
            "Use --window {window} without this preset for windows that contain every mention once.",
        },
    ),
    "CE174": Kind(
        "uses need dependency trees",
        "Give a key in CoNLL-U with trees, or a parsed file of the same text with --text FILE.",
        {
            "key-has-no-trees": "the uses need verbs and their arguments, and the key has no dependency trees (columns UPOS, HEAD and DEPREL)",
            "mentions-have-no-text": "the uses need verbs and their arguments, and clusters from Python have no text\n"
            "Score files, or give a parsed file of the same text with --text FILE.",
            "documents-without-trees": "{count:document} of the key {count:has|have} no dependency tree: no facts or chains count there, and heads of mentions are guessed",
            "genders-are-made-up": "English nouns have no gender: in {count:document} use.agree assigns one of three by lemma, so about a third of wrong antecedents count as right\n"
            "Use texts of a language with genders to estimate a translation.",
            "language-not-declared": "no language is declared: rules for English pronouns apply to {english:document}, in which no noun has a gender; rules for other languages apply to {others:document}\n"
            "Declare the language with --language if that is wrong.",
        },
    ),
    "CE181": Kind(
        "plan that cannot be made, or is uncertain",
        "Use a pilot with more documents.",
        {
            "small-pilot": "a plan needs a pilot with at least {least} documents; this one has {count}",
            "few-documents": "the pilot has only {count} documents, so the planned numbers are rough\n"
            "Read their intervals, or use a larger pilot.",
            "undefined": "{names:, } cannot be planned: undefined on the pilot, or without one of its documents\n"
            "Leave these metrics out with -m, or use a larger pilot.",
            "not-share": "{name} must be between 0 and 1; got {value:g}\nWrite 80 % as 0.8.",
            "negative": "{name} cannot be {value:g}\nPass a positive number, in points.",
            "repair-and-other": "--repair takes the place of the second system\n"
            "Leave out --repair or the second system.",
            "difference-of-one": "the difference of two systems needs a second system\n"
            "Name a second system, or pass --repair to plan for one that repairs errors of the first.",
            "share-of-nothing": "--share is the share of errors that --repair repairs\n"
            "Pass --repair too, or leave out --share.",
        },
    ),
    "CE182": Kind(
        "score against several keys",
        "Pass --key once for each annotator, with the same documents.",
        {
            "one-key": "several annotators are needed; got {count}",
            "both-ways": "--key names the gold annotations, so only one file may follow: the system's output\n"
            "Write: corefeval score --key A --key B RESPONSE.",
        },
    ),
    "CE184": Kind(
        "choice of documents impossible, or not usable",
        "Choose documents with: corefeval next A B -n 40 -f csv -o chosen.csv.",
        {
            "too-few": "the interval of a difference needs at least {least} documents; got {count}\n"
            "Choose more documents with -n.",
            "more-than-there-are": "the outputs have {most:document}, fewer than the {count} to choose\n"
            "Choose fewer with -n, or annotate all and use 'corefeval compare'.",
            "no-disagreement": "the two systems have the same output, so no document tells them apart\n"
            "Check that these are the two files you mean.",
            "not-a-choice": "the file has no columns 'document' and 'probability':",
            "not-a-probability": "the probability of {name} is not a number between 0 and 1:",
            "chosen-twice": "the document is listed twice:",
            "not-of-systems": "{count:chosen document} {count:is|are} not in the systems' outputs: {names:first5 quoted , }\n"
            "Pass the outputs on all documents, those that the choice was made from.",
            "of-other-outputs": "the documents were chosen from other outputs, so their probabilities are wrong here\n"
            "Pass the outputs that the choice was made from, in the same order.",
            "rows-missing": "the CSV file lists {count:document}, but {chosen} were chosen\n"
            "Restore all rows, and annotate every chosen document. To leave one out makes the result biased.",
            "not-annotated": "the gold annotation lacks {count:chosen document}: {names:first5 quoted , }\n"
            "Annotate every chosen document. To leave one out makes the result biased.",
            "not-chosen": "the gold annotation has {count:document} that {count:was|were} not chosen and {count:is|are} left out: {names:first5 quoted , }\n"
            "The probability of such a document is unknown, so it cannot be weighted.",
            "option-without-gold": "{option} changes the result after annotation, not the choice of documents\n"
            "Pass --gold and --chosen too, or leave it out.",
            "option-with-gold": "{option} changes the choice of documents, which --chosen already names\n"
            "Leave it out.",
            "gold-and-chosen": "--gold and --chosen belong together: the annotation of the chosen documents, and the CSV file of the choice\n"
            "Pass both.",
        },
    ),
    "CE178": Kind(
        "study impossible or limited",
        "Give at least three systems, or simulate them with --simulate N.",
        {
            "too-few-systems": "a study needs at least {least} systems in each set; got {count}",
            "too-few-documents": "a study needs at least {least} documents, some of them to choose metrics with; the key has {count}\n"
            "Give a key with more documents.",
            "too-few-to-fit": "fitting the weights of a metric needs at least {least} systems in each set, one more than weights; got {count}:\n"
            "Give more systems, or leave out --fit.",
            "no-weights-to-fit": "this metric has no weights to fit:\nUse --fit with one of {known:, }.",
            "no-metrics": "a study compares metrics with uses, and only uses are named\n"
            "Name metrics with -m, or leave -m out.",
            "scores-of-simulated": "simulated systems have no task scores\n"
            "Leave out --simulate, or leave out --against to study the built-in uses.",
            "not-table-of-scores": "not a table of task scores: expected the column system and a column for each task:\n"
            "Begin the file with a line such as system,score.",
            "no-scores": "the table has no task scores\nAdd a line for each system: name,score.",
            "no-such-system": "unknown system; the systems are {known:, }:\n"
            "Use the names of the files, or name a system: NAME=FILE.",
            "system-without-score": "a system has no task score:\n"
            "Add a line with its score, or leave the system out.",
            "score-twice": "a system has two scores:\nKeep one line for each system.",
            "not-a-number": "the score of {system} is not a number:\nWrite it as 0.61 or 61.",
            "task-without-order": "all systems have the same task score, so no metric can predict their order:\n"
            "Give scores that differ.",
            "all-tied": "all systems ({systems}) have the same score in {use}, so no metric can predict their order\n"
            "Use a key with the annotation that {use} needs, or leave {use} out.",
            "some-tied": "{count:pair} of systems out of {whole} {count:has|have} the same score in {use} and {count:does|do} not count\n"
            "Give scores with more digits if they were rounded.",
        },
    ),
    "CE183": Kind(
        "clusters from Python that may mean something else",
        "Check the clusters. If mentions are not spans, pass strings.",
        {
            "negative-pair": "{count:mention} of the {side} {count:has|have} a negative number and {count:is|are} scored like any other: {examples:first3 , }\n"
            "Remove rows that only fill an array. Mentions that are not spans can be strings.",
            "reversed-pair": "{count:mention} of the {side} {count:begins|begin} after {count:its|their} end and {count:is|are} scored like any other: {examples:first3 , }\n"
            "Pass spans as (first, last). Mentions that are not spans can be strings.",
            "shifted-spans": "key and response have {common:mention} in common, but {count} if the response's spans are changed to {span}\n"
            "Use the same kind of spans on both sides: count words from 0 or from 1, and end a span with its last word or after it.",
            "documents-or-discontinuous": "this list is read as {documents} documents, but no span is in two of them and most clusters have one mention\n"
            "If it is one document with discontinuous mentions, pass {{document: clusters}} with each mention as a tuple of spans: ((0, 1), (20, 21)).",
        },
    ),
    "CE149": Kind(
        "internal error",
        "Report it with the message on standard error. No error is known in the files.",
        {"internal-error-could": "internal error: the file could not be scored"},
    ),
}
