"""Problems of an input as data, the catalogue of their sentences, and how they are printed."""

from corefeval.problems.catalogue import CATALOGUE
from corefeval.problems.collecting import (
    Added,
    CorpusWarning,
    Met,
    Problems,
    about_systems,
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
from corefeval.problems.render import MOST, SHOWN, PrintedProblem, printed_problems
from corefeval.problems.wording import encodable, for_the_command_line, printable, spoken

__all__ = [
    "CATALOGUE",
    "MOST",
    "PARTS",
    "SHOWN",
    "Added",
    "CorefevalError",
    "CorpusWarning",
    "IndivisibleError",
    "Met",
    "Place",
    "PrintedProblem",
    "Problem",
    "Problems",
    "Scope",
    "Severity",
    "UsageError",
    "about_systems",
    "added",
    "adding",
    "encodable",
    "for_the_command_line",
    "issued",
    "lost",
    "merge",
    "printable",
    "printed_problems",
    "repaired",
    "spoken",
    "warning",
]
