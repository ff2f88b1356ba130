"""The options that only some commands have, drawn for one input: some are always given, of the others a few."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from corefeval.breakdown.features import BUILDERS
from corefeval.metrics.base import METRICS
from fuzz.mutations import mutated
from fuzz.texts import WRITTEN

OUT = "@out"
"""Stands for the file that a command may write."""
KEY = "@key"
"""Stands for the file of the key."""
USES = ("search", "summarisation", "translation", "information-extraction", "entity-sequences")
FEATURES = (*BUILDERS, "upos", "deprel", "x", "window:2", "window:0", "window:x", "type,length")
CLASSES_OF_ERRORS = (
    "span_error",
    "merged_entity",
    "split_entity",
    "missing_mention",
    "spurious_mention,extra_entity",
    "all",
)

Values = tuple[str | None, ...]
"""What an option may be given; None for one that is given nothing."""

FLAG: Values = (None,)
FORMATS: Values = ("json",) * 6 + ("csv", "csv", "markdown", "latex", "table")
OF_TEXTS: Values = ("json", "json", "markdown", "table")
OF_RESAMPLING: Mapping[str, Values] = {
    "--interval": ("jackknife", "percentile", "bca"),
    "--confidence": ("0.5", "0.999", "1"),
    "--seed": ("0", "7"),
}
OF_SCORES: Mapping[str, Values] = {
    "--beta": ("2", "0.5", "0"),
    "--window": ("3", "0"),
    "--language": ("en", "x"),
    "--scheme": ("lithuanian", "plain"),
    "--types": ("nam*=name,pron=pronoun", "ne:PER=name,!ne:*=nominal", "x"),
    "--crop": FLAG,
    "--jobs": ("1", "auto"),
    "--output": (OUT,),
    "--signature": ("",),
}
"""What every command has that scores."""

WITHOUT_BETA = {name: values for name, values in OF_SCORES.items() if name != "--beta"}
"""The options of commands that report F1 only."""

PREDICATES = ("type:name", "!chain:pronoun", "code:p*", "x:y", "!")
"""Which mentions to keep or to drop; the last two are refused."""

ALWAYS: Mapping[str, Mapping[str, Values]] = {
    "score": {"-f": FORMATS},
    "score --by": {"--by": FEATURES, "-f": FORMATS},
    "score --ci": {"--ci": FLAG, "-f": FORMATS},
    "score --average": {"--average": ("datasets",), "-f": FORMATS},
    "score --signature": {"-f": FORMATS, "--signature": ("",)},
    "score --for": {"--for": USES, "-f": OF_TEXTS},
    "score --tables": {"--metrics": ("dominant",), "--tables": ("zitkus-2023",), "-f": FORMATS},
    "validate": {"-f": ("json", "json", "table", "csv", "markdown", "latex")},
    "validate --key": {"-f": ("json", "json", "table", "csv", "markdown", "latex")},
    "validate --fix": {"-f": ("json", "json", "table")},
    "convert": {"--to": WRITTEN},
    "convert --only": {"--to": WRITTEN, "--only": PREDICATES, "-f": ("json", "text")},
    "compare": {"--resamples": ("20",), "-f": FORMATS},
    "compare --tables": {"--resamples": ("20",), "--tables": ("zitkus-2023",), "-f": FORMATS},
    "compare --over-weights": {"--over-weights": FLAG, "-f": FORMATS},
    "explain": {"-f": ("json", "json", "table", "csv", "markdown", "latex")},
    "explain two": {"-f": ("json", "json", "table", "csv", "markdown", "latex")},
    "explain --repair": {"--repair": CLASSES_OF_ERRORS, "--output": (OUT,)},
    "simulate": {"--rates": ("0.5", "0", "1"), "--repeats": ("1",), "-f": FORMATS},
    "study": {"--simulate": ("3",), "--resamples": ("5",), "-f": FORMATS},
    "plan": {"-f": FORMATS},
    "next": {"-f": FORMATS},
    "audit": {"-f": FORMATS},
    "agree": {"-f": FORMATS},
    "reproduce": {
        "--target": ("50", "100", "0", "33.3", "0.612"),
        "--changes": ("0", "0", "0", "0", "1"),
        "-f": FORMATS,
    },
    "leaderboard": {"--output": (f"{OUT}.site",), "--resamples": ("20",)},
    "report": {"--output": (f"{OUT}.html",)},
    "report two": {"--output": (f"{OUT}.html",)},
}
"""What is always given, by command."""

SOMETIMES: Mapping[str, Mapping[str, Values]] = {
    "score": {
        **OF_SCORES,
        "--per-document": FLAG,
        "--average": ("macro", "mentions", "scheme"),
        "--quiet": FLAG,
        "--by": FEATURES,
        "--top": ("1",),
        "--ci": FLAG,
        "--engine": ("x", "dask://"),
    },
    "validate": {"--quiet": FLAG, "--output": (OUT,), "--scheme": ("lithuanian", "gum")},
    "validate --key": {"--quiet": FLAG, "--preset": ("perl", "crac24", "conll12"), "--signature": ("",)},
    "validate --fix": {"--quiet": FLAG},
    "convert": {"--quiet": FLAG, "--jobs": ("1",), "--output": (OUT,)},
    "convert --only": {
        "--drop": PREDICATES,
        "--add-codes": ("derived",),
        "--language": ("en", "x"),
        "--scheme": ("lithuanian", "x"),
    },
    "compare --tables": {"--by": ("type", "x")},
    "compare --over-weights": {"--plot": (f"{OUT}.svg",), "--language": ("en",)},
    "compare": {
        **OF_SCORES,
        **OF_RESAMPLING,
        "--pairs": ("all", "baseline"),
        "--test": ("randomisation",),
        "--by": ("type", "dataset", "window:2", "x"),
        "--for": USES,
        "--resample": ("documents", "entities"),
        "--rank-by": ("lea", "muc", "x"),
        "--baseline": ("other", "x"),
        "--quiet": FLAG,
    },
    "explain": {
        "--quiet": FLAG,
        **OF_SCORES,
        "--top": ("0", "1"),
        "--by": FEATURES,
        "--show": ("costs", "errors,entities", "losses,by", "outcomes", "tests,fixed", "x"),
        "--list": ("all", "tp", "wl,fn", "x"),
        "--antecedents": ("closest", "accessibility"),
        "--trim": ("a/b", "/", "Ada,her/", "x"),
        "--plot": (f"{OUT}.svg",),
    },
    "explain --repair": {"--to": WRITTEN, "--antecedents": ("closest",)},
    "simulate": {
        **OF_SCORES,
        "--errors": ("split", "missed,invented", "moved-names", "boundaries", "types", "x"),
        "--seed": ("0", "7"),
        "--write": (f"{OUT}.made",),
        "--plot": (f"{OUT}.svg",),
    },
    "study": {
        **WITHOUT_BETA,
        "--seed": ("0", "7"),
        "--confidence": ("0.9", "1"),
        "--fit": ("lmuc", "dominant", "x"),
        "--plot": (f"{OUT}.svg",),
    },
    "plan": {
        **WITHOUT_BETA,
        "--difference": ("1", "-1"),
        "--width": ("2", "nan"),
        "--power": ("0.9", "1"),
        "--repair": CLASSES_OF_ERRORS,
        "--share": ("0.5", "0"),
        "--seed": ("0", "7"),
        "--confidence": ("0.9", "1"),
        "--plot": (f"{OUT}.svg",),
    },
    "next": {
        **WITHOUT_BETA,
        "-n": ("1", "10", "x"),
        "--gold": (KEY,),
        "--chosen": (KEY,),
        "--seed": ("0", "7"),
        "--confidence": ("0.9", "1"),
    },
    "audit": {
        "--scheme": ("lithuanian", "plain"),
        "--language": ("en", "x"),
        "--types": ("nam*=name,pron=pronoun", "x"),
        "--jobs": ("1", "auto"),
        "--output": (OUT,),
        "--checks": ("two-names,gender", "x"),
        "--top": ("1", "all"),
        "--seed": ("0", "7"),
    },
    "agree": {
        **OF_SCORES,
        **OF_RESAMPLING,
        "--resamples": ("0", "20"),
        "--list": ("all", "span,split", "type", "x"),
        "--by": ("type", "length", "window:2", "x"),
        "--per-document": FLAG,
        "--unmarked": ("own", "singleton"),
        "--types": ("code", "etype", "type", "x"),
        "--page": (f"{OUT}.html",),
        "--quiet": FLAG,
        "--merge": (f"{OUT}.jsonl", f"{OUT}.conllu", f"{OUT}.jsonl.gz", f"{OUT}.x"),
    },
    "reproduce": {
        **{name: values for name, values in WITHOUT_BETA.items() if name != "--signature"},
        "--metric": ("muc", "lea", "mor", "x"),
        "--part": ("recall", "precision", "f1", "x"),
        "--top": ("1",),
        "--table": (KEY,),
        "--quiet": FLAG,
    },
    "leaderboard": {
        "--keep": (f"{OUT}.keep",),
        "--jobs": ("1", "2"),
        "--codabench": (KEY,),
        "--quiet": FLAG,
        "--preset": ("perl", "x"),
        "--metrics": ("muc,conll", "x"),
        "--also-rank-by": ("perl,e2e", "x"),
    },
    "report": {
        **{name: values for name, values in OF_SCORES.items() if name != "--output"},
        "--compress": ("--no-compress",),
        "--ci": FLAG,
        "--only-errors": FLAG,
        "--worst": ("1",),
        "--title": ("<b>", "\x1b[38;5;213m"),
        "--explain": ("lea", "dominant", "muc", "x"),
        "--quiet": FLAG,
    },
}
"""What is given now and then, by command; those of the word alone where a command has none of its own."""


def additional_options(command: str, draw: random.Random) -> tuple[str, ...]:
    """Return options for one run of a command."""
    sometimes = SOMETIMES[command] if command in SOMETIMES else SOMETIMES[command.partition(" ")[0]]
    chosen = dict(ALWAYS[command])
    for name in draw.sample(tuple(sometimes), min(len(sometimes), draw.choice((0, 0, 0, 1, 1, 2)))):
        chosen.setdefault(name, sometimes[name])
    given: list[str] = []
    for name, values in chosen.items():
        value = draw.choice(values)
        if name == "--signature":
            value = _signature(draw)
        if name == "--compress":
            given.append(str(value))
        else:
            given += [name] if value is None else [name, value]
    return tuple(given)


def options_of(word: str) -> set[str]:
    """Return the options that a command may be given here."""
    found = (
        {"--metrics", "--preset"}
        if word not in {"validate", "convert", "leaderboard", "reproduce", "audit"}
        else set()
    )
    for table in (ALWAYS, SOMETIMES):
        for command, options in table.items():
            if command.partition(" ")[0] == word:
                found |= {"--format" if name == "-f" else name for name in options}
    return found


@cache
def _signatures() -> tuple[str, ...]:
    """Return lines that a run would print."""
    from corefeval.evaluation.score import score  # noqa: PLC0415 - only where one is drawn

    clusters = [[(0, 0), (1, 1)]]
    asked: tuple[dict[str, Any], ...] = (
        {},
        {"preset": "perl"},
        {"metrics": "blanc(empty=key),lea", "singletons": "drop"},
    )
    return tuple(str(score(clusters, clusters, **each).signature) for each in asked)


def _signature(draw: random.Random) -> str:
    """Return a signature, as printed or mutated."""
    text = draw.choice(_signatures())
    if draw.randrange(3):
        text = mutated(text, draw).decode("utf-8", "replace").replace("\0", "")
    return text


def metrics_for(form: str, draw: random.Random) -> str:
    """Return metrics as one writes them; for a challenge set mostly its own."""
    if form in {"gap", "winobias"} and draw.randrange(2):
        return form
    return draw.choice(USUAL_METRICS) if draw.randrange(3) else draw.choice(tuple(METRICS))


USUAL_METRICS = (
    "muc",
    "bcub",
    "ceafe",
    "ceafm",
    "blanc",
    "lea",
    "conll",
    "conll",
    "mention",
    "mor",
    "muc,bcub,ceafe",
    "lea,blanc",
    "all",
)
