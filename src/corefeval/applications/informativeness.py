"""Uses that need all links: facts in general, and any use, with links weighted by informativeness (Chen and Ng 2013)."""

from __future__ import annotations

import numpy as np

from corefeval.applications.answer import Example, Finding, Outcome
from corefeval.applications.classes import breakdown
from corefeval.applications.numbers_in_words import share
from corefeval.applications.quotations import best_chain, chain, example, members
from corefeval.arrays import Floats, Integers
from corefeval.metrics.base import f_score, ratio
from corefeval.metrics.lmetrics import NAME, NOMINAL, LMuc
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing
from corefeval.text import several

BEST = ("a name", "a noun", "a pronoun")
"""The kinds of the most informative mention of an entity."""


LOSSES = (
    ("entities with a name", "the statement no longer leads to the name"),
    ("entities with nouns only", "the description of the entity is lost"),
    ("pronouns only", "little: these links carry little information"),
)
"""The same as rows of a table, with the cost of losing weight there."""


def any_use(pairing: Pairing) -> Finding:
    """State how much of the weight of links is found, and which entities lose it."""
    metric = LMuc()
    weights = [f"{float(metric.values[name]):g}".removeprefix("0") for name in ("name", "nominal", "pronoun")]
    said = f"A link with a name weighs {weights[0]}, one with a noun but no name {weights[1]}, one between pronouns {weights[2]}. "
    return _of_links(pairing, metric, "weight of links", said, ("the weight that holds", "that", "is"))


def facts(pairing: Pairing) -> Finding:
    """State how many links between mentions are found; facts about any entity depend on them."""
    return _of_links(pairing, LMuc(weights="W1"), "links", "", ("the links that hold", "those", "are"))


def _of_links(pairing: Pairing, metric: LMuc, cases: str, said: str, words: tuple[str, str, str]) -> Finding:
    """State how many links, weighted by the metric, are found, and which entities lose them."""
    # gold [Ann she her] [cup it], system [Ann she it], every link of weight 1:
    # weighing.key   0 1;  common          1 0    the overlaps: Ann she; it
    # of_key         2 1;  found           1 0    by gold entity
    # of_response    2;    found_response  1      by system entity
    # key_best       0 1                          the best mention of each gold entity: a name, a nominal
    # total        2 1 0;  right         1 0 0    by best mention: name, nominal, pronoun
    links, those, are = words
    weighing, common, of_key, of_response = metric.weigh(pairing)
    found = _summed(weighing.key, common, len(of_key))
    found_response = _summed(weighing.response, common, len(of_response))
    shares = [
        share(round(1000 * float(part.sum()) / whole), 1000) if whole else share(0, 0)
        for part, whole in ((found, float(of_key.sum())), (found_response, float(of_response.sum())))
    ]
    sentences = (
        (
            f"{said}Of {links} the entities of the gold together, {shares[0]} {are} found. Of {those} of the system's entities, "
            f"{shares[1]} {are} right."
        ),
    )
    key_best, response_best = _best(weighing.key_counts), _best(weighing.response_counts)
    total, right = _summed(key_best, of_key), _summed(key_best, found)
    offered, correct = _summed(response_best, of_response), _summed(response_best, found_response)
    count = np.bincount(key_best, minlength=len(BEST))
    complete = np.bincount(key_best[found >= of_key - 1e-9], minlength=len(BEST))
    scores = {"f1": f_score(ratio(right, total), ratio(correct, offered))}
    table = [
        Outcome(f"lost: {kind}", round(lost), round(whole), cost)
        for (kind, cost), lost, whole in zip(LOSSES, (total - right).tolist(), total.tolist(), strict=True)
        if whole
    ]
    not_counted = "nothing"
    singletons = int((pairing.key.entity_sizes == 1).sum())
    if singletons:
        entities = f"{several(singletons, 'entity', 'entities')} of one mention"
        not_counted = f"{entities}: no links" if cases == "links" else f"nothing; {entities} weigh 1 each"
    return Finding(
        sentences,
        {cases: table},
        (
            breakdown(
                "best mention of the entity",
                "entities",
                BEST,
                count.astype(np.float64),
                complete.astype(np.float64),
                scores,
                "complete",
            ),
        ),
        _heaviest_loss(pairing, of_key - found),
        (not_counted,),
    )


def _best(counts: Integers) -> Integers:
    """Return the place in BEST of each entity."""
    return np.where(counts[:, NAME] > 0, 0, np.where(counts[:, NOMINAL] > 0, 1, 2)).astype(np.int64)


def _summed(group: Integers, values: Floats, groups: int = len(BEST)) -> Floats:
    return np.bincount(group, values, minlength=groups).astype(np.float64)


def _heaviest_loss(pairing: Pairing, lost: Floats) -> Example | None:
    """Return the entity that loses the most weight, against the system's chain that has most of it."""
    if not (lost > 0).any():
        return None
    typed, key = pairing.derive(TypedPairing), pairing.key
    entity = int(lost.argmax())
    rows = members(typed.key, entity)
    system = best_chain(pairing, rows)[0] or "none of these mentions"
    error = f"an entity that loses a weight of {lost[entity]:g}"
    return example(key, rows[0], error, chain(key, rows), system)
