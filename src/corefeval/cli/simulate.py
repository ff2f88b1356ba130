"""corefeval simulate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from corefeval.cli.options import (
    INPUT,
    OUTPUT_FOLDER,
    file_command,
    key_options,
    measure_options,
    option,
    output_options,
    plot_option,
    resampling_options,
    setting_options,
)
from corefeval.cli.output import tell, write_output
from corefeval.writing import cannot_be_written

if TYPE_CHECKING:
    from collections.abc import Callable

    from corefeval.corpus.corpus import Corpus
    from corefeval.simulation.simulation import Point

JSON_LINES = "jsonlines"

EPILOG = """\b
Errors: missed, invented, split, cut-names, merged, merged-by-type, moved,
moved-names, moved-nominals, moved-pronouns, boundaries, types (of keys with
type codes).
\b
Examples:
  corefeval simulate gold.conllu -m conll,lea,dominant
  corefeval simulate gold.conllu --errors moved-names,moved-pronouns
  corefeval simulate gold.conllu --errors split --rates 0.1,0.5 -f csv
  corefeval simulate gold.conllu --plot curves.svg
  corefeval simulate gold.conllu --rates 0.5 --write made/
"""


@file_command(
    "simulate",
    EPILOG,
    everyday="preset metrics errors rates repeats seed plot folder kind output match singletons zeros",
)
@click.argument("key", type=INPUT)
@measure_options()
@option("--errors NAME,…", "Errors to make (default: those that every key allows).")
@option("--rates R,…", "Error rates from 0 to 1 (default: 0.1,0.2,0.3,0.4,0.5).")
@option("--repeats N", "Draws of each error and rate (default: 3).", type=click.IntRange(1))
@resampling_options("seed")
@plot_option("the curves")
@option(
    "--write FOLDER",
    "Also write each response as ERROR-RATE-DRAW in the format of KEY (default: none).",
    name="folder",
    type=OUTPUT_FOLDER,
)
@setting_options()
@key_options()
@output_options
def command(
    key: str,
    plot: str | None,
    folder: str | None,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Make errors of known kinds in KEY at growing rates, and show how each metric reacts.

    Choose a metric that falls with the errors that matter to you.
    """
    from corefeval.simulation.simulation import simulate  # noqa: PLC0415 - numpy is imported only to work

    made = None if folder is None else _writer(key, folder)
    simulation = simulate(key, made=made, **options)
    if plot is not None:
        from corefeval.reports.curves import write_plot  # noqa: PLC0415 - same

        write_plot(simulation, plot)
    write_output(simulation.render(kind), output, kind, simulation.warnings)


def _writer(key: str, folder: str) -> Callable[[Point, Corpus], None]:
    """Return a function that writes each response into a folder, in the key's format if it can be written, else as JSON Lines."""
    from pathlib import Path  # noqa: PLC0415 - only where asked for

    from corefeval import formats  # noqa: PLC0415 - same
    from corefeval.formats.catalogue import BY_NAME  # noqa: PLC0415 - same
    from corefeval.text import plain_number  # noqa: PLC0415 - same

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_be_written(error, folder) from None

    def write(point: Point, response: Corpus) -> None:
        form = (
            response.format if response.format in BY_NAME and BY_NAME[response.format].written else JSON_LINES
        )
        kept = form == response.format and not Path(key).is_dir()
        ending = "".join(Path(key).suffixes[-2:]) if kept else f".{form}"
        name = f"{point.error}-{plain_number(point.rate)}-{point.repeat}{ending}"
        path = Path(folder) / name
        if path.is_symlink():  # replaced, not followed: nobody named it
            path.unlink()
        tell(formats.write(response, path, form))

    return write
