"""Print the lowest versions of what a user installs, as pyproject.toml declares them, for pip to install: see `make lowest`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

DEVELOPING = {"docs", "frameworks", "release", "test"}
"""The extras of those who work on corefeval; their tools are tested in the newest versions only."""


def main() -> None:
    """Print a line for each dependency; one without a lowest version would go untested, and is refused."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].items()
    optional = [each for name, extra in extras if name not in DEVELOPING for each in extra]
    for requirement in (*project["dependencies"], *optional):
        if not re.fullmatch(r"[\w-]+>=[\d.]+", requirement):
            raise SystemExit(f"pyproject.toml: {requirement!r} is not of the form name>=version")
        print(requirement.replace(">=", "=="))


if __name__ == "__main__":
    main()
