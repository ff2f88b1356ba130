"""Plugins: metrics, formats and schemes of other packages, named by their entry points.

A package declares them in its `pyproject.toml`:

    [project.entry-points."corefeval.metrics"]
    exact = "my_package:ExactEntities"

Looking for entry points takes longer than a small score, so it is done only if a name is unknown or if names are listed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

from corefeval.problems import Problem, UsageError

Made = TypeVar("Made")

GROUP = "corefeval."
"""How the names of the groups begin."""


class Plugin(NamedTuple):
    """An object of another package.

    Attributes:
        name: the name of its entry point.
        value: the object.
        module: its module.
    """

    name: str
    value: Any
    module: str


@cache
def package_of(module: str) -> str:
    """Return the package, `my-package@1.0`, with metrics in the top-level module of this one; '' for none.

    No plugin is imported for it.
    """
    if module.startswith(GROUP):
        return ""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and only for metrics that are not ours

    top = module.partition(".")[0]
    points = (
        point for point in entry_points(group=GROUP + "metrics") if point.module.partition(".")[0] == top
    )
    return next((f"{point.dist.name}@{point.dist.version}" for point in points if point.dist), "")


def plugins(group: str, make: Callable[[Plugin], Made]) -> list[Made]:
    """Return the result of `make` for each plugin of a group, sorted by name.

    Args:
        group: metrics, formats or schemes.
        make: registers the plugin; an exception means that the plugin is at fault.

    Raises:
        UsageError: CE180 if a plugin cannot be imported or registered.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and only for names that are not ours

    found = []
    for point in sorted(entry_points(group=GROUP + group)):
        try:
            found.append(make(Plugin(point.name, point.load(), point.module)))
        except Exception as error:  # the code of others may fail in any way
            raise UsageError(
                Problem(
                    "CE180",
                    "plugin-does-not-load",
                    group=group,
                    name=point.name,
                    package=f"{point.dist.name} {point.dist.version}" if point.dist else point.module,
                    error_type=type(error).__name__,
                    error=str(error),
                )
            ) from error
    return found


def is_installed(package: str) -> bool:
    """Return whether a package of a signature is installed, in any version."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - same

    try:
        version(package.partition("@")[0])
    except PackageNotFoundError:
        return False
    return True
