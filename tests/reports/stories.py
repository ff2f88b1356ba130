"""Small texts of our own with hand-made chains, for the tests of the explorer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START

Spans = Sequence[tuple[int, int]]
PRONOUNS = {"she", "he", "it", "they", "her", "his", "them", "היא", "∅", "her own"}


@dataclass(frozen=True)
class Story:
    """A document: sentences of words, '_' being an empty node, and chains of mentions.

    A mention is 'first-last' in nodes of the document, or 'first-last+first-last' for a discontinuous one.
    """

    name: str
    sentences: Sequence[str]
    chains: Mapping[str, str] = field(default_factory=dict)

    def with_chains(self, chains: Mapping[str, str]) -> Story:
        """Return the same text with other chains."""
        return Story(self.name, self.sentences, chains)


def corpus(*stories: Story) -> Corpus:
    """Return the stories as a corpus, with parts of speech, named entities and type codes."""
    builder = CorpusBuilder("story")
    for story in stories:
        builder.document(story.name)
        words: list[str] = []
        for sentence in story.sentences:
            builder.sentence()
            opening = True
            for word in sentence.split(" "):
                minor = (1 + (SENTENCE_START if opening else 0)) if word == "_" else 0
                upos = "PRON" if word.lower() in PRONOUNS else "PROPN" if word[:1].isupper() else "NOUN"
                builder.node(word, minor=minor, columns={"upos": upos})
                words.append(word)
                opening = False
        start = builder.node_count - len(words)
        for label, mentions in story.chains.items():
            entity = builder.entity(label)
            for mention in mentions.split():
                spans = [tuple(map(int, part.split("-"))) for part in mention.split("+")]
                text = " ".join(words[spans[0][0] : spans[-1][1] + 1])
                kind = "pronoun" if text.lower() in PRONOUNS else "zero" if text == "_" else "nominal"
                kind = "name" if kind == "nominal" and text[:1].isupper() else kind
                builder.mention(
                    entity,
                    [(start + first, start + last) for first, last in spans],
                    attributes={"type": kind, "code": {"pronoun": "p", "name": "d"}.get(kind, "g")},
                )
    return builder.build()


HARBOUR = Story(
    "harbour",
    (
        "Mara Lind walked to the old harbour and market square .",
        "She met Tomas there , and he gave her the letter .",
        "It was short , and she read it twice .",
        "The old and the new keeper waved , but they said nothing .",
        "Lind turned her lamp slowly on .",
    ),
    {
        "mara": "0-1 11-11 19-19 28-28 46-46 48-48",
        "harbour": "4-6",
        "places": "5-8 6-9",
        "tomas": "13-13 17-17",
        "letter": "20-21 23-23 30-30",
        "keepers": "33-34+38-38 42-42",
        "turning": "47-47+51-51",
    },
)
"""'old harbour and market' and 'harbour and market square' cross; 'The old … keeper' is discontinuous."""

HARBOUR_FIRST = {
    "1": "0-1 11-11 28-28",
    "2": "19-19 46-46 48-48",
    "3": "4-6 5-8",
    "4": "13-13 17-17 20-21",
    "5": "23-23 30-30",
    "6": "33-34+38-38 42-42",
    "7": "39-39 50-50",
}

HARBOUR_SECOND = {
    "1": "0-1 11-11 19-19 28-28 46-46 48-48",
    "2": "17-17 13-13",
    "3": "20-20 23-23 30-30",
    "4": "6-9",
}

ZEROS = Story(
    "zeros",
    ("Ana came home .", "_ opened the door and _ sat down ."),
    {"ana": "0-0 4-4 9-9", "door": "6-7"},
)

HEBREW = Story(
    "hebrew",
    ("נועה הלכה לשוק .", "היא קנתה תפוח ."),
    {"noa": "0-0 4-4", "apple": "6-6"},
)

TURNED = Story("turned", ("Ada \u202ewrote to Bo .", "She waited ."), {"ada": "0-0 5-5", "bo": "3-3"})
"""The second word opens a right-to-left override (U+202E) that nothing closes."""


def long_story(sentences: int) -> Story:
    """Return a document of many long sentences, with a chain that runs through all and one in each."""
    texts, chains = [], {"ada": ""}
    node = 0
    for number in range(sentences):
        filler = "and the water and the wind " * (12 + number % 3 * 8)
        text = f"Ada saw the boat {number} {filler}."
        texts.append(text)
        chains["ada"] += f"{node}-{node} "
        chains[f"boat {number}"] = f"{node + 2}-{node + 4}"
        node += len(text.split(" "))
    return Story("long", texts, chains)


HOSTILE = Story(
    "</script><img src=x onerror=alert(1)>",
    (
        "<b>Ada</b> </script><script>alert(2)</script> <!-- & \" ' ]]> sang .",
        "she <img onerror=alert(3)> left .",
    ),
    {"</script><script>alert(4)</script>": "0-0 8-8", '"><svg onload=alert(5)>': "1-1 9-10"},
)
