"""Mixtures: recipes are drawn as declared, and made one step after the other."""

from __future__ import annotations

import corefeval
from corefeval.examples import FOLDER
from corefeval.simulation.errors import Disturbance
from corefeval.simulation.mixtures import GROUPS, KINDS, MIXTURES, SCALE, Recipe, mixture_a, mixture_b

KEY = FOLDER / "key.conllu"


def test_recipes_are_drawn_as_declared() -> None:
    """Kinds and rates of both mixtures; the same seed draws the same, and more systems begin with the same ones."""
    for recipe in mixture_a(50, 1):
        kinds = [kind for kind, _ in recipe.steps]
        assert 2 <= len(set(kinds)) == len(kinds) <= 5
        assert all(0.02 <= rate <= 0.3 for _, rate in recipe.steps)
    drawn = mixture_b(50, 1)
    assert [tuple(kind for kind, _ in recipe.steps) for recipe in drawn] == [*GROUPS] * 10
    rates = [rate for recipe in drawn for _, rate in recipe.steps]
    assert 0 <= min(rates) <= max(rates) <= SCALE
    assert abs(sum(rates) / len(rates) - SCALE / 4) < 0.05
    assert {kind for group in GROUPS for kind in group} == set(KINDS)
    for made in MIXTURES.values():
        assert made(3, 1) == made(5, 1)[:3] != made(3, 2)


def test_a_recipe_makes_its_errors_one_after_the_other() -> None:
    """The second error falls on the response that the first one left."""
    key = corefeval.load(KEY)
    made = Recipe("x", (("missed", 0.3), ("split", 0.5)), 5).make(key)
    first, _ = Disturbance(key, ["missed"], 5).make("missed", 0.3)
    second, _ = Disturbance(first, ["split"], 6).make("split", 0.5)
    assert len(made.mentions) == len(first.mentions) < len(key.mentions)
    assert made.mentions.entity.tolist() == second.mentions.entity.tolist()
