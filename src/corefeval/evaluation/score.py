"""score(): a response against a key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from typing import Unpack

from corefeval.choices import OF_DOCUMENTS
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Result
from corefeval.settings import Options, listing_options
from corefeval.signature import Signature


@listing_options
def score(
    key: Input,
    response: Input,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    whole: bool = False,
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
        options: the settings, see corefeval.settings.Options.

    Examples:
        >>> result = score([[(0, 1), (5, 5), (9, 9)]], [[(0, 1), (5, 5)], [(9, 9)]], metrics="bcub")
        >>> result["bcub"]
        {'recall': 0.5555555555555555, 'precision': 1.0, 'f1': 0.7142857142857143}
    """
    request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
    return scored(replace(request, averages=OF_DOCUMENTS), key, response, whole=whole)


def scored(request: Request, key: Input, response: Input, *, whole: bool = False) -> Result:
    """Return what a request gives: of large files in pieces, unless the mentions are to be kept with the result."""
    if whole or not isinstance(key, str | PathLike) or not isinstance(response, str | PathLike):
        return request.score(key, response)
    from corefeval.evaluation.pieces import in_pieces  # noqa: PLC0415 - clusters do without

    gold, system, result = in_pieces(request, key, response)
    return request.score(gold, system) if result is None else result
