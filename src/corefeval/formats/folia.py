"""FoLiA: words in sentences, and chains of links that refer to words.

Every coreferencechain is an entity, regardless of its class. A link contains all words of a mention, including those of
its head and other roles. Of corrected words, the new version is read. If the head is a single word, it is the head of
the mention.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import Mention, assemble, token_document
from corefeval.formats.xml_tree import Element, numbers_by_name, parse
from corefeval.problems import Problem, Problems

NOT_READ = frozenset({"original", "suggestion", "alt", "altlayers"})
"""Elements whose words are not part of the text, such as original and suggested words of corrections."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    problems = Problems()
    root = parse(file)
    words: list[Element] = []
    document = token_document(root.get("xml:id"), root.place, names_chains=False)
    sentences = []
    for element in _read(root):
        if element.tag == "s":
            sentences.append(len(words))
        elif element.tag == "w":
            words.append(element)
    numbers = numbers_by_name(words, "xml:id", problems)
    document.tokens = [_form(word) for word in words]
    document.sentences, document.lines = sentences, [word.place.line for word in words]
    for number, chain in enumerate(root.all("coreferencechain")):
        for link in chain.all("coreferencelink"):
            names = [each.get("id") for each in link.all("wref")]
            unknown = [name for name in names if name not in numbers]
            if unknown:
                problems.add(Problem("CE035", "mention-word", link.place, unknown[0]))
                continue
            heads = [numbers[each.get("id")] for part in link.all("hd") for each in part.all("wref")]
            head = (heads[0], heads[0]) if len(heads) == 1 else None
            spans = [(word, word) for word in sorted({numbers[name] for name in names})]
            kinds = {"class": chain.get("class")}
            document.mentions.append(
                Mention(spans, str(number), place=link.place, head=head, attributes=kinds)
            )
    return assemble([document], "folia", options, problems)


def _read(root: Element) -> Iterator[Element]:
    """Yield the elements of the text in order, without those of NOT_READ."""
    waiting = [*root][::-1]
    while waiting:
        element = waiting.pop()
        if element.tag not in NOT_READ:
            yield element
            waiting.extend([*element][::-1])


def _form(word: Element) -> str:
    """Return the text of a word; the current one if there are several."""
    texts = [each for each in word if each.tag == "t" and each.get("class") in {"", "current"}]
    return texts[0].text.strip() if texts else ""


FORMAT = Format("folia", read)
