"""Hooks of mkdocs: generate pages, run snippets, render formulas."""

from __future__ import annotations

import re
from pathlib import Path

from generate import metric_pages, pages, preset_pages, settings_table
from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from snippets import SnippetError, run_page

_FORMULA = re.compile(r"^\$\$\n(.*?)\n\$\$$", re.MULTILINE | re.DOTALL)
_SETTINGS = "<!-- settings -->"
"""Where a page has the table of all settings."""
_ROOT = Path(__file__).parent.parent
_COPIES = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}
"""Pages of the site that are files of the project."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the pages of metrics and presets to the navigation."""
    for section in config.nav or []:
        for entries in section.values():
            for entry in entries:
                if "Metrics" in entry and isinstance(entry["Metrics"], list):
                    entry["Metrics"] += metric_pages()
                if "Presets" in entry:
                    entry["Presets"] += preset_pages()
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for name, content in pages().items():
        files.append(File.generated(config, name, content=content))
    for name, source in _COPIES.items():
        files.append(File.generated(config, name, content=_copied(_ROOT / source)))
    return files


def _copied(path: Path) -> str:
    """Return a file of the project as a page of the site, with links relative to docs/."""
    return path.read_text(encoding="utf-8").replace("](docs/", "](")


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Run the snippets of a page and set its formulas."""
    del config, files
    if page.file.src_uri in _COPIES:
        return markdown
    try:
        executed = run_page(markdown.replace(_SETTINGS, settings_table()))
    except SnippetError as error:
        raise PluginError(f"{page.file.src_uri}: {error}") from error
    return _FORMULA.sub(lambda formula: _mathml(formula[1]), executed)


def _mathml(latex: str) -> str:
    r"""Return a formula as MathML, which browsers show without a script; a line for each \\quad."""
    fenced = re.sub(r"\|([^|]*)\|", r"\\left|\1\\right|", latex)
    lines = (
        convert(line.strip().rstrip(","), display="block") for line in fenced.split(r"\quad") if line.strip()
    )
    return f'<div class="formula">{"".join(lines)}</div>'
