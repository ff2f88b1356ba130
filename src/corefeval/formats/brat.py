r"""brat's .ann with its .txt: mentions by characters; identity by relations, by Equiv, or by the name of the type.

- Relations whose names begin with 'coref', in upper or lower case, and Equiv are identity. CE068 reports the number of
  other relations.
- A type 'Cluster7', 'Chain7' or 'Entity7' is a chain, as in STM-coref.
- In LitBank each mention occurs twice, once with its type (PROP_FAC) and once with its chain (Lincoln__s_Inn_Hall-3).
  If every line whose type ends in a hyphen and a number has the same span as another line, these types are chains, and
  only these lines are mentions.
- Events, modifications, attributes, normalisations and notes are skipped. The triggers of events are mentions, because
  nothing distinguishes them. Relations of events are relations of their triggers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.disassembly import Disassembly
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import (
    AnnotatedDocument,
    Link,
    Mention,
    Span,
    assemble,
    note_other_relations,
    number_of,
)
from corefeval.problems import Place, Problem, Problems, warning

SPANS = re.compile(r"(\S+) (-?\d+ -?\d+(?:;-?\d+ -?\d+)*)")
RELATION = re.compile(r"(\S+) \S+?:(\S+) \S+?:(\S+)\s*")
CHAIN = re.compile(r"(?:cluster|chain|entity)[_-]?\d+", re.IGNORECASE)
NAMED_CHAIN = re.compile(r".+-\d+")
FORMS = ("PROP", "NOM", "PRON")
TYPE_AND_CLASS = re.compile(rf"({'|'.join(FORMS)})_(.+)")
TYPE = re.compile(r"\S+")
NO_CLASS = frozenset({"mention", "markable", "entity", "referent", "np"})
"""Types that say nothing about the class of a mention."""
EVENT = re.compile(r"\S+?:(T\d+)")
PASSED_OVER = re.compile(r"[EMAN#]\d*\t|AM\d+\t|#")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document, with its text in NAME.txt."""
    text = file.companion("{stem}.txt", named=options.companion).read().decode()
    problems = Problems()
    document = AnnotatedDocument(text=text, place=file.place)
    types: dict[str, str] = {}
    triggers: dict[str, str] = {}
    other: Counter[str] = Counter()
    unfinished = 0
    for number, line in enumerate(file.read().decode().split("\n"), 1):
        place = Place(file.name, number)
        kind, _, rest = line.rstrip("\r").partition("\t")
        said, _, words = rest.partition("\t")
        if kind.startswith("T") and (found := SPANS.fullmatch(said)):
            parts = [part.split(" ") for part in found[2].split(";")]
            spans = [
                (number_of(begin, "begin", place, problems), number_of(end, "end", place, problems))
                for begin, end in parts
            ]
            types[kind] = found[1]
            document.mentions.append(Mention(spans, id=kind, place=place, text=words))
            unfinished = number if _lacks_words(document.mentions[-1]) else 0
        elif kind.startswith("E") and (found := EVENT.match(said)):
            triggers[kind] = found[1]
        elif kind.startswith("R") and (found := RELATION.fullmatch(said)):
            if found[1].lower().startswith("coref"):
                document.links.append(Link(found[2], found[3], place))
            else:
                other[found[1]] += 1
        elif kind == "*" and said:
            name, *ids = said.split()
            if name == "Equiv":
                document.links.extend(Link(second, first, place) for first, second in pairwise(ids))
            else:
                other[name] += 1
        elif unfinished and unfinished == number - 1 and _lacks_words(document.mentions[-1]):
            document.mentions[-1].text += f"\n{line}"
            unfinished = number
        elif line.strip() and not PASSED_OVER.match(line):
            problems.add(Problem("CE067", "not-line-brat", place, line))
    document.links = [
        replace(
            link, source=triggers.get(link.source, link.source), target=triggers.get(link.target, link.target)
        )
        for link in document.links
    ]
    note_other_relations(other, file.place, problems)
    _read_types(document, types, problems)
    return assemble([document], "brat", options, problems)


def _lacks_words(mention: Mention) -> bool:
    """Return whether the words of a mention are shorter than its span, because they continue on the next line."""
    return len(mention.text) < sum(end - begin for begin, end in mention.spans)


def _read_types(document: AnnotatedDocument, types: dict[str, str], problems: Problems) -> None:
    """Assign chains and classes to the mentions whose types name them."""
    classes = {
        tuple(mention.spans): types[mention.id]
        for mention in document.mentions
        if not NAMED_CHAIN.fullmatch(types[mention.id])
    }
    chained = [mention for mention in document.mentions if NAMED_CHAIN.fullmatch(types[mention.id])]
    if chained and all(tuple(mention.spans) in classes for mention in chained):
        left = classes.keys() - {tuple(mention.spans) for mention in chained}
        first = next((each for each in document.mentions if tuple(each.spans) in left), None)
        if first is not None:
            problems.add(warning("CE068", "mentions-type", first.place, first.text, count=len(left)))
        document.mentions = chained
        for mention in chained:
            mention.entity = types[mention.id]
    for mention in document.mentions:
        kind = classes.get(tuple(mention.spans), "") if mention.entity else types[mention.id]
        if CHAIN.fullmatch(kind):
            mention.entity = kind
        elif both := TYPE_AND_CLASS.fullmatch(kind):
            mention.attributes = {"type": both[1], "ne": both[2]}
        elif kind.lower() not in NO_CLASS:
            mention.attributes = {"ne": kind}


def write_each(corpus: Corpus) -> tuple[list[tuple[bytes, ...]], list[Problem]]:
    """Return the annotation and the text of each document, with one sentence per line, and the losses.

    Chains are written as relations `Coreference` from each mention to the previous one. The type is the class of the
    mention, with the prefix PROP, NOM or PRON if known, or else `Mention`. A span has one part per line, as in brat's own
    files.
    """
    documents = Disassembly(corpus, "brat")
    files: list[tuple[bytes, ...]] = []
    for document in documents.documents():
        lines = []
        for mention in document.mentions:
            parts = _parts(document, mention)
            words = " ".join(document.text[begin:end] for begin, end in parts)
            places = ";".join(f"{begin} {end}" for begin, end in parts)
            lines.append(f"T{mention.id}\t{_type(mention.attributes)} {places}\t{words}\n")
        for number, link in enumerate(document.links, 1):
            lines.append(f"R{number}\tCoreference Arg1:T{link.source} Arg2:T{link.target}\n")
        files.append(("".join(lines).encode(), f"{document.text}\n".encode()))
    return files, documents.problems()


def _parts(document: AnnotatedDocument, mention: Mention) -> list[Span]:
    """Return the parts of a mention in characters, each within one line."""
    edges, sentences = document.edges or (), document.sentences
    found: list[Span] = []
    for first, last in mention.spans:
        inner = sentences[bisect_right(sentences, first) : bisect_right(sentences, last)]
        found.extend(
            (edges[begin][0], edges[end - 1][1]) for begin, end in pairwise([first, *inner, last + 1])
        )
    return found


def _type(attributes: Mapping[str, str]) -> str:
    """Return the type of a mention, from which the reader restores its attributes."""
    kind = attributes.get("ne") or attributes.get("etype") or ""
    known = attributes.get("type", "")
    both = f"{known}_{kind}" if known in FORMS and kind else kind
    is_chain = CHAIN.fullmatch(both) or NAMED_CHAIN.fullmatch(both)
    return both if TYPE.fullmatch(both) and not is_chain else "Mention"


FORMAT = Format("brat", read, write_each=write_each)
