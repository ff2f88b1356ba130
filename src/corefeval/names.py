"""Names: resolve a name that a user gives, or report that it is unknown."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

from corefeval.problems import Place, Problem, UsageError

NEAREST = 3
"""How many names are suggested at most."""

NOWHERE = Place()
"""The place of a name that is in no file."""

OtherNames = Callable[[str], Iterable[str]]
"""Returns the other names of a name."""


def fold(name: object) -> str:
    """Return only letters and digits in lower case, so that B³ is b3 and CEAF_e is ceafe; '' for other values.

    Examples:
        >>> fold("B³"), fold("CEAF_e"), fold("Split-Antecedents")
        ('b3', 'ceafe', 'splitantecedents')
    """
    if not isinstance(name, str):
        return ""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name).casefold()))


def listed(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return names, which may be a comma-separated list.

    Examples:
        >>> listed("muc, lea,"), listed(["type"])
        (('muc', 'lea'), ('type',))
    """
    asked = names.split(",") if isinstance(names, str) else names
    return tuple(name.strip() for name in asked if name.strip())


def _without_others(name: str) -> Iterable[str]:
    del name
    return ()


def spelled(given: object, known: Iterable[str], others: OtherNames = _without_others) -> str:
    """Return the known name that is meant, '' for none.

    An exact name has priority over one that differs in case or punctuation, and these over other names, which come
    last: looking them up may cost an import.
    """
    names = list(known)
    if isinstance(given, str) and given in names:
        return given
    folded = fold(given)
    if not folded:
        return ""
    own = {fold(name): name for name in reversed(names)}
    if folded in own:
        return own[folded]
    return next((name for name in names if folded in map(fold, others(name))), "")


def resolve(
    kind: str,
    given: object,
    known: Iterable[str],
    others: OtherNames = _without_others,
    *,
    of: str = "",
    see: str = "",
    exactly: bool = False,
    place: Place = NOWHERE,
) -> str:
    """Return the known name that is meant, or raise with the nearest ones.

    Args:
        kind: the kind of name: metric, preset, feature …
        given: the user's text.
        known: the known names.
        others: the other names of each.
        of: the setting or metric that it belongs to, for a value or a parameter.
        see: where all are listed; the hint lists them if this is empty.
        exactly: whether the name must be spelled exactly, like a keyword of Python.
        place: the file it is in.

    Raises:
        UsageError: CE050, with up to three similar names.

    Examples:
        >>> resolve("metric", "LEA", ["muc", "lea"])
        'lea'
        >>> resolve("value", "drpo", ["keep", "drop"], of="singletons")
        Traceback (most recent call last):
        ...
        corefeval.problems.UsageError: CE050 error: unknown value 'drpo' of singletons
          Did you mean 'drop'? Choose from keep, drop.
    """
    names = list(known)
    found = spelled(given, names, others)
    if found and (found == given or not exactly):
        return found
    raise UsageError(
        Problem(
            "CE050",
            "no-such-name-see" if see else "no-such-name" if names else "no-names",
            place,
            what=kind,
            name=given,
            whose=of,
            meant=_meant(given, names, others),
            names=names,
            number=len(names),
            see=see,
        )
    )


def _meant(given: object, known: Iterable[str], others: OtherNames = _without_others) -> Problem | None:
    """Return which of the nearest names may have been meant; None if none is similar."""
    from difflib import get_close_matches  # noqa: PLC0415 - only when a name is wrong

    meant = {fold(other): (name, other) for name in known for other in (*others(name), name)}
    near: dict[str, Problem] = {}
    for name, other in map(meant.__getitem__, get_close_matches(fold(given), meant, n=NEAREST)):
        if other == name:
            near[name] = Problem("CE050", "meant-by-name", name=name)
        near.setdefault(name, Problem("CE050", "meant-by-other-name", name=name, other=other))
    return Problem("CE050", "meant", names=tuple(near.values())) if near else None
