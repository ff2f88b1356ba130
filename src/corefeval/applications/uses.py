"""The uses of coreference, and which metric answers for each: data, no more.

After Tuggener (2014), Chen and Ng (2013), Kaczmarek and Marcińczuk (2015), and Žitkus et al. (2023).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from corefeval import presets
from corefeval.metrics.base import FILES, METRICS
from corefeval.names import listed, resolve
from corefeval.problems import Problem, UsageError

IN_WORDS = 2
"""The measured uses that an answer describes in words; others are in a table, and none of them ranks systems."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A parameter chosen by hand, with its alternatives.

    Attributes:
        what: the name of the choice.
        metric: the metric with the choice made here.
        others: the metric with each other choice, by the name of that choice.
        same_counts: whether all of them have the same counts and differ only in the weight of counts.
    """

    what: str
    metric: str
    others: Mapping[str, str]
    same_counts: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """A use of coreference.

    Attributes:
        name: as in --for.
        title: its name, in a few words.
        question: the question that the headline answers.
        headline: the metric that answers for it; systems are ranked by its f1.
        cases: the gold cases that the headline judges.
        reason: why this one.
        paper: the paper that supports it, with the place.
        beside: other metrics to show.
        choices: the parameters chosen by hand.
        aliases: other names of uses that need the same.
        part: the metric that cases are counted with, where the headline is an average.
        measured: the metrics that measure the use itself, where the key has trees.
        verdict: how reliably the headline predicts the use.
    """

    name: str
    title: str
    question: str
    headline: str
    cases: str
    reason: str
    paper: str
    beside: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    aliases: tuple[str, ...] = ()
    part: str = ""
    measured: tuple[str, ...] = ()
    verdict: str = ""

    @property
    def counted(self) -> str:
        """The metric that cases are counted with."""
        return self.part or self.headline

    @property
    def phrase(self) -> str:
        """The use as a sentence names it."""
        return {"any": "any use"}.get(self.name, self.name.replace("-", " "))

    @property
    def measured_by(self) -> str:
        """The metric that ranks systems if the key has trees; '' for a group of uses."""
        return self.measured[0] if len(self.measured) <= IN_WORDS else ""

    def ranked_by(self, scored: Container[str]) -> str:
        """Return the metric that ranks systems: the one that measures the use if it was scored, else the headline."""
        return self.measured_by if self.measured_by in scored else self.headline

    @property
    def metrics(self) -> tuple[str, ...]:
        """The headline and the metrics shown with it, always including CoNLL."""
        return tuple(dict.fromkeys((self.headline, *self.beside, presets.HEADLINE)))


_SCRIPT = "counted as the author's script does"

_ALL_USES = (
    Use(
        "entity-sequences",
        "Entity sequences (entity grids, event chains)",
        "Does each mention follow the right previous mention, so that an entity can be traced without gaps?",
        "arcs.immediate",
        "mentions that follow another one",
        "An entity grid or an event chain reads the mentions of an entity in order; a skipped or wrong "
        "mention breaks the sequence.",
        "Tuggener (2014), EACL, section 3.1",
        choices=(Choice("the counting", "arcs.immediate", {_SCRIPT: "arcs.immediate(reading=script)"}),),
        measured=("use.chains",),
        verdict="It predicts event chains better than CoNLL on every set of systems, but it is close to them by definition.",
    ),
    Use(
        "summarisation",
        "Summarisation",
        "If a sentence is taken out of its text, can its pronouns be replaced by the right nouns?",
        "arcs.inferred(of=pronouns)",
        "pronouns",
        "A sentence in a summary lacks its context, so its pronouns have to be replaced by nouns. The closest "
        "preceding noun of their entity has to be right.",
        "Tuggener (2014), EACL, section 3.2",
        ("arcs.inferred", "arcs.inferred(of=nouns)"),
        (
            Choice(
                "the mentions that count",
                "arcs.inferred(of=pronouns)",
                {"all mentions": "arcs.inferred", "nouns alone": "arcs.inferred(of=nouns)"},
            ),
            Choice(
                "the counting",
                "arcs.inferred(of=pronouns)",
                {_SCRIPT: "arcs.inferred(of=pronouns,reading=script)"},
            ),
        ),
        ("summarization",),
        measured=("use.replace",),
        verdict="It predicts replaced pronouns better than CoNLL on these sets, but it is close to them by definition. With "
        "boundary errors, which these sets leave out, it predicts them worse. With nouns (arcs.inferred) it is below CoNLL on resolvers.",
    ),
    Use(
        "translation",
        "Machine translation",
        "Does a pronoun lead to the right noun, whose gender decides how it is translated?",
        "arcs.inferred(of=pronouns)",
        "pronouns",
        "If nouns have a gender, the translated pronoun takes the gender of the noun it refers to. The noun "
        "before a pronoun has to be right; links between nouns do not matter.",
        "Tuggener (2014), EACL, section 3.2",
        choices=(
            Choice(
                "the counting",
                "arcs.inferred(of=pronouns)",
                {_SCRIPT: "arcs.inferred(of=pronouns,reading=script)"},
            ),
        ),
        aliases=("machine-translation", "mt"),
        measured=("use.agree",),
        verdict="It predicts agreement better than CoNLL on resolvers and on one of two mixtures of errors, and in Czech on both.",
    ),
    Use(
        "search",
        "Search (sentiment analysis, relation mining)",
        "Does a query for an entity find it, and everything about it?",
        "arcs.anchor(anchor=dominant)",
        "entities",
        "A query has to reach the entity, so its chain has to contain the mention that names it best. The "
        "score is the harmonic mean of entities found (ED) and the mentions returned for them (EM). EM alone "
        "cannot be compared between systems, because each is judged on the entities it finds.",
        "Tuggener (2014), EACL, section 3.3; Žitkus et al. (2023), NLE, section 4.2",
        ("arcs.anchor", "dominant"),
        (
            Choice(
                "the mention that is queried",
                "arcs.anchor(anchor=dominant)",
                {
                    "the first noun": "arcs.anchor",
                    "the longest mention": "arcs.anchor(anchor=longest)",
                    "CoreNLP's representative mention": "arcs.anchor(anchor=representative)",
                },
            ),
            Choice(
                "the coefficients of the dominant-mention score",
                "dominant",
                {
                    "no credit for partly right units": "dominant(wt=0,wl=0,wtl=0)",
                    "half credit for partly right units": "dominant(wt=.375,wl=.25,wtl=.125)",
                    "more credit for a wrong link than for a wrong type": "dominant(wt=.5,wl=.75)",
                    "full credit for partly right units": "dominant(wt=1,wl=1,wtl=1)",
                },
                same_counts=True,
            ),
        ),
        ("sentiment", "relation-mining"),
        measured=("use.search", "use.search-ap"),
        verdict="No metric predicts search reliably better than CoNLL.",
    ),
    Use(
        "facts-about-names",
        "Information extraction: facts about names",
        "Are nouns and pronouns attached to the named entity they refer to?",
        "parent",
        "nouns and pronouns",
        "Extracted facts are filed under a name, so each mention of a named entity has to be attached to one "
        "of its names. The authors call the score complementary, because it ignores links between names: look "
        "at CoNLL and BLANC as well.",
        "Kaczmarek and Marcińczuk (2015), RANLP, sections 4 and 5",
        ("blanc",),
        (
            Choice(
                "mentions that have to be attached",
                "parent",
                {
                    "pronouns and zeros alone": "parent(split=pronouns)",
                    "nouns and pronouns, no zeros": "parent(split=nonzero)",
                    "also mentions of entities that are never named": "parent(gold_needs_defining=no)",
                },
            ),
        ),
        measured=("use.facts-names",),
        verdict="It predicts facts about names better than CoNLL on mixed errors and in Czech, and no better on resolvers.",
    ),
    Use(
        "facts",
        "Information extraction: facts in general",
        "Are facts about the right entities, named or not?",
        "conll",
        "links",
        "A fact is correct if each of its arguments is the right entity, with or without its name. CoNLL, CEAFm and LEA predict "
        "that best; PARENT, which looks at names, predicts it worst.",
        "Pradhan et al. (2012), CoNLL shared task; see docs/applications.md for a comparison",
        ("ceafm", "lea"),
        part="muc",
        measured=("use.facts",),
        verdict="It predicts facts in general better than PARENT on every set of systems.",
    ),
    Use(
        "any",
        "Any use",
        "How good is a system if no use is named?",
        "conll",
        "weight of links",
        "Over nine uses, CoNLL and LEA predict about as well as any other metric. LCoNLL, in which a link to "
        "a name weighs more than one between pronouns, predicts no better.",
        "Pradhan et al. (2012), CoNLL shared task; Chen and Ng (2013), IJCNLP, for the weights",
        ("lea", "lconll", "lmuc", "lbcub", "lceafe"),
        (
            Choice(
                "the weights of name, noun, pronoun, singleton",
                "lconll",
                {
                    "1, 1, 1, 0 (W1)": "lconll(weights=W1)",
                    "1, 1, 1, .5 (W2)": "lconll(weights=W2)",
                    "1, 1, 1, 1 (W3)": "lconll(weights=W3)",
                    "1, .5, .25, 1 (W5)": "lconll(weights=W5)",
                },
            ),
        ),
        part="lmuc",
        measured=tuple(FILES["uses"]),
        verdict="Mean τ over the uses on the three sets of systems: CoNLL .62, .53, .54; LEA .63, .56, .53; LCoNLL .63, .55, .50.",
    ),
)

USES: Mapping[str, Use] = {use.name: use for use in _ALL_USES}
"""The uses by name."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "information-extraction": ("facts-about-names", "facts"),
    "all": tuple(USES),
}
"""Names of groups of uses."""
_ALIASES = {"information-extraction": ("ie",), **{use.name: use.aliases for use in _ALL_USES}}


def uses_named(names: str | Sequence[str]) -> tuple[Use, ...]:
    """Return the uses with these names, comma-separated or a list, each once; `all` means every use (see GROUPS).

    Examples:
        >>> [use.name for use in uses_named("sentiment,translation")]
        ['search', 'translation']
    """
    found: dict[str, Use] = {}
    for piece in listed(names):
        name = resolve("use", piece, (*USES, *GROUPS), lambda known: _ALIASES.get(known, ()))
        found |= {each: USES[each] for each in GROUPS.get(name, (name,))}
    if not found:
        raise UsageError(Problem("CE050", "no-use-named", uses=USES))
    return tuple(found.values())


def metrics_for(uses: Sequence[Use]) -> list[str]:
    """Return the names of all metrics that the answers need, each once."""
    return list(dict.fromkeys(name for use in uses for name in (*use.metrics, *classic_metrics())))


def classic_metrics() -> list[str]:
    """Return the metrics shown with every answer for comparison with papers: the headline, the usual metrics, others."""
    names = dict.fromkeys((presets.HEADLINE, *presets.DEFAULT_METRICS, *METRICS.at_hand))
    return [name for name in names if METRICS[name].is_classic]
