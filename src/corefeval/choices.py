"""Settings, each declared once: default, values with a sentence each, help, group and first version.

The class `DeclaredSettings` is the declaration. Options and their help, completion, the tables of the documentation, signatures,
`reproduce`, headings of tables and the keywords of Python follow from it. To add a setting, add an attribute at the end of
`DeclaredSettings`, and its keyword to `corefeval.settings.Options`, where type checkers look for it (a test compares both).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeVar, cast, dataclass_transform, get_args

Match = Literal["exact", "head", "partial", "craft", "min-span", "min-span-official"]
Heads = Literal["tree", "shallowest", "first", "corefud"]
Singletons = Literal["keep", "drop", "e2e"]
Zeros = Literal["dependent", "dependent-official", "linear", "drop"]
Starred = Literal["auto", "zeros"]
SplitAntecedents = Literal["keep", "drop"]
Layer = Literal["identity", "discourse-deixis"]
DEIXIS_LAYER: Layer = "discourse-deixis"
Duplicates = Literal["error", "first", "keep", "merge", "perl"]
Align = Literal["auto", "strict", "positions", "characters", "rewrite"]
Tokens = Literal["check", "ignore"]
Missing = Literal["error", "empty"]
Unreadable = Literal["empty", "error"]
Undefined = Literal["null", "zero"]
Twinless = Literal["as-is", "cai-strube", "add-to-key"]
VerbPhrases = Literal["keep", "drop"]
Nested = Literal["keep", "drop"]
OfMentions = Literal["own", "key"]
UnknownCodes = Literal["count", "error"]
Across = Literal["document", "topic", "corpus"]
Crop = Literal["no", "yes"]
Documents = Literal["pool", "mean"]
WindowEdges = Literal["exact", "bookcoref"]

SCORES = "Scores"
MENTIONS = "Mentions and entities"
FILES = "Files"
"""The groups of options in help."""

FIRST = "0.1.0"
"""The first version. Every signature shows its settings."""

Value = TypeVar("Value")


class Setting:
    """The declaration of one setting.

    Attributes:
        name: the keyword of Python; options and signatures have hyphens for underscores.
        default: its default value.
        help: one sentence, for help and documentation.
        group: the group of options that lists it; '' if it has no option.
        since: the first version with this setting.
        values: its values, each with a phrase that explains it; empty where any text or number will do.
        metavar: the placeholder for a value in help.
        default_in_words: the default in words, if its value is not clear.
        page: where the documentation explains it.
        headings: values that the heading of a table names, each with the words for it.
        is_signed: whether signatures always show it, even at its default.
        is_varied: whether `reproduce` tries its values.
        is_of_one_file: whether systems in one table may have different values, because it affects only how a
            file is read.
        is_path: whether the option takes a file.
        is_hidden: whether help omits the option.
    """

    name: str
    default: Any
    help: str
    group: str
    since: str = FIRST
    values: Mapping[str, str] = MappingProxyType({})
    metavar: str = ""
    default_in_words: str = ""
    page: str = ""
    headings: Mapping[str, str] = MappingProxyType({})
    is_signed: bool = False
    is_varied: bool = False
    is_of_one_file: bool = False
    is_path: bool = False
    is_hidden: bool = False

    def __init__(self, **declared: Any) -> None:
        vars(self).update({"is_signed": declared.get("since", FIRST) == FIRST, **declared})

    def __set_name__(self, owner: type, name: str) -> None:
        """Learn the name from the class that declares it."""
        self.name = name

    @property
    def spelled(self) -> str:
        """The name as signatures and options spell it."""
        return self.name.replace("_", "-")

    @property
    def usual(self) -> str:
        """The default as help shows it."""
        shown = f"{self.default:g}" if isinstance(self.default, float) else str(self.default)
        return self.default_in_words or shown or "none"

    @property
    def is_flag(self) -> bool:
        """Whether the option takes no value: with it the setting is `yes`."""
        return tuple(self.values) == get_args(Crop)

    @property
    def side(self) -> str:
        """The side whose file the setting applies to, '' for both."""
        side = self.name.partition("_")[0]
        return side if side in {"key", "response"} else ""


def setting(*, default: Value, **declared: Any) -> Value:
    """Declare a setting, with the attributes of `Setting`. Type checkers see its default."""
    return cast("Value", Setting(default=default, **declared))


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(setting,))
class Chosen:
    """One value for each declared setting; immutable. Works like a frozen data class, which is slower to create."""

    def __init__(self, **values: Any) -> None:
        self.refuse_unknown(values)
        for name, declared in SETTINGS.items():
            self.__dict__[name] = self.checked(name, values.get(name, declared.default))

    @classmethod
    def refuse_unknown(cls, names: Collection[str]) -> None:
        """Raise TypeError for names of no setting."""
        unknown = {*names} - SETTINGS.keys()
        if unknown:
            raise TypeError(f"{cls.__name__} has no {', '.join(sorted(unknown))}")

    def checked(self, name: str, value: Any) -> Any:
        """Return the value of a setting as signatures show it."""
        del name
        return value

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to change it."""
        raise AttributeError(f"cannot assign to {name!r}")

    def __delattr__(self, name: str) -> None:
        """Refuse to change it."""
        raise AttributeError(f"cannot delete {name!r}")

    def __eq__(self, other: object) -> bool:
        """Compare all values."""
        if other is self:
            return True
        return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        """Hash all values."""
        return hash(tuple(vars(self).values()))


class DeclaredSettings(Chosen):
    """All settings that can change a number, except metrics and files. Signatures show them in this order: add new ones at the end."""

    match: Match = setting(
        default="exact",
        help="How mentions are matched.",
        values={
            "exact": "same words",
            "head": "same head; of several candidates the best assignment",
            "partial": "response inside the key, the key's minimum span or head inside the response",
            "craft": "a part of the response inside the first part of the key",
            "min-span": "same minimum span, found in the key's phrase trees",
            "min-span-official": "same minimum span as coval computes it",
        },
        group=MENTIONS,
        page="special-cases.md#minimum-spans",
        headings={
            "exact": "exact match",
            "head": "heads matched",
            "partial": "partial match (minimum span or head inside)",
            "craft": "partial match as in CRAFT",
            "min-span": "minimum spans matched",
            "min-span-official": "minimum spans matched as coval does",
        },
        is_varied=True,
    )
    heads: Heads = setting(
        default="tree",
        help="Head of a mention, if the file states none.",
        values={
            "tree": "by the dependency tree, as udapi's MoveHead decides",
            "shallowest": "the shallowest word of the tree",
            "first": "the first word",
            "corefud": "the first word in CorefUD files, by the tree in any other",
        },
        group=MENTIONS,
        since="0.2.0",
        page="linguistics.md#one-text-two-annotations",
        is_signed=True,
        is_varied=True,
    )
    singletons: Singletons = setting(
        default="keep",
        help="Singletons (entities with one mention): keep or drop them.",
        values={
            "keep": "score them",
            "drop": "ignore them",
            "e2e": "as in e2e-coref: MUC, B³ and LEA skip them, CEAF drops the response's and keeps the key's",
        },
        group=MENTIONS,
        headings={
            "keep": "singletons kept",
            "drop": "without singletons",
            "e2e": "singletons as in e2e-coref (CEAFe counts those of the key alone)",
        },
        is_varied=True,
    )
    zeros: Zeros = setting(
        default="drop",
        help="How to align zero mentions; drop: ignore them.",
        values={
            "dependent": "aligned by their governors and relations",
            "dependent-official": "aligned as in corefud-scorer 1.2",
            "linear": "aligned by position",
            "drop": "empty nodes are no mentions",
        },
        group=MENTIONS,
        page="special-cases.md#starred-tokens",
        headings={
            "dependent": "zeros aligned by their dependencies",
            "dependent-official": "zeros aligned by their dependencies, as corefud-scorer 1.2 does",
            "linear": "zeros aligned by position",
            "drop": "without zeros",
        },
        is_varied=True,
    )
    split_antecedents: SplitAntecedents = setting(
        default="drop",
        help="Split antecedents (plural entities made of others): keep or drop them.",
        values={"keep": "score the sets that a plural entity is made of", "drop": "ignore them"},
        group=MENTIONS,
        page="special-cases.md#split-antecedents",
        headings={"keep": "with split antecedents"},
        is_varied=True,
    )
    layer: Layer = setting(
        default="identity",
        help="Layer of annotation to score.",
        values={
            "identity": "identity coreference",
            "discourse-deixis": "discourse deixis of CoNLL-UA and CorefUD files",
        },
        group=MENTIONS,
        headings={"discourse-deixis": "discourse deixis"},
    )
    duplicates: Duplicates = setting(
        default="first",
        help="How to treat duplicate mentions.",
        values={
            "error": "refuse the file",
            "first": "keep it in the entity that opens first",
            "keep": "count it in both entities; look-ups give the entity completed last",
            "merge": "join the entities",
            "perl": "as the reference scorer does",
        },
        group=MENTIONS,
        page="special-cases.md#duplicate-mentions",
        headings={
            "error": "repeated mentions refused",
            "first": "a repeated mention counted once, in the entity that opens first",
            "keep": "repeated mentions counted each time",
            "merge": "entities that share a mention joined",
            "perl": "repeated mentions counted as in the reference scorer",
        },
        is_varied=True,
    )
    align: Align = setting(
        default="auto",
        help="How to align the words of RESPONSE with those of KEY.",
        values={
            "auto": "equal words; by characters in a document with other tokens",
            "strict": "equal words",
            "positions": "words by their number only",
            "characters": "the same characters in other tokens",
            "rewrite": "a changed copy of the text, such as language models write",
        },
        group=FILES,
        page="align.md",
        headings={
            "characters": "the response's words aligned by characters",
            "rewrite": "changed copies of the text aligned",
        },
    )
    missing: Missing = setting(
        default="error",
        help="Documents that RESPONSE lacks: refuse it, or score them as empty.",
        values={"error": "refuse the response", "empty": "score it as a document without mentions"},
        group=FILES,
    )
    undefined: Undefined = setting(
        default="null",
        help="Value of 0/0: null (undefined) or 0.",
        values={"null": "undefined, shown as –", "zero": "0, as some official scorers print"},
        group=FILES,
    )
    twinless: Twinless = setting(
        default="as-is",
        help="How to treat mentions that only one file has (twinless mentions).",
        values={
            "as-is": "leave them as they are",
            "cai-strube": "as in Cai and Strube (2010)",
            "add-to-key": "add those of the response to the key as singletons",
        },
        group=MENTIONS,
        page="special-cases.md#twinless-mentions",
        headings={
            "cai-strube": "mentions that only one side has (twinless) as in Cai and Strube (2010)",
            "add-to-key": "system-only mentions added to the key as singletons",
        },
        is_varied=True,
    )
    language: str = setting(
        default="",
        help="Language of plain tokens (en, de, …), for the types of mentions.",
        default_in_words="the file's",
        group=MENTIONS,
        metavar="CODE",
        page="linguistics.md",
    )
    beta: float = setting(
        default=1.0,
        help="Print Fβ as well; values above 1 favour recall.",
        group=SCORES,
        metavar="B",
    )
    verb_phrases: VerbPhrases = setting(
        default="keep",
        help="Mentions that are verb phrases: keep or drop them; needs phrase trees.",
        values={"keep": "score them", "drop": "ignore them"},
        group=MENTIONS,
        since="0.2.0",
        headings={"drop": "without verb phrases"},
        is_varied=True,
    )
    nested: Nested = setting(
        default="keep",
        help="Mentions inside a mention of the same entity: keep or drop them.",
        values={"keep": "score them", "drop": "ignore them"},
        group=MENTIONS,
        since="0.2.0",
        headings={"drop": "without nested mentions of one entity"},
        is_varied=True,
    )
    mentions: OfMentions = setting(
        default="own",
        help="own: mentions of RESPONSE; key: score linking on the mentions of KEY.",
        values={"own": "the response marks mentions", "key": "the response links the key's mentions"},
        group=MENTIONS,
        since="0.8.0",
        page="special-cases.md#given-mentions",
        headings={"key": "linking only, on the key's mentions, so that mention F1 is 100 by construction"},
    )
    scheme: str = setting(
        default="",
        help="Scheme of type codes; see 'corefeval schemes'.",
        group=MENTIONS,
        since="0.4.0",
        metavar="NAME|FILE",
        page="schemes.md",
    )
    unknown_codes: UnknownCodes = setting(
        default="count",
        help="Type codes that the scheme lacks: count them, or refuse the file.",
        values={"count": "count them, with a warning", "error": "refuse the file"},
        group=MENTIONS,
        since="0.4.0",
        page="schemes.md",
    )
    across: Across = setting(
        default="document",
        help="Scope of an entity: one document, a topic, or the whole corpus.",
        values={
            "document": "entities end with their document",
            "topic": "entities reach across the documents of a topic",
            "corpus": "entities reach across all documents",
        },
        group=MENTIONS,
        since="0.4.0",
        page="cross-document.md",
        headings={
            "topic": "entities across the documents of a topic",
            "corpus": "entities across all documents",
        },
    )
    documents: Documents = setting(
        default="pool",
        help="pool: sum the counts of documents; mean: average their recall and precision.",
        values={
            "pool": "sum the counts",
            "mean": "average recall and precision, from which F1 follows; LEA is always pooled, as in stanza",
        },
        group=MENTIONS,
        since="0.8.0",
        headings={"mean": "recall and precision averaged over documents"},
    )
    window: int = setting(
        default=0,
        help="Score windows of N words; an entity counts once in each window.",
        default_in_words="whole documents",
        group=MENTIONS,
        since="0.8.0",
        metavar="N",
    )
    window_edges: WindowEdges = setting(
        default="exact",
        help="Which mentions a window contains.",
        values={
            "exact": "those that start in it",
            "bookcoref": "those of BookCoref's evaluator, chosen by its preset",
        },
        group=MENTIONS,
        since="0.8.0",
        is_hidden=True,
    )
    unreadable: Unreadable = setting(
        default="empty",
        help="Answers of language models without marks: score as empty, or refuse.",
        values={
            "empty": "score a document without mentions, with a warning",
            "error": "refuse an answer that is empty, a refusal or a copy without marks",
        },
        group=FILES,
        since="0.7.0",
        page="formats/answers.md",
    )
    starred: Starred = setting(
        default="auto",
        help="Whether tokens that begin with * (OntoNotes) are zeros in all files.",
        values={
            "auto": "words where key and response both have them",
            "zeros": "zeros, where you state how to treat zeros",
        },
        group="",
        since="0.8.0",
        page="special-cases.md#starred-tokens",
    )
    text: str = setting(
        default="",
        help="CoNLL-U file with tags and trees of the same text.",
        group=MENTIONS,
        since="0.8.0",
        metavar="FILE",
        page="linguistics.md#one-text-two-annotations",
        is_path=True,
    )
    types: str = setting(
        default="",
        help="Mention types by label or attribute: 'nam*=name,np_form:ppers=pronoun'.",
        group=MENTIONS,
        since="0.8.0",
        metavar="LABEL=TYPE,…",
        page="linguistics.md#types-from-labels",
    )
    crop: Crop = setting(
        default="no",
        help="Score only the text that KEY has; drop mentions outside it.",
        values={"no": "score the whole text", "yes": "drop response mentions outside the key's text"},
        group=FILES,
        since="0.8.0",
        page="align.md#excerpts",
        headings={"yes": "response cropped to the key's text"},
    )
    key_format: str = setting(
        default="",
        help="Format of KEY.",
        default_in_words="found from its content",
        group=FILES,
        since="0.2.0",
        metavar="F",
        page="formats/index.md",
        is_of_one_file=True,
    )
    response_format: str = setting(
        default="",
        help="Format of RESPONSE.",
        default_in_words="found from its content",
        group=FILES,
        since="0.2.0",
        metavar="F",
        page="formats/index.md",
        is_of_one_file=True,
    )
    key_offsets: str = setting(
        default="",
        help="Offsets of KEY in JSON Lines: inclusive|exclusive[,token|character].",
        default_in_words="found from the file",
        group=FILES,
        since="0.2.0",
        metavar="O",
        page="formats/jsonlines.md",
    )
    response_offsets: str = setting(
        default="",
        help="Offsets of RESPONSE in JSON Lines, as for KEY.",
        default_in_words="found from the file",
        group=FILES,
        since="0.2.0",
        metavar="O",
        page="formats/jsonlines.md",
        is_of_one_file=True,
    )
    key_layer: str = setting(
        default="",
        help="Layer of KEY, in formats with several annotations.",
        default_in_words="that of --layer",
        group=FILES,
        since="0.2.0",
        metavar="NAME",
        page="formats/nkas.md",
    )
    response_layer: str = setting(
        default="",
        help="Layer of RESPONSE, in formats with several annotations.",
        default_in_words="that of --layer",
        group=FILES,
        since="0.2.0",
        metavar="NAME",
        page="formats/nkas.md",
        is_of_one_file=True,
    )


SETTINGS: dict[str, Setting] = {
    name: declared for name, declared in vars(DeclaredSettings).items() if isinstance(declared, Setting)
}
"""Every setting by its name, in the order of signatures."""

AUDITED = ("language", "scheme", "types", "layer", "match", "heads", "align", "missing", "duplicates")
"""The settings that affect an audit: how its files are read, and how mentions of systems are matched with the key's."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    name: tuple(one.values) for name, one in SETTINGS.items() if one.values and one.group
}
"""The values of each setting that has an option and a few values."""

ALIGN_OF_TOKENS: Mapping[str, Align] = {"check": "strict", "ignore": "positions"}
"""The new values for each value of `tokens`, the name of the setting until 0.2.0."""

POOLED = "micro"
"""The score of a corpus: counts are summed, then divided."""

OF_DOCUMENTS = ("macro", "mentions")
"""Means over the documents' scores: unweighted, or weighted by mentions."""

OVER_DATASETS = "datasets"
"""The mean over datasets, each pooled on its own."""

AVERAGES = (POOLED, *OF_DOCUMENTS, OVER_DATASETS)
"""The possible headlines of a run."""

EVERY_TABLE = "all"
"""All tables of a breakdown."""

EVERY_ROW = 1 << 30
"""More rows than any table has: `--top all`."""

TABLES: Mapping[str, tuple[str, ...]] = {EVERY_TABLE: (), "zitkus-2023": ("class", "code")}
"""The tables of breakdowns to show: all, or only those of a paper; and the features of the latter."""

BY_HEADS = ("head", "partial")
"""The ways of matching that compare heads."""

RESAMPLING: Mapping[str, Setting] = {
    declared.name: declared
    for declared in (
        Setting(
            name="test",
            default="randomisation",
            values={"randomisation": "paired approximate randomisation"},
            help="Paired significance test.",
        ),
        Setting(
            name="interval",
            default="jackknife",
            values={
                "jackknife": "leave each unit out in turn",
                "percentile": "bootstrap; tends to be too narrow",
                "bca": "bias-corrected bootstrap; tends to be too narrow",
            },
            help="Kind of interval; percentile and bca (bootstrap) tend to be too narrow.",
        ),
        Setting(
            name="pairs",
            default="baseline",
            values={"baseline": "each other system against the baseline", "all": "all against all"},
            help="Systems to test: against the baseline, or all against all.",
        ),
        Setting(
            name="by",
            default="document",
            values={"document": "pool all documents", "dataset": "the mean over the datasets of a folder"},
            help="Pool documents, or average over datasets.",
        ),
        Setting(
            name="resample",
            default="documents",
            values={"documents": "draw documents", "entities": "draw the entities of a single document"},
            help="Units to resample; entities if there is only one document.",
        ),
        Setting(
            name="resamples",
            default=10_000,
            metavar="N",
            help="Resamples of tests and bootstraps; 0: scores only.",
        ),
        Setting(
            name="confidence",
            default=0.95,
            metavar="C",
            help="Confidence level of the intervals.",
        ),
        Setting(name="seed", default=12345, metavar="N", help="Random seed."),
    )
}
"""How intervals and tests are computed: the settings of a comparison, which no score depends on."""

COMPARISON_CHOICES = {name: tuple(each.values) for name, each in RESAMPLING.items() if each.values}
"""The values of each setting of a comparison."""

VALUES = {**CHOICES, **COMPARISON_CHOICES}
"""The values of all settings."""
