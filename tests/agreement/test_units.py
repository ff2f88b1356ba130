"""Units: the mentions that any annotator marked."""

from __future__ import annotations

from pathlib import Path

import corefeval
from tests.agreement.small_texts import ADA, BERN, HIM, MAYOR, OLD_MAYOR, SHE, THE_MAYOR, write


def test_each_mention_once_in_text_order(tmp_path: Path) -> None:
    """What several marked is one unit, what one marked is one, in the order of the text whoever marked it."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE], [THE_MAYOR, HIM]]})
    other = write(tmp_path, "other", {"x": [[SHE, ADA], [OLD_MAYOR, HIM, BERN]]})
    third = write(tmp_path, "third", {"x": [[BERN], [THE_MAYOR, ADA]]})
    units = corefeval.agree([one, other, third], metrics="mention", resamples=0).units
    assert units.is_marked.T.astype(int).tolist() == [
        [1, 1, 1],  # Ada
        [0, 1, 0],  # the old mayor of Bern
        [0, 1, 1],  # Bern
        [1, 1, 0],  # She
        [1, 1, 0],  # him
        [1, 0, 1],  # the mayor
    ]


def test_a_mention_is_one_unit_of_each_annotator(tmp_path: Path) -> None:
    """Where heads are matched, of two mentions with one head no more than one is the other annotator's."""
    one = write(tmp_path, "one", {"x": [[MAYOR, HIM], [OLD_MAYOR, SHE]]})
    other = write(tmp_path, "other", {"x": [[OLD_MAYOR, HIM]]})
    third = write(tmp_path, "third", {"x": [[MAYOR, HIM]]})
    units = corefeval.agree(
        [one, other, third], metrics="mention", match="head", heads="first", resamples=0
    ).units
    assert len(units) == 4
    for rows, corpus in zip(units.mention, units.corpora, strict=True):
        assert sorted(row for row in rows.tolist() if row >= 0) == list(range(len(corpus.mentions)))


def test_settings_choose_the_mentions(tmp_path: Path) -> None:
    """Dropped singletons are no units, and a mention that is listed twice is one."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE], [BERN]]})
    other = write(tmp_path, "other", {"x": [[ADA, SHE], [HIM], [SHE, THE_MAYOR]]})
    every = corefeval.agree([one, other], metrics="mention", resamples=0).units
    assert len(every) == 5
    assert len(corefeval.agree([one, other], metrics="mention", singletons="drop", resamples=0).units) == 2
    for duplicates in ("first", "keep", "merge"):
        found = corefeval.agree([one, other], metrics="mention", duplicates=duplicates, resamples=0).units
        assert int(found.is_marked[1].sum()) == 4, duplicates
