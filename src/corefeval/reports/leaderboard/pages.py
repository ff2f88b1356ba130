"""A board as pages: the ranking, a page for each submission, JSON beside them. They hold no script and load nothing."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path

from corefeval.comparison.comparison import Comparison
from corefeval.evaluation.result import PARTS
from corefeval.leaderboard.board import Board
from corefeval.leaderboard.scoring import BY
from corefeval.leaderboard.task import Submission
from corefeval.metrics import parse_metric
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.reports.document import Cell
from corefeval.reports.show.comparison import best_marked, rank_cell
from corefeval.text import percent, several
from corefeval.version import __version__
from corefeval.writing import cannot_be_written, to_json, write_file

INDEX, DATA, FOLDER = "index.html", "leaderboard.json", "submissions"
_UNSAFE = re.compile(r"[^A-Za-z0-9._@-]+")

Content = str | Cell
"""What stands in a cell; a text is HTML already."""


def write_site(board: Board, folder: str | Path) -> list[Path]:
    """Write the pages into a folder and return them; pages of submissions that are gone go too.

    Raises:
        CorefevalError: CE100 if the folder holds something else, CE053 if it cannot be written.
    """
    root = Path(folder)
    try:
        if root.is_dir() and any(root.iterdir()) and not (root / DATA).exists():
            message = "the folder holds other files, and no leaderboard"
            raise CorefevalError(Problem("CE100", message, Place(str(folder))))
        (root / FOLDER).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_be_written(error, str(folder)) from None
    pages = {root / INDEX: index_page(board), root / DATA: to_json(board.to_dict())}
    pages |= {root / FOLDER / page_name(one): submission_page(board, one) for one in board.records}
    for path, text in pages.items():
        write_file(path, text.encode())
    for path in (root / FOLDER).glob("*.html"):
        if path not in pages:
            path.unlink()
    return list(pages)


def page_name(submission: Submission) -> str:
    """Return the name of a submission's page: its own, as far as an address may hold it."""
    name = submission.name
    plain = _UNSAFE.sub("-", name)
    return f"{plain}.html" if plain == name else f"{plain}-{sha256(name.encode()).hexdigest()[:8]}.html"


def index_page(board: Board) -> str:
    """Return the page with the ranking, the datasets, the history and what was rejected."""
    pieces = [f"<h1>{escape(board.task.title)}</h1>"]
    comparison = board.comparison
    if comparison is None:
        pieces.append("<p>No valid submission yet.</p>")
    else:
        pieces += [_summary(comparison), _ranking(board, comparison), _datasets(board, comparison)]
    pieces += [_history(board), _rejected(board)]
    if comparison is not None:
        pieces.append(f"<h2>Signature</h2><p><code>{escape(comparison.signature)}</code></p>")
    pieces.append(f'<p><a href="{DATA}">Everything here as JSON</a></p>')
    return _page(board.task.title, pieces)


def submission_page(board: Board, submission: Submission) -> str:
    """Return the page of a participant: scores, errors by class and how it was scored, or why it is rejected."""
    record = board.records[submission]
    head = [
        f'<p><a href="../{INDEX}">{escape(board.task.title)}</a></p>',
        f"<h1>{escape(submission.name)}</h1>",
    ]
    title = f"{submission.name} – {board.task.title}"
    if not record.is_valid:
        rows: list[Sequence[Content]] = [
            (
                escape(one["code"]),
                _prose(one["where"]),
                _prose(f"{one['message']} {one['text']}"),
                _prose(one["hint"]),
            )
            for one in record.problems
        ]
        head.append(f"<p><b>Rejected</b>: {several(len(rows), 'error')}. Nothing of it was scored.</p>")
        return _page(title, [*head, _table(("Code", "Where", "What is wrong", "What to do"), rows)])
    scores = board.scores[submission]
    missing = board.missing(submission)
    pieces = [*head, _standing(board, submission)]
    if missing:
        pieces.append(f"<p><b>Missing, counted 0:</b> {escape(', '.join(missing))}</p>")
    metrics = scores.metrics
    heads = ["Dataset", *(metric.full_label for metric in metrics.values())]
    rows = [
        (escape(name), *(percent(_first(result.scores.get(metric, {}))) for metric in metrics))
        for name, result in scores.results.items()
    ]
    means = tuple(f"<b>{percent(_first(scores.macro[metric]))}</b>" for metric in metrics)
    pieces += ["<h2>Scores</h2>", _table(heads, [*rows, (f"mean of {len(rows)}", *means)])]
    label = parse_metric(BY).label
    for feature, classes in board.breakdowns(submission).items():
        parts = list(dict.fromkeys(part for found in classes.values() for part in found))
        rows = [
            (escape(name), *(percent(found.get(part)) for part in parts)) for name, found in classes.items()
        ]
        pieces += [
            f"<h2>{label} by {escape(feature)}</h2>",
            '<p class="note">Means over the datasets in which a class occurs.</p>',
            _table([feature, *(PARTS.get(part, part) for part in parts)], rows),
        ]
    errors = board.errors(submission)
    if errors:
        rows = [(escape(name), f"{number:,}") for name, number in errors.items()]
        pieces += ["<h2>Errors by class</h2>", _table(("Error class", "Errors"), rows)]
    pieces.append(f"<h2>Signature</h2><p><code>{escape(record.signature)}</code></p>")
    return _page(title, pieces)


def _standing(board: Board, submission: Submission) -> str:
    """Say which rank a submission has, or that a later one counts."""
    comparison = board.comparison
    assert comparison is not None
    score = percent(board.headline(submission))
    label = comparison.metrics[comparison.ranks.metric].full_label
    counting = board.counting[submission.system]
    if counting != submission:
        link = f'<a href="{page_name(counting)}">{escape(counting.name)}</a>'
        return f"<p>{escape(label)} {score}. A later submission counts: {link}.</p>"
    standing = comparison.ranks[submission.system]
    places = (
        f"; ranks {standing.best} to {standing.worst} cannot be excluded" if standing.best is not None else ""
    )
    return f"<p>Rank <b>{standing.rank}</b> of {len(comparison.systems)}{places}. {escape(label)} <b>{score}</b>.</p>"


def _summary(comparison: Comparison) -> str:
    ranks = comparison.ranks
    label = f"{comparison.metrics[ranks.metric].full_label} {PARTS.get(ranks.part, ranks.part)}"
    limit = f"{comparison.resampling.limit:.3g}".removeprefix("0")
    counts = f"{several(len(comparison.systems), 'system')}, {several(len(comparison.datasets), 'dataset')}, {several(comparison.documents, 'document')}"
    sentences = [f"{counts}. Ranked by the mean of {label} over datasets; a missing dataset counts 0."]
    if comparison.resampling.resamples:
        sentences.append(
            "In brackets 95 % intervals, and behind a rank those that cannot be excluded: all pairs tested by approximate "
            f"randomisation, corrected p &lt; {limit} (Holm). Systems that share a letter cannot be told apart."
        )
    return f'<p class="note">{" ".join(sentences)}</p>'


def _ranking(board: Board, comparison: Comparison) -> str:
    columns = {
        metric: best_marked(
            [Cell(percent(_first(comparison.scores[system][metric]))) for system in comparison.systems]
        )
        for metric in comparison.metrics
    }
    rows = []
    for place, system in enumerate(comparison.systems):
        cells: list[Content] = [rank_cell(comparison.ranks, system), _link(board.counting[system])]
        for metric, found in columns.items():
            bounds = comparison.intervals[system].get(metric, {}).get(comparison.headline(metric))
            shown = f"[{percent(bounds[0])}, {percent(bounds[1])}]" if bounds else ""
            cells.append(found[place]._replace(bounds=shown))
        rows.append(cells)
    heads = ["Rank", "System", *(metric.full_label for metric in comparison.metrics.values())]
    return "<h2>Ranking</h2>" + _table(heads, rows)


def _datasets(board: Board, comparison: Comparison) -> str:
    metric, part = comparison.ranks.metric, comparison.ranks.part
    rows: list[list[Content]] = []
    for name in comparison.datasets:
        found = [
            Cell(percent(comparison.results[system][name].scores[metric][part]))
            for system in comparison.systems
        ]
        marked = best_marked(found)
        missing = [name in board.missing(board.counting[system]) for system in comparison.systems]
        rows.append(
            [
                escape(name),
                *(
                    cell._replace(bounds="missing" if no else "")
                    for cell, no in zip(marked, missing, strict=True)
                ),
            ]
        )
    label = comparison.metrics[metric].full_label
    return f"<h2>{escape(label)} by dataset</h2>" + _table(["Dataset", *comparison.systems], rows)


def _history(board: Board) -> str:
    history = board.history()
    if not history:
        return ""
    rows = [
        (escape(day), _prose(system), Cell(percent(score), "best so far" if is_best else "", "", is_best))
        for day, system, score, is_best in history
    ]
    return "<h2>History</h2>" + _drawing(history) + _table(("Day", "System", "Score"), rows)


def _drawing(history: Sequence[tuple[str, str, float, bool]]) -> str:
    """Return the best score over the days as a drawing."""
    days = list(dict.fromkeys(day for day, *_ in history))
    best: dict[str, float] = {}
    so_far = 0.0
    for day, _, score, _ in history:
        so_far = max(so_far, score)
        best[day] = so_far
    if len(days) < 2:
        return ""
    low, high = min(best.values()), max(best.values())
    spread = (high - low) or 1.0
    points = [
        (60 + 500 * number / (len(days) - 1), 120 - 90 * (best[day] - low) / spread)
        for number, day in enumerate(days)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)
    texts = (
        f'<text x="0" y="{points[0][1]:.1f}">{percent(best[days[0]])}</text>'
        f'<text x="570" y="{points[-1][1]:.1f}">{percent(best[days[-1]])}</text>'
        f'<text x="60" y="150">{escape(days[0])}</text><text x="560" y="150" text-anchor="end">{escape(days[-1])}</text>'
    )
    title = f"Best score from {percent(best[days[0]])} on {escape(days[0])} to {percent(best[days[-1]])} on {escape(days[-1])}"
    return (
        f'<svg viewBox="0 0 620 160" width="620" height="160" role="img" aria-label="{title}">'
        f'<polyline points="{line}"/>{marks}{texts}</svg>'
    )


def _rejected(board: Board) -> str:
    rows = [
        (
            _link(one),
            str(len(record.problems)),
            _prose(f"{record.problems[0]['code']}: {record.problems[0]['message']}"),
        )
        for one, record in board.rejected.items()
    ]
    return "<h2>Rejected</h2>" + _table(("Submission", "Errors", "The first"), rows) if rows else ""


def _link(submission: Submission) -> str:
    return f'<a href="{FOLDER}/{escape(page_name(submission))}">{escape(submission.name)}</a>'


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
    """Return the class of a cell: texts are flush left and may be broken."""
    return ' class="text"' if isinstance(content, str) and content.startswith(("<a", "<span")) else ""


def _cell(content: Content) -> str:
    if isinstance(content, str):
        return f"<td{_kind(content)}>{content}</td>"
    mark = f"<sup>{escape(content.mark)}</sup>" if content.mark else ""
    below = f"<small>{escape(content.bounds)}</small>" if content.bounds else ""
    text = f'<span class="best">{escape(content.text)}</span>' if content.is_best else escape(content.text)
    return f"<td>{text}{mark}{below}</td>"


@cache
def _style() -> str:
    return (files("corefeval.reports.leaderboard") / "style.css").read_text(encoding="utf-8")


def _page(title: str, pieces: Iterable[str]) -> str:
    """Return a whole page, whose policy allows its own style and nothing else."""
    allowed = b64encode(sha256(_style().encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_style()}</style>\n</head>\n<body>\n<main>\n"
        f"{chr(10).join(filter(None, pieces))}\n</main>\n<footer><p>corefeval {__version__}</p></footer>\n</body>\n</html>\n"
    )
