"""Recognise the Python objects of tools by their shape, and convert them to the text of the tool's file format.

No tool is imported. The reader of the format interprets mentions and reports problems. An object is one document or,
for udapi, a corpus. Several objects are a list, an iterator, or {name: object}.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines import fields


class NotOfTheToolError(Exception):
    """Raised if one of several objects belongs to no tool or another one, or if the tool itself fails to export it."""

    def __init__(self, kind: str, came: object, **arguments: Any) -> None:
        super().__init__(kind)
        self.kind, self.came, self.arguments = kind, came, arguments


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool with supported objects.

    Attributes:
        label: its display name.
        form: the format that its objects are converted to.
        fits: a function that returns whether a value is an object of this tool.
        text: a function that converts an object and a document name to text of the format.
        has_names: whether its objects contain the names of their documents.
    """

    label: str
    form: str
    fits: Callable[[Any], bool]
    text: Callable[[Any, str], bytes]
    has_names: bool = False


def numbered(number: int) -> str:
    """Return the name of a document without a name."""
    return f"document {number}"


def text_of(source: object, first: int = 1) -> TextFile | None:
    """Return the objects of a tool as a file of its format; None for other objects.

    Args:
        source: an object of a tool, a list of them, or {name: object}.
        first: the number of the first document without a name; 1 gives the name 'document 1'.

    Raises:
        NotOfTheToolError: if one of them is not an object of that tool.
    """
    tool = _tool_of(source)
    if tool is not None:
        return _file(tool, [(numbered(first), source)])
    if isinstance(source, Mapping):
        if not source or (tool := _tool_of(next(iter(source.values())))) is None:
            return None
        if tool.has_names:
            raise NotOfTheToolError("object-names-documents-itself", source, label=tool.label)
        return _file(tool, [(str(name), value) for name, value in source.items()])
    if isinstance(source, list | tuple) and source and (tool := _tool_of(source[0])) is not None:
        return _file(tool, [(numbered(number), value) for number, value in enumerate(source, first)])
    return None


def is_object(value: object) -> bool:
    """Return whether a value is an object of a tool."""
    return _tool_of(value) is not None


def _tool_of(value: object) -> Tool | None:
    if isinstance(value, type):
        return None
    return next((tool for tool in TOOLS if tool.fits(value)), None)


def _file(tool: Tool, named: Iterable[tuple[str, object]]) -> TextFile:
    lines = []
    for name, value in named:
        if not tool.fits(value):
            raise NotOfTheToolError("no-object-those-before", value, name=name, label=tool.label)
        try:
            lines.append(tool.text(value, name))
        except NotOfTheToolError:
            raise
        except Exception as error:  # noqa: BLE001 - reading an object's content may raise any exception
            raise NotOfTheToolError(
                "object-gives-no-content",
                value,
                label=tool.label,
                error_type=type(error).__name__,
                error=str(error),
            ) from None
    return TextFile(f"<{tool.label}>", b"\n".join(lines), form=tool.form)


def _is_method(value: object, name: str) -> bool:
    return callable(getattr(value, name, None))


def _encoded(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=_plain)


def _plain(value: object) -> object:
    """Convert values that JSON lacks: chains of stanza, numbers of arrays, sequences."""
    for name in ("to_json", "tolist"):
        if _is_method(value, name):
            return getattr(value, name)()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(type(value).__name__)


def _is_spacy(value: object) -> bool:
    """Return whether the value is a spaCy Doc, or the result of its to_json."""
    if isinstance(value, Mapping):
        tokens = value.get("tokens")
        has_tokens = isinstance(tokens, list) and bool(tokens) and isinstance(tokens[0], Mapping)
        return isinstance(value.get("text"), str) and (has_tokens or isinstance(value.get("spans"), Mapping))
    return _is_method(value, "to_json") and hasattr(value, "spans") and isinstance(_text(value), str)


def _spacy(value: Any, name: str) -> bytes:
    """Return a Doc as JSON. If no span group has clusters, use those of fastcoref's component in Doc._."""
    from corefeval.formats.clusters.spacy import CLUSTERS  # noqa: PLC0415 - only needed for a Doc

    record = dict(value if isinstance(value, Mapping) else value.to_json())
    groups = dict(record.get("spans") or {})
    if not any(map(CLUSTERS.fullmatch, groups)):
        clusters = getattr(getattr(value, "_", None), "coref_clusters", None)
        _refuse_words(clusters or (), record["tokens"], value)
        for number, cluster in enumerate(clusters or (), 1):
            groups[f"coref_clusters_{number}"] = [{"start": start, "end": end} for start, end in cluster]
        if groups or clusters is not None:
            record["spans"] = groups
    record.setdefault("name", name)
    return _encoded(record)


def _refuse_words(clusters: Iterable[Any], tokens: Sequence[Mapping[str, Any]], doc: object) -> None:
    """Refuse spans that may count words, because components other than fastcoref's use the same name for these."""
    spans = [(int(start), int(end)) for cluster in clusters for start, end in cluster]
    starts, ends = {token["start"] for token in tokens}, {token["end"] for token in tokens}
    if all(end <= len(tokens) for _, end in spans) and not all(
        start in starts and end in ends for start, end in spans
    ):
        raise NotOfTheToolError("spans-in-doc-coref", doc)


def _is_stanza(value: object) -> bool:
    """Return whether the value is a stanza Document, or the result of its to_dict: sentences of words."""
    if isinstance(value, list):
        sentence = value[0] if value else None
        word = sentence[0] if isinstance(sentence, list) and sentence else None
        return isinstance(word, Mapping) and "id" in word and "text" in word
    return _is_method(value, "to_dict") and isinstance(getattr(value, "sentences", None), list)


def _stanza(value: Any, name: str) -> bytes:
    sentences = value if isinstance(value, list) else value.to_dict()
    return _encoded({"name": name, "sentences": sentences})


def _is_fastcoref(value: object) -> bool:
    """Return whether the value is a CorefResult of fastcoref or LingMess."""
    return _is_method(value, "get_clusters") and isinstance(_text(value), str | list | tuple)


def _fastcoref(value: Any, name: str) -> bytes:
    """Return a CorefResult as JSON: a text with character spans, or words with word spans. Ends are exclusive."""
    is_words = not isinstance(value.text, str)
    record = {
        "doc_key": name,
        "tokens" if is_words else "text": value.text,
        "clusters": value.get_clusters(as_strings=False),
        "offsets": f"exclusive,{'token' if is_words else 'character'}",
    }
    return _encoded(record)


def _is_maverick(value: object) -> bool:
    """Return whether the value is the result of Maverick's predict: a dictionary without a document name."""
    return (
        isinstance(value, Mapping)
        and value.keys() >= {"tokens", "clusters_token_offsets"}
        and not value.keys() & {*fields.NAMES}
    )


def _is_conll2012_row(value: object) -> bool:
    """Return whether the value is a row of the CoNLL-2012 dataset of Hugging Face."""
    sentences = value.get("sentences") if isinstance(value, Mapping) else None
    first = sentences[0] if isinstance(sentences, list) and sentences else None
    return isinstance(first, Mapping) and "coref_spans" in first


def _is_coref_data_row(value: object) -> bool:
    """Return whether the value is a row of a coref-data dataset of Hugging Face."""
    return isinstance(value, Mapping) and value.keys() >= {"sentences", "coref_chains"}


def _named_in(field: str) -> Callable[[Any, str], bytes]:
    """Return a function that converts a dictionary, with the name of the document in a field unless it has one."""
    return lambda value, name: _encoded({field: name, **value})


def _is_udapi(value: object) -> bool:
    """Return whether the value is a udapi Document, which may contain several documents."""
    return _is_method(value, "to_conllu_string")


def _udapi(value: Any, name: str) -> bytes:
    del name
    text: str = value.to_conllu_string()
    return text.encode()


def _text(value: object) -> object:
    return getattr(value, "text", None)


TOOLS = (
    Tool("spaCy", "spacy", _is_spacy, _spacy),
    Tool("stanza", "stanza", _is_stanza, _stanza),
    Tool("fastcoref", "jsonlines", _is_fastcoref, _fastcoref),
    Tool("Maverick", "jsonlines", _is_maverick, _named_in("doc_key")),
    Tool("Hugging Face", "conll2012-rows", _is_conll2012_row, _named_in("document_id")),
    Tool("Hugging Face", "coref-data", _is_coref_data_row, _named_in("id")),
    Tool("udapi", "corefud", _is_udapi, _udapi, has_names=True),
)
"""The tools, in the order in which they are tried."""
