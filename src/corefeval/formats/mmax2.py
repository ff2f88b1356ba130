"""MMAX2: a .mmax that names its words, and levels of markables in files of their own, beside it or in folders beside it.

Read are the levels whose markables have a set (coref_class and the like), a pointer (anaphor_antecedent) or both, and 'secmark', the
secondary markables of the Potsdam Commentary Corpus. A pleonastic markable in no set refers to nothing. DTDs are not
looked for, schemes and styles not read.
"""

from __future__ import annotations

from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile, is_folder, patterns_of
from corefeval.formats.offsets import Unit
from corefeval.formats.standoff import Document, Link, Mention, Span, assemble
from corefeval.formats.xml_tree import Element, numbers_by_name, parse
from corefeval.problems import CorefevalError, Problem, Problems

__all__ = ["FORMAT"]

SETS = ("coref_class", "coref_set", "coreference_set")
POINTERS = ("anaphor_antecedent", "antecedent")
NONE = {"", "empty", "none"}
SECONDARY = "secmark"
TYPES = {
    "ne": "name",
    "defnp": "nominal",
    "indefnp": "nominal",
    "pper": "pronoun",
    "ppos": "pronoun",
    "pds": "pronoun",
    "padv": "adverb",
}
"""Forms of noun phrases as the Potsdam Commentary Corpus names them."""
NOT_KEPT = {"id", "span", "mmax_level", "type", *SETS, *POINTERS}


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    problems = Problems()
    named = parse(file).first("words")
    if named is None or not named.text.strip():
        raise CorefevalError(Problem("CE067", "the project names no file of words", file.line_place(1)))
    words = parse(file.companion(*patterns_of(named.text.strip()), named=options.companion))
    elements = list(words.all("word"))
    numbers = numbers_by_name(elements, "id", problems)
    document = Document(
        place=file.place,
        tokens=[element.text.strip() for element in elements],
        unit=Unit.TOKEN,
        inclusive=True,
    )
    stem = Path(file.name.removesuffix(".gz")).stem
    levels = [
        (found.name[len(stem) + 1 :].removesuffix("_level.xml"), list(parse(TextFile(found)).all("markable")))
        for pattern in ("{stem}_*_level.xml", "*/{stem}_*_level.xml")
        for found in file.beside(pattern, options.companion if is_folder(options.companion) else "")
    ]
    is_found = False
    for level, markables in levels:
        if level == "sentence":
            spans = (_spans(each, numbers, problems) for each in markables)
            document.sentences = sorted(each[0][0] for each in spans if each)
        elif level == SECONDARY or any(each.get(key) for each in markables for key in SETS + POINTERS):
            is_found = True
            for markable in markables:
                _add(document, level, markable, _spans(markable, numbers, problems))
    if not is_found:
        names = ", ".join(name for name, _ in levels)
        problems.add(Problem("CE069", "no level has sets or pointers", file.place, names))
    return assemble([document], "mmax2", options, problems)


def _spans(markable: Element, numbers: dict[str, int], problems: Problems) -> list[Span]:
    """Return the parts of a markable, both ends inclusive; words that are not there are noted."""
    found = []
    for part in markable.get("span").split(","):
        first, _, last = part.strip().partition("..")
        ends = [first, last or first]
        unknown = [name for name in ends if name not in numbers]
        if unknown:
            problems.add(Problem("CE035", "a span of a word that is not there:", markable.place, unknown[0]))
            return []
        found.append((numbers[ends[0]], numbers[ends[1]]))
    return found


def _add(document: Document, level: str, markable: Element, spans: list[Span]) -> None:
    """Add a markable with its set, its pointer and what else is said of it; ids are those of its level."""
    if not spans:
        return
    name = f"{level}:{markable.get('id')}"
    entity = next((markable.get(key) for key in SETS if markable.get(key) not in NONE), None)
    kept = {
        key: value for key, value in markable.attributes.items() if key not in NOT_KEPT and value not in NONE
    }
    kept = {key: value for key, value in kept.items() if not key.startswith("xmlns")}
    kept["type"] = TYPES.get(markable.get("np_form"), markable.get("mention"))
    kept["anaphora"] = markable.get("type")
    document.mentions.append(Mention(spans, entity, name, markable.place, attributes=kept))
    for key in POINTERS:
        target = markable.get(key)
        if target not in NONE:
            full = target if ":" in target else f"{level}:{target}"
            document.links.append(Link(name, full, markable.place))
    if entity is None and markable.get("type") == "pleonastic":
        document.nonreferring.append(name)


FORMAT = Format("mmax2", read)
