"""Datasets: a folder of corpora that are scored one by one, as in the CRAC shared tasks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from corefeval.problems import CorefevalError, Place, Problem, UsageError


class Datasets(dict[str, Any]):
    """What to read for each dataset, by name."""

    def matching(self, responses: Datasets, system: str) -> Datasets:
        """Return a system's datasets if it has all of these; what it has beyond them is refused as well."""
        lacking = sorted(self.keys() - responses.keys())
        extra = sorted(responses.keys() - self.keys())
        if lacking or extra:
            found = [
                Problem("CE010", f"{system} has nothing for dataset", text=name, hint="Add it.")
                for name in lacking
            ]
            found += [
                Problem("CE011", f"{system} has a dataset that is not in the key", text=name)
                for name in extra
            ]
            raise CorefevalError(found)
        return responses


def datasets_of(source: Any) -> Datasets:
    """Return the datasets of a folder, one for each folder or file in it, or those of {dataset: corpus}.

    A dataset is named after its folder, or its file without the extensions. Hidden files are left out.
    """
    if isinstance(source, Mapping):
        return Datasets(source)
    if not isinstance(source, str | Path) or not Path(source).is_dir():
        problem = Problem(
            "CE051",
            "by dataset needs a folder with a folder or file for each dataset",
            Place(str(source)) if isinstance(source, str | Path) else Place(),
            hint="Give the folder, or compare by document.",
        )
        raise UsageError(problem)
    found = Datasets()
    for path in sorted(Path(source).iterdir()):
        if path.name.startswith("."):
            continue
        name = path.name if path.is_dir() else path.name.partition(".")[0]
        if name in found:
            message = f"two datasets of this name: {found[name].name} and {path.name}"
            raise CorefevalError(Problem("CE012", message, Place(str(source)), name))
        found[name] = path
    if not found:
        raise CorefevalError(Problem("CE003", "no dataset in this folder", Place(str(source))))
    return found
