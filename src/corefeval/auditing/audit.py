"""audit(): likely annotation errors in a key, ranked, with the reason for each.

    key ─┬─ checks ────────────────────── claims about pairs of mentions ─┐
         └─ errors made in it ── checks ── how often claims are right ────┴─ suspicions, ranked

Systems are optional: a separate check lists pairs on which two or more systems contradict the key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

import numpy as np

from corefeval.agreement.agreement import AS_ANNOTATED, NO_FORMAT
from corefeval.arrays import Integers, integers, inverse
from corefeval.auditing.checks import CHECKS, candidates, verdicts
from corefeval.auditing.described_key import DescribedKey
from corefeval.auditing.rates import Suspected, measured_rates
from corefeval.choices import AUDITED, SETTINGS
from corefeval.columns import Column, DataRow, Printed, Rows, data, to_row, whole
from corefeval.comparison.compare import systems_named
from corefeval.comparison.intervals import SEED
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.views import Mention, in_context
from corefeval.evaluation.request import Input, Request, Run
from corefeval.linguistics.describe import describe
from corefeval.linguistics.scheme_files import type_table
from corefeval.names import resolve
from corefeval.problems import Problem, Problems, UsageError
from corefeval.settings import Options, listing_options
from corefeval.text import shortened

SHOWN = 60
"""Letters of a mention in a reason."""


SCORES = frozenset({"CE040"})
"""Warnings about systems that concern only scores: singletons on one side."""


@dataclass(frozen=True, slots=True)
class Suspicion(DataRow):
    """A pair of mentions that is probably annotated wrong.

    Attributes:
        probability: the estimated probability that the annotation of the pair is wrong.
        check: the check that found it; a name of CHECKS.
        claim: join (the two mentions belong into one chain) or part (into different chains).
        document: the document's name.
        sentence: the sentence of the mention, from 1; 0 without a text.
        start: its first token in the document, from 0; empty nodes count; -1 without a text.
        end: its last token.
        mention: its words.
        chain: its chain in the key.
        other_sentence: the sentence of the other mention.
        other_start: the first token of the other mention.
        other_end: its last token.
        other: its words.
        other_chain: its chain in the key.
        reason: the reason in words.
        also: the names of other checks that find the mention.
        systems: systems that agree with the claim.
        context: the words around the mention.
        other_context: the words around the other mention.
    """

    probability: float
    check: str
    claim: str
    document: str
    sentence: int
    start: int
    end: int
    mention: str
    chain: str
    other_sentence: int
    other_start: int
    other_end: int
    other: str
    other_chain: str
    reason: str
    also: str
    systems: int
    context: str
    other_context: str


VERDICT = Column("", name="verdict", of=lambda _: "")
"""The column that annotators fill in."""


@dataclass(frozen=True, eq=False)
class Audit(Printed):
    """Likely annotation errors of a key. It prints itself and converts to plain data.

    Attributes:
        suspicions: the suspicions, the most probable first.
        checks: the names of the checks that were made.
        systems: the names of the systems.
        documents: the number of documents.
        mentions: the number of mentions.
        chains: the number of chains.
        warnings: warnings about the files.
    """

    suspicions: tuple[Suspicion, ...] = field(repr=False)
    checks: tuple[str, ...]
    systems: tuple[str, ...]
    documents: int
    mentions: int
    chains: int
    warnings: tuple[Problem, ...] = ()

    def counts(self) -> dict[str, int]:
        """Return the number of suspicions of each check."""
        counts = Counter(each.check for each in self.suspicions)
        return {name: counts[name] for name in self.checks}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        found = to_row(data("documents", "mentions", "chains", "systems"), self)
        found |= {"counts": self.counts(), "suspicions": self.suspicions}
        return whole(found, None, None, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each suspicion, with an empty column `verdict` for annotators."""
        return Rows.of((*Suspicion.columns(), VERDICT), self.suspicions)


@listing_options
def audit(
    key: Input,
    systems: Mapping[str, Input] | Sequence[Input] = (),
    *,
    checks: str | Iterable[str] | None = None,
    seed: int | None = None,
    **options: Unpack[Options],
) -> Audit:
    """Find likely annotation errors in a key.

    Args:
        key: path, corpus or clusters of the gold annotation.
        systems: {name: path, corpus or clusters}, or a list of them. With two or more, pairs on which all of them contradict
            the key are suspicious too.
        checks: the names of the checks, comma-separated or a list; all by default (corefeval.auditing.checks.CHECKS).
        seed: the random seed of the errors that are made to measure how often each check is right.
        options: settings of score() for reading files (language, key_format …) and for matching mentions of
            systems; see corefeval.choices.AUDITED.

    Raises:
        UsageError: CE051 for a setting that has no effect on an audit.

    Examples:
        >>> key = [[(0, 0), (5, 5)], [(9, 9)], [(3, 3), (7, 7)]]
        >>> system = [[(0, 0), (5, 5), (9, 9)], [(3, 3), (7, 7)]]
        >>> found = audit(key, [system, system])
        >>> [(each.check, each.mention, each.other) for each in found.suspicions]
        [('systems-join', '(9, 9)', '(0, 0)')]
    """
    chosen = _checks(checks)
    for name, value in options.items():
        if value is not None and name in SETTINGS and not SETTINGS[name].side and name not in AUDITED:
            raise UsageError(Problem("CE051", "setting-not-audited", name=name))
    request = Request.of(**options)
    request = replace(request, overrides={**AS_ANNOTATED, **(request.overrides or {})})
    gold = _by_name(request.read_key(key))
    run = request.on(gold, form=NO_FORMAT)
    named = dict(systems) if isinstance(systems, Mapping) else systems_named(list(systems))
    problems = Problems()
    problems.extend(gold.warnings)
    table = type_table(run.settings.types, run.settings.scheme)
    linguistics = describe(gold, language=run.settings.language, table=table)
    problems.extend(linguistics.problems)
    found = [_chains_of_system(gold, run, system, problems) for system in named.values()]
    described = DescribedKey(gold, linguistics, tuple(found))
    own = candidates(described, chosen)
    rates = measured_rates(described, table, chosen, SEED if seed is None else seed)
    ranked = [(rates.probability(each), each) for each in rates.suspected(described, own)]
    reasons: dict[int, set[str]] = {}
    for each in own:
        reasons.setdefault(each.mention, set()).add(each.check)
    return Audit(
        tuple(
            _suspicion(described, probability, each, reasons[each.best.mention])
            for probability, each in _one_per_chains(described, ranked)
        ),
        chosen,
        tuple(named),
        len(gold.names),
        len(gold.mentions),
        len(gold.entities),
        tuple(problems),
    )


def _checks(names: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the requested checks, in their order."""
    if names is None:
        return tuple(CHECKS)
    listed = names.split(",") if isinstance(names, str) else list(names)
    asked = {resolve("check", name.strip(), CHECKS) for name in listed}
    return tuple(name for name in CHECKS if name in asked)


def _by_name(corpus: Corpus) -> Corpus:
    """Return the documents sorted by name, so that the order of files does not matter."""
    order = sorted(range(len(corpus.names)), key=corpus.names.__getitem__)
    return corpus if order == list(range(len(order))) else corpus.select_documents(integers(order))


def _chains_of_system(gold: Corpus, run: Run, system: Input, problems: Problems) -> Integers:
    """Return each key mention's chain in a system's output, -1 if the system did not mark the mention."""
    result = run.score(gold, system)
    problems.extend(problem for problem in result.warnings if problem.code not in SCORES)
    assert result.pairing is not None
    pairing = result.pairing.plain
    partner = pairing.key_partner
    is_marked = partner >= 0
    rows = np.arange(len(partner)) if pairing.key.number is None else pairing.key.number
    found = np.full(len(gold.mentions), -1, np.int64)
    found[rows[is_marked]] = pairing.response.mentions.entity[partner[is_marked]]
    return found


def _one_per_chains(
    key: DescribedKey, ranked: Iterable[tuple[float, Suspected]]
) -> Iterator[tuple[float, Suspected]]:
    """Yield suspicions, the most probable first, and of each pair of chains, or inside each chain, only the first."""
    mentions, document = key.corpus.mentions, key.corpus.mention_document
    place = inverse(np.lexsort((mentions.entity, -mentions.last, mentions.first, document)))
    seen = set()
    for probability, each in sorted(ranked, key=lambda item: (-item[0], place[item[1].best.mention])):
        chains = frozenset(key.chain[row] for row in (each.best.mention, each.best.other))
        if chains not in seen:
            seen.add(chains)
            yield probability, each


def _suspicion(key: DescribedKey, probability: float, found: Suspected, reasons: set[str]) -> Suspicion:
    best, check = found.best, CHECKS[found.best.check]
    both = [Mention(key.corpus, row) for row in (best.mention, best.other)]
    texts = [key.texts[each.index] for each in both]
    places = [in_context(key.corpus, each.index) for each in both]
    spans = [(each.start, each.end) if key.has_text else (-1, -1) for each in both]
    labels = [key.corpus.entities.labels[key.chain[each.index]] for each in both]
    mention, other = (shortened(text, SHOWN) for text in texts)
    return Suspicion(
        probability=probability,
        check=best.check,
        claim="join" if check.is_join else "part",
        document=key.corpus.names[int(key.corpus.mention_document[best.mention])],
        sentence=places[0][0],
        start=spans[0][0],
        end=spans[0][1],
        mention=texts[0],
        chain=labels[0],
        other_sentence=places[1][0],
        other_start=spans[1][0],
        other_end=spans[1][1],
        other=texts[1],
        other_chain=labels[1],
        reason=check.reason.format(*best.details, mention=mention, other=other),
        also=", ".join(name for name in CHECKS if name in reasons - {best.check}),
        systems=sum(verdicts(key, best)),
        context=places[0][1],
        other_context=places[1][1],
    )
