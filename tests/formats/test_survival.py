"""What a conversion loses: a writer's own words keep it from being said twice, and nothing else from being said."""

from __future__ import annotations

import corefeval
from corefeval.formats.survival import losses
from corefeval.problems import Problem, Severity


def corpus(**attributes: str) -> corefeval.Corpus:
    """Return two mentions of one entity with these attributes."""
    mentions = [{"span": [place, place], **attributes} for place in (0, 2)]
    return corefeval.load(
        {
            "doc_key": "a",
            "tokens": ["Ada", "fed", "her"],
            "clusters": [[[0, 0], [2, 2]]],
            "offsets": "inclusive,token",
            "mentions": mentions,
        }
    )


def test_a_writer_speaks_for_as_many_attributes_as_it_names() -> None:
    """One value that was changed does not hide two others that are gone."""
    before, after = corpus(code="x", gender="f"), corpus(gender="f")

    def told(*said: str) -> list[str]:
        problems = [Problem("CE047", message, severity=Severity.WARNING) for message in said]
        return [problem.message for problem in losses(before, after, problems)]

    assert told() == ["2 attributes 'code' of mentions"]
    assert told("1 attribute values with brackets were percent-encoded") == told()
    assert told("CoNLL-2012 does not hold 2 attributes 'gender' of mentions") == told()
    assert told("2 attribute values with brackets were left out") == []
    assert told("2 attributes 'code' of mentions have no place") == []
    assert losses(before, before, []) == []
