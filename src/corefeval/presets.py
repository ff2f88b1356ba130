"""Presets: the settings of shared tasks and official scorers, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from corefeval.columns import Column, DataRow, data
from corefeval.names import resolve
from corefeval.problems import Problem, UsageError
from corefeval.records import dataclass
from corefeval.settings import Settings

HEADLINE = "conll"
"""The headline metric, unless the preset names another."""
IN_TABLE = ("muc", "bcub", "ceafe", "lea")
"""The metrics of a table of several presets, after the headline."""

BY_CLASS = "lea"
"""The metric that leaderboards break down by features of mentions: the headline is not a sum over mentions."""

IN_PICTURES = "bcub"
"""The metric of pictures by mention if the explained one is not a sum over mentions."""

DISAGREEMENT = ("muc", "bcub", "ceafe")
"""The metrics whose counts of one system against the other measure their disagreement (see `next`)."""

JUDGING = "dominant"
"""The metric whose outcomes `explain` shows by default."""

DEFAULT_METRICS = ("muc", "bcub", "ceafe", "conll", "lea", "mention")
OF_FORMAT = {"corefud": "crac24"}
"""The default preset of each format: the current official setting."""


@dataclass(frozen=True, slots=True)
class Preset(DataRow):
    """Settings and metrics of a shared task.

    Attributes:
        name: as in --preset.
        title: the task.
        settings: how key and response are made comparable.
        metrics: the printed metrics.
        official: the official scorer and version, and its behaviour.
        differs: differences from the official scorer.
        headline: the metric the task ranked systems by.
        metric_parameters: the preset's parameters of a metric.
        aliases: other names of the preset; case and punctuation are ignored.
        unlike: a preset of a similar name that gives other numbers.
        words: whether the official scorer compares the words of key and response.
        short: its special rule, in about five words, for tables of several presets.
        source: the repositories, files and commits of a copied evaluator; '' for official scorers, which `official` names.
        date: when the source was last changed.
        peculiarity: the warning for readers of its numbers.
    """

    name: str
    title: str
    settings: Settings
    metrics: tuple[str, ...]
    official: str
    differs: str = ""
    headline: str = HEADLINE
    metric_parameters: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    unlike: str = ""
    words: str = ""
    short: str = ""
    source: str = ""
    date: str = ""
    peculiarity: str = ""

    DATA = (
        *data("name", "title", "other_names=aliases", "settings"),
        Column(
            "", name="metrics", of=lambda one: [one.metric_parameters.get(name, name) for name in one.metrics]
        ),
        *data("headline", "official", "words", "differs", "short", "source?", "date?", "peculiarity?"),
    )


_POSITIONS = (
    "Not compared: mentions are compared by the positions of their words (--align positions). corefeval warns "
    "if words differ. It refuses documents with different numbers of words; the official scorer scores them "
    "and compares unrelated mentions."
)
_WORDS_OF_UA = "Compared, without zeros. Files with other words, or another number of words, are refused."
_WORDS_OF_COREFUD = (
    "Compared sentence by sentence, without zeros. A different word is refused. (The scorer ignores extra "
    "words at the end of a sentence in one file; corefeval refuses them.)"
)

_PUBLIC_2026 = (
    " The task of 2026 has 27 datasets in 19 languages and ranks systems by head match (Novák et al. 2026, "
    "arXiv:2605.21369). The repository of the winning system runs corefud-scorer with its defaults, and no later version "
    "of the scorer is published. The task emphasises long-range entities: see --by spread and --by sentence-spread."
)

_SPANS = (
    "Not compared: these evaluators receive spans. corefeval compares the words and pairs documents by name."
)
_REPEATED = (
    "corefeval treats duplicate mentions by its own rule, with a warning. The evaluators assign a duplicate mention to the "
    "last entity that lists it, but no model that they evaluate writes duplicates."
)

_COREFUD = Settings(
    match="head", heads="corefud", singletons="drop", zeros="linear", duplicates="keep", undefined="zero"
)
_CORE = ("muc", "bcub", "ceafe", "conll")
_CRAC = (*_CORE, "mor", "zero")

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "perl",
            "The reference scorer of CoNLL, version 8.01",
            Settings(duplicates="perl", align="positions", missing="empty", undefined="zero"),
            ("muc", "bcub", "ceafm", "ceafe", "blanc", "conll", "mention"),
            "scorer.pl 8.01: exact spans, singletons as in the files, a document missing in the response is "
            "scored as empty, BLANC skips coreferent or other links if the key has none. Duplicate mentions of the key are kept: "
            "they count every time in sizes and denominators, and a mention belongs to the last entity that "
            "lists it. A duplicate mention of the response is dropped if the key has the mention (the entity "
            "that opens first keeps it); otherwise it counts. MUC and B³ use the response's mentions for "
            "recall too; CEAF compares lists; BLANC compares sets of links, in which a mention listed twice "
            "is linked with itself.",
            "Its percentages are truncated, ours are rounded. It refuses responses with more than ten "
            "duplicate mentions, which it adds up over documents and metrics by mistake; corefeval scores "
            "them with a warning. LEA and other metrics that it lacks count the remaining duplicates of the "
            "response as with --duplicates keep.",
            metric_parameters={"blanc": "blanc(empty=key)"},
            aliases=("conll2012", "ontonotes", "reference", "scorer.pl"),
            unlike="conll12",
            short="exact, singletons as in files",
            words=_POSITIONS,
        ),
        Preset(
            "coval",
            "coval, the scorer that came with LEA",
            Settings(duplicates="keep", align="positions", undefined="zero"),
            ("mention", "muc", "bcub", "ceafe", "lea", "conll"),
            "coval with its defaults: exact spans, singletons as in the files, a mention listed twice counted "
            "twice. Its options are settings here: remove_singletons is --singletons drop, min_span is --match "
            "min-span-official, NP_only is --verb-phrases drop, remove_nested is --nested drop.",
            "NP_only takes a mention for a verb phrase if its only word is 'VP'; we do not. Its min_span "
            "compares the text of minimum spans and their ends, so it misses some equal spans and matches "
            "some different ones. --match min-span compares their words; corefeval warns if the numbers "
            "differ.",
            short="exact, every repetition counts",
            words=_POSITIONS,
        ),
        Preset(
            "conll12",
            "CoNLL-2012 shared task, as in the Universal Anaphora scorer",
            Settings(singletons="drop", duplicates="keep", align="positions", undefined="zero"),
            _CORE,
            "Universal Anaphora scorer 2.0 with the settings its table intends: exact spans, singletons dropped, "
            "a mention listed twice counted twice. It is not the scorer of the CoNLL-2012 shared task, which "
            "keeps singletons: use perl for that.",
            "The released command prints no score; these are the numbers of its evaluator.",
            unlike="perl",
            short="exact, without singletons",
            words=_POSITIONS,
        ),
        Preset(
            "crac18",
            "CRAC 2018 shared task: ARRAU, identity and non-referring expressions",
            Settings(duplicates="keep", undefined="zero"),
            (*_CORE, "non-referring"),
            "Universal Anaphora scorer 2.0 with the settings its table intends: exact spans, singletons kept, "
            "without split antecedents and zeros.",
            "The released command crashes on all of its presets; these are the numbers of its evaluator.",
            aliases=("crac2018",),
            short="exact, with singletons",
            words=_WORDS_OF_UA,
        ),
        Preset(
            "craft19",
            "CRAFT 2019 shared task: discontinuous mentions, partial match",
            Settings(match="craft", duplicates="keep", undefined="zero"),
            _CORE,
            "Universal Anaphora scorer 2.0 with the settings its table intends: a response mention matches the "
            "first key mention whose first part contains one of its parts.",
            "In the released table the matching is listed under old names and has no effect. The task itself was "
            "scored with a fork of the Perl scorer whose partial matching depends on the order of a hash: the "
            "same files gave MUC 40 or 80.",
            aliases=("craft2019", "craft"),
            short="first parts overlap",
            words=_WORDS_OF_UA,
        ),
        Preset(
            "crac22",
            "CRAC 2022 shared task: CorefUD 1.0",
            _COREFUD.changed({"match": "partial"}),
            _CRAC,
            "corefud-scorer with -a partial -z linear: a response mention matches if it is inside the key "
            "mention and contains its head. Zeros are aligned by position, singletons dropped. If the header "
            "names no head, the first word is the head. The task's score is the mean CoNLL F1 over its "
            "datasets.",
            "Version 1.0 of that scorer matched one mention to several; the available version no longer does, "
            "so the task's own numbers cannot be reproduced.",
            aliases=("crac2022", "corefud1.0"),
            short="partial match, no singletons",
            words=_WORDS_OF_COREFUD,
        ),
        Preset(
            "crac23",
            "CRAC 2023 shared task: CorefUD 1.1",
            _COREFUD,
            _CRAC,
            "corefud-scorer 1.1 with its defaults: head match, zeros aligned by position, singletons dropped. "
            "If the header names no head, the first word is the head. The task's score is the mean CoNLL F1 "
            "over its datasets.",
            aliases=("crac2023", "corefud1.1"),
            short="heads, zeros by position",
            words=_WORDS_OF_COREFUD,
        ),
        *(
            Preset(
                name,
                title,
                _COREFUD.changed({"zeros": "dependent-official"}),
                _CRAC,
                "corefud-scorer 1.2 with its defaults: head match, zeros aligned by their enhanced "
                "dependencies, singletons dropped. If the header names no head, the first word is the head. "
                f"The task's score is the mean CoNLL F1 over its datasets.{public}",
                "The two directions of its alignment share one table and can collide. This preset does the "
                "same and warns if --zeros dependent gives a different number.",
                aliases=(f"crac20{name[-2:]}", corefud),
                short="heads, zeros by dependencies",
                words=_WORDS_OF_COREFUD,
            )
            for name, corefud, title, public in (
                ("crac24", "corefud1.2", "CRAC 2024 shared task: CorefUD 1.2", ""),
                ("crac25", "corefud1.3", "CRAC 2025 shared task: CorefUD 1.3, scored as in 2024", ""),
                (
                    "crac26",
                    "corefud1.4",
                    "CRAC 2026 shared task: CorefUD 1.4, scored as in 2024",
                    _PUBLIC_2026,
                ),
            )
        ),
        Preset(
            "codicrac22ar",
            "CODI-CRAC 2022: anaphora resolution in dialogue",
            Settings(split_antecedents="keep", duplicates="keep", undefined="zero"),
            _CORE,
            "Universal Anaphora scorer 2.0 with the settings its table intends: exact spans, singletons and "
            "split antecedents scored.",
            "BLANC with split antecedents depends on the order of a set in the original; corefeval has a "
            "defined order.",
            aliases=("codicrac2022ar", "codicrac21ar", "codicrac2021ar"),
            short="exact, with split antecedents",
            words=_WORDS_OF_UA,
        ),
        Preset(
            "codicrac22br",
            "CODI-CRAC 2022: bridging",
            Settings(duplicates="keep", undefined="zero"),
            ("bridging.anaphor", "bridging.mention", "bridging.entity"),
            "Universal Anaphora scorer 2.0 with the settings its table intends: anaphors by exact span, anchors "
            "as mentions and as entities of the key.",
            headline="bridging.entity",
            aliases=("codicrac2022br", "codicrac21br", "codicrac2021br"),
            short="bridging",
            words=_WORDS_OF_UA,
        ),
        Preset(
            "codicrac22dd",
            "CODI-CRAC 2022: discourse deixis",
            Settings(layer="discourse-deixis", split_antecedents="keep", duplicates="keep", undefined="zero"),
            _CORE,
            "Universal Anaphora scorer 2.0 with the settings its table intends: the coreference metrics on the "
            "column of discourse deixis, with split antecedents.",
            aliases=("codicrac2022dd", "codicrac21dd", "codicrac2021dd"),
            short="discourse deixis",
            words=_WORDS_OF_UA,
        ),
        Preset(
            "e2e",
            "The evaluator of e2e-coref and its copies (AllenNLP, coref-hoi, s2e, LingMess, fastcoref)",
            Settings(singletons="e2e", missing="empty", undefined="zero"),
            _CORE,
            "metrics.py of e2e-coref: exact spans, counts of documents summed. MUC and B³ skip singletons of both sides. CEAFe "
            "drops those of the response and keeps those of the key. LEA skips them; reports do not use it.",
            _REPEATED,
            aliases=("allennlp", "s2e", "coref-hoi", "lingmess", "fastcoref"),
            short="gold singletons count, system's do not",
            words=_SPANS,
            source="kentonl/e2e-coref metrics.py 9d1ee197; mandarjoshi90/coref bd04f2e1; lxucs/coref-hoi 5ddfc3b6; "
            "yuvalkirstain/s2e-coref b767ab57; shon-otmazgin/fastcoref 8888e51d; shon-otmazgin/lingmess-coref 3492a531; "
            "allenai/allennlp-models conll_coref_scores.py b1f37224",
            date="2019-08-06",
            peculiarity="A perfect response scores below 100 if the gold has singletons: they lower the recall of CEAFe, and the "
            "scorer drops those of the response. Singletons of the response cost and gain nothing.",
        ),
        Preset(
            "longdoc",
            "The evaluator of longdoc, Maverick, xCoRe and BookCoref (singletons count)",
            Settings(missing="empty", undefined="zero"),
            _CORE,
            "metrics.py of fast-coref with threshold 1 (LitBank, PreCo): exact spans, all entities count, counts of documents "
            "summed. Its LEA skips singletons; reports do not use it.",
            _REPEATED
            + " BookCoref pairs documents by position; we pair them by name. Maverick and xCoRe log precision and recall "
            "of mentions in each other's place; we do not.",
            metric_parameters={"lea": "lea(self_link=skip)"},
            aliases=("maverick", "xcore", "bookcoref", "incremental"),
            unlike="longdoc-2",
            short="exact, all singletons count",
            words=_SPANS,
            source="shtoshni/fast-coref src/coref_utils/metrics.py 94d1f34e; shtoshni/long-doc-coref 3571ec3f; "
            "SapienzaNLP/maverick-coref 0dc6554c; SapienzaNLP/xcore 974fb9f0; SapienzaNLP/bookcoref fc4e5c03; "
            "pitrack/incremental-coref f8b912c2",
            date="2023-07-28",
            peculiarity="The threshold is a setting of the dataset: OntoNotes and WikiCoref are scored with 2 (longdoc-2), others "
            "with 1.",
        ),
        Preset(
            "longdoc-2",
            "The evaluator of longdoc with threshold 2 (singletons dropped)",
            Settings(singletons="drop", missing="empty", undefined="zero"),
            _CORE,
            "metrics.py of fast-coref with threshold 2 (OntoNotes, WikiCoref): singletons of both sides are removed, then exact "
            "spans, counts of documents summed.",
            _REPEATED,
            aliases=("fast-coref-ontonotes",),
            unlike="longdoc",
            short="exact, without singletons",
            words=_SPANS,
            source="shtoshni/fast-coref src/coref_utils/metrics.py 94d1f34e",
            date="2023-07-28",
            peculiarity="Singletons of both sides are removed before scoring.",
        ),
        Preset(
            "wl-coref",
            "The evaluator of wl-coref (LEA alone, without singletons)",
            Settings(singletons="drop", missing="empty", undefined="zero"),
            ("lea",),
            "cluster_checker.py of wl-coref: LEA of entities with several mentions, counts of documents summed. It chooses the "
            "checkpoint; the CoNLL F1 of the paper comes from the Perl scorer (-p perl).",
            _REPEATED + " It adds 1e-7 to each denominator; we do not.",
            headline="lea",
            short="LEA alone, without singletons",
            words=_SPANS,
            source="vdobrovolskii/wl-coref coref/cluster_checker.py 4af0aa04; KarelDO/wl-coref e815f299",
            date="2023-06-27",
            peculiarity="It has no CoNLL F1.",
        ),
        Preset(
            "stanza",
            "The evaluator of stanza (precision and recall averaged over documents)",
            Settings(documents="mean", missing="empty", undefined="zero"),
            (*_CORE, "lea"),
            "cluster_checker.py of stanza: exact spans, singletons count. Precision and recall of MUC, B³ and CEAFe are averaged "
            "over documents, F1 follows from the means. LEA is pooled and skips singletons.",
            _REPEATED
            + " It adds 1e-7 to each denominator; we do not. A document without gold entities makes its CEAFe NaN; here "
            "its precision and recall are 0.",
            metric_parameters={"lea": "lea(self_link=skip)"},
            short="P and R averaged over documents",
            words=_SPANS,
            source="stanfordnlp/stanza stanza/models/coref/cluster_checker.py 1f4bfdd2",
            date="2026-07-14",
            peculiarity="A document with ten mentions counts as much as one with a thousand.",
        ),
        Preset(
            "spacy",
            "The evaluator of spaCy's coreference component (LEA alone, singletons count)",
            Settings(missing="empty", undefined="zero"),
            ("lea",),
            "coref_scorer.py of spacy-experimental: LEA as in coval, counts of documents summed.",
            _REPEATED,
            headline="lea",
            short="LEA alone, singletons count",
            words=_SPANS,
            source="explosion/spacy-experimental coref/coref_scorer.py 66c4be53",
            date="2023-11-03",
            peculiarity="It has no CoNLL F1.",
        ),
        Preset(
            "bookcoref-window",
            "The window evaluation of BookCoref (1,500 words)",
            Settings(window=1500, window_edges="bookcoref", missing="empty", undefined="zero"),
            _CORE,
            "evaluate.py of BookCoref, gold_window: each document is cut into windows of 1,500 words of the key, an "
            "entity counts once in each window, then all entities count as in longdoc.",
            _REPEATED + " --window 1500 without this preset has windows that contain every mention once.",
            short="windows of 1,500 words",
            words=_SPANS,
            source="SapienzaNLP/bookcoref evaluate.py, src/metrics.py fc4e5c03",
            date="2025-07-23",
            peculiarity="Mentions that start at a multiple of 1,500 are lost. The last window reaches back 1,500 words, so its "
            "mentions count twice.",
        ),
    )
}


def preset(name: str) -> Preset:
    """Return a preset by its name or one of its other names; refuse several."""
    if names_several(name):
        raise UsageError(Problem("CE051", "several-presets-of-score", names=name))
    see = "'corefeval presets' lists them all."
    return PRESETS[resolve("preset", name, PRESETS, lambda known: PRESETS[known].aliases, see=see)]


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """One of several presets to score with, perhaps with other settings.

    Attributes:
        name: its name among the others.
        preset: the preset's name.
        short: its special rule, in about five words.
        changes: the settings that differ from the preset's.
    """

    name: str
    preset: str
    short: str
    changes: Mapping[str, str] = field(default_factory=dict)


ALL = "all"
"""The group of all presets."""

GROUPS: dict[str, tuple[PresetChoice, ...]] = {
    ALL: tuple(PresetChoice(name, name, preset.short) for name, preset in PRESETS.items()),
    "crac": (
        PresetChoice("crac26", "crac26", "head match (the ranking)"),
        PresetChoice("crac26 partial", "crac26", "partial match", {"match": "partial"}),
        PresetChoice("crac26 exact", "crac26", "exact match", {"match": "exact"}),
        PresetChoice("crac26 singletons", "crac26", "head match, with singletons", {"singletons": "keep"}),
    ),
}
"""Presets that are scored together: all of them, and the four columns of the tables of the CRAC shared tasks."""


def choices(names: Iterable[str]) -> tuple[PresetChoice, ...]:
    """Return presets by their names or by names of groups, each once."""
    found: dict[str, PresetChoice] = {}
    for name in names:
        group = GROUPS.get(name.strip().casefold())
        if group is None:
            known = preset(name.strip())
            group = (PresetChoice(known.name, known.name, known.short),)
        found.update((choice.name, choice) for choice in group)
    return tuple(found.values())


def names_several(name: object) -> bool:
    """Return whether a name means several presets: a list, or a group."""
    return isinstance(name, str) and ("," in name or name.strip().casefold() in GROUPS)
