"""Tests of a framework run if it is installed; `make integrations` runs all of them."""

from __future__ import annotations

import os
from importlib.util import find_spec

NEEDS = {
    "test_inspect_ai.py": "inspect_ai",
    "test_huggingface.py": "evaluate",
    "test_lightning.py": "lightning",
    "test_lm_eval.py": "lm_eval",
    "test_pre_commit.py": "pre_commit",
    "test_torchmetrics.py": "torchmetrics",
    "test_spacy.py": "spacy",
}
"""The test files that need a framework."""

if "COREFEVAL_FRAMEWORKS" not in os.environ:
    collect_ignore = [name for name, package in NEEDS.items() if find_spec(package) is None]
