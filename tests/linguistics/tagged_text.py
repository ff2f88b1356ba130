"""Small tagged texts for the tests of the linguistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus

Span = tuple[int, int]


def text(
    *sentences: str,
    chains: Sequence[Sequence[Span | int]] = (),
    columns: Sequence[str] = ("upos", "feats", "head", "lemma"),
    attributes: Mapping[Span, Mapping[str, str]] | None = None,
    heads: Mapping[Span, int] | None = None,
    name: str = "d",
) -> Corpus:
    """Return a corpus of one document.

    A sentence is a string of words 'form/tag/feature/…', one slash for each column; a word that begins with
    '∅' is an empty node. Mentions are spans of nodes, or single nodes.
    """
    builder = CorpusBuilder()
    builder.document(name)
    for sentence in sentences:
        builder.sentence()
        minor = 0
        for word in sentence.split():
            form, *cells = word.split("/")
            minor = minor + 1 if form.startswith("∅") else 0
            builder.node(form, minor=minor, columns=dict(zip(columns, cells, strict=False)))
    placed = [
        (span if isinstance(span, tuple) else (span, span), label)
        for label, chain in enumerate(chains)
        for span in chain
    ]
    for span, label in sorted(placed, key=lambda item: (item[0][0], -item[0][1])):
        builder.entity(f"e{label}")
        builder.mention(
            builder.entity(f"e{label}"),
            [span],
            head=(heads or {}).get(span, -1),
            attributes=(attributes or {}).get(span),
        )
    return builder.build()


def obama(columns: Sequence[str] = ("upos", "feats")) -> Corpus:
    """Return the fragment of Žitkus et al. (2023), section 4.2: one chain of eight mentions."""
    prs = "PronType=Prs"
    return text(
        f"Today president/NOUN spoke/VERB . He/PRON/{prs} hopes/VERB .",
        "This/PRON was/AUX unusual/ADJ for/ADP B./PROPN Obama/PROPN .",
        f"Obama/PROPN was/AUX criticized/VERB . But/CCONJ his/PRON/Poss=Yes|{prs} position/NOUN",
        f"It/PRON looks/VERB Barack/PROPN Obama/PROPN doubts/VERB himself/PRON/{prs}|Reflex=Yes .",
        "Critics/NOUN said/VERB that/SCONJ Barack/PROPN Obama/PROPN is",
        chains=[[1, 4, (11, 12), 14, 19, (23, 24), 26, (31, 32)]],
        columns=columns,
    )
