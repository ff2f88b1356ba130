"""Presets: the settings of shared tasks and official scorers, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from corefeval.names import resolve
from corefeval.settings import Settings

HEADLINE = "conll"
"""The number that stands for all, where no preset names another."""
DEFAULT_METRICS = ("muc", "bcub", "ceafe", "conll", "lea", "mention")
OF_FORMAT = {"corefud": "crac24"}
"""The preset that holds for a key of a format where none is asked for: the official setting of the day."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings and metrics of a shared task.

    Attributes:
        name: as in --preset.
        title: the task.
        settings: how key and response are made comparable.
        metrics: what is printed.
        official: which scorer and version decided, and what it did.
        differs: what cannot be reproduced, or is done better here.
        headline: the metric the task ranked systems by.
        metric_parameters: what the preset means by the name of a metric.
        aliases: what else the preset is called; case and signs between letters do not matter anyway.
        unlike: a preset of a similar name that gives other numbers.
        words: whether the official scorer compares the words of key and response.
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

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "name": self.name,
            "title": self.title,
            "other_names": list(self.aliases),
            "settings": self.settings.to_dict(),
            "metrics": [self.metric_parameters.get(name, name) for name in self.metrics],
            "headline": self.headline,
            "official": self.official,
            "words": self.words,
            "differs": self.differs,
        }


_POSITIONS = (
    "Not compared: a mention is where its words stand in the document, and the words are not looked at (--align "
    "positions). Here a warning says where words differ, and documents with different numbers of words are refused: "
    "the official scorer scores them, and compares mentions that have nothing to do with each other."
)
_WORDS_OF_UA = "Compared, zeros left out: other words, or another number of them, are refused."
_WORDS_OF_COREFUD = (
    "Compared sentence by sentence, zeros left out: another word is refused. (It does not see words that only "
    "one file has at the end of a sentence; these are refused here.)"
)

_PUBLIC_2026 = (
    " Public of 2026 (Novák et al. 2026, arXiv:2605.21369): 27 datasets in 19 languages, systems ranked by heads "
    "matched; the winning system's repository runs corefud-scorer with its defaults, and no later version of that "
    "scorer is published. The task asks about entities that reach far: see --by spread and --by sentence-spread."
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
            "scorer.pl 8.01: exact spans, singletons as in the files, a document missing in the response is scored "
            "as empty, BLANC leaves out a half without key links. Repeated mentions: the key keeps them, in sizes "
            "and denominators they count each time, and a mention is looked up in the last entity that lists it; "
            "of the response a repetition of a mention that the key has is dropped (the entity that opens first "
            "keeps it), any other counts. MUC and B³ go through the response's mentions for recall too; CEAF "
            "compares lists; BLANC compares sets of links, in which a mention listed twice is linked with itself.",
            "Its percentages are truncated, ours are rounded. It refuses responses with more than ten repetitions, "
            "counted over documents and metrics by a slip; we score them and say so. LEA and other metrics that it "
            "does not have count repetitions as --duplicates keep does, in what is left of the response.",
            metric_parameters={"blanc": "blanc(empty=key)"},
            aliases=("conll2012", "ontonotes", "reference", "scorer.pl"),
            unlike="conll12",
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
            "NP_only takes a mention for a verb phrase if its only word is 'VP'; we do not. Its min_span compares "
            "the text of minimum spans and the place where they end, and so misses some that are the same words "
            "and joins some that are not; --match min-span compares their words, and a warning says when that "
            "makes a difference.",
            words=_POSITIONS,
        ),
        Preset(
            "conll12",
            "CoNLL-2012 shared task, as in the Universal Anaphora scorer",
            Settings(singletons="drop", duplicates="keep", align="positions", undefined="zero"),
            _CORE,
            "Universal Anaphora scorer 2.0 with the settings its table intends: exact spans, singletons dropped, "
            "a mention listed twice counted twice. It is not the scorer of the CoNLL-2012 shared task, whose setting "
            "is perl: that one keeps singletons.",
            "The released command prints no score; these are the numbers of its evaluator.",
            unlike="perl",
            words=_POSITIONS,
        ),
        Preset(
            "crac18",
            "CRAC 2018 shared task: ARRAU, identity and non-referring expressions",
            Settings(duplicates="keep", undefined="zero"),
            (*_CORE, "non-referring"),
            "Universal Anaphora scorer 2.0 with the settings its table intends: exact spans, singletons kept, "
            "split antecedents and zeros left out.",
            "The released command crashes on all of its presets; these are the numbers of its evaluator.",
            aliases=("crac2018",),
            words=_WORDS_OF_UA,
        ),
        Preset(
            "craft19",
            "CRAFT 2019 shared task: discontinuous mentions, partial match",
            Settings(match="craft", duplicates="keep", undefined="zero"),
            _CORE,
            "Universal Anaphora scorer 2.0 with the settings its table intends: a response mention matches the "
            "first key mention whose first part contains one of its parts.",
            "In the released table the matching stands under stale names and has no effect. The task itself was "
            "scored with a fork of the Perl scorer whose partial matching depends on the order of a hash: the "
            "same files gave MUC 40 or 80.",
            aliases=("craft2019", "craft"),
            words=_WORDS_OF_UA,
        ),
        Preset(
            "crac22",
            "CRAC 2022 shared task: CorefUD 1.0",
            Settings(
                match="partial",
                heads="corefud",
                singletons="drop",
                zeros="linear",
                duplicates="keep",
                undefined="zero",
            ),
            _CRAC,
            "corefud-scorer with -a partial -z linear: the head inside, the response inside the key, zeros by "
            "position, singletons dropped, the first word a head where the header names none; the task's score is "
            "the mean CoNLL F1 over its datasets.",
            "Version 1.0 of that scorer matched one mention to several; the version at hand no longer does, so "
            "the task's own numbers cannot be had.",
            aliases=("crac2022", "corefud1.0"),
            words=_WORDS_OF_COREFUD,
        ),
        Preset(
            "crac23",
            "CRAC 2023 shared task: CorefUD 1.1",
            Settings(
                match="head",
                heads="corefud",
                singletons="drop",
                zeros="linear",
                duplicates="keep",
                undefined="zero",
            ),
            _CRAC,
            "corefud-scorer 1.1 with its defaults: heads matched, zeros by position, singletons dropped, the first "
            "word a head where the header names none; the task's score is the mean CoNLL F1 over its datasets.",
            aliases=("crac2023", "corefud1.1"),
            words=_WORDS_OF_COREFUD,
        ),
        *(
            Preset(
                name,
                title,
                Settings(
                    match="head",
                    heads="corefud",
                    singletons="drop",
                    zeros="dependent-official",
                    duplicates="keep",
                    undefined="zero",
                ),
                _CRAC,
                "corefud-scorer 1.2 with its defaults: heads matched, zeros aligned by their enhanced "
                "dependencies, singletons dropped, the first word a head where the header names none; the "
                f"task's score is the mean CoNLL F1 over its datasets.{public}",
                "The two directions of its alignment share one table and can collide; this preset does as it "
                "does, and a warning says when --zeros dependent would give another number.",
                aliases=(f"crac20{name[-2:]}", corefud),
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
            "Where the original depends on the order of a set (BLANC with split antecedents), ours has a "
            "defined order.",
            aliases=("codicrac2022ar",),
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
            aliases=("codicrac2022br",),
            words=_WORDS_OF_UA,
        ),
        Preset(
            "codicrac22dd",
            "CODI-CRAC 2022: discourse deixis",
            Settings(layer="discourse-deixis", split_antecedents="keep", duplicates="keep", undefined="zero"),
            _CORE,
            "Universal Anaphora scorer 2.0 with the settings its table intends: the coreference metrics on the "
            "column of discourse deixis, with split antecedents.",
            aliases=("codicrac2022dd",),
            words=_WORDS_OF_UA,
        ),
    )
}


def preset(name: str) -> Preset:
    """Return a preset by its name or one of its other names."""
    see = "'corefeval presets' lists them all."
    return PRESETS[resolve("preset", name, PRESETS, lambda known: PRESETS[known].aliases, see=see)]
