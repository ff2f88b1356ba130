"""Detect the format of a file from its first bytes; its name is not used.

The marks of the catalogue are tested first, then the rules for formats without a single mark. The headers of
CoNLL-2012, CorefUD and CoNLL-UA are tested before all marks: most large files have them, and no other format does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefeval.formats.catalogue import BY_NAME, DIALECTS, ENTRIES, Entry, plugin_entries

REASONING = re.compile(rb"\s*<(?:think|thinking|reasoning|analysis|scratchpad|\|channel\|)>")
"""Matches the beginning of an answer of a language model that begins with its reasoning."""
REASONED = re.compile(
    rb"</(?:think|thinking|reasoning|analysis|scratchpad)>|<\|channel\|>final<\|message\|>|<answer>"
)
"""Matches what ends the reasoning. Some chat templates lack its beginning."""
ANSWER_BEGIN, ANSWER_END = b"<answer>", b"</answer>"
"""The tags around an answer."""
JSON_STRINGS = "json-strings"
"""The name of the format of JSON with chains of strings."""
JSON_BEGIN = re.compile(
    rb'(?:^(?:[ \t*_+#`~-]|\xe2\x80\x8b|\xef\xbb\xbf|\d+[.)][ \t]|(?i:json)\b)*|[:=>`][ \t*_]*)(?=[\[{]\s*["\[{}\]])',
    re.MULTILINE,
)
"""Matches what may precede JSON on its line: signs of Markdown, or text with a colon, an equals sign or a tag at its end."""
JSON_PARTS = re.compile(rb'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)|([\[{])|([\]}])', re.DOTALL)
"""Matches strings, comments and brackets of JSON. Strings and comments without an end extend to the end of the text."""
QUOTED_LINE = re.compile(rb"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
"""Matches the signs of a quoted line in Markdown."""
PROSE = (None, "winobias")
"""The detected formats of prose without tags, with or without brackets."""
LEAD = re.compile(rb"(?:#{1,6}[ \t][^\n=]*\n\s*|<[A-Za-z][\w-]*>\s*)+")
"""Matches headings and tags before an answer."""
PAGE = re.compile(rb"<(?:\?xml|!|html\b)", re.IGNORECASE)
"""Matches the beginning of XML and HTML."""
BLANKS = re.compile(rb"(?:\s|\xe2\x80\x8b|\xe2\x81\xa0|\xef\xbb\xbf)+")
"""Matches blanks, characters without width, and byte-order marks."""
JSON_OBJECT = re.compile(rb'(?:\[\s*)?\{\s*["}]')
"""Matches an object, or an array of objects."""
FIELDS = ("clusters", "entities", "chains")
"""The fields of an answer that may contain its chains."""
WORDS = ("text", "mention", "string", "span_text")
"""The fields of a mention that may contain its words."""
LABELS = ("cluster", "cluster_id", "chain", "chain_id", "entity_id", "entity")
"""The fields of a mention that may name its entity; the last one may also be its type."""


def one_of(names: Sequence[str]) -> bytes:
    """Return the pattern of these names as strings of JSON."""
    return b'"(?:' + "|".join(names).encode() + b')"'


_OBJECT = rb"\{\s*" + one_of(WORDS) + rb'\s*:\s*"(?:[^"\\]|\\.)*"\s*\}'
_FIELD = one_of((*FIELDS, r"coref\w*")) + rb"\s*:\s*"
_LIST = one_of((*FIELDS, r"coref\w*", "mentions")) + rb"\s*:\s*"
_NAME = (
    rb'"(?!(?:tokens|words|sentences|text|mentions|clusters|entities|chains|doc\w*)")(?:[^"\\]|\\.)*"\s*:\s*'
)
QUOTES = re.compile(
    rb'"clusters"\s*:\s*\[\s*(?:\[\s*\]\s*,\s*)*\[\s*"'
    rb"|" + _FIELD + rb'\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*(?:"|\]\s*[,}]|' + _OBJECT + rb")"
    rb"|" + _FIELD + rb"\[\s*\[\s*" + _OBJECT + rb"|" + _FIELD + rb'\[\s*\{[^{}\[\]]*"mentions"\s*:\s*\[\s*'
    rb'(?:"|\{\s*' + one_of(WORDS) + rb'\s*:\s*")'
    rb"|\A(?:\[\s*)?\{(?:\s*"
    + _NAME
    + rb'\{)?(?:(?!"text")[^{}\[\]])*"mentions"\s*:\s*\[\s*(?:"|'
    + _OBJECT
    + rb")"
    rb"|\A\{\s*" + _NAME + rb"\[\s*" + _OBJECT + rb"|" + _LIST + rb'\[\s*\{(?![^{}\[\]]*"start")'
    rb"(?=[^{}\[\]]*"
    + one_of(WORDS)
    + rb'\s*:\s*")[^{}\[\]]*'
    + one_of(LABELS)
    + rb'\s*:\s*(?:\d|"[A-Za-z_-]{0,12}\d+")'
)
"""Matches clusters of strings: in lists, by name, or as objects with mentions."""
PAIR = rb'"(?:[^"\\]|\\.)+"\s*:\s*(?:\d+(?=\s*[,}])|"[A-Za-z_-]{0,12}\d+")'
"""The pattern of a mention and its entity, which is a complete number, with or without letters before it."""
PAIRS = re.compile(rb"\{\s*" + PAIR + rb"\s*,\s*" + PAIR)
"""Matches the beginning of a map from mentions to entities."""
MAP = re.compile(
    rb"\{\s*" + PAIR + rb"(?:\s*,\s*" + PAIR + rb")+"
    rb'(?:\s*,?\s*\}|\s*,\s*(?:"(?:[^"\\]|\\.){0,99}(?:"\s*:?\s*"?[\w-]{0,14})?)?)?\s*'
)
"""Matches a map from mentions to entities. The end may be truncated."""
LABELLED = re.compile(
    rb'(?:\{\s*"(?:[^"\\]|\\.)*"\s*:\s*)?\[\s*\{(?![^{}\[\]]*"start")'
    rb"(?=[^{}\[\]]*" + one_of(WORDS) + rb'\s*:\s*")[^{}\[\]]*' + one_of(LABELS) + rb'\s*:\s*["\d-]'
)
"""Matches a list of mentions as objects that name their entity, perhaps in a field. Objects with offsets are other formats."""
QUOTED_LISTS = re.compile(rb"\[\s*\[\s*" + _OBJECT)
"""Matches lists of strings as objects."""
SPANS = re.compile(rb'"(?:(?:predicted|span|mention)_clusters|clusters_(?:token|char)_offsets)"\s*:')
"""Matches the names of fields that contain the spans of such clusters."""
JSON_ARRAY = re.compile(rb'\[\s*(?:[\[\]{"]|[0-9.-]+\s*[,\]])')
BEGIN_DOCUMENT = re.compile(rb"^#[ \t]*begin document\b", re.MULTILINE)
FIRST_COLUMNS = re.compile(rb"(?:#[^\n]*\n|[ \t\r]*\n)*[^#\s]\S*[ \t]+\d+[ \t]+\d+[ \t]+\S+[ \t]")
"""Matches a first line after the header that has name, part, number and word before more columns."""
BLANK_ENDS = re.compile(rb"[ \t]+(?=\r?\n)")
GLOBAL_COLUMNS = re.compile(rb"^#[ \t]*global\.columns[ \t]*=(.*)$", re.MULTILINE)
GLOBAL_ENTITY = re.compile(rb"^#[ \t]*global\.Entity\b", re.MULTILINE)
ENTITY = re.compile(rb"[\t|]Entity=")
MARKABLE = re.compile(rb"\((?:[A-Za-z_]+=[^|)\s]*\|)*(?:EntityID|MarkableID)=")
WORD_NUMBER = re.compile(rb"[0-9]+(?:[-.][0-9]+)?")
BRACKETS = re.compile(rb"(?:\([^()|\s]+\)?|[^()|\s]+\)|\|)+")
LINES_LOOKED_AT = 2000
MARKED = tuple(entry for entry in ENTRIES if entry.mark is not None and entry not in DIALECTS)

UTF_16 = "text in UTF-16 or UTF-32"
XML = "an XML file"
OTHER_KINDS = (
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
    (b"\0\0\xfe\xff", UTF_16),
    (b"\x1f\x8b", "a file that was compressed twice"),
    (b"PAR1", "a Parquet file (give its rows in Python)"),
    (b"x\x9c", "a packed file of Python, perhaps spaCy's DocBin (give its documents in Python)"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"(\xb5/\xfd", "a Zstandard archive"),
    (
        b"version https://git-lfs.github.com/spec/",
        "a Git LFS pointer to the file (get it with 'git lfs pull')",
    ),
    (b"/annex/objects/", "a git-annex pointer to the file (get it with 'git annex get')"),
)


def detect(head: bytes) -> str | None:
    """Return the name of the format of a file that begins with these bytes; None if it is unknown.

    CoNLL-U without coreference counts as 'corefud', because coreference can begin anywhere in the file. The marks of
    formats of other packages are tested last.
    """
    text = _readable(head)
    if text is None or foreign(head):
        return None
    return _of_reasoned(text) or _of_answer(text) or _marked(plugin_entries(), text)


def reasoning(text: bytes) -> int:
    """Return the length of the reasoning before an answer of a language model; all of a text without an answer."""
    ends = [found.end() for found in REASONED.finditer(text)]
    return ends[-1] if ends else len(text) if REASONING.match(text) else 0


def json_answers(text: bytes) -> list[tuple[int, int]]:
    """Return begin and end of each JSON value with chains of strings that begins a line or follows a label.

    The last one may be truncated. Values with only blanks or commas between them are one.
    """
    if b'"' not in text:
        return []
    plain = unquoted(text)
    values: list[tuple[int, int]] = []
    at = 0
    while found := JSON_BEGIN.search(plain, at):
        begin = found.end()
        at = end_of_json(plain, begin)
        value = plain[begin:at] if at else plain[begin:].partition(b"```")[0]
        if _has_chains(value):
            edges = begin, begin + len(value)
            if values and not plain[values[-1][1] : begin].strip(b" \t\r\n,"):
                edges = values.pop()[0], edges[1]
            values.append(edges)
        if not at:
            break  # what follows is inside a truncated value
    return values


def unquoted(text: bytes) -> bytes:
    """Return a text with blanks in place of the signs of quoted lines."""
    return QUOTED_LINE.sub(lambda found: b" " * len(found[0]), text)


def _has_chains(text: bytes) -> bool:
    """Return whether JSON has chains of strings."""
    return (
        _marked([BY_NAME[JSON_STRINGS]], text) is not None
        or any(pattern.match(text) for pattern in (QUOTED_LISTS, LABELLED))
        or MAP.fullmatch(text) is not None
        or bool(JSON_OBJECT.match(text) and QUOTES.search(text) and not SPANS.search(text))
    )


def end_of_json(text: bytes, begin: int) -> int:
    """Return the end of the JSON value that begins here; 0 if it has none."""
    depth = 0
    for found in JSON_PARTS.finditer(text, begin):
        depth += (found[1] is not None) - (found[2] is not None)
        if depth == 0:
            return found.end()
    return 0


def without(text: bytes, values: Sequence[tuple[int, int]]) -> bytes:
    """Return a text without these parts, given by begin and end."""
    edges = [0, *(edge for value in values for edge in value), len(text)]
    return b"\n".join(text[begin:end] for begin, end in zip(edges[::2], edges[1::2], strict=True))


def is_tagged_answer(name: str | None) -> bool:
    """Return whether a format is running text with the tags of a language model."""
    return name is not None and name != JSON_STRINGS and BY_NAME[name].is_answer


def _of_reasoned(text: bytes) -> str | None:
    """Return the format of an answer after the model's reasoning; None for other texts."""
    if text.startswith(b"#") or JSON_ARRAY.match(text) or JSON_OBJECT.match(text):
        return None
    if begin := reasoning(text):
        before = None if REASONING.match(text) else _ours(text)
        if before is None or BY_NAME[before].is_answer:
            rest = text[begin:].lstrip()
            if text[:begin].endswith(ANSWER_BEGIN):
                rest = rest.partition(ANSWER_END)[0]
            return _of_reasoned(rest) or _of_answer(rest)
    return None


def _of_answer(text: bytes) -> str | None:
    """Return the name of the built-in format of a text, which may be an answer with other text around it.

    JSON is the answer unless the text around it has tags. Brackets without numbers are prose.
    """
    found = _ours(text)
    if found == "jsonlines" and PAIRS.match(text):
        values = json_answers(text)
        return JSON_STRINGS if values and values[0][0] == 0 else found
    if PAGE.match(text) or not (found in PROSE or is_tagged_answer(found)):
        return found
    values = json_answers(text)
    if values and (found in PROSE or _ours(without(text, values).lstrip()) != found):
        return JSON_STRINGS
    if found is None and (lead := LEAD.match(text)):
        inside = _ours(text[lead.end() :])
        return inside if is_tagged_answer(inside) else None
    return found


def _marked(entries: Sequence[Entry], text: bytes) -> str | None:
    """Return the first of these formats whose mark a text has; None if there is none."""
    return next((entry.name for entry in entries if entry.mark is not None and entry.mark.fits(text)), None)


def _ours(text: bytes) -> str | None:
    """Return the name of the built-in format of a text; None if it has none."""
    if BEGIN_DOCUMENT.match(text):
        return _of_conll(text)
    columns = GLOBAL_COLUMNS.search(text)
    is_conllua = columns is not None and b"IDENTITY" in columns[1].upper().split()
    is_known = text.startswith(b"#") and (is_conllua or GLOBAL_ENTITY.search(text))
    if not is_known and (marked := _marked(MARKED, text)):
        return marked
    if _has_chains(text):
        return JSON_STRINGS
    if JSON_OBJECT.match(text):
        return "jsonlines"
    if BEGIN_DOCUMENT.search(text):
        return _of_conll(text)
    if columns is not None:
        is_corefud = ENTITY.search(text) or GLOBAL_ENTITY.search(text)
        return "conllua" if is_conllua else "corefud" if is_corefud else None
    return "corefud" if GLOBAL_ENTITY.search(text) else _by_lines(text)


def _of_conll(text: bytes) -> str:
    """Return CoNLL-2012 or one of its dialects. CoNLL-2012 itself is tested first, because most large files have it."""
    if FIRST_COLUMNS.match(text):
        return "conll2012"
    return _marked(DIALECTS, text) or _marked(DIALECTS, BLANK_ENDS.sub(b"", text)) or "conll2012"


def describe(head: bytes) -> str:
    """Return a short description of a file in an unsupported format; '' if it is unknown."""
    found = foreign(head)
    if found:
        return found
    text = _readable(head)
    if text is None:
        return "a binary file"
    start = text[:200].lower()
    if start.startswith((b"<?xml", b"<tei")):
        return XML
    if start.startswith((b"<!doctype html", b"<html")):
        return "an HTML page"
    if GLOBAL_COLUMNS.search(text):
        return "CoNLL-U Plus without an IDENTITY column"
    if JSON_ARRAY.match(text):
        return "a JSON array"
    return ""


def foreign(head: bytes) -> str:
    """Return the name of the well-known binary format of a file that begins with these bytes; '' if there is none."""
    return next((kind for magic, kind in OTHER_KINDS if head.startswith(magic)), "")


def _readable(head: bytes) -> bytes | None:
    """Return the text after a byte-order mark and blanks; None if it is not text."""
    if b"\0" in head:
        return None
    blanks = BLANKS.match(head)
    return head[blanks.end() :] if blanks else head


def _by_lines(text: bytes) -> str | None:
    """Return the format of a file without a header, by its lines. The last line may be incomplete."""
    lines = text.splitlines()
    if len(lines) > 1 and not text.endswith(b"\n"):
        lines.pop()
    words = [line for line in lines[:LINES_LOOKED_AT] if line.strip() and not line.startswith(b"#")]
    if not words:
        return None
    first = words[0].split(b"\t")
    if len(first) == 1:
        first = words[0].split()
    if len(first) >= 10 and WORD_NUMBER.fullmatch(first[0]):
        if len(first) > 10 and MARKABLE.search(text):
            return "conllua"
        if len(first) == 10:
            return "corefud"
    if len(first) >= 2 and (_has_brackets(words) or _has_brackets([line.rstrip() for line in words])):
        return "conll2012"
    return None


def _has_brackets(lines: Sequence[bytes]) -> bool:
    """Return whether the non-empty last cells of lines are brackets."""
    last = [(line.split(b"\t") if b"\t" in line else line.split())[-1].strip() for line in lines]
    brackets = [cell for cell in last if cell not in (b"", b"-", b"_", b"*")]
    return bool(brackets) and all(BRACKETS.fullmatch(cell) for cell in brackets)
