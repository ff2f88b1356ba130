"""Mention types from Penn Treebank tags and named entities (CoNLL-2012)."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import Spans
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.phrases import Roles, bracketed_heads, scanned_heads
from corefeval.linguistics.tags import Columns, Shapes, Tags

_NOUNS = "NN NNS NNP NNPS"
_VERBS = "VB VBD VBG VBN VBP VBZ"


def penn_heads(corpus: Corpus, columns: Columns, spans: Spans, tags: Tags) -> Integers:
    """Return the head of each mention from the parse column; if that has none, from the order of the tags."""
    roles = Roles(
        nouns=tags.any_of(_NOUNS),
        substitutes=tags.any_of("PRP PRP$ CD WP DT $"),
        clitics=tags.any_of("POS"),
        postmodifiers=tags.any_of(f"IN TO WDT WP WRB , : -LRB- {_VERBS}"),
    )
    head = scanned_heads(spans, roles)
    parse = columns.column("parse")
    if parse is not None:
        nouns = roles.nouns | tags.any_of("PRP PRP$ WP EX")
        from_tree = bracketed_heads(corpus, spans, parse, nouns)
        head = np.where(from_tree >= 0, from_tree, head)
    return head


def penn_types(spans: Spans, head: Integers, tags: Tags, written: Shapes, is_named: Booleans) -> Integers:
    """Return the MentionType of each mention; `is_named` flags the nodes in named entities whose class is a class of names.

    - Pronoun: PRP PRP$ WP WP$ EX, or a single DT, WDT or PDT; a span with other lexical words is nominal.
    - Adverb: a single RB or WRB.
    - Name: NNP, or the head is in a named entity.
    - Event: a verb.
    - Nominal: all others.
    """
    at_head = Tags(tags.number[head], tags.names)
    single = spans.how_many(written.is_word) <= 1
    light = tags.any_of("PRP PRP$ DT PDT RB IN CD CC")
    only_light = spans.how_many(written.is_word & ~light) == 0
    personal = at_head.any_of("PRP PRP$")
    pronominal = personal | at_head.any_of("WP WP$ EX") | (single & at_head.any_of("DT WDT PDT"))
    types = np.full(len(head), MentionType.NOMINAL, np.int64)
    types[at_head.any_of(f"{_VERBS} MD")] = MentionType.EVENT
    types[at_head.any_of("NNP NNPS") | is_named[head]] = MentionType.NAME
    types[single & at_head.any_of("RB WRB RBR")] = MentionType.ADVERB
    types[pronominal] = MentionType.NOMINAL
    types[pronominal & (single | (personal & only_light))] = MentionType.PRONOUN
    return types
