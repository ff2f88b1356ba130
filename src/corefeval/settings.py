"""Settings: how key and response are read and made comparable, each a word with a few values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import wraps
from inspect import Parameter, signature
from os import PathLike
from typing import Any, Literal, TypedDict, TypeVar, cast, get_args, get_type_hints

from corefeval.choices import (
    CHOICES,
    Across,
    Align,
    Crop,
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
    Starred,
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
"""The languages that can be declared, with what else they are called: those of which closed-class words are known.

Of any other a declaration would have no effect.
"""


def language_named(text: str) -> str:
    """Return the code of a language, '' if none is named; what follows the language (en-GB, en_US) changes nothing.

    `none` names none, as it does in signatures.

    Raises:
        UsageError: CE050 for a language of which no words are known.
    """
    if not text or text == "none":
        return ""
    spoken = str(text).replace("_", "-").partition("-")[0]
    return text if text in LANGUAGES else resolve("language", spoken, LANGUAGES, LANGUAGES.__getitem__)


class Options(TypedDict, total=False):
    """The keywords of a run, the same for score(), Scorer, compare(), explain() and all the others.

    Attributes:
        match: exact, head, partial, craft, min-span or min-span-official.
        heads: tree, shallowest, first or corefud, where a file states no heads.
        singletons: keep, drop, or e2e: as in the evaluator of e2e-coref and its copies, metric by metric.
        zeros: dependent, dependent-official, linear or drop.
        split_antecedents: keep or drop.
        layer: identity or discourse-deixis.
        duplicates: error, first, keep, merge or perl.
        align: auto, strict, positions, characters or rewrite.
        tokens: what align was called until 0.2.0: check (strict) or ignore (positions).
        missing: error or empty.
        unreadable: empty or error, for answers of language models in which nothing is marked.
        undefined: null or zero.
        twinless: as-is, cai-strube or add-to-key.
        verb_phrases: keep or drop.
        nested: keep or drop.
        mentions: own or key: with key, the response links the key's mentions.
        across: document, topic or corpus: what an entity may have mentions in.
        documents: pool (sum the counts of documents) or mean (average their recall and precision).
        window: score windows of this many words instead of whole documents; 0 for none.
        window_edges: exact, or bookcoref: the edges of BookCoref's evaluator.
        language: the language of plain tokens, for the types of mentions.
        text: a parsed CoNLL-U file of the key's words, or a corpus, that describes them: for keys without tags or trees,
            and for clusters of spans (first word, last word).
        scheme: the scheme of type codes: a name of 'corefeval schemes', or a file.
        unknown_codes: count or error, for codes that the scheme does not have.
        types: the types of mentions by their labels or other attributes: 'nam*=name,agp=nominal', or a mapping of these. In
            explain() and difference() a mapping is of mentions of Python clusters, in agree() a list is of features.
        crop: whether to score only the part of the response's text that the key has.
        beta: weight of recall in an additional F.
        key_format: name of the key's format, found from the content by default.
        response_format: name of the response's format.
        key_offsets: what the numbers of a JSON Lines key mean.
        response_offsets: what the numbers of a JSON Lines response mean.
        key_layer: the layer of a key whose format has layers of its own (see the page of the format).
        response_layer: the same for the response.
        key_companion: the file that belongs to the key, or its folder, where that is not beside it.
        response_companion: the same for the response.
        jobs: processes to read and count with, or "auto" for as many as there are processors, where the files are large.
        progress: called with the bytes read and the bytes in all, of the key, then of the response; of files that are read in
            pieces of both together.
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
    further = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=1 if name == "jobs" else None, annotation=kind)
        for name, kind in get_type_hints(Options).items()
    ]
    known = {one.name: None for one in (*own, *further)}

    @wraps(function)
    def called(*arguments: Any, **keywords: Any) -> Any:
        if not keywords.keys() <= known.keys():
            refuse_other_keywords(keywords, known)
        return function(*arguments, **keywords)

    called.__signature__ = shown.replace(parameters=[*own, *further])  # type: ignore[attr-defined]
    return cast("Function", called)


@dataclass(frozen=True, slots=True)
class Settings:
    """How key and response are read and made comparable: whatever can change a number, but metrics and files.

    Attributes:
        match: when a response mention is a key mention.
        heads: the head of a mention for which the file states none: by the dependency tree, as udapi's MoveHead decides
            (`tree`), or the shallowest word (`shallowest`); the first word (`first`); or as in CRAC (`corefud`): the first word
            in CorefUD files, by the tree in any other.
        singletons: whether entities of one mention are scored.
        zeros: how zeros are aligned, or that they are dropped.
        starred: whether tokens that begin with * (empty categories of OntoNotes) are zeros in all files, which they are if the user
            states how to treat zeros; else they are words where key and response both have them.
        split_antecedents: whether split antecedents (sets of entities) are scored.
        layer: identity coreference or discourse deixis.
        duplicates: what becomes of a mention listed twice.
        align: how words of the response are found among those of the key: equal ones, those of the same number or of
            the same characters, or those that a changed copy has left.
        missing: what becomes of a document that the response lacks.
        unreadable: how to treat an answer of a language model that is empty, a refusal or a copy without marks.
        undefined: what 0/0 is: null, or the 0 of some official scorers.
        twinless: what becomes of mentions that only one side has.
        language: the language of plain tokens, for the types of mentions; '' if it is not known or not needed.
        beta: the weight of recall in F.
        verb_phrases: whether mentions that are verb phrases are scored.
        nested: whether mentions inside another one of their entity are scored.
        mentions: whether the response has mentions of its own or links those of the key.
        scheme: the scheme of type codes, as signatures have it: its name, of a file with what its content is told by;
            '' for that of the Lithuanian corpus.
        unknown_codes: what becomes of codes that the scheme does not have.
        across: what an entity may have mentions in: one document, those of a topic, or all.
        documents: how documents become one score: their counts are summed, or their recall and precision averaged.
        window: the length in words of the windows that are scored as documents; 0 for whole documents.
        window_edges: which mentions a window contains: those that start in it, or BookCoref's.
        text: the file that describes the key's words, as signatures have it: eight digits that stand for its content;
            '' where the key's own file describes them.
        types: the table of mention types by labels or other attributes, as signatures show it; '' for none.
        crop: whether to drop response mentions outside the part of its text that the key has.
        key_format: the format the key is read as, '' where its content decides; so for the response.
        key_offsets: what numbers of a JSON Lines key mean, '' where the data decide; so for the response.
        key_layer: the layer of the key, where its format has layers of its own; so for the response.
    """

    match: Match = "exact"
    heads: Heads = "tree"
    singletons: Singletons = "keep"
    zeros: Zeros = "drop"
    split_antecedents: SplitAntecedents = "drop"
    layer: Layer = "identity"
    duplicates: Duplicates = "first"
    align: Align = "auto"
    missing: Missing = "error"
    undefined: Undefined = "null"
    twinless: Twinless = "as-is"
    language: str = ""
    beta: float = 1.0
    verb_phrases: VerbPhrases = "keep"
    nested: Nested = "keep"
    mentions: OfMentions = "own"
    scheme: str = ""
    unknown_codes: UnknownCodes = "count"
    across: Across = "document"
    documents: Documents = "pool"
    window: int = 0
    window_edges: WindowEdges = "exact"
    unreadable: Unreadable = "empty"
    starred: Starred = "auto"
    text: str = ""
    types: str = ""
    crop: Crop = "no"
    key_format: str = ""
    response_format: str = ""
    key_offsets: str = ""
    response_offsets: str = ""
    key_layer: str = ""
    response_layer: str = ""

    def __post_init__(self) -> None:
        """Refuse a value that does not exist; values are held by the one name that signatures show."""
        if isinstance(self.crop, bool):
            object.__setattr__(self, "crop", "yes" if self.crop else "no")
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                value = resolve("value", getattr(self, name), allowed, of=name.replace("_", "-"))
                object.__setattr__(self, name, value)
        if self.starred not in get_args(Starred):
            resolve("value", self.starred, get_args(Starred), of="starred", exactly=True)
        object.__setattr__(self, "language", language_named(self.language))
        beta: object = self.beta
        if not isinstance(beta, int | float) or not 0 < beta < float("inf"):
            raise UsageError(Problem("CE050", "no-value-beta", beta=beta))
        window: object = self.window
        if isinstance(window, str) and window.isdecimal():
            window = int(window)
        if isinstance(window, bool) or not isinstance(window, int) or window < 0:
            raise UsageError(Problem("CE050", "no-value-window", window=window))
        object.__setattr__(self, "window", window)

    def changed(self, values: Mapping[str, object]) -> Settings:
        """Return the settings with those values that are not None."""
        return replace(self, **{name: value for name, value in values.items() if value is not None})  # type: ignore[arg-type]

    def __repr__(self) -> str:
        """Return the settings that are not as they are where nothing is asked for."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        changed = (f"{name}={value!r}" for name, value in values if value != getattr(PLAIN, name))
        return f"Settings({', '.join(changed)})"

    def to_dict(self) -> dict[str, str | float]:
        """Return names and values; what was added after 0.1.0 only where it was asked for."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: value for name, value in values.items() if name in ALWAYS or value != getattr(PLAIN, name)
        }


PLAIN = Settings()
"""What holds where nothing is asked for."""

ALWAYS = frozenset(
    {
        "match",
        "heads",
        "singletons",
        "zeros",
        "split_antecedents",
        "layer",
        "duplicates",
        "align",
        "missing",
        "undefined",
        "twinless",
        "language",
        "beta",
    }
)
"""The settings that every signature shows: those of version 0.1.0, and `heads`, whose default changed after 0.7.0. Any other is
shown where it is not at its default, so that a signature without it means what it meant."""
