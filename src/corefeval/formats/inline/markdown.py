"""Links of Markdown as mentions: [Mr. Smith](#1), nested [[his](#1) wife](#2)."""

from __future__ import annotations

import re
from functools import partial

from corefeval.formats.inline.tags import read_brackets, tagged_format

TAG = re.compile(r"\\(?P<escaped>[\\\[\]])|(?P<open>\[)|\]\(#(?P<entity>[^()\s]*)\)|\]")

FORMAT = tagged_format("markdown", partial(read_brackets, pattern=TAG), is_answer=True)
