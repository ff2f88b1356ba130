"""Links of Markdown as mentions: [Mr. Smith](#1), nested [[his](#1) wife](#2)."""

from __future__ import annotations

import re
from functools import partial

from corefeval.formats.base import Format
from corefeval.formats.inline.tags import read_brackets

__all__ = ["FORMAT"]

TAG = re.compile(r"\\(?P<escaped>[\\\[\]])|(?P<open>\[)|\]\(#(?P<entity>[^()\s]*)\)|\]")

FORMAT = Format("markdown", partial(read_brackets, pattern=TAG, form="markdown"))
