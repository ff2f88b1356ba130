"""Take the picture of README.md, the report of the bundled example: python docs/images/readme.py."""

from __future__ import annotations

import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import corefeval
from corefeval.examples import FOLDER

PLACE = "doc=lighthouse&theme=light"
"""The page shows this document with its second error selected."""
WIDTH, HEIGHT = 1280, 720
COLOURS = 128


def main() -> None:
    """Write the page to a temporary folder and its picture next to this file."""
    result = corefeval.score(FOLDER / "key.conll", FOLDER / "eager.conll")
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        file = Path(work) / "report.html"
        corefeval.report({"eager": result}, file, title="eager against gold")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--headless", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(f"{file.as_uri()}#{PLACE}")
        page.wait_for_selector("body.ready")
        page.keyboard.press("j")
        page.keyboard.press("j")
        page.wait_for_timeout(500)
        picture = page.screenshot()
        browser.close()
    small = Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS)
    small.save(Path(__file__).parent / "report.png", optimize=True)


if __name__ == "__main__":
    main()
