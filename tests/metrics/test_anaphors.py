"""The metrics of anaphors (Prague, Byron, Mitkov), recounted mention by mention on small random texts."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.metrics import parse_metric
from corefeval.pairing import pair
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings
from tests.metrics.scoring import counts

TYPES = ("name", "nominal", "pronoun")
FEATURES = ("Gender=Fem|Number=Sing", "Gender=Masc", "Number=Plur", "_", "Gender=Fem,Masc|Number=Sing")
LENGTH, SENTENCE = 14, 3


@dataclass
class Side:
    """One side of a document: the entity of each mention, which is one word, and its type."""

    entity: dict[int, int]
    type: dict[int, str]

    def chain(self, mention: int) -> list[int]:
        """Return the mentions of the entity of a mention, in the order of the text."""
        return sorted(each for each, entity in self.entity.items() if entity == self.entity[mention])

    def before(self, mention: int) -> list[int]:
        """Return the earlier mentions of the entity of a mention."""
        return [each for each in self.chain(mention) if each < mention]


def drawn(draw: random.Random, other: Side | None = None) -> Side:
    """Return a random side; many response mentions have the entity of the key, and all have the type of the key."""
    words = [word for word in range(LENGTH) if draw.random() < 0.8]
    entity = {word: draw.randrange(4) for word in words}
    types = {word: draw.choice(TYPES) for word in words}
    for word in words:
        if other is not None and word in other.entity:
            types[word] = other.type[word]
            if draw.random() < 0.7:
                entity[word] = other.entity[word]
    return Side(entity, types)


def corpus(documents: list[Side], features: list[list[str]]) -> Corpus:
    """Return the corpus of one side."""
    builder = CorpusBuilder()
    for number, side in enumerate(documents):
        builder.document(f"d{number}")
        start = len(builder.forms)
        for place in range(LENGTH):
            if place % SENTENCE == 0:
                builder.sentence()
            builder.node(f"w{place}", columns={"feats": features[number][place]})
        # not in the order of the text, which metrics find out for themselves
        for word in random.Random(number).sample(sorted(side.entity), len(side.entity)):
            place = start + word
            builder.mention(
                builder.entity(str(side.entity[word])),
                [(place, place)],
                head=place,
                attributes={"type": side.type[word]},
            )
    return builder.build()


@dataclass
class Case:
    """Documents of both sides."""

    key: list[Side]
    response: list[Side]
    features: list[list[str]]

    def counts(self, metric: str) -> dict[str, float]:
        """Return the counts of a metric, summed over the documents."""
        sides = [corpus(side, self.features) for side in (self.key, self.response)]
        paired = pair(sides[0], sides[1], Settings(), Problems())
        return {name: float(value) for name, value in paired.count(parse_metric(metric)).totals().items()}


def case(seed: int) -> Case:
    """Return two documents."""
    draw = random.Random(seed)
    key = [drawn(draw) for _ in range(2)]
    features = [[draw.choice(FEATURES) for _ in range(LENGTH)] for _ in range(2)]
    return Case(key, [drawn(draw, side) for side in key], features)


def is_kind(kind: str, side: Side, mention: int) -> bool:
    """Say whether a mention can be an anaphor."""
    return kind == "all" or side.type[mention] == "pronoun"


def is_resolved(key: Side, response: Side, mention: int) -> bool:
    """Return whether the closest earlier mention in the response is of the mention's key entity."""
    before = response.before(mention) if mention in response.entity else []
    return bool(before) and before[-1] in key.entity and key.entity[before[-1]] == key.entity[mention]


def prague(key: Side, response: Side, kind: str, antecedent: str) -> Counter[str]:
    """Return the outcomes of the anaphors of a document."""
    found: Counter[str] = Counter()
    anaphors = [each for each in key.entity if key.before(each) and is_kind(kind, key, each)]

    def leads_home(mention: int) -> bool:
        target = response.before(mention)[0 if antecedent == "root" else -1]
        if mention not in key.entity or target not in key.entity:
            return False
        chain = key.chain(mention)
        return target == chain[0] if antecedent == "root" else target in chain

    for mention in anaphors:
        if mention not in response.entity or not response.before(mention):
            found["fn"] += 1
        else:
            found["tp" if leads_home(mention) else "wl"] += 1
    for mention in response.entity:
        if mention not in anaphors and response.before(mention) and is_kind(kind, response, mention):
            found["szp" if leads_home(mention) else "fp"] += 1
    return found


@pytest.mark.parametrize("kind", ["all", "pronouns"])
@pytest.mark.parametrize("antecedent", ["any", "root"])
def test_prague(kind: str, antecedent: str) -> None:
    """The counts include right, wrong and missing links of key anaphors, and links that the key does not have."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        given = case(seed)
        expected: Counter[str] = Counter()
        for key, response in zip(given.key, given.response, strict=True):
            expected += prague(key, response, kind, antecedent)
        found = given.counts(f"prague(anaphors={kind},antecedent={antecedent})")
        assert found == {name: expected[name] for name in ("tp", "wl", "fn", "fp", "szp")}
        seen += expected
    assert all(seen[name] for name in ("tp", "wl", "fn", "fp"))


def byron(key: Side, response: Side, kind: str, excluded: set[str]) -> Counter[str]:
    """Return the anaphors resolved, in scope, out of scope and attempted."""
    found: Counter[str] = Counter()
    scope = [
        each
        for each in key.entity
        if key.before(each) and is_kind(kind, key, each) and key.type[each] not in excluded
    ]
    found["in_scope"] = len(scope)
    found["resolved"] = sum(is_resolved(key, response, each) for each in scope)
    found["excluded"] = sum(is_kind(kind, key, each) and key.type[each] in excluded for each in key.entity)
    for each in response.entity:
        is_out = (key.type if each in key.entity else response.type)[each] in excluded
        if response.before(each) and (is_kind(kind, response, each) or each in scope) and not is_out:
            found["attempted"] += 1
    return found


@pytest.mark.parametrize("kind", ["all", "pronouns"])
@pytest.mark.parametrize("excluded", ["", "nominal", "nominal|pronoun"])
def test_byron(kind: str, excluded: str) -> None:
    """With and without types that are out of scope."""
    filter_ = f",exclude=type:{excluded}" if excluded else ""
    for seed in range(12):
        given = case(seed)
        expected: Counter[str] = Counter()
        for key, response in zip(given.key, given.response, strict=True):
            expected += byron(key, response, kind, set(excluded.split("|")) - {""})
        found = given.counts(f"byron(anaphors={kind}{filter_})")
        names = ("resolved", "in_scope", "excluded", "attempted")
        assert found == {name: expected[name] for name in names}


def agrees(one: str, other: str) -> bool:
    """Return whether gender and number of two words can agree."""
    values = [
        {
            name: set(value.split(","))
            for name, value in (pair.split("=") for pair in text.split("|") if "=" in pair)
        }
        for text in (one, other)
    ]
    return all(
        name not in values[0] or name not in values[1] or values[0][name] & values[1][name]
        for name in ("Gender", "Number")
    )


@pytest.mark.parametrize("kind", ["all", "pronouns"])
@pytest.mark.parametrize("window", [1, 2, 3, 9])
def test_mitkov(kind: str, window: int) -> None:
    """The counts include anaphors with one candidate and those with one agreeing candidate, in windows of sentences."""
    for seed in range(12):
        given = case(seed)
        expected: Counter[str] = Counter()
        for key, response, features in zip(given.key, given.response, given.features, strict=True):
            for each in key.entity:
                if not key.before(each) or not is_kind(kind, key, each):
                    continue
                first = max(0, each // SENTENCE - window + 1) * SENTENCE
                candidates = [other for other in key.entity if first <= other < each]
                agreeing = [other for other in candidates if agrees(features[other], features[each])]
                classes = ["anaphors"]
                classes += ["trivial"] * (len(candidates) == 1)
                classes += ["by_agreement"] * (len(candidates) > 1 and len(agreeing) == 1)
                expected.update(classes)
                if is_resolved(key, response, each):
                    expected.update(f"{name}_resolved" for name in classes)
        found = given.counts(f"mitkov(anaphors={kind},window={window})")
        assert found == {name: expected[name] for name in found}
        assert len(found) == 6


@pytest.mark.parametrize(
    ("filter_", "excluded"),
    [("role:object", {2}), ("role:object|subject", {0, 1, 2}), ("role:other", set()), ("tag:X", {0, 1, 3})],
)
def test_byron_excludes_by_what_mentions_or_words_have(filter_: str, excluded: set[int]) -> None:
    """`exclude` uses an attribute of mentions or a column of the words; other names are refused."""
    builder = CorpusBuilder()
    builder.document("d")
    builder.sentence()
    for place in range(4):
        builder.node(f"w{place}", columns={"tag": "Y" if place == 2 else "X"})
    entity = builder.entity("e")
    for place, role in enumerate(("subject", "subject", "object", "")):
        builder.mention(entity, [(place, place)], attributes={"type": "pronoun", "role": role})
    both = builder.build()
    paired = pair(both, both, Settings(), Problems())
    found = counts(f"byron(exclude={filter_})", paired)
    assert found["in_scope"] == len({1, 2, 3} - excluded)
    assert found["excluded"] == len(excluded)
    with pytest.raises(CorefevalError, match="CE044"):
        counts("byron(exclude=colour:red)", paired)
