"""Lost units: the entity that loses them, and its mentions that the system links elsewhere or nowhere."""

from __future__ import annotations

from pathlib import Path

import corefeval
from corefeval.applications.lost import Blame, Lost, lost_units
from corefeval.metrics import parse_metric
from corefeval.metrics.use_terms import Uses
from corefeval.metrics.uses import UnitUse
from tests.files import QUAY, Entities, parsed
from tests.files import QUAY_KEY as KEY
from tests.files import QUAY_RESPONSE as RESPONSE


def lost(folder: Path, name: str, response: Entities) -> tuple[Lost, ...]:
    """Return what the gold entities of the text about Mara Lind lose of a use."""
    metric = parse_metric(name)
    assert isinstance(metric, UnitUse)
    text = parsed(folder / "quay.conllu", {"quay": QUAY})
    result = corefeval.score({"quay": KEY}, {"quay": response}, metrics=name, text=text, language="en")
    assert result.pairing is not None
    return lost_units(result.pairing.derive(Uses), metric)


def test_facts_are_lost_by_their_arguments(tmp_path: Path) -> None:
    """Her is linked to Olaf and the second Lind to nobody; he is linked to Mara Lind."""
    mara = Lost("Mara Lind", "quay", 2, (Blame("her", "Olaf", 1), Blame("Lind", "", 1)))
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
        Lost("Mara Lind", "quay", 2, (Blame("She", "", 1), Blame("her", "", 1))),
        Lost("the boat", "quay", 1, (Blame("it", "", 1),)),
        Lost("Olaf", "quay", 1, (Blame("He", "", 1),)),
    )


def test_gold_loses_nothing(tmp_path: Path) -> None:
    """The gold has nothing to list."""
    for name in ("use.facts", "use.facts-names", "use.replace", "use.agree", "use.chains"):
        assert lost(tmp_path, name, KEY) == ()
