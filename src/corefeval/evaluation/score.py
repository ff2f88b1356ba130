"""score(): a response against a key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, Unpack

from corefeval.choices import OF_DOCUMENTS
from corefeval.engine import refuse_unknown
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Result
from corefeval.settings import Options, listing_options
from corefeval.signature import Signature

if TYPE_CHECKING:
    from corefeval.evaluation.pieces import Further
    from corefeval.formats.files import TextFile


@listing_options
def score(
    key: Input,
    response: Input,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    whole: bool = False,
    engine: str = "",
    **options: Unpack[Options],
) -> Result:
    """Score a response against a key.

    Args:
        key: path, corpus or clusters of the gold annotation.
        response: the same of the system.
        metrics: names, comma-separated or a list; `all` for every one.
        preset: settings of a shared task; the other keywords override it.
        signature: score as this signature says.
        whole: keep the mentions with the result, for breakdowns and explain(), also those of large files, which are scored
            in pieces otherwise.
        engine: who counts the pieces of files: dask for a Dask cluster on this machine, dask://HOST:PORT for that of a scheduler.
        options: the settings, see corefeval.settings.Options.

    Examples:
        >>> result = score([[(0, 1), (5, 5), (9, 9)]], [[(0, 1), (5, 5)], [(9, 9)]], metrics="bcub")
        >>> result["bcub"]
        {'recall': 0.5555555555555555, 'precision': 1.0, 'f1': 0.7142857142857143}
    """
    request = asked(metrics=metrics, preset=preset, signature=signature, engine=engine, **options)
    if whole:
        reason = "what was asked for looks at the mentions of all documents"
        return _in_one_piece(request, key, response, reason if engine else "")
    return scored(request, key, response)[0]


def asked(
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    engine: str = "",
    **options: Unpack[Options],
) -> Request:
    """Take what a user says, in the words of score()."""
    refuse_unknown(engine)
    request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
    return replace(request, averages=OF_DOCUMENTS, engine=engine)


def scored(
    request: Request, key: Input, response: Input, further: Further | None = None
) -> tuple[Result, Any]:
    """Return what a request gives, of large files in pieces, and what is to be had beside it if they were; None if they were not."""
    if not isinstance(key, str | PathLike) or not isinstance(response, str | PathLike):
        return _in_one_piece(request, key, response, "they are no files" if request.engine else ""), None
    from corefeval.evaluation.pieces import in_pieces  # noqa: PLC0415 - clusters do without

    found = in_pieces(request, key, response, further)
    if found.result is not None:
        return found.result, found.further
    return _in_one_piece(request, found.key, found.response, found.reason), None


def _in_one_piece(request: Request, key: Input | TextFile, response: Input | TextFile, reason: str) -> Result:
    """Return what a request gives on inputs that are read whole, and say why they are where that is worth saying."""
    result = request.score(key, response)
    if not reason:
        return result
    from corefeval.evaluation.pieces import read_whole  # noqa: PLC0415 - same

    return replace(result, warnings=(*result.warnings, read_whole(reason, request.engine)))
