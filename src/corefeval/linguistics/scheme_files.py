"""Schemes of type codes as files: the bundled ones, and those of users."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import cache
from os import fspath
from pathlib import Path
from typing import Any

from corefeval.linguistics.codes import ANY_CLASS, ANY_VALUE, NO_CODE, Confusable, Level, Scheme, Step
from corefeval.linguistics.labels import NO_TABLE, TypeTable
from corefeval.linguistics.mention_types import BY_LABEL
from corefeval.linguistics.predicates import Predicate
from corefeval.names import NOWHERE, resolve, spelled
from corefeval.plugins import Plugin, plugins
from corefeval.problems import Place, Problem, UsageError

DEFAULT = "lithuanian"
"""The scheme that is used if none is named."""

BUNDLED = ("lithuanian", "epec-korref", "gum", "plain")
"""The bundled schemes; each is a file of this name in the folder schemes."""

RANKS = ("full name", "abbreviated name", "partial name", "noun phrase", "ellipsis")
"""The possible ranks of a mention's words (see dominant_mentions.Rank)."""

FACTS = (
    *(label for label in BY_LABEL if label != "unknown"),
    *("repetition", "partial repetition", "abbreviation", "feature", "hyponym", "metonym", "synonym"),
    *("personal", "reflexive", "possessive", "relative"),
    *("backward", "forward", "irrelevant", "single", "group"),
)
"""Facts that can be derived from the words of a mention and its antecedents; a level can encode them by its values."""

COEFFICIENTS = ("tp", "wt", "wl", "wtl")

SINGLETON = "singleton"
"""The key of `[weights]` for the weight of a singleton; all other keys are predicates."""

_FOLDER = Path(__file__).parent / "schemes"
_NAME = re.compile(r"[\w.-]+")
_SEPARATORS = ("", ".", "_", ";", "~")
_EXPECTED = {str: "text", bool: "true-or-false", dict: "table", list: "list"}
"""For each Python type, the kind of CE110 that names it in messages; all other types are numbers."""
_LINE = re.compile(r" \(at line (\d+), column (\d+)\)")
_KEYS = (
    *("name", "title", "paper", "separator", "open", "pad", "levels", "classes", "types", "class-of-kind"),
    *("kinds", "dominance", "legal", "illegal", "ambiguous", "same", "coefficients", "parent", "weights"),
    *("attribute", "column"),
)
_READ: dict[str, Scheme] = {}
"""The schemes read from files, by their names in signatures."""


def scheme_named(text: str = "") -> Scheme:
    """Return the scheme with a bundled name, from a file, or with a name used in signatures; '' gives the default.

    Raises:
        UsageError: CE050 if there is none, CE110 if the file is not a valid scheme.
    """
    name = spelled(text or DEFAULT, BUNDLED)
    if name:
        return _bundled(name)
    if text in _READ:
        return _READ[text]
    if text in (own := {} if _is_path(text) else _of_plugins()):
        return own[text]
    if "@" in text and not Path(text).exists():
        raise UsageError(Problem("CE050", "scheme-file-signature", text=text, given=text.partition("@")[0]))
    if _is_path(text):
        scheme = read_scheme(text)
        return _READ.setdefault(scheme.identity, scheme)
    see = "'corefeval schemes' lists them; a file is a path or ends in .toml."
    name = resolve("scheme", text, (*BUNDLED, *own), see=see)
    return own.get(name) or _bundled(name)


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or Path(text).is_file()


@cache
def _of_plugins() -> dict[str, Scheme]:
    """Return the schemes of other packages, by the name of the entry point and by the name in signatures.

    The entry point names the path of the file.

    Raises:
        UsageError: CE180 if one of them does not load.
    """
    found: dict[str, Scheme] = {}

    def read(plugin: Plugin) -> None:
        if spelled(plugin.name, (*BUNDLED, *found)):
            raise ValueError(f"there is already a scheme {plugin.name!r}")
        found[plugin.name] = read_scheme(fspath(plugin.value))

    plugins("schemes", read)
    return found | {scheme.identity: scheme for scheme in found.values()}


def type_table(types: str, scheme: str) -> TypeTable:
    """Return the table of mention types of a run: the setting `types`, then `[kinds]` of the scheme."""
    own = TypeTable.parse(types) if types else NO_TABLE
    return own + scheme_named(scheme).kinds if scheme else own


@cache
def _bundled(name: str) -> Scheme:
    return scheme_of(_parsed(_FOLDER / f"{name}.toml"))


def bundled() -> list[Scheme]:
    """Return the bundled schemes."""
    return [_bundled(name) for name in BUNDLED]


def named_schemes() -> dict[str, Scheme]:
    """Return the schemes that have a name: those of corefeval, then those of other packages."""
    of_plugins = {name: scheme for name, scheme in _of_plugins().items() if name != scheme.identity}
    return {**dict(zip(BUNDLED, bundled(), strict=True)), **of_plugins}


def source_of(name: str) -> str:
    """Return the text of a bundled scheme file, as a template for a user's own."""
    return (_FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def read_scheme(path: str) -> Scheme:
    """Return the scheme in a file.

    Raises:
        UsageError: CE001 or CE002 if the file cannot be read, CE110 if it is not a valid scheme.
    """
    import hashlib  # noqa: PLC0415 - only of a file
    import json  # noqa: PLC0415 - same

    data = _parsed(Path(path))
    content = json.dumps(data, sort_keys=True, default=str).encode()
    return scheme_of(data, path, hashlib.blake2b(content, digest_size=4).hexdigest())


def _parsed(path: Path) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - only where a scheme is asked for

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(Problem("CE001", "no-such-scheme", Place(str(path)))) from None
    except OSError as error:
        raise UsageError(
            Problem("CE002", "scheme-not-read", Place(str(path)), error=error.strerror)
        ) from None
    except UnicodeDecodeError:
        raise UsageError(Problem("CE110", "not-utf8", Place(str(path)))) from None
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        place = Place(str(path), int(found[1]), int(found[2])) if found else Place(str(path))
        raise UsageError(Problem("CE110", "not-toml", place, error=_LINE.sub("", str(error)))) from None


def scheme_of(data: Mapping[str, Any], file: str = "", digest: str = "") -> Scheme:
    """Return the scheme that the data describe.

    Examples:
        >>> levels = [{"name": "kind", "values": {"n": "noun", "q": "pronoun"}}]
        >>> types = {"name": "n", "nominal": "n", "pronoun": "q"}
        >>> scheme_of({"name": "two", "levels": levels, "types": types}).classes
        ('n', 'q')
    """
    return _Reader(data, file).scheme(digest)


def check_confusion(rule: Confusable, scheme: Scheme, text: str, place: Place = NOWHERE) -> None:
    """Raise if a rule names levels, values or codes that the scheme does not have, because it would have no effect."""
    if rule.level > len(scheme.levels):
        raise UsageError(
            Problem(
                "CE050",
                "scheme-levels-no-level",
                place,
                text,
                name=scheme.name,
                levels=len(scheme.levels),
                level=rule.level,
            )
        )
    if scheme.is_open:
        return
    if rule.level:
        unknown = sorted(rule.values - scheme.levels[rule.level - 1].of_all_classes)
    else:
        unknown = sorted(code for code in rule.values if scheme.fault(code))
    if unknown:
        raise UsageError(Problem("CE050", "scheme", place, text, name=scheme.name, unknown=unknown))


class _Reader:
    """Reads a scheme from data and raises on faults."""

    def __init__(self, data: Mapping[str, Any], file: str) -> None:
        self._data, self._place = data, Place(file)
        for key in data:
            resolve("key", key, _KEYS, of="a scheme", exactly=True, place=self._place)

    def refuse(self, kind: str, **arguments: Any) -> UsageError:
        return UsageError(Problem("CE110", kind, self._place, **arguments))

    def scheme(self, digest: str) -> Scheme:
        name = self._text("name", "")
        if not _NAME.fullmatch(name):
            raise self.refuse("name-not-made-letters", name=name)
        parent = self._table("parent", ("defining", "referring"))
        separator = self._text("separator", "")
        if separator not in _SEPARATORS:
            raise self.refuse("cannot-separate-levels-can", separator=separator, separators=_SEPARATORS[1:])
        kinds = tuple(label for label in BY_LABEL if label != "unknown")
        found = Scheme(
            name,
            self._levels(separator),
            self._text("title", ""),
            self._text("paper", ""),
            separator,
            self._flag("open"),
            self._flag("pad"),
            {key: self._texts(f"classes.{key}", value) for key, value in self._table("classes").items()},
            self._text_table("types", kinds),
            self._text_table("class-of-kind", kinds),
            self._steps(),
            legal=self._patterns("legal"),
            illegal=self._patterns("illegal"),
            ambiguous=self._patterns("ambiguous"),
            same=self._patterns("same"),
            coefficients=self._numbers("coefficients", 1, "coefficients-not-between-0", COEFFICIENTS),
            defining=self._kinds(parent.get("defining", ["name"])),
            referring=self._kinds(parent.get("referring", ["nominal", "event", "pronoun", "zero"])),
            weights=tuple(
                (Predicate.parse(name, of="weights"), weight)
                for name, weight in self._weights().items()
                if name != SINGLETON
            ),
            singleton_weight=self._weights().get(SINGLETON),
            attribute=self._text("attribute", "code"),
            column=self._column(),
            kinds=TypeTable.of(self._text_table("kinds"), "kinds", self._place),
            digest=digest,
        )
        self._check(found)
        return found

    def _checked(self, value: Any, kind: type, what: str) -> Any:
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            expected = Problem("CE110", _EXPECTED.get(kind, "number"))
            raise self.refuse("wrong-type", what=what, expected=expected, value=value)
        return value

    def _text(self, key: str, default: str) -> str:
        return str(self._checked(self._data.get(key, default), str, key))

    def _column(self) -> str:
        """Return the column of codes: its name or its number; a number may be quoted."""
        column = self._data.get("column", "")
        is_number = isinstance(column, int) and not isinstance(column, bool)
        return str(column) if is_number else str(self._checked(column, str, "column"))

    def _flag(self, key: str) -> bool:
        return bool(self._checked(self._data.get(key, False), bool, key))

    def _table(self, key: str, known: tuple[str, ...] = ()) -> dict[str, Any]:
        table: dict[str, Any] = self._checked(self._data.get(key, {}), dict, key)
        for name in table if known else ():
            resolve("key", name, known, of=key, exactly=True, place=self._place)
        return table

    def _patterns(self, key: str) -> tuple[str, ...]:
        return self._texts(key, self._data.get(key, []))

    def _texts(self, what: str, value: Any) -> tuple[str, ...]:
        several = [value] if isinstance(value, str) else self._checked(value, list, what)
        return tuple(self._checked(each, str, what) for each in several)

    def _kinds(self, value: Any) -> tuple[str, ...]:
        listed = self._texts("parent", value)
        return tuple(
            each
            if ":" in each
            else resolve("kind of mention", each, BY_LABEL, of="parent", place=self._place)
            for each in listed
        )

    def _text_table(self, key: str, known: tuple[str, ...] = ()) -> dict[str, str]:
        table = self._table(key, known)
        return {name: self._checked(value, str, f"{key}.{name}") for name, value in table.items()}

    def _numbers(self, key: str, most: float, fault: str, known: tuple[str, ...] = ()) -> dict[str, float]:
        """Return a table of numbers from 0 to the highest one; `fault` is the problem of another number."""
        found = {
            name: float(self._checked(value, (int, float), f"{key}.{name}"))  # type: ignore[arg-type]
            for name, value in self._table(key, known).items()
        }
        for name, value in found.items():
            if not 0 <= value <= most:
                raise self.refuse(fault, key=name, value=value)
        return found

    def _weights(self) -> dict[str, float]:
        return self._numbers("weights", sys.float_info.max, "weights-negative")

    def _steps(self) -> tuple[Step, ...]:
        if "dominance" not in self._data:
            return tuple(Step((ANY_VALUE,), rank) for rank in RANKS)
        steps = []
        for number, entry in enumerate(self._checked(self._data.get("dominance", []), list, "dominance"), 1):
            step = entry if isinstance(entry, dict) else {"codes": entry}
            what = f"dominance.{number}"
            for key in step:
                resolve("key", key, ("codes", "words"), of=what, exactly=True, place=self._place)
            words = self._checked(step.get("words", ""), str, what)
            if words:
                words = resolve("rank", words, RANKS, of=what, place=self._place)
            codes = self._texts(what, step.get("codes", []))
            if not codes:
                raise self.refuse("no-codes", what=what)
            steps.append(Step(codes, words))
        return tuple(steps)

    def _levels(self, separator: str) -> tuple[Level, ...]:
        entries = self._checked(self._data.get("levels", []), list, "levels")
        if not entries:
            raise self.refuse("no-levels")
        return tuple(
            self._level(entry, number, is_only=len(entries) == 1 or bool(separator))
            for number, entry in enumerate(entries, 1)
        )

    def _level(self, entry: Any, number: int, *, is_only: bool) -> Level:
        what = f"levels.{number}"
        table = self._checked(entry, dict, what)
        for key in table:
            resolve("key", key, ("name", "values", "derived"), of=what, exactly=True, place=self._place)
        name = self._checked(table.get("name", f"level {number}"), str, f"{what}.name")
        values = self._checked(table.get("values", {}), dict, f"{what}.values")
        nested = [isinstance(value, dict) for value in values.values()]
        if any(nested) and not all(nested):
            raise self.refuse("values-partly-class-partly", what=what)
        by_class = values if any(nested) else {ANY_CLASS: values}
        if number == 1 and (any(nested) or not values):
            raise self.refuse("first-level-no-values")
        for value, means in (pair for of_class in by_class.values() for pair in of_class.items()):
            self._checked(means, str, f"{what}.values.{value}")
            if not value.strip(NO_CODE) or ANY_VALUE in value:
                raise self.refuse("cannot-value-stands-none", value=value, what=what)
        derived = self._checked(table.get("derived", {}), dict, f"{what}.derived")
        for fact, value in derived.items():
            resolve("fact", fact, FACTS, of=f"{what}.derived", exactly=True, place=self._place)
            self._checked(value, str, f"{what}.derived.{fact}")
        return Level(name, by_class, derived, 0 if is_only else self._width(by_class, name))

    def _width(self, by_class: Mapping[str, Mapping[str, str]], name: str) -> int:
        widths = {len(value) for of_class in by_class.values() for value in of_class}
        if len(widths) > 1:
            raise self.refuse("values-differ-in-length", name=name)
        return widths.pop() if widths else 1

    def _check(self, scheme: Scheme) -> None:
        """Raise if the scheme uses codes or patterns that are invalid in it."""
        for level in scheme.levels[1:]:
            for kind in level.values:
                if kind and kind not in scheme.levels[0].of_class(ANY_CLASS):
                    raise self.refuse("values-in-class", name=level.name, sort=kind)
            for fact, value in level.derived.items():
                if value not in level.of_all_classes and not scheme.is_open:
                    raise self.refuse("derived-no-value", fact=fact, name=level.name, value=value)
        for kind, name in scheme.class_of_kind.items():
            what = f"class-of-kind.{kind}"
            resolve("class", name, scheme.classes, of=what, exactly=True, place=self._place)
        patterns = {
            "dominance": [code for step in scheme.dominance for code in step.codes],
            "classes": [code for codes in scheme.class_patterns.values() for code in codes],
            "types": list(scheme.types.values()),
            "legal": scheme.legal,
            "illegal": scheme.illegal,
            "ambiguous": scheme.ambiguous,
        }
        for what, codes in patterns.items():
            for code in codes:
                self._check_pattern(scheme, what, code)
        both = sorted(set(scheme.defining) & set(scheme.referring))
        if both:
            raise self.refuse("parent-can-only-define", both=both)
        missing = [kind for kind in ("name", "nominal", "pronoun") if kind not in scheme.types]
        if missing:
            raise self.refuse("types-says-nothing-mentions", missing=missing)
        for text in scheme.same:
            check_confusion(Confusable.parse(text), scheme, text, self._place)

    def _check_pattern(self, scheme: Scheme, what: str, pattern: str) -> None:
        values = scheme.split(pattern)
        if not values or len(values) > len(scheme.levels):
            raise self.refuse("more-levels-scheme", what=what, pattern=pattern, levels=len(scheme.levels))
        for level, value in zip(scheme.levels, values, strict=False):
            known = level.of_all_classes if values[0] == ANY_VALUE else level.of_class(values[0])
            if value != ANY_VALUE and value not in known and value.strip("-") and not scheme.is_open:
                raise self.refuse(
                    "no-such-value",
                    what=what,
                    value=value,
                    pattern=pattern,
                    name=level.name,
                    known=list(known),
                )
