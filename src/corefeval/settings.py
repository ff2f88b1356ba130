"""Settings: how key and response are read and compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from os import PathLike
from typing import Any, Literal, TypedDict, TypeVar, cast, get_type_hints

from corefeval.choices import (
    SETTINGS,
    Across,
    Align,
    Crop,
    DeclaredSettings,
    Documents,
    Duplicates,
    Heads,
    Layer,
    Match,
    Missing,
    Nested,
    OfMentions,
    Singletons,
    SplitAntecedents,
    Tokens,
    Twinless,
    Undefined,
    UnknownCodes,
    Unreadable,
    VerbPhrases,
    WindowEdges,
    Zeros,
)
from corefeval.names import resolve
from corefeval.problems import Problem, UsageError

LANGUAGES: Mapping[str, tuple[str, ...]] = {
    "en": ("eng", "English"),
    "de": ("deu", "ger", "German"),
    "fr": ("fra", "fre", "French"),
    "es": ("spa", "Spanish"),
    "ca": ("cat", "Catalan"),
    "it": ("ita", "Italian"),
    "pt": ("por", "Portuguese"),
    "nl": ("nld", "dut", "Dutch"),
    "cs": ("ces", "cze", "Czech"),
    "lt": ("lit", "Lithuanian"),
    "pl": ("pol", "Polish"),
    "ru": ("rus", "Russian"),
    "hu": ("hun", "Hungarian"),
    "nb": ("no", "nn", "nob", "nno", "nor", "Norwegian"),
    "sv": ("swe", "Swedish"),
}
"""The languages that can be declared, with their other names: those with a list of closed-class words.

A declaration would have no effect for any other language.
"""


def language_named(text: str) -> str:
    """Return the code of a language, '' for none; a region after the language (en-GB, en_US) changes nothing.

    `none` means no language, as in signatures.

    Raises:
        UsageError: CE050 for an unknown language.
    """
    if not text or text == "none":
        return ""
    spoken = str(text).replace("_", "-").partition("-")[0]
    return text if text in LANGUAGES else resolve("language", spoken, LANGUAGES, LANGUAGES.__getitem__)


class Options(TypedDict, total=False):
    """The keywords of a run, the same for score(), Scorer, compare(), explain() and all the others.

    `corefeval.choices.DeclaredSettings` declares the settings among them, with help and values. The other keywords,
    and those with more types in Python than on the command line:

    Attributes:
        tokens: the name of align until 0.2.0: check (strict) or ignore (positions).
        text: a parsed CoNLL-U file of the key's words, or a corpus, that describes them: for keys without tags or trees,
            and for clusters of spans (first word, last word).
        scheme: the scheme of type codes: a name of 'corefeval schemes', or a file.
        types: the types of mentions by their labels or other attributes: 'nam*=name,agp=nominal', or a mapping.
            In explain() and difference() a mapping has mentions of Python clusters as keys; in agree() a list
            names features.
        crop: True or False, or yes or no.
        key_companion: the companion file of the key, or its folder, if that is not next to it.
        response_companion: the same for the response.
        jobs: processes to read and count with, or "auto" for the number of processors, if the files are large.
        progress: called with the bytes read and the total bytes, first for the key, then for the response; for
            files read in pieces for both together.
    """

    match: Match | None
    heads: Heads | None
    singletons: Singletons | None
    zeros: Zeros | None
    split_antecedents: SplitAntecedents | None
    layer: Layer | None
    duplicates: Duplicates | None
    align: Align | None
    tokens: Tokens | None
    missing: Missing | None
    unreadable: Unreadable | None
    undefined: Undefined | None
    twinless: Twinless | None
    verb_phrases: VerbPhrases | None
    nested: Nested | None
    mentions: OfMentions | None
    across: Across | None
    documents: Documents | None
    window: int | None
    window_edges: WindowEdges | None
    language: str | None
    text: object
    scheme: str | PathLike[str] | None
    unknown_codes: UnknownCodes | None
    types: str | Sequence[str] | Mapping[Any, str] | None
    crop: bool | Crop | None
    beta: float | None
    key_format: str | None
    response_format: str | None
    key_offsets: str | None
    response_offsets: str | None
    key_layer: str | None
    response_layer: str | None
    key_companion: str | None
    response_companion: str | None
    jobs: int | Literal["auto"]
    progress: Callable[[int, int], object] | None


Function = TypeVar("Function", bound=Callable[..., Any])

OF_OTHER_LIBRARIES: Mapping[str, tuple[str, ...]] = {
    "key": ("references", "reference", "gold", "golds", "targets", "target", "labels", "truth", "y_true"),
    "response": ("predictions", "prediction", "predicted", "system", "output", "hypothesis", "y_pred"),
    "metrics": ("metric",),
}
"""Keywords of this package, and the names that other libraries use for the same argument."""


def refuse_beta(options: Mapping[str, Any]) -> None:
    """Refuse β where only F1 is reported.

    Raises:
        UsageError: CE051.
    """
    if options.get("beta") is not None:
        raise UsageError(Problem("CE051", "only-f1"))


def refuse_other_keywords(given: Iterable[str], known: Collection[str]) -> None:
    """Refuse keywords that a function does not have, and name the right one.

    Raises:
        UsageError: CE050.
    """
    for name in given:
        if name in known:
            continue
        meant = next((one for one, others in OF_OTHER_LIBRARIES.items() if name in others), "")
        if meant in known:
            raise UsageError(Problem("CE050", "no-keyword", name=name, meant=meant))
        if name == "by":
            raise UsageError(Problem("CE050", "by-is-no-keyword", name=name))
        resolve("keyword", name, known, exactly=True)


def listing_options(function: Function) -> Function:
    """Have help() and editors show every keyword of Options in place of `**options`; refuse other keywords by name."""
    shown = signature(function)
    own = [one for one in shown.parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    additional = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=1 if name == "jobs" else None, annotation=kind)
        for name, kind in get_type_hints(Options).items()
    ]
    known = {one.name: None for one in (*own, *additional)}

    @wraps(function)
    def called(*arguments: Any, **keywords: Any) -> Any:
        if not keywords.keys() <= known.keys():
            refuse_other_keywords(keywords, known)
        return function(*arguments, **keywords)

    called.__signature__ = shown.replace(parameters=[*own, *additional])  # type: ignore[attr-defined]
    return cast("Function", called)


class Settings(DeclaredSettings):
    """How key and response are read and made comparable: a value for each setting that `DeclaredSettings` declares."""

    def checked(self, name: str, value: Any) -> Any:
        """Return the one name of a value that signatures show.

        Raises:
            UsageError: CE050 for a value that does not exist.
        """
        allowed = SETTINGS[name].values
        if allowed:
            if isinstance(value, bool) and SETTINGS[name].is_flag:
                value = "yes" if value else "no"
            return (
                value
                if isinstance(value, str) and value in allowed
                else resolve("value", value, allowed, of=SETTINGS[name].spelled)
            )
        if name == "language":
            return language_named(value)
        if name == "beta" and (not isinstance(value, int | float) or not 0 < value < float("inf")):
            raise UsageError(Problem("CE050", "no-value-beta", beta=value))
        if name == "window":
            if isinstance(value, str) and value.isdecimal():
                value = int(value)
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise UsageError(Problem("CE050", "no-value-window", window=value))
        return value

    def changed(self, values: Mapping[str, object]) -> Settings:
        """Return the settings with those values that are not None; the same object if nothing changes.

        Only given values are checked: a training loop needs settings at every step.
        """
        given = {name: value for name, value in values.items() if value is not None}
        self.refuse_unknown(given)
        own = vars(self)
        checked = {name: self.checked(name, value) for name, value in given.items()}
        new = {
            name: value for name, value in checked.items() if value != own.get(name, SETTINGS[name].default)
        }
        if not new:
            return self
        changed = object.__new__(Settings)
        vars(changed).update(own, **new)
        return changed

    def as_dict(self) -> dict[str, Any]:
        """Return all names and values."""
        return dict(vars(self))

    def __repr__(self) -> str:
        """Return the settings that are not at their default."""
        changed = (
            f"{name}={value!r}" for name, value in vars(self).items() if value != SETTINGS[name].default
        )
        return f"Settings({', '.join(changed)})"

    def to_dict(self) -> dict[str, str | float]:
        """Return the names and values that signatures show.

        A setting that came after 0.1.0 is shown if it is not at its default, so that a signature without it
        keeps its meaning. `heads` is always shown, because its default changed after 0.7.0.
        """
        return {
            name: value
            for name, value in vars(self).items()
            if SETTINGS[name].is_signed or value != SETTINGS[name].default
        }


PLAIN = Settings()
"""The default of every setting."""
