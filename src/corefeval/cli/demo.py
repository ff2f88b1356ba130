"""corefeval demo."""

from __future__ import annotations

import click

from corefeval.cli.help import HelpedCommand
from corefeval.cli.output import write_output
from corefeval.writing import cannot_be_written, write_files

NEXT = """\
Three short texts of our own, with gold coreference and two made-up systems:
'cautious' links little, and rightly; 'eager' finds nearly everything, and links
too much.

Where to go next
  corefeval demo --to example    write these files into a folder, then try on it
    cd example
    corefeval compare key.conllu cautious.conllu eager.conllu
    corefeval explain key.conllu eager.conllu
    corefeval report key.conllu eager.conllu -o report.html
  corefeval metrics --demo       what each metric rewards and overlooks
  corefeval score --help         all settings, for files of your own"""


@click.command("demo", cls=HelpedCommand)
@click.option(
    "--to",
    "-o",
    "folder",
    type=click.Path(file_okay=False),
    help="Write the example's files to a folder (default: score them).",
)
def command(folder: str | None) -> None:
    """Score the bundled example, and show the next steps."""
    from corefeval.examples import EXAMPLES, FOLDER  # noqa: PLC0415 - only to work

    if folder is not None:
        from pathlib import Path  # noqa: PLC0415 - only to write

        target = Path(folder)
        try:
            target.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_be_written(error, str(target)) from None
        for name in EXAMPLES:
            write_files([(target / name, (FOLDER / name).read_bytes())])
        write_output(f"{folder}: {', '.join(EXAMPLES)}", None)
        return
    from corefeval.evaluation.score import score  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.presets import DEFAULT_METRICS  # noqa: PLC0415 - same

    result = score(str(FOLDER / "key.conllu"), str(FOLDER / "cautious.conllu"), metrics=DEFAULT_METRICS)
    shown = f"$ corefeval score key.conllu cautious.conllu -m {','.join(DEFAULT_METRICS)}\n\n{result}\n"
    write_output(shown + NEXT, None)
