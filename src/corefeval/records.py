"""Frozen data classes that are quick to create, because they share their methods.

A score creates about sixty of them. `dataclasses` generates and compiles eight functions for each, which takes 1.3 ms;
here it is only `__init__`, and 0.2 ms. A class is still a data class: `fields`, `replace` and `asdict` work, and so do
type checkers. msgspec.Struct is as quick to create, but importing msgspec takes as long as a quarter of numpy.
"""

from __future__ import annotations

import dataclasses
import sys
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

__all__ = ["cached_property", "dataclass"]

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - as there
        """The cached_property of Python 3.12: before, each took a lock, which takes longer than to count a small document."""

        def __init__(self, function: Any) -> None:
            self._function, self.__doc__ = function, function.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            """Take the name of the attribute."""
            del owner
            self._name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            """Compute the value and keep it in place of this."""
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._function(instance)
            return value


if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        *,
        frozen: bool,
        slots: bool = False,
        eq: bool = True,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - as there
    ) -> Any:
        """Return a decorator for a frozen data class, with the arguments of the standard library's.

        Fields are declared in the same way; only keyword-only fields are missing.
        """
        if not frozen:
            raise TypeError("corefeval.records is for frozen classes")
        return lambda cls: _made(cls, slots=slots, eq=eq, init=init, represents=repr)


class _Made:
    """Placeholder for a value of a default_factory."""


def _made(cls: type, *, slots: bool, eq: bool, init: bool, represents: bool) -> type:
    """Return the class with its methods; methods that it defines itself are kept."""
    extends = any(
        dataclasses.is_dataclass(base) for base in cls.__bases__
    )  # a frozen class extends a frozen one only
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, frozen=extends)(cls)
    made.__dataclass_params__.frozen = True
    fields = dataclasses.fields(made)
    own = cls.__dict__
    methods: dict[str, Any] = {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if init:
        methods["__init__"] = _init(made, fields)
    if represents:
        methods["__repr__"] = _represent
    if eq:
        made._compared = _getter([field.name for field in fields if field.compare])  # noqa: SLF001 - of our own
        methods |= {"__eq__": _equal, "__hash__": _hash}
    if slots:
        methods |= {"__getstate__": _state, "__setstate__": _restore}
    for name, method in methods.items():
        if own.get(name) is None:
            setattr(made, name, method)
    return cast("type", made)


def _init(cls: type, fields: tuple[dataclasses.Field[Any], ...]) -> Any:
    """Return __init__(self, field, field=default, …), which sets each field and calls __post_init__, if it exists."""
    scope: dict[str, Any] = {"_set": object.__setattr__, "_Made": _Made}
    slots = {slot for base in cls.__mro__ for slot in base.__dict__.get("__slots__", ())}
    has_slots = slots.issuperset(field.name for field in fields)
    arguments, lines = ["self"], [] if has_slots else [" own=self.__dict__"]
    for field in fields:
        name = value = field.name
        argument = name
        if field.default_factory is not dataclasses.MISSING:
            scope[f"_make_{name}"] = field.default_factory
            argument = f"{name}=_Made"
            value = f"_make_{name}() if {name} is _Made else {name}" if field.init else f"_make_{name}()"
        elif field.default is not dataclasses.MISSING:
            scope[f"_default_{name}"] = field.default
            argument = f"{name}=_default_{name}"
            value = name if field.init else f"_default_{name}"
        elif not field.init:
            continue  # __post_init__ sets it
        arguments += [argument] if field.init else []
        lines.append(f" _set(self,{name!r},{value})" if name in slots else f" own[{name!r}]={value}")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec(f"def __init__({','.join(arguments)}):\n" + ("\n".join(lines) or " pass"), scope)  # noqa: S102 - as dataclasses do
    init = scope["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {**{field.name: field.type for field in fields}, "return": None}
    return init


def _getter(names: list[str]) -> Any:
    """Return a function that returns the values of these attributes."""
    return attrgetter(*names) if names else lambda _: ()


def _refuse_to_set(self: object, name: str, value: object) -> None:
    """Refuse to change it."""
    del self, value
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    """Refuse to change it."""
    del self
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _represent(self: Any) -> str:
    """Return its class and fields."""
    values = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(values)})"


def _equal(self: Any, other: Any) -> Any:
    """Compare the fields of two objects of one class."""
    if type(other) is not type(self):
        return NotImplemented
    compared = type(self)._compared  # noqa: SLF001 - of our own
    return compared(self) == compared(other)


def _hash(self: Any) -> int:
    """Hash the fields."""
    return hash(type(self)._compared(self))  # noqa: SLF001 - of our own


def _state(self: Any) -> list[Any]:
    """Return the fields, for pickle."""
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    """Set the fields, for pickle."""
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
