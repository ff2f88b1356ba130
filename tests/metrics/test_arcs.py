"""ARCS against the paper's algorithms (Tuggener 2014), the released script's counts, and the published numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval import score
from corefeval.corpus.builder import CorpusBuilder
from corefeval.metrics import parse_metric
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings
from tests.metrics.scoring import counts, golden, pairing, scores

LINKS = ("tp", "wl", "fn", "fp")
NOT_JUDGED_WITHOUT_A_NOUN_BEFORE = {
    "c08_cataphora_key": (1, 0, 0, 0),
    "c09_cataphora_two_pron": (1, 0, 0, 0),
    "c23_noun_after_pron_wrong_noun": (1, 0, 0, 0),
    "c24_noun_after_pron_missing": (0, 0, 1, 0),
    "c30_nominal_less_res_catapora": (0, 0, 0, 1),
}
"""Where the default reading of inferred antecedents leaves out nouns without a noun before them."""


def goldens() -> Any:
    """Return the golden values."""
    return golden("papers.json")["arcs"]


def case_pairing(case: Mapping[str, Any], **options: Any) -> Pairing:
    """Return the pairing of a case with its tags as types; tags other than nouns and pronouns become adverbs."""
    tags = {
        "NN": "nominal",
        "NNS": "nominal",
        "NNP": "name",
        "NNPS": "name",
        "PRP": "pronoun",
        "PRP$": "pronoun",
    }
    words = [token.split("/") for token in case["tokens"].split()]
    kinds = {place: tags.get(word[1], "adverb") for place, word in enumerate(words, 1)}
    spans = {int(mention): tuple(span) for mention, span in (case["spans"] or {}).items()}
    kinds |= {mention: "nominal" for mention, (first, last) in spans.items() if last > first}
    return pairing(case["key"], case["response"], kinds, spans=spans, **options)


@pytest.mark.parametrize("reading", ["paper", "script"])
def test_antecedents_of_the_cases(reading: str) -> None:
    """The counts of immediate and inferred antecedents in 32 small cases."""
    for name, case in goldens()["cases"].items():
        for metric in ("immediate", "inferred"):
            expected = case[metric][reading]
            if isinstance(expected, str):
                assert expected.startswith("ABORT")
                continue
            wanted = tuple((expected if reading == "paper" else expected["Overall"])[link] for link in LINKS)
            if metric == "inferred" and reading == "paper":
                wanted = NOT_JUDGED_WITHOUT_A_NOUN_BEFORE.get(name, wanted)
            found = counts(f"arcs.{metric}(reading={reading})", case_pairing(case))
            assert tuple(found[link] for link in LINKS) == wanted, (name, metric)


@pytest.mark.parametrize("reading", ["paper", "script"])
def test_anchors_of_the_cases(reading: str) -> None:
    """The counts of entity detection and entity mentions in the 32 cases; c19 has a mention in two chains."""
    for name, case in goldens()["cases"].items():
        options = {"settings": Settings(duplicates="keep")} if name.startswith("c19") else {}
        paired = case_pairing(case, **options)
        expected = case["anchor"]["paper" if reading == "paper" else "script_semantics"]
        found = counts(f"arcs.anchor(reading={reading})", paired)
        for half in ("ED", "EM"):
            for outcome in ("tp", "fn", "fp"):
                assert found[f"{half.lower()}.{outcome}"] == expected[half][outcome], (name, half, outcome)
        harmonic = case["anchor"]["script"]["F_harm"]
        if reading == "script" and harmonic is not None:
            assert 100 * scores("arcs.anchor(reading=script)", paired)["f1"] == pytest.approx(
                harmonic, abs=0.005
            )


def test_published_counts() -> None:
    """The 18 rows of counts that came with the script give the printed recall, precision and F."""
    rows = goldens()["readme_counts"]
    assert len(rows) == 18
    for row in rows:
        found = parse_metric("arcs.inferred").score({link: np.array(float(row[link])) for link in LINKS})
        for part, printed in zip(("recall", "precision", "f1"), row["printed"], strict=True):
            assert 100 * float(found[part]) == pytest.approx(printed, abs=0.0101)


def test_harmonic_means_of_table_4() -> None:
    """The 12 harmonic means of Table 4 follow from its two F of each system and class."""
    rows = goldens()["table4_harmonic"]
    assert len(rows) == 12
    for row in rows:
        totals = {}
        for half in ("ED", "EM"):
            recall, precision = row[half][0] / 100, row[half][1] / 100
            totals[f"{half.lower()}.tp"] = np.array(1.0)
            totals[f"{half.lower()}.fn"] = np.array(1 / recall - 1)
            totals[f"{half.lower()}.fp"] = np.array(1 / precision - 1)
        found = float(parse_metric("arcs.anchor").score(totals)["f1"])
        assert 100 * found == pytest.approx(row["F_harm_paper"], abs=0.0101)


def _chains(rows: list[tuple[int, int, int]], side: int) -> list[list[int]]:
    found = [[m for m, row in enumerate(rows) if row[side] == label] for label in range(4)]
    return [chain for chain in found if chain]


def _immediate(key: Sequence[Sequence[int]], response: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Table 1 of the paper, line by line."""
    ours = {m: chain[i - 1] if i else None for chain in key for i, m in enumerate(chain)}
    theirs = {m: chain[i - 1] if i else None for chain in response for i, m in enumerate(chain)}
    tp = wl = fn = 0
    for m, before in ours.items():
        if before is not None:
            found = theirs.get(m)
            tp += found == before
            fn += found is None
            wl += found is not None and found != before
    fp = sum(before is not None and ours.get(m) is None for m, before in theirs.items())
    return tp, wl, fn, fp


def _inferred(
    key: Sequence[Sequence[int]], response: Sequence[Sequence[int]], nouns: set[int]
) -> tuple[int, ...]:
    """Section 3.2 of the paper, mention by mention; mentions that no noun precedes in the key are not judged."""
    theirs = {m: list(chain[:i]) for chain in response for i, m in enumerate(chain)}
    tp = wl = fn = 0
    for chain in key:
        for i, m in enumerate(chain):
            found = [n for n in theirs.get(m, []) if n in nouns]
            if nouns & set(chain[:i]):
                fn += not found
                tp += bool(found) and found[-1] in chain[:i]
                wl += bool(found) and found[-1] not in chain[:i]
            elif i and not nouns & set(chain):
                wl += bool(found)
    return tp, wl, fn, _immediate(key, response)[3]


def _anchor(
    key: Sequence[Sequence[int]], response: Sequence[Sequence[int]], nouns: set[int]
) -> tuple[int, ...]:
    """Table 2 of the paper, without singletons and without key chains that have no noun."""
    ours, theirs = ([set(chain) for chain in side if len(chain) > 1] for side in (key, response))
    found = [0] * 6
    for chain in ours:
        if not chain & nouns:
            continue
        holders = [other for other in theirs if min(chain & nouns) in other]
        found[0] += bool(holders)
        found[1] += not holders
        for other in holders:
            found[3] += len(chain & other)
            found[4] += len(chain - other)
            found[5] += len(other - chain)
    for other in theirs:
        if other & nouns:
            found[2] += not any(min(other & nouns) in chain for chain in ours)
    return tuple(found)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3), st.integers(0, 1)), min_size=2, max_size=14)
)
def test_the_algorithms_of_the_paper(rows: list[tuple[int, int, int]]) -> None:
    """The three metrics give the same counts as the loops of the paper."""
    key, response = _chains(rows, 0), _chains(rows, 1)
    nouns = {m for m, row in enumerate(rows) if row[2]}
    kinds = {m: "nominal" if m in nouns else "pronoun" for m in range(len(rows))}
    paired = pairing(key, response, kinds)
    assert tuple(counts("arcs.immediate", paired).values()) == _immediate(key, response)
    inferred, anchor = (list(counts(f"arcs.{name}", paired).values()) for name in ("inferred", "anchor"))
    assert tuple(inferred[:4]) == _inferred(key, response, nouns)
    assert tuple(anchor[:6]) == _anchor(key, response, nouns)
    assert inferred[4:7] == anchor[6:9] == _left_out(key, nouns)


def _left_out(key: Sequence[Sequence[int]], nouns: set[int]) -> list[int]:
    """Footnote 4 (page 236), chain by chain: chains, those without a noun, pronouns before the first noun."""
    chains = [chain for chain in key if len(chain) > 1]
    named = [chain for chain in chains if nouns & set(chain)]
    before = sum(min(m for m in chain if m in nouns) > m for chain in named for m in chain)
    return [len(chains), len(chains) - len(named), before]


def test_left_out_of_the_readings() -> None:
    """{he, she}, {it, Ann, her}: the counts of footnote 4, and the mentions that each metric skips."""
    kinds = {0: "pronoun", 1: "pronoun", 2: "pronoun", 3: "name", 4: "pronoun"}
    paired = pairing([[0, 1], [2, 3, 4]], [[0, 1], [2, 3, 4]], kinds)
    columns = ("chains", "without_noun", "cataphoric", "skipped")
    assert not set(columns) & set(counts("arcs.immediate", paired))
    for name, skipped in (
        ("arcs.immediate(reading=script)", 1),
        ("arcs.inferred", 2),
        ("arcs.inferred(of=pronouns)", 1),
        ("arcs.inferred(of=nouns)", 1),
        ("arcs.inferred(reading=script)", 2),
        ("arcs.anchor", 2),
    ):
        found = counts(name, paired)
        assert [found[column] for column in columns] == [2, 1, 1, skipped], name


def test_readings_of_the_scripts_differ_in_one_branch() -> None:
    """Script 1.1 (Table 3, page 237) books as wl the key mentions that 1.2 books as fp for a noun the key does not have.

    The counts published for both versions shift by one number in all nine rows.
    """
    for case in goldens()["cases"].values():
        paired = case_pairing(case)
        nouns = parse_metric("arcs.inferred(reading=script)").outcomes(paired)  # type: ignore[attr-defined]
        moved = int(((nouns.response == LINKS.index("fp")) & (paired.response_partner >= 0)).sum())
        old, new = (
            counts(f"arcs.inferred(reading={reading})", paired) for reading in ("script-1.1", "script")
        )
        assert [old[link] - new[link] for link in LINKS] == [0, moved, 0, -moved]
        for metric in ("immediate", "anchor"):
            old, new = (
                counts(f"arcs.{metric}(reading={reading})", paired) for reading in ("script-1.1", "script")
            )
            assert old == new
    rows = {(row["version"][:3], row["system"], row["pos"]): row for row in goldens()["readme_counts"]}
    for (version, system, pos), row in rows.items():
        new = rows["1.2", system, pos]
        shift = row["wl"] - new["wl"]
        assert (version == "1.1") == (shift > 0)
        assert [row[link] - new[link] for link in LINKS] == [0, shift, 0, -shift]


def test_script_1_1_in_a_case() -> None:
    """Case c11: the key has {he, it}, the response {Ann, he, it}: both pronouns get a wrong noun."""
    kinds = {0: "name", 1: "pronoun", 2: "pronoun"}
    paired = pairing([[1, 2]], [[0, 1, 2]], kinds)
    found = {
        reading: [counts(f"arcs.inferred(reading={reading})", paired)[link] for link in LINKS]
        for reading in ("script-1.1", "script", "paper")
    }
    assert found == {"script-1.1": [0, 2, 0, 0], "script": [0, 0, 0, 2], "paper": [0, 1, 0, 1]}


def test_accuracy() -> None:
    """Accuracy covers only linked mentions, regardless of missed ones."""
    paired = pairing([[1, 2, 3, 4]], [[1, 2, 4]])
    assert scores("arcs.immediate", paired)["accuracy"] == 0.5


def test_outcomes_belong_to_mentions() -> None:
    """Every judged mention has its outcome, so that rows of any class can be made of them."""
    paired = pairing([[1, 2, 3]], [[1, 3, 4]])
    metric = parse_metric("arcs.immediate")
    outcomes = metric.outcomes(paired)  # type: ignore[attr-defined]
    named = [outcomes.names[number] if number >= 0 else "" for number in outcomes.key]
    assert named == ["", "fn", "wl"]
    assert [outcomes.names[number] for number in outcomes.response if number >= 0] == ["fp"]


def test_chosen_anchor() -> None:
    """The parameter chooses another anchor, here the one that the file marks."""
    builder = CorpusBuilder()
    builder.document("d")
    for word in ("president", "Obama", "he"):
        builder.node(word)
    entity = builder.entity("1")
    for place, kind in enumerate(("nominal", "name", "pronoun")):
        marks = {"type": kind, "dominant": "yes" if place == 1 else ""}
        builder.mention(entity, [(place, place)], attributes=marks)
    key = builder.build()
    response = key.select_mentions(np.array([True, False, True]))
    paired = pair(key, response, Settings(), Problems())
    assert counts("arcs.anchor", paired)["ed.tp"] == 1
    assert counts("arcs.anchor(anchor=given)", paired)["ed.tp"] == 0


CONLL2012 = """#begin document (d); part 000
d 0 0 Ada NNP - - - - - * (0)
d 0 1 saw VBD - - - - - * -
d 0 2 she PRP - - - - - * (0
d 0 3 herself PRP - - - - - * 0)
d 0 4 lost VBD - - - - - * -
d 0 5 her PRP$ - - - - - * (0)

#end document
"""
COREFUD = """# global.Entity = eid-etype-head-other
# newdoc id = d
# sent_id = 1
1 Ada Ada PROPN NNP _ 2 nsubj _ Entity=(e1-person-1-)
2 saw see VERB VBD _ 0 root _ _
3 she she PRON PRP PronType=Prs 5 nsubj _ Entity=(e1-person-1-
4 herself herself PRON PRP PronType=Prs 3 nmod _ Entity=e1)
5 lost lose VERB VBD _ 2 ccomp _ _
6 her her PRON PRP$ PronType=Prs 5 obj _ Entity=(e1-person-1-)

"""


@pytest.mark.parametrize("response_is_corefud", [False, True])
@pytest.mark.parametrize("key_is_corefud", [False, True])
def test_several_words_are_no_noun(*, key_is_corefud: bool, response_is_corefud: bool) -> None:
    """Ada, she herself, her: "she herself" is a pronoun in the paper's reading for any tags, a noun in the script's."""

    def file(text: str, *, is_corefud: bool) -> StringIO:
        return StringIO(
            re.sub(r"(?m)^(\d.*)$", lambda row: row[1].replace(" ", "\t"), text) if is_corefud else text
        )

    key = COREFUD if key_is_corefud else CONLL2012
    response = COREFUD if response_is_corefud else CONLL2012
    response = response.replace("- * (0)\nd 0 1", "- * -\nd 0 1").replace("Entity=(e1-person-1-)\n2", "_\n2")
    found = score(
        file(key, is_corefud=key_is_corefud),
        file(response, is_corefud=response_is_corefud),
        metrics=["arcs.inferred", "arcs.inferred(reading=script)"],
        match="exact",
    )
    assert found["arcs.inferred"]["f1"] == 0
    assert found["arcs.inferred(reading=script)"]["f1"] == pytest.approx(2 / 3)


def test_nouns_of_the_script() -> None:
    """With Penn tags the script calls a mention a noun if it has several words or a noun tag; one word tagged CD is none."""

    def corpus(chains: Sequence[Sequence[tuple[int, int]]]) -> Any:
        builder = CorpusBuilder("conll2012")
        builder.document("d")
        builder.sentence()
        for word, tag in (
            ("He", "PRP"),
            ("and", "CC"),
            ("she", "PRP"),
            ("met", "VBD"),
            ("two", "CD"),
            ("it", "PRP"),
        ):
            builder.node(word, columns={"pos": tag})
        for number, chain in enumerate(chains):
            for first, last in chain:
                builder.mention(builder.entity(str(number)), [(first, last)])
        return builder.build()

    def judged(antecedent: tuple[int, int], reading: str) -> float:
        chains = [[antecedent, (5, 5)]]
        paired = pair(corpus(chains), corpus(chains), Settings(), Problems())
        return counts(f"arcs.inferred(reading={reading})", paired)["tp"]

    assert [judged((0, 2), reading) for reading in ("script", "paper")] == [1, 0]
    assert [judged((4, 4), reading) for reading in ("script", "paper")] == [0, 1]


def test_unknown_types() -> None:
    """Without mention types the metrics that need nouns raise an error; immediate needs no types."""
    from corefeval import load

    clusters = load([["a", "b", "c"]])
    paired = pair(clusters, clusters, Settings(), Problems())
    assert scores("arcs.immediate", paired)["f1"] == 1
    with pytest.raises(CorefevalError, match="CE046"):
        scores("arcs.inferred", paired)


def test_the_script_skips_what_no_noun_precedes() -> None:
    """He, her, Ann, she: her is skipped. Ann is missed if the response does not link it, otherwise skipped too."""
    types = {0: "pronoun", 1: "pronoun", 2: "name", 3: "pronoun"}
    found = counts("arcs.inferred(reading=script)", pairing([[0, 1, 2, 3]], [[0, 1, 2, 3]], types))
    assert (found["tp"], found["fn"], found["wl"], found["fp"]) == (1, 0, 0, 0)
    found = counts("arcs.inferred(reading=script)", pairing([[0, 1, 2, 3]], [[2, 3]], types))
    assert (found["tp"], found["fn"], found["wl"], found["fp"]) == (1, 1, 0, 0)


def test_the_script_counts_what_is_given_a_noun_of_its_own() -> None:
    """A mention absent from the key, and one that no key noun precedes, are false positives."""
    types = {0: "name", 1: "pronoun", 2: "pronoun", 3: "name"}
    found = counts("arcs.inferred(reading=script)", pairing([[1, 2, 3]], [[0, 1, 2]], types))
    assert (found["tp"], found["fp"]) == (0, 2)


@pytest.mark.parametrize("aligned", [0, 1, 2, 3])
def test_the_script_aligns_any_number_of_entities(aligned: int) -> None:
    """Some entities of two names are in the response unchanged; the others are absent."""
    key = [[0, 1], [2, 3], [4, 5]]
    paired = pairing(key, key[:aligned] or [[6, 7]], dict.fromkeys(range(8), "name"))
    found = counts("arcs.anchor(reading=script)", paired)
    assert [found[f"ed.{part}"] for part in ("tp", "fn", "fp")] == [aligned, 3 - aligned, 0 if aligned else 1]
    assert [found[f"em.{part}"] for part in ("tp", "fn", "fp")] == [2 * aligned, 0, 0]


def test_the_script_uses_up_an_entity_once() -> None:
    """Entities of pronouns have no anchor; the first uses up a response entity, the second another that it overlaps with."""
    paired = pairing([[0, 1], [2, 3]], [[0, 1, 2], [3, 4]], dict.fromkeys(range(5), "pronoun"))
    found = counts("arcs.anchor(reading=script)", paired)
    assert [found[f"ed.{part}"] for part in ("tp", "fn", "fp")] == [0, 0, 0]
    paired = pairing([[0, 1]], [[0, 2], [1, 3]], dict.fromkeys(range(5), "pronoun"))
    assert counts("arcs.anchor(reading=script)", paired)["ed.fp"] == 1
