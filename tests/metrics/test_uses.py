"""The uses: small texts with numbers computed by hand, recorded counts, and documents without trees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.breakdown.by_feature import by_features
from corefeval.cli import main
from corefeval.comparison.compare import compare, with_intervals
from corefeval.examples import FOLDER
from corefeval.metrics.base import FILES
from corefeval.metrics.use_units import WRONG
from corefeval.problems import CorefevalError
from tests.files import QUAY, Entities, parsed
from tests.files import QUAY_KEY as KEY
from tests.files import QUAY_RESPONSE as RESPONSE
from tests.metrics.scoring import golden
from tests.paths import SHARED
from tests.refuses import refuses

USES = FILES["uses"]
COLUMNS = ("recall_numerator", "recall_denominator", "precision_denominator")


def counted(key: Any, response: Any, **settings: Any) -> dict[str, list[float]]:
    """Return the right, gold and system counts of each use over all documents."""
    result = corefeval.score(key, response, metrics=USES, **settings)
    totals = {name: counts.totals() for name, counts in result.counts.items()}
    assert all(each["recall_numerator"] == each["precision_numerator"] for each in totals.values())
    return {
        name.removeprefix("use."): [float(each[column]) for column in COLUMNS]
        for name, each in totals.items()
    }


@pytest.fixture
def quay(tmp_path: Path) -> Path:
    """The text about Mara Lind, the boat and Olaf."""
    return parsed(tmp_path / "quay.conllu", {"quay": QUAY})


def on(text: Path, key: Entities, response: Entities, language: str = "en") -> dict[str, list[float]]:
    """Return the counts of entities on a text."""
    return counted({"quay": key}, {"quay": response}, text=text, language=language)


def test_uses_share_a_note() -> None:
    """Two uses with rules for English warn about each document once."""
    key = FOLDER / "key.conllu"
    result = corefeval.score(key, FOLDER / "eager.conllu", metrics="use.replace,use.agree")
    counts = [dict(one.arguments) for one in result.warnings if one.kind == "language-not-declared"]
    assert counts == [{"english": 3, "others": 0}]


def test_every_use_on_a_text_worked_out_by_hand(quay: Path) -> None:
    """Two pronouns are swapped: two of four facts are about a wrong entity, and the network has no links."""
    found = on(quay, KEY, RESPONSE)
    assert found["facts"] == found["facts-names"] == [2, 4, 4]  # sold and liked; thanked and gave are wrong
    assert found["chains"] == [2, 5, 4]
    assert found["replace"] == [2, 4, 4]
    assert found["agree"] == [1, 1, 1]  # "it" alone
    assert found["search"] == pytest.approx([6 / 7 + 2 / 3, 2, 2])
    assert found["search-ap"] == pytest.approx([3 / 4 + 1 / 2, 2, 2])
    assert found["network"] == [0, 2, 0]
    assert found["counts"] == [5, 6, 5]


def test_wrong_and_missing_are_distinguished(quay: Path) -> None:
    """Two of the gold steps that the system lacks end at an event that the system reaches by another step."""
    result = corefeval.score({"quay": KEY}, {"quay": RESPONSE}, metrics=USES, text=quay, language="en")
    wrong = {name: counts.totals()[WRONG] for name, counts in result.counts.items() if WRONG in counts.names}
    assert wrong == {
        "use.facts": 2,
        "use.facts-names": 2,
        "use.replace": 2,
        "use.agree": 0,
        "use.chains": 2,
    }


def test_other_languages_ask_for_gender(quay: Path) -> None:
    """All four pronouns count, and a feminine pronoun is wrong for a man."""
    assert on(quay, KEY, RESPONSE, "cs")["agree"] == [2, 4, 4]


def test_the_rules_follow_from_the_text_if_no_language_is_declared(quay: Path) -> None:
    """Nouns with a gender show that the text is not English; a warning reports it."""
    found = corefeval.score({"quay": KEY}, {"quay": RESPONSE}, metrics="use.agree", text=quay)
    assert found.counts["use.agree"].totals()["recall_denominator"] == 4
    (warning,) = [each for each in found.warnings if each.code == "CE174"]
    assert dict(warning.arguments) == {"english": 0, "others": 1}


def test_made_up_genders_are_warned_of(quay: Path) -> None:
    """English nouns get artificial genders with a warning; nouns of other languages do not."""
    for language, warned in (("en", [("genders-are-made-up", 1)]), ("cs", [])):
        found = corefeval.score(
            {"quay": KEY}, {"quay": RESPONSE}, metrics="use.agree", text=quay, language=language
        )
        assert [(each.kind, each.count) for each in found.warnings if each.code == "CE174"] == warned


def test_an_entity_without_partner_makes_a_fact_wrong(quay: Path) -> None:
    """An entity without a partner makes a fact wrong; in facts on names a name may represent itself."""
    unknown = [(8, 8), (11, 11)]
    found = on(quay, [[(0, 1), (13, 13)]], [[(0, 1), (13, 13)], unknown])
    assert found["facts"] == found["facts-names"] == [1, 2, 3]
    found = on(quay, [[(0, 1), (10, 10)]], [[(0, 1), (10, 10)], unknown])
    assert found["facts"] == [1, 2, 3]
    assert found["facts-names"] == [2, 2, 3]  # "Olaf thanked her": Olaf is Olaf


def test_the_longest_mention_decides_who_is_at_a_head(quay: Path) -> None:
    """If two entities share a head, the one with the longer mention takes part in facts; both have event chains."""
    both: Entities = [[(0, 1), (5, 5)], [(0, 0), (10, 10)]]
    found = on(quay, both, both)
    assert found["facts"] == [3, 3, 3]
    assert found["chains"] == [2, 2, 2]
    swapped = on(quay, both, [[(0, 1), (10, 10)], [(0, 0), (5, 5)]])
    # entities correspond by their pronouns, and the longer mention of Mara is in the other one
    assert swapped["facts"] == [2, 3, 3]


def test_a_noun_after_the_pronoun_is_its_antecedent_if_none_is_before(quay: Path) -> None:
    """She gets Olaf, or the second Lind, as antecedent: another gender."""
    found = on(quay, [[(5, 5), (8, 8)]], [[(5, 5), (13, 13)]], "cs")
    assert found["agree"] == [0, 1, 1]
    assert found["replace"] == [0, 1, 1]
    assert on(quay, [[(5, 5), (8, 8)]], [[(5, 5), (8, 8)]], "cs")["agree"] == [1, 1, 1]


def test_chains_of_pronouns_replace_nothing(quay: Path) -> None:
    """The pronouns of an entity without a noun cannot be replaced."""
    found = on(quay, [[(5, 5), (10, 10)]], [[(5, 5), (10, 10)]])
    assert found["replace"] == found["counts"] == [0, 0, 0]
    assert found["facts"] == [2, 2, 2]


def test_a_query_may_run_over_the_end_of_a_sentence(tmp_path: Path) -> None:
    """A name across a sentence boundary counts for the sentence of its first word; a word in between breaks it."""
    sentences: list[tuple[str, ...]] = [
        ("saw VERB 0 root", "Mara PROPN 1 obj"),
        ("Lind PROPN 2 nsubj", "ran VERB 0 root"),
        ("Mara PROPN 3 nsubj", "Lind PROPN 1 flat", "left VERB 0 root"),
        ("she PRON 2 nsubj", "met VERB 0 root", "Mara PROPN 2 obj", "old ADJ 5 amod", "Lind PROPN 3 flat"),
    ]
    text = parsed(tmp_path / "text.conllu", {"d": sentences})
    entity: Entities = [[(4, 5), (7, 7)]]
    found = counted({"d": entity}, {"d": []}, text=text, language="en")
    assert found["search"] == pytest.approx(
        [2 * 1 / (2 + 2), 1, 1]
    )  # sentences 1 and 3, of which 3 is relevant
    assert found["search-ap"] == pytest.approx([(1 / 2) / 2, 1, 1])


def test_merged_entities_of_one_name_are_one_node(quay: Path) -> None:
    """Two system entities that correspond to Mara Lind are counted together."""
    found = on(quay, KEY, [[(0, 1), (5, 5)], [(13, 13), (10, 10)], [(8, 8), (11, 11)]])
    assert found["counts"] == [6, 6, 6]
    assert found["network"] == [2, 2, 2]


ZEROS: list[tuple[str, ...]] = [
    ("Ana PROPN 2 nsubj Gender=Fem Entity=(e1)", "ran VERB 0 root"),
    (
        "fell VERB 0 root",
        "1.1 PRON 1:nsubj:outer Entity=(e1)",
        "hurt VERB 1 conj",
        "2.1 PRON 2:nsubj:xsubj Entity=(e1)",
    ),
]


def test_zeros_are_nodes_with_a_parent(tmp_path: Path) -> None:
    """The subtype of a zero's relation is cut, so both zeros are arguments of their verbs."""
    key = parsed(tmp_path / "key.conllu", {"d": ZEROS})
    found = counted(key, key, language="cs", zeros="linear")
    assert found["facts"] == [3, 3, 3]
    assert found["chains"] == [2, 2, 2]
    assert found["replace"] == [2, 2, 2]


def test_a_zero_that_the_text_does_not_have_is_made_up(tmp_path: Path) -> None:
    """A zero outside the text has no verb, but counts as a mention and as a replaced pronoun of the system."""
    key = parsed(tmp_path / "key.conllu", {"d": [ZEROS[0], ZEROS[1][:3]]})
    response = parsed(tmp_path / "response.conllu", {"d": ZEROS})
    found = counted(key, response, language="cs", zeros="linear")
    assert found["facts"] == [2, 2, 2]
    assert found["replace"] == [1, 1, 2]
    assert found["counts"] == [2, 2, 3]


def test_a_zero_is_where_the_setting_aligns_it(tmp_path: Path) -> None:
    """A zero that depends on the same verb is the same zero, at any position."""
    key = parsed(tmp_path / "key.conllu", {"d": [ZEROS[0], ZEROS[1][:3]]})
    moved = ("fell VERB 0 root", "hurt VERB 1 conj", "2.1 PRON 1:nsubj:outer Entity=(e1)")
    response = parsed(tmp_path / "response.conllu", {"d": [ZEROS[0], moved]})
    assert counted(key, response, language="cs", zeros="dependent")["facts"] == [2, 2, 2]
    assert counted(key, response, language="cs", zeros="linear")["facts"] == [1, 2, 1]


def test_keys_without_trees_are_refused() -> None:
    """Keys without trees are refused with a reason, and `all` skips the uses."""
    bare, system = FOLDER / "key.conll", FOLDER / "eager.conll"
    with refuses(CorefevalError, "CE174", "key-has-no-trees"):
        corefeval.score(bare, system, metrics="use.facts")
    with refuses(CorefevalError, "CE174", "mentions-have-no-text"):
        corefeval.score([["a", "b"]], [["a", "b"]], metrics="use.facts")
    found = corefeval.score(bare, system, metrics="all")
    assert not {*USES} & {*found.scores}
    (left_out,) = [each for each in found.warnings if each.kind == "key-lacks"]
    lacks = left_out.named["lacks"]
    assert isinstance(lacks, tuple)
    assert "trees" in lacks
    text = FOLDER / "key.conllu"
    assert corefeval.score(bare, system, metrics="use.facts", text=text)["use.facts"]["f1"] is not None


def test_documents_without_trees_are_counted(tmp_path: Path) -> None:
    """One document of two has no tree: its heads are guesses, and a warning counts it."""
    bare = [tuple(" ".join([*line.split()[:2], "_", "_"]) for line in sentence) for sentence in QUAY]
    text = parsed(tmp_path / "text.conllu", {"quay": QUAY, "bare": bare})
    sides = [{"quay": side, "bare": side} for side in (KEY, RESPONSE)]
    found = corefeval.score(*sides, metrics="use.facts", text=text, language="en")
    (warning,) = [each for each in found.warnings if each.code == "CE174"]
    assert (warning.kind, warning.count) == ("documents-without-trees", 1)


def test_the_recorded_counts() -> None:
    """All counts of the bundled examples equal those recorded from two other implementations."""
    recorded = golden("uses.json")
    cases = [case for case in recorded["cases"] if case["key"].startswith("src/")]
    assert cases
    for case in cases:
        files = [FOLDER / Path(case[side]).name for side in ("key", "response")]
        found = corefeval.score(*files, metrics=USES, language=case["language"], zeros="linear")
        at = found.documents.index(case["document"])
        for name, wanted in case["counts"].items():
            columns = found.counts[name].columns
            assert [columns[column][at] for column in recorded["columns"]] == pytest.approx(wanted), (
                name,
                case,
            )


def test_documents_and_genres_have_their_own_counts() -> None:
    """A use is not a sum over mentions, but a sum over documents."""
    examples = FOLDER / "key.conllu", FOLDER / "eager.conllu"
    result = corefeval.score(*examples, metrics="use.facts,use.search", language="en")
    (found,) = by_features(result, ["document"])
    for name in ("use.facts", "use.search"):
        totals = found.breakdown.totals(name)
        for column, values in result.counts[name].columns.items():
            assert totals[column].tolist() == values.tolist()
    (found,) = by_features(result, ["type"])
    assert {*found.breakdown.left_out} == {"use.facts", "use.search"}


def test_pieces_have_the_same_counts_and_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading each document as a piece, with one process or two, gives the same counts, warnings and intervals."""
    examples = FOLDER / "key.conllu", FOLDER / "eager.conllu"

    def told(jobs: int) -> tuple[Any, ...]:
        result = corefeval.score(*examples, metrics=USES, jobs=jobs)
        columns = {name: counts.columns for name, counts in result.counts.items()}
        plain = {name: {one: each[one].tolist() for one in each} for name, each in columns.items()}
        return plain, result.warnings, with_intervals(result)[1]

    whole = told(1)
    monkeypatch.setenv("COREFEVAL_PIECE", "16")
    monkeypatch.setenv("COREFEVAL_WHOLE", "1")
    assert told(1) == told(2) == whole


def test_a_leaderboard_ranks_by_a_use(tmp_path: Path) -> None:
    """Its scores equal those of score(), its ranks follow the use."""
    for folder, name in (("key", "key"), ("sent/eager", "eager"), ("sent/cautious", "cautious")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "stories.conllu").write_bytes((FOLDER / f"{name}.conllu").read_bytes())
    (tmp_path / "task.toml").write_text(
        'title = "Uses"\nkey = "key"\nsubmissions = "sent"\nmetrics = ["conll", "use.facts", "use.search"]\n'
        'rank-by = "use.facts"\n[settings]\nlanguage = "en"\n'
    )
    main(["leaderboard", str(tmp_path / "task.toml"), "-o", str(tmp_path / "site")])
    board = json.loads((tmp_path / "site" / "leaderboard.json").read_text(encoding="utf-8"))
    assert board["ranking"]["metric"] == "use.facts"
    for system in ("eager", "cautious"):
        alone = corefeval.score(
            FOLDER / "key.conllu", FOLDER / f"{system}.conllu", metrics="use.facts,use.search"
        )
        for name in ("use.facts", "use.search"):
            assert board["systems"][system]["scores"][name]["f1"] == pytest.approx(alone[name]["f1"])


def test_entities_cannot_be_resampled() -> None:
    """A fact has several entities, so resampling entities is refused."""
    systems = {name: FOLDER / f"{name}.conllu" for name in ("eager", "cautious")}
    with refuses(CorefevalError, "CE052", "what-counts-not-add", name="use.facts"):
        compare(FOLDER / "key.conllu", systems, metrics="use.facts", resample="entities", resamples=10)


PRINTED = {
    "gum.dev.xrenner.corefud.conllu": (52.85, 36.41, 69.56, 67.09, 28.90, 43.70, 28.40, 51.00, 58.87),
    "gum.dev.ontogum.conll": (83.92, 90.46, 86.99, 86.16, 92.31, 83.87, 85.24, 89.36, 92.97),
    "gum.dev.key.corefud.conllu": (100, 100, 94.19, 94.86, 100, 100, 100, 100, 100),
}
"""F1 on the development part of GUM, in the order of the uses (shared/spec/uses.md, 1.3)."""


@pytest.mark.parametrize("response", PRINTED)
def test_gum(response: str) -> None:
    """The development part of GUM has the printed F1."""
    folder = SHARED / "data" / "gum_pairs"
    if not folder.exists():
        pytest.skip("needs GUM")
    found = corefeval.score(
        folder / "gum.dev.key.corefud.conllu", folder / response, metrics=USES, language="en"
    )
    assert [100 * (found[name]["f1"] or 0) for name in USES] == pytest.approx(PRINTED[response], abs=0.005)
