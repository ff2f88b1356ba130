"""The pages that follow from declarations: metrics, presets and problems. Nobody writes them, so none goes stale."""

from __future__ import annotations

import re
from collections.abc import Iterator

import audit

from corefeval.choices import FIRST, SETTINGS, Setting
from corefeval.metrics.base import METRICS, Metric
from corefeval.presets import PRESETS, Preset
from corefeval.problems import CATALOGUE
from corefeval.reports.show import metric as explained_metrics
from corefeval.reports.show import preset as explained_presets
from corefeval.reports.words import settings_in_words

FAMILIES = (
    "Coreference",
    "Coreference that knows names, nouns and pronouns",
    "Anaphors",
    "Other anaphora",
    "Challenge sets",
)
"""The families of metrics in the order of the page of all metrics; others come last."""

SUBJECTS = {
    "CE00": "The file as a whole",
    "CE01": "Documents and words",
    "CE02": "Lines and brackets",
    "CE03": "Mentions and entities",
    "CE04": "Settings against data",
    "CE05": "Usage",
    "CE06": "Scores",
    "CE07": "Inputs, names, and what is not scored",
    "CE08": "Limits, statistics, tokens",
    "CE09": "Other formats",
    "CE10": "Files that belong together or are written, and a file against its key",
    "CE11": "Type codes, outcomes, errors made on purpose",
    "CE12": "Packed files, processes and machines",
    "CE13": "Agreement and challenge sets",
    "CE14": "Shared tasks: rankings, submissions, published numbers",
    "CE16": "Statements that are not alike",
    "CE17": "Copied evaluators, measured uses and studies",
    "CE18": "Plugins",
}
"""What the first digits of a problem's code stand for."""


_ABOUT_METRICS = """\
Every metric counts per document; counts are summed, then divided. `-m NAME,NAME` chooses metrics, `-m all` those
that the files suffice for. Each page is made from the declaration in the metric's source file, and its worked example is computed when the
site is built. Which one to trust for what: [choose a metric](../choose-a-metric.md). One of your own:
[eight lines](../own-metric.md)."""

_ABOUT_PRESETS = """\
A preset is the setting of a shared task or of an official scorer. `-p NAME` chooses it; any option beside it overrides
that setting, and the [signature](signature.md) shows what was done. CorefUD files are scored with `crac24` unless you
say otherwise. That our numbers equal those of the scorers, and how this was tested: [compared with other
scorers](compared.md)."""

_ABOUT_PROBLEMS = """\
Every problem has a code, says where it is (file:line:column) and what to do. All problems of a file are told, not only
the first. An error stops the scoring, with exit status 1; a warning is printed with the scores and is part of the
JSON. Wrong usage ends with exit status 2. [`corefeval validate`](validate.md) lists the problems of files without
scoring them.

```text file=broken.conll
#begin document (news/1); part 000
news/1 0 0 Ada (1
news/1 0 1 wrote 2)
news/1 0 2 it [3]
#end document
```

```console exit=1
$ corefeval score key.conll broken.conll
```"""


def pages() -> dict[str, str]:
    """Return every generated page by its place in the site."""
    return {
        "metrics/index.md": _metrics_page(),
        **{f"metrics/{name}.md": _metric_page(METRICS[name]()) for name in METRICS},
        "presets.md": _presets_page(),
        "errors.md": _problems_page(),
        "papers/audit.md": audit.page(),
    }


def metric_pages() -> Iterator[dict[str, str]]:
    """Yield the navigation of the metrics' pages."""
    for name in METRICS:
        yield {METRICS[name].label: f"metrics/{name}.md"}


def _metrics_page() -> str:
    families: dict[str, list[str]] = {title: [] for title in FAMILIES}
    for name in METRICS:
        families.setdefault(METRICS[name].family, []).append(name)
    pieces = ["# Metrics", _ABOUT_METRICS]
    for title, names in families.items():
        rows = (
            f"| [{METRICS[name].label}]({name}.md) | `{name}` | {METRICS[name].summary} |" for name in names
        )
        pieces += [f"## {title}", _table("| | name | What it asks |", rows)]
    pieces += ["## What they say of extreme responses", explained_metrics.render_demonstration("markdown")]
    return "\n\n".join(pieces)


def _metric_page(metric: Metric) -> str:
    facts = [
        "A key scored against itself gets 100, or – where there is nothing to score."
        if metric.holds("identity_is_one")
        else "A key scored against itself does not always get 100.",
        "Recall and precision change places when key and response do (exact match)."
        if metric.holds("swaps")
        else "Recall and precision do not simply change places when key and response do.",
    ]
    if metric.weighs_sets:
        facts.append("Defined for split antecedents: `--split-antecedents keep`.")
    users = [preset.name for preset in PRESETS.values() if metric.name in preset.metrics]
    if users:
        facts.append("Printed by " + ", ".join(f"[`{name}`](../presets.md#{name})" for name in users) + ".")
    return "\n\n".join(
        (
            explained_metrics.render(metric, "markdown").rstrip(),
            "## Properties",
            "\n".join(f"- {fact}" for fact in facts),
            f"On the terminal: `corefeval metrics {metric.name}`.\n",
        )
    )


def _presets_page() -> str:
    rows = (
        f"| [`{preset.name}`](#{preset.name}) | {preset.title} | {settings_in_words(preset.settings)} |"
        for preset in PRESETS.values()
    )
    return "\n\n".join(
        (
            "# Presets",
            _ABOUT_PRESETS,
            _table("| name | task | in words |", rows),
            *map(_preset_section, PRESETS.values()),
        )
    )


def _preset_section(preset: Preset) -> str:
    """Return a preset's page as a section of the page of all presets."""
    page = explained_presets.render(preset, "markdown")
    page = re.sub(r"^## (.*)$", r"**\1**", page, flags=re.MULTILINE).replace("# ", "## ", 1)
    return re.sub(r"^(corefeval score .*)$", r"`\1`", page, flags=re.MULTILINE)


def _problems_page() -> str:
    pieces = [
        "# Problems",
        _ABOUT_PROBLEMS,
    ]
    for digits, subject in SUBJECTS.items():
        rows = (
            f'| <span id="{code}">`{code}`</span> | {kind.title} | {_linked(_escaped(kind.hint))} |'
            for code, kind in CATALOGUE.items()
            if code.startswith(digits)
        )
        pieces += [f"## {subject}", _table("| code | what is wrong | what to do |", rows)]
    return "\n\n".join(pieces) + "\n"


def settings_table() -> str:
    """Return a table of all options of settings: values with their meaning, default, first version."""
    rows = (row for setting in SETTINGS.values() if setting.group for row in _setting_rows(setting))
    return _table("| option | | |", rows)


def _setting_rows(setting: Setting) -> Iterator[str]:
    """Return a row that explains the setting, then one for each value; the default is bold."""
    more = f" ([more]({setting.page}))" if setting.page else ""
    takes = f" `{_escaped(setting.metavar)}`" if setting.metavar else ""
    since = f" Since {setting.since}." if setting.since != FIRST else ""
    yield f"| `--{setting.spelled}`{takes} | | {_escaped(setting.help)}{more}{since} |"
    for value, meaning in setting.values.items():
        shown = f"**`{value}`**" if value == setting.default else f"`{value}`"
        yield f"| | {shown} | {_escaped(meaning)} |"


def _table(head: str, rows: Iterator[str]) -> str:
    rule = re.sub(r"[^|]+", "---", head)
    return "\n".join((head, rule, *rows))


def _linked(text: str) -> str:
    """Return advice with the pages that it names as links."""
    return re.sub(r"docs/(\S+\.md)", r"[\1](\1)", text)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
