"""score(): a response against a key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Unpack, overload

from corefeval.choices import OF_DOCUMENTS
from corefeval.engine import refuse_unknown
from corefeval.evaluation.fold import scored
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Result
from corefeval.problems import Problem, UsageError
from corefeval.settings import Options, listing_options
from corefeval.signature import Signature

OF_THE_MOMENT = frozenset({"text", "scheme", "types"})
"""Keywords that may name files, whose content may change between calls."""

if TYPE_CHECKING:
    from corefeval.evaluation.by_preset import ResultsByPreset


@overload
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
) -> Result: ...


@overload
def score(
    key: Input,
    response: Input,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: list[str] | tuple[str, ...],
    **options: Unpack[Options],
) -> ResultsByPreset: ...


@listing_options
def score(
    key: Input,
    response: Input,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | list[str] | tuple[str, ...] | None = None,
    signature: str | Signature | None = None,
    whole: bool = False,
    engine: str = "",
    **options: Unpack[Options],
) -> Result | ResultsByPreset:
    """Score a response against a key.

    Args:
        key: path, corpus or clusters of the gold annotation.
        response: the same of the system.
        metrics: names, comma-separated or a list; `all` for every one.
        preset: settings of a shared task or evaluator; the other keywords override it. For a list of presets,
            or ["all"], the result has the scores under each of them.
        signature: the signature of a run to repeat.
        whole: keep the mentions with the result, for breakdowns and explain(), also for large files, which are
            otherwise scored in pieces.
        engine: the engine that counts the pieces of files: dask for a Dask cluster on this machine,
            dask://HOST:PORT for that of a scheduler.
        options: the settings, see corefeval.settings.Options.

    Examples:
        >>> result = score([[(0, 1), (5, 5), (9, 9)]], [[(0, 1), (5, 5)], [(9, 9)]], metrics="bcub")
        >>> result["bcub"]
        {'recall': 0.5555555555555555, 'precision': 1.0, 'f1': 0.7142857142857143}
    """
    if isinstance(preset, list | tuple):
        from corefeval.evaluation.by_preset import score_by_preset  # noqa: PLC0415 - only where asked for

        for name, is_given in (
            ("signature", signature is not None),
            ("whole", whole),
            ("engine", bool(engine)),
        ):
            if is_given:
                raise UsageError(Problem("CE051", "several-presets-go-without", name=name))
        return score_by_preset(key, response, preset, metrics=metrics, **options)
    for side, name in ((key, "key"), (response, "response")):
        if side is None:
            raise UsageError(
                Problem("CE073", "clusters-documents-rows-objects", text="NoneType None").at(f"<{name}>")
            )
    request = asked(metrics=metrics, preset=preset, signature=signature, engine=engine, **options)
    return scored(request, key, response, whole=whole)[0]


def asked(
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    engine: str = "",
    **options: Unpack[Options],
) -> Request:
    """Return the request for the arguments of score()."""
    said: tuple[object, ...] = (metrics, preset, engine, *options.values())
    if signature is None and OF_THE_MOMENT.isdisjoint(options) and {*map(type, said)} <= {str, type(None)}:
        again: dict[str, Any] = {"metrics": metrics, "preset": preset, "engine": engine, **options}
        return _asked_again(**again)
    return _asked(metrics=metrics, preset=preset, signature=signature, engine=engine, **options)


def _asked(*, engine: str, **said: Any) -> Request:
    refuse_unknown(engine)
    return replace(Request.of(**said), averages=OF_DOCUMENTS, engine=engine, lends_tags=True)


_asked_again = lru_cache(maxsize=64)(_asked)
"""A training loop asks for the same at every step."""
