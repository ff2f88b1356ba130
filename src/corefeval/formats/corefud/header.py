"""The header of a CorefUD file: which fields stand in an opening bracket, and in which order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT = "eid-etype-head-other"
PREFIX = b"# global.Entity"
_LINE = re.compile(r"# global\.Entity\s*=\s*(\S+)\s*$")
_LEGACY = {"GRP": "eid", "entity": "etype"}


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of an opening bracket, as `# global.Entity = eid-etype-head-other` names them.

    GRP and entity are older names of eid and etype. The last field takes the rest of the bracket, so it may
    contain hyphens; fields at the end may be left out.
    """

    text: str = DEFAULT

    @classmethod
    def of_line(cls, line: str) -> Header | None:
        """Return the header that a comment line declares, None if it is malformed."""
        match = _LINE.match(line)
        return None if match is None or not all(match[1].split("-")) else cls(match[1])

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields, in today's spelling."""
        return tuple(_LEGACY.get(name, name) for name in self.text.split("-"))

    def index(self, name: str) -> int:
        """Return the place of a field, -1 if there is none of this name."""
        return self.fields.index(name) if name in self.fields else -1

    @property
    def attributes(self) -> tuple[str, ...]:
        """The fields that say neither which entity nor which head."""
        return tuple(name for name in self.fields if name not in {"eid", "head"})

    def join(self, values: Mapping[str, str]) -> str:
        """Return the text of an opening bracket; empty fields at its end are left out."""
        listed = [values.get(name, "") for name in self.fields]
        while listed and not listed[-1]:
            listed.pop()
        return "-".join(listed)

    def split(self, text: str) -> dict[str, str]:
        """Return the fields of the text of an opening bracket, '' for those left out."""
        fields = self.fields
        values = text.split("-", len(fields) - 1)
        return dict(zip(fields, values + [""] * (len(fields) - len(values)), strict=True))
