"""Uses: which metrics answer for them, that the words say the numbers, what they refuse, and what they look like."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.applications.answer import Answers, ByClass, Class
from corefeval.applications.answer_for import TELLERS, answer, answer_for
from corefeval.applications.numbers_in_words import of_hundred
from corefeval.applications.sensitivity import SAME, Spread, turned
from corefeval.applications.side_by_side import compare_uses
from corefeval.applications.uses import USES, classic_metrics, metrics_for, uses_named
from corefeval.cli import main
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.score import score
from corefeval.examples import FOLDER
from corefeval.metrics import parse_metric
from corefeval.problems import CorefevalError, UsageError
from corefeval.problems.render import advice as advice_of
from corefeval.reports.show import render
from tests.goldens import Goldens
from tests.metrics.small_schemes import OWN_LETTERS

KEY, EAGER, CAUTIOUS = (str(FOLDER / name) for name in ("key.conllu", "eager.conllu", "cautious.conllu"))
NAMES = tuple(USES)


@pytest.fixture(scope="module")
def eager() -> Answers:
    """Return what the eager system of the bundled stories is good for."""
    return answer_for(KEY, EAGER, "all", ci=True)


Mention = tuple[int, str]


def text(
    words: str, chains: Sequence[Sequence[Mention]], genders: dict[int, str] | None = None, documents: int = 1
) -> Corpus:
    """Return documents of these words; a mention is the number of a word and its type."""
    builder = CorpusBuilder()
    for number in range(documents):
        builder.document(f"d{number}")
        builder.sentence()
        start = builder.node_count
        for place, word in enumerate(words.split()):
            gender = (genders or {}).get(place)
            builder.node(word, columns={"feats": f"Gender={gender}" if gender else "_"})
        for label, chain in enumerate(chains):
            entity = builder.entity(str(label))
            for place, kind in chain:
                builder.mention(
                    entity, [(start + place, start + place)], head=start + place, attributes={"type": kind}
                )
    return builder.build()


OBAMA = "Obama came . The_president spoke and he left with her"
NAME, TITLE, HE, HER = (0, "name"), (3, "nominal"), (6, "pronoun"), (9, "pronoun")
GOLD = text(OBAMA, [[NAME, TITLE, HE]])


def test_every_use_has_metrics_that_exist() -> None:
    """Names of metrics parse and print as they are written, and every use is told by someone."""
    assert set(TELLERS) == set(USES)
    for use in USES.values():
        for name in (*use.metrics, *(each.metric for each in use.choices)):
            assert parse_metric(name).full_name == name
        for choice in use.choices:
            assert all(
                parse_metric(other).name == parse_metric(choice.metric).name
                for other in choice.others.values()
            )
    assert set(classic_metrics()) <= set(metrics_for(list(USES.values())))


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("sentiment", ["search"]),
        ("relation-mining, search", ["search"]),
        ("IE,translation", ["information-extraction", "translation"]),
        ("all", list(NAMES)),
    ],
)
def test_uses_by_name(names: str, found: list[str]) -> None:
    """Aliases lead to their use, each is named once, and all is every one."""
    assert [use.name for use in uses_named(names)] == found


@pytest.mark.parametrize("names", ["serch", "", ","])
def test_unknown_use(names: str) -> None:
    """What does not exist is refused with what does."""
    with pytest.raises(UsageError) as error:
        uses_named(names)
    assert "search" in advice_of(error.value.problems[0])


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=5))
def test_of_hundred(counts: list[int]) -> None:
    """Parts of 100 add up and are less than one away from the share; small totals stay as they are."""
    base, parts = of_hundred(counts)
    total = sum(counts)
    assert sum(parts) == base == min(total, 100)
    if total > 100:
        assert all(abs(part - 100 * count / total) < 1 for part, count in zip(parts, counts, strict=True))
    else:
        assert parts == counts


def test_search_needs_the_name() -> None:
    """A chain [the president, he] is no use to who looks for Obama (Tuggener 2014, section 3.3)."""
    without_name = text(OBAMA, [[TITLE, HE]])
    found = answer_for(GOLD, without_name, "search")["search"]
    assert found.f1 is None or found.f1 == 0
    assert found.finding.sentences[0].startswith("A query by an entity's best name finds 0 of 1 entities.")
    example = found.finding.example
    assert example is not None
    assert example.gold == "Obama → The_president → he"
    assert "“Obama” is not a mention" in example.system
    assert "[Obama] came ." in example.text


def test_search_counts_what_is_returned() -> None:
    """Mentions of found entities: returned, overlooked, wrong; chains of pronouns only are told on both sides."""
    key = text(OBAMA, [[NAME, TITLE, HE], [HER, (7, "pronoun")]])
    found = answer_for(key, text(OBAMA, [[NAME, HE, HER]]), "search")["search"].finding
    assert found.sentences[0] == (
        "A query by an entity's best name finds 1 of 1 entities. Of their mentions 2 of 3 are returned, and 1 of 3 "
        "returned are wrong."
    )
    assert found.sentences[-1] == (
        "1 chain of the gold holds only pronouns: no query reaches them. The system has 0 of that kind."
    )
    assert found.sentences[1] == (
        "Found means that the name is in a chain of the system: of the 1 found, 0 have no other mention there, 0 share a "
        "chain with another one that is found."
    )
    assert found.not_counted[0] == "1 chain of pronouns only"
    assert found.usable["chains"] == (2, 1)
    assert found.usable["without a dominant mention"] == (1, 0)


def test_found_is_said_to_be_no_more_than_the_name() -> None:
    """An entity found by its name alone is told, and so are two in one chain."""
    other = (7, "name")
    key = text(OBAMA, [[NAME, TITLE, HE], [other, HER]])
    told = answer_for(key, text(OBAMA, [[NAME, other, HER]]), "search")["search"].finding.sentences[1]
    assert "of the 2 found, 1 have no other mention there, 2 share a chain" in told


def test_a_noun_that_is_not_needed_is_told_apart() -> None:
    """Pronouns of an entity without a noun are not among those that need one; the gold is the same for every system."""
    key = text(OBAMA, [[NAME, HE], [HER, (7, "pronoun")]])
    misled = text(OBAMA, [[NAME, HE], [TITLE, (7, "pronoun"), HER]])
    told = answer_for(key, misled, "translation")["translation"].finding
    assert told.sentences[0] == (
        "Of 1 pronoun that needs a noun, this system gives the right one for 1, a wrong one for 0, none for 0. It gives "
        "one to 1 more, of entities that no noun refers to in the gold; that counts as wrong."
    )
    compared = compare_uses(key, {"same": key, "misled": misled}, "translation", resamples=0)
    assert compared.gold == {"translation": {"same": (1, 0), "misled": (1, 1)}}
    shown = render(compared, "markdown")
    assert "The same gold for every system: 1 pronouns (translation)." in shown
    assert "which counts as wrong: same 0, misled 1." in shown


def test_features_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """--by shows the cases of every use by a feature, in every format; -q the headlines alone."""
    found = answer_for(KEY, EAGER, "all", by="type,usability")
    for use in NAMES:
        assert [each.feature for each in found[use].finding.breakdowns] == ["type", "usability"]
    (search,) = [each for each in found["search"].finding.breakdowns if each.feature == "type"]
    assert set(search.classes[0].scores) == {
        f"{half}_{part}" for half in ("ed", "em") for part in ("recall", "precision", "f1")
    }
    rows = found.rows()
    assert sum(row.get("feature") == "usability" for row in rows.rows) > len(NAMES)
    for kind in ("csv", "json", "markdown", "latex"):
        assert "usability" in render(found, kind).lower()
    main(["score", KEY, EAGER, "--for", "search,translation", "-q"])
    assert capsys.readouterr().out.split() == ["82.96", "63.64"]


def test_summarisation_tells_wrong_from_none() -> None:
    """A pronoun with the wrong noun is told from one without any, and nouns come second."""
    key = text(OBAMA, [[NAME, TITLE, HE, HER]])
    response = text(OBAMA, [[(7, "nominal"), HER], [NAME, TITLE]])
    found = answer_for(key, response, "summarisation")["summarisation"].finding
    assert found.sentences[0] == (
        "Of 2 pronouns that need a noun, this system gives the right one for 0, a wrong one for 1, none for 1."
    )
    assert (
        found.sentences[2]
        == "Of 1 noun that takes up an earlier noun, 1 lead to a right one, 0 to a wrong one, 0 to none."
    )
    counts = {each.name: each.count for each in found.outcomes["pronouns"]}
    assert (counts["right noun"], counts["wrong noun"], counts["no noun"]) == (0, 1, 1)
    assert found.example is not None
    assert (found.example.gold, found.example.system) == ("stands for “The_president”", "stands for “left”")


def test_pronouns_out_of_reach_are_counted() -> None:
    """Cataphora, chains of pronouns and lone pronouns are told as not counted, and only once."""
    key = text(OBAMA, [[(1, "pronoun"), TITLE, HE], [(7, "pronoun"), (8, "pronoun")], [HER]])
    found = answer_for(key, key, "translation")["translation"].finding
    assert found.not_counted[:3] == (
        "1 pronoun before the first noun of its entity (cataphora)",
        "2 pronouns of entities that no noun refers to",
        "1 pronoun that is the only mention of its entity",
    )
    assert found.sentences[0].startswith(
        "Of 1 pronoun that needs a noun, this system gives the right one for 1"
    )


def test_gender_of_the_antecedent() -> None:
    """A wrong noun of the right gender is luck; without genders in the file that is said."""
    words = "mesto reka lev ona on"
    kinds = [(0, "nominal"), (1, "nominal"), (2, "nominal"), (3, "pronoun"), (4, "pronoun")]
    genders = {0: "Fem", 1: "Fem", 2: "Masc"}
    key = [[kinds[1], kinds[3]], [kinds[2], kinds[4]]]
    response = [[kinds[0], kinds[3]], [kinds[1], kinds[4]]]
    known = answer_for(text(words, key, genders), text(words, response, genders), "translation")
    assert known["translation"].finding.sentences[2] == (
        "Of 2 pronouns whose noun has a gender in the file, 1 get a noun of the same gender, 1 one of another or unknown "
        "gender, 0 none. For 1 the gender is right by luck: the noun is wrong."
    )
    unknown = answer_for(text(words, key), text(words, response), "translation")["translation"].finding
    assert unknown.not_counted[-1] == "gender: the files give none for nouns"


def test_information_extraction_counts_attachments() -> None:
    """Right, wrong and no name; what refers to entities that are never named is told."""
    words = "Ann Bob she he it that"
    key = [[(0, "name"), (2, "pronoun")], [(1, "name"), (3, "pronoun")], [(4, "pronoun"), (5, "nominal")]]
    response = [[(0, "name"), (2, "pronoun"), (3, "pronoun")], [(4, "pronoun"), (5, "nominal")]]
    found = answer_for(text(words, key), text(words, response), "ie")["information-extraction"].finding
    assert found.sentences == (
        (
            "Of 2 nouns and pronouns that refer to a named entity, 1 are attached to the right one, 1 only to a wrong one, 0 "
            "to no name."
        ),
        "Of the attachments that the system makes, 1 of 2 are right.",
        "2 mentions of entities that are never named are not counted.",
    )
    assert found.example is not None
    assert (found.example.gold, found.example.system) == ("refers to “Bob”", "attached to “Ann”")


def test_what_defines_is_as_the_scheme_says(tmp_path: Path) -> None:
    """The words, the counts and the score are of what the scheme has to define; what it does not allow is not tried."""
    scheme = tmp_path / "own.toml"
    scheme.write_text(
        OWN_LETTERS + '\n[parent]\ndefining = ["name", "nominal"]\nreferring = ["pronoun"]\n',
        encoding="utf-8",
    )
    found = answer_for(GOLD, GOLD, "ie", scheme=str(scheme))["information-extraction"]
    assert found.f1 == 1
    assert found.finding.sentences[0].startswith("Of 1 noun or pronoun")
    assert found.finding.sentences[2] == (
        "Names are here what the scheme says defines: name, nominal; what refers: pronoun."
    )
    assert found.finding.not_counted == ("links between the 2 names: see CoNLL and BLANC",)
    compared = compare_uses(GOLD, {"one": GOLD}, "ie", scheme=str(scheme), resamples=0)
    assert compared.gold["information-extraction"]["one"] == (1, 0)


def test_entity_sequences_are_exact_or_not() -> None:
    """A skipped mention costs two steps, and the sequence is no longer whole."""
    found = answer_for(GOLD, text(OBAMA, [[NAME, HE]]), "entity-sequences")["entity-sequences"].finding
    counts = [each.count for each in found.outcomes["mentions"]]
    assert counts == [0, 1, 1, 0]
    assert found.sentences[1].endswith("is right for 0 of 1 entities.")
    assert found.example is not None
    assert (found.example.gold, found.example.system) == ("Obama → The_president → he", "Obama → he")


@pytest.mark.parametrize("use", NAMES)
def test_gold_against_itself(use: str) -> None:
    """Gold is good for everything: 1, no example, no weakest class."""
    found = answer_for(KEY, KEY, use)[use]
    assert found.f1 == pytest.approx(1)
    assert found.finding.example is None
    assert not any(each.weakest for each in found.finding.breakdowns)


@pytest.mark.parametrize("use", NAMES)
def test_words_are_the_numbers(use: str, eager: Answers) -> None:
    """Outcomes add up to their whole and to the recall of the headline; classes add up to the outcomes."""
    found = eager[use]
    recall = found.scores["lmuc" if use == "any" else found.use.headline].get("recall")
    for outcomes in found.finding.outcomes.values():
        if use == "any":
            break
        parts = [each for each in outcomes if each.whole]
        assert sum(each.count for each in parts) == parts[0].whole
    first = next(iter(found.finding.outcomes.values()))[0]
    if use in ("entity-sequences", "translation", "information-extraction"):
        assert recall == pytest.approx(first.count / first.whole)
        for each in found.finding.breakdowns:
            assert sum(one.right for one in each.classes) == first.count
            assert sum(one.total for one in each.classes) == first.whole
    if use == "search":
        assert found.scores[found.use.headline]["ed_recall"] == pytest.approx(first.count / first.whole)


@pytest.mark.parametrize("use", NAMES)
def test_every_answer_is_complete(use: str, eager: Answers) -> None:
    """Each says the sentence, the costs, an example with its place, what is left out, the paper and the interval."""
    found = eager[use]
    shown = render(replace(eager, answers=(found,)), "table", width=80)
    assert re.search(r"\d+ of \d+|Of \d+", found.finding.sentences[0])
    assert any(each.cost for outcomes in found.finding.outcomes.values() for each in outcomes)
    assert found.finding.example is not None
    assert re.search(r"key\.conllu:\d+", shown)
    assert found.finding.not_counted
    assert found.use.paper.split(",")[0] in shown
    assert (found.interval is None) == (use == "entity-sequences"), (
        "one story has more than half of its links"
    )
    assert "universal part-of-speech tags" in shown
    assert "CoNLL" in shown
    assert "If it were set otherwise" in shown
    assert max(map(len, shown.splitlines()[:-1])) <= 80


def test_sensitivity_holds_the_chosen_score(eager: Answers) -> None:
    """The score as chosen lies between the bounds, and equal coefficients give the score of the metric itself."""
    for found in eager.answers:
        for spread in found.spreads:
            assert spread.bounds is not None
            assert spread.f1 is not None
            assert spread.bounds[0] <= spread.f1 <= spread.bounds[1]
            if spread.metric in found.scores:
                assert spread.f1 == pytest.approx(found.scores[spread.metric]["f1"])
    dominant = next(each for each in eager["search"].spreads if each.metric == "dominant")
    strict = score(KEY, EAGER, metrics="dominant(wt=0,wl=0,wtl=0)")
    assert dominant.others["nothing for what is partly right"] == pytest.approx(strict.f1)


def test_turns() -> None:
    """Systems change places where both orders are clear; equals and what is undefined turn nothing."""
    before: dict[str, float | None] = {"a": 0.5, "b": 0.4, "c": None, "d": 0.4}
    after: dict[str, float | None] = {"a": 0.5, "b": 0.6, "c": 0.9, "d": 0.5 + SAME / 2}
    assert [(turn.ahead, turn.behind) for turn in turned(before, after, "x")] == [("b", "a")]


def test_weakest_class_is_not_a_rare_one() -> None:
    """Rare classes, unknown ones and those without a score are never the weakest."""
    classes = (
        Class("x", 500, 250, 0.5),
        Class("y", 300, 90, 0.3),
        Class("–", 100, 0, 0.0),
        Class("z", 9, 0, 0.0),
    )
    weakest = ByClass("type", "mentions", classes).weakest
    assert weakest is not None
    assert weakest.name == "y"
    assert ByClass("type", "mentions", classes[:1]).weakest is None


def test_unknown_types_are_refused(tmp_path: Path) -> None:
    """Plain words without a language are refused with the way out; with it they are answered for."""
    line = '{"doc_key": "d", "sentences": [["Ann", "saw", "it", "and", "she", "left"]], "clusters": [[[0, 0], [4, 4]]]}\n'
    path = tmp_path / "plain.jsonl"
    path.write_text(line)
    offsets = {"key_offsets": "inclusive", "response_offsets": "inclusive"}
    with pytest.raises(CorefevalError) as error:
        answer_for(path, path, "search", **offsets)  # type: ignore[arg-type]
    assert error.value.problems[0].code == "CE046"
    assert "language=" in advice_of(error.value.problems[0])
    known = answer_for(path, path, "search", language="en", **offsets)  # type: ignore[arg-type]
    assert known["search"].f1 == pytest.approx(1)
    assert "'en'" in known.types_from


def test_key_without_mentions_is_refused() -> None:
    """Where the key has nothing, there is nothing to answer for."""
    nothing = text(OBAMA, [])
    with pytest.raises(CorefevalError) as error:
        answer_for(nothing, GOLD, "search")
    assert error.value.problems[0].code == "CE045"


def test_response_without_mentions() -> None:
    """A system that finds nothing is told so, for every use."""
    for found in answer_for(GOLD, text(OBAMA, []), "all").answers:
        assert not found.f1
        assert found.finding.example is not None
        assert re.search(r"not a mention|none of", found.finding.example.system)


def test_clusters_without_a_text_are_refused() -> None:
    """Clusters of numbers have no types."""
    with pytest.raises(CorefevalError) as error:
        answer_for([[1, 2]], [[1, 2]], "any")
    assert error.value.problems[0].code == "CE046"


def test_result_without_its_documents_is_refused() -> None:
    """Counts alone say nothing of uses."""
    uses = uses_named("search")
    result = score(KEY, EAGER, metrics=metrics_for(uses))
    with pytest.raises(CorefevalError) as error:
        answer(replace(result, pairing=None), uses)
    assert error.value.problems[0].code == "CE044"


def _two_systems() -> tuple[Corpus, dict[str, Corpus]]:
    """Return twelve documents and two systems: one links pronouns, the other links nouns."""
    words = "Ann Ann Ann she she Bob Bob Bob"
    ann = [(0, "name"), (1, "name"), (2, "name"), (3, "pronoun"), (4, "pronoun")]
    bob = [(5, "name"), (6, "name"), (7, "name")]
    systems = {"pronouns": [[ann[2], ann[3], ann[4]]], "names": [ann[:3], bob]}
    return text(words, [ann, bob], documents=12), {
        name: text(words, chains, documents=12) for name, chains in systems.items()
    }


def test_ranking_turns_between_uses() -> None:
    """A system for translation and one for search: each leads for its use, and both leads are real."""
    key, systems = _two_systems()
    compared = compare_uses(key, systems, "all", resamples=200)
    assert {name: lead.system for name, lead in compared.leads.items()} == {
        "entity-sequences": "names",
        "summarisation": "names",
        "translation": "pronouns",
        "search": "names",
        "information-extraction": "pronouns",
        "any": "names",
    }
    assert all(lead.is_real for lead in compared.leads.values())
    assert [(turn.ahead, turn.behind) for turn in compared.turns["translation"]] == [("pronouns", "names")]
    assert compared.turns["search"] == ()
    shown = " ".join(render(compared, "table", width=80).split())
    assert "The ranking turns with the use" in shown
    assert "pronouns leads for translation, information-extraction." in shown
    assert "For summarisation it depends on the mentions that count: with pronouns and zeros alone" in shown
    assert json.loads(render(compared, "json"))["uses"]["search"]["lead"]["is_real"]


def test_order_survives() -> None:
    """A system against itself turns nothing, whatever is chosen."""
    compared = compare_uses(KEY, {"one": EAGER, "two": EAGER}, "all", resamples=0)
    assert not any(order.turns for each in compared.orders.values() for order in each)
    assert "The order stays the same with all other choices" in str(compared)
    assert not compared.leaders
    assert "The first two have the same score for entity-sequences" in str(compared)
    assert "one leads" not in str(compared)


@pytest.mark.parametrize("name", ["all-80.txt", "all-200.txt", "all.md", "all.json"])
def test_golden_answers(name: str, monkeypatch: pytest.MonkeyPatch, golden: Goldens) -> None:
    """All answers for the bundled stories, in every kind of output."""
    monkeypatch.chdir(FOLDER)
    answers = answer_for("key.conllu", "eager.conllu", "all", ci=True)
    kind = {"txt": "table", "md": "markdown", "json": "json"}[name.rpartition(".")[2]]
    width = int(name[4:-4]) if kind == "table" else None
    golden(f"applications/{name}", render(answers, kind, width=width, colour=False).rstrip("\n") + "\n")


@pytest.mark.parametrize("name", ["compare-80.txt", "compare.md", "compare.json"])
def test_golden_comparison(name: str, golden: Goldens) -> None:
    """Two systems side by side for all uses, in every kind of output."""
    key, systems = _two_systems()
    compared = compare_uses(key, systems, "all", resamples=200)
    kind = {"txt": "table", "md": "markdown", "json": "json"}[name.rpartition(".")[2]]
    golden(f"applications/{name}", render(compared, kind, width=80, colour=False).rstrip("\n") + "\n")


@pytest.mark.parametrize("kind", ["csv", "latex"])
def test_scores_alone(kind: str, eager: Answers) -> None:
    """CSV and LaTeX have the scores without the words."""
    assert "arcs.anchor" in render(eager, kind) or "ARCS anchor" in render(eager, kind)
    key, systems = _two_systems()
    assert "names" in render(compare_uses(key, systems, "search", resamples=0), kind)


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The option --for of compare says who leads; metrics cannot be chosen besides."""
    uses = ["--for", "sentiment,translation", "--resamples", "0"]
    main(["compare", KEY, f"eager={EAGER}", f"cautious={CAUTIOUS}", *uses])
    shown = capsys.readouterr().out
    assert "cautious leads for every use" in shown
    assert "search" in shown
    with pytest.raises(SystemExit) as stop:
        main(["compare", KEY, EAGER, "--for", "search", "-m", "muc"])
    assert stop.value.code == 2
    assert "CE051" in capsys.readouterr().err


def test_real_data(shared: Path) -> None:
    """On GUM the search answer is the spec's sentence with the numbers of the metric."""
    folder = shared / "data" / "gum_pairs"
    answers = answer_for(
        folder / "gum.dev.key.corefud.conllu", folder / "gum.dev.xrenner.corefud.conllu", "search,ie"
    )
    found = answers["search"]
    ed = found.scores[found.use.headline]
    assert ed["ed_recall"] == pytest.approx(427 / 1118)
    assert found.finding.sentences[0].startswith(
        "A query by an entity's best name finds 38 of 100 entities (1,118 in all)."
    )
    assert answers["information-extraction"].finding.example is not None


def test_real_genders(shared: Path) -> None:
    """Czech nouns have genders: gold gives each pronoun one of the right gender."""
    path = shared / "data" / "corefud_other" / "cs_pdtc-faust.conllu.gz"
    found = answer_for(path, path, "translation")["translation"].finding
    assert (
        "100 get a noun of the same gender, 0 one of another or unknown gender, 0 none." in found.sentences[2]
    )


@pytest.mark.parametrize(
    ("f1", "others", "undefined"),
    [(None, {"a": 1.0, "b": 1.0}, ("",)), (1.0, {"a": None, "b": 1.0}, ("a",)), (1.0, {"a": 1.0}, ())],
)
def test_an_undefined_score_does_not_stay(
    f1: float | None, others: dict[str, float | None], undefined: tuple[str, ...], eager: Answers
) -> None:
    """A score that is undefined with a choice, the one made included, does not stay whatever is chosen."""
    spread = Spread("weights", "arcs.anchor", f1, others)
    first = eager.answers[0]
    assert spread.undefined == undefined
    items = render(replace(eager, answers=(replace(first, spreads=(spread,)),)), "markdown")
    assert ("stays at 100.00" in items) == (not undefined)


def test_pronouns_alone_have_no_score_for_search() -> None:
    """Without a dominant mention F1 is undefined, and nothing below says what it stays at."""
    pronouns = text("He saw him .", [[(0, "pronoun"), (2, "pronoun")]])
    (found,) = answer_for(pronouns, pronouns, "search").answers
    assert found.f1 is None
    (spread,) = [each for each in found.spreads if each.metric == found.use.headline]
    assert "" in spread.undefined
