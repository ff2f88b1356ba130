"""The catalogue of problems: what each code is called, what to do about it, and its sentences.

Everything that people read about a problem is written here, so that no other module has to know a sentence. A
sentence is a template of `str.format` with the arguments of the problem; see `render.py` for its format
specifications.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Template(NamedTuple):
    """How a kind of problem is written.

    Attributes:
        text: the template of the sentence, without a full stop.
        hint: the template of the advice, where it differs from that of the code.
        is_of_file: whether it is about the file as a whole even if it is at a line, as problems of a header are, and bytes
            that end the reading.
    """

    text: str
    hint: str = ""
    is_of_file: bool = False


class Kind(NamedTuple):
    """A code: what it is called in the documentation, the usual advice, and its sentences by their slugs."""

    title: str
    hint: str
    sentences: Mapping[str, str | Template] = MappingProxyType({})

    def sentence(self, kind: str) -> Template:
        """Return the sentence of a slug."""
        found = self.sentences[kind]
        return Template(found) if isinstance(found, str) else found


CATALOGUE: dict[str, Kind] = {
    # the file as a whole
    "CE001": Kind(
        "file not found",
        "Check the path.",
        {
            "empty-path-of": "the path of {path!r} is empty; is a variable not set?",
            "empty-path": "the path is empty; is a variable not set?",
            "no-such-file": "no such file",
            "nul-byte-in-name": "a NUL byte is in no name of a file",
            "no-such-submissions": "no such folder of submissions",
            "no-such-scheme": "no such file of a scheme",
            "no-folder-of-program": "the input of a scoring program has a folder {name}",
            "no-such-file-path": Template(
                "no such file: a path was expected, and this is a text of several lines:",
                "To pass the text itself in Python, wrap it: io.StringIO(text).",
            ),
        },
    ),
    "CE002": Kind(
        "file cannot be read",
        "Check its permissions, or that the compressed file is complete.",
        {
            "os-error": "{error:or cannot be read}",
            "compressed-file-damaged": "the compressed file is damaged or cut: {error}",
            "standard-input-closed": "standard input is closed",
            "open-file-cannot-read": "the open file cannot be read: {error}",
            "scheme-not-read": "a scheme: {error}",
            "archive-damaged": "{reason}",
            "not-supported-kind-archive": "not a supported kind of archive",
        },
    ),
    "CE003": Kind(
        "empty input",
        "Give a file with at least one document.",
        {
            "no-dataset-in-folder": "no dataset in this folder",
            "file-empty": "the file is empty",
            "folder-empty": "the folder is empty",
            "no-file-read": "no file of the folder can be read",
            "no-document": "no document",
            "no-submission-in-folder": Template(
                "no submission in this folder", "Put folders or archives there."
            ),
        },
    ),
    "CE004": Kind(
        "format not recognised",
        "docs/bring-your-data.md says what to do with the files of each tool; 'corefeval formats' lists the formats, and --key-format, --response-format or --from names one.",
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
            "folder-holds-files-several": Template(
                "the folder holds files of several formats: {kinds:, }",
                "Name the one to read with --key-format, --response-format or --from.",
            ),
        },
    ),
    "CE005": Kind(
        "not UTF-8",
        "Convert the file to UTF-8 first, for example with iconv.",
        {
            "is-something": "this is {looks}",
            "encoding-declares-not-fit": "the encoding that it declares does not fit: {error}",
            "byte-not-utf8": Template("byte {byte:02X} is not UTF-8", is_of_file=True),
            "not-utf8": "not UTF-8",
            "file-open-text": "the file is open as text, and {error}",
        },
    ),
    "CE006": Kind(
        "NUL byte",
        "The file is damaged or not text; docs/bring-your-data.md says what is read.",
        {
            "not-text": "this is {looks}, not text",
            "nul-byte-not-text": "a NUL byte: not text",
            "nul-byte": Template("a NUL byte", is_of_file=True),
        },
    ),
    "CE076": Kind(
        "file changed while it is in use",
        "Load it again: words and mentions are kept, other columns are read from the file when they are needed.",
        {
            "deleted-since": "the file was deleted since it was first read",
            "changed-since": "the file was changed since it was first read",
        },
    ),
    "CE007": Kind(
        "not the named format",
        "Leave the format out to have it detected, or name the right one; docs/bring-your-data.md has them by tool.",
        {
            "begins-with": "{fault}; it begins with",
            "looks-like-another": "this is not {label}: it looks like {looks}",
            "coref-ref-muc-sgml": Template(
                "a COREF with REF: this is MUC SGML, in which ID is the mention", "Name the format: muc."
            ),
        },
    ),
    "CE008": Kind(
        "ambiguous offsets",
        "Say which: --key-offsets or --response-offsets with inclusive|exclusive and token|character; for validate and convert --offsets.",
        {
            "meant-otherwise-before": Template(
                "{here}; but {before} in line {other_line}",
                "Keep them in files of their own, or say of all with --key-offsets, --response-offsets or --offsets what they are.",
            ),
            "ends-inclusive": "ends are inclusive",
            "ends-exclusive": "ends are exclusive",
            "ends-unsaid": "nothing is said of ends",
            "characters-counted": "characters are counted",
            "tokens-counted": "tokens are counted",
            "unit-unsaid": "nothing is said of what is counted",
            "documents-text-tokens-every": Template(
                "the documents have text and tokens, and every span fits both",
                "Say which: --key-offsets or --response-offsets with token or character.",
            ),
            "nothing-in-file-says": "nothing in the file says whether ends are inclusive or exclusive: [{begin}, {end}] is {inclusive!r} (inclusive) or {exclusive!r} (exclusive)",
            "ends-where-begins-ends": Template(
                "{span} ends where it begins, so ends are inclusive; but {other_span} in line {other_line} ends with the number of tokens, so ends are exclusive",
                "Correct one of them, or say with --key-offsets or --response-offsets which are right.",
            ),
        },
    ),
    "CE009": Kind(
        "no coreference in this file",
        "Give a file with coreference annotation; docs/bring-your-data.md shows some.",
        {
            "text-is-no-conll-u": Template(
                "--text takes a CoNLL-U file, and this is none",
                "Parse the key's words and write them as CoNLL-U.",
            ),
            "conll-u-without-coreference": "CoNLL-U without coreference: no word has Entity= in its last column",
            "brackets-file-name": Template(
                "the brackets of this file name no entities (neither eid nor GRP in its header): no coreference",
                is_of_file=True,
            ),
            "neither-global-entity-header": "neither a '# global.Entity' header nor an Entity attribute",
            "no-layer-version": "no layer {name} of version {version}",
        },
    ),
    # documents
    "CE010": Kind(
        "document missing in the response",
        "Add it, or score it as empty with --missing empty.",
        {
            "nothing-dataset-scored-empty": Template(
                "nothing for dataset {dataset}: it is scored as empty and counts 0",
                "Add it, if the system was to resolve it.",
            ),
            "nothing-dataset": Template(
                "{system} has nothing for dataset", "Add it, or have it count 0 with --missing empty."
            ),
            "key-documents-response-none": Template(
                "the key has {documents} documents, the response {system}, and none has a name",
                "Give {{document: clusters}} on both sides.",
            ),
            "key-no-dataset": "the key has no dataset",
            "key-response-no-document": Template(
                "key and response have no document in common, neither by name nor by text: {lacking:first5 quoted , } against {names:first5 quoted , }",
                "Give the documents of both the same names.",
            ),
            "not-in-response": "not in the response:",
            "documents-missing-in-text": Template(
                "{count} of {documents} documents {count:is|are} missing in the text of --text: {lacking:first5 quoted , }",
                "Add them; until then the key's own file describes their words.",
            ),
            "documents-missing-in-response": Template(
                "{count} of {documents} documents {count:is|are} missing in the response and scored as empty: {lacking:first5 quoted , }",
                "Add what is missing, if the system was to resolve it.",
            ),
            "missing-scored-or-left-out": "documents are missing in the response: they are scored as empty, or left out where that is said",
            "not-in-file": "not in this file, {mentions:mention} of the key:",
            "not-in-response-because": Template(
                "not in the response, because its file was rejected ({type_code}: {fault} {given!r}):",
                "Correct the file, or score it as empty with --missing empty.",
            ),
        },
    ),
    "CE011": Kind(
        "document not in the key",
        "It is not scored; remove it or add it to the key.",
        {
            "dataset-not-in-key": "{system} has a dataset that is not in the key",
            "response-not-in-key": "{count:document} of the response {count:is|are} not in the key and not scored: {extra:first5 quoted , }",
            "not-in-key-nor-scored": "not in the key and not scored, {mentions:mention}:",
        },
    ),
    "CE012": Kind(
        "document name twice",
        "Give every document its own name.",
        {
            "two-datasets-name": "two datasets of this name: {other} and {name}",
            "document-given-before": "this document was given before:",
            "document-also": Template(
                "document {name!r} is also in {seen}",
                "Give every document its own name. If the files are datasets, each to be scored on its own: --average datasets, in a comparison --by dataset.",
            ),
            "document-already-begun": "document {name!r} was already begun on line {other_line}",
            "document-name-stands": "a document of this name stands in line {other_line} already",
            "name-given-again": "{counts} documents of this name:",
            "name-on-side": "the {side} has {documents} documents of this name:",
        },
    ),
    "CE013": Kind(
        "different words",
        "Score files of the same text. --align rewrite aligns a changed copy of it, --align positions compares words by their number.",
        {
            "same-text": Template(
                "it is the same text in other tokens",
                "It is the same text in other tokens: --align auto or --align characters carries mentions over.",
            ),
            "other-words-from-here": "{name:?document **: }other words than those of the key, from here on",
            "ends-before-key": "{name:?document **: }it ends before the key does",
            "tokens-not-those-text": "the tokens are not those of the text; the first one not found",
            "compared-their-number": Template(
                "{count:word} of {documents:document} {count:differs and is|differ and are} compared by their number; the first one in the key ({key_place}) is {word!r}, in the response",
                "Check that the words are those of the same text in another spelling.",
            ),
            "document-key-response": "document {name!r}: the key ({key_place}) has {word!r}, the response",
            "document-gives-no-words": Template(
                "document {name!r}: the {side} gives no words",
                "--align auto and positions compare mentions by the numbers of their words.",
            ),
            "more-other-numbers-of-words": "{documents} more documents have different numbers of words",
            "more-other-words": "{documents} more documents have different words",
            "other-number-of-words": Template(
                "document {name!r}: {amounts}",
                "Mentions are compared by the numbers of their words: give both the same number of words, key files the same mentions, a row each.",
            ),
            "key-is-part-of-response": Template(
                "{amounts}: the key's text is one part of the response's, in document",
                "Score files of the same text; or use --crop to score that part of the response and drop mentions outside it.",
            ),
            "no-part-of-response": Template(
                "--crop: the {words:word} of the key are no contiguous part of the {whole} of the response, in document",
                "Leave --crop out to see where the texts differ. Crop the key to one contiguous excerpt.",
            ),
            "part-of-response-twice": Template(
                "--crop: the {words:word} of the key are in the response more than once, in document",
                "Cut the response to the part that you want to score.",
            ),
            "goes-on": "document {name!r}: {amounts}; the {longer} goes on where the {shorter} ends, with",
            "response-goes-on": Template(
                "document {name!r}: {amounts}; the {longer} goes on where the {shorter} ends, with",
                "Score files of the same text; or use --crop to score the key's part of the response and drop mentions outside it.",
            ),
            "amounts": "{key} {unit} in the key, {response}{other_unit:? *} in the response",
        },
    ),
    "CE014": Kind(
        "text outside a document",
        "Start each document with its header line.",
        {
            "lines-outside-document": "{lines:a line|# lines} outside a document, from here",
            "text-before-first-newdoc": "text before the first '# newdoc id ='",
            "text-before-newdoc-read": "text before the first '# newdoc' is read as the document {name!r}",
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
        "documents of different names paired",
        "Give the documents of both the same names to be sure.",
        {
            "paired-as-only-ones": "key and response have no document name in common; {count} paired as the only one: {pairs:first3 , }",
            "paired-by-text": "key and response have no document name in common; {count} paired by their text: {pairs:first3 , }",
            "paired-by-order": "key and response have no document name in common; {count} paired by their order: {pairs:first3 , }",
            "lines-paired-by-text": Template(
                "the lines of the response have no names; {count} paired by their text: {pairs:first3 , }",
                "Keep the lines in the order of the key's documents.",
            ),
            "lines-paired-by-order": Template(
                "the lines of the response have no names; {count} paired by number: {pairs:first3 , }",
                "Keep the lines in the order of the key's documents.",
            ),
            "key-response-no-document": "key and response have no document name in common; {pairs} paired {how}: {shown}{more}",
        },
    ),
    # lines and brackets
    "CE020": Kind(
        "too few or too many columns",
        "All lines of a file have the same number of columns.",
        {
            "columns": "{columns} columns, not {cells}",
            "columns-not-before": "{columns} columns, not {expected} as before",
            "columns-column": "{columns} columns, {layer} is column {column}",
            "not-ten-columns": "{columns} columns instead of 10",
            "line-without-form": "a line without a form",
            "columns-not-header": "{columns} columns, not the {names} of the header",
            "odd-lines": Template(
                "{count:1 line has|# lines have} more or fewer columns than the rest of the sentence; the last field is read as coreference, as in the Perl scorer",
                "Check the words of these lines: a blank word leaves a column out, a word with a blank in it adds one.",
            ),
            "blanks-for-tabs": Template(
                "{count:1 line has|# lines have} blanks instead of tabs between the columns",
                "Separate the columns with tabs; 'corefeval validate --fix' writes a copy that has them.",
            ),
            "columns-not-before-at": "{cells} columns, not {sentence_columns} as before, at the end of a document that is cut off",
        },
    ),
    "CE021": Kind(
        "bracket closed but never opened",
        "Open it before, or remove the closing bracket.",
        {
            "mention-ends-never-began": "a mention ends that never began, of chain",
            "bracket-never-opened": "bracket was never opened",
            "closed-but-never-opened": "closed but never opened",
            "no-mention-open": "no mention of {eid!r} is open",
        },
    ),
    "CE022": Kind(
        "bracket opened but never closed",
        "Close it in the same document.",
        {
            "mention-begins-never-ends": "a mention begins that never ends, of chain",
            "bracket-never-closed": "bracket is never closed",
            "opened-but-never-closed": "opened but never closed",
            "mention-never-closed": "the mention of {label!r} is never closed",
        },
    ),
    "CE023": Kind(
        "bracket not understood",
        "See the page of the format for the grammar of the cell.",
        {
            "link-not-understood": "{field} not understood",
            "closed-behind-opening": "{count} closing brackets stand behind an opening one; the UA scorer loses those mentions",
            "others-closed-by-id": "the other closing brackets of this file have an id",
            "others-closed-without-id": "the other closing brackets of this file have no id",
            "neither-id-nor-id": "neither (id) nor (id nor id)",
            "coreference-on-multiword-range": "coreference on a multiword range; only its words can carry it",
            "mention-on-multiword-token": "mention on a multiword token",
            "neither-opening-nor-closing": "neither an opening nor a closing bracket",
            "not-form-name-value": "not of the form name=value",
            "not-bridging-bracket": "not a bridging bracket",
            "entity-without-bracket": "Entity= without a bracket",
            "opening-bracket-without-entity": "an opening bracket without an entity",
            "closing-bracket-holds-identifier": "a closing bracket holds the identifier of the entity and nothing else",
            "neither-opens-nor-closes": "neither opens nor closes a mention",
        },
    ),
    "CE024": Kind(
        "mention across sentences",
        "A mention ends in the sentence it begins in.",
        {
            "ends-in-other-sentence": "it begins in another sentence than the one it ends in (line {other_line})",
            "edge-at-empty-node": "{count} mentions of several nodes begin or end at an empty node; the UA scorer refuses them",
            "parts-stand-in-different": "its parts stand in different sentences",
        },
    ),
    "CE025": Kind(
        "discontinuous mention incomplete",
        "Give all its parts, numbered [1/n] to [n/n].",
        {
            "part-without-part": "part {number} without part {before}",
            "parts": "{parts} of {wanted} parts",
        },
    ),
    "CE026": Kind(
        "header missing or malformed",
        "See the page of the format.",
        {
            "no-begin-document-file": "no '#begin document': the file is read as one document",
            "header-names-no-column": Template("the header names no column {layer}", is_of_file=True),
            "document-without-name-called": Template(
                "document without a name, called {name!r} after its number",
                "Write '# newdoc id = NAME'; the UA scorer loses such documents.",
                is_of_file=True,
            ),
            "no-global-entity-header": Template(
                "no '# global.Entity' header; read as eid-etype-head-other", is_of_file=True
            ),
            "malformed-header": Template("malformed header", is_of_file=True),
        },
    ),
    "CE027": Kind(
        "token number out of order",
        "Number the tokens of a sentence 1, 2, 3 …",
        {
            "empty-node-out-of-order": "{number} where {word}.{expected} is expected",
            "no-number-empty-node": "no number of an empty node",
            "empty-node-behind": "an empty node behind .{sentence_zeros}",
            "not-number-word": "not the number of a word",
            "first-column-no-token": "the first column is no token number",
            "token-number-where-expected": "token number {number} where {expected} is expected",
            "token-begins-or-ends": "a token begins or ends before the one before it:",
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
        "Each line of a JSON Lines file is one JSON object; docs/bring-your-data.md has the JSON of each tool.",
        {
            "not-json": "{what:?*: }{error}",
        },
    ),
    # mentions and entities
    "CE030": Kind(
        "mention listed twice",
        "Choose with --duplicates error|first|keep|merge|perl.",
        {
            "listed-again": "{count:mention} of the {side} {count:is|are} listed more than once, {done}: {examples:; }{more:? and * more}",
            "reference-scorer-refuses": "the reference scorer refuses to score a response with more than {most} repetitions of mentions that the key has; this one has {count} and is scored",
            "repetitions-dropped": "{count:repetition} {count:is|are} dropped",
            "repetitions-counted": "all are counted, as in the reference scorer",
            "some-repetitions-dropped": "{count} repetitions of mentions that the key has are dropped{others:?, * others are counted}, as in the reference scorer",
            "listed-in-one-entity": "{document:?document **: }listed {times:2=twice|# times}, in entity {entities:, }:",
            "listed-in-entities": "{document:?document **: }listed {times:2=twice|# times}, in entities {entities:first5 , }:",
            "document-times-same-mention": "{side} document {name!r}: {times} times the same mention, in entities {labels}:",
            "mentions-explained-once": "some mentions are listed or matched more than once; each is explained once",
        },
    ),
    "CE031": Kind(
        "span outside the document",
        "Offsets count from 0 within the document.",
        {
            "spans-outside": "{spans:, } is no span of the document, which has {length} {unit} ({ends} ends)",
            "span-outside": "no span of the document, which has {length} {unit} ({ends} ends)",
            "names-no-word-document": "{name} names no word of the document, which has {words}",
            "no-span-document": "{field}: no span of the document",
            "span-without-words": Template(
                "{field}: no words, because ends are exclusive",
                "If ends are inclusive, say so: --offsets inclusive, --key-offsets inclusive or --response-offsets inclusive.",
            ),
            "mention-clusters-no-span": "mention_clusters: no span of its sentence (exclusive ends)",
            "empty-pairs-token-number": "empty: pairs of a token and its number behind the last word, in order",
            "no-span-of-document": "the {what} is no span of the document:",
            "span-outside-by-its-end": Template(
                "no span of the document, which has {length} {unit} ({ends} ends)",
                "It is a span if ends are {other}: use --key-offsets {other} or --response-offsets {other}, or correct the field offsets.",
            ),
        },
    ),
    "CE032": Kind(
        "field missing",
        "See the page of the format for the names of the fields.",
        {
            "other-field-before": "clusters are in {before} before and in {field} here",
            "no-clusters": "no clusters: none of the fields {fields:, }",
            "some-mentions-no-mention": "some mentions have no mention_context, others have one",
            "no-clusters-no-field": "no clusters: there is no field {field}",
            "bracket": "bracket without {name}",
            "bridging-without-mentionanchor-entityanchor": "bridging without MentionAnchor and EntityAnchor",
            "no-such-column": "no column {name!r}",
            "coref-without-id": "a COREF without ID",
            "no-element-text": "no element <text>",
            "referent-without-group": "a referent without a group",
            "mention-without-span": "mention without span",
            "without-name-called-after": Template(
                "{count:document} without a name, called after {count:its|their} number",
                "Give each a {names:, } or {names2}.",
            ),
            "none-fields-sentences-tokens": "none of the fields sentences, tokens, text",
            "counts-characters-no-text": "{field} counts characters, and there is no text",
            "counts-tokens-none": "{field} counts tokens, and there are none",
            "no-layer": "no layer {name}",
            "of-json": "{what:?*: }{error}",
            "no-document-span-group": Template(
                "no document has a span group called coref_clusters, so none has clusters",
                "If the text was not resolved, run the coreference component first.",
            ),
        },
    ),
    "CE033": Kind(
        "field of the wrong type",
        "See the page of the format for the types of the fields.",
        {
            "offsets": "offsets: {fault}",
            "tokens-number-mention": "tokens_number: a mention of no token",
            "number-word": "{name} is the number of a word, or two of them joined by a comma",
            "coref-neither-true": "{name}-coref: neither TRUE nor FALSE",
            "string-where-list-strings": "a string where a list of strings is expected:",
            "strings-lists-strings": "strings and lists of strings in one list:",
            "bridging": "bridging: {bridges}",
            "annotations": "annotations: {found}",
            "not-span": "{field}: not a span",
            "sent-id-numbers": "sent_id: {numbers} numbers for {words:word}",
            "holds-text-where-mentions": "{worded} holds text where mentions are [start, end]",
            "mention-start-end": "{field}: a mention is [start, end], or a list of such pairs",
            "field-wrong": "{field}: {error}",
            "cluster-ids-clusters": "{cluster_ids} cluster_ids for {clusters} clusters",
            "not-whole-number": "{what}: not a whole number",
            "importance-not-number-everywhere": "importance {name!r} is not a number everywhere:",
            "of-json": "{what:?*: }{error}",
            "subtoken-map-out-of-order": "subtoken_map: the words are not in order",
            "subtoken-map-too-long-or-short": "subtoken_map: it is of {mapped} subtokens, not {subtokens}",
        },
    ),
    "CE034": Kind(
        "cycle of split antecedents",
        "An entity cannot be an element of itself.",
        {
            "link-cycle": "{field}: an entity is an element of itself ({cycle: < })",
            "cycle": "cycle of split antecedents: {cycle: has the element }",
            "split-antecedents-cluster-element": "split_antecedents: a cluster is an element of itself ({clusters})",
            "entity-element-itself": "an entity is an element of itself",
            "document-entity-element-itself": "document {name!r}: an entity is an element of itself:",
        },
    ),
    "CE035": Kind(
        "reference to an unknown entity or markable",
        "Define it, or remove the reference.",
        {
            "entity-not-defined": "{field}: no bracket of this document defines the entity {entity!r}",
            "no-mention-here": "{field}: no mention of {entity!r} stands here",
            "no-such-element-of": Template(
                "ElementOf names no entity of the document: {label}",
                "It is left out; define it, or remove the reference.",
            ),
            "anaphor-not-in-identity": Template(
                "bridging anaphor not in the Identity column",
                "It is left out; define it, or remove the reference.",
            ),
            "anchor-not-in-identity": Template(
                "bridging anchor not in the Identity column",
                "It is left out; define it, or remove the reference.",
            ),
            "anchor-no-entity": Template(
                "bridging anchor is no entity of the document",
                "It is left out; define it, or remove the reference.",
            ),
            "anchor-of-other-entity": "{count} bridging anchors are not of the entity EntityAnchor names; the mention counts",
            "entity": "an entity that is not there:",
            "mention-token": "a mention of a token that is not there:",
            "mention-word": "a mention of a word that is not there:",
            "no-such-cluster": "{field}: no such cluster",
            "bridging-no-such-mention": "bridging: no such mention",
            "annotation": "an annotation that is not there:",
            "chain-mention": "a chain of a mention that is not there:",
            "span-word": "a span of a word that is not there:",
            "mention-term": "a mention of a term that is not there:",
            "term-word": "a term of a word that is not there:",
            "link-mention": "a link to a mention that is not there:",
            "first-link-chain": "the first link of a chain is not there:",
            "subtoken-words-out-of-order": "the words of the subtokens are not in order:",
            "no-subtoken-words": "the words of the subtokens are not there:",
        },
    ),
    "CE036": Kind("entity across documents", "It is split: an entity lives in one document."),
    "CE037": Kind(
        "mention inside a token",
        "Give tokens, or add 'letters' to --key-offsets and --response-offsets: then every character is a token.",
        {
            "inside-token": "[{begin}, {end}] begins or ends inside a token",
        },
    ),
    "CE065": Kind(
        "row of a key file that is no mention",
        "A key file lists the gold mentions, a row each, (id) in every one; other files with a row a word need words.",
        {
            "not-one-mention-id": "not one mention, (id), in a row of a key file",
        },
    ),
    "CE067": Kind(
        "line or element not of the format",
        "See the page of the format for what stands where; correct or remove it.",
        {
            "column-not-named": "the first line names no column {name!r}",
            "tokens-numbered-from-0": "tokens are numbered from 0 without gaps, and this would be {index}, not",
            "row-cells": "a row of {cells} cells, not {header}:",
            "not-line-brat": "not a line of brat",
            "no-element-document": "no element <document> in",
            "no-element-sentences": "no element <sentences> in",
            "not-row-columns": "not a row of {columns} columns",
            "second-chain-mention": "a second chain of the mention",
            "not-line-litbank": "not a line of LitBank",
            "project-names-no-file": "the project names no file of words",
            "not-many-relations-addresses": "not as many relations as addresses",
            "not-link-chain": "not a link of a chain",
            "not-address-span": "not the address of a span",
            "not-row-token-columns": "not a row of a token with {width} columns",
            "coreference-second-text": "coreference of a second text",
        },
    ),
    "CE068": Kind(
        "annotation that is not read",
        "See the page of the format for what counts as coreference.",
        {
            "mentions-type": "{count:,} mentions have a type but no chain and are left out, such as",
            "only-rs-mentions": "only <rs> are mentions; other elements that refer are not read:",
            "annotations-in-no-chain": "annotations in no chain are left out: {count:,}, such as",
            "markables-level-without-sets": "markables of a level without sets and pointers are not read: {count:,} of",
            "several-antecedents-first-followed": "of several antecedents the first is followed; the others are",
            "chains-deprecated-not-read": "chains that are deprecated are not read: {count:,}, such as",
            "file-says-module-failed": "the file says that a module failed, so that annotation may be missing:",
            "relations-not-identity": "relations that are not identity are not read:",
            "only-relations-between-spans": "the only relations between spans are read as identity, though they are called",
            "chains-several-layers-read": "the chains of several layers are read:",
        },
    ),
    "CE069": Kind(
        "no layer of coreference",
        "See the page of the format for which layers are read.",
        {
            "tei-without-mentions": "TEI without mentions: no element",
            "no-level-sets": "no level has sets or pointers",
            "not-one-layer-chains": "not one layer of chains, nor one of relations between spans, that is coreference, in",
            "not-one-type-chains": "not one type of chains or relations that is coreference among",
        },
    ),
    "CE088": Kind(
        "tokens cut at the edges of mentions",
        "Nothing is lost; score against files of the same text, which are compared by characters where tokens differ.",
        {
            "tokens-cut": "tokens cut where a mention begins or ends inside one: {count:,}, such as",
        },
    ),
    "CE089": Kind(
        "mentions carried to whole tokens",
        "The tokens of the file are kept: a mention that begins or ends inside one has the whole of it.",
        {
            "inside-token": "mentions that begin or end inside a token: {count:,}, such as",
        },
    ),
    "CE090": Kind(
        "companion file missing",
        "Put it beside the file, or name it or its folder: --key-companion, --response-companion; for validate and convert --companion. See the page of the format for its name.",
        {
            "not-in-folder": "the file that belongs to it is not in {folder}:",
            "not-beside-it": "the file that belongs to it is not beside it:",
            "no-text-place-strings": "no text to place the strings in: the row has none, and no key of this name",
        },
    ),
    "CE091": Kind(
        "not well-formed XML",
        "Correct it at the place named; a browser or xmllint shows the same.",
        {
            "not-well-formed-xml": "not well-formed XML: {error}",
        },
    ),
    "CE092": Kind(
        "entity declared in XML",
        "Declarations of entities can blow a file up or read other files: write the characters themselves.",
        {
            "file-declares-entity": "the file declares the entity",
            "reference-entity": "a reference to an entity",
        },
    ),
    "CE093": Kind(
        "identifier twice",
        "Give everything that is referred to an identifier of its own.",
        {
            "two-mentions-identifier": "two mentions have the identifier",
            "two-elements-same": "two elements have the same {attribute}:",
        },
    ),
    "CE094": Kind(
        "text of a mention not at its place",
        "Check that the offsets count characters (not bytes) of this text, and that it is the text that was annotated.",
        {
            "other-words": "mentions whose words, as the file gives them, are not at their place in the text: {count:,}, such as",
            "words-min": "the words of MIN are not in the mention:",
        },
    ),
    "CE071": Kind(
        "tag that does not fit",
        "Every tag that opens a mention has one that closes it; a mention of which one is missing is not scored.",
        {
            "no-mention-marked": "no mention is marked in it",
            "tag-left-out": "{fault}, and is left out:",
            "tag-does-not-fit": "{fault}:",
            "bracket-closes-nothing": "a bracket closes what is not open",
            "tag-closes-nothing": "a tag closes what is not open",
            "tag-never-closed": "a tag is never closed",
            "mentions-across-sentences": Template(
                "{count:mention} of the response {count:crosses|cross} a sentence boundary of the key and {count:is|are} not scored: CorefUD cannot state such a mention",
                "Have the model mark mentions within sentences.",
            ),
            "zero-before-first-word": "a zero stands before the first word, so that it depends on no word",
            "tag-behind-second-bar": "a tag follows a second bar",
            "brace-begins-nothing": "a brace that begins no mention",
            "answer-refused": Template(
                "no mention is marked in it",
                "Mark the mentions, or use --unreadable empty to count it as a document without mentions.",
            ),
            "answer-without-marks": Template(
                "no mention is marked in it",
                "It counts as a document without mentions; --unreadable error stops instead.",
            ),
        },
    ),
    "CE072": Kind(
        "mentions not found in the text",
        "They count as errors of the system. Ask the model for the words of the text, each as often as it is mentioned, in their order.",
        {
            "no-place-left": "no place is left in the text for",
        },
    ),
    "CE077": Kind(
        "more or less than the answer",
        "Check that what is left out is none of the text; have a model that was cut off finish its answer.",
        {
            "answer-cut-off": "the answer is cut off: what is whole is read, the rest is left out:",
            "code-block-no-end": "the code block has no end: the answer may be cut off",
            "text-around-answer-left": "text around the answer is left out:",
            "document-copy-ends-after": "document {names!r}: the copy ends after {end:,} of {words:,} words, before {words2!r}; what the key marks after that counts as missed. Its last word:",
        },
    ),
    "CE095": Kind(
        "no words in the file",
        "Spans are compared as they are: score it against a file that counts the same things, such as one of the same tool.",
        {
            "no-words-tell-whether": "there are no words to tell whether the other side counts the same",
            "gives-no-words-mentions": Template(
                "the {side} gives no words: mentions are compared by the numbers of their words",
                "--align positions says that this is meant.",
            ),
        },
    ),
    "CE038": Kind(
        "two annotations in one file",
        "Name the one to be read with --key-layer or --response-layer; for validate and convert with --layer.",
        {
            "other-field-before": "clusters are in {before} before and in {field} here",
            "same-layer-of-same-file": Template(
                "key and response are the same layer of the same files: every score is that of a copy",
                "Name two layers with --key-layer and --response-layer: {layers:, }.",
            ),
            "file-predicted-clusters-clusters": "the file has predicted_clusters and clusters; the predicted ones are read",
        },
    ),
    # settings against data
    "CE080": Kind(
        "no entity in two documents",
        "Give an entity the same name in all documents; JSON Lines names them in cluster_ids.",
        {
            "no-entity": "no entity of the {side} is in two documents: names of entities are not shared between documents",
        },
    ),
    "CE084": Kind(
        "document without a topic",
        "Call documents topic/name or topic_name, put them into a folder each topic, or name it in the field topic.",
        {
            "documents-no-topic": "{lacking} of {documents} documents have no topic, such as",
        },
    ),
    "CE085": Kind(
        "entities numbered in each document",
        "Number or name them through the whole corpus, or leave --across out.",
        {
            "entities-numbered-anew": "the entities of the {side} are numbered anew in each document, and are scored as the same where numbers are",
        },
    ),
    "CE040": Kind(
        "singletons on one side only",
        "Compare with --singletons drop as well.",
        {
            "singletons-here": "the key has {singletons:singleton}, this file {here:,}; {label} F1 is {now:score}, and {then:score} with --singletons drop",
            "no-singletons-in-key": "the key has no singletons, this file {here:,}; {label} F1 is {now:score}, and {then:score} with --singletons drop",
            "singletons": "the key has {key:singleton}, the response {response:,}{alternative:?; *}",
        },
    ),
    "CE041": Kind(
        "no heads and no minimum spans",
        "Give them in the file, or use --match exact.",
        {
            "key-neither-minimum-spans": "the key has neither minimum spans nor heads: partial matching means exact matching here",
            "names-no-heads": "the {side} names no heads and has no dependency tree to find them in",
        },
    ),
    "CE042": Kind(
        "heads derived from the dependency tree",
        "Give them in the file to use others.",
        {
            "heads-from-tree": "the heads of {count} of {mentions} mentions of the {side} come from the dependency tree{lacking:?; * have none}",
        },
    ),
    "CE066": Kind(
        "first words taken for heads",
        "Name heads in the file, or use --heads tree to take them from the dependency tree.",
        {
            "first-word-as-head": Template(
                "{count:mention} without a head, whose first word is written as the head",
                "So corefud-scorer reads mentions without one; udapi's corefud.MoveHead takes heads from a tree.",
            ),
            "mentions-of-side": "{count:mention} of the {side}",
            "no-tree": Template(
                "no heads are named for {mentions: and }: their first words are taken, as corefud-scorer does; there is no dependency tree to find others in",
                "Give a parsed text with --text FILE, name heads in the file, or use --match exact.",
            ),
            "no-tree-on-one-side": Template(
                "no heads are named for {mentions: and }: their first words are taken, as there is no dependency tree to find others in; the other side names its heads, so equal mentions may not match",
                "Give a parsed text with --text FILE, name heads in the file, or use --match exact.",
            ),
            "first-words": "no heads are named for {mentions: and }: their first words are taken, as corefud-scorer does; the dependency tree gives {others} of them another head{alternative:?; *}",
        },
    ),
    "CE043": Kind(
        "the two readings of dependent zeros differ",
        "Compare with --zeros dependent.",
        {
            "zeros-collide": "the official alignment of zeros collides with itself for {count:mention}{alternative:?; *}",
        },
    ),
    "CE044": Kind(
        "setting needs what the file does not have",
        "See the page of the metric or the setting.",
        {
            "clusters-without-text": "clusters without a text have no",
            "result-no-longer-texts": Template(
                "the result no longer has its texts",
                "Explain the files, or score large ones with whole=True.",
            ),
            "result-without-documents-says": Template(
                "a result without its documents says nothing of uses",
                "Score the files, or all documents at once.",
            ),
            "breakdown-needs-mentions-result": Template(
                "a breakdown needs the mentions, and the result has none",
                "Score files or clusters with score(), large files with whole=True; a Scorer keeps only counts.",
            ),
            "mean-mentions-needs-key": Template(
                "a mean by mentions needs key and response at hand",
                "Score all documents at once, with score().",
            ),
            "format-read-not-written": Template(
                "the format is read, not written", "Convert to jsonlines, which holds all that a corpus can."
            ),
            "clusters-without-text-cannot": "clusters without a text cannot be written as CoNLL-2012",
            "clusters-python-objects": "clusters of Python objects have no text to write",
            "clusters-without-words": "clusters without a text have no words to write",
            "frame-needs-pandas": Template(
                "to_frame() needs pandas", "Install it with pip install pandas; to_dict() needs nothing."
            ),
            "integration-needs-package": Template(
                "this adapter needs the package {package}",
                "Install it with pip install 'corefeval[{package}]'.",
            ),
            "file-no-tags-derive": "the file has no tags to derive mention types from: {source}",
            "file-gives-no-mention": Template(
                "the file gives no mention types", "Leave the source out to derive them."
            ),
            "needs-phrase-trees-key": Template(
                "{setting} needs phrase trees, and the key has none",
                "Give a key in CoNLL-2012 format with all twelve columns, the sixth its parse; the response needs none.",
            ),
            "byron-cannot-exclude": "byron cannot exclude by {feature!r}: neither the mentions nor the words have it",
            "importance-mentions": Template(
                "importance {name!r}: mentions have no such attribute",
                "Use size, one, type:name, or an attribute of the file.",
            ),
            "mor-compares-words-mentions": Template(
                "mor compares the words of mentions, which clusters from Python do not have",
                "Leave it out, or score files.",
            ),
            "needs-split-antecedents-kept": Template(
                "{name} needs split antecedents to be kept", "Add --split-antecedents keep."
            ),
            "window-needs-words": Template(
                "--window needs the words of the text, and the {side} is clusters from Python",
                "Score documents with their words, or leave --window out.",
            ),
            "nested-drop-needs-words": Template(
                "--nested drop needs the words of mentions, and the {side} is clusters from Python",
                "Leave it out, or score files.",
            ),
            "match-craft-compares-parts": Template(
                "--match craft compares parts of a text, and the mentions of the {side} have none",
                "Score files, or use --match exact.",
            ),
            "mentions-no-phrase-tree": "{lacking} of {mentions} mentions have no phrase tree and are compared by their whole span",
            "no-zero-enhanced-dependencies": Template(
                "no zero of the {side} has enhanced dependencies: zeros are aligned by position",
                "Give the dependencies, or say so with --zeros linear.",
            ),
            "dependent-zeros-need-enhanced": Template(
                "dependent zeros need enhanced dependencies, which these files do not have",
                "Use --zeros linear or --zeros drop.",
            ),
            "drawing-png-needs-matplotlib": Template(
                "drawing .png needs matplotlib",
                "Install it with pip install 'corefeval[plot]', or write .svg, which needs nothing.",
            ),
            "mitkov-needs-sentences": "mitkov needs sentences, and the key has none",
            "mitkov-needs-features": "mitkov needs morphological features (Gender and Number in the column FEATS), and the key has none",
            "key-lacks": "the key lacks what these metrics need ({lacks:, }): {lacking_key:, }",
            "settings-drop": Template(
                "the settings drop what these metrics need ({needed:, }): {by_settings:, }",
                "To have them: {needed2:, }.",
            ),
        },
    ),
    "CE045": Kind(
        "no mentions, or none in common",
        "Check that the right file and column were read.",
        {
            "key-no-mentions-under": "the key has no mentions under these settings, so that there is nothing to answer for",
            "key-response-no-mention": Template(
                "key and response have no mention in common: {count:mention} of the key, {mentions:mention} of the response",
                "Check that both are of the same text and count alike (from 0 or 1, to the last word or past it).",
            ),
            "no-mentions": "no mentions",
            "nothing-to-score": "nothing to score in the {side}: it has no mentions under these settings",
        },
    ),
    "CE046": Kind(
        "mention types unknown",
        "Give files with part-of-speech tags, or declare the language with --language.",
        {
            "mentions-no-known-type": Template(
                "{unknown} of {mentions} mentions of the {side} have no known type: without tags or a language pronouns are not told from nouns, and no use can be answered for",
                "Declare the language of the words with --language (en, de, …), or give files with part-of-speech tags or mention types.",
            ),
            "no-mention-known-type": "no mention of the {side} has a known type",
            "mentions-no-text": Template(
                "the mentions have no text, so their types are unknown",
                "Give files, or mentions with an attribute 'type'.",
            ),
            "no-language-declared-file": "no language is declared and the file has no tags: {unknown} of {mentions} mentions have no type, pronouns are not found",
            "mentions-no-type": "{count} of {mentions} mentions have no type in the file; theirs are derived from {source}",
            "types-unknown": Template(
                "{count} of {mentions} mentions have a type that is no mention type: {types:, }; theirs are derived from {source}",
                "Name them with --types, as in --types 'LABEL=nominal'; the types are name, nominal, pronoun, zero, adverb, ellipsis and event.",
            ),
            "no-type-known": "no mention has a known type",
            "types-guessed": Template(
                "{share:.0f} % of the mention types are guessed from capital letters ({count} of {mentions} mentions): a noun that starts a sentence counts as a name",
                "Give files with part-of-speech tags, or name the types of labels, as in --types 'nam*=name,np=nominal'.",
            ),
            "labels-without-type": Template(
                "{count} of {mentions} mentions have labels that the table of types does not list: {labels:, }; their types are derived from the words",
                "Add these labels to --types, as in --types '{table},LABEL=nominal'.",
            ),
            "mentions-without-label": Template(
                "{count} of {mentions} mentions have no label that the table of types could list; their types are derived from the words",
                "Check the attributes that --types names: {table}.",
            ),
            "attributes-missing": Template(
                "the mentions have no attribute {names: or }, which the table of types names; their types are derived from the words",
                "Check --types {table}. The mentions have {known:, }.",
            ),
        },
    ),
    "CE047": Kind(
        "what a conversion loses",
        "Convert to a format that can hold it.",
        {
            "not-read-again": "{label} could not be read again ({fault_code} {fault}{line:?, line *})",
            "ids-changed": "{count} entity ids with brackets, bars, commas or spaces were changed",
            "values-encoded": "{count} attribute values with brackets, bars or spaces were percent-encoded",
            "edges-at-empty-nodes": "{count} mentions begin or end at an empty node; corefeval reads them, the UA scorer does not",
            "bridging-to-entities": "{count} bridging links name an entity and no mention; corefeval reads them, the UA scorer does not",
            "gaps-of-empty-nodes": "{count} mentions leave out only empty nodes, which in CoNLL-UA are no part of a mention anyway",
            "closed-by-id": "{count} closing brackets have ids; the UA scorer reads them with --allow-boundary-crossing only, and then loses the ends of brackets without ids: both files of a pair need them there",
            "column-without-place": "the column '{name}' has no place",
            "attributes-encoded": "{count} attributes with a character that ends a field, written as %XX",
            "bridging-anchors-other": "{count} bridging anchors other than the latest mention of their entity",
            "bridging-links-itself": "{count} bridging links of an entity to itself, which udapi refuses",
            "bridging-links-left-out": "{count} bridging links of mentions that are left out",
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
            "zeros-moved": "zeros elsewhere than directly behind their governors, where they are written",
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
            "repeated-mentions": "{count} repeated mentions: another of their entities now comes first, which decides their score",
            "heads-changed": "{count} heads of mentions",
            "minimum-spans-changed": "{count} minimum spans",
            "nonreferring-changed": "{count} marks of expressions that refer to nothing",
            "repeated-within-entity": "{count} mentions repeated within their entity, which --duplicates keep counts once in CorefUD files only",
            "minimum-spans-looked-at": "{count} minimum spans, which --match partial looks at in other files than CorefUD only",
            "topics": "{count} topics of documents",
            "cells-of-column": "{count} cells of the column '{name}'",
            "attributes-of-mentions": "{count} attributes '{name}' of mentions",
            "typed-annotations": "{count} typed annotations",
            "other-layer": "{count:mention} of the layer {name}; --layer {name} converts them",
            "characters-changed": "{count} characters are written differently",
            "words-changed": "{count} words are written differently",
            "split-antecedents-changed": "{count} split antecedents",
            "bridging-changed": "{count} bridging links",
            "words-not-in-text": "{count:mention} of words that are not in the text: left out",
            "could-not-read-again": "{label} could not be read again (CE003 the file is empty)",
            "clusters-given-from-python": "clusters given from Python have no words to write",
            "annotation-file-not-read": "the annotation of the file that was not read",
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
            "string-without-word-left": "a string without a word is left out:",
            "not-well-formed-tags": "not well-formed: the tags around the whole are left out:",
            "tag-left-out": "{fault}, and is left out:",
            "read-by-tags": "{fault}; it is read by its tags",
            "blanks-between-columns-read": "blanks between columns: read as tabs",
        },
    ),
    "CE049": Kind(
        "annotation skipped or odd",
        "What cannot be scored is left out, the rest is scored as it stands.",
        {
            "layers-without-annotation": Template(
                "layers without annotation: the resolver had failed: {count}{example:?, such as}",
                "The document is scored as one without mentions.",
            ),
            "other-number-of-lexemes": Template(
                "morphology layers of another number of lexemes: {count}{example:?, such as}",
                "They are not used: types of mentions come from the words alone.",
            ),
            "names-outside-text": Template(
                "named entities outside the text: {count}{example:?, such as}", "They are left out."
            ),
            "annotations-twice": Template(
                "annotations given twice: {count}{example:?, such as}", "They are used once."
            ),
            "second-annotation-of-referent": Template(
                "annotations of a referent that has another one: {count}{example:?, such as}",
                "All of them are used, so that what they link is one entity.",
            ),
            "no-antecedents": Template(
                "annotations without antecedents: {count}{example:?, such as}",
                "There is nothing to link: they are left out.",
            ),
            "own-antecedents": Template(
                "referents that are their own antecedents: {count}{example:?, such as}",
                "Such a link is left out.",
            ),
            "single-with-several": Template(
                "annotations of type single with several antecedents: {count}{example:?, such as}",
                "The mention is kept, and linked to none of them.",
            ),
            "several-with-one": Template(
                "annotations of type group or ambiguous with one antecedent: {count}{example:?, such as}",
                "The mention is linked to it, as one of type single.",
            ),
            "direction-contradicts-code": Template(
                "annotations whose direction contradicts their code: {count}{example:?, such as}",
                "The link is used, and the code kept as it stands.",
            ),
            "spans-outside-text": Template(
                "spans outside the text or without a word: {count}{example:?, such as}",
                "They are left out, and an annotation with its referent.",
            ),
            "spans-with-white-space": Template(
                "spans that begin or end with white space: {count}{example:?, such as}",
                "White space is not compared.",
            ),
            "spans-inside-lexeme": Template(
                "spans that begin or end inside a lexeme: {count}{example:?, such as}",
                "The lexeme is cut there, in all layers.",
            ),
            "groups-of-themselves": Template(
                "groups that would be elements of themselves: {count}{example:?, such as}",
                "Such an element is left out.",
            ),
            "white-space": Template(
                "mentions that begin or end with white space: {count:,}, such as",
                "White space is not compared.",
            ),
            "brackets-on-line-multiword": Template(
                "brackets on the line of a multiword token belong to no word",
                "They are left out: put them on the lines of the words.",
            ),
            "link-not-identity-left": "a link that is not identity is left out:",
            "mentions-appositions-left-out": "mentions of appositions are left out: {count:,}, such as",
            "begins-or-ends-with-white-space": Template(
                "{count:mention} {count:begins or ends|begin or end} with white space",
                "White space is not compared.",
            ),
            "no-words-null-left": "{count:mention} of no words (null), left out",
            "described-mentions": Template(
                "{count} described mentions are in no cluster",
                "They are left out: put them into clusters, of one mention each if they stand alone.",
            ),
            "no-antecedent": "{relation} with no antecedent:",
            "antecedent-not-in-file": "{relation} with an antecedent that is no word of the file:",
            "skipped-start-end": Template(
                "skipped {count:mention} with start and end {unplaced}",
                "CoreNLP could not place them in the text. They do not count.",
            ),
        },
    ),
    "CE070": Kind(
        "the two readings of minimum spans differ",
        "Compare with --match min-span.",
        {
            "covals-reading-minimum-spans": "coval's reading of minimum spans joins or parts {differing} of {mentions} mentions where their words do not",
        },
    ),
    "CE057": Kind(
        "empty categories taken for zeros",
        "Responses with these tokens have them scored as words. Use --zeros drop or --zeros linear to treat them as zeros in all responses.",
        {
            "stars-are-zeros": "tokens that begin with * or are ## are zeros, not words: {key} in the key, {response} in the response",
            "stars-are-zeros-in-some": "tokens that begin with * or are ## are zeros, not words: {key} in the key, {response} in the response, in {documents} of {whole} documents",
        },
    ),
    "CE108": Kind(
        "type code that the scheme does not have",
        "Correct the code, or name the scheme of the file with --scheme; 'corefeval schemes' explains them.",
        {
            "unknown-codes-of-other-scheme": Template(
                "{count} of {codes} type codes of the {side} are not of the scheme {scheme}: {unknown:first5 , }",
                "They are all of the scheme {fits}: --scheme {fits}.",
            ),
            "unknown-codes-of-named": Template(
                "{count} of {codes} type codes of the {side} are not of the scheme {scheme}: {unknown:first5 , }",
                "'corefeval validate --scheme' says what is wrong with each and where; --unknown-codes error refuses such codes.",
            ),
            "unknown-codes": Template(
                "{count} of {codes} type codes of the {side} are not of the scheme {scheme}: {unknown:first5 , }",
                "Name the scheme of the files with --scheme; --unknown-codes error refuses such codes.",
            ),
            "no-type-code-scheme": "no type code of the scheme {name} at {words!r} of {document!r}: {faults}:",
            "no-type-codes-hold": "no type codes to hold to the scheme {name}: none with links, none in the attribute {attribute!r}",
        },
    ),
    "CE109": Kind(
        "types not checked, or derived",
        "Give type codes in both files to have the types compared; see the page on schemes.",
        {
            "codes-derived": "the type codes of {sides_derived: and } are derived from the words",
            "no-codes": "types are not checked, the files have no type codes; classes are the kinds of mentions",
            "no-codes-in-key": "types are not checked, the key has no type codes; classes are the kinds of mentions",
            "no-codes-in-response": "types are not checked, the response has no type codes; classes are the key's",
            "no-codes-in-response-invented": "types are not checked, the response has no type codes; classes are the key's, and {count:invented unit} of no class count in the micro averages only",
        },
    ),
    "CE110": Kind(
        "not a scheme of type codes",
        "See the page on schemes for what stands where.",
        {
            "name-not-made-letters": "its name {name!r} is not made of letters, digits, - and _",
            "cannot-separate-levels-can": "{separator!r} cannot separate levels; {separators: } can",
            "wrong-type": "{what} is not {names}: {value!r}",
            "no-levels": "it has no levels",
            "values-partly-class-partly": "values of {what} are partly by class and partly not",
            "first-level-no-values": "the first level has no values, or has them by class: its values are the classes",
            "values-differ-in-length": "values of {name!r} differ in length, and no separator says where they end",
            "parent-can-only-define": "for parent, {both: and } can only define or refer, not both",
            "types-says-nothing-mentions": "types says nothing of {listed}: mentions without a code could not be placed",
            "more-levels-scheme": "{what}: {pattern!r} has more levels than the {levels} of the scheme",
            "not-utf8": "it is not UTF-8",
            "not-toml": "not TOML: {error}",
            "coefficients-not-between-0": "coefficients.{key} is not between 0 and 1: {value:g}",
            "weights-negative": "weights.{key} is no weight: {value:g}; a weight is 0 or more",
            "no-codes": "{what} has no codes",
            "cannot-value-stands-none": "{value!r} cannot be a value of {what}: it stands for none, or for any",
            "no-such-value": "{what}: {value!r} of {pattern!r} is no {name} (there are {listed})",
            "values-in-class": "{name!r} has values in a class {sort!r} that there is not",
            "derived-no-value": "derived.{fact} of {name!r} is {value!r}, which is no value of it",
        },
    ),
    "CE111": Kind(
        "asked for and not marked in the file",
        "Mark it in the file, or choose another value of the parameter or another column.",
        {
            "type-codes-in-column": "{listed} type codes in column {name!r} where {mentions} mentions begin:",
            "has-codes": Template(
                "the file has type codes already, so none are derived",
                "Leave out --add-codes, or remove the codes first.",
            ),
            "no-text-to-derive": Template(
                "type codes are derived from words, and the mentions have none", "Give a file with a text."
            ),
            "no-such-column": Template(
                "no type codes: the scheme {scheme} expects them in column {name!r}, which the file does not have or leaves empty",
                "A column with a name has no number: in CoNLL-2012 files of 12 columns use pos, parse, lemma, frameset, sense, speaker or ne. Or put the codes into a column of their own.",
            ),
            "no-mention-marked-stand": "no mention of the {side} is marked to stand for its entity",
        },
    ),
    "CE104": Kind(
        "part of another file",
        "Give the file it belongs to: what belongs to that one is found beside it.",
        {
            "file-belongs": "this file belongs to one in {label}, which is to be given:",
        },
    ),
    "CE102": Kind(
        "what a difference from the key costs",
        "Correct what is named above, or score with the option that is named here.",
        {
            "other-words": "{count} of {documents:document} of other words: {label} F1 is {score:score} with --align rewrite, and {empty:score} with them as empty; leaving them out would cost {cost:score} points",
            "missing": "{count} of {documents:document} not in this file, scored as empty: {label} F1 is {score:score}, and {rest:score} on the others; they cost {cost:score} points",
        },
    ),
    "CE103": Kind(
        "other types than the key's",
        "Give both sides types of one inventory, or compare without types.",
        {
            "types-in-key-only": "the key has {label} ({name}), this file none: they are not compared, and cost nothing",
            "types-here-only": "this file has {label} ({name}), the key none: they are not compared, and cost nothing",
            "differ": "{count:mention} in common with another one",
            "not-in-key": "those that the key does not have: {types:first6 , }",
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
            "lists-too-deep": "{what:?*: }lists in lists too deep",
            "elements-too-deep": "elements in elements too deep",
            "line-too-long": "a line of too many bytes",
            "unpacks-too-large": "it unpacks to more than {times} times its size",
            "room": "{reason}: the limit is {room} bytes",
            "archive": "{reason}",
            "files-more-bytes": "its files have more than {most} bytes in all",
            "too-many-files-and-folders": "too many files and folders",
            "too-much-memory": "scoring it takes too many MB of memory",
            "too-many-seconds": "scoring it takes too many seconds",
        },
    ),
    "CE082": Kind(
        "not enough memory",
        "Score fewer or smaller files at a time.",
        {
            "input-needs-more-memory": "the input needs more memory than there is",
        },
    ),
    "CE123": Kind(
        "packed, and the package for it is missing",
        "Install it with pip install 'corefeval[zstd]', or unpack the file first.",
        {
            "file-packed-zstandard": "the file is packed with Zstandard",
        },
    ),
    "CE124": Kind(
        "process killed twice",
        "Most often memory ran out: use --jobs 1, or a machine with more of it; nothing was scored.",
        {
            "workers-lost-again-again": "its workers were lost again and again: {error}",
            "two-processes-killed": "two processes were killed one after the other at part {number} of the work",
        },
    ),
    "CE125": Kind(
        "process killed once",
        "The scores are whole. If it happens again, memory may be short: use --jobs 1.",
        {
            "process-killed-at-part": "a process was killed at part {number} of the work, which was done again",
        },
    ),
    "CE126": Kind(
        "the package for an engine is missing",
        "Install it with pip install 'corefeval[dask]'.",
        {
            "engine-dask-needs-package": "the engine dask needs the package distributed",
        },
    ),
    "CE127": Kind(
        "a cluster that cannot do the work",
        "The scheduler has to answer; its workers need this version of corefeval, and the files under the same paths.",
        {
            "worker-corefeval-asked": "a worker has corefeval {version}, and was asked by {version2}",
            "no-dask-cluster": "no Dask cluster: {error}",
            "no-answer-of-dask-cluster": "no Dask cluster: no answer",
            "worker-cannot-work": "a worker cannot do the work: {error_type}: {error}",
            "worker-cannot-read-file": "a worker cannot read a file: {error}",
        },
    ),
    "CE128": Kind(
        "no driver for the address of a file",
        "Install the one that the message names (s3:// s3fs, gs:// gcsfs, hdfs:// pyarrow), or copy the file here.",
        {
            "not-read": "{error}",
            "folder-at-address": Template("a folder at an address", "Name a file of it, or copy it here."),
            "file-at-address-read": Template(
                "a file at an address is read by fsspec",
                "Install it with pip install 'corefeval[dask]' or pip install fsspec.",
            ),
        },
    ),
    "CE129": Kind(
        "large files in one piece",
        "Memory grows with the files. See docs/scale.md for what is read in pieces.",
        {
            "read-whole": "large files are read in one piece: {reason}",
            "read-whole-not-by-engine": "the files are read in one piece, not by the engine {engine}: {reason}",
            "asks-for-all-mentions": "what was asked for looks at the mentions of all documents",
            "entities-across-documents": "entities are scored across documents",
            "companions": "companions are of one file",
            "text-of-all-documents": "one file describes the words of all documents (--text)",
            "minimum-spans": "partial matching looks for minimum spans",
            "feature-of-all-documents": "all is looked at together for --by {subject}",
            "metrics-count-by-feature": "metrics count by {subject} themselves",
            "no-files": "they are no files",
            "archives": "archives are read whole",
            "folder-and-file": "a folder and a file are read whole",
            "folder-elsewhere": "workers need the whole path of a folder",
            "folder-has-problems": "there is something to tell of files of a folder",
            "files-of-other-names": "the folders have files of different names",
            "files-of-other-documents": "files of both folders have different documents",
            "format-read-whole": "files of this format are read whole",
            "irregular": "the documents of the file cannot be told apart line by line",
            "document-twice": "a document is there twice",
            "no-name-in-common": "key and response have no name of a document in common",
            "other-documents-read": "the documents of a piece are not those of the file",
            "understood-otherwise": "parts of a file are to be understood in different ways",
            "belongs-to-another-file": "the file belongs to another one",
            "codes-in-other-places": "documents have type codes in different places",
            "ranks-of-entities": "ranks of entities decide which repeated mention counts",
            "refused": "something is wrong with them: {subject}",
            "told-at-once": "one warning covers all documents: {subject}",
            "told-differently": "documents differ in what is to be told of them",
            "told-at-lines": "problems of documents with other words name their lines",
            "feature-differs": "documents differ in what they have of {subject}",
            "some-without-types": "some documents have no types",
        },
    ),
    "CE060": Kind(
        "an average is undefined",
        "Look at its parts, or count what is undefined as 0 with --undefined zero.",
        {
            "undefined-because-nothing-divide": "{label} is undefined, because of {parts:, }: nothing to divide by (0/0)",
        },
    ),
    "CE062": Kind(
        "setting without effect on a part of the result",
        "It is not defined there: leave that part out, or read it as without the setting.",
        {
            "codes-given": "codes=derived has no effect: both files give type codes",
            "what-explained-f1-f": "what is explained is F1; F of β = {beta:g} is only for 'corefeval score' and 'compare'",
            "twinless-not-concern-counted": "--twinless {twinless} does not concern {left:, }: counted as without it",
            "window-edges-no-effect": Template(
                "window-edges has no effect without windows", "Choose --window, or leave --window-edges out."
            ),
            "heads-no-effect-match": Template(
                "heads={heads} has no effect: match={match} compares no heads",
                "Choose --match {by_heads: or }, or leave --heads out.",
            ),
            "term-fits-nothing": Template(
                "{terms:, } of {parameter} fits no mention of key and response",
                "Check the spelling{values:?. There are *}.",
            ),
            "scheme-no-effect": Template(
                "the scheme {scheme} has no effect on the scores: none of the metrics reads it",
                "It says what --by class and --by code show; dominant and parent are scored by it.",
            ),
        },
    ),
    "CE064": Kind(
        "what a metric says of its parts does not add up",
        "Correct its shares, losses or adds_over_groups, or leave the metric out here.",
        {
            "no-sum": "repairs cannot be scored with {name}: its {column} is no sum over {what}",
            "what-mentions-take": "what mentions take from the {of_part} of {full_name} adds up to {lost:g}, not to {lacking:g}",
            "repairs-scored-on-entities": Template(
                "repairs are scored on entities without words, and a metric asks for the kinds of mentions",
                "Leave the metric out; one of your own says in its needs that it looks at types.",
            ),
            "shares-add-up": "the shares of {full_name} add up to {total:g}, not to {whole:g} ({name})",
        },
    ),
    "CE063": Kind(
        "score above 1, or below 1 for the same annotation",
        "That is the official scorer's number; --duplicates first counts each mention once.",
        {
            "above-100": "{count} {count:score is|scores are} above 100: {scores:first ; }",
            "below-100": "{count} {count:score is|scores are} below 100 though key and response are the same: {scores:first ; }",
            "repeated-counts": "what is repeated counts each time, as in the official scorer: {scores:; }",
            "score-in-document": "{label} {metric_part} {value:.2f} in {document!r}",
            "what-repeated-counts-each": "what is repeated counts each time, as in the official scorer: by {name} {count:score} above 100: {scores:first ; }",
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
            "no-such-name": Template(
                "no {what} {name!r}{whose:? of *}",
                "{meant:?Did you mean *? }{number:There is only|There are} {names:, }.",
            ),
            "no-names": Template(
                "no {what} {name!r}{whose:? of *}", "{meant:?Did you mean *? }There are none."
            ),
            "no-such-name-see": Template(
                "no {what} {name!r}{whose:? of *}", "{meant:?Did you mean *? }{see}"
            ),
            "repairs-gain-f1-metric": "repairs gain F1, and this metric has none:",
            "repairs-cannot-scored-metric": Template(
                "repairs cannot be scored with this metric, and it judges no mentions or facts one by one:",
                "Choose among {others: }.",
            ),
            "what-trim-two-sides": Template(
                "what to trim has two sides:", "Write left/right, for example der,die,das/ or the/'s."
            ),
            "no-use-named": Template("no use is named", "There are {uses:, }, and all."),
            "not-a-predicate": Template(
                "no predicate{whose:? of *}: {given!r}; the term {term!r} at character {column} is empty or has no name",
                "Write attribute:pattern, as in ne:PER,upos:PRON,!type:zero; , is or, & is and, ! is not, * stands for any characters.",
            ),
            "attempted-is-of-classes": Template(
                "attempted chooses classes and codes: {given!r}",
                "Write attempted=p+g+d, or attempted=code:p*.",
            ),
            "not-a-type-table": Template(
                "no table of types: {given!r}; the rule {rule!r} at character {column} is not of the form PATTERN=TYPE",
                "Write rules as in nam*=name,agp=nominal,np_form:ppers=pronoun.",
            ),
            "no-window-words": Template(
                "no window of {size!r} words", "Give the number of words of a window, as in window:10000."
            ),
            "confidence-cannot": Template(
                "confidence cannot be {confidence:g}", "Give a number between 0 and 1, such as 0.95."
            ),
            "resamples-seed-cannot-negative": Template(
                "resamples and seed cannot be negative", "Give 0 or more."
            ),
            "not-signature": Template(
                "not a signature, its {name} is {fields!r}:",
                "Copy the whole line that was printed with the score.",
            ),
            "no-engine": Template(
                "no engine",
                "Give {dask}, for a cluster on this machine, or {dask}://HOST:PORT, for that of a scheduler.",
            ),
            "no-text": Template("{name} is no text", "Give the path of a CoNLL-U file, or a corpus."),
            "no-scheme": Template(
                "no scheme {name!r}", "Give a name of 'corefeval schemes', or the path of a file."
            ),
            "given-empty": Template(
                "{name} is given and empty", "Is a variable not set? Leave it out where nothing is meant."
            ),
            "no-value-jobs": Template("no value {jobs!r} of jobs", "Give a number, 1 or more, or auto."),
            "no-value-progress": Template(
                "no value {progress!r} of progress", "Give a function of the bytes read and the bytes in all."
            ),
            "whole-number-above-0": Template(
                "{variable} is a whole number above 0, not", "It is {default} by default."
            ),
            "not-confusion-type-codes": Template(
                "not a confusion of type codes",
                "Write 2:bat for letters of the second level, 2:rep/abb for longer values, or ppas=ppis for whole codes.",
            ),
            "scheme-file-signature": Template(
                "the scheme {given!r} is a file, which a signature does not hold",
                "Give the file as well: --scheme FILE.",
            ),
            "scheme-levels-no-level": "the scheme {name} has {levels} levels, no level {level}:",
            "scheme": "the scheme {name} has no {unknown:, } there:",
            "no-metrics": Template(
                "no metrics {names!r}", "Give names: a text with commas, or a list of texts."
            ),
            "no-metric": Template(
                "no metric {given!r}", "Write name or name(parameter=value,parameter=value)."
            ),
            "no-parameter": Template(
                "no parameter {given!r} of {name}",
                "It is a setting, the same for all metrics: --{given2} {value}.",
            ),
            "no-value": Template("no value of {parameter} of {name}", "Write {name}({parameter}=value)."),
            "no-number": Template("no value {value!r} of {whole}", "Give a number, such as .75."),
            "not-levels-type-codes": Template(
                "not levels of type codes:",
                "Write the numbers of the levels, counted from 1, joined by +: 1+2.",
            ),
            "no-such-level": "the scheme {name} has {levels} levels, no level {level}",
            "coefficient-not-between-0": "the coefficient {name} of {name2} is not between 0 and 1",
            "weight-negative": "the weight {name} of {name2} is negative",
            "changes-cannot-negative": Template("changes cannot be negative", "Give 0 or more."),
            "no-part": Template("no part {of_part!r} of {metric}", "It has {known:, }."),
            "no-value-beta": Template(
                "no value {beta!r} of beta", "Give a number above 0; above 1 recall weighs more."
            ),
            "no-value-window": Template(
                "no value {window!r} of window",
                "Give the length of a window in words, or 0 for whole documents.",
            ),
            "not-signature-average": Template(
                "not a signature, its average is {name!r}:", "It is one of {averages:, }."
            ),
            "not-signature-lacks": Template(
                "not a signature, it lacks {missing:, }:",
                "Copy the whole line that was printed with the score.",
            ),
            "signature-settings-not-exist": Template(
                "a signature with settings that do not exist here, {unknown:, }:",
                "This is corefeval {version}, the signature is of {fields}.",
            ),
            "not-signature-beta": Template(
                "not a signature, its beta is {value!r}:",
                "Copy the whole line that was printed with the score.",
            ),
            "no-keyword": Template("no keyword {name!r}", "Pass it as {meant}=."),
            "by-is-no-keyword": Template(
                "no keyword {name!r}",
                "For scores by feature: breakdown(result, None, feature), from corefeval.breakdown.breakdown.",
            ),
        },
    ),
    "CE051": Kind(
        "settings that contradict each other",
        "Leave one of them out.",
        {
            "signature-needs-text": Template(
                "the signature is of a run with --text, a parsed file of the key's words ({signed})",
                "Give that file with --text FILE.",
            ),
            "signature-needs-plugins": Template(
                "the signature is of metrics of other packages: {packages:, }",
                "Install these packages.",
            ),
            "batches-do-not-add": Template(
                "{metrics:, } cannot be summed over batches of these documents",
                "Name the preset of these documents, or use corefeval.Scorer, which keeps them until the end.",
            ),
            "systems-not-scored-against": Template(
                "the systems are not scored against the same key",
                "Use settings that leave the key as it is for every system.",
            ),
            "key-without-response-cannot": Template(
                "a key without a response cannot be explained", "Give both."
            ),
            "what-scored-already-explained": Template(
                "what is scored already is explained as it was scored",
                "Leave settings and response out, or give key and response.",
            ),
            "section-not-explained": Template(
                "this explanation has no {section}",
                "Pass show='{section}' to explain() too, or leave show out.",
            ),
            "units-have-no-features": Template(
                "{metrics:, } lists lost units, which have no features of mentions",
                "Leave --by out, or ask for conll too.",
            ),
            "no-weights-of-links": Template(
                "{metric} has no weights of links", "Name some of {known:, }, or leave out -m."
            ),
            "chooses-metrics-itself": Template("--for chooses the metrics itself", "Leave out -m, or --for."),
            "two-systems-named": Template("two systems named {chosen!r}", "Name them apart: NAME=PATH."),
            "nothing-compare": Template("nothing to compare", "Give at least one system."),
            "same-system-twice": Template("the same system twice: {repeated:, }", "Name them: NAME=PATH."),
            "no-key-score-systems": Template("no key to score the systems against", "Give a key."),
            "results-cannot-compared-dataset": Template(
                "results cannot be compared by dataset",
                "Give paths or {{dataset: clusters}}, or compare by document.",
            ),
            "entities-cannot-resampled-dataset": "entities cannot be resampled by dataset",
            "dataset-needs-folder-folder": Template(
                "by dataset needs a folder with a folder or file for each dataset",
                "Give the folder, or score its documents as one corpus.",
            ),
            "formats-datasets-different-default": Template(
                "the formats of the datasets have different default presets: {told}",
                "Name one for all, with --preset.",
            ),
            "tokens-align-two-names": Template("tokens and align are two names of one setting", "Use align."),
            "preset-beside-signature-preset": "preset {preset!r} beside a signature with preset {signed!r}",
            "given-clusters-no-layer": Template(
                "the {side} is given as clusters, which have no layer {wanted!r}",
                "Leave the layer out, or give a file.",
            ),
            "read-already-layer-cannot": Template(
                "the {side} is read already ({format}, {layer} layer), so that {name} {value!r} cannot be had",
                "Give the file instead, or load it with {name}={value!r}.",
            ),
            "documents-scored-unless-another": Template(
                "{form} documents are scored with {theirs} unless another is named, but those before were scored with {ours}",
                "Name the preset when you make the Scorer.",
            ),
            "these-metrics-cannot-see": "these metrics cannot see texts and bare clusters together",
            "document-beside-named-documents": Template(
                "document {document!r} beside named documents",
                "Leave document= out: files and corpora name their documents themselves.",
            ),
            "offsets-say-nothing": Template(
                "offsets {offsets!r} say nothing of {label}", "Leave them out for this file."
            ),
            "no-companion-files": Template("{label} has no companion files", "Leave it out for this file."),
            "one-companion-files": Template(
                "one companion for {files} files:",
                "Give the folder in which the companions are; they are found there by name.",
            ),
            "one-companion-documents": Template(
                "one companion for {documents} documents:",
                "Give the folder in which the companions are; they are found there by name.",
            ),
            "clusters-from-python": "clusters from Python have no {name}; they are compared as they are:",
            "offsets-both-kinds": "offsets of both kinds",
            "compare-looks-at": Template(
                "compare={values} of {name} looks at no single levels or values",
                "Leave out levels and same, or compare.",
            ),
            "names-codes-attempted": Template(
                "{full_name} names codes as attempted, so that it has no rows by class",
                "Name classes, or break it down by code.",
            ),
            "cannot-both-define-refer": "{both:, } cannot both define and refer",
            "plot-svg-or-png": Template("a plot is .svg or .png, not", "Name it so."),
            "figure-what-error-classes": Template(
                "a figure is of what error classes cost, and repairs cannot be scored with",
                "Ask for conll too, or another metric of entities.",
            ),
            "give-number-or-table": Template(
                "give a number or a table of numbers", "One of --target and --table."
            ),
            "simulation-needs-error-rate": Template(
                "a simulation needs an error, a rate and a repetition at least",
                "See 'corefeval simulate --help'.",
            ),
            "rate-between-0-1": Template(
                "a rate is between 0 and 1, not", "A rate is a share: 0.1 is every tenth."
            ),
            "not-simulation": Template(
                "not a simulation: {error}",
                "Rates are numbers such as 0.1,0.2, repeats and seed whole numbers.",
            ),
            "perl-matches-exactly": Template(
                "some mentions are listed more than once, and the reference scorer (--duplicates perl) compares spans exactly, without heads, partial matches or dependencies of zeros",
                "Choose --duplicates first, keep or merge, or leave the other setting out.",
            ),
            "perl-has-no-split-antecedents": Template(
                "some mentions are listed more than once, and the reference scorer (--duplicates perl) knows no split antecedents",
                "Choose --duplicates first, keep or merge, or leave the other setting out.",
            ),
            "key-mentions-are-links": Template(
                "--mentions key scores links between mentions, and {names:, } compare other annotations",
                "Leave the metrics or --mentions out.",
            ),
            "key-mentions-have-no-split-antecedents": Template(
                "--mentions key scores links between mentions, not split antecedents",
                "Use --split-antecedents drop.",
            ),
            "several-presets-go-without": Template(
                "several presets go without {name}", "Give one preset, or leave {name} out."
            ),
            "several-presets-of-score": Template(
                "one preset at a time here, not {names}",
                "Give one preset. 'corefeval score' and 'corefeval compare' take several, as does score(preset=[...]) in Python.",
            ),
            "no-preset-named": Template(
                "the list of presets is empty", "Name presets, or leave the list out for the default."
            ),
            "preset-row-has-setting": Template(
                "the row {row!r} sets --{name} itself", "Leave --{name} out, or score with -p crac26."
            ),
            "classes-need-documents": Template(
                "classes of mentions are compared over the documents of one key",
                "Leave out --by dataset and --resample entities, or the features of --by.",
            ),
            "several-presets-of-compare": Template(
                "compare() takes one preset",
                "Use corefeval.rank_by_preset(key, systems, presets) for several.",
            ),
            "allennlp-singletons": Template(
                "allow_singletons=True counts the first mention of each cluster twice, and is not reproduced",
                'Leave it out, or choose a rule with singletons: preset="longdoc".',
            ),
            "window-not-additive": Template(
                "--window cuts documents, and {names:, } cannot be summed over windows",
                "Leave the metric or --window out.",
            ),
            "window-without-sets": Template(
                "--window does not go with --split-antecedents keep", "Leave out one or the other."
            ),
            "perl-keeps-twinless": Template(
                "some mentions are listed more than once, and the reference scorer (--duplicates perl) leaves twinless mentions as they are",
                "Choose --duplicates first, keep or merge, or leave the other setting out.",
            ),
            "score-under-these-settings": Template(
                "the score under these settings cannot be explained: repairs are scored on mentions alone, each counted once",
                "Score and explain with {without: }.",
            ),
        },
    ),
    "CE052": Kind(
        "too few documents",
        "See the message.",
        {
            "one-document-in": Template(
                "one document in {datasets:, }: what varies there is not in the intervals",
                "Split them into documents where the texts allow it.",
            ),
            "few-documents": Template(
                "{documents} documents are few for the bootstrap: its intervals are too narrow",
                "Leave --interval out.",
            ),
            "one-document-whether-difference": Template(
                "one document: whether the difference is chance cannot be told from it",
                "'corefeval compare --resample entities' says how it depends on its entities.",
            ),
            "document-documents-what-resampled": Template(
                "{documents} document: documents are what is resampled, and one resampled is always the same, so there is neither an interval nor a test",
                "Give more documents; or resample the entities of this one with --resample entities, which says how the score depends on its entities and nothing about other documents; or leave intervals and tests out with --resamples 0.",
            ),
            "entities-can-resampled": Template(
                "entities can be resampled only where all systems are scored against the same key entities",
                "Give files or clusters, and twinless mentions as they are.",
            ),
            "what-counts-not-add": Template(
                "what {name} counts does not add up over entities, so entities cannot be resampled for it",
                "Leave it out with --metrics.",
            ),
        },
    ),
    "CE096": Kind(
        "setting under its old name",
        "Use the new one; the old one will go.",
        {
            "tokens-now-align": "tokens={value} is now align={align_of_tokens}",
        },
    ),
    "CE097": Kind(
        "response of other words",
        "Give both files the same words to have nothing carried over.",
        {
            "in-other-tokens": "the key's text in other tokens, {first}",
            "changed": "the key's text changed, {first}",
            "carried": "{count:,} {way}",
            "changed-copy": "the response has a changed copy of the key's text in {documents:document}; mentions carried over: {ways:none, }",
            "other-tokens": "the response has the key's text in other words in {documents:document}; mentions carried over: {ways:none, }",
        },
    ),
    "CE098": Kind(
        "mentions that are not in the key's text",
        "They count as errors: the system annotated words that it was not given.",
        {
            "mention": "{mention!r} in {document!r}",
            "not-in-text": "{count:mention} of the response {count:is|are} not in the key's text: {lost:first ; }",
            "cropped": Template(
                "the response is cropped to the key's text, {words} of {whole} words in {documents:document}: {count} of its {mentions:mention} {count:has|have} words outside and {count:is|are} dropped",
                "Dropped mentions count neither as right nor as wrong. Leave --crop out if key and response have the same text.",
            ),
        },
    ),
    "CE099": Kind(
        "several files for one place",
        "Name a folder: each document becomes a file in it.",
        {
            "one-document-file": "{label} is one document a file, and these are {names:,}",
            "two-files-cannot-go": Template(
                "{label} is two files, which cannot go to one stream", "Name a file to write to."
            ),
        },
    ),
    "CE100": Kind(
        "other files in the way",
        "Name another place, or move them first: nothing is written over that was not named.",
        {
            "text-beside-would-same": "the text beside it would have the same name: {name!r}",
            "file-another-content": "a file of another content is where the text that belongs to it would be",
            "folder-other-files-would": "the folder has other files, which would be read with those that are written",
            "folder-holds-other-files": "the folder holds other files, and no leaderboard",
            "link-in-folder-leads": "a link in the folder leads outside of it",
            "link-in-place-folder": "a link is in the place of the folder of the pages",
        },
    ),
    "CE106": Kind(
        "hardly a copy of the key's text",
        "Check that it is of this document, and whole: what it does not mark counts as missed.",
        {
            "only-key-in-response": "only {covered:,} of {words:word} of the key are in the response:",
            "no-copy": Template(
                "only {covered:,} of {words:word} of the key are in the response, and most words of the response are not in the key:",
                "Have the model copy the text of this document, or leave its answer out and use --missing empty. A changed copy is scored if at least {least} % of its words are in the key's text, or {least} % of the key's words in it.",
            ),
        },
    ),
    "CE112": Kind(
        "no outcomes of mentions",
        "Ask for a metric that judges mentions one by one; see 'corefeval metrics'.",
        {
            "judges-no-mentions": Template(
                "{metrics:, } judges no mentions one by one, so that there are no outcomes to list",
                "Ask for one that does: {names:, }.",
            ),
        },
    ),
    "CE087": Kind(
        "no interval",
        "The score stands; how far it would move with other documents cannot be told from these.",
        {
            "single-unit": "{name} shows nothing of how {units} differ",
            "dominated": "{name} has more than half of all that is counted, so that this is the score of one {unit}",
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
        "Correct what is named beside it; 'corefeval validate' names everything that is wrong with a file.",
        {
            "cannot-scored-left-out": "{name} cannot be scored and is left out: {errors:error}",
        },
    ),
    "CE141": Kind(
        "the key among the systems",
        "Nothing to do; to have it in the table name it: gold=PATH.",
        {
            "key-among-systems-left": "the key is among the systems and left out",
        },
    ),
    "CE142": Kind(
        "not a published number",
        "Give scores as they are printed: 61.2, or a table with metric, part and value.",
        {
            "not-table-scores": Template(
                "not a table of scores",
                "Its first line is metric,value or metric,part,value; a row is conll,61.2 or muc,recall,75.0.",
            ),
            "table-without-numbers": "a table without numbers",
            "not-score": Template("not a score:", "Give a number as it is printed: 61.2, 61.20% or 0.612."),
            "score-too-high": "a score above 100:",
        },
    ),
    "CE143": Kind(
        "not all settings tried",
        "Say what is known of the settings, and the rest is tried further.",
        {
            "files-taken-for-documents": "the mean over datasets is not tried: {files} files are taken for documents",
            "other-datasets": "the mean over datasets is not tried: the folders are not of the same datasets",
            "sets-settings-tried": Template(
                "{most} sets of settings were tried, and not all that may be changed",
                "Say what is known, such as --match or --singletons: the rest is then tried further.",
            ),
        },
    ),
    "CE144": Kind(
        "unsafe archive",
        "Pack plain files and folders, with paths inside of the archive.",
        {
            "unsafe": "{reason}",
            "link-or-device-instead": "a link or device instead of a file or folder",
            "archive-inside-submission": "an archive inside the submission",
        },
    ),
    "CE145": Kind(
        "not a task",
        "See the page on leaderboards for what stands in the file of a task.",
        {
            "not-a-text": "{name} is a text, not",
            "not-a-list": "{name} is a list of texts, not",
            "task-has-tracks": Template(
                "the task has tracks: {tracks:, }",
                "Write a task file for each track, with its preset and metrics.",
            ),
            "track-without-name": Template(
                "a track needs a name of its own, of letters and digits, not",
                'Write it as [[tracks]] with name = "AR", unlike the other names.',
            ),
            "settings-table": "settings is a table, not",
            "not-toml": "not TOML: {error}",
            "task-not-say": "the task does not say where its {name} are",
        },
    ),
    "CE146": Kind(
        "name of a submission",
        "Call it SYSTEM or SYSTEM@YYYY-MM-DD, each once, as a folder, .zip or .tar.gz.",
        {
            "several-submissions-same-name": "several submissions have the same name: {files}",
            "not-day-calendar": "not a day of the calendar",
        },
    ),
    "CE167": Kind(
        "statement that can be read in several ways",
        "Say it once and alike: other tools read it otherwise, or refuse it.",
        {
            "header-other-line-holds": "a header other than that of line {other_line}: it holds from here on",
            "more-fields-header-last": "more than the {fields} fields of the header: the last takes the rest",
            "entity-type-here": "entity {entity}: type {sort!r} here, {known!r} in line {other_line}: each mention keeps its own",
            "statements-on-one-line": "{statements} statements {name} on one line: all are read",
            "mention-one-part-read": "a mention of one part: read as any other",
            "expletive-with-entity": "an expletive (SemType) that is a mention of entity {entity}: it counts as a mention; an expression that refers to nothing has an entity that ends in -Pseudo",
            "crossing-in-entity": "mentions of entity {entity!r} cross, some of them in parts: read as in udapi and corefud-scorer, where a bracket closes the one opened last",
            "entity-bridges-itself": "an entity that bridges to itself",
            "relation-in-line-each": "the relation is {known!r} in line {other_line}: each holds where it stands",
            "split-antecedents-no-mention": "split antecedents of {entity}, of which no mention begins here: they hold all the same",
            "one-split-antecedent": "one split antecedent of {entity}: it is the only element of the set, unless others are named elsewhere",
            "other-split-antecedents": "other split antecedents of {entity} than in line {other_line}: all are taken together",
            "said-times-counts-once": "said {count} times: it counts once",
            "part-mention-other-fields": "a part of a mention with other fields than its first part in line {other_line}: the head of the last part holds, and otherwise the first",
        },
    ),
    "CE053": Kind(
        "file cannot be written",
        "Check the folder and its permissions.",
        {
            "os-error": "{error:or cannot be written}",
            "stream-closed": "it is closed",
        },
    ),
    "CE059": Kind(
        "output over an input",
        "Write to another file; move it over the input afterwards if that is what you want.",
        {
            "output-would-written-over": "the output would be written over an input",
            "starter-would-replace": Template(
                "the starter would replace a file that corefeval did not write",
                "Move the file away, or choose another folder.",
            ),
        },
    ),
    "CE073": Kind(
        "not an input",
        "Give a path, an open file, clusters [[(0, 1), (5, 5)], …], {document: clusters}, a list of documents' clusters, rows with the fields of JSON Lines or of a dataset of Hugging Face, or documents of spaCy, stanza, fastcoref, Maverick or udapi.",
        {
            "expected": "{where:?*: }expected {expected}",
            "field-of-bytes": "row {number}: the field {field!r} is bytes, where text was expected",
            "field-not-text": "row {number}: a field, where text was expected",
            "row-or-document": "this is one row with {fields:list or}, or a document is called so; it has no name and no text",
            "these-may-columns-several": "these may be the columns of several documents, or the fields of one; give a list of rows",
            "columns-lists-one-length": "columns are lists of one length; here they have {shown}",
            "one-document-mentions-tuples": "this is one document with mentions that are tuples, or several documents with clusters that are tuples",
            "spans-integers-array": "spans are of integers; this array is not",
            "clusters-documents-rows-objects": "clusters, documents, rows, objects of spaCy, stanza, fastcoref or udapi, a path or an open file were expected",
            "open-file-gives-text": "an open file gives text or bytes; this gives",
            "list-clusters": "a list of clusters",
            "cluster-list-mentions-mention": "a cluster, which is a list of mentions; this is a mention, one level of brackets is missing:",
            "cluster-list-mentions": "a cluster, which is a list of mentions",
            "cluster-list-mentions-span": "a cluster, which is a list of mentions; this is a span, one level of brackets is missing:",
            "spans-numbers-no-mentions": "spans; numbers are no mentions beside spans",
            "spans-not-numbers": "spans, not numbers",
            "mention-anything-hashable": "a mention: anything hashable, or a span of two integers",
            "mention": "a mention",
            "row": "row {number}: {error}",
            "lists-in-lists": "lists in lists without end",
            "mention-hashable": "a mention, which is hashable",
            "spans-in-doc-coref": "the spans in doc._.coref_clusters may count words, where fastcoref counts characters; put them into doc.spans",
            "object-names-documents-itself": "an object of {label} names its documents itself; give a list of them",
            "no-object-those-before": "{name!r} is no object of {label}, as those before it are",
            "object-gives-no-content": "the object of {label} gives no content: {error_type} {error}",
        },
    ),
    "CE074": Kind(
        "text on one side only",
        "Give both sides as files or as rows with their text, or both as clusters.",
        {
            "text-clusters": "the {side} has a text, the {other_side} is clusters without one",
            "document-not-in-text": Template(
                "the clusters are of a document that the text does not have",
                "Name the documents of the clusters as in the text.",
            ),
            "no-span-of-text": Template(
                "the mention is not a span (first word, last word) of its document",
                "Give mentions as pairs of word numbers from 0 on, the last word included.",
            ),
        },
    ),
    "CE054": Kind(
        "signatures differ",
        "Score all systems with the same settings and key.",
        {
            "scored-differently": "{name} was scored differently from {other}: {differences:, }",
            "instead-of": "{theirs} instead of {ours}",
            "results-no-metric": "the results have no metric in common",
            "not-scored-on-same": "{name} and {other} were not scored on the same documents, so they cannot be compared",
            "left-out-not-scored": "{metric} is left out: {name} was not scored with it as {first} was",
            "other-scorer-set-up": Template(
                "the other scorer was set up differently: {unlike}",
                "Set both up with the same metrics and settings.",
            ),
        },
    ),
    "CE058": Kind(
        "not the run of the signature",
        "Repeat it on the same key with the same version.",
        {
            "signature-beside-key": "the signature is of {theirs} beside its key, this is of {ours}",
            "signature-text": "the signature is of the text {signed}, this is the text {given}",
            "signature-scheme": "the signature is of the scheme {signed}, this is {given}",
            "signature-plugins": Template(
                "the signature is of {signed:, }, this is {given:, }",
                "Install the versions that the signature states.",
            ),
            "signature-average-these-scores": Template(
                "the signature is of --average {average}, which these scores are not",
                "'corefeval score' with this signature repeats its run.",
            ),
            "other-version": "the signature is of version {version}, this is version {version2}",
            "other-key": "the signature is of key {theirs}, this is key {ours}",
            "other-keys": "the signature is of key {theirs}, the datasets together are key {ours}",
        },
    ),
    "CE055": Kind(
        "tags or mention types taken from the response",
        "Score with --text FILE, a parsed CoNLL-U file of the same text, so that no system describes the text.",
        {
            "tags-from-response": "the key has no tags in {count} of {documents:document}: the response's tags describe the words of both sides",
            "types-from-response": "the key states no mention types: {count} of its {mentions:mention} have the type that the response states",
        },
    ),
    "CE115": Kind(
        "error that cannot be made in this key",
        "Leave it out of --errors; 'corefeval simulate --help' lists them.",
        {
            "error-needs-key-none": Template(
                "the error {name!r} needs {needs}, and the key has none", "Leave it out of --errors."
            ),
            "error-needs-codes": Template(
                "the error {name!r} needs {needs}, and the key has none",
                "A scheme's codes stand in the file.",
            ),
            "key-one-type-code": Template(
                "the key has one type code only", "There is nothing to mistake it for."
            ),
            "nothing-in-key-error": "nothing in this key for the error to fall on: {name}",
        },
    ),
    "CE116": Kind(
        "errors that cannot be repaired in a file",
        "See the page on explaining for what can be written.",
        {
            "not-scored-with": Template(
                "no repair can be scored with {metrics:, }",
                "Ask for a metric that looks at entities alone, such as conll.",
            ),
            "across-documents": Template(
                "entities reach across documents (--across {across})",
                "Repair the documents one by one: --across document.",
            ),
            "other-words": Template(
                "the response has other words than the key",
                "Convert it to the key's words first, or repair a response that has them.",
            ),
            "typed-annotations": Template(
                "{format} links mentions one by one in typed annotations, which repairs of entities leave as they are",
                "Convert both files to a format of entities first, such as conll2012.",
            ),
            "read-not-written": Template(
                "{formats} is read, not written",
                "Name a format that can be written: --to jsonlines, for example.",
            ),
            "key-cannot-added-response": Template(
                "{count:mention} of the key cannot be added to the response, which does not have their words or empty nodes (the first in {names}):",
                "Repair classes that add no mentions, or leave zeros out: --zeros drop.",
            ),
        },
    ),
    "CE118": Kind(
        "too many systems for one page",
        "Choose up to eight, or compare more with 'corefeval compare'.",
        {
            "page-shows-one-systems": "a page shows one to {systems} systems, not {given}",
            "page-shows-systems-named": "a page shows one to {systems} systems, not {named}",
        },
    ),
    "CE117": Kind(
        "a repaired response that would score otherwise than the repair",
        "Match exactly and keep singletons (--match exact --singletons keep), or write another format (--to).",
        {
            "not-scored-alike": "what {label} keeps of the repaired response cannot be scored like it: {fault}{given:? *}{losses:+; }",
            "losses-score-otherwise": "the repaired response would score {f1:.4f} and not the {expected:.4f} of the repair ({metric}): {losses:; }",
            "settings-score-otherwise": "the repaired response would score {f1:.4f} and not the {expected:.4f} of the repair ({metric}): other mentions are scored or matched (match={match}, singletons={singletons}, zeros={zeros})",
        },
    ),
    "CE130": Kind(
        "annotations that cannot be compared",
        "Give several annotations of the same documents.",
        {
            "documents-of": "{count} of {documents} of {name}",
            "agreement-several-annotators": Template(
                "agreement is of several annotators", "Give two annotations at least."
            ),
            "missing-says-nothing-agreement": Template(
                "missing says nothing of agreement",
                "Leave it out: documents that not all annotated are left out, and said.",
            ),
            "no-document-in-common": Template(
                "{names:, } have no document in common", "Give the documents of all the same names."
            ),
            "all-annotated-left-out": "{count:document} that all annotated; left out: {left_out:, }",
            "one-annotation-not-several": Template(
                "one annotation is not several:", 'Give a list, ["a.conll", "b.conll"], or {{name: path}}.'
            ),
        },
    ),
    "CE131": Kind(
        "type that not all annotators give",
        "Leave it out of --types.",
        {
            "gives-no-mention": Template(
                "{annotator} gives no mention a {name}",
                "Leave it out of --types, or give files that have it.",
            ),
        },
    ),
    "CE132": Kind(
        "not merged",
        "Look it up in the annotations.",
        {
            "bridging-split-antecedents": "{count:relation} of {names} (bridging, split antecedents): not merged",
            "cannot-over-empty-nodes": "{count:mention} that cannot be had over the empty nodes of the first annotation: left out",
        },
    ),
    "CE134": Kind(
        "challenge set that is not whole",
        "Give the files as they were released.",
        {
            "second-answer-text-left": "a second answer for this text is left out, as in the official scorer:",
            "answer-text": "an answer for a text that {name} does not have:",
            "gap-key-says": Template(
                "GAP: the key says of no mention that it is the pronoun or a name",
                "Give the table of GAP as the key.",
            ),
            "gap-decisions-left-out": "GAP: {lacking} of {decisions} decisions are left out: the key has no pronoun or name there under these settings",
            "gap-pronouns-neither-masculine": "GAP: {others} pronouns are neither masculine nor feminine: they count in the whole only",
            "winobias-no-document-called": Template(
                "WinoBias: no document is called {lacking:- and }-stereotypical",
                "Score a folder with files of both kinds, called as they were released: pro_stereotyped_… and anti_stereotyped_…",
            ),
            "winobias-called-neither-pro": "WinoBias: {count:document} called neither pro- nor anti-stereotypical, such as {example!r}, left out",
            "winobias-sentences-type-1": Template(
                "WinoBias: sentences of type 1 and type 2 are scored together; the paper has them apart",
                "Give a folder of each type to have its numbers.",
            ),
        },
    ),
    "CE133": Kind(
        "marks that the format cannot hold",
        "Write JSON Lines or CorefUD.",
        {
            "what-merged-cannot-written": Template(
                "what is merged cannot be written there",
                "Give it a name that ends in {endings:, }; 'corefeval convert' makes other formats of it, without the marks.",
            ),
        },
    ),
    "CE079": Kind(
        "in the files, but not scored",
        "See the settings to have it scored.",
        {
            "alternative": "{label} F1 is {now:score}, and {then:score} with {option}",
            "thing": "{what}: {ours} in the key, {theirs} in the response{labels:? (but by *)}",
            "not-looked-for": "not looked for",
            "so-many": "{number:,}",
            "not-mentions-of-key": Template(
                "{count:mention} of the response {count:is|are} no {count:mention|mentions} of the key and {count:is|are} not scored",
                "With --mentions key only links between the key's mentions count. Leave it out to score all mentions.",
            ),
            "mentions-left-out": Template(
                "{count:mention} of the key {count:is|are} not in the response; each is scored as a singleton of the response",
                "Have the model assign an entity to every mention that it was given.",
            ),
            "not-scored": Template(
                "not scored{preset:? under *}: {things:; }{alternative:?; *}",
                "To have them scored: {options:, }.",
            ),
        },
    ),
    "CE078": Kind(
        "name already taken",
        "Choose another name.",
        {
            "already-stands-metric": "{name!r} already stands for the metric {holder!r}",
            "no-letter-or-digit": "{name!r} has no letter or digit to be called by",
        },
    ),
    "CE180": Kind(
        "plugin that does not load",
        "Update or uninstall its package.",
        {
            "plugin-does-not-load": "the plugin {name!r} of {package} (entry point corefeval.{group}) does not load: "
            "{error_type}: {error}",
        },
    ),
    "CE056": Kind(
        "mentions of one entity overlap",
        "Check them: only relative and reflexive words often stand inside what they refer to.",
        {
            "inside": "{document:?document **: }entity {entity}: a mention inside another one, {other!r}:",
            "around": "{document:?document **: }entity {entity}: a mention around another one, {other!r}:",
            "crosses": "{document:?document **: }entity {entity}: a mention crosses another one, {other!r}:",
        },
    ),
    "CE168": Kind(
        "typed link that contradicts the clusters",
        "Correct the link or the clusters: clusters decide what is scored.",
        {
            "referent-in-no-cluster": Template(
                "the referent of a typed link is in no cluster",
                "The link and its type are not scored. Add the referent to the cluster of its antecedent, or remove the link.",
            ),
            "antecedent-in-no-cluster": "an antecedent of {referent} is in no cluster",
            "antecedent-in-other-cluster": "an antecedent of {referent} is in another cluster",
            "second-code": Template(
                "a second typed link has the type {given!r}, the first one has {other!r}",
                "The first one counts. Remove one of them.",
            ),
        },
    ),
    "CE171": Kind(
        "rule of a copied evaluator",
        "Name the preset wherever you print the number, and compare only numbers of one preset.",
        {
            "gold-below-100": Template(
                "under the rule of e2e-coref the gold scores CoNLL {itself:score} against itself: {count:gold singleton} count in "
                "{labels:, }, system singletons do not",
                "Report '-p perl' or '-p longdoc' as well; '-p e2e,longdoc,longdoc-2' shows all in one table.",
            ),
            "system-singletons": Template(
                "{count:singleton} of the system {count:does|do} not count under the rule of e2e-coref, right or wrong",
                "Report '-p perl' or '-p longdoc' as well.",
            ),
            "not-of-e2e": Template(
                "e2e-coref has no rule for {labels:, }: singletons of both sides count there",
                "Use another preset for these metrics.",
            ),
            "averaged-over-documents": Template(
                "precision and recall are averaged over {count:document}, long or short, as in stanza{pooled:?; * stays pooled}",
                "Use --documents pool for the usual sum over documents.",
            ),
            "window-edges": Template(
                "BookCoref's windows of {window} words lose {lost:mention} of the {side} and count {twice:mention} twice",
                "Use --window {window} without this preset for windows that contain every mention once.",
            ),
        },
    ),
    "CE174": Kind(
        "uses need dependency trees",
        "Give a key in CoNLL-U with trees, or name a parsed file of the same text with --text.",
        {
            "key-has-no-trees": "the uses follow verbs and their arguments: the key has no dependency trees with relations and "
            "universal tags (columns UPOS, HEAD and DEPREL)",
            "mentions-have-no-text": Template(
                "the uses follow verbs and their arguments, and clusters from Python have no text",
                "Score files, or name a parsed file of the same text with text=.",
            ),
            "documents-without-trees": "{count:document} of the key {count:has|have} no dependency tree: "
            "no facts or chains count there, and the heads of mentions are guesses",
            "genders-are-made-up": Template(
                "English nouns have no gender: in {count:document} use.agree gives each noun one of three by its lemma, so about a third of "
                "wrong antecedents count as right",
                "Use texts of a language with genders to estimate a translation.",
            ),
            "language-not-declared": Template(
                "no language is declared: {english:document} {english:follows|follow} the rules for English pronouns, because no noun "
                "has a gender, {others:document} the rules for other languages",
                "Declare the language with --language if that is wrong.",
            ),
        },
    ),
    "CE181": Kind(
        "plan that cannot be made, or is uncertain",
        "Use a pilot with more documents.",
        {
            "small-pilot": "a plan needs a pilot with at least {least} documents; this one has {count}",
            "few-documents": Template(
                "the pilot has only {count} documents, so the planned numbers are rough",
                "Read their intervals, or use a larger pilot.",
            ),
            "undefined": Template(
                "{names:, } cannot be planned: undefined on the pilot, or without one of its documents",
                "Leave these metrics out with -m, or use a larger pilot.",
            ),
            "not-share": Template("{name} must be between 0 and 1; got {value:g}", "Write 80 % as 0.8."),
            "negative": Template("{name} cannot be {value:g}", "Pass a positive number, in points."),
            "repair-and-other": Template(
                "--repair takes the place of the second system", "Leave out --repair or the second system."
            ),
            "difference-of-one": Template(
                "the difference of two systems needs a second system",
                "Name a second system, or pass --repair to plan for one that repairs errors of the first.",
            ),
            "share-of-nothing": Template(
                "--share is the share of errors that --repair repairs",
                "Pass --repair too, or leave out --share.",
            ),
        },
    ),
    "CE178": Kind(
        "study that cannot be made, or says less",
        "Give at least three systems, or simulate them with --simulate N.",
        {
            "too-few-systems": "a study needs at least {least} systems in each set; got {count}",
            "too-few-documents": Template(
                "a study needs at least {least} documents, some of them to choose metrics with; the key has {count}",
                "Give a key with more documents.",
            ),
            "too-few-to-fit": Template(
                "to fit the weights of a metric a study needs at least {least} systems in each set, one more than weights; got {count}:",
                "Give more systems, or leave out --fit.",
            ),
            "no-weights-to-fit": Template(
                "this metric has no weights to fit; those that have are {known:, }:",
                "Name one of these with --fit.",
            ),
            "no-metrics": Template(
                "a study compares metrics with uses; only uses are named",
                "Name metrics with -m, or leave -m out.",
            ),
            "scores-of-simulated": Template(
                "simulated systems have no task scores",
                "Leave out --simulate, or leave out --against to study the built-in uses.",
            ),
            "not-table-of-scores": Template(
                "not a table of task scores: expected the column system and a column for each task:",
                "Begin the file with a line such as system,score.",
            ),
            "no-scores": Template("the table has no task scores", "Add a line for each system: name,score."),
            "no-such-system": Template(
                "no system has this name; the systems are {known:, }:",
                "Use the names of the files, or name a system: NAME=FILE.",
            ),
            "system-without-score": Template(
                "a system without a task score:", "Add a line with its score, or leave the system out."
            ),
            "score-twice": Template("a second score of one system:", "Keep one line for each system."),
            "not-a-number": Template("the score of {system} is not a number:", "Write it as 0.61 or 61."),
            "task-without-order": Template(
                "all systems have the same task score, so no metric can predict their order:",
                "Give scores that differ.",
            ),
            "all-tied": Template(
                "all systems ({systems}) have the same score in {use}, so no metric can predict their order",
                "Use a key that has what {use} needs, or leave it out.",
            ),
            "some-tied": Template(
                "{count:pair} of systems out of {whole} {count:has|have} the same score in {use} and {count:does|do} not count",
                "Give scores with more digits if they were rounded.",
            ),
        },
    ),
    "CE149": Kind(
        "internal error",
        "Nothing is known to be wrong with the files. Report it with the message on standard error.",
        {
            "internal-error-could": "an internal error: it could not be scored",
        },
    ),
}
