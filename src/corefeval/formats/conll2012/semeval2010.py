"""SemEval-2010: pairs of columns, annotated and predicted by a tool; or only word numbers and brackets, without words.

The layout of the lines decides between the two variants.
"""

from __future__ import annotations

from functools import partial

from corefeval.formats.base import Format
from corefeval.formats.conll2012.dialect import read_dialect

__all__ = ["FORMAT"]

FORMAT = Format("semeval2010", partial(read_dialect, name="semeval2010"))
