"""Rows as a pandas table; pandas is imported when one is asked for, and only then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from corefeval.problems import Problem, UsageError

if TYPE_CHECKING:
    import pandas as pd


class Rows(NamedTuple):
    """What a table of data holds, before it is a file or a frame.

    Attributes:
        heads: the columns.
        rows: a value for each column; one that is not there is undefined.
        signature: how the numbers came about.
    """

    heads: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    signature: str

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a table of pandas, with the signature in its `attrs`."""
        try:
            import pandas as pd  # noqa: PLC0415 - only where it is asked for
        except ImportError:
            raise UsageError(Problem("CE044", "frame-needs-pandas")) from None
        frame = pd.DataFrame(list(self.rows), columns=list(self.heads))
        frame.attrs["signature"] = self.signature
        return frame
