"""MMAX2: a .mmax file that names the file of words, and one file of markables per level, next to it or in folders.

The file common_paths.xml names the levels and their folder. Without it, all files called NAME_LEVEL_level.xml are
levels. The reader reads these levels:

- levels whose markables have a set (such as coref_class), a pointer (anaphor_antecedent) or both;
- levels whose names begin with coref;
- primmark and secmark, the markables of the Potsdam Commentary Corpus;
- single markables of other levels, if pointers name them.

Other content is reported. A pleonastic markable in no set is non-referring. DTDs, schemes and styles are not read.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile, is_folder, patterns_of
from corefeval.formats.standoff import (
    AnnotatedDocument,
    Link,
    Mention,
    Span,
    assemble,
    note_other_relations,
    token_document,
)
from corefeval.formats.xml_tree import Element, numbers_by_name, parse
from corefeval.problems import CorefevalError, Problem, Problems, warning

SETS = ("coref_class", "coref_set", "coreference_set")
POINTERS = ("anaphor_antecedent", "antecedent")
POINTS = re.compile(r"(?:[\w-]+:)?(?:set|markable)_\d+(?:;.*)?")
"""Matches the names of sets and markables. An attribute with such values is a relation."""
NONE = {"", "empty", "none"}
NAMED = ("coref", "primmark", "secmark")
"""The prefixes of levels that are always read."""
TYPES = {
    "ne": "name",
    "defnp": "nominal",
    "indefnp": "nominal",
    "pper": "pronoun",
    "ppos": "pronoun",
    "pds": "pronoun",
    "padv": "adverb",
}
"""The mention type for each form of noun phrases in the Potsdam Commentary Corpus."""
NOT_KEPT = {"id", "span", "mmax_level", "type", *SETS, *POINTERS}


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    problems = Problems()
    named = parse(file).first("words")
    if named is None or not named.text.strip():
        raise CorefevalError(Problem("CE067", "project-names-no-file", file.line_place(1)))
    words = parse(file.companion(*patterns_of(named.text.strip()), named=options.companion))
    elements = list(words.all("word"))
    numbers = numbers_by_name(elements, "id", problems)
    document = token_document(
        place=file.place,
        tokens=[element.text.strip() for element in elements],
    )
    folder = options.companion if is_folder(options.companion) else ""
    levels = [(name, list(parse(found).all("markable"))) for name, found in _levels(file, folder)]
    is_found = False
    left: dict[str, list[Element]] = {}
    for level, markables in levels:
        if level == "sentence":
            spans = (_spans(each, numbers, problems) for each in markables)
            document.sentences = sorted(each[0][0] for each in spans if each)
        elif level.lower().startswith(NAMED) or any(
            each.get(key) for each in markables for key in SETS + POINTERS
        ):
            is_found = True
            for markable in markables:
                _add(document, level, markable, _spans(markable, numbers, problems), problems)
        else:
            left[level] = markables
    if not is_found:
        names = ", ".join(name for name, _ in levels)
        problems.add(Problem("CE069", "no-level-sets", file.place, names))
    related = Counter(
        key
        for mention in document.mentions
        for key, value in mention.attributes.items()
        if POINTS.fullmatch(value)
    )
    note_other_relations(related, file.place, problems)
    wanted = {link.target for link in document.links}
    for level, markables in left.items():
        found = [each for each in markables if f"{level}:{each.get('id')}" in wanted]
        for markable in found:
            _add(document, level, markable, _spans(markable, numbers, problems), problems)
        if len(found) < len(markables):
            problems.add(
                warning(
                    "CE068",
                    "markables-level-without-sets",
                    file.place,
                    level,
                    count=len(markables) - len(found),
                )
            )
    return assemble([document], "mmax2", options, problems)


def _levels(file: TextFile, folder: str) -> list[tuple[str, TextFile]]:
    """Return the levels with their files, as common_paths.xml or the file names state them. Missing files are skipped."""
    stem = Path(file.name.removesuffix(".gz")).stem
    named = [
        (level.get("name"), level.text.strip().replace("$", stem))
        for paths in file.beside("common_paths.xml", folder)
        for level in parse(TextFile(paths)).all("level")
    ]
    if named:
        found = [
            (name, [TextFile(path) for pattern in patterns_of(path) for path in file.beside(pattern, folder)])
            for name, path in named
        ]
        return [(name, files[0]) for name, files in found if files]
    return [
        (found.name[len(stem) + 1 :].removesuffix("_level.xml"), TextFile(found))
        for pattern in ("{stem}_*_level.xml", "*/{stem}_*_level.xml")
        for found in file.beside(pattern, folder)
    ]


def _spans(markable: Element, numbers: dict[str, int], problems: Problems) -> list[Span]:
    """Return the parts of a markable, both ends inclusive; missing words are reported."""
    found = []
    for part in markable.get("span").split(","):
        first, _, last = part.strip().partition("..")
        ends = [first, last or first]
        unknown = [name for name in ends if name not in numbers]
        if unknown:
            problems.add(Problem("CE035", "span-word", markable.place, unknown[0]))
            return []
        found.append((numbers[ends[0]], numbers[ends[1]]))
    return found


def _add(
    document: AnnotatedDocument, level: str, markable: Element, spans: list[Span], problems: Problems
) -> None:
    """Add a markable with its set, its pointer and its other attributes. Its id is unique only within its level."""
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
        target, _, others = markable.get(key).partition(";")
        if target not in NONE:
            full = target if ":" in target else f"{level}:{target}"
            document.links.append(Link(name, full, markable.place))
        if others:
            problems.add(warning("CE068", "several-antecedents-first-followed", markable.place, others))
    if entity is None and markable.get("type") == "pleonastic":
        document.nonreferring.append(name)


FORMAT = Format("mmax2", read)
