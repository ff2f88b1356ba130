"""Frozen data classes that are quick to create behave like those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from typing import Any

import pytest

from corefeval import records


class Base:
    """A class with a method of its own."""

    first: int
    second: tuple[str, ...] = ("a",)
    third: list[int] = field(default_factory=list)
    hidden: str = field(default="x", repr=False, compare=False)

    @property
    def double(self) -> int:
        """Twice the first."""
        return 2 * self.first


@records.dataclass(frozen=True, slots=True)
class Slotted(Base):
    """With slots."""

    first: int
    second: tuple[str, ...] = ("a",)
    hidden: str = field(default="x", repr=False, compare=False)


@records.dataclass(frozen=True)
class Kept:
    """With a field that is no argument."""

    first: int
    third: list[int] = field(default_factory=list)
    length: int = field(default=0, init=False)
    words: list[str] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        """Set the length."""
        object.__setattr__(self, "length", len(self.third))


@records.dataclass(frozen=True)
class Longer(Kept):
    """A subclass with another field and its own representation."""

    more: str = "m"

    def __repr__(self) -> str:
        """Return a word."""
        return "longer"


@dataclasses.dataclass(frozen=True)
class Standard(Kept):
    """A class of the standard library that extends one of ours."""

    more: str = "m"


@records.dataclass(frozen=True)
class Back(Standard):
    """And one of ours that extends that."""

    last: int = 0


@records.dataclass(frozen=True, eq=False)
class Identical:
    """Compared by identity."""

    first: int


KINDS = [
    {"slots": True},
    {"slots": False},
    {"slots": True, "eq": False},
    {"slots": False, "eq": False, "repr": False},
]


@pytest.mark.parametrize("how", KINDS, ids=str)
def test_it_is_as_the_standard_library_has_it(how: Any) -> None:
    """Fields, arguments, defaults, repr, comparison and hash are the same."""

    def made(decorator: Any) -> Any:
        named = {name: value for name, value in vars(Base).items() if name not in {"__dict__", "__weakref__"}}
        return decorator(frozen=True, **how)(type("Example", (), named))

    ours, theirs = made(records.dataclass), made(dataclasses.dataclass)
    for arguments, keywords in (((1,), {}), ((1, ("b",), [3]), {"hidden": "y"}), ((), {"first": 2})):
        one, other = ours(*arguments, **keywords), theirs(*arguments, **keywords)
        assert dataclasses.asdict(one) == dataclasses.asdict(other)
        assert (repr(one) == repr(other)) == how.get("repr", True)
        assert one.double == other.double
        for left, right in (
            (ours(*arguments, **keywords), theirs(*arguments, **keywords)),
            (ours(9), theirs(9)),
            (1, 1),
        ):
            assert (one == left) == (other == right)
        assert (one == dataclasses.replace(one, hidden="z")) == how.get("eq", True)
        assert hasattr(one, "__dict__") == hasattr(other, "__dict__")
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
    assert ours.__match_args__ == theirs.__match_args__
    assert ours(1).third is not ours(1).third
    with pytest.raises(TypeError):
        ours()


def test_fields_that_are_no_arguments() -> None:
    """They have their default, or what __post_init__ sets; subclasses have them too."""
    assert (Kept(1, [2, 3]).length, Kept(1).length) == (2, 0)
    assert (Longer(1, [2], "n").length, Longer(1, more="n").more, repr(Longer(1))) == (1, "n", "longer")
    assert Longer(1) != Kept(1)
    assert (Back(1, [2], "n", 3), Back(1).last, Standard(1, [2]).length) == (Back(1, [2], "n", 3), 0, 1)
    assert Identical(1) != Identical(1)
    assert Slotted(1) == Slotted(1, hidden="y") != Slotted(2)
    assert {Slotted(1): "one"}[Slotted(1, hidden="y")] == "one"


@pytest.mark.parametrize(
    "one", [Slotted(1, ("b",), "y"), Kept(1, [2]), Longer(3, [], "k"), Back(1)], ids=repr
)
def test_copies_and_pickles(one: Any) -> None:
    """They are equal, hidden fields too."""
    for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert other == one
        assert dataclasses.asdict(other) == dataclasses.asdict(one)


@pytest.mark.parametrize(
    "one", [Slotted(1), Kept(1), Longer(1), Back(1), Identical(1)], ids=lambda one: type(one).__name__
)
def test_nothing_can_be_changed(one: Any) -> None:
    """Neither a field nor anything else."""
    for name in ("first", "other"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, name, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.first


def test_other_classes_are_refused() -> None:
    """It is for frozen classes."""
    with pytest.raises(TypeError):
        records.dataclass(frozen=False)
