"""Hypothesis profiles, data next to the checkout, golden outputs and a browser, for all tests."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.goldens import Goldens
from tests.paths import SHARED

ARGUMENTS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>"""
"""A fontconfig file with the fonts of one folder: without it, texts would be as wide as the fonts of a machine are."""

settings.register_profile(
    "quick", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile(
    "long", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "mutants", settings.get_profile("quick"), max_examples=60, phases=(Phase.explicit, Phase.generate)
)
# `make test` draws few examples, to stay within minutes; `make fuzz` and `make mutants` draw more.
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection: udapi collects after each document, and would scan all of them."""
    gc.freeze()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The corpora and goldens that lie beside the checkout; tests that need them are skipped without."""
    if not SHARED.is_dir():
        pytest.skip("needs the material beside the checkout")
    return SHARED


@pytest.fixture
def golden() -> Iterator[Goldens]:
    """Hold outputs of this test against golden files: `golden("cli/score.txt", done.out)`."""
    goldens = Goldens()
    with goldens.recording():
        yield goldens


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start Debian's Chromium with the fonts that matplotlib ships; CI fails where there is no Chromium."""
    from matplotlib import get_data_path
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        message = "PAGES GO UNTESTED: no chromium here; install Debian's package chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    folder = tmp_path_factory.mktemp("fonts")
    config = folder / "fonts.conf"
    fonts = Path(get_data_path()) / "fonts" / "ttf"
    config.write_text(FONTS.format(fonts=escape(str(fonts)), cache=escape(str(folder))))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium, args=ARGUMENTS, env={**os.environ, "FONTCONFIG_FILE": str(config)}
        )
        yield started
        started.close()
