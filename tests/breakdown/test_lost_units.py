"""Lost units: the entity that loses them, its mentions that the system links elsewhere or nowhere, and each in its text."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefeval
from corefeval.breakdown.lost_units import Blame, Lost, UseLosses
from corefeval.metrics import parse_metric
from corefeval.metrics.base import FILES, METRICS
from corefeval.metrics.use_units import LossCause, UnitUse
from tests.files import QUAY, Entities, parsed
from tests.files import QUAY_KEY as KEY
from tests.files import QUAY_RESPONSE as RESPONSE

UNIT_USES = [name for name in FILES["uses"] if issubclass(METRICS[name], UnitUse)]


def losses(folder: Path, name: str, response: Entities) -> UseLosses:
    """Return what the gold entities of the text about Mara Lind lose of a use."""
    metric = parse_metric(name)
    assert isinstance(metric, UnitUse)
    text = parsed(folder / "quay.conllu", {"quay": QUAY})
    result = corefeval.score({"quay": KEY}, {"quay": response}, metrics=name, text=text, language="en")
    assert result.pairing is not None
    return UseLosses(result.pairing, metric)


def lost(folder: Path, name: str, response: Entities) -> tuple[Lost, ...]:
    """Return what each entity loses."""
    return losses(folder, name, response).entities


def missed(mention: str, count: int = 1) -> Blame:
    """Return the blame of mentions that are not linked."""
    return Blame(mention, "", count, LossCause.NOT_LINKED)


def test_facts_are_lost_by_their_arguments(tmp_path: Path) -> None:
    """Her is linked to Olaf and the second Lind to nobody; he is linked to Mara Lind."""
    mara = Lost("Mara Lind", "quay", 2, (Blame("her", "Olaf", 1), missed("Lind")))
    olaf = Lost("Olaf", "quay", 1, (Blame("He", "Mara Lind", 1),))
    assert lost(tmp_path, "use.facts", RESPONSE) == (mara, olaf)
    assert lost(tmp_path, "use.facts-names", RESPONSE) == (mara, olaf)


def test_pronouns_are_lost_by_themselves(tmp_path: Path) -> None:
    """Each pronoun with a wrong noun, or none, is named."""
    assert lost(tmp_path, "use.replace", RESPONSE) == (
        Lost("Mara Lind", "quay", 1, (Blame("her", "Olaf", 1),)),
        Lost("Olaf", "quay", 1, (Blame("He", "Mara Lind", 1),)),
    )
    assert lost(tmp_path, "use.replace", []) == (
        Lost("Mara Lind", "quay", 2, (missed("She"), missed("her"))),
        Lost("the boat", "quay", 1, (missed("it"),)),
        Lost("Olaf", "quay", 1, (missed("He"),)),
    )


def test_a_unit_is_read_in_its_sentence(tmp_path: Path) -> None:
    """The fact as gold and system have it, each mention by the name of its entity."""
    first = next(lost(tmp_path, "use.facts", RESPONSE)[0].units)
    assert (first.sentence, first.outcome, first.text) == (3, "wrong", "Olaf thanked [her]")
    assert (first.gold, first.system) == ("Olaf · thanked · Mara Lind", "Olaf · thanked · Olaf")


def test_a_unit_is_in_its_own_document_where_several_are_scored_as_one(tmp_path: Path) -> None:
    """With --across sentences and tokens count within the document of the mention."""
    text = parsed(tmp_path / "quay.conllu", {"one": QUAY, "two": QUAY})
    sides = [{"one": [], "two": side} for side in (KEY, RESPONSE)]
    result = corefeval.score(*sides, metrics="use.facts", text=text, across="corpus")
    (metric,) = result.metrics.values()
    assert isinstance(metric, UnitUse)
    assert result.pairing is not None
    first = next(UseLosses(result.pairing, metric).entities[0].units)
    assert (first.document, first.sentence, first.first, first.last) == ("two", 3, 10, 10)


def test_steps_are_lost_at_an_end_or_by_an_event_between(tmp_path: Path) -> None:
    """Her is in another chain; in the second system Olaf comes between two mentions of Mara Lind."""
    mara = lost(tmp_path, "use.chains", RESPONSE)[0]
    assert mara == Lost("Mara Lind", "quay", 2, (Blame("her", "Olaf", 2), missed("Lind")))
    between: Entities = [[(0, 1), (5, 5), (8, 8), (10, 10), (13, 13)], [(3, 4), (7, 7)]]
    mara = lost(tmp_path, "use.chains", between)[0]
    assert mara == Lost("Mara Lind", "quay", 1, (Blame("Olaf", "Mara Lind", 1),))
    (step,) = mara.units
    assert step.gold == "Mara Lind · liked → thanked · Mara Lind"
    assert step.system == "Mara Lind · liked → Mara Lind · thanked → thanked · Mara Lind"


@pytest.mark.parametrize(
    ("name", "response", "cause"),
    [
        ("use.facts", [[(0, 1), (5, 5)], [(10, 10), (13, 13)]], LossCause.SPLIT),
        ("use.facts", [[(3, 4), (7, 7), (15, 15)], *KEY[::2]], LossCause.NOT_IN_GOLD),
        ("use.facts-names", [[(0, 1), (13, 13)], [(5, 5), (10, 10)], *KEY[1:]], LossCause.NO_NAME),
        ("use.replace", [[(0, 1), (13, 13)], [(5, 5), (10, 10)]], LossCause.NO_NOUN),
        ("use.agree", [[(0, 1), (7, 7)]], LossCause.ANTECEDENT),
    ],
)
def test_every_cause(tmp_path: Path, name: str, response: Entities, cause: LossCause) -> None:
    """A part split off, a mention that the gold does not link, entities without a name or a noun, a wrong antecedent."""
    found = [each.cause for entity in lost(tmp_path, name, response) for each in entity.causes]
    assert cause in found


@pytest.mark.parametrize("name", UNIT_USES)
def test_every_lost_unit_is_listed(tmp_path: Path, name: str) -> None:
    """As many units as the gold has more than are right, each with a gold entity; of the gold itself none."""
    assert lost(tmp_path, name, KEY) == ()
    others: list[Entities] = [
        RESPONSE,
        [],
        [[(0, 1), (5, 5)], [(10, 10), (13, 13)], [(3, 4), (7, 7), (15, 15)]],
        [[(5, 5), (10, 10), (8, 8)]],
        [[(0, 1), (7, 7), (11, 11), (15, 15)]],
    ]
    for response in others:
        found = losses(tmp_path, name, response)
        units = [unit for entity in found.entities for unit in entity.units]
        # a unit is known by its gold form: no two of this text are alike
        assert len({unit.gold if name != "use.replace" else unit.text for unit in units}) == (
            found.gold - found.right
        )
        wrong = {
            unit.gold if name != "use.replace" else unit.text for unit in units if unit.outcome == "wrong"
        }
        assert len(wrong) == found.wrong
