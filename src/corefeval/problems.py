"""What can be wrong with an input, and how it is said: code, place, the offending text, what to do."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Self

from corefeval.choices import VALUES

SHOWN = 3
"""How many problems of one kind people are shown; the rest is counted."""

MOST = 50
"""How many errors are named before the rest is only counted."""

_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*)(?: ([a-z0-9-]+(?:\|[a-z0-9-]+)*)(?![\w-]))?")
_IS_TYPED: ContextVar[bool] = ContextVar("is_typed", default=False)


@contextmanager
def for_the_command_line() -> Iterator[None]:
    """Speak of options (`--singletons drop`) while a command runs; Python is told keywords (`singletons="drop"`)."""
    token = _IS_TYPED.set(True)
    try:
        yield
    finally:
        _IS_TYPED.reset(token)


def spoken(text: str) -> str:
    """Return a message or hint, in which options are written `--name value`, as whoever reads it would write them.

    Examples:
        >>> spoken("CoNLL F1 is 61.20, and 72.07 with --singletons drop")
        'CoNLL F1 is 61.20, and 72.07 with singletons="drop"'
        >>> spoken("Use --zeros linear or --zeros drop, or declare the language with --language.")
        'Use zeros="linear" or zeros="drop", or declare the language with language=.'
    """
    return text if _IS_TYPED.get() else _OPTION.sub(_as_keyword, text)


def _as_keyword(option: re.Match[str]) -> str:
    """Return an option as a keyword; the word behind it is its value where the option can have it."""
    if option[0] == "--average datasets":
        return "score_datasets()"
    name, values = option[1].replace("-", "_"), (option[2] or "").split("|")
    allowed = VALUES.get(name, ())
    keyword = {"from": "format"}.get(name, name)
    if all(value in allowed for value in values):
        return f"{keyword}=" + "|".join(f'"{value}"' for value in values)
    if values[0].isdigit():
        return f"{keyword}={values[0]}"
    return f"{keyword}=" + (f" {option[2]}" if option[2] else "")


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def printable(text: str, keep: str = "") -> str:
    r"""Return text that a terminal only shows: what controls it, and half characters, as escapes.

    Names and words come from files of others. A terminal obeys what stands in them: colours, a new title, worse.

    Args:
        text: the text.
        keep: control characters to leave as they are, such as line breaks.

    Examples:
        >>> print(printable("a\x1b[31mb\n"))
        a\x1b[31mb\n
    """
    return _CONTROL.sub(
        lambda found: found[0] if found[0] in keep else found[0].encode("unicode_escape").decode(), text
    )


class Severity(StrEnum):
    """Whether scoring can go on."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which file; lines and columns count from 1, 0 means the whole file or line.

    Of a value inside one long JSON text the path says more than its line: $.clusters[3][0].
    """

    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        """Return file:line:column and the path, as far as it is known; nothing where there is no file."""
        parts = [printable(self.file)]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts) + (f" {printable(self.path)}" if self.path else "")


PARTS = {
    "heads": "--match head and --match partial",
    "minimum spans": "--match partial",
    "split antecedents": "--split-antecedents keep and split.*",
    "bridging": "bridging.* and --by bridging",
}
"""The parts of an annotation that a score can do without, and what needs them."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input.

    Attributes:
        code: a key of CATALOGUE.
        message: what is wrong, in one sentence without a full stop.
        place: where.
        text: the offending piece of the input, shortened by whoever shows it.
        hint: what to do about it; the catalogue's own where empty.
        severity: an error stops the scoring, a warning is printed with the scores.
        part: which of PARTS it is about: then an error stops only what needs that part.
    """

    code: str
    message: str
    place: Place = Place()
    text: str = ""
    hint: str = ""
    severity: Severity = Severity.ERROR
    part: str = ""

    def __post_init__(self) -> None:
        """Refuse a code that is not in the catalogue, and a part that nothing needs."""
        if self.code not in CATALOGUE:
            raise KeyError(self.code)
        if self.part and self.part not in PARTS:
            raise KeyError(self.part)

    @property
    def known_hint(self) -> str:
        """What to do about it, with options as they are typed: its own hint, or that of the catalogue."""
        return self.hint or CATALOGUE[self.code].hint

    @property
    def advice(self) -> str:
        """What to do about it."""
        return spoken(self.known_hint)

    @property
    def said(self) -> str:
        """The message and the offending text, and who needs the part of the annotation that it is about."""
        needed = f" (needed by {self.needed_by})" if self.part else ""
        return spoken(self.message) + self.quoted + needed

    @property
    def quoted(self) -> str:
        """The offending text in quotes behind a blank, shortened; '' where there is none."""
        text = self.text if len(self.text) <= 80 else self.text[:77] + "..."
        return f" {text!r}" if text else ""

    @property
    def needed_by(self) -> str:
        """Which settings and metrics need the part it is about, '' if it is about the whole."""
        return PARTS[self.part] if self.part else ""

    def at(self, file: str) -> Problem:
        """Return it with the name of the file, if it has none."""
        return self if self.place.file else replace(self, place=replace(self.place, file=file))

    def __str__(self) -> str:
        """Return the problem as it is printed, on one line and a second one for the advice."""
        where = f" {self.place}" if self.place.file else ""
        said = printable(f"{self.code} {self.severity}{where}: {self.said}")
        return f"{said}\n  {printable(self.advice)}"

    def __repr__(self) -> str:
        """Return it on one line."""
        where = f" {self.place}" if self.place.file else ""
        return printable(f"<{self.code} {self.severity}{where}: {self.said}>")

    def to_dict(self) -> dict[str, str]:
        """Return the form the JSON output has; needed_by only of what is about a part."""
        plain = {
            "code": self.code,
            "severity": str(self.severity),
            "message": encodable(spoken(self.message)),
            "where": str(self.place),
            "text": encodable(self.text),
            "hint": self.advice,
        }
        return {**plain, "needed_by": self.needed_by} if self.part else plain

    def to_row(self) -> dict[str, str | int | None]:
        """Return the form the rows of CSV have; a line or column that is not known is empty."""
        needed = f" (needed by {self.needed_by})" if self.part else ""
        return {
            "severity": str(self.severity),
            "code": self.code,
            "file": encodable(self.place.file),
            "line": self.place.line or None,
            "column": self.place.column or None,
            "message": encodable(spoken(self.message)) + needed,
            "text": encodable(self.text),
            "hint": self.advice,
        }


def encodable(text: str) -> str:
    """Return text that can be written as UTF-8: the name of a file may hold bytes that are none."""
    return text.encode("utf-8", "backslashreplace").decode()


class Told(NamedTuple):
    """What people are told of all problems of one kind.

    Attributes:
        kind: code and severity, and how many where there are several.
        message: what is wrong and where; of several the first three; nothing in it controls a terminal.
        advice: what to do about it; '' where that differs and stands behind each message.
    """

    kind: str
    message: str
    advice: str

    def __str__(self) -> str:
        """Return all of it on one line."""
        return " ".join(f"{self.kind}: {self.message}{' – ' if self.advice else ''}{self.advice}".split())

    @property
    def lines(self) -> str:
        """All of it, the advice on a line of its own."""
        return f"{self.kind}: {self.message}" + (f"\n  {self.advice}" if self.advice else "")


def told(problems: Iterable[Problem]) -> list[Told]:
    """Return what to tell people: one of each kind, in the order in which the first of each was found.

    Examples:
        >>> places = [Place("a.conll", line) for line in (3, 5, 8, 13)]
        >>> [one] = told(Problem("CE015", "cut off", place, severity=Severity.WARNING) for place in places)
        >>> print(one)
        CE015 warning, 4 times: cut off: a.conll:3, a.conll:5, a.conll:8 and 1 more; .warnings has all – The file may be cut; end it with '#end document'.
    """
    kinds: dict[tuple[str, Severity], list[Problem]] = {}
    for problem in problems:
        kinds.setdefault((problem.code, problem.severity), []).append(problem)
    return [_told(f"{code} {severity}", found) for (code, severity), found in kinds.items()]


def _told(kind: str, problems: Sequence[Problem]) -> Told:
    shown = problems[:SHOWN]
    advices = list(dict.fromkeys(problem.advice for problem in shown))
    advice = advices[0] if len(advices) == 1 else ""
    if len(problems) == 1:
        where = f" {problems[0].place}" if problems[0].place.file else ""
        return Told(kind + where, printable(problems[0].said), advice)
    if len({problem.message for problem in shown}) == 1 and all(problem.place.file for problem in shown):
        each = ", ".join(f"{problem.place}{problem.quoted}" for problem in shown)
        message = f"{spoken(shown[0].message).removesuffix(':')}: {each}"
    else:
        message = "; ".join(
            (f"{problem.place}: " if problem.place.file else "")
            + problem.said
            + (f" ({problem.advice.rstrip('.')})" if not advice else "")
            for problem in shown
        )
    if len(problems) > SHOWN:
        message += f" and {len(problems) - SHOWN} more; {_where_all_are(problems)}"
    return Told(f"{kind}, {len(problems)} times", printable(message), advice)


def _where_all_are(problems: Iterable[Problem]) -> str:
    """Say where the rest can be seen: what stands in a file is found by validating it."""
    if not _IS_TYPED.get():
        return ".warnings has all"
    in_files = all(problem.place.file for problem in problems)
    return "'corefeval validate' for all" if in_files else "-f json for all"


class Kind(NamedTuple):
    """A kind of problem: what it is called in the documentation, and the usual advice."""

    title: str
    hint: str


CATALOGUE: dict[str, Kind] = {
    # the file as a whole
    "CE001": Kind("file not found", "Check the path."),
    "CE002": Kind("file cannot be read", "Check its permissions, or that the compressed file is complete."),
    "CE003": Kind("empty input", "Give a file with at least one document."),
    "CE004": Kind(
        "format not recognised",
        "docs/bring-your-data.md says what to do with the files of each tool; 'corefeval formats' lists the formats, and "
        "--key-format, --response-format or --from names one.",
    ),
    "CE005": Kind("not UTF-8", "Convert the file to UTF-8 first, for example with iconv."),
    "CE006": Kind("NUL byte", "The file is damaged or not text; docs/bring-your-data.md says what is read."),
    "CE076": Kind(
        "file changed while it is in use",
        "Load it again: words and mentions are kept, other columns are read from the file when they are needed.",
    ),
    "CE007": Kind(
        "not the named format",
        "Leave the format out to have it detected, or name the right one; docs/bring-your-data.md has them by tool.",
    ),
    "CE008": Kind(
        "ambiguous offsets",
        "Say which: --key-offsets or --response-offsets with inclusive|exclusive and token|character; for validate and "
        "convert --offsets.",
    ),
    "CE009": Kind(
        "no coreference in this file",
        "Give a file with coreference annotation; docs/bring-your-data.md shows some.",
    ),
    # documents
    "CE010": Kind("document missing in the response", "Add it, or score it as empty with --missing empty."),
    "CE011": Kind("document not in the key", "It is not scored; remove it or add it to the key."),
    "CE012": Kind("document name twice", "Give every document its own name."),
    "CE013": Kind(
        "different words",
        "Score files of the same text. --align rewrite aligns a changed copy of it, --align positions compares words by "
        "their number.",
    ),
    "CE014": Kind("text outside a document", "Start each document with its header line."),
    "CE015": Kind("document not ended", "The file may be cut; end it with '#end document'."),
    "CE075": Kind(
        "documents of different names paired", "Give the documents of both the same names to be sure."
    ),
    # lines and brackets
    "CE020": Kind("too few or too many columns", "All lines of a file have the same number of columns."),
    "CE021": Kind("bracket closed but never opened", "Open it before, or remove the closing bracket."),
    "CE022": Kind("bracket opened but never closed", "Close it in the same document."),
    "CE023": Kind("bracket not understood", "See the page of the format for the grammar of the cell."),
    "CE024": Kind("mention across sentences", "A mention ends in the sentence it begins in."),
    "CE025": Kind("discontinuous mention incomplete", "Give all its parts, numbered [1/n] to [n/n]."),
    "CE026": Kind("header missing or malformed", "See the page of the format."),
    "CE027": Kind("token number out of order", "Number the tokens of a sentence 1, 2, 3 …"),
    "CE028": Kind(
        "head outside the mention", "The head is the number of a word of the mention, counted from 1."
    ),
    "CE029": Kind(
        "not valid JSON",
        "Each line of a JSON Lines file is one JSON object; docs/bring-your-data.md has the JSON of each tool.",
    ),
    # mentions and entities
    "CE030": Kind("mention listed twice", "Choose with --duplicates error|first|keep|merge|perl."),
    "CE031": Kind("span outside the document", "Offsets count from 0 within the document."),
    "CE032": Kind("field missing", "See the page of the format for the names of the fields."),
    "CE033": Kind("field of the wrong type", "See the page of the format for the types of the fields."),
    "CE034": Kind("cycle of split antecedents", "An entity cannot be an element of itself."),
    "CE035": Kind("reference to an unknown entity or markable", "Define it, or remove the reference."),
    "CE036": Kind("entity across documents", "It is split: an entity lives in one document."),
    "CE037": Kind(
        "mention inside a token",
        "Give tokens, or add 'letters' to --key-offsets and --response-offsets: then every character is a token.",
    ),
    "CE065": Kind(
        "row of a key file that is no mention",
        "A key file lists the gold mentions, a row each, (id) in every one; other files with a row a word need words.",
    ),
    "CE067": Kind(
        "line or element not of the format",
        "See the page of the format for what stands where; correct or remove it.",
    ),
    "CE068": Kind(
        "annotation that is not read", "See the page of the format for what counts as coreference."
    ),
    "CE069": Kind("no layer of coreference", "See the page of the format for which layers are read."),
    "CE088": Kind(
        "tokens cut at the edges of mentions",
        "Nothing is lost; score against files of the same text, which are compared by characters where tokens differ.",
    ),
    "CE089": Kind(
        "mentions carried to whole tokens",
        "The tokens of the file are kept: a mention that begins or ends inside one has the whole of it.",
    ),
    "CE090": Kind(
        "companion file missing",
        "Put it beside the file, or name it or its folder: --key-companion, --response-companion; for validate and convert "
        "--companion. See the page of the format for its name.",
    ),
    "CE091": Kind(
        "not well-formed XML", "Correct it at the place named; a browser or xmllint shows the same."
    ),
    "CE092": Kind(
        "entity declared in XML",
        "Declarations of entities can blow a file up or read other files: write the characters themselves.",
    ),
    "CE093": Kind("identifier twice", "Give everything that is referred to an identifier of its own."),
    "CE094": Kind(
        "text of a mention not at its place",
        "Check that the offsets count characters (not bytes) of this text, and that it is the text that was annotated.",
    ),
    "CE071": Kind(
        "tag that does not fit",
        "Every tag that opens a mention has one that closes it; a mention of which one is missing is not scored.",
    ),
    "CE072": Kind(
        "mentions not found in the text",
        "They count as errors of the system. Ask the model for the words of the text, each as often as it is mentioned, in their order.",
    ),
    "CE077": Kind(
        "more or less than the answer",
        "Check that what is left out is none of the text; have a model that was cut off finish its answer.",
    ),
    "CE095": Kind(
        "no words in the file",
        "Spans are compared as they are: score it against a file that counts the same things, such as one of the same tool.",
    ),
    "CE038": Kind(
        "two annotations in one file",
        "Name the one to be read with --key-layer or --response-layer; for validate and convert with --layer.",
    ),
    # settings against data
    "CE080": Kind(
        "no entity in two documents",
        "Give an entity the same name in all documents; JSON Lines names them in cluster_ids.",
    ),
    "CE084": Kind(
        "document without a topic",
        "Call documents topic/name or topic_name, put them into a folder each topic, or name it in the field topic.",
    ),
    "CE085": Kind(
        "entities numbered in each document",
        "Number or name them through the whole corpus, or leave --across out.",
    ),
    "CE040": Kind("singletons on one side only", "Compare with --singletons drop as well."),
    "CE041": Kind("no heads and no minimum spans", "Give them in the file, or use --match exact."),
    "CE042": Kind("heads derived from the dependency tree", "Give them in the file to use others."),
    "CE066": Kind(
        "first words taken for heads",
        "Name heads in the file, or use --heads tree to take them from the dependency tree.",
    ),
    "CE043": Kind("the two readings of dependent zeros differ", "Compare with --zeros dependent."),
    "CE044": Kind("setting needs what the file does not have", "See the page of the metric or the setting."),
    "CE045": Kind("no mentions, or none in common", "Check that the right file and column were read."),
    "CE046": Kind(
        "mention types unknown",
        "Give files with part-of-speech tags, or declare the language with --language.",
    ),
    "CE047": Kind("what a conversion loses", "Convert to a format that can hold it."),
    "CE048": Kind("repaired", "Look at the repaired copy before you use it."),
    "CE049": Kind(
        "annotation skipped or odd", "What cannot be scored is left out, the rest is scored as it stands."
    ),
    "CE070": Kind("the two readings of minimum spans differ", "Compare with --match min-span."),
    "CE057": Kind(
        "empty categories taken for zeros",
        "Score files with the same tokens to have them compared as words.",
    ),
    "CE108": Kind(
        "type code that the scheme does not have",
        "Correct the code, or name the scheme of the file with --scheme; 'corefeval schemes' explains them.",
    ),
    "CE109": Kind(
        "types not checked, or derived",
        "Give type codes in both files to have the types compared; see the page on schemes.",
    ),
    "CE110": Kind("not a scheme of type codes", "See the page on schemes for what stands where."),
    "CE111": Kind(
        "asked for and not marked in the file",
        "Mark it in the file, or choose another value of the parameter or another column.",
    ),
    "CE104": Kind(
        "part of another file", "Give the file it belongs to: what belongs to that one is found beside it."
    ),
    "CE102": Kind(
        "what a difference from the key costs",
        "Correct what is named above, or score with the option that is named here.",
    ),
    "CE103": Kind(
        "other types than the key's", "Give both sides types of one inventory, or compare without types."
    ),
    # limits
    "CE081": Kind(
        "beyond a limit",
        "If the file is sound, raise the limit: set the environment variable that the message names.",
    ),
    "CE082": Kind("not enough memory", "Score fewer or smaller files at a time."),
    "CE123": Kind(
        "packed, and the package for it is missing",
        "Install it with pip install 'corefeval[zstd]', or unpack the file first.",
    ),
    "CE124": Kind(
        "process killed twice",
        "Most often memory ran out: use --jobs 1, or a machine with more of it; nothing was scored.",
    ),
    "CE125": Kind(
        "process killed once",
        "The scores are whole. If it happens again, memory may be short: use --jobs 1.",
    ),
    "CE126": Kind("the package for an engine is missing", "Install it with pip install 'corefeval[dask]'."),
    "CE127": Kind(
        "a cluster that cannot do the work",
        "The scheduler has to answer; its workers need this version of corefeval, and the files under the same paths.",
    ),
    "CE128": Kind(
        "no driver for the address of a file",
        "Install the one that the message names (s3:// s3fs, gs:// gcsfs, hdfs:// pyarrow), or copy the file here.",
    ),
    "CE129": Kind(
        "large files in one piece",
        "Memory grows with the files. See docs/scale.md for what is read in pieces.",
    ),
    "CE060": Kind(
        "an average is undefined",
        "Look at its parts, or count what is undefined as 0 with --undefined zero.",
    ),
    "CE062": Kind(
        "setting without effect on a part of the result",
        "It is not defined there: leave that part out, or read it as without the setting.",
    ),
    "CE064": Kind(
        "what a metric says of its parts does not add up",
        "Correct its shares, losses or adds_over_groups, or leave the metric out here.",
    ),
    "CE063": Kind(
        "score above 1, or below 1 for the same annotation",
        "That is the official scorer's number; --duplicates first counts each mention once.",
    ),
    # usage
    "CE050": Kind("unknown name", "See 'corefeval metrics' or 'corefeval presets' for the names."),
    "CE051": Kind("settings that contradict each other", "Leave one of them out."),
    "CE052": Kind("too few documents", "See the message."),
    "CE096": Kind("setting under its old name", "Use the new one; the old one will go."),
    "CE097": Kind(
        "response of other words",
        "Give both files the same words to have nothing carried over.",
    ),
    "CE098": Kind(
        "mentions that are not in the key's text",
        "They count as errors: the system annotated words that it was not given.",
    ),
    "CE099": Kind("several files for one place", "Name a folder: each document becomes a file in it."),
    "CE100": Kind(
        "other files in the way",
        "Name another place, or move them first: nothing is written over that was not named.",
    ),
    "CE106": Kind(
        "hardly a copy of the key's text",
        "Check that it is of this document, and whole: what it does not mark counts as missed.",
    ),
    "CE112": Kind(
        "no outcomes of mentions",
        "Ask for a metric that judges mentions one by one; see 'corefeval metrics'.",
    ),
    "CE087": Kind(
        "no interval",
        "The score stands; how far it would move with other documents cannot be told from these.",
    ),
    "CE140": Kind(
        "system left out of the ranking",
        "Correct what is named beside it; 'corefeval validate' names everything that is wrong with a file.",
    ),
    "CE141": Kind(
        "the key among the systems",
        "Nothing to do; to have it in the table name it: gold=PATH.",
    ),
    "CE142": Kind(
        "not a published number",
        "Give scores as they are printed: 61.2, or a table with metric, part and value.",
    ),
    "CE143": Kind(
        "not all settings tried", "Say what is known of the settings, and the rest is tried further."
    ),
    "CE149": Kind(
        "internal error",
        "Nothing is known to be wrong with the files. Report it with the message on standard error.",
    ),
    "CE144": Kind("unsafe archive", "Pack plain files and folders, with paths inside of the archive."),
    "CE145": Kind("not a task", "See the page on leaderboards for what stands in the file of a task."),
    "CE146": Kind(
        "name of a submission",
        "Call it SYSTEM or SYSTEM@YYYY-MM-DD, each once, as a folder, .zip or .tar.gz.",
    ),
    "CE167": Kind(
        "statement that can be read in several ways",
        "Say it once and alike: other tools read it otherwise, or refuse it.",
    ),
    "CE053": Kind("file cannot be written", "Check the folder and its permissions."),
    "CE059": Kind(
        "output over an input",
        "Write to another file; move it over the input afterwards if that is what you want.",
    ),
    "CE073": Kind(
        "not an input",
        "Give a path, an open file, clusters [[(0, 1), (5, 5)], …], {document: clusters}, a list of documents' "
        "clusters, rows with the fields of JSON Lines or of a dataset of Hugging Face, or documents of spaCy, stanza, fastcoref, "
        "Maverick or udapi.",
    ),
    "CE074": Kind(
        "text on one side only",
        "Give both sides as files or as rows with their text, or both as clusters.",
    ),
    "CE054": Kind("signatures differ", "Score all systems with the same settings and key."),
    "CE058": Kind("not the run of the signature", "Repeat it on the same key with the same version."),
    "CE055": Kind(
        "mention types derived on both sides",
        "Give both files mention types, or tags of the same kind, to use better ones.",
    ),
    "CE115": Kind(
        "error that cannot be made in this key",
        "Leave it out of --errors; 'corefeval simulate --help' lists them.",
    ),
    "CE116": Kind(
        "errors that cannot be repaired in a file", "See the page on explaining for what can be written."
    ),
    "CE118": Kind(
        "too many systems for one page", "Choose up to eight, or compare more with 'corefeval compare'."
    ),
    "CE117": Kind(
        "a repaired response that would score otherwise than the repair",
        "Match exactly and keep singletons (--match exact --singletons keep), or write another format (--to).",
    ),
    "CE130": Kind("annotations that cannot be compared", "Give several annotations of the same documents."),
    "CE131": Kind("type that not all annotators give", "Leave it out of --types."),
    "CE132": Kind("not merged", "Look it up in the annotations."),
    "CE134": Kind("challenge set that is not whole", "Give the files as they were released."),
    "CE133": Kind("marks that the format cannot hold", "Write JSON Lines or CorefUD."),
    "CE079": Kind("in the files, but not scored", "See the settings to have it scored."),
    "CE078": Kind("name already taken", "Choose another name."),
    "CE056": Kind(
        "mentions of one entity overlap",
        "Check them: only relative and reflexive words often stand inside what they refer to.",
    ),
}


class CorefevalError(Exception):
    """The input cannot be scored; carries every problem that was found.

    Attributes:
        problems: what stands against it.
        beside: the warnings that were met as well, which nobody but `validate` is told.
    """

    def __init__(self, problems: Iterable[Problem] | Problem, beside: Iterable[Problem] = ()) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.beside = tuple(beside)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return every error, then the warnings that were found beside them, one of each kind."""
        errors = [problem for problem in self.problems if problem.severity is Severity.ERROR]
        beside = [problem for problem in self.problems if problem.severity is Severity.WARNING]
        shown = [*map(str, errors[:MOST]), *(warning.lines for warning in told(beside))]
        if len(errors) > MOST:
            everything = "'corefeval validate -f json' names all" if _IS_TYPED.get() else ".problems has all"
            shown.insert(MOST, f"{len(errors) - MOST} more errors; {everything}")
        return "\n".join(shown)


class UsageError(CorefevalError):
    """What was asked for does not exist or contradicts itself."""


class ToldOnce(ABC):
    """Something that is told once of a whole, and counted in its pieces.

    Attributes:
        side: key or response.
        place: where the first of it is.
    """

    side: str
    place: Place

    @abstractmethod
    def problems(self) -> Iterator[Problem]:
        """Tell it."""

    @abstractmethod
    def __add__(self, other: Self) -> Self:
        """Return that of two pieces, the first of which is this one's."""

    def at(self, place: Place) -> Self:
        """Return it at another place."""
        return replace(self, place=place)  # type: ignore[type-var]  # subclasses are dataclasses


class Problems:
    """Collects problems while a file is read, so that all of them can be told at once."""

    def __init__(self) -> None:
        self._found: list[Problem] = []
        self.tallies: list[ToldOnce] = []

    def __iter__(self) -> Iterator[Problem]:
        """Iterate in the order found."""
        return iter(self._found)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._found)

    def add(self, problem: Problem) -> None:
        """Note one."""
        self._found.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note several."""
        self._found.extend(problems)

    def count(self, tally: ToldOnce) -> None:
        """Note what is counted, as it is told of this alone."""
        self.tallies.append(tally)
        self.extend(tally.problems())

    @property
    def errors(self) -> list[Problem]:
        """Those that stop the scoring."""
        return [problem for problem in self._found if problem.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Problem]:
        """Those that are only told."""
        return [problem for problem in self._found if problem.severity is Severity.WARNING]

    def raise_errors(self) -> None:
        """Stop with all errors if one of them is about more than a part that may not be needed."""
        if any(not problem.part for problem in self.errors):
            raise CorefevalError(self.errors, self.warnings)
