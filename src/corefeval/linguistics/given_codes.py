"""The type code of each mention, read from a file or derived from the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from corefeval.arrays import Booleans, Integers, integers
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.codes import NO_CODE, Scheme
from corefeval.linguistics.derived_codes import derive_codes, links_of_chains
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.labels import by_frequency
from corefeval.linguistics.scheme_files import bundled
from corefeval.linguistics.tags import Columns
from corefeval.problems import CorefevalError, Problem, warning

SEVERAL = "|"
"""The separator between the codes of mentions that begin at the same word; the longest mention comes first."""

_BLANK = frozenset({"", "_", "*", "-"})
"""Values that mean that a mention has no code."""


@dataclass(frozen=True, slots=True, eq=False)
class Typing:
    """The type codes of one side's mentions.

    Attributes:
        code: the type code of each mention; '' if it has none.
        antecedent: the mention that each is annotated to refer to; -1 if it refers to none or to several.
        several: the antecedents of each mention that refers to several (groups, ambiguous references).
        source: the source of the codes: links, attribute, column, or derived.
    """

    code: list[str]
    antecedent: Integers
    several: Mapping[int, tuple[int, ...]]
    source: str

    @classmethod
    def of(cls, corpus: Corpus, scheme: Scheme) -> Typing | None:
        """Return the codes that a file gives; None if it gives none.

        The codes are in typed links (JSON Lines, NKAS). Otherwise they are in the attribute of mentions that the scheme
        names. Otherwise they are in the column of words that the scheme names, in the cell of a mention's first word.
        """
        found = annotated_links(corpus) if any(link.code for link in corpus.annotations) else None
        if found is not None or corpus.mentions.objects is not None:
            return found and replace(found, code=list(map(scheme.padded, found.code)))
        codes = _of_attribute(corpus, scheme.attribute) if scheme.attribute else None
        source = "attribute"
        if codes is None and scheme.column:
            codes, source = _of_column(corpus, scheme.column), "column"
        if codes is None:
            return None
        return cls(list(map(scheme.padded, codes)), np.full(len(codes), -1, np.int64), {}, source)

    @classmethod
    def derived(
        cls, corpus: Corpus, linguistics: Linguistics, scheme: Scheme, *, count_titles: bool = False
    ) -> Typing | None:
        """Return the codes derived from the words, '' for mentions that refer to no other; None for mentions without a text.

        The rows of the linguistics must be those of the corpus.
        """
        if corpus.mentions.objects is not None:
            return None
        links = links_of_chains(corpus, linguistics, count_titles=count_titles)
        codes = [""] * len(corpus.mentions)
        antecedent = np.full(len(codes), -1, np.int64)
        antecedent[links.referent] = links.antecedent
        for row, code in zip(
            links.referent.tolist(), derive_codes(corpus, linguistics, links, scheme=scheme), strict=True
        ):
            codes[row] = code
        return cls(codes, antecedent, {}, "derived")


def annotated_links(corpus: Corpus) -> Typing | None:
    """Return the links that a file annotates, with their codes if any; None without links.

    A referent is never its own antecedent. A link without antecedents is ignored. If a referent has several links, the
    first counts.
    """
    annotations = corpus.annotations
    if not annotations:
        return None
    spans = zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True)
    row_of = {span: row for row, span in enumerate(spans)}
    code = [""] * len(corpus.mentions)
    antecedent = np.full(len(code), -1, np.int64)
    several: dict[int, tuple[int, ...]] = {}
    seen: set[int] = set()
    for annotation in annotations:
        row = row_of.get(annotation.referent)
        found = [row_of[span] for span in annotation.antecedents if span in row_of]
        targets = tuple(target for target in dict.fromkeys(found) if target != row)
        if row is None or row in seen or not targets:
            continue
        seen.add(row)
        code[row] = annotation.code
        if len(targets) > 1:
            several[row] = targets
        else:
            antecedent[row] = targets[0]
    return Typing(code, antecedent, several, "links")


def refers_to_none(corpus: Corpus) -> Booleans | None:
    """Return which mentions have no single annotated antecedent and so are roots; None if no links are annotated."""
    found = annotated_links(corpus)
    return None if found is None else found.antecedent < 0


def _of_attribute(corpus: Corpus, name: str) -> list[str] | None:
    """Return the codes in an attribute; None if there are none.

    The name `other:code` selects the item code:… of the list in the attribute `other` of CorefUD. In that
    list %2D encodes a -, because - separates attributes.
    """
    outer, is_inside, inner = name.partition(":")
    column = corpus.mentions.attributes.column(outer)
    if column is None:
        return None
    number, texts = column.codes()
    found = [_inside(text, inner) if is_inside else text for text in texts]
    found = ["" if code in _BLANK else code for code in found]
    return [found[each] for each in number.tolist()] if any(found) else None


def _inside(text: str, name: str) -> str:
    pairs = (piece.partition(":") for piece in text.split(","))
    return next((value for key, _, value in pairs if key == name), "").replace("%2D", NO_CODE)


def _of_column(corpus: Corpus, name: str) -> list[str] | None:
    """Return the codes in the cells of the mentions' first words; None if the file has no such column.

    Raises:
        CorefevalError: CE111 if the number of codes in a cell differs from the number of mentions that begin there.
    """
    whole = corpus.as_read
    column = Columns(whole.source).column(name)
    if column is None:
        return None
    mentions = whole.mentions
    begin: dict[int, list[int]] = {}
    for row in np.lexsort((-mentions.last, mentions.first)).tolist():
        begin.setdefault(int(mentions.first[row]), []).append(row)
    codes = [""] * len(mentions)
    for node, rows in begin.items():
        cell = column[node]
        if cell in _BLANK:
            continue
        listed = cell.split(SEVERAL)
        if len(listed) != len(rows):
            raise CorefevalError(
                Problem(
                    "CE111",
                    "type-codes-in-column",
                    whole.source.place(node),
                    cell,
                    listed=len(listed),
                    name=name,
                    mentions=len(rows),
                )
            )
        for row, code in zip(rows, listed, strict=True):
            codes[row] = "" if code in _BLANK else code
    return codes if corpus.number is None else [codes[row] for row in corpus.number.tolist()]


def require_column(corpus: Corpus, scheme: Scheme) -> None:
    """Raise if the scheme names a column of codes, because a key without codes does not have that column.

    Raises:
        CorefevalError: CE111.
    """
    if scheme.column and corpus.mentions.objects is None:
        raise CorefevalError(
            Problem("CE111", "no-such-column", corpus.file, name=scheme.column, scheme=scheme.name)
        )


def illegal(corpus: Corpus, scheme: Scheme) -> Iterator[Problem]:
    """Yield a problem for each code of a file that is invalid in the scheme, with its place and its fault."""
    faults: dict[str, Problem | None] = {}
    typing = Typing.of(corpus, scheme)
    if typing is None:
        return
    if typing.source == "links":
        places = [(scheme.padded(annotation.code), *annotation.referent) for annotation in corpus.annotations]
    else:
        mentions = corpus.mentions
        places = list(zip(typing.code, mentions.first.tolist(), mentions.last.tolist(), strict=True))
    for code, first, last in places:
        if code and code not in faults:
            faults[code] = scheme.fault(code)
        if code and faults[code]:
            words = " ".join(corpus.nodes.forms[node] for node in range(first, last + 1))
            document = corpus.names[int(corpus.document_of(integers([first]))[0])]
            yield Problem(
                "CE108",
                "no-type-code-scheme",
                corpus.source.place(first),
                code,
                name=scheme.name,
                words=words,
                document=document,
                fault=faults[code],
            )


def unknown_codes(
    typing: Typing | None, scheme: Scheme, side: str, *, is_named: bool = False
) -> list[Problem]:
    """Return a warning about codes of one side that are invalid in the scheme, with their counts.

    Args:
        typing: the codes.
        scheme: the scheme.
        side: key or response.
        is_named: whether the user named the scheme; false for the default.
    """
    if typing is None or typing.source == "derived":
        return []
    counts = Counter(code for code in typing.code if code)
    unknown = Counter({code: count for code, count in counts.items() if scheme.fault(code)})
    if not unknown:
        return []
    fits = _fitting(counts, scheme)
    kind = "unknown-codes-of-named" if is_named else "unknown-codes"
    return [
        warning(
            "CE108",
            "unknown-codes-of-other-scheme" if fits else kind,
            count=unknown.total(),
            codes=counts.total(),
            side=side,
            scheme=scheme.name,
            unknown=by_frequency(unknown),
            fits=fits,
        )
    ]


def _fitting(codes: Mapping[str, int], scheme: Scheme) -> str:
    """Return the bundled scheme in which all the codes are valid; '' if there is none."""
    fits = (
        each.name
        for each in bundled()
        if each.name != scheme.name and not each.is_open and not any(map(each.fault, codes))
    )
    return next(fits, "")
