"""The command line of the reference scorer of CoNLL: `scorer.pl METRIC KEY RESPONSE [NAME]`, version 8.01.

Reading and printing follow that program, including its oddities; all scores are counts of the preset `perl`. Documents
are in the order of the key's file: the original's order is random.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from corefeval.compat.program import Output, StopError, lines_of
from corefeval.corpus.builder import from_clusters
from corefeval.counts import RECALL_PRECISION
from corefeval.metrics import parse_metric
from corefeval.metrics.blanc import HALVES
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.presets import PRESETS
from corefeval.problems import Problems
from corefeval.version import __version__

METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc")
BLANC = "blanc"
RULE = 74 * "-"
MOST_REPEATED = 10
"""With more repeated mentions the program refuses to score."""
USAGE = """
use: scorer.pl <metric> <keys_file> <response_file> [name]

  metric: the metric desired to score the results:
    muc: MUCScorer (Vilain et al, 1995)
    bcub: B-Cubed (Bagga and Baldwin, 1998)
    ceafm: CEAF (Luo et al, 2005) using mention-based similarity
    ceafe: CEAF (Luo et al, 2005) using entity-based similarity
    blanc: BLANC
    all: uses all the metrics to score

  keys_file: file with expected coreference chains in SemEval format

  response_file: file with output of coreference system (SemEval format)

  name: [optional] the name of the document to score. If name is not
    given, all the documents in the dataset will be scored. If given
    name is "none" then all the documents are scored but only total
    results are shown.
"""

_BEGIN = re.compile(r"#\s*begin document (.*)", re.ASCII)
_END = re.compile(r"#\s*end document", re.ASCII)
_DISCARDED = re.compile(r"\((\d+\+\d)\)", re.ASCII)
_ONE_TOKEN = re.compile(r"\((\d+)\)", re.ASCII)
_OPENING = re.compile(r"\((\d+)", re.ASCII)
_CLOSING = re.compile(r"(\d+)\)", re.ASCII)

Span = tuple[int, int]
Chains = list[list[Span]]


def run(arguments: Sequence[str]) -> Output:
    """Run the program with its arguments."""
    output = Output([f"version: 8.01 corefeval {__version__}"])
    if len(arguments) < 3:
        output.lines += USAGE.splitlines()
        output.lines.append("")
        return output
    metric, key, response, *rest = arguments
    if not re.match("muc|bcub|ceafm|ceafe|blanc|all", metric, re.IGNORECASE):
        output.lines.append("Invalid metric")
        return output
    name = rest[0] if rest else None
    scoring = _Scoring(output, name)
    try:
        for one in METRICS if metric == "all" else (metric,):
            if metric == "all":
                output.lines += ["", f"METRIC {one}:"]
            scoring.score(one.lower(), key, response)
    except StopError as error:
        output.errors.append(str(error))
        output.status = error.status
    return output


@dataclass
class _File:
    """One file: its lines, and where its documents begin; of several documents with one name the first and the last are kept."""

    path: str
    lines: list[str]
    first: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, path: str) -> _File:
        """Read a file and find its documents."""
        file = cls(path, lines_of(path))
        for number, line in enumerate(file.lines):
            if "begin document" in line:
                found = _BEGIN.match(line.removesuffix("\r"))
                if found:
                    file.first.setdefault(found[1], number)
                    file.last[found[1]] = number
        return file

    def annotation(self, name: str, begins: Mapping[str, int]) -> _Annotation:
        """Read the document with a name; an empty one if it does not exist."""
        if name not in begins:
            return _Annotation("")
        found, at = _Annotation(name), begins[name]
        token = 0
        number: dict[str, int] = {}
        opened: dict[int, list[int]] = {}
        for offset, line in enumerate(self.lines[at + 1 :], at + 2):
            if not line or line.isspace():
                continue
            if "end document" in line and _END.search(line):
                if any(opened.values()):
                    found.stop = StopError("Error: some mentions in the document do not close")
                    return found
                break
            column = line.rstrip("\t").rpartition("\t")[2]
            if "(" in column or ")" in column:
                found.stop = self._mentions(column, token, number, opened, found, offset)
                if found.stop is not None:
                    return found
            token += 1
        return found

    def _mentions(
        self,
        column: str,
        token: int,
        number: dict[str, int],
        opened: dict[int, list[int]],
        found: _Annotation,
        line: int,
    ) -> StopError | None:
        """Take the mentions of a token: discarded ones, one-word ones, opening ones, closing ones."""
        discarded, column = _taken(_DISCARDED, column)
        found.discarded += [f"Discarded ({what})" for what in discarded]
        labels, column = _taken(_ONE_TOKEN, column)
        for label in labels:
            found.entity(number.setdefault(label, len(number))).append((token, token))
        labels, column = _taken(_OPENING, column)
        for label in labels:
            opened.setdefault(number.setdefault(label, len(number)), []).append(token)
        for label in _taken(_CLOSING, column)[0]:
            entity = number.setdefault(label, len(number))
            if not opened.get(entity):
                return StopError(
                    f"Detected the end of a mention [{label}]({entity}) without begin (?,{token}) in {self.path} line {line}."
                )
            found.entity(entity).append((opened[entity].pop(), token))
        return None


def _taken(pattern: re.Pattern[str], text: str) -> tuple[list[str], str]:
    """Remove all matches, one after the other; return them and the rest."""
    taken = []
    while found := pattern.search(text):
        text = text[: found.start()] + text[found.end() :]
        taken.append(found[1])
    return taken, text


@dataclass
class _Annotation:
    """The annotation of one document: chains in the order in which they open.

    Attributes:
        name: its name, '' if the file has none.
        chains: the chains.
        discarded: the messages about ignored brackets.
        stop: why reading ended before the end of the document.
    """

    name: str
    chains: Chains = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    stop: StopError | None = None

    def entity(self, number: int) -> list[Span]:
        """Return the chain of a number."""
        while len(self.chains) <= number:
            self.chains.append([])
        return self.chains[number]

    def shown(self) -> Iterator[str]:
        """Yield the lines that show it."""
        yield f"====> {self.name}:"
        yield from self.discarded
        if self.stop is not None:
            return
        yield f"File {self.name}:"
        for number, chain in enumerate(self.chains):
            yield f"Entity {number}:" + "".join(f" ({first},{last})" for first, last in chain)


@dataclass
class _Identified:
    """The mentions of both sides.

    Attributes:
        lines: the messages about repeated mentions; the response may have one too many.
        key: how many the key has.
        response: how many the response has.
        exact: how many both have.
        invented: how many numbers were assigned beyond those of the key's mentions.
    """

    lines: list[tuple[str, bool]] = field(default_factory=list)
    key: int = 0
    response: int = 0
    exact: int = 0
    invented: int = 0

    @classmethod
    def of(cls, key: Chains, response: Chains) -> _Identified:
        """Number the mentions as the program does."""
        found = cls()
        number: dict[Span, int] = {}
        count = 0
        for span in (span for chain in key for span in chain):
            if span in number:
                text = f"Repeated mention in the key: {span[0]}, {span[1]} {number[span]}{count}"
                found.lines.append((text, False))
            number[span] = count
            count += 1
        matched: dict[Span, int] = {}
        for span in (span for chain in response for span in chain):
            if span in matched:
                own = matched[span]
                text = f"Repeated mention in the response: {span[0]}, {span[1]} {own}{number[span]}"
                found.lines.append((text, True))
            elif span in number:
                matched[span] = number[span]
        found.exact = len(matched)
        every = {span for chain in response for span in chain}
        found.key, found.response = len(number), len(every)
        found.invented = count + len(every) - found.exact - found.key
        return found

    def __add__(self, other: _Identified) -> _Identified:
        """Return the mentions of both documents."""
        key, response = self.key + other.key, self.response + other.response
        return _Identified([], key, response, self.exact + other.exact)

    @property
    def ratios(self) -> tuple[float, float, float, float]:
        """Recall and precision."""
        return self.exact, self.key, self.exact, self.response

    def shown(self) -> Iterator[str]:
        """Yield the lines that show it."""
        yield f"Total key mentions: {self.key}"
        yield f"Total response mentions: {self.response}"
        yield f"Strictly correct identified mentions: {self.exact}"
        yield "Partially correct identified mentions: 0"
        yield f"No identified: {self.key - self.exact}"
        yield f"Invented: {self.invented}"


Numbers = Mapping[str, float]


@dataclass
class _Document:
    """A document of the key, with the response's annotation."""

    name: str
    key: _Annotation
    response: _Annotation


class _Scoring:
    """Scores with one metric after the other; the files are read once, the count of repeated mentions is never reset.

    Args:
        output: the function that prints a line.
        name: the document, 'none' for totals only, None for all documents.
    """

    def __init__(self, output: Output, name: str | None) -> None:
        self._output, self._name = output, name
        self._is_verbose, self._is_named = name != "none", name not in {None, "none"}
        self._repeated = 0
        self._documents: list[_Document] = []
        self._pairing: Pairing | None = None

    def score(self, metric: str, key: str, response: str) -> None:
        """Print the output of the program for one metric."""
        lines = self._output.lines
        if self._is_named:
            lines.append(f"{self._name}:")
        if self._pairing is None:
            self._read(key, response)
        identified, sums = _Identified(), dict.fromkeys(_COLUMNS[metric == BLANC], 0.0)
        for number, document in enumerate(self._documents):
            for side in (document.key, document.response):
                if self._is_verbose:
                    lines += side.shown()
                if side.stop is not None:
                    raise side.stop
            if self._is_verbose and not self._is_named:
                lines.append(":" if metric == BLANC else f"{document.name}:")
            found = self._identify(document)
            identified += found
            if metric not in METRICS:
                raise StopError(f"Metric {metric} not implemented yet")
            counts = self._counts(metric, number)
            if self._is_verbose and metric != BLANC:
                lines += _ratios("", *counts.values())
            sums = {column: sums[column] + value for column, value in counts.items()}
        lines += ["", "====== TOTALS ======="]
        lines += _ratios("Identification of Mentions: ", *identified.ratios)
        lines += _blanc(sums) if metric == BLANC else _ratios("Coreference: ", *sums.values())

    def _identify(self, document: _Document) -> _Identified:
        found = _Identified.of(document.key.chains, document.response.chains)
        for line, is_counted in found.lines:
            self._output.lines.append(line)
            self._repeated += is_counted
            if self._repeated > MOST_REPEATED:
                raise StopError(
                    f"Found too many repeated mentions (> {MOST_REPEATED}) in the response, so refusing to score. "
                    "Please fix the output."
                )
        if self._is_verbose:
            self._output.lines += found.shown()
        return found

    def _read(self, key: str, response: str) -> None:
        """Read and match all documents, or the named one; documents after an unreadable one do not count."""
        ours = _File.read(key)
        if self._is_named:
            name = str(self._name)
            gold = ours.annotation(name, ours.first)
            try:
                theirs = _File.read(response)
            except StopError:
                self._output.lines += gold.shown()
                raise
            self._documents = [_Document(name, gold, theirs.annotation(name, theirs.first))]
        else:
            theirs = _File.read(response)
            self._documents = [
                _Document(name, ours.annotation(name, ours.last), theirs.annotation(name, theirs.last))
                for name in ours.last
            ]
        corpora = [
            from_clusters(
                (f"{number}", getattr(document, side).chains)
                for number, document in enumerate(self._documents)
            )
            for side in ("key", "response")
        ]
        self._pairing = pair(corpora[0], corpora[1], PRESETS["perl"].settings, Problems())

    def _counts(self, metric: str, document: int) -> Numbers:
        """Return the counts of a metric in a document."""
        assert self._pairing is not None
        meant = PRESETS["perl"].metric_parameters.get(metric, metric)
        columns = self._pairing.count(parse_metric(meant)).columns
        return {column: float(columns[column][document]) for column in _COLUMNS[metric == BLANC]}


_COLUMNS = (RECALL_PRECISION, tuple(half + column for half in HALVES for column in RECALL_PRECISION))
"""The columns of the metrics, and the columns of BLANC."""


def _number(value: float) -> str:
    """Return a number as Perl prints it."""
    return format(value, ".15g")


def _percent(value: float) -> str:
    """Return a percentage, truncated after two digits."""
    return f"{_number(int(value * 10000) / 100)}%"


def _ratios(
    head: str, found: float, wanted: float, right: float, given: float, f1: float | None = None
) -> list[str]:
    """Return the line of recall, precision and F1, and the rule below it."""
    recall, precision = found / wanted if wanted else 0.0, right / given if given else 0.0
    if f1 is None:
        f1 = 2 * precision * recall / (precision + recall) if recall + precision else 0.0
    line = (
        f"{head}Recall: ({_number(found)} / {_number(wanted)}) {_percent(recall)}"
        f"\tPrecision: ({_number(right)} / {_number(given)}) {_percent(precision)}"
        f"\tF1: {_percent(f1)}"
    )
    return [line, RULE]


def _blanc(sums: Numbers) -> list[str]:
    """Return the totals of BLANC: both kinds of links, and their mean."""
    halves = [[sums[half + column] for column in RECALL_PRECISION] for half in HALVES]
    scores = []
    for found, wanted, right, given in halves:
        if wanted:
            recall, precision = found / wanted, right / given if given else 0.0
            f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
            scores.append((recall, precision, f1))
    recall, precision, f1 = (
        (sum(part) / len(scores) for part in zip(*scores, strict=True)) if scores else (0.0, 0.0, 0.0)
    )
    return [
        "",
        "Coreference:",
        *_ratios("Coreference links: ", *halves[0]),
        *_ratios("Non-coreference links: ", *halves[1]),
        *_ratios("BLANC: ", recall, 1, precision, 1, f1),
    ]
