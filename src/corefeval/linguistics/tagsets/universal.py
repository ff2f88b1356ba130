"""Mention types from universal part-of-speech tags and features (CorefUD and other UD files)."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import Spans
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.phrases import Roles, scanned_heads
from corefeval.linguistics.tags import Shapes, Tagged, Tags, has_feature
from corefeval.linguistics.truecase import Truecase

FUNCTION = "DET ADP PART PUNCT CCONJ SCONJ AUX INTJ SYM"
"""The tags of function words, which never make a mention lexical."""


def universal_heads(spans: Spans, tags: Tags) -> Integers:
    """Return the heads of mentions without a dependency tree, from the order of the tags."""
    roles = Roles(
        nouns=tags.any_of("NOUN PROPN"),
        substitutes=tags.any_of("PRON DET NUM X"),
        clitics=np.zeros(len(tags.number), bool),
        postmodifiers=tags.any_of("ADP SCONJ AUX PUNCT"),
    )
    return scanned_heads(spans, roles)


def universal_types(corpus: Corpus, spans: Spans, head: Integers, text: Tagged, written: Shapes) -> Integers:
    """Return the MentionType of each mention.

    1. Only empty nodes: ellipsis if the first is a copied noun, verb or adjective, else zero. Only punctuation (a dash
      for omitted words): ellipsis.
    2. Head PRON, or DET that is possessive or the only word: pronoun, unless the span has another lexical word ('those
      who left' is nominal).
    3. Head PROPN: name.
    4. Head ADV: adverb.
    5. Head VERB or AUX, not a verbal noun: event.
    6. Other heads: name if two or more lexical words are all capitalised, including the head, and one is PROPN. Also
      name if the head is an abbreviation in capitals. Otherwise nominal.
    7. A nominal becomes a name if the document itself capitalises the head or the first word by choice.
    """
    tags, feats = text.tags, text.feats
    words = written.is_word & ~tags.any_of("PUNCT")
    word_count = spans.how_many(words)
    head_is = Tags(tags.number[head], tags.names).any_of
    types = np.full(len(head), MentionType.NOMINAL, np.int64)

    alone = (word_count <= 1) & head_is("DET")
    possessive = head_is("DET") & ~alone
    possessive[possessive] = has_feature(feats, head[possessive], "Poss=Yes")
    pronominal = head_is("PRON") | alone | possessive
    lexical = words & ~tags.any_of(f"{FUNCTION} PRON ADV")
    others = spans.how_many(lexical) - lexical[head]
    types[pronominal & (others == 0)] = MentionType.PRONOUN

    types[head_is("PROPN")] = MentionType.NAME
    types[head_is("ADV")] = MentionType.ADVERB
    verbal = head_is("VERB AUX")
    verbal[verbal] = ~has_feature(feats, head[verbal], "VerbForm=Vnoun")
    types[verbal] = MentionType.EVENT

    open_class = head_is("NOUN NUM X ADJ SYM")
    content = words & ~tags.any_of(FUNCTION)
    content_count = spans.how_many(content)
    proper = tags.any_of("PROPN")
    written_as_name = spans.how_many(content & (proper | written.is_capitalised)) == content_count
    has_proper = spans.how_many(content & proper) > 0
    titled = open_class & (content_count > 1) & has_proper & written_as_name & written.is_capitalised[head]
    abbreviated = head_is("NOUN X") & written.is_capitals[head] & (written.length[head] > 1)
    abbreviated[abbreviated] = has_feature(feats, head[abbreviated], "Abbr=Yes")
    types[titled | abbreviated] = MentionType.NAME

    nominal = types == MentionType.NOMINAL
    types[_named_by_the_document(corpus, spans, head, text, written, nominal, content)] = MentionType.NAME
    types[spans.how_many(~tags.any_of("PUNCT")) == 0] = MentionType.ELLIPSIS
    return _of_empty_nodes(corpus, spans, tags, types)


def _named_by_the_document(
    corpus: Corpus,
    spans: Spans,
    head: Integers,
    text: Tagged,
    written: Shapes,
    nominal: Booleans,
    content: Booleans,
) -> Integers:
    """Return the nominal mentions that rule 7 of `universal_types` makes names."""
    tags = text.tags
    first = spans.first_of(content)
    capital = written.is_capitalised
    opening = (first >= 0) & ~Tags(tags.number[first], tags.names).any_of("PRON NUM")
    rows = np.flatnonzero(nominal & opening & (capital[head] | capital[first]))
    case = Truecase.of(corpus, text, written)
    document = corpus.mention_document
    rows = rows[~case.is_off[document[rows]]]
    unspecific = ("Definite=Ind", "PronType=Ind", "PronType=Tot", "PronType=Neg")
    rows = rows[~has_feature(text.feats, corpus.mentions.first[rows], *unspecific)]
    several = spans.how_many(content)[rows] > 1
    by_head = rows[capital[head[rows]]]
    common = Tags(tags.number[first[rows]], tags.names).any_of("NOUN ADJ X")
    by_first = rows[several & capital[first[rows]] & common]
    asked = np.concatenate([by_head, by_first])
    nodes = np.concatenate([head[by_head], first[by_first]])
    return asked[case.supports(nodes, document[asked])]


def _of_empty_nodes(corpus: Corpus, spans: Spans, tags: Tags, types: Integers) -> Integers:
    """Return the types, corrected for mentions of only empty nodes: zero, or ellipsis for a copied word."""
    if not len(corpus.nodes.empty):
        return types
    empty = np.zeros(len(tags.number), bool)
    empty[corpus.nodes.empty] = True
    only_empty = spans.how_many(~empty) == 0
    first = Tags(tags.number[corpus.mentions.first], tags.names)
    copied = first.any_of("NOUN PROPN VERB ADJ AUX")
    return np.where(only_empty, np.where(copied, MentionType.ELLIPSIS, MentionType.ZERO), types)
