"""Brackets with the entity at the end: [Anna: 1] fed [[her: 1] dog: 2]."""

from __future__ import annotations

import re
from functools import partial

from corefeval.formats.inline.tags import read_brackets, tagged_format

TAG = re.compile(
    r"(?P<open>\[)[^\S\n]*|(?<![^\S\n])[^\S\n]*:[^\S\n]*#?(?P<entity>[A-Za-z_-]{0,12}[0-9]+)[^\S\n]*\]|\]"
)

FORMAT = tagged_format("labelled-brackets", partial(read_brackets, pattern=TAG), is_answer=True)
