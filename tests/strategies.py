"""Random clusterings, corpora and perturbations for the properties."""

from __future__ import annotations

from hypothesis import strategies as st

Clusters = list[list[int]]
Corpus = dict[str, Clusters]


@st.composite
def clusters(draw: st.DrawFn, mentions: int = 12) -> Clusters:
    """Return a clustering of some of so many mentions, without repetitions."""
    labels = draw(st.lists(st.integers(-1, 5), min_size=0, max_size=mentions))
    groups: dict[int, list[int]] = {}
    for mention, label in enumerate(labels):
        if label >= 0:
            groups.setdefault(label, []).append(mention)
    return list(groups.values())


@st.composite
def pairs(draw: st.DrawFn, documents: int = 3) -> tuple[Corpus, Corpus]:
    """Return a key and a response over the same documents."""
    names = [f"d{number}" for number in range(draw(st.integers(1, documents)))]
    return {name: draw(clusters()) for name in names}, {name: draw(clusters()) for name in names}
