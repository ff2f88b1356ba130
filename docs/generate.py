"""Generate the pages of metrics, presets and problems from their declarations."""

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
    "Coreference by mention types: names, nouns, pronouns",
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
    "CE07": "Inputs, names, skipped annotation",
    "CE08": "Limits, statistics, tokens",
    "CE09": "Other formats",
    "CE10": "Companion files, written files, a file against its key",
    "CE11": "Type codes, outcomes, simulated errors",
    "CE12": "Compressed files, processes and machines",
    "CE13": "Agreement and challenge sets",
    "CE14": "Shared tasks: rankings, submissions, published numbers",
    "CE16": "Contradictory statements",
    "CE17": "Copied evaluators, measured uses and studies",
    "CE18": "Plugins",
}
"""The subject of each group of problem codes, by their first digits."""


_ABOUT_METRICS = """\
Every metric counts per document. Scores are computed from the sums. `-m NAME,NAME` selects metrics; `-m all` selects all
that the files support. Each page is generated from the metric's source file, and its worked example is computed when the
site is built. See [choose a metric](../choose-a-metric.md) and [your own metric](../own-metric.md)."""

_ABOUT_PRESETS = """\
A preset contains the settings of a shared task or of another scorer. Select it with `-p NAME`. Options override single
settings, and the [signature](signature.md) records them. CorefUD files are scored with `crac24` by default. See
[compared with other scorers](compared.md) for the tests against the original scorers, and
[which CoNLL F1 is it?](which-conll-f1.md) for the differences between presets."""

_ABOUT_PROBLEMS = """\
Every problem has a code, a place (file:line:column) and advice. An error stops scoring (exit status 1). A warning is
printed with the scores and is part of the JSON. Wrong usage ends with exit status 2.
[`corefeval validate`](validate.md) lists all problems of files without scoring them.

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
        **{f"presets/{name}.md": _preset_page(PRESETS[name]) for name in PRESETS},
        "errors.md": _problems_page(),
        **{f"errors/{digits}.md": _problems_of(digits) for digits in SUBJECTS},
        "papers/audit.md": audit.page(),
    }


def metric_pages() -> Iterator[dict[str, str]]:
    """Yield the navigation of the metrics' pages."""
    for name in METRICS:
        yield {METRICS[name].label: f"metrics/{name}.md"}


def preset_pages() -> Iterator[dict[str, str]]:
    """Yield the navigation of the presets' pages."""
    for name in PRESETS:
        yield {name: f"presets/{name}.md"}


def _metrics_page() -> str:
    families: dict[str, list[str]] = {title: [] for title in FAMILIES}
    for name in METRICS:
        families.setdefault(METRICS[name].family, []).append(name)
    pieces = ["# Metrics", _ABOUT_METRICS]
    for title, names in families.items():
        rows = (
            f"| [{METRICS[name].label}]({name}.md) | `{name}` | {METRICS[name].summary} |" for name in names
        )
        pieces += [f"## {title}", _table("| metric | name | question |", rows)]
    pieces += ["## Extreme responses", explained_metrics.render_demonstration("markdown")]
    return "\n\n".join(pieces)


def _metric_page(metric: Metric) -> str:
    facts = [
        "A key scored against itself gets 100, or – if it contains nothing that the metric counts."
        if metric.holds("identity_is_one")
        else "A key scored against itself does not always get 100.",
        "If you swap key and response, recall and precision swap (with exact match)."
        if metric.holds("swaps")
        else "If you swap key and response, recall and precision do not simply swap.",
    ]
    if metric.weighs_sets:
        facts.append("Defined for split antecedents: `--split-antecedents keep`.")
    users = [preset.name for preset in PRESETS.values() if metric.name in preset.metrics]
    if users:
        facts.append("Printed by " + ", ".join(f"[`{name}`](../presets/{name}.md)" for name in users) + ".")
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
        f'| <span id="{preset.name}">[`{preset.name}`](presets/{preset.name}.md)</span> '
        f"| {preset.title} | {settings_in_words(preset.settings)} |"
        for preset in PRESETS.values()
    )
    return "\n\n".join(("# Presets", _ABOUT_PRESETS, _table("| name | task or scorer | settings |", rows)))


def _preset_page(preset: Preset) -> str:
    page = explained_presets.render(preset, "markdown")
    return re.sub(r"^(corefeval score .*)$", r"`\1`", page, flags=re.MULTILINE)


def _problems_page() -> str:
    rows = (
        f"| [{subject}](errors/{digits}.md) | "
        + " ".join(
            f'<span id="{code}">[`{code}`](errors/{digits}.md#{code})</span>' for code in _codes(digits)
        )
        + " |"
        for digits, subject in SUBJECTS.items()
    )
    return "\n\n".join(("# Problems", _ABOUT_PROBLEMS, _table("| subject | codes |", rows)))


def _problems_of(digits: str) -> str:
    rows = (
        f'| <span id="{code}">`{code}`</span> | {kind.title} | {_linked(_escaped(kind.hint))} |'
        for code, kind in CATALOGUE.items()
        if code in _codes(digits)
    )
    return f"# Problems: {SUBJECTS[digits]}\n\n" + _table("| code | problem | advice |", rows) + "\n"


def _codes(digits: str) -> list[str]:
    return [code for code in CATALOGUE if code.startswith(digits)]


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
    return re.sub(r"docs/(\S+\.md)", r"[\1](../\1)", text)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
