"""The command line of corefud-scorer: `corefud-scorer.py KEY SYSTEM [-m …] [-s] [-a …] [-x] [-z …]`.

The output follows that program; all scores are counts of the preset `crac24`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
from collections.abc import Mapping, Sequence
from typing import NoReturn

from corefeval.choices import Match, Zeros
from corefeval.compat.program import Output, StopError, stopping
from corefeval.evaluation.score import score
from corefeval.settings import Options

METRICS = ("muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "mor", "zero")
"""The metrics of `all`, in printing order."""
OF_COREFERENCE = {*METRICS} - {"mor"}
AVERAGED = ("muc", "bcub", "ceafe")
MATCHES = {"exact": "exact", "partial": "partial-corefud", "head": "head"}
ZEROS: Mapping[str, Zeros] = {"linear": "linear", "dependent": "dependent-official"}
USAGE = """usage: corefud-scorer.py [-h]
                         [-m [{all,lea,muc,bcub,ceafe,ceafm,blanc,mor,zero} ...]]
                         [-s] [-a {exact,partial,head}] [-x]
                         [-z {linear,dependent}]
                         key_file sys_file
"""
HELP = f"""{USAGE}
Coreference scorer for documents in CorefUD 1.0 scheme

positional arguments:
  key_file              path to the key/reference file
  sys_file              path to the system/response file

options:
  -h, --help            show this help message and exit
  -m [{{all,lea,muc,bcub,ceafe,ceafm,blanc,mor,zero}} ...], --metrics [{{all,lea,muc,bcub,ceafe,ceafm,blanc,mor,zero}} ...]
                        metrics to be used for evaluation
  -s, --keep-singletons
                        evaluate also singletons; ignored otherwise
  -a {{exact,partial,head}}, --match {{exact,partial,head}}
                        choose the type of mention matching: exact, partial,
                        head
  -x, --exact-match     use exact match for matching key and system mentions;
                        overrides the value chosen by --match|-t
  -z {{linear,dependent}}, --zero-match-method {{linear,dependent}}
                        if zeros are matched based on their position or based
                        on their dependencies (default: "dependent")
"""


class _Parser(argparse.ArgumentParser):
    """The program's arguments; wrong arguments end it with status 2."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise StopError(f"{USAGE}corefud-scorer.py: error: {message}", 2)


def run(arguments: Sequence[str]) -> Output:
    """Run the program with its arguments."""
    output = Output()
    with stopping(output):
        _score(arguments, output)
    return output


def _score(arguments: Sequence[str], output: Output) -> None:
    parser = _Parser(add_help=False)
    parser.add_argument("key_file")
    parser.add_argument("sys_file")
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("-m", "--metrics", choices=["all", *sorted(METRICS)], nargs="*", default=["all"])
    parser.add_argument("-s", "--keep-singletons", action="store_true")
    parser.add_argument("-a", "--match", choices=[*MATCHES], default="head")
    parser.add_argument("-x", "--exact-match", action="store_true")
    parser.add_argument("-z", "--zero-match-method", choices=[*ZEROS], default="dependent")
    if {"-h", "--help"} & {*arguments}:
        output.lines += HELP.splitlines()
        return
    with contextlib.redirect_stderr(io.StringIO()):
        given = parser.parse_args(list(arguments))
    metrics = list(METRICS) if "all" in given.metrics else given.metrics
    match: Match = "exact" if given.exact_match else given.match
    singletons = ", singletons" if given.keep_singletons else ""
    what = f"coreferential mentions{singletons}, zeros (using {given.zero_match_method} match method)"
    what = what if OF_COREFERENCE & {*metrics} else ""
    output.lines += [
        f"The scorer is evaluating {what} using {MATCHES[match]} match evaluation setting.",
        f"The following metrics will be evaluated: {', '.join(metrics)}",
        "",
    ]
    options: Options = {
        "match": match,
        "singletons": "keep" if given.keep_singletons else "drop",
        "zeros": ZEROS[given.zero_match_method],
        "key_format": "corefud",
        "response_format": "corefud",
    }
    # without any metric the files are read all the same
    result = score(given.key_file, given.sys_file, metrics=metrics or METRICS[:1], preset="crac24", **options)
    averaged = []
    for name in metrics:
        parts = [100 * (result.scores[name][part] or 0.0) for part in ("recall", "precision", "f1")]
        output.lines += [name, "Recall: {:.2f}  Precision: {:.2f}  F1: {:.2f}".format(*parts)]
        averaged += [parts[2]] if name in AVERAGED else []
    if len(averaged) == len(AVERAGED):
        output.lines.append(f"CoNLL score: {sum(averaged) / len(averaged):.2f}")
