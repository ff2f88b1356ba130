"""Write a board as HTML pages without scripts: the ranking, one page per submission, and the data as JSON."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path

from corefeval.comparison.comparison import Comparison, headline, measured_on
from corefeval.evaluation.result import PARTS, Result
from corefeval.leaderboard.board import Board
from corefeval.leaderboard.task import Submission
from corefeval.metrics import parse_metric
from corefeval.presets import BY_CLASS
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.reports.family import plain_page
from corefeval.reports.report import Cell
from corefeval.reports.show.by_preset import stability_notes
from corefeval.reports.show.comparison import best_marked, metric_stability, rank_cell
from corefeval.reports.words import bounds_in_brackets, capitalised, undefined_notes
from corefeval.text import percent, several
from corefeval.writing import cannot_be_written, to_json, write_files

INDEX, DATA, FOLDER = "index.html", "leaderboard.json", "submissions"
_UNSAFE = re.compile(r"[^A-Za-z0-9._@-]+")

_LONGEST = 100
"""The most characters of a submission's name in the file name of its page."""
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""File names that Windows does not allow."""
_BEST = ' class="best"'
_EMPTY = "0/0"
"""The mark of a 0.00 that is really 0/0, as the official scorer prints it."""
_WIDE = 12
"""A table may have this many columns even if it has fewer rows."""
_PLOTTED, _SHORT = 30, 28
"""The most systems with drawn intervals, and the most letters of their names."""
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Distances between the ticks of the drawn intervals."""
_MEANS = "Means over the datasets in which a class occurs; missing datasets are skipped. The best is marked among systems with scores for the same datasets."

_CLASSES = {
    "type": "Type of the mention: name, nominal, pronoun, zero, …",
    "distance": "Distance to the previous mention of its entity.",
    "spread": "How many words there are from the first to the last mention of its entity.",
}
"""The explanation of the classes of mentions on every board."""

Content = str | Cell
"""The content of a cell. A string is already HTML."""


def write_site(board: Board, folder: str | Path) -> list[Path]:
    """Write all pages into a folder, or none, and return their paths. Pages of removed submissions are deleted.

    Raises:
        CorefevalError: CE100 if the folder has other files, CE053 if it cannot be written.
    """
    root = Path(folder)
    pages = {root / INDEX: index_page(board), root / DATA: to_json(board.to_dict())}
    names = page_names(board.records)
    pages |= {root / FOLDER / names[one]: submission_page(board, one) for one in board.records}
    if (root / FOLDER).is_symlink():
        raise CorefevalError(Problem("CE100", "link-in-place-folder", Place(str(root / FOLDER))))
    _make_folder(root, FOLDER)
    write_files([(path, text.encode("utf-8", "backslashreplace")) for path, text in pages.items()])
    for path in (root / FOLDER).glob("*.html"):
        if path not in pages:
            path.unlink()
    return list(pages)


def _make_folder(root: Path, below: str = "") -> None:
    """Make the folder of a site, and a folder inside it. Refuse a folder that contains other files."""
    try:
        if root.is_dir() and any(root.iterdir()) and not (root / DATA).exists():
            raise CorefevalError(Problem("CE100", "folder-holds-other-files", Place(str(root))))
        (root / below).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_be_written(error, str(root)) from None


def write_sites(boards: Sequence[Board], folder: str | Path) -> None:
    """Write the pages of a task. If it has tracks, each track gets a folder, and a main page links to them."""
    root = Path(folder)
    if not boards[0].task.track:
        write_site(boards[0], root)
        return
    title = boards[0].task.title.removesuffix(f": {boards[0].task.track}")
    _make_folder(root)
    rows = "".join(
        f'<li><a href="{escape(board.task.track)}/{INDEX}">{escape(board.task.track)}</a>: {escape(_leading(board))}</li>'
        for board in boards
    )
    pieces = [f"<h2>Tracks</h2>\n<ul>{rows}</ul>"]
    data = {"title": title, "tracks": {board.task.track: board.to_dict() for board in boards}}
    encoded = to_json(data).encode("utf-8", "backslashreplace")
    write_files([(root / INDEX, _page(title, pieces).encode()), (root / DATA, encoded)])
    for board in boards:
        write_site(board, root / board.task.track)


def _leading(board: Board) -> str:
    """Return the leader of a track, in words."""
    if board.comparison is None:
        return "no valid submission"
    ranks = board.comparison.ranks
    first = ranks.standings[0]
    return f"{first.system}, {board.comparison.metrics[ranks.metric].full_label} {percent(first.score)}"


def page_names(submissions: Iterable[Submission]) -> dict[Submission, str]:
    """Return the file name of each submission's page. All names differ, even if case is ignored."""
    found = {one: page_name(one) for one in submissions}
    times = Counter(name.lower() for name in found.values())
    return {one: page_name(one, is_shared=times[name.lower()] > 1) for one, name in found.items()}


def page_name(submission: Submission, *, is_shared: bool = False) -> str:
    """Return the file name of a submission's page: its own name if every operating system allows that.

    If not, or if another submission's name differs only in case (`is_shared`), a tilde and a hash of the name are added.
    No plain name contains a tilde.
    """
    name = submission.name
    plain = _UNSAFE.sub("-", name)
    is_plain = plain == name and len(name) <= _LONGEST and name.partition(".")[0].lower() not in _RESERVED
    if is_plain and not is_shared:
        return f"{plain}.html"
    return f"{plain[:_LONGEST]}~{sha256(name.encode()).hexdigest()[:16]}.html"


def index_page(board: Board) -> str:
    """Return the page with the ranking, the datasets, the classes of mentions, the history and the rejected submissions."""
    pieces = []
    comparison = board.comparison
    if comparison is None:
        pieces.append("<p>No valid submission yet.</p>")
    else:
        pieces += [
            _summary(comparison, board),
            _interval_plot(comparison),
            _ranking(board, comparison),
            _datasets(board, comparison),
            *_breakdowns(board, comparison),
            _errors(board, comparison),
        ]
    pieces += [_history(board), _rejected(board)]
    if comparison is not None:
        pieces.append(f"<h2>Signature</h2><p><code>{escape(comparison.signature)}</code></p>")
    pieces.append(f'<p><a href="{DATA}">Everything here as JSON</a></p>')
    return _page(board.task.title, pieces)


def submission_page(board: Board, submission: Submission, *, is_alone: bool = False) -> str:
    """Return the page of a submission: scores, errors by class and signature, or the reasons for its rejection.

    Args:
        board: all submissions.
        submission: the submission of this page.
        is_alone: whether there are no other pages, so that the page has no link to a ranking.
    """
    record = board.records[submission]
    task = escape(board.task.title)
    head = [f"<p>{task}</p>" if is_alone else f'<p><a href="../{INDEX}">{task}</a></p>']
    title = f"{submission.name} – {board.task.title}"
    if not record.is_valid:
        number = several(len(record.problems), "error")
        head.append(f'<p><b class="bad">Rejected</b>: {number}. Nothing of it was scored.</p>')
        return _page(title, [*head, _problems(record.problems)])
    scores = board.scores[submission]
    pieces = [*head, *([] if is_alone else [_standing(board, submission)]), *_missing(board, submission)]
    metrics = scores.metrics
    heads = ["Dataset", *(metric.full_label for metric in metrics.values())]
    parts = {metric: headline(found) for metric, found in scores.macro.items()}
    rows: list[Sequence[Content]] = []
    for name, result in scores.results.items():
        cells = (
            _score(
                _first(result.scores.get(metric, {})), is_measured=result.is_measured(metric, parts[metric])
            )
            for metric in metrics
        )
        rows.append((escape(name), *cells))
    means = [
        f"<b>{percent(_first(found))}</b>"
        + ("" if measured_on(scores.results, metric, parts[metric]) else f"<sup>{_EMPTY}</sup>")
        for metric, found in scores.macro.items()
    ]
    pieces += ["<h2>Scores</h2>", _table(heads, [*rows, (f"mean of {len(rows)}", *means)])]
    pieces.append(_empty_notes(scores.results.values()))
    label = parse_metric(BY_CLASS).label
    for feature, classes in board.breakdowns(submission).items():
        shown = list(dict.fromkeys(part for found in classes.values() for part in found))
        rows = [
            (escape(name), *(percent(found.get(part)) for part in shown)) for name, found in classes.items()
        ]
        pieces += [
            f"<h2>{label} by {escape(feature)}</h2>",
            _of_classes(feature),
            _table([capitalised(feature), *(PARTS.get(part, part) for part in shown)], rows),
        ]
    errors = board.errors(submission)
    if errors:
        rows = [(escape(name), f"{number:,}") for name, number in errors.items()]
        pieces += ["<h2>Errors by class</h2>", _table(("Error class", "Errors"), rows)]
    if record.warnings:
        note = '<p class="note">Found in the submission by itself, one of each kind; <code>corefeval validate</code> names all.</p>'
        pieces += ["<h2>Worth a look</h2>", note, _problems(record.warnings)]
    how = '<p class="note">How it was scored. With the key, repeat it with <code>corefeval score KEY SUBMISSION --signature LINE</code>.</p>'
    pieces.append(f"<h2>Signature</h2>{how}<p><code>{escape(scores.signature)}</code></p>")
    return _page(title, pieces)


def _missing(board: Board, submission: Submission) -> list[str]:
    """State which datasets and documents a submission lacks."""
    datasets = board.missing(submission)
    documents = [
        f"{escape(name)} ({several(len(one.lacking), 'document')}): {escape(', '.join(one.lacking))}"
        for name, one in board.records[submission].datasets.items()
        if one.lacking
    ]
    told = [escape(", ".join(datasets)), *documents] if datasets else documents
    return [f'<p><b class="bad">Missing, counted 0:</b> {"; ".join(told)}</p>'] if told else []


def _problems(problems: Iterable[Mapping[str, str]]) -> str:
    """Return problems as an HTML list: code, place, message and advice."""
    items = []
    for one in problems:
        number = int(one.get("number", "1"))
        more = f" <small>and {number - 1:,} more like it</small>" if number > 1 else ""
        text = f" <code>{escape(one['text'])}</code>" if one["text"] else ""
        where = f" {escape(one['where'])}" if one["where"] else ""
        items.append(
            f"<li><b>{escape(one['code'])}</b>{where}: {escape(one['message'])}{text}{more}"
            f"<small>{escape(one['hint'])}</small></li>"
        )
    return f'<ul class="problems">{"".join(items)}</ul>'


def _standing(board: Board, submission: Submission) -> str:
    """State the rank of a submission, or that a later one counts."""
    comparison = board.comparison
    assert comparison is not None
    score = percent(board.headline(submission))
    label = comparison.metrics[comparison.ranks.metric].full_label
    counting = board.counting[submission.system]
    if counting != submission:
        address = page_names(board.records)[counting]
        link = f'<a href="{escape(address)}">{escape(counting.name)}</a>'
        return f"<p>{escape(label)} {score}. A later submission counts: {link}.</p>"
    standing = comparison.ranks[submission.system]
    places = f"; ranks {standing.best} to {standing.worst} cannot be excluded"
    if standing.best is None:
        places = ""
    elif standing.best == standing.worst:
        places = "; significantly different from all others"
    return f"<p>Rank <b>{standing.rank}</b> of {len(comparison.systems)}{places}. {escape(label)} <b>{score}</b>.</p>"


def preset_notes(board: Board) -> Iterator[str]:
    """Yield notes on how the ranking depends on further presets, and which of them do not apply."""
    if board.by_preset is not None:
        _, *presets = board.by_preset.criteria
        yield f"Also ranked under {', '.join(presets)}."
        yield from stability_notes(board.by_preset, "preset")
    if board.comparison is not None and board.presets_left_out:
        yield f"Presets that do not apply to all submissions and datasets: {', '.join(board.presets_left_out)}."


def _summary(comparison: Comparison, board: Board) -> str:
    ranks = comparison.ranks
    label = f"{comparison.metrics[ranks.metric].full_label} {PARTS.get(ranks.part, ranks.part)}"
    limit = f"{comparison.resampling.limit:.3g}".removeprefix("0")
    counts = f"{several(len(comparison.systems), 'system')}, {several(len(comparison.datasets), 'dataset')}, {several(comparison.documents, 'document')}"
    sentences = [f"{counts}. Ranked by the mean of {label} over datasets; a missing dataset counts as 0."]
    if comparison.resampling.resamples and not comparison.rank_tests:
        sentences.append("In brackets 95 % intervals. Too many systems to test pairs, so none are tested.")
    elif comparison.resampling.resamples:
        sentences.append(
            "In brackets 95 % intervals; after a rank, the ranks that cannot be excluded: all pairs tested by approximate "
            f"randomisation, corrected p &lt; {limit} (Holm). Systems that share a letter do not differ significantly."
        )
    sentences += map(escape, metric_stability(comparison))
    sentences += map(escape, preset_notes(board))
    return f'<p class="note">{" ".join(sentences)}</p>'


def _interval_plot(comparison: Comparison) -> str:
    """Return a chart of the ranked systems with their scores and intervals; '' if fewer than two have a score."""
    metric, part = comparison.ranks.metric, comparison.ranks.part
    rows = [
        (system, score, comparison.intervals[system].get(metric, {}).get(comparison.headline(metric)))
        for system in comparison.systems[:_PLOTTED]
        if (score := comparison.scores[system][metric].get(part)) is not None
        and comparison.measured_on(system, metric)
    ]
    if len(rows) < 2:
        return ""
    ends = [value for _, score, bounds in rows for value in (score, *(bounds or ()))]
    step = next((each for each in _STEPS if max(ends) - min(ends) <= 6 * each), _STEPS[-1])
    first, last = math.floor(max(0.0, min(ends)) / step), math.ceil(min(1.0, max(ends)) / step)
    low, high = first * step, last * step
    spread = (high - low) or 1.0

    def x(value: float) -> float:
        return float(220 + 360 * (min(max(value, low), high) - low) / spread)

    marks = []
    for place, (system, score, bounds) in enumerate(rows):
        y = 16 + 22 * place
        name = system if len(system) <= _SHORT else f"{system[: _SHORT - 1]}…"
        line = ""
        if bounds:
            x1, x2 = map(x, bounds)
            line = f'<line class="interval" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y}" y2="{y}"/>'
        marks.append(
            f'<text class="name" x="210" y="{y + 4}" text-anchor="end">{escape(name)}</text>{line}'
            f'<circle class="score" cx="{x(score):.1f}" cy="{y}" r="5"/>'
            f'<text x="640" y="{y + 4}" text-anchor="end">{percent(score)}</text>'
        )
    height = 22 * len(rows) + 24
    label = f"{comparison.metrics[metric].full_label} {PARTS.get(part, part)}"
    ticks = "".join(
        f'<line class="grid" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="4" y2="{height - 18}"/>'
        f'<text x="{x(value):.1f}" y="{height - 4}" text-anchor="middle">{100 * value:.0f}</text>'
        for value in (step * number for number in range(first, last + 1))
    )
    title = f"{label} of {several(len(rows), 'system')} with 95 % intervals, the best first"
    return (
        f'<svg viewBox="0 0 660 {height}" width="660" height="{height}" role="img" aria-label="{escape(title)}">'
        f"{ticks}{''.join(marks)}</svg>"
    )


def _ranking(board: Board, comparison: Comparison) -> str:
    """Return the table of the ranking, with the ranking metric first."""
    metrics = sorted(comparison.metrics, key=lambda name: name != comparison.ranks.metric)
    columns = {}
    for metric in metrics:
        bases = [comparison.measured_on(system, metric) for system in comparison.systems]
        scores = [
            _score(_first(comparison.scores[system][metric]), is_measured=bool(base))
            for system, base in zip(comparison.systems, bases, strict=True)
        ]
        columns[metric] = best_marked(scores, bases)
    pages = page_names(board.records)
    rows = []
    for place, system in enumerate(comparison.systems):
        submission = board.counting[system]
        day = f"<small>{escape(submission.day)}</small>" if submission.day else ""
        cells: list[Content] = [rank_cell(comparison.ranks, system), _link(pages[submission], system) + day]
        for metric, found in columns.items():
            bounds = comparison.intervals[system].get(metric, {}).get(comparison.headline(metric))
            cells.append(found[place]._replace(bounds=bounds_in_brackets(bounds)))
        rows.append(cells)
    heads = ["Rank", "System", *(comparison.metrics[metric].full_label for metric in metrics)]
    return "<h2>Ranking</h2>" + _table(heads, rows) + _empty_notes(comparison.every_result)


def _datasets(board: Board, comparison: Comparison) -> str:
    metric, part = comparison.ranks.metric, comparison.ranks.part
    rows: dict[str, list[Cell]] = {}
    bases: dict[str, list[Collection[str]]] = {}
    for name in comparison.datasets:
        rows[name], bases[name] = [], []
        for system in comparison.systems:
            result = comparison.results[system][name]
            is_measured = result.is_measured(metric, part)
            is_missing = name in board.missing(board.counting[system])
            below = "missing" if is_missing else ""
            rows[name].append(_score(result.scores[metric][part], below, is_measured=is_measured))
            bases[name].append({name} if is_measured and not is_missing else set())
    label = comparison.metrics[metric].full_label
    return f"<h2>{escape(label)} by dataset</h2>" + _by_system("Dataset", rows, comparison.systems, bases)


def _score(value: float | None, below: str = "", *, is_measured: bool) -> Cell:
    """Return the cell of a score, with a line below it. A 0 that replaces 0/0 is marked."""
    return Cell(percent(value), below, "" if is_measured or value is None else _EMPTY)


def _empty_notes(results: Iterable[Result]) -> str:
    """Return notes that explain which 0.00 are 0/0."""
    notes = dict.fromkeys(note for result in results for note in undefined_notes(result))
    return "".join(f'<p class="note">{escape(note)}.</p>' for note in notes)


def _of_classes(feature: str) -> str:
    """Return an explanation of the classes of mentions and their scores."""
    return f'<p class="note">{" ".join(filter(None, (_CLASSES.get(feature, ""), _MEANS)))}</p>'


def _breakdowns(board: Board, comparison: Comparison) -> list[str]:
    """Return one table per feature, with F1 of each system in each class of mentions."""
    submissions = [board.counting[system] for system in comparison.systems]
    found = [board.breakdowns(one) for one in submissions]
    pieces = []
    for feature in dict.fromkeys(feature for each in found for feature in each):
        rows, bases = {}, {}
        for label in dict.fromkeys(label for each in found for label in each.get(feature, {})):
            bases[label] = [board.class_measured_on(one, feature, label, "f1") for one in submissions]
            every = frozenset[str]().union(*bases[label])
            rows[label] = [
                _score(
                    _first(each.get(feature, {}).get(label, {})),
                    f"{len(base)} of {len(every)} datasets" if base and base != every else "",
                    is_measured=bool(base),
                )
                for each, base in zip(found, bases[label], strict=True)
            ]
        heading = f"<h2>{parse_metric(BY_CLASS).label} by {escape(feature)}</h2>"
        table = _by_system(capitalised(feature), rows, comparison.systems, bases)
        pieces.append(heading + _of_classes(feature) + table)
    return pieces


def _errors(board: Board, comparison: Comparison) -> str:
    """Return a table with the number of errors of each class. Fewer are better, so no cell is marked as best."""
    found = [board.errors(board.counting[system]) for system in comparison.systems]
    names = dict.fromkeys(name for each in found for name in each)
    if not names:
        return ""
    rows = {name: [Cell(f"{each[name]:,}" if name in each else "–") for each in found] for name in names}
    note = '<p class="note">Over all datasets; missing ones are skipped.</p>'
    table = _by_system("Error class", rows, comparison.systems)
    return f"<h2>Errors by class</h2>{note}{table}"


def _by_system(
    head: str,
    rows: Mapping[str, Sequence[Cell]],
    systems: Sequence[str],
    bases: Mapping[str, Sequence[Collection[str]]] | None = None,
) -> str:
    """Return a table with a column for each system; with many systems the longer side becomes the rows.

    Args:
        head: the heading of the first column.
        rows: the cells of each row, one per system.
        systems: the names of the systems.
        bases: the datasets on which the score of each cell was measured (see best_marked); None to mark no cell.
    """
    cells = [list(row) if bases is None else best_marked(row, bases[name]) for name, row in rows.items()]
    if len(systems) <= max(_WIDE, len(rows)):
        return _table([head, *systems], [[escape(name), *row] for name, row in zip(rows, cells, strict=True)])
    turned = zip(map(escape, systems), *cells, strict=True)
    return _table(["System", *rows], turned)


def _history(board: Board) -> str:
    history = board.history()
    if not history:
        return ""
    pages = page_names(board.records)
    rows: list[Sequence[Content]] = []
    for one, score, is_best in history:
        cell = _score(score, "best so far" if is_best else "", is_measured=board.is_measured(one))
        rows.append((escape(one.day), _link(pages[one], one.system), cell._replace(is_best=is_best)))
    measured = [each for each in history if board.is_measured(each[0])]
    drawing = _drawing(measured) if measured else ""
    return f"<h2>History</h2>{drawing}{_table(('Day', 'System', 'Score'), rows)}"


def _drawing(history: Sequence[tuple[Submission, float, bool]]) -> str:
    """Return a chart of the submissions over time. A line shows the best score so far."""
    at = [date.fromisoformat(one.day).toordinal() for one, _, _ in history]
    if at[0] == at[-1]:
        return ""
    scores = [score for _, score, _ in history]
    low, high = min(scores), max(scores)
    spread = (high - low) or 1.0
    points = [
        (60 + 500 * (day - at[0]) / (at[-1] - at[0]), 130 - 110 * (score - low) / spread)
        for day, score in zip(at, scores, strict=True)
    ]
    line, height = "", points[0][1]
    for x, y in points:
        line += f" {x:.1f},{height:.1f}"
        height = min(height, y)
        line += f" {x:.1f},{height:.1f}"
    marks = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"{_BEST if is_best else ""}><title>{escape(one.name)}: {percent(score)}</title></circle>'
        for (x, y), (one, score, is_best) in zip(points, history, strict=True)
    )
    days = escape(history[0][0].day), escape(history[-1][0].day)
    bottom = f'<text x="50" y="134" text-anchor="end">{percent(low)}</text>' if low < high else ""
    texts = (
        f'<text x="50" y="24" text-anchor="end">{percent(high)}</text>{bottom}'
        f'<text x="60" y="155">{days[0]}</text><text x="560" y="155" text-anchor="end">{days[1]}</text>'
    )
    title = f"Scores of {several(len(history), 'submission')} from {days[0]} to {days[1]}; the best is {percent(high)}"
    return (
        f'<svg viewBox="0 0 620 165" width="620" height="165" role="img" aria-label="{title}">'
        f'<polyline points="{line.strip()}"/>{marks}{texts}</svg>'
    )


def _rejected(board: Board) -> str:
    pages = page_names(board.records)
    rows = [
        (
            _link(pages[one], one.name),
            str(len(record.problems)),
            _prose("{code}: {message}".format(**record.problems[0])),
        )
        for one, record in board.rejected.items()
    ]
    return "<h2>Rejected</h2>" + _table(("Submission", "Errors", "The first"), rows) if rows else ""


def _link(page: str, name: str) -> str:
    return f'<a href="{FOLDER}/{escape(page)}">{escape(name)}</a>'


def _first(parts: Mapping[str, float | None]) -> float | None:
    return parts["f1"] if "f1" in parts else next(iter(parts.values()), None)


def _prose(text: str) -> str:
    return f"<span>{escape(text.strip())}</span>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[Content]]) -> str:
    found = list(rows)
    kinds = [_kind(content) for content in found[0]] if found else [""] * len(heads)
    head = "".join(
        f'<th scope="col"{kind}>{escape(str(name))}</th>' for name, kind in zip(heads, kinds, strict=True)
    )
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in found)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _kind(content: Content) -> str:
    """Return the CSS class of a cell: texts are left-aligned and may wrap."""
    return ' class="text"' if isinstance(content, str) and content.startswith(("<a", "<span")) else ""


def _cell(content: Content) -> str:
    if isinstance(content, str):
        return f"<td{_kind(content)}>{content}</td>"
    mark = f"<sup>{escape(content.mark)}</sup>" if content.mark else ""
    below = f"<small>{escape(content.bounds)}</small>" if content.bounds else ""
    text = f'<span class="best">{escape(content.text)}</span>' if content.is_best else escape(content.text)
    return f"<td>{text}{mark}{below}</td>"


def _page(title: str, pieces: Iterable[str]) -> str:
    style = (files("corefeval.reports.leaderboard") / "style.css").read_text(encoding="utf-8")
    return plain_page(title, style, pieces)
