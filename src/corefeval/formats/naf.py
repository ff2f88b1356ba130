"""KAF and NAF: words, terms that consist of words, and chains whose mentions are spans of terms.

Identifiers are called wid, tid and coid in KAF, and id in NAF. A span is a mention, in any number of parts; the target
with head="yes" is its head. A part of a word or term is extended to the whole. Lemmas and tags of terms are kept.
Deprecated chains are not read. If a file from a failed run has no chains, a warning reports this.
"""

from __future__ import annotations

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import Mention, assemble, token_document
from corefeval.formats.xml_tree import Element, numbers_by_name, parse
from corefeval.problems import Problem, Problems, warning

COLUMNS = {"lemma": "lemma", "xpos": "morphofeat", "upos": "pos"}


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    problems = Problems()
    root = parse(file)
    words = list(root.all("wf"))
    numbers = numbers_by_name(words, "wid" if root.tag == "KAF" else "id", problems)
    numbers |= {part.get("id"): number for number, word in enumerate(words) for part in word.all("subtoken")}
    sentence = [word.get("sent") for word in words]
    columns = {name: [""] * len(words) for name in COLUMNS}
    document = token_document(
        place=root.place,
        tokens=["".join(each for each in word.content if isinstance(each, str)).strip() for word in words],
        sentences=[index for index, name in enumerate(sentence) if sentence[index - 1 : index] != [name]],
        lines=[word.place.line for word in words],
        columns=columns,
    )
    terms: dict[str, list[int]] = {}
    for term in root.all("term", "component"):
        found = [
            number for span in term if span.tag == "span" for number in _words(span, numbers, terms, problems)
        ]
        terms[term.get("tid") or term.get("id")] = found
        for name, attribute in COLUMNS.items() if term.tag == "term" else ():
            for number in found:
                columns[name][number] = term.get(attribute)
    left = [chain for chain in root.all("coref") if chain.get("status") == "deprecated"]
    for chain in left[:1]:
        problems.add(
            warning("CE068", "chains-deprecated-not-read", chain.place, chain.get("id"), count=len(left))
        )
    for chain in (each for each in root.all("coref") if each.get("status") != "deprecated"):
        name = chain.get("coid") or chain.get("id")
        for span in (each for each in chain if each.tag == "span"):
            targets = list(span.all("target"))
            unknown = [target.get("id") for target in targets if target.get("id") not in terms]
            if unknown:
                problems.add(Problem("CE035", "mention-term", span.place, unknown[0]))
                continue
            own = sorted({number for target in targets for number in terms[target.get("id")]})
            heads = [terms[target.get("id")] for target in targets if target.get("head") == "yes"]
            head = (heads[0][-1], heads[0][-1]) if heads and heads[0] else None
            spans = [(number, number) for number in own]
            kind = {"type": chain.get("type")}
            document.mentions.append(Mention(spans, name, place=span.place, head=head, attributes=kind))
    for error in root.all("error"):
        shown = error.text.strip().split("\n", 1)[0]
        problems.add(warning("CE068", "file-says-module-failed", error.place, shown))
    return assemble([document], "naf", options, problems)


def _words(
    span: Element, numbers: dict[str, int], terms: dict[str, list[int]], problems: Problems
) -> list[int]:
    """Return the words of a term. A term names words or, if it is a multiword, terms. Missing ones are reported."""
    found: list[int] = []
    for name in (target.get("id") for target in span.all("target")):
        if name not in numbers and name not in terms:
            problems.add(Problem("CE035", "term-word", span.place, name))
        found += [numbers[name]] if name in numbers else terms.get(name, [])
    return found


FORMAT = Format("naf", read)
