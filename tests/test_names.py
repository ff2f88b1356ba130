"""Names: one way to write them differently, one sentence where there is no such name, at every door."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.applications.uses import USES, uses_named
from corefeval.choices import CHOICES
from corefeval.formats.catalogue import BY_NAME
from corefeval.linguistics.closed_class import CLOSED_CLASS
from corefeval.metrics import metric_name, parse_metric, split_names
from corefeval.metrics.base import METRICS, Metric, other_names, register
from corefeval.names import fold, resolve, spelled
from corefeval.presets import PRESETS, preset
from corefeval.problems import CorefevalError, Problem, UsageError
from corefeval.settings import LANGUAGES, Settings, language_named
from tests.refuses import refuses

KEY, RESPONSE = [[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("MUC", "muc"),
        ("LEA", "lea"),
        ("b3", "bcub"),
        ("B³", "bcub"),
        ("b_cubed", "bcub"),
        ("BCubed", "bcub"),
        ("ceaf_e", "ceafe"),
        ("CEAF-e", "ceafe"),
        ("phi4", "ceafe"),
        ("phi3", "ceafm"),
        ("CEAFm", "ceafm"),
        ("Mentions", "mention"),
        ("CoNLL", "conll"),
        ("conll_f1", "conll"),
        ("ARCS immediate", "arcs.immediate"),
        ("Bridging to entities", "bridging.entity"),
        ("split.B³", "split.bcub"),
        ("LBCUB(Name=2)", "lbcub(name=2)"),
        ("BLANC(empty=KEY)", "blanc(empty=key)"),
    ],
)
def test_metrics_have_other_names(written: str, name: str) -> None:
    """Case, labels of tables and common names all mean the one name that results show."""
    assert metric_name(written) == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("conll2012", "perl"),
        ("CoNLL-2012", "perl"),
        ("OntoNotes", "perl"),
        ("reference", "perl"),
        ("CONLL12", "conll12"),
        ("crac2024", "crac24"),
        ("CRAC-2026", "crac26"),
        ("CorefUD 1.3", "crac25"),
        ("codi-crac-2022-ar", "codicrac22ar"),
    ],
)
def test_presets_have_other_names(written: str, name: str) -> None:
    """They are resolved to the one that the signature shows."""
    assert preset(written).name == name
    result = corefeval.score(KEY, RESPONSE, preset=written, metrics="muc", match="exact")
    assert f"|{name}|" in str(result.signature)


def test_results_show_one_name_and_answer_to_all() -> None:
    """JSON keys, signature and look-up."""
    result = corefeval.score(KEY, RESPONSE, metrics="B3, CEAF_e,lea")
    assert list(result.to_dict()["scores"]) == ["bcub", "ceafe", "lea"]
    assert str(result.signature).endswith("|bcub,ceafe,lea")
    assert result["B³"] == result["b_cubed"] == result["bcub"]
    assert corefeval.score(KEY, RESPONSE, metrics="ALL").metrics.keys() > {"bcub"}


def test_parameters_that_were_written_win_over_those_of_a_preset() -> None:
    """`blanc` means the preset's BLANC, `blanc(empty=both)` what it says; so does the signature when it is replayed."""
    key, response = [[1], [2]], [[1], [2, 3]]
    own = corefeval.score(key, response, metrics="blanc", preset="perl")
    said = corefeval.score(key, response, metrics="BLANC(empty=both)", preset="perl")
    assert own.metrics["blanc"].full_name == "blanc(empty=key)"
    assert said.metrics["blanc"].full_name == "blanc"
    for result in (own, said):
        again = corefeval.score(key, response, signature=str(result.signature))
        assert str(again.signature) == str(result.signature)


def _spellings() -> dict[str, dict[str, str]]:
    """Return every name and other name of each kind, with what it means."""
    tables: dict[str, tuple[list[str], Callable[[str], tuple[str, ...]]]] = {
        "metric": (list(METRICS), other_names),
        "preset": (list(PRESETS), lambda name: PRESETS[name].aliases),
        "use": (list(USES), lambda name: USES[name].aliases),
        "language": (list(LANGUAGES), LANGUAGES.__getitem__),
        "format": (list(formats.FORMATS), lambda name: BY_NAME[name].aliases),
    }
    found = {}
    for kind, (names, others) in tables.items():
        found[kind] = {other: name for name in names for other in (name, *others(name))}
    return found


SPELLINGS = _spellings()
RESOLVE: dict[str, Callable[[str], str]] = {
    "metric": lambda text: parse_metric(text).name,
    "preset": lambda text: preset(text).name,
    "use": lambda text: uses_named(text)[0].name,
    "language": language_named,
    "format": lambda text: formats.format_named(text).name,
}


@pytest.mark.parametrize("kind", SPELLINGS)
def test_no_two_names_are_the_same(kind: str) -> None:
    """Without case and signs each spelling still stands for one thing."""
    meanings: dict[str, set[str]] = {}
    for spelling, name in SPELLINGS[kind].items():
        meanings.setdefault(fold(spelling), set()).add(name)
    assert not {spelling: names for spelling, names in meanings.items() if len(names) > 1}


@given(
    st.sampled_from([(kind, *pair) for kind, names in SPELLINGS.items() for pair in names.items()]),
    st.data(),
)
def test_case_and_signs_do_not_matter(case: tuple[str, str, str], data: st.DataObject) -> None:
    """However a known name is capitalised and its pieces are joined, it means the same."""
    kind, spelling, name = case
    written = "".join(
        letter.upper() if data.draw(st.booleans()) else letter.lower() for letter in spelling
    ).replace(" ", data.draw(st.sampled_from([" ", "_", ""])))
    if kind != "language":
        written = written.replace("-", data.draw(st.sampled_from(["-", "_", ""])))
    assert RESOLVE[kind](written) == name


@given(st.text(max_size=12))
def test_what_is_no_name_is_refused_in_one_sentence(text: str) -> None:
    """Any text is a name that exists, or CE050."""
    known = ["muc", "bcub"]
    if spelled(text, known):
        assert resolve("metric", text, known) in known
        return
    with pytest.raises(UsageError) as raised:
        resolve("metric", text, known)
    (problem,) = raised.value.problems
    assert (problem.code, problem["what"], problem["name"]) == ("CE050", "metric", text)
    assert problem["names"] == ("muc", "bcub")


@pytest.mark.parametrize(
    ("ask", "name", "meant"),
    [
        (lambda: corefeval.score(KEY, RESPONSE, metrics="bcubd"), ("metric", "bcubd", ""), "bcub"),
        (lambda: corefeval.score(KEY, RESPONSE, preset="crca24"), ("preset", "crca24", ""), "crac24"),
        (lambda: corefeval.score(KEY, RESPONSE, language="xx"), ("language", "xx", ""), ""),
        (lambda: corefeval.score(KEY, RESPONSE, language="Germn"), ("language", "Germn", ""), "de"),
        (lambda: corefeval.score(KEY, RESPONSE, key_format="connl"), ("format", "connl", ""), "conll2012"),
        (lambda: corefeval.score(KEY, RESPONSE, singletonss="keep"), ("keyword", "singletonss", ""), "singletons"),  # type: ignore[call-overload]
        (lambda: corefeval.Scorer(singletonss="keep"), ("keyword", "singletonss", ""), "singletons"),  # type: ignore[call-arg]
        (lambda: corefeval.compare(KEY, [RESPONSE], singletonss="keep"), ("keyword", "singletonss", ""), "singletons"),  # type: ignore[call-arg]
        (lambda: corefeval.compare(KEY, {"mine": RESPONSE}, baseline="mien"), ("system", "mien", ""), "mine"),
        (lambda: corefeval.compare(KEY, [RESPONSE], interval="jacknife"), ("value", "jacknife", "interval"), "jackknife"),
        (lambda: Settings(zeros="liner"), ("value", "liner", "zeros"), "linear"),  # type: ignore[arg-type]
        (lambda: uses_named("serch"), ("use", "serch", ""), "search"),
        (lambda: parse_metric("lbcub(nam=1)"), ("parameter", "nam", "lbcub"), "name"),
        (lambda: parse_metric("blanc(empty=keys)"), ("value", "keys", "empty of blanc"), "key"),
    ],
)  # fmt: skip
def test_unknown_names_are_refused_everywhere(
    ask: Callable[[], object], name: tuple[str, str, str], meant: str
) -> None:
    """The same problem, and the name that was meant."""
    with pytest.raises(UsageError) as raised:
        ask()
    (problem,) = raised.value.problems
    assert (problem.code, problem["what"], problem["name"], problem["whose"]) == ("CE050", *name)
    near = problem["meant"]
    names = near["names"] if isinstance(near, Problem) else ()
    assert [each["name"] for each in names][:1] == ([meant] if meant else [])


FILES = {
    "conll2012": "#begin document (d); part 000\nd\t0\t0\tShe\t(1)\nd\t0\t1\tran\t-\n#end document\n",
    "corefud": "# newdoc id = d\n# global.Entity = eid-head\n# sent_id = 1\n"
    "1\tShe\tshe\tPRON\t_\t_\t0\troot\t_\tEntity=(e1-1)\n\n",
    "jsonlines": '{"doc_key": "d", "tokens": ["She", "ran"], "clusters": [[[0, 0]]]}\n',
}


@pytest.mark.parametrize("form", FILES)
def test_a_layer_that_a_format_does_not_have_is_refused(form: str, tmp_path: Path) -> None:
    """None is read in the place of another, neither from a file nor from a folder."""
    path = tmp_path / "file"
    path.write_text(FILES[form], encoding="utf-8")
    for source in (path, tmp_path):
        assert formats.read(source).layer == "identity"
        for name in ("discourse-deixis", "nonsense"):
            with refuses(CorefevalError, "CE050", "no-such-name"):
                formats.read(source, layer=name)


def test_languages_are_those_with_words() -> None:
    """What can be declared has a list of words; a region changes nothing, and others are refused."""
    assert LANGUAGES.keys() == CLOSED_CLASS.keys()
    assert [language_named(text) for text in ("", "none", "en", "en-US", "en_GB", "no", "pt-BR", "English")] == [
        "", "", "en", "en", "en", "nb", "pt", "en",
    ]  # fmt: skip
    assert "|language:en|" in str(corefeval.score(KEY, RESPONSE, language="en_US").signature)
    with refuses(UsageError, "CE050", "no-such-name", what="language", name="xx"):
        language_named("xx")


def test_values_of_settings_are_names_too() -> None:
    """Case and signs do not matter; the setting holds the one name."""
    for name, values in CHOICES.items():
        for value in values:
            assert getattr(Settings().changed({name: value.upper().replace("-", "_")}), name) == value


def test_a_metric_cannot_take_a_name_that_exists() -> None:
    """Neither a name nor a label nor an alias, in any spelling; one's own may be defined again."""

    def define(name: str, label: str, *aliases: str) -> type[Metric]:
        return type(
            "Mine", (Metric,), {"name": name, "label": label, "aliases": aliases, "__module__": "mine"}
        )

    for taken in (("LEA", "Mine"), ("mine", "B³"), ("mine", "Mine", "b_cubed"), ("muc", "Mine")):
        with pytest.raises(CorefevalError, match="CE078"):
            register(define(*taken))
        assert "mine" not in METRICS
    try:
        register(define("mine", "Mine"))
        again = register(define("mine", "Mine", "ours"))
        assert METRICS["mine"] is again
        assert parse_metric("OURS").name == "mine"
    finally:
        del METRICS["mine"]


def test_groups_of_metrics() -> None:
    """`arcs` and `bridging` are all metrics of their families, and `mela` is the CoNLL average."""
    assert {*split_names("arcs")} == {"arcs.immediate", "arcs.inferred", "arcs.anchor"}
    assert {*split_names("Bridging")} == {"bridging.anaphor", "bridging.mention", "bridging.entity"}
    assert parse_metric("mela").full_name == "conll"
    assert preset("codicrac21ar").name == "codicrac22ar"
