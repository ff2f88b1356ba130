"""Uses: how much of the information that an application extracts is right with the system's coreference.

Each use is computed twice on the trees of the key's text, with gold and with system coreference, and the results are
compared. `use_terms.py` defines the terms. Singletons do not change the scores, nor do the settings `match`, `heads`
and `singletons`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, begins_run, ranges
from corefeval.counts import Counts
from corefeval.metrics.base import recall_precision, register
from corefeval.metrics.use_terms import NAME, NOUN, Uses, UseSide, UseText, feature, unique_pairs
from corefeval.metrics.use_units import Blamed, LossCause, UnitParts, UnitUse, UseMetric, UseUnits
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.shared_spans import equal_pairs
from corefeval.problems import Met, adding, warning
from corefeval.text import TextColumn

ENGLISH_NEUTERS = frozenset(
    [
        "it",
        "its",
        "itself",
        "they",
        "them",
        "their",
        "theirs",
        "themselves",
        "this",
        "that",
        "these",
        "those",
        "which",
    ]
)
"""The English pronouns whose translation depends on the gender and number of their antecedent."""
GENDERS = 3
"""The number of artificial genders assigned to English nouns."""


class FactsUse(UnitUse):
    """A use that consists of facts; a fact is right if all its arguments are."""

    unit_words = "fact about", "facts about"

    def arguments(self, uses: Uses) -> Arguments:
        """Return the arguments of facts with the flags that this use compares."""
        raise NotImplementedError

    def units(self, uses: Uses) -> UseUnits:
        """Return the facts."""
        found = self.arguments(uses)
        verb, number = np.unique(uses.text.parent[found.node], return_inverse=True)

        def has(flags: Booleans) -> Booleans:
            any_of = np.zeros(len(verb), bool)
            any_of[number[flags]] = True
            return any_of

        return UseUnits.of(verb, has(found.gold), has(found.system), ~has(~found.same))

    def blamed(self, uses: Uses) -> Blamed:
        """Return the arguments to blame for lost facts.

        If arguments of a lost fact differ between gold and system, these are to blame. Otherwise the arguments that
        make it a gold fact are. If an argument has no gold entity, the loss is charged to the first argument of its
        fact that makes it a gold fact.
        """
        units, found = self.units(uses), self.arguments(uses)
        number = np.searchsorted(units.node, uses.text.parent[found.node])
        differs = np.bincount(number[~found.same], minlength=len(units.node)) > 0
        is_blamed = units.lost[number] & np.where(differs[number], ~found.same, found.gold)
        first = np.full(len(units.node), -1, np.int64)
        first[number[found.gold][::-1]] = uses.key.at[found.node[found.gold]][::-1]
        entity = np.where(found.gold, uses.key.at[found.node], first[number])
        return Blamed(number[is_blamed], entity[is_blamed], found.node[is_blamed])

    def parts(self, uses: Uses, unit: Integers) -> UnitParts:
        """Return each fact as one event: its verb and its arguments."""
        verb, found = self.units(uses).node, self.arguments(uses).node
        number = np.searchsorted(verb, uses.text.parent[found])
        node = np.concatenate([verb, found])
        of = np.concatenate([np.arange(len(verb)), number])
        row, place = equal_pairs(unit, of)
        return UnitParts(row, np.zeros(len(row), np.int64), node[place], place < len(verb)).in_order()


@dataclass(frozen=True, slots=True, eq=False)
class Arguments:
    """The arguments of facts.

    Attributes:
        node: the node of each argument.
        gold: which arguments make their fact a gold fact.
        system: which arguments make their fact a system fact.
        same: which arguments have the same entity, or none, in gold and system.
    """

    node: Integers
    gold: Booleans
    system: Booleans
    same: Booleans


@register
class FactsInGeneral(FactsUse):
    """Which facts are about the right entities, regardless of the entities' names?

    A fact is a node with its arguments: subject, object, indirect object, agent. It is a gold fact if an argument is
    the head of a mention of a gold entity; system facts are defined in the same way. It is right if each argument has
    the gold entity that the system's entity is aligned with, or no entity on either side.
    """

    name = "use.facts"
    label = "Use: facts"
    summary = "Which facts, verbs with their arguments, are about the right entities?"
    counts_of = "facts"
    symbols = {"G": "the facts of the gold coreference", "S": "those of the system's"}  # noqa: RUF012 - declared once, read only
    biases = (
        "Entities are aligned by shared heads, as in CEAF, so an entity without its name can still be right."
    )

    def arguments(self, uses: Uses) -> Arguments:
        """Return the arguments; a system entity corresponds to the gold entity that it is aligned with."""
        argument = np.flatnonzero(uses.text.is_argument)
        gold, system = uses.key.at[argument], uses.response.at[argument]
        aligned = np.append(uses.partner, -1)[system]
        is_known = (system < 0) | (aligned >= 0)
        return Arguments(argument, gold >= 0, system >= 0, is_known & (aligned == gold))


@register
class FactsOnNames(FactsUse):
    """Which facts about named entities are right and attributed to the right name?

    These are the facts of `use.facts` with an argument whose entity has a name. The representative of a system entity
    is its first name. The system entity counts as the gold entity that its representative belongs to.
    """

    name = "use.facts-names"
    label = "Use: facts on names"
    summary = "Which facts about named entities are attributed to the right name?"
    counts_of = "facts about named entities"
    symbols = {"G": "the facts about entities that have a name in the gold", "S": "those in the system's"}  # noqa: RUF012 - declared once, read only
    biases = "Entities that are never named do not count."
    least_rank = NAME
    counts_by_representative = True

    def arguments(self, uses: Uses) -> Arguments:
        """Return the arguments; a system entity counts as the gold entity that its representative belongs to."""
        argument = np.flatnonzero(uses.text.is_argument)
        gold, system = uses.key.at[argument], uses.response.at[argument]
        literal = uses.key.count + argument
        right = np.where(system >= 0, np.append(uses.stands_for, -1)[system], literal)
        wanted = np.where(gold >= 0, gold, literal)
        return Arguments(
            argument,
            np.append(uses.key.is_named, False)[gold],
            np.append(uses.response.is_named, False)[system],
            right == wanted,
        )


class SearchUse(UseMetric):
    """A search for each named gold entity by its name, in the words of the text and in the system's entities."""

    identity_is_one = False
    counts_of = "named entities"

    def count(self, pairing: Pairing) -> Counts:
        """Count the queries, and sum their values."""
        uses = pairing.derive(Uses)
        found = pairing.derive(_found_sentences)
        document = uses.key.document[found.entity]
        size = len(pairing.names)
        worth = np.bincount(document, self.worth(found), minlength=size).astype(np.float64)
        queries = np.bincount(document, minlength=size).astype(np.float64)
        return recall_precision((worth, queries), (worth, queries))

    def worth(self, found: FoundSentences) -> Floats:
        """Return a value from 0 to 1 for the sentences that each query returns."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class FoundSentences:
    """The sentences returned by queries for the names of gold entities; one row per sentence, best first.

    Attributes:
        entity: the gold entity of each query.
        relevant: for each query, the number of sentences that the entity is in.
        query: the query of each row, ascending.
        place: the rank of the sentence among the results of its query, from 1.
        hit: whether the sentence is relevant.
    """

    entity: Integers
    relevant: Integers
    query: Integers
    place: Integers
    hit: Booleans


def _found_sentences(pairing: Pairing) -> FoundSentences:
    """Return the results of the queries: sentences with the words of the name, then those of system entities with the name."""
    uses = pairing.derive(Uses)
    text, key, response = uses.text, uses.key, uses.response
    entity = np.flatnonzero(key.is_named)
    chosen = key.representative[entity]
    name = text.names(key.first[chosen], key.last[chosen], key.head[chosen])
    document = key.document[entity]
    by_words = _with_words(text, name, document)
    query, sentence, share = _by_entity(text, response, name, document)

    # Words come before entities. If several entities have the same sentence, the one with the largest share counts.
    query = np.concatenate([by_words[0], query])
    sentence = np.concatenate([by_words[1], sentence])
    share = np.concatenate([np.full(len(by_words[0]), 2.0), share])
    order = np.lexsort((-share, sentence, query))
    order = order[begins_run(query[order]) | begins_run(sentence[order])]
    order = order[np.lexsort((sentence[order], -share[order], query[order]))]
    query, sentence = query[order], sentence[order]
    starts = np.searchsorted(query, query)
    of, where = key.entity_sentences
    width = int(text.sentence.max(initial=0)) + 1
    relevant = of * width + where
    wanted = entity[query] * width + sentence
    slot = np.searchsorted(relevant, wanted)
    hit: Booleans = np.append(relevant, -1)[slot] == wanted
    sizes = np.bincount(of, minlength=key.count)[entity]
    return FoundSentences(entity, sizes, query, np.arange(len(query)) - starts + 1, hit)


def _with_words(text: UseText, name: Integers, document: Integers) -> tuple[Integers, Integers]:
    """Return pairs of query and sentence for the sentences in which the words of each name start."""
    words = text.name_words
    form = text.forms[0]
    width = int(form.max(initial=0)) + 2
    lengths = np.array([len(each) for each in words], np.int64)[name]
    longest = int(lengths.max(initial=1))
    padded = np.array([[*each, *[-1] * (longest - len(each))] for each in words], np.int64).reshape(
        -1, longest
    )
    nodes = np.flatnonzero((text.document >= 0) & (form >= 0))
    query, row = equal_pairs(document * width + padded[name, 0], text.document[nodes] * width + form[nodes])
    node = nodes[row]
    for place in range(1, longest):
        additional = np.minimum(node + place, text.size - 1)
        goes_on = (form[additional] == padded[name[query], place]) & (node + place < text.own)
        goes_on &= text.document[additional] == text.document[node]
        kept = goes_on | (lengths[query] <= place)
        query, node = query[kept], node[kept]
    return unique_pairs(query, text.sentence[node])


def _by_entity(
    text: UseText, response: UseSide, name: Integers, document: Integers
) -> tuple[Integers, Integers, Floats]:
    """Return query, sentence and share for the sentences of system entities that have a mention with the queried name.

    The share is the fraction of the entity's mentions that have the name.
    """
    rows = np.flatnonzero(response.rank == NAME)
    own = text.names(response.first[rows], response.last[rows], response.head[rows])
    width = len(text.name_words) + 1
    cells, number = np.unique(response.entity[rows] * width + own, return_counts=True)
    entity, named = cells // width, cells % width
    share = number / np.bincount(response.entity, minlength=response.count)[entity]
    query, row = equal_pairs(document * width + name, response.document[entity] * width + named)
    of, where = response.entity_sentences
    starts = np.searchsorted(of, entity[row])
    sizes = np.searchsorted(of, entity[row], side="right") - starts
    cell, place = ranges(starts, sizes)
    return query[cell], where[place], share[row[cell]]


@register
class Search(SearchUse):
    """Which sentences does a query by an entity's name find?

    The query is the name of a named gold entity. It returns the sentences with these words, and those of all system
    entities that have a mention with this name. The sentences of the gold entity are relevant. The score is F1,
    averaged over entities.
    """

    name = "use.search"
    label = "Use: search"
    summary = "Does a query by an entity's name find the sentences that it is in?"
    formula = r"R = P = \frac{1}{|Q|} \sum_{q \in Q} \frac{2\, \mathrm{hits}(q)}{\mathrm{relevant}(q) + \mathrm{returned}(q)}"
    symbols = {"Q": "the named entities of the gold"}  # noqa: RUF012 - declared once, read only
    biases = "The words of a name find most sentences without any coreference. The gold itself stays below 100, because names are ambiguous."

    def worth(self, found: FoundSentences) -> Floats:
        """Return F1 of each query, 0 without results."""
        returned = np.bincount(found.query, minlength=len(found.entity))
        hits = np.bincount(found.query, found.hit, minlength=len(found.entity))
        worth: Floats = 2 * hits / np.maximum(found.relevant + returned, 1)
        return worth


@register
class SearchAveragePrecision(SearchUse):
    """Are the sentences that a query by a name finds in a good order?

    The query and its results are those of `use.search`. Sentences with the words come first. Sentences of system
    entities follow, ordered by the share of the entity's mentions that have the name. The score is average precision,
    averaged over entities.
    """

    name = "use.search-ap"
    label = "Use: search AP"
    summary = "Does a query by an entity's name rank the sentences that it is in first?"
    formula = r"R = P = \frac{1}{|Q|} \sum_{q \in Q} \frac{1}{\mathrm{relevant}(q)} \sum_{h} \frac{\mathrm{hits\ up\ to\ } h}{\mathrm{rank}(h)}"
    symbols = {"Q": "the named entities of the gold", "h": "the relevant sentences that a query returns"}  # noqa: RUF012 - declared once, read only
    biases = Search.biases

    def worth(self, found: FoundSentences) -> Floats:
        """Return the average precision of each query."""
        before = np.append(0, np.cumsum(found.hit))
        so_far = before[1:] - before[np.searchsorted(found.query, found.query)]
        gain = np.where(found.hit, so_far / np.maximum(found.place, 1), 0.0)
        worth: Floats = np.bincount(found.query, gain, minlength=len(found.entity)) / found.relevant
        return worth


class PronounUse(UnitUse):
    """A use in which another expression replaces pronouns."""

    unit_words = "pronoun for", "pronouns for"
    least_rank = NOUN
    has_language_rules = True
    counts_by_representative = True

    def notes(self, pairing: Pairing) -> Sequence[Met]:
        """Warn about documents whose language was not declared, and state the rules that were applied."""
        if pairing.language:
            return super().notes(pairing)
        text = pairing.derive(Uses).text
        english = int(text.is_english.sum())
        problem = warning(
            "CE174",
            "language-not-declared",
            text.corpus.file,
            english=english,
            others=len(text.is_english) - english,
        )
        return [*super().notes(pairing), adding(problem, "key", True)]  # noqa: FBT003 - a condition that holds


@register
class Replace(PronounUse):
    """Can each pronoun be replaced by the noun or name that it refers to?

    A pronoun is replaceable if its entity has a noun or a name. It is right if the system's representative belongs
    to the gold entity of the pronoun.
    """

    name = "use.replace"
    label = "Use: replace"
    summary = "Which pronouns would be replaced by the right noun or name, in a summary or a quotation?"
    counts_of = "pronouns that a noun can replace"
    symbols = {"G": "the pronouns whose gold entity has a noun", "S": "those whose system entity has one"}  # noqa: RUF012 - declared once, read only
    biases = "One wrong representative makes all pronouns of its entity wrong."

    def units(self, uses: Uses) -> UseUnits:
        """Return the pronouns."""
        node = np.flatnonzero(uses.text.pronouns(uses.language))
        gold, system, replaceable, replaced = _replaced(uses, node)
        return UseUnits.of(node, replaceable, replaced, np.append(uses.stands_for, -1)[system] == gold)


@register
class Agree(PronounUse):
    """Does each pronoun get the gender and the number of the right antecedent?

    The antecedent is the nearest noun or name before the pronoun in its entity; if there is none, the first one after
    it. In English only it, they, this, that, which and their forms count. Each English noun has one of three artificial
    genders, computed from its lemma.
    """

    name = "use.agree"
    label = "Use: agree"
    summary = "Which pronouns would be translated with the right gender and number?"
    counts_of = "pronouns that agree with a noun"
    symbols = {"G": "the pronouns whose gold entity has a noun", "S": "those whose system entity has one"}  # noqa: RUF012 - declared once, read only
    biases = "A wrong antecedent may have the right gender by luck. English nouns have no gender, so theirs is artificial."

    def notes(self, pairing: Pairing) -> Sequence[Met]:
        """Warn also about English documents, because the genders of their nouns are artificial."""
        text = pairing.derive(Uses).text
        english = int(text.rules(pairing.language).sum())
        problem = warning("CE174", "genders-are-made-up", text.corpus.file, count=english)
        return [*super().notes(pairing), adding(problem, "key", english > 0)]

    def units(self, uses: Uses) -> UseUnits:
        """Return the pronouns."""
        text = uses.text
        english = np.append(text.rules(uses.language), False)
        codes, texts = text.forms
        is_neuter = np.array([*(form in ENGLISH_NEUTERS for form in texts), False])[codes]
        is_asked = text.pronouns(uses.language) & (is_neuter | ~english[text.document])
        node = np.flatnonzero(is_asked)
        gold, system, replaceable, replaced = _replaced(uses, node)
        both = np.flatnonzero(replaceable & replaced)
        same = np.zeros(len(node), bool)
        ours = _antecedent(uses.key, node[both], gold[both])
        theirs = _antecedent(uses.response, node[both], system[both])
        same[both] = np.equal(*np.split(_agreement(uses, np.append(ours, theirs)), 2))
        return UseUnits.of(node, replaceable, replaced, same)

    def referents(self, side: UseSide, node: Integers) -> Integers:
        """Return the mention that each node agrees with: its antecedent, if its entity has a noun or a name."""
        found, entity = super().referents(side, node), side.at[node]
        has_noun = np.append(side.best_rank, 0)[entity] >= NOUN
        found[has_noun] = side.longest[_antecedent(side, node[has_noun], entity[has_noun])]
        return found

    def causes(self, uses: Uses, node: Integers) -> Integers:
        """Return the LossCause of each node; a pronoun that has an antecedent agrees with a wrong one."""
        found = super().causes(uses, node)
        is_other = ~np.isin(found, (LossCause.NOT_LINKED, LossCause.NO_NOUN))
        return np.where(is_other, LossCause.ANTECEDENT, found)


def _replaced(uses: Uses, node: Integers) -> tuple[Integers, Integers, Booleans, Booleans]:
    """Return the gold and system entity of each pronoun, and for each of the two whether it has a noun or a name."""
    gold, system = uses.key.at[node], uses.response.at[node]
    ours = np.append(uses.key.best_rank, 0)[gold] >= NOUN
    return gold, system, ours, np.append(uses.response.best_rank, 0)[system] >= NOUN


def _antecedent(side: UseSide, node: Integers, entity: Integers) -> Integers:
    """Return the nearest noun or name head before each node in its entity; if there is none, the first one after it."""
    of, head = side.entity_heads
    is_noun = side.text.rank[head] >= NOUN
    of, head = of[is_noun], head[is_noun]
    place = np.searchsorted(of * side.text.size + head, entity * side.text.size + node) - 1
    is_before = (place >= 0) & (of[place] == entity)
    return np.where(is_before, head[place], head[np.minimum(place + 1, len(head) - 1)])


def _agreement(uses: Uses, nodes: Integers) -> Integers:
    """Return a code for the agreement features of each node: within a document, equal for equal gender and number."""
    text = uses.text
    is_own = nodes < text.own
    codes, cells = _cells(text.columns.column("feats"), nodes[is_own])
    numbers: dict[tuple[str, ...], int] = {}

    def numbered(*names: str) -> Integers:
        found = (tuple(feature(cell, name) for name in names) for cell in cells)
        return np.array([numbers.setdefault(each, len(numbers)) for each in found], np.int64)[codes]

    lemmas, words = _cells(text.columns.column("lemma"), nodes[is_own])
    gender = np.array([zlib.crc32(word.lower().encode()) % GENDERS for word in words], np.int64)[lemmas]
    english = text.rules(uses.language)[text.document[nodes[is_own]]]
    agreement = np.full(len(nodes), -1, np.int64)
    agreement[is_own] = np.where(english, numbered("Number") * GENDERS + gender, numbered("Gender", "Number"))
    return agreement


def _cells(column: TextColumn | None, nodes: Integers) -> tuple[Integers, list[str]]:
    """Return a code for the cell of each node, and the text of each code; all cells are empty if there is no column."""
    return (np.zeros(len(nodes), np.int64), [""]) if column is None else column.take(nodes).codes()


class WeightUse(UseMetric):
    """A use that compares weights: the smaller of the gold and the system weight is right."""

    formula = r"R = \frac{\sum_{x \in G} \min(g_x, s_x)}{\sum_{x \in G} g_x},\quad P = \frac{\sum_{x \in G} \min(g_x, s_x)}{\sum_{x \in S} s_x}"

    def weights(self, uses: Uses, entity: Integers, head: Integers) -> Weights:
        """Return the weights for named entities, given the entity and the node of each of their heads."""
        raise NotImplementedError

    def count(self, pairing: Pairing) -> Counts:
        """Count the smaller weights, the gold weights and the system weights.

        System entities that correspond to the same gold entity are merged.
        """
        uses = pairing.derive(Uses)
        size = len(uses.text.corpus.names)
        key = self.weights(uses, *_named(uses.key, np.arange(uses.key.count)))
        response = self.weights(uses, *_named(uses.response, uses.stands_for))
        row, column = equal_pairs(key.code, response.code)
        common = np.minimum(key.weight[row], response.weight[column])
        right, gold, system = (
            np.bincount(document, weight, minlength=size).astype(np.float64)
            for document, weight in (
                (key.document[row], common),
                (key.document, key.weight),
                (response.document, response.weight),
            )
        )
        return recall_precision((right, gold), (right, system))


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weights of entities or of pairs of entities.

    Attributes:
        code: the identity of the weighed entity or pair; equal in gold and system for the same one.
        weight: its weight.
        document: its document.
    """

    code: Integers
    weight: Integers
    document: Integers


def _named(side: UseSide, number: Integers) -> tuple[Integers, Integers]:
    """Return the heads of named entities as two columns: the entity's number and the head."""
    entity, head = side.entity_heads
    is_named = side.is_named[entity]
    return number[entity[is_named]], head[is_named]


@register
class Network(WeightUse):
    """Which named entities appear together?

    The nodes are named entities; the weight of a link is the number of sentences that contain both. System entities
    that correspond to the same gold entity are one node.
    """

    name = "use.network"
    label = "Use: network"
    summary = "Is the network of entities that appear in the same sentence right?"
    counts_of = "links between named entities"
    symbols = {"g_x, s_x": "in how many sentences a pair x of named entities is, in gold and system"}  # noqa: RUF012 - declared once, read only
    biases = "Two merged entities have no link with each other. Texts with few names have few links."

    def weights(self, uses: Uses, entity: Integers, head: Integers) -> Weights:
        """Return the pairs of entities that share a sentence, with the number of these sentences.

        Rows are sorted by sentence; each is paired with the later rows of its sentence.
        """
        text = uses.text
        sentence, entity = unique_pairs(text.sentence[head], entity)
        ends = np.searchsorted(sentence, sentence, side="right")
        row, other = ranges(np.arange(len(sentence)) + 1, ends - np.arange(len(sentence)) - 1)
        width = uses.key.count + text.size
        code, first, weight = np.unique(
            entity[row] * width + entity[other], return_index=True, return_counts=True
        )
        place = np.full(int(text.sentence.max(initial=0)) + 1, -1, np.int64)
        place[text.sentence[head]] = text.document[head]
        return Weights(code, weight, place[sentence[row[first]]])


@register
class MentionCounts(WeightUse):
    """How often is each named entity mentioned?

    System entities that correspond to the same gold entity are counted together.
    """

    name = "use.counts"
    label = "Use: counts"
    summary = "Is each named entity mentioned as often as in the gold (who are the protagonists)?"
    counts_of = "mentions of named entities"
    symbols = {"g_x, s_x": "how often a named entity x is mentioned, in gold and system"}  # noqa: RUF012 - declared once, read only
    biases = "Wrong mentions compensate for missing ones."

    def weights(self, uses: Uses, entity: Integers, head: Integers) -> Weights:
        """Return the number of heads of each entity."""
        code, first, weight = np.unique(entity, return_index=True, return_counts=True)
        return Weights(code, weight, uses.text.document[head[first]])


@register
class EventChains(UnitUse):
    """Which steps from one event of an entity to the next are right?

    The events of an entity are its heads that are verb arguments. Two successive events form a step.
    """

    name = "use.chains"
    label = "Use: chains"
    summary = "Which steps of the event chain of each entity, from verb to verb, are right?"
    counts_of = "steps of event chains"
    symbols = {"G": "the steps of gold entities", "S": "those of system entities"}  # noqa: RUF012 - declared once, read only
    biases = "A skipped event costs two steps of the gold. By definition it is close to ARCS immediate."
    unit_words = "step of", "steps of"
    swaps = True

    def units(self, uses: Uses) -> UseUnits:
        """Return the steps of both sides; a lost gold step is wrong, not missing, if a system step ends at its event."""
        gold, system = _steps(uses.key), _steps(uses.response)
        step = np.union1d(gold, system)
        start, node = step // uses.text.size, step % uses.text.size
        of_gold, of_system = np.isin(step, gold), np.isin(step, system)
        is_reached = np.isin(node, node[of_system])
        wrong = of_gold & ~of_system & is_reached
        return UseUnits(node, of_gold, of_system, of_gold & of_system, wrong, start)

    def blamed(self, uses: Uses) -> Blamed:
        """Return the mentions that break steps: an end in a wrong entity, or the first event between the ends.

        If both ends are in one system entity, only another event of that entity between them can break the step.
        """
        units, text = self.units(uses), uses.text
        unit = np.flatnonzero(units.lost)
        begin, end = units.start[unit], units.node[unit]
        entity = _entity_of_steps(uses.key, begin, end)
        system = uses.response.at[begin], uses.response.at[end]
        together = (system[0] == system[1]) & (system[0] >= 0)
        partner = np.append(uses.partner, -1)
        is_wrong = [~together & (partner[each] != entity) for each in system]
        of, head = uses.response.entity_heads
        is_event = text.is_verb_argument[head]
        events = of[is_event] * text.size + head[is_event]
        place = np.searchsorted(events, system[0] * text.size + begin, side="right")
        between = np.append(events, -1)[place] - system[0] * text.size
        is_between = together & (between > begin) & (between < end)
        # Ends that are heads of several entities may match neither case; then the end of the step is blamed.
        is_wrong[1] |= ~is_wrong[0] & ~is_between & ~is_wrong[1]
        rows = [*map(np.flatnonzero, is_wrong), np.flatnonzero(is_between)]
        row = np.concatenate(rows)
        node = np.concatenate([begin[rows[0]], end[rows[1]], between[rows[2]]])
        order = np.lexsort((node, row))
        return Blamed(unit[row[order]], entity[row[order]], node[order])

    def parts(self, uses: Uses, unit: Integers) -> UnitParts:
        """Return each step as two events; each event is an argument and its verb."""
        units, parent = self.units(uses), uses.text.parent
        begin, end = units.start[unit], units.node[unit]
        node = np.concatenate([begin, parent[begin], end, parent[end]])
        event, is_verb = np.repeat([[0, 0, 1, 1], [0, 1, 0, 1]], len(unit), axis=1)
        return UnitParts(np.tile(np.arange(len(unit)), 4), event, node, is_verb > 0).in_order()


def _entity_of_steps(side: UseSide, begin: Integers, end: Integers) -> Integers:
    """Return an entity that has both ends of each step as heads; the lowest number if several do."""
    entity, head = side.entity_heads
    row, place = equal_pairs(begin, head)
    other, there = equal_pairs(end, head)
    wanted = other * side.count + entity[there]
    is_both = np.isin(row * side.count + entity[place], wanted)
    found = np.full(len(begin), -1, np.int64)
    found[row[is_both][::-1]] = entity[place[is_both]][::-1]
    return found


def _steps(side: UseSide) -> Integers:
    """Return the steps of all entities, encoded as from * size + to."""
    entity, head = side.entity_heads
    is_event = side.text.is_verb_argument[head]
    entity, head = entity[is_event], head[is_event]
    goes_on = entity[1:] == entity[:-1]
    return np.unique(head[:-1][goes_on] * side.text.size + head[1:][goes_on])
