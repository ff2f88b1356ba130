r"""brat's .ann beside its .txt: mentions by characters; identity by relations, by Equiv, or by the name of the type.

A relation whose name begins with 'coref', in any case, is identity, and so is Equiv; other relations are counted and said
(CE068). A type 'Cluster7', 'Chain7' or 'Entity7' is a chain, as in STM-coref. In LitBank each mention stands twice, once with
its type (PROP_FAC) and once with its chain (Lincoln__s_Inn_Hall-3): where every line whose type ends in a number behind a hyphen has the
span of another line, those are chains and the only mentions. Events, modifications, attributes, normalisations and notes are
passed over; the triggers of events are mentions, for nothing tells them from others.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import Document, Link, Mention, assemble, note_other_relations, number_of
from corefeval.problems import Place, Problem, Problems, Severity

__all__ = ["FORMAT"]

SPANS = re.compile(r"(\S+) (-?\d+ -?\d+(?:;-?\d+ -?\d+)*)")
RELATION = re.compile(r"(\S+) \S+?:(\S+) \S+?:(\S+)\s*")
CHAIN = re.compile(r"(?:cluster|chain|entity)[_-]?\d+", re.IGNORECASE)
NAMED_CHAIN = re.compile(r".+-\d+")
TYPE_AND_CLASS = re.compile(r"(PROP|NOM|PRON)_(.+)")
PASSED_OVER = re.compile(r"[EMAN#]\d*\t|AM\d+\t|#")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document, whose text stands in NAME.txt."""
    text = file.companion("{stem}.txt", named=options.companion).read().decode()
    problems = Problems()
    document = Document(text=text, place=file.place)
    types: dict[str, str] = {}
    other: Counter[str] = Counter()
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
        elif line.strip() and not PASSED_OVER.match(line):
            problems.add(Problem("CE067", "not a line of brat", place, line))
    note_other_relations(other, file.place, problems)
    _read_types(document, types, problems)
    return assemble([document], "brat", options, problems)


def _read_types(document: Document, types: dict[str, str], problems: Problems) -> None:
    """Give mentions their chains and classes, as far as their types name them."""
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
            message = f"{len(left):,} mentions have a type but no chain and are left out, such as"
            problems.add(Problem("CE068", message, first.place, first.text, severity=Severity.WARNING))
        document.mentions = chained
        for mention in chained:
            mention.entity = types[mention.id]
    for mention in document.mentions:
        kind = classes.get(tuple(mention.spans), "") if mention.entity else types[mention.id]
        if CHAIN.fullmatch(kind):
            mention.entity = kind
        elif both := TYPE_AND_CLASS.fullmatch(kind):
            mention.attributes = {"type": both[1], "ne": both[2]}
        else:
            mention.attributes = {"ne": kind}


FORMAT = Format("brat", read)
