"""Problems of an input as data, the catalogue of their sentences, and how they are printed."""

from corefeval.problems.catalogue import CATALOGUE
from corefeval.problems.collecting import (
    Added,
    Met,
    Problems,
    ToldOnce,
    added,
    adding,
    issued,
    lost,
    merge,
    repaired,
)
from corefeval.problems.problem import (
    PARTS,
    CorefevalError,
    IndivisibleError,
    Place,
    Problem,
    Scope,
    Severity,
    UsageError,
    warning,
)
from corefeval.problems.render import MOST, SHOWN, Told, told
from corefeval.problems.wording import encodable, for_the_command_line, printable, spoken

__all__ = [
    "CATALOGUE",
    "MOST",
    "PARTS",
    "SHOWN",
    "Added",
    "CorefevalError",
    "IndivisibleError",
    "Met",
    "Place",
    "Problem",
    "Problems",
    "Scope",
    "Severity",
    "Told",
    "ToldOnce",
    "UsageError",
    "added",
    "adding",
    "encodable",
    "for_the_command_line",
    "issued",
    "lost",
    "merge",
    "printable",
    "repaired",
    "spoken",
    "told",
    "warning",
]
