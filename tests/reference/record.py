"""Ask the existing scorers, and write down what they answer.

    python -m tests.reference.record texts                  draw the texts anew (then all scorers are to be asked again)
    python -m tests.reference.record SCORER FOLDER          ask one; FOLDER is a checkout of it

SCORER is perl (conll/reference-coreference-scorers), craft (the fork of it by bill-baumgartner), corefud-scorer and
ua-scorer (both ufal/corefud-scorer, which is the Universal Anaphora scorer 2.0; needs udapi), lea (ns-moosavi/coval)
or scorch (LoicGrobol/scorch). Each is asked in processes with different hash seeds; what is not always the same, and
what ends in an exception, is no answer. Nothing of the scorers is kept but recall, precision and F1.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.reference import drawing
from tests.reference.recorded import FOLDER, Answers, options_of, written

Scores = dict[str, list[float]]
"""Recall, precision and F1 by metric."""

Ask = Callable[[Path, Path, str], Scores]
"""Answer for a key, a response and options."""

SEEDS = ("0", "1", "77")


def perl(folder: Path) -> Ask:
    """Ask scorer.pl: it prints numerators and denominators to 15 digits, of BLANC those of both kinds of links."""
    line = re.compile(r"^([A-Z][\w -]+): .*?\((\S+) / (\S+)\).*?\((\S+) / (\S+)\).*F1: (\S+)%")

    def ask(key: Path, response: Path, _: str) -> Scores:
        found: Scores = {}
        for metric in ("muc", "bcub", "ceafm", "ceafe", "blanc"):
            # one process a metric: it counts repeated mentions over all of a process and gives up at ten
            command = ["perl", str(folder / "scorer.pl"), metric, str(key), str(response), "none"]
            printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
            lines = {
                match[1]: list(map(float, match.groups()[1:])) for match in map(line.match, printed) if match
            }
            found["mention"] = _ratios(lines["Identification of Mentions"])
            if metric == "blanc":
                kinds = [lines["Coreference links"], lines["Non-coreference links"]]
                halves = [_ratios(kind)[2] for kind in kinds if kind[1]]
                recall, precision, _f1 = _ratios(lines["BLANC"])
                found[metric] = [recall, precision, sum(halves) / len(halves) if halves else 0.0]
                shown = lines["BLANC"]
            else:
                shown = lines["Coreference"]
                found[metric] = _ratios(shown)
            if abs(100 * found[metric][2] - shown[4]) > 0.011:  # it cuts off after two digits
                raise AssertionError(metric, shown, found[metric])
        return found

    return ask


def _ratios(numbers: list[float]) -> list[float]:
    over, all_of, under, of = numbers[:4]
    recall, precision = (over / all_of if all_of else 0.0), (under / of if of else 0.0)
    return [recall, precision, 2 * recall * precision / (recall + precision) if recall + precision else 0.0]


def _family(folder: Path) -> tuple[Any, Mapping[str, Any]]:
    sys.path.insert(0, str(folder))
    from importlib import import_module

    judge = import_module("scorer.eval.evaluator")
    metrics = {
        "muc": judge.muc,
        "bcub": judge.b_cubed,
        "ceafe": judge.ceafe,
        "ceafm": judge.ceafm,
        "blanc": [judge.blancc, judge.blancn],
        "lea": judge.lea,
        "mor": judge.mention_overlap,
        "zero": judge.als_zeros,
    }
    return judge, metrics


def _gathered(judge: Any, metrics: Mapping[str, Any], infos: Any, **more: Any) -> Scores:
    found = {}
    for name, metric in metrics.items():
        try:
            found[name] = [float(part) for part in judge.evaluate_documents(infos, metric, **more)]
        except (ArithmeticError, LookupError, TypeError):
            continue  # a zero among words, an entity without mentions: no answer
    return found


def corefud_scorer(folder: Path) -> Ask:
    """Ask corefud-scorer through its reader and evaluator."""
    judge, metrics = _family(folder)
    from scorer.corefud.reader import CorefUDReader  # type: ignore[import-not-found]

    def ask(key: Path, response: Path, options: str) -> Scores:
        match, zeros, singletons = options.split()
        reader = CorefUDReader(
            match=match, keep_singletons=singletons == "keep", keep_zeros=True, zero_match_method=zeros
        )
        reader.get_coref_infos(str(key), str(response))
        return _gathered(judge, metrics, reader.doc_coref_infos)

    return ask


def ua_scorer(folder: Path) -> Ask:
    """Ask the Universal Anaphora scorer 2.0 on CoNLL-UA and, with one word of options only, on CoNLL-2012."""
    judge, metrics = _family(folder)
    from scorer.conll.reader import CoNLLReader  # type: ignore[import-not-found]
    from scorer.ua.reader import UAReader  # type: ignore[import-not-found]

    def ask(key: Path, response: Path, options: str) -> Scores:
        if " " not in options:
            reader = CoNLLReader(match="exact", keep_singletons=options == "keep")
            reader.get_coref_infos(str(key), str(response))
            wanted = {name: metric for name, metric in metrics.items() if name not in {"mor", "zero"}}
            return _gathered(judge, wanted, reader.doc_coref_infos)
        match, singletons, sets, zeros, layer = options.split()
        reader = UAReader(
            match=match,
            keep_singletons=singletons == "keep",
            keep_split_antecedents=sets == "keep",
            keep_zeros=zeros == "keep",
            keep_bridging=True,
            keep_non_referring=True,
            evaluate_discourse_deixis=layer == "deixis",
        )
        reader.get_coref_infos(str(key), str(response))
        if layer == "deixis":
            return _gathered(judge, _without(metrics, sets), reader.doc_discourse_deixis_infos)
        found = _gathered(judge, _without(metrics, sets), reader.doc_coref_infos)
        if zeros == "drop" and found.keys() != _without(metrics, sets).keys():
            raise LookupError  # an entity of zeros alone is left without mentions: what it still prints is no answer
        if sets == "keep":
            only = _gathered(
                judge, _without(metrics, sets), reader.doc_coref_infos, only_split_antecedent=True
            )
            found.update({f"split.{name}": numbers for name, numbers in only.items()})
        found["non-referring"] = list(judge.evaluate_non_referrings(reader.doc_non_referring_infos))
        names = ("bridging.anaphor", "bridging.mention", "bridging.entity")
        found.update(zip(names, map(list, judge.evaluate_bridgings(reader.doc_bridging_infos)), strict=True))
        return found

    return ask


def _without(metrics: Mapping[str, Any], sets: str) -> dict[str, Any]:
    """BLANC of sets depends on the order of a Python set, and the others are not for this format."""
    left_out = {"mor", "zero"} | ({"blanc"} if sets == "keep" else set())
    return {name: metric for name, metric in metrics.items() if name not in left_out}


def lea(folder: Path) -> Ask:
    """Ask coval."""
    sys.path.insert(0, str(folder))
    from coval.conll import reader  # type: ignore[import-not-found]
    from coval.eval import evaluator  # type: ignore[import-not-found]

    metrics = {
        "mention": evaluator.mentions,
        "muc": evaluator.muc,
        "bcub": evaluator.b_cubed,
        "ceafe": evaluator.ceafe,
        "lea": evaluator.lea,
    }

    def ask(key: Path, response: Path, options: str) -> Scores:
        infos = reader.get_coref_infos(str(key), str(response), keep_singletons=options == "keep")
        return {
            name: [float(part) for part in evaluator.evaluate_documents(infos, metric)]
            for name, metric in metrics.items()
        }

    return ask


def scorch(folder: Path) -> Ask:
    """Ask the functions of scorch about the mentions of one document."""
    sys.path.insert(0, str(folder))
    from scorch import scores  # type: ignore[import-not-found]

    from corefeval import load

    names = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc"}

    def ask(key: Path, response: Path, _: str) -> Scores:
        sides = []
        for path in (key, response):
            corpus = load(path, format="conll2012")
            spans = zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True)
            entities: dict[int, set[tuple[int, int]]] = {}
            for span, entity in zip(spans, corpus.mentions.entity.tolist(), strict=True):
                entities.setdefault(entity, set()).add(span)
            sides.append(list(entities.values()))
        return {
            name: [float(part) for part in getattr(scores, function)(*sides)]
            for name, function in names.items()
        }

    return ask


SCORERS: dict[str, Callable[[Path], Ask]] = {
    "perl": perl,
    "craft": perl,
    "corefud-scorer": corefud_scorer,
    "ua-scorer": ua_scorer,
    "lea": lea,
    "scorch": scorch,
}


def asked(scorer: str, folder: Path) -> Iterator[tuple[str, str, str, Scores]]:
    """Yield format, text, options and answers."""
    ask = SCORERS[scorer](folder)
    with tempfile.TemporaryDirectory() as place:
        key, response = Path(place) / "key", Path(place) / "response"
        for form, name, options in options_of(scorer):
            for path in (key, response):
                path.write_text(written(form, name, path.name, options), encoding="utf-8")
            try:
                yield form, name, options, ask(key, response, options)
            except (ArithmeticError, LookupError, TypeError):
                continue


def record(scorer: str, folder: Path) -> None:
    """Ask one scorer about all texts, under several hash seeds, and keep what they agree on."""
    runs: list[Answers] = []
    for seed in SEEDS:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PERL_HASH_SEED": seed, "PERL_PERTURB_KEYS": "0"}
        command = [sys.executable, "-m", "tests.reference.record", scorer, str(folder), "--once"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        runs.append(json.loads(done.stdout.splitlines()[-1]))
    kept: Answers = {}
    first, *others = runs
    for form, by_text in first.items():
        for name, by_options in by_text.items():
            for options, scores in by_options.items():
                rest = [other[form][name].get(options, {}) for other in others]
                stable = {
                    metric: numbers
                    for metric, numbers in scores.items()
                    if all(_is_close(numbers, other.get(metric)) for other in rest)
                }
                kept.setdefault(form, {}).setdefault(name, {})[options] = stable
    git = ["git", "-C", str(folder), "describe", "--always", "--abbrev=7", "--exclude=*"]
    version = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    target = FOLDER / f"{scorer}.json"
    target.write_text(json.dumps({"version": version, "answers": kept}, indent=1) + "\n", encoding="utf-8")
    # one line a list of numbers
    squeezed = re.sub(
        r"\[\s+([^\[\]]+?)\s+\]", lambda one: "[" + re.sub(r"\s+", " ", one[1]) + "]", target.read_text()
    )
    target.write_text(squeezed, encoding="utf-8")


def _is_close(numbers: list[float], others: list[float] | None) -> bool:
    return others is not None and all(
        abs(one - other) < 1e-12 for one, other in itertools.zip_longest(numbers, others, fillvalue=9.0)
    )


def main(arguments: list[str]) -> None:
    """Draw the texts, or ask one scorer."""
    if arguments == ["texts"]:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / "texts.json").write_text(json.dumps(drawing.texts(), indent=1) + "\n", encoding="utf-8")
    elif arguments[2:] == ["--once"]:
        found: Answers = {}
        for form, name, options, scores in asked(arguments[0], Path(arguments[1])):
            found.setdefault(form, {}).setdefault(name, {})[options] = scores
        print(json.dumps(found))  # noqa: T201 - the parent reads it
    else:
        record(arguments[0], Path(arguments[1]).resolve())


if __name__ == "__main__":
    main(sys.argv[1:])
