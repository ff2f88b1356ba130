"""Commands whose options stand in groups in their help."""

from __future__ import annotations

import click

GROUPS = {
    "What to measure": ("metrics", "preset", "use", "by", "average", "ci", "beta", "signature"),
    "What counts as a mention": (
        "match",
        "heads",
        "singletons",
        "zeros",
        "split_antecedents",
        "duplicates",
        "twinless",
        "nested",
        "verb_phrases",
        "layer",
        "language",
    ),
    "What the files hold": (
        "tokens",
        "missing",
        "undefined",
        "key_format",
        "response_format",
        "key_offsets",
        "response_offsets",
        "key_layer",
        "response_layer",
        "jobs",
    ),
}
"""The groups that commands share, by the names of their parameters; what is in none stands under Options."""


class GroupedCommand(click.Command):
    """A command that shows its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the shared groups, then what is the command's own."""
        records = {
            parameter.name: record
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and (record := parameter.get_help_record(ctx)) is not None
        }
        for title, names in GROUPS.items():
            rows = [records.pop(name) for name in names if name in records]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        if records:
            with formatter.section("Options"):
                formatter.write_dl(list(records.values()))
