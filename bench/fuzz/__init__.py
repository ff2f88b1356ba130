"""Broken and odd inputs through every format, command and setting, for as long as one likes.

    PYTHONPATH=bench python -m fuzz [--inputs N] [--seconds S] [--seed N] [--first N] [--jobs N] [--keep FOLDER]

An input is one mutated key and response under one command with one drawn set of settings, made by the seed of the run
and its number: `--seed S --first N --inputs 1` repeats it. Of every input its command is run; of a share, drawn with
it, further properties are looked at. The classes:

    traceback   a command ends with a result or a problem, never with a Python error or warning
    time        it takes no longer than a second and what grows with the size of the input
    terminal    no control sequence of the input is sent to a terminal
    place       file, line and column of a problem exist, and the text it shows stands there
    bounds      every recall, precision and F1 lies in 0..1, or a warning says that an official scorer gives more
    self        a file against itself scores 1 or is undefined, or, where repeated mentions are kept, a warning says so
    agreement   `validate` and `score` refuse the same files, as far as the settings need the faulty part
    rows        the rows of JSON Lines given from Python score as their file does
    round trip  what is written can be read; converted and back it scores the same, or what was lost was said
    repair      a copy of `--fix` that says nothing of changes scores as the file does
    order       the order of documents changes no score, interval or signature
    bytes       a second run prints the same bytes

Printed are the inputs by command, format and class, a digest of all outputs (the same for any PYTHONHASHSEED) and the
findings, of which the smallest input that shows them is kept. Exit status 1 if there is one.
"""
