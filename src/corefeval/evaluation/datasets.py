"""Datasets: a folder of corpora that are scored one by one, as in the CRAC shared tasks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Unpack

from corefeval.choices import OVER_DATASETS
from corefeval.columns import Printed, Rows, whole
from corefeval.engine import refuse_unknown
from corefeval.evaluation.fold import Whole, scored
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Parts, Result, parts_in_order
from corefeval.formats.files import listed
from corefeval.formats.folders import folder_of, is_folder
from corefeval.metrics.base import Metric
from corefeval.presets import HEADLINE, PRESETS
from corefeval.problems import CorefevalError, Place, Problem, UsageError, encodable, warning
from corefeval.settings import Options, Settings, listing_options
from corefeval.signature import Signature, SignatureText
from corefeval.text import percent


class Datasets(dict[str, Any]):
    """The inputs of each dataset, by name."""

    def matching(self, responses: Datasets, system: str, missing: str = "error") -> Datasets:
        """Return a system's datasets if it has exactly these; additional ones are refused.

        With missing="empty" a missing dataset is None and is scored as empty.
        """
        lacking = sorted(self.keys() - responses.keys())
        extra = sorted(responses.keys() - self.keys())
        found = [Problem("CE011", "dataset-not-in-key", text=name, system=system) for name in extra]
        if missing == "error":
            found = [
                Problem("CE010", "nothing-dataset", text=name, system=system) for name in lacking
            ] + found
        if found:
            raise CorefevalError(found)
        return Datasets({**responses, **dict.fromkeys(lacking)})


def datasets_of(source: Any) -> Datasets:
    """Return the datasets of a folder or archive, one for each folder or file in it, or those of {dataset: corpus}.

    A dataset is named after its folder, or its file without the extensions. Hidden files are skipped.
    """
    if isinstance(source, Mapping):
        return Datasets(source)
    if not isinstance(source, str | Path) or not str(source) or not is_folder(source):
        problem = Problem(
            "CE051",
            "dataset-needs-folder-folder",
            Place(str(source)) if isinstance(source, str | Path) else Place(),
        )
        raise UsageError(problem)
    found = Datasets()
    for path in listed(folder_of(source)):
        if path.name.startswith("."):
            continue
        name = encodable(path.name if path.is_dir() else path.name.partition(".")[0])
        if name in found:
            raise CorefevalError(
                Problem(
                    "CE012",
                    "two-datasets-name",
                    Place(str(source)),
                    name,
                    other=found[name].name,
                    name=path.name,
                )
            )
        found[name] = path
    if not found:
        raise CorefevalError(Problem("CE003", "no-dataset-in-folder", Place(str(source))))
    return found


@dataclass(frozen=True, eq=False)
class DatasetScores(Printed):
    """One system's results on several datasets, and their means. It prints itself and converts to plain data.

    Attributes:
        results: the result on each dataset, by name.
    """

    results: Mapping[str, Result] = field(repr=False)

    @property
    def metrics(self) -> dict[str, Metric]:
        """The metrics of all datasets; with `all`, datasets may have different ones."""
        return {name: metric for result in self.results.values() for name, metric in result.metrics.items()}

    @property
    def macro(self) -> dict[str, Parts]:
        """The mean of each score over the datasets; datasets with an undefined score are skipped.

        If the preset's official scorer prints 0 for undefined scores, 0 counts.
        """
        scores = [result.scores for result in self.results.values()]
        return {
            metric: _means([found[metric] for found in scores if metric in found]) for metric in self.metrics
        }

    @property
    def headline(self) -> str:
        """The metric that the preset's task ranks by, else the CoNLL average, else the first."""
        wanted = [PRESETS[self.preset].headline] if self.preset else []
        return next((name for name in (*wanted, HEADLINE) if name in self.metrics), next(iter(self.metrics)))

    @property
    def f1(self) -> float | None:
        """The mean over datasets that systems are ranked by."""
        return self.macro[self.headline].get("f1")

    @property
    def preset(self) -> str:
        """The preset that all datasets were scored with, '' if none."""
        return next(iter(self.results.values())).preset

    @property
    def settings(self) -> Settings:
        """How key and response were made comparable."""
        return next(iter(self.results.values())).settings

    @property
    def signature(self) -> SignatureText:
        """The signature with the hashes of all keys."""
        return signature_of(self.results.values(), OVER_DATASETS)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings of each dataset, with its name."""
        return tuple(
            problem.about(name) for name, result in self.results.items() for problem in result.warnings
        )

    def __getitem__(self, dataset: str) -> Result:
        """Return the result on one dataset."""
        return self.results[dataset]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for undefined values."""
        found = {
            "documents": sum(len(result.documents) for result in self.results.values()),
            "datasets": [
                {"dataset": name, "documents": len(result.documents), "scores": result.to_dict()["scores"]}
                for name, result in self.results.items()
            ],
            "average": {"over": OVER_DATASETS, "scores": self.macro},
        }
        return whole(found, self.signature, self.settings, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each dataset and metric, and one for each mean."""
        rows: list[dict[str, Any]] = []
        for name, result in self.results.items():
            own = {"scope": "dataset", "dataset": name, "documents": len(result.documents)}
            rows += [{**own, "metric": metric, **parts} for metric, parts in result.scores.items()]
        means = self.macro
        rows += [{"scope": "mean", "metric": metric, **parts} for metric, parts in means.items()]
        return Rows.of_scores(parts_in_order(means.values()), rows, self.signature)

    def __repr__(self) -> str:
        """Return the headline of each dataset, and their mean."""
        scores = ", ".join(
            f"{name} {percent(result.scores.get(self.headline, {}).get('f1'))}"
            for name, result in self.results.items()
        )
        label = self.metrics[self.headline].full_label
        return f"<DatasetScores: {label} {scores}; mean {percent(self.f1)}>"


def signature_of(results: Iterable[Result], average: str) -> SignatureText:
    """Return the signature of a system's results; over several datasets the keys' hashes are added."""
    first, *others = results
    if not others:
        return replace(first.signature, average=average).text
    total = sum(int(result.key_hash, 16) for result in (first, *others)) % (1 << 32)
    return replace(first.signature, key=f"{total:08x}", average=average).text


def _means(scores: Iterable[Parts]) -> Parts:
    values: dict[str, list[float]] = {}
    for parts in scores:
        for part, value in parts.items():
            values.setdefault(part, []).extend([] if value is None else [value])
    return {part: math.fsum(found) / len(found) if found else None for part, found in values.items()}


@listing_options
def score_datasets(
    key: Any,
    response: Any,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    engine: str = "",
    **options: Unpack[Options],
) -> DatasetScores:
    """Score a response against a key dataset by dataset, as the CRAC shared tasks do.

    Args:
        key: a folder with a folder or file for each dataset, or {dataset: path, corpus or clusters}.
        response: the same of the system; it has all datasets of the key, or with missing="empty" some, and no
            others.
        metrics: as in score().
        preset: as in score(); without one all datasets must be of formats with the same default.
        signature: as in score().
        engine: as in score().
        options: the other keywords of score().

    Examples:
        >>> key = {"news": [[1, 2], [3, 4]], "novel": [[1, 2, 3]]}
        >>> scores = score_datasets(key, {"news": [[1, 2], [3, 4]], "novel": [[1, 2], [3]]}, metrics="muc")
        >>> [scores[name]["muc"]["recall"] for name in scores.results], scores.macro["muc"]["recall"]
        ([1.0, 0.5], 0.75)
    """
    refuse_unknown(engine)
    keys = datasets_of(key)
    request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
    request = replace(request, averages=(OVER_DATASETS,), engine=engine, lends_tags=True)
    responses = keys.matching(datasets_of(response), "the response", request.settings.missing)
    part = request.of_a_part()
    results = {}
    for dataset in sorted(keys):
        results[dataset] = score_dataset(part, Whole(keys[dataset]), dataset, responses[dataset])
    return DatasetScores(taken_together(results, request))


def score_dataset(
    request: Request, key: Whole, dataset: str, response: Input | None, *, whole: bool = False
) -> Result:
    """Score one dataset; one that the system lacks (None) counts 0, with a warning. See `scored` for `whole`."""
    result, _ = scored(request, key, response, whole=whole)
    if response is not None:
        return result
    told = warning("CE010", "nothing-dataset-scored-empty", dataset=dataset)
    # that each of its documents is missing, and has no mentions, goes without saying
    others = (problem for problem in result.warnings if problem.code not in {"CE010", "CE045"})
    return replace(result, warnings=(told, *others))


def taken_together(results: Mapping[str, Result], request: Request) -> dict[str, Result]:
    """Return the results of one system, with a warning if the signature to repeat has other keys.

    Raises:
        UsageError: CE051 if the datasets have different settings, because their formats have different
            defaults.
    """
    datasets: dict[str, list[str]] = {}
    for name, result in results.items():
        datasets.setdefault(result.preset or "none", []).append(name)
    if len(datasets) > 1:
        chosen = [
            Problem("CE051", "preset-of-datasets", preset=preset, datasets=names)
            for preset, names in datasets.items()
        ]
        raise UsageError(Problem("CE051", "formats-datasets-different-default", presets=chosen))
    key_hash = Signature.parse(signature_of(results.values(), OVER_DATASETS)).key
    (name, first), *others = results.items()
    other = (*request.of_another_key(key_hash, "other-keys"), *request.of_another_average())
    return {name: replace(first, warnings=(*first.warnings, *other)), **dict(others)}
