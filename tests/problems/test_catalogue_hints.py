"""Each hint that names an option: cause the problem, follow the hint, and the problem is gone.

A case is two command lines. The first prints a problem; the second is the first with the hint followed. The options
that differ must be those that the hint names. Commands that Python has as a function run in Python, too, where the
hint names keywords.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

import corefeval
from corefeval.cli import main
from corefeval.examples import FOLDER
from corefeval.problems import CATALOGUE, CorefevalError, Problem, Severity
from corefeval.problems.render import THE_PAGE
from tests.files import RICH, conll_document

EXAMPLES = [
    path.name for path in FOLDER.iterdir() if path.suffix in {".conll", ".conllu", ".conllua", ".tsv"}
]
OLD = "Ada Lind saw the old dog in the park . She fed it there all day ."
COPY = OLD.replace("the old dog", "the big old dog")


def line(text: str, clusters: Any, name: str = "d", **fields: Any) -> str:
    """Return a document of JSON Lines with inclusive ends, in which each word is a token."""
    return json.dumps(
        {"doc_key": name, "offsets": "inclusive,token", "sentences": [text.split()], "clusters": clusters}
        | fields
    )


def bare(clusters: Any, **fields: Any) -> str:
    """Return a document of JSON Lines as given, without its meaning of offsets."""
    return json.dumps({"doc_key": "d", "sentences": [OLD.split()], "clusters": clusters} | fields)


LINKS = [[[0, 1], [10, 10]], [[3, 5], [12, 12]]]
PARSED = """\
# newdoc id = d
# global.Entity = eid
# sent_id = 1
1	Ada	Ada	PROPN	_	_	2	nsubj	_	Entity=(e1)
2	saw	see	VERB	_	_	0	root	_	_
3	old	old	ADJ	_	_	4	amod	_	Entity=(e2
4	dogs	dog	NOUN	_	_	2	obj	_	Entity=e2)

# sent_id = 2
1	She	she	PRON	_	_	2	nsubj	_	Entity=(e1)
2	fed	feed	VERB	_	_	0	root	_	_
3	them	they	PRON	_	_	2	obj	_	Entity=(e2)

"""
HEADED = (
    PARSED.replace("global.Entity = eid", "global.Entity = eid-head")
    .replace("(e1)", "(e1-1)")
    .replace("(e2\n", "(e2-1\n")
    .replace("(e2)", "(e2-1)")
)


def _without_tree(text: str) -> str:
    """Return CoNLL-U without heads and relations of words."""
    return re.sub(r"\t\d\t(nsubj|root|amod|obj)\t", "\t_\t_\t", text)


FILES: dict[str, str] = {
    "key.jsonl": line(OLD, LINKS),
    "links.jsonl": line(OLD, LINKS[:1]),
    "alone.jsonl": line(OLD, [*LINKS, [[8, 8]]]),
    "copy.jsonl": line(COPY, [[[0, 1], [11, 11]]]),
    "joined.jsonl": line(OLD.replace("Ada Lind", "AdaLind"), [[[0, 0], [9, 9]]]),
    "long.jsonl": line(OLD + " Then they left .", LINKS),
    "around.jsonl": line(
        "Here it starts . " + OLD + " Then they left .", [[[4, 5], [14, 14]], [[18, 18], [20, 20]]]
    ),
    "twice.jsonl": line(OLD, [[[0, 1], [10, 10]], [[0, 1], [12, 12]]]),
    "two.jsonl": line(OLD, LINKS) + "\n" + line(OLD, LINKS, "e"),
    "ambiguous.jsonl": bare([[[0, 1], [9, 10]]]),
    "inclusive.jsonl": bare([[[0, 1], [10, 10]]], offsets="exclusive,token"),
    "empty.jsonl": bare(
        [[[0, 1], [9, 10]]], annotations=[{"referent": [3, 3], "antecedents": [[0, 1]], "type": "ppas"}]
    ),
    "outside.jsonl": bare([[[0, 1], [16, 17]]], offsets="inclusive,token"),
    "both.jsonl": json.dumps(
        {"doc_key": "d", "text": OLD, "tokens": OLD.split(), "clusters": [[[0, 0], [4, 4]]]}
    ),
    "wordless.conll": conll_document(["(1)", "-", "(1)", "(2)", "(2)"])
    .replace("\tw", "\t_\t_")
    .replace("_\t_0", "_")
    .replace("_\t_1", "_")
    .replace("_\t_2", "_")
    .replace("_\t_3", "_")
    .replace("_\t_4", "_"),
    "letters.jsonl": json.dumps(
        {"doc_key": "d", "text": OLD, "offsets": "inclusive,character", "clusters": [[[0, 1], [4, 7]]]}
    ),
    "inside.jsonl": json.dumps(
        {
            "doc_key": "d",
            "text": OLD,
            "tokens": OLD.split(),
            "offsets": "inclusive,character",
            "clusters": [[[0, 1], [4, 7]]],
        }
    ),
    "bridge.jsonl": bare(LINKS, offsets="exclusive,token"),
    "long.conll": conll_document(["(1)", "-", "(1)", "(2)", "(2)"] * 1),
    "counted.conll": conll_document(["(0)", "(1)", "(0)", "(1)"])
    + conll_document(["(0)", "(1)", "(0)", "(1)"], "e"),
    "stars.conll": conll_document(["(1)", "(1)", "(2)", "(2)"]).replace("w1", "*pro*"),
    "cross.conllu": PARSED.replace("Entity=(e1)", "Entity=(e1)(e2)", 1),
    "headed.conllu": _without_tree(HEADED),
    "plain.jsonl": line("Ada saw old dogs She fed them", [[[0, 0], [4, 4]], [[2, 3], [6, 6]]]),
    "mix/a.conll": conll_document(["(1)", "-", "(1)"]),
    "mix/b.jsonl": line(OLD, LINKS, "e"),
    "mixed.jsonl": bare(LINKS, offsets="inclusive,token")
    + "\n"
    + bare([[[0, 1], [9, 10]]], offsets="exclusive,token", doc_key="e"),
    "contrary.jsonl": bare([[[0, 0], [14, 17]]]),
    "alone/x.ann": RICH["brat"]["f.ann"],
    "brat/x.txt": RICH["brat"]["f.txt"],
    "brat/x.ann": RICH["brat"]["f.ann"],
    "labels.jsonl": line(
        OLD, [[[0, 1], [3, 5]]], mentions=[{"span": [0, 1], "type": "foo"}, {"span": [3, 5], "type": "bar"}]
    ),
    "codes.jsonl": line(
        OLD, [[[0, 1], [3, 5]]], mentions=[{"span": [0, 1], "code": "zzzz"}, {"span": [3, 5], "code": "ppas"}]
    ),
    "basque.jsonl": line(
        OLD, [[[0, 1], [3, 5]]], mentions=[{"span": [0, 1], "code": "nnh"}, {"span": [3, 5], "code": "nnh"}]
    ),
    "one.jsonl": line(
        OLD, LINKS, annotations=[{"referent": [10, 10], "antecedents": [[0, 1]], "type": "ppas"}]
    ),
    "ones.jsonl": line(OLD, LINKS[:1]),
    "nested.jsonl": line(OLD, [[[3, 5], [12, 12]], [[4, 4], [0, 1]]]),
    "other.jsonl": line(
        "Nobody knows what this text says , and none of it is in the other file .", [[[0, 0], [4, 5]]]
    ),
    "rich.sgml": next(iter(RICH["muc"].values())),
    "scores.csv": "system,score\nx,0.5\ny,0.6\nz,0.7\n",
    "sets/a.conll": conll_document(["(1)", "-", "(1)"], "a"),
    "sets/b.conll": conll_document(["(1)", "-", "(1)"], "b"),
    "some/a.conll": conll_document(["(1)", "-", "(1)"], "a"),
    "broken/a.conll": conll_document(["(1)", "-", "(1)"], "a"),
    "broken/b.conll": conll_document(["(1", "-", "(1)"], "b"),
    "zeros.conllu": PARSED.replace("2\tsaw", "1.1\t_\t_\tPRON\t_\t_\t_\t_\t_\tEntity=(e1)\n2\tsaw"),
    "both/a.conll": conll_document(["(1)", "-", "(1)"]),
    "both/b.conllu": PARSED,
    "broken.conllu": PARSED.replace("Entity=e2)", "_"),
    "predicted.jsonl": line(OLD, LINKS, predicted_clusters=LINKS[:1]),
    "maverick.jsonl": line(OLD, LINKS, clusters_token_offsets=LINKS[:1]),
    "d.conll": conll_document(["(1)", "-", "(1)", "(2)", "(2)"]),
    "none.conll": conll_document(["-", "-", "-", "-", "-"]),
    "ones.conll": conll_document(["(1)", "-", "(2)", "-", "-"]),
    "two.conll": conll_document(["(1)", "-", "(1)"]) + conll_document(["(1)", "-", "(1)"], "e"),
    "twice.conll": conll_document(["(1)|(1)", "-", "(1)", "(2)", "(2)"]),
    "thrice.conll": conll_document(["(1)|(2)|(3)", "(3)", "(1)", "(2)", "(2)"]),
    "bare.conll": conll_document(["(1)", "(2)", "(2)"])
    .replace("w1", "w2!")
    .replace("w2\t", "w3\t")
    .replace("w2!", "w2"),
    "cross.conll": conll_document(["(1)|(2)", "-", "(1)", "(2)", "(2)"]),
    "same/a.conll": conll_document(["(1)", "-", "(1)"]),
    "same/b.conll": conll_document(["(2)", "-", "(2)"]),
    "pilot.conll": "".join(conll_document(["(1)", "(2)", "(1)", "(2)", "(1)"], f"d{n}") for n in range(8)),
    "weak.conll": "".join(
        conll_document(["(1)", "(2)", "(1)", "(2)", "-" if n % 2 else "(1)"], f"d{n}") for n in range(8)
    ),
    "poor.conll": "".join(
        conll_document(["(1)", "(2)", "(1)", "-", "-" if n % 3 else "(1)"], f"d{n}") for n in range(8)
    ),
    "pool.conll": "".join(conll_document(["(1)", "(2)", "(1)", "(2)"], f"d{n}") for n in range(12)),
    "pool-a.conll": "".join(
        conll_document(["(1)", "(2)", "(1)", "-" if n % 2 else "(2)"], f"d{n}") for n in range(12)
    ),
    "pool-b.conll": "".join(
        conll_document(["(1)", "(2)", "(1)", "(2)" if n % 3 else "(1)"], f"d{n}") for n in range(12)
    ),
    "chosen.csv": "document,probability\n" + "".join(f"d{n},0.9\n" for n in range(11)),
    "typed.jsonl": line(OLD, LINKS, mentions=[{"span": [0, 1], "cluster": 0, "etype": "person"}]),
    "untyped.conll": conll_document(["(1)", "-", "(1)"]),
    "parsed.conllu": PARSED,
    "headless.conllu": _without_tree(PARSED),
    "spaces.conllu": PARSED.replace("1\tAda\tAda", "1 Ada Ada"),
    "answer.md": "Ada Lind saw the old dog in the park. She fed it there all day.",
}


class Case(NamedTuple):
    """A command that has a problem, and the same with its hint followed.

    Attributes:
        code: the code of the problem.
        kind: its kind.
        cause: the command.
        fixed: the command with the hint followed; several are separated by " && ".
        then: the kind of the code, or the other code, that takes its place, if there is one.
        advice: the kind whose hint is printed, if it is not that of the problem.
    """

    code: str
    kind: str
    cause: str
    fixed: str
    then: str = ""
    advice: str = ""


OTHER = {"-m", "-o", "--repeats", "--window-edges"}
"""Options that cases change to be small, or that hints mean by the word metric."""

CASES = [
    Case(
        "CE008",
        "nothing-in-file-says",
        "score ambiguous.jsonl key.jsonl",
        "score ambiguous.jsonl key.jsonl --key-offsets inclusive",
    ),
    Case(
        "CE008",
        "nothing-in-file-says",
        "score key.jsonl ambiguous.jsonl",
        "score key.jsonl ambiguous.jsonl --response-offsets exclusive",
    ),
    Case(
        "CE008",
        "nothing-in-file-says",
        "validate ambiguous.jsonl",
        "validate ambiguous.jsonl --offsets exclusive",
    ),
    Case(
        "CE008",
        "nothing-in-file-says",
        "convert ambiguous.jsonl o.conll",
        "convert ambiguous.jsonl o.conll --offsets inclusive",
    ),
    Case(
        "CE008",
        "documents-text-tokens-every",
        "score both.jsonl both.jsonl --key-offsets inclusive --response-offsets inclusive",
        "score both.jsonl both.jsonl --key-offsets token,inclusive --response-offsets token,inclusive",
    ),
    Case(
        "CE010", "not-in-response", "score two.jsonl key.jsonl", "score two.jsonl key.jsonl --missing empty"
    ),
    Case("CE012", "document-also", "score same same", "score same same --average datasets"),
    Case("CE012", "document-also", "compare same same", "compare same x=same --by dataset"),
    Case(
        "CE013",
        "document-key-response",
        "score key.jsonl copy.jsonl",
        "score key.jsonl copy.jsonl --align rewrite",
    ),
    Case(
        "CE013",
        "document-key-response",
        "score key.jsonl joined.jsonl --align strict",
        "score key.jsonl joined.jsonl --align auto",
        advice="same-text",
    ),
    Case(
        "CE013",
        "document-key-response",
        "score key.jsonl joined.jsonl --align strict",
        "score key.jsonl joined.jsonl --align characters",
        advice="same-text",
    ),
    Case(
        "CE013",
        "document-gives-no-words",
        "score d.conll wordless.conll --align strict",
        "score d.conll wordless.conll --align auto",
    ),
    Case(
        "CE013",
        "document-gives-no-words",
        "score d.conll wordless.conll --align strict",
        "score d.conll wordless.conll --align positions",
    ),
    Case("CE013", "response-goes-on", "score key.jsonl long.jsonl", "score key.jsonl long.jsonl --crop"),
    Case(
        "CE013",
        "key-is-part-of-response",
        "score key.jsonl around.jsonl",
        "score key.jsonl around.jsonl --crop",
    ),
    Case(
        "CE013",
        "no-part-of-response",
        "score key.jsonl copy.jsonl --crop",
        "score key.jsonl copy.jsonl",
        "document-key-response",
    ),
    Case(
        "CE020",
        "blanks-for-tabs",
        "validate spaces.conllu",
        "validate spaces.conllu --fix o.conllu && validate o.conllu",
    ),
    Case(
        "CE030",
        "listed-again",
        "score key.jsonl twice.jsonl",
        "score key.jsonl twice.jsonl --duplicates keep",
    ),
    Case(
        "CE031",
        "span-outside-by-its-end",
        "score key.jsonl outside.jsonl",
        "score key.jsonl outside.jsonl --response-offsets exclusive",
    ),
    Case(
        "CE037",
        "inside-token-of-file",
        "validate inside.jsonl",
        "validate inside.jsonl --fix o.jsonl && validate o.jsonl",
    ),
    Case(
        "CE037",
        "inside-token",
        "score letters.jsonl letters.jsonl",
        "score letters.jsonl letters.jsonl --key-offsets inclusive,character,letters --response-offsets inclusive,character,letters",
    ),
    Case(
        "CE095",
        "gives-no-words-mentions",
        "score d.conll wordless.conll",
        "score d.conll wordless.conll --align positions",
    ),
    Case(
        "CE038",
        "file-predicted-clusters-clusters",
        "score key.jsonl predicted.jsonl",
        "score key.jsonl predicted.jsonl --response-layer clusters",
    ),
    Case(
        "CE038",
        "other-clusters",
        "score key.jsonl maverick.jsonl",
        "score key.jsonl maverick.jsonl --response-layer clusters_token_offsets",
    ),
    Case(
        "CE040", "singletons", "score alone.jsonl key.jsonl", "score alone.jsonl key.jsonl --singletons drop"
    ),
    Case(
        "CE041",
        "key-neither-minimum-spans",
        "score key.jsonl key.jsonl --match partial",
        "score key.jsonl key.jsonl --match exact",
    ),
    Case(
        "CE041",
        "names-no-heads",
        "score key.jsonl key.jsonl --match head",
        "score key.jsonl key.jsonl --match exact",
    ),
    Case(
        "CE066",
        "no-tree",
        "score headless.conllu headless.conllu",
        "score headless.conllu headless.conllu --match exact",
    ),
    Case(
        "CE066",
        "no-tree",
        "score headless.conllu headless.conllu",
        "score headless.conllu headless.conllu --text parsed.conllu",
    ),
    Case(
        "CE060",
        "undefined-because-nothing-divide",
        "score none.conll none.conll",
        "score none.conll none.conll --undefined zero",
    ),
    Case(
        "CE062",
        "heads-no-effect-match",
        "score key.jsonl key.jsonl --heads first",
        "score key.jsonl key.jsonl",
    ),
    Case(
        "CE062",
        "heads-no-effect-match",
        "score parsed.conllu parsed.conllu --heads first --match exact",
        "score parsed.conllu parsed.conllu --heads first --match head",
    ),
    Case(
        "CE062",
        "compared-f1",
        "compare key.conll eager.conll cautious.conll --beta 2",
        "compare key.conll eager.conll cautious.conll",
    ),
    Case(
        "CE062",
        "jackknife-draws-nothing",
        "agree key.conll eager.conll --seed 3 --resamples 100",
        "agree key.conll eager.conll --seed 3 --resamples 100 --interval percentile",
    ),
    Case(
        "CE062",
        "jackknife-draws-nothing",
        "agree key.conll eager.conll --resamples 100",
        "agree key.conll eager.conll",
    ),
    Case(
        "CE062",
        "scheme-no-effect",
        "score key.jsonl key.jsonl --scheme plain",
        "score key.jsonl key.jsonl --scheme plain --by class",
    ),
    Case(
        "CE062",
        "scheme-no-effect",
        "score key.jsonl key.jsonl --scheme plain",
        "score key.jsonl key.jsonl --scheme plain -m dominant",
    ),
    Case(
        "CE050",
        "no-parameter",
        "score d.conll d.conll -m 'bcub(singletons=drop)'",
        "score d.conll d.conll -m bcub --singletons drop",
    ),
    Case(
        "CE046",
        "mentions-no-known-type",
        "score key.jsonl key.jsonl --for search",
        "score key.jsonl key.jsonl --for search --language en",
    ),
    Case(
        "CE046",
        "no-language-declared-file",
        "score key.jsonl key.jsonl --by type",
        "score key.jsonl key.jsonl --by type --language en",
    ),
    Case(
        "CE171",
        "gold-below-100",
        "score key.conllu cautious.conllu -p e2e",
        "score key.conllu cautious.conllu -p longdoc",
    ),
    Case(
        "CE052",
        "document-documents-what-resampled",
        "compare key.jsonl links.jsonl alone.jsonl",
        "compare key.jsonl links.jsonl alone.jsonl --resample entities",
    ),
    Case(
        "CE052",
        "document-documents-what-resampled",
        "compare key.jsonl links.jsonl alone.jsonl",
        "compare key.jsonl links.jsonl alone.jsonl --resamples 0",
    ),
    Case(
        "CE051",
        "same-system-twice",
        "compare key.conll eager.conll eager.conll",
        "compare key.conll a=eager.conll b=eager.conll",
    ),
    Case(
        "CE098",
        "not-in-text",
        "score key.jsonl around.jsonl --align rewrite",
        "score key.jsonl around.jsonl --align rewrite --crop",
        "",
    ),
    Case("CE098", "cropped", "score key.jsonl around.jsonl --crop", "score key.jsonl key.jsonl"),
    Case(
        "CE085",
        "entities-numbered-anew",
        "score counted.conll counted.conll --across corpus",
        "score counted.conll counted.conll",
    ),
    Case(
        "CE057",
        "stars-are-zeros",
        "score stars.conll bare.conll",
        "score stars.conll bare.conll --zeros drop",
    ),
    Case(
        "CE057",
        "stars-are-zeros",
        "score stars.conll bare.conll",
        "score stars.conll bare.conll --zeros linear",
    ),
    Case(
        "CE066",
        "no-tree-on-one-side",
        "score headed.conllu headless.conllu",
        "score headed.conllu headless.conllu --match exact",
    ),
    Case(
        "CE066",
        "first-words",
        "score parsed.conllu parsed.conllu",
        "score parsed.conllu parsed.conllu --heads tree",
    ),
    Case("CE108", "no-type-codes-hold", "validate key.jsonl --scheme plain", "validate key.jsonl"),
    Case(
        "CE052",
        "one-document-whether-difference",
        "explain key.jsonl links.jsonl alone.jsonl",
        "compare key.jsonl links.jsonl alone.jsonl --resample entities",
    ),
    Case(
        "CE052",
        "few-documents",
        "compare key.conll eager.conll --interval percentile",
        "compare key.conll eager.conll",
    ),
    Case(
        "CE044",
        "needs-split-antecedents-kept",
        "score relations.key.conllua relations.system.conllua -m split.bcub",
        "score relations.key.conllua relations.system.conllua -m split.bcub --split-antecedents keep",
    ),
    Case(
        "CE079",
        "not-mentions-of-key",
        "score links.jsonl key.jsonl --mentions key",
        "score links.jsonl key.jsonl",
    ),
    Case(
        "CE051",
        "perl-has-no-split-antecedents",
        "score d.conll cross.conll --duplicates perl --split-antecedents keep",
        "score d.conll cross.conll --duplicates first --split-antecedents keep",
    ),
    Case(
        "CE051",
        "perl-matches-exactly",
        "score cross.conllu cross.conllu --duplicates perl --match head",
        "score cross.conllu cross.conllu --duplicates keep --match head",
    ),
    Case(
        "CE051",
        "key-mentions-are-links",
        "score key.jsonl links.jsonl --mentions key -m bridging",
        "score key.jsonl links.jsonl --mentions key",
    ),
    Case(
        "CE051",
        "key-mentions-have-no-split-antecedents",
        "score key.jsonl links.jsonl --mentions key --split-antecedents keep",
        "score key.jsonl links.jsonl --mentions key --split-antecedents drop",
    ),
    Case(
        "CE051",
        "several-presets-of-score",
        "explain d.conll d.conll -p perl,e2e",
        "explain d.conll d.conll -p perl",
    ),
    Case(
        "CE051",
        "window-not-additive",
        "score key.jsonl links.jsonl --window 5 -m blanc",
        "score key.jsonl links.jsonl -m blanc",
    ),
    Case(
        "CE051",
        "window-without-sets",
        "score key.jsonl links.jsonl --window 5 --split-antecedents keep",
        "score key.jsonl links.jsonl --split-antecedents keep",
    ),
    Case(
        "CE051",
        "classes-need-documents",
        "compare key.conll eager.conll --by type --resample entities",
        "compare key.conll eager.conll --by type",
    ),
    Case(
        "CE051",
        "give-number-or-table",
        "reproduce d.conll d.conll 61 --table d.conll",
        "reproduce d.conll d.conll 61",
    ),
    Case(
        "CE051", "rate-between-0-1", "simulate d.conll --rates 5", "simulate d.conll --rates 0.5 --repeats 1"
    ),
    Case(
        "CE115",
        "error-needs-codes",
        "simulate d.conll --errors types",
        "simulate d.conll --errors split --repeats 1",
    ),
    Case(
        "CE115",
        "nothing-in-key-error",
        "simulate ones.conll --errors split,missed --repeats 1",
        "simulate ones.conll --errors missed --repeats 1",
    ),
    Case(
        "CE116",
        "across-documents",
        "explain two.conll two.conll --across corpus --repair split_entity -o o.conll",
        "explain two.conll two.conll --across document --repair split_entity -o o.conll",
    ),
    Case(
        "CE171",
        "averaged-over-documents",
        "score two.conll two.conll --documents mean",
        "score two.conll two.conll --documents pool",
    ),
    Case(
        "CE174",
        "key-has-no-trees",
        "score key.conll eager.conll -m use.facts",
        "score key.conll eager.conll -m use.facts --text key.conllu",
    ),
    Case(
        "CE181",
        "repair-and-other",
        "plan pilot.conll weak.conll poor.conll --repair all",
        "plan pilot.conll weak.conll --repair all",
    ),
    Case(
        "CE181",
        "difference-of-one",
        "plan pilot.conll weak.conll --difference 1",
        "plan pilot.conll weak.conll --difference 1 --repair all",
    ),
    Case(
        "CE181",
        "share-of-nothing",
        "plan pilot.conll weak.conll --share 0.5",
        "plan pilot.conll weak.conll --share 0.5 --repair all",
    ),
    Case(
        "CE184",
        "too-few",
        "next pool-a.conll pool-b.conll -n 5",
        "next pool-a.conll pool-b.conll -n 10",
    ),
    Case(
        "CE184",
        "more-than-there-are",
        "next pool-a.conll pool-b.conll -n 50",
        "next pool-a.conll pool-b.conll -n 12",
    ),
    Case(
        "CE184",
        "option-without-gold",
        "next pool-a.conll pool-b.conll -m conll",
        "next pool-a.conll pool-b.conll -m conll --gold pool.conll --chosen chosen.csv",
    ),
    Case(
        "CE184",
        "not-a-choice",
        "next pool-a.conll pool-b.conll --gold pool.conll --chosen scores.csv",
        "next pool-a.conll pool-b.conll -n 10 -f csv -o new.csv && next pool-a.conll pool-b.conll --gold pool.conll --chosen new.csv",
    ),
    Case(
        "CE182",
        "both-ways",
        "score --key d.conll --key ones.conll d.conll twice.conll",
        "score --key d.conll --key ones.conll twice.conll",
    ),
    Case(
        "CE178", "too-few-systems", "study key.conllu eager.conllu", "study key.conllu --simulate 3 -m conll"
    ),
    Case(
        "CE178", "no-metrics", "study key.conllu --simulate 3 -m use.facts", "study key.conllu --simulate 3"
    ),
    Case(
        "CE131",
        "gives-no-mention",
        "agree typed.jsonl key.jsonl --types etype",
        "agree typed.jsonl key.jsonl",
    ),
    Case(
        "CE141",
        "key-among-systems-left",
        "compare key.conll key.conll eager.conll",
        "compare key.conll gold=key.conll eager.conll",
    ),
    Case(
        "CE055",
        "tags-from-response",
        "score plain.jsonl parsed.conllu --by type",
        "score plain.jsonl parsed.conllu --by type --text parsed.conllu",
    ),
    Case(
        "CE004",
        "folder-holds-files-several",
        "score mix mix",
        "score mix mix --key-format conll2012 --response-format conll2012",
    ),
    Case("CE004", "folder-holds-files-several", "validate mix", "validate mix --from jsonlines"),
    Case(
        "CE008", "meant-otherwise-before", "validate mixed.jsonl", "validate mixed.jsonl --offsets inclusive"
    ),
    Case(
        "CE008",
        "meant-otherwise-before",
        "score mixed.jsonl mixed.jsonl",
        "score mixed.jsonl mixed.jsonl --key-offsets inclusive --response-offsets inclusive",
    ),
    Case(
        "CE090",
        "not-beside-it",
        "score alone/x.ann alone/x.ann",
        "score alone/x.ann alone/x.ann --key-companion brat/x.txt --response-companion brat/x.txt",
    ),
    Case("CE090", "not-beside-it", "validate alone/x.ann", "validate alone/x.ann --companion brat/x.txt"),
    Case(
        "CE071",
        "answer-refused",
        "score plain.jsonl answer.md --response-format markdown --unreadable error",
        "score plain.jsonl answer.md --response-format markdown --unreadable empty",
    ),
    Case(
        "CE071",
        "answer-without-marks",
        "score plain.jsonl answer.md --response-format markdown",
        "score plain.jsonl answer.md --response-format markdown --unreadable error",
        "answer-refused",
    ),
    Case(
        "CE046",
        "labels-without-type",
        "score labels.jsonl labels.jsonl --by type --types foo=name --language en",
        "score labels.jsonl labels.jsonl --by type --types foo=name,bar=nominal --language en",
    ),
    Case(
        "CE046",
        "attributes-missing",
        "score labels.jsonl labels.jsonl --by type --types xy:foo=name --language en",
        "score labels.jsonl labels.jsonl --by type --types foo=name,bar=nominal --language en",
    ),
    Case(
        "CE108",
        "unknown-codes",
        "score codes.jsonl codes.jsonl -m dominant",
        "score codes.jsonl codes.jsonl -m dominant --unknown-codes error",
        "no-type-code-scheme",
    ),
    Case(
        "CE108",
        "unknown-codes-of-named",
        "score codes.jsonl codes.jsonl -m dominant --scheme lithuanian",
        "validate codes.jsonl --scheme lithuanian",
        "no-type-code-scheme",
    ),
    Case(
        "CE111", "has-codes", "convert codes.jsonl o.jsonl --add-codes derived", "convert codes.jsonl o.jsonl"
    ),
    Case(
        "CE062",
        "window-edges-no-effect",
        "score key.jsonl key.jsonl --window-edges bookcoref",
        "score key.jsonl key.jsonl --window-edges bookcoref --window 5",
    ),
    Case(
        "CE062",
        "window-edges-no-effect",
        "score key.jsonl key.jsonl --window-edges bookcoref",
        "score key.jsonl key.jsonl",
    ),
    Case(
        "CE050",
        "no-metric",
        "score d.conll d.conll -m 'bcub('",
        "score d.conll d.conll -m 'bcub(importance=size)'",
    ),
    Case(
        "CE050",
        "not-a-type-table",
        "score labels.jsonl labels.jsonl --types xx",
        "score labels.jsonl labels.jsonl --types 'nam*=name,agp=nominal'",
    ),
    Case(
        "CE050",
        "not-confusion-type-codes",
        "score codes.jsonl codes.jsonl -m 'dominant(same=x)'",
        "score codes.jsonl codes.jsonl -m 'dominant(same=2:pa)'",
    ),
    Case(
        "CE050",
        "not-confusion-type-codes",
        "score codes.jsonl codes.jsonl -m 'dominant(same=x)'",
        "score codes.jsonl codes.jsonl -m 'dominant(same=ppas=ppis)'",
    ),
    Case(
        "CE051",
        "units-have-no-features",
        "explain key.conllu eager.conllu -m use.facts --by type",
        "explain key.conllu eager.conllu -m use.facts,conll --by type",
    ),
    Case(
        "CE051",
        "units-have-no-features",
        "explain key.conllu eager.conllu -m use.facts --by type",
        "explain key.conllu eager.conllu -m use.facts",
    ),
    Case(
        "CE051",
        "two-systems-named",
        "compare key.conll a=eager.conll a=cautious.conll",
        "compare key.conll a=eager.conll b=cautious.conll",
    ),
    Case(
        "CE052",
        "entities-can-resampled",
        "compare d.conll ones.conll cross.conll --resample entities --twinless cai-strube",
        "compare d.conll ones.conll cross.conll --resample entities",
    ),
    Case(
        "CE052",
        "what-counts-not-add",
        "compare d.conll ones.conll twice.conll --resample entities -m conll,blanc",
        "compare d.conll ones.conll twice.conll --resample entities -m conll",
    ),
    Case(
        "CE115",
        "key-one-type-code",
        "simulate one.jsonl --errors types",
        "simulate one.jsonl --errors split --repeats 1",
    ),
    Case(
        "CE116",
        "read-not-written",
        "explain rich.sgml rich.sgml --repair split_entity -o o.sgml",
        "explain rich.sgml rich.sgml --repair split_entity --to jsonlines -o o.jsonl",
    ),
    Case(
        "CE171",
        "system-singletons",
        "score key.jsonl alone.jsonl -p e2e",
        "score key.jsonl alone.jsonl -p longdoc",
    ),
    Case(
        "CE171",
        "window-edges",
        "score nested.jsonl nested.jsonl --window 5 --window-edges bookcoref",
        "score nested.jsonl nested.jsonl --window 5",
    ),
    Case(
        "CE181",
        "undefined",
        "plan pilot.conll weak.conll -m conll,zero",
        "plan pilot.conll weak.conll -m conll",
    ),
    Case(
        "CE178",
        "too-few-to-fit",
        "study key.conllu --simulate 3 --fit dominant -m conll",
        "study key.conllu --simulate 3 -m conll",
    ),
    Case(
        "CE178",
        "scores-of-simulated",
        "study key.conllu --simulate 3 --against scores.csv -m conll",
        "study key.conllu --simulate 3 -m conll",
    ),
    Case(
        "CE178",
        "no-such-system",
        "study key.conllu eager.conllu cautious.conllu key2=uses.key.conllu --against scores.csv -m conll",
        "study key.conllu x=eager.conllu y=cautious.conllu z=key.conllu --against scores.csv -m conll",
    ),
    Case(
        "CE010",
        "nothing-dataset",
        "score sets some --average datasets",
        "score sets some --average datasets --missing empty",
        "nothing-dataset-scored-empty",
    ),
    Case(
        "CE106",
        "no-copy",
        "score key.jsonl other.jsonl --align rewrite",
        "score two.jsonl key.jsonl --align rewrite --missing empty",
    ),
    Case(
        "CE044",
        "no-zero-enhanced-dependencies",
        "score zeros.conllu zeros.conllu --zeros dependent",
        "score zeros.conllu zeros.conllu --zeros linear",
    ),
    Case(
        "CE063",
        "repeated-counts",
        "score cross.conll cross.conll --duplicates keep",
        "score cross.conll cross.conll --duplicates first",
    ),
    Case(
        "CE051",
        "perl-keeps-twinless",
        "score cross.conll d.conll --duplicates perl --twinless cai-strube",
        "score cross.conll d.conll --duplicates merge --twinless cai-strube",
    ),
    Case(
        "CE004",
        "plain-text",
        "score plain.jsonl answer.md",
        "score plain.jsonl answer.md --response-format markdown",
    ),
    Case(
        "CE008",
        "ends-where-begins-ends",
        "validate contrary.jsonl",
        "validate contrary.jsonl --offsets inclusive",
        "CE031",
    ),
    Case(
        "CE046",
        "types-guessed",
        "score labels.jsonl labels.jsonl -m dominant",
        "score labels.jsonl labels.jsonl -m dominant --types foo=name,bar=nominal",
    ),
    Case(
        "CE174",
        "language-not-declared",
        "score parsed.conllu parsed.conllu -m use.replace",
        "score parsed.conllu parsed.conllu -m use.replace --language en",
    ),
    Case(
        "CE178",
        "no-weights-to-fit",
        "study key.conllu --simulate 3 --fit conll -m conll",
        "study key.conllu --simulate 3 --fit dominant -m conll",
        "too-few-to-fit",
    ),
    Case(
        "CE051",
        "formats-datasets-different-default",
        "score both both --average datasets",
        "score both both --average datasets --preset perl",
    ),
    Case(
        "CE031",
        "span-without-words",
        "validate empty.jsonl --offsets exclusive",
        "validate empty.jsonl --offsets inclusive",
    ),
    Case(
        "CE051",
        "chooses-metrics-itself",
        "compare key.conllu eager.conllu cautious.conllu --for search -m conll",
        "compare key.conllu eager.conllu cautious.conllu --for search",
    ),
]


PYTHON_ONLY = "it concerns objects of Python; the tests of its module cause it"
DAMAGE = "it needs a process that is killed or a cluster; tests/engine causes it"
LARGE = "it needs a large input"
RARE = "its input is long to write down; the tests of its module or of a reference scorer cause it"
ELSEWHERE = {
    ("CE005", "file-open-text"): PYTHON_ONLY,
    ("CE010", "not-in-response-because"): RARE,
    ("CE038", "same-layer-of-same-file"): RARE,
    ("CE043", "zeros-collide"): RARE,
    ("CE044", "result-no-longer-texts"): PYTHON_ONLY,
    ("CE044", "breakdown-needs-mentions-result"): PYTHON_ONLY,
    ("CE044", "window-needs-words"): PYTHON_ONLY,
    ("CE044", "match-craft-compares-parts"): PYTHON_ONLY,
    ("CE044", "dependent-zeros-need-enhanced"): RARE,
    ("CE046", "types-unknown"): RARE,
    ("CE046", "mentions-without-label"): RARE,
    ("CE050", "attempted-is-of-classes"): RARE,
    ("CE050", "scheme-file-signature"): RARE,
    ("CE051", "signature-needs-text"): RARE,
    ("CE051", "section-not-explained"): PYTHON_ONLY,
    ("CE051", "no-weights-of-links"): RARE,
    ("CE051", "document-beside-named-documents"): PYTHON_ONLY,
    ("CE051", "names-codes-attempted"): RARE,
    ("CE051", "simulation-needs-error-rate"): PYTHON_ONLY,
    ("CE051", "preset-row-has-setting"): RARE,
    ("CE051", "allennlp-singletons"): PYTHON_ONLY,
    ("CE070", "covals-reading-minimum-spans"): RARE,
    ("CE108", "unknown-codes-of-other-scheme"): RARE,
    ("CE115", "error-needs-key-none"): PYTHON_ONLY,
    ("CE116", "key-cannot-added-response"): RARE,
    ("CE117", "settings-score-otherwise"): RARE,
    ("CE124", "two-processes-killed"): DAMAGE,
    ("CE125", "process-killed-at-part"): DAMAGE,
    ("CE143", "sets-settings-tried"): LARGE,
    ("CE174", "mentions-have-no-text"): PYTHON_ONLY,
    ("CE182", "one-key"): PYTHON_ONLY,
}
"""The hints with options that no case follows, and why."""


def written(folder: Path) -> Path:
    """Write all files of the cases to a folder."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in EXAMPLES:
        (folder / name).write_bytes((FOLDER / name).read_bytes())
    return folder


def output(command: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines that the last of some commands prints."""
    lines: list[str] = []
    for each in command.split(" && "):
        with suppress(SystemExit):
            main(shlex.split(each))
        done = capsys.readouterr()
        lines = [*done.out.splitlines(), *done.err.splitlines()]
    return lines


def pattern(template: str) -> re.Pattern[str]:
    """Return a regular expression for a sentence or hint of the catalogue, with any arguments."""
    parts = Formatter().parse(template)
    return re.compile(
        "".join(re.escape(text) + ("" if name is None else ".*?") for text, name, _, _ in parts)
    )


def hint_of(code: str, kind: str) -> re.Pattern[str]:
    """Return a regular expression for the hint of a kind, on a line of its own or in brackets."""
    row = CATALOGUE[code]
    found = pattern((row.sentence(kind).hint or row.hint.replace("{", "{{").replace("}", "}}")).rstrip("."))
    return re.compile(found.pattern.replace(re.escape(THE_PAGE), ".*"))


def has(lines: Sequence[str], case: Case, kind: str) -> bool:
    """Return whether lines of output have a problem of this kind, with the hint of the case."""
    sentence = pattern(CATALOGUE[case.code].sentence(kind).text)
    hint = hint_of(case.code, case.advice if kind == case.kind and case.advice else kind)
    found = any(line.startswith(case.code) and sentence.search(line) for line in lines)
    return found and any(hint.search(line) for line in lines)


def options(command: str) -> set[str]:
    """Return the options of a command with their values."""
    found = re.findall(r"(?<= )--?[a-z][a-z-]*(?: (?!-)(?!&&)[^ ]+)?", command)
    return {each.replace("-p ", "--preset ") for each in found}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.advice or case.kind}")
def test_following_a_hint_on_the_command_line(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The problem is there before and gone after, and the message names the options that the second command changes."""
    monkeypatch.chdir(written(tmp_path))
    monkeypatch.setenv("COLUMNS", "100000")
    before, after = (output(command, capsys) for command in (case.cause, case.fixed))
    assert has(before, case, case.kind), before
    assert not has(after, case, case.kind), after
    if case.then.startswith("CE"):
        assert any(line.startswith(case.then) for line in after), after
    elif case.then:
        assert has(after, case, case.then), after
    else:
        assert not any(re.match(r"CE\d{3} error|Error:|Usage:", line) for line in after), after
    hint = hint_of(case.code, case.advice or case.kind)
    words = " ".join(line for line in before if hint.search(line) or line.startswith(case.code))
    changed = {option.split(" ")[0] for option in options(case.cause) ^ options(case.fixed)}
    assert {option for option in changed if option.strip("-").rstrip("s") not in words} <= OTHER


def test_every_hint_with_an_option_is_followed() -> None:
    """A hint that names an option or a keyword has a case, or a reason why it has none."""
    followed = {(case.code, kind) for case in CASES for kind in (case.kind, case.advice)} | ELSEWHERE.keys()
    option = re.compile(r"(?<![\w-])--?[a-z][a-z-]*|\b[a-z]+=")
    missing = []
    for code, row in CATALOGUE.items():
        own = [kind for kind in row.sentences if row.sentence(kind).hint]
        shared = [kind for kind in row.sentences if kind not in own]
        missing += [
            (code, kind)
            for kind in own
            if option.search(row.sentence(kind).hint) and (code, kind) not in followed
        ]
        if option.search(row.hint) and shared and not any((code, kind) in followed for kind in shared):
            missing.append((code, shared[0]))
    assert missing == []


def in_python(command: str) -> tuple[str, dict[str, Any]]:
    """Return the function and the arguments of a command."""
    name, *rest = shlex.split(command)
    files, keywords = [], {}
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            files.append(word)
            continue
        keyword = {"-m": "metrics", "-p": "preset"}.get(word, word.strip("-").replace("-", "_"))
        value = True if keyword == "crop" else rest.pop(0)
        keywords[keyword] = int(value) if isinstance(value, str) and value.isdigit() else value
    if name == "compare":
        named = {file.partition("=")[0]: file.rpartition("=")[2] for file in files[1:]}
        return name, {"key": files[0], "systems": named, **keywords}
    return name, {"key": files[0], "response": files[1], **keywords}


def problems(command: str) -> list[Problem]:
    """Return the problems of a command that runs in Python."""
    name, arguments = in_python(command)
    try:
        return list(getattr(corefeval, name)(**arguments).warnings)
    except CorefevalError as error:
        return list(error.problems)


PYTHON = [
    case
    for case in CASES
    if re.match("score|compare", case.cause)
    and re.match("score|compare", case.fixed)
    and not re.search(r"--(?:by|average|for|key) |same=|\w=\w+\.|answer\.md", case.cause + case.fixed)
]
"""The cases of commands that Python has under the same name, with the same arguments."""


@pytest.mark.parametrize("case", PYTHON, ids=lambda case: f"{case.code}-{case.advice or case.kind}")
def test_following_a_hint_in_python(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint names keywords; with them the problem is gone."""
    monkeypatch.chdir(written(tmp_path))
    before = [each for each in problems(case.cause) if (each.code, each.kind) == (case.code, case.kind)]
    assert before
    words = before[0].to_dict()["hint"] + before[0].to_dict()["message"]
    assert not re.search(r"(?<![\w-])--[a-z]", re.sub("'corefeval [^']*'", "", words))
    after = problems(case.fixed)
    kinds = [(each.code, each.kind) for each in after]
    assert (case.code, case.kind) not in kinds
    assert case.then or not [each for each in after if each.severity is Severity.ERROR]
