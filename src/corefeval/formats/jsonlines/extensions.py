"""Read the annotations of JSON Lines files beyond clusters: attributes of mentions, typed annotations, relations.

corefeval defines these fields; the page of the format describes them. They cover all annotations of a corpus.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.tables import Annotation, Relations
from corefeval.formats.jsonlines.fields import (
    BRIDGES,
    TYPED,
    Record,
    TypedAnnotation,
    decode_links,
    decode_objects,
)
from corefeval.formats.offsets import Located
from corefeval.formats.split_antecedents import PluralEntities
from corefeval.problems import Problem, warning

Locate = Callable[[Integers, Integers], Located]
Report = Callable[[Problem, int], None]
"""A function that reports a problem of the document with this number."""


class Clusters:
    """The mentions and clusters of a file, in its order, for looking up mentions by their spans.

    Attributes:
        first: the first node of each mention.
        last: the last node of each mention.
        entity: the cluster of each mention, numbered through the file.
        base: the number of the first cluster of each document, and the number of all clusters at the end.
    """

    def __init__(self, first: Integers, last: Integers, entity: Integers, base: Integers) -> None:
        self.first, self.last, self.entity, self.base = first, last, entity, base
        self._by_span: dict[tuple[int, int], list[int]] = defaultdict(list)
        rows = zip(first.tolist(), last.tolist(), strict=True)
        for mention, span in enumerate(rows):
            self._by_span[span].append(mention)

    def mentions(self, span: tuple[int, int], cluster: int | None = None) -> list[int]:
        """Return the mentions with this span, of one cluster or of any."""
        found = self._by_span.get(span, [])
        return found if cluster is None else [mention for mention in found if self.entity[mention] == cluster]

    def number(self, document: int, cluster: int) -> int | None:
        """Return the number in the file of a document's cluster; None if it does not exist."""
        count = int(self.base[document + 1] - self.base[document])
        return int(self.base[document]) + cluster if 0 <= cluster < count else None


class Extensions:
    """Reads the extension fields; mentions and entities are numbered as in the file."""

    def __init__(self, clusters: Clusters, locate: Locate, report: Report, *, inclusive: bool) -> None:
        self._clusters, self._locate, self._report, self._inclusive = clusters, locate, report, inclusive
        count = len(clusters.first)
        self.head = np.full(count, -1, np.int64)
        self.minimum_first = np.full(count, -1, np.int64)
        self.minimum_last = np.full(count, -1, np.int64)
        self.attributes: dict[str, dict[int, str]] = {}
        self.annotations: list[Annotation] = []
        self._codes: dict[tuple[int, tuple[int, int]], str] = {}
        self.nonreferring: list[int] = []
        self._elements = PluralEntities()
        self.bridging: list[tuple[int, int, int, str]] = []
        self.unclustered: Counter[int] = Counter()
        """The number of described mentions of each document that are in no cluster."""

    def read(self, records: Mapping[int, Record]) -> None:
        """Read the fields of all documents that have any."""
        objects: list[tuple[int, dict[str, Any]]] = []
        typed: list[tuple[int, TypedAnnotation]] = []
        for document, record in records.items():
            objects.extend((document, item) for item in self._described(document, record))
            found = decode_links(TYPED, record.annotations)
            if isinstance(found, str):
                self._report(Problem("CE033", "annotations", found=found), document)
            else:
                typed.extend((document, annotation) for annotation in found)
            self._read_clusters(document, record)
        self._read_mentions(objects)
        self._read_annotations(typed)
        for document, record in records.items():
            self._read_bridging(document, record)

    def relations(self) -> Relations:
        """Return the relations."""
        return Relations.of(self._elements.pairs(), self.bridging)

    def _described(self, document: int, record: Record) -> list[dict[str, Any]]:
        """Return the objects of the field `mentions`. A list of other values belongs to another tool and is ignored."""
        objects = decode_objects(record.mentions)
        for item in objects:
            if "span" not in item:
                self._report(Problem("CE032", "mention-without-span", text=_json(item)), document)
        return [item for item in objects if "span" in item]

    def _read_clusters(self, document: int, record: Record) -> None:
        for cluster in record.nonreferring or []:
            number = self._cluster(document, cluster, "nonreferring")
            if number is not None:
                self.nonreferring.append(number)
        part = "split antecedents"
        for pair in record.split_antecedents or []:
            whole, element = (self._cluster(document, cluster, "split_antecedents", part) for cluster in pair)
            if whole is not None and element is not None and (way := self._elements.add(whole, element)):
                clusters = " < ".join(
                    str(each - int(self._clusters.base[document])) for each in (whole, *way)
                )
                self._report(
                    Problem(
                        "CE034",
                        "split-antecedents-cluster-element",
                        text=str(list(pair)),
                        part=part,
                        clusters=clusters,
                    ),
                    document,
                )

    def _cluster(self, document: int, cluster: int, field: str, part: str = "") -> int | None:
        number = self._clusters.number(document, cluster)
        if number is None:
            self._report(
                Problem("CE035", "no-such-cluster", text=str(cluster), part=part, field=field), document
            )
        return number

    def _read_mentions(self, objects: list[tuple[int, dict[str, Any]]]) -> None:
        spans, heads, minima = (
            self._nodes(((document, item.get(name)) for document, item in objects), f"mentions.{name}", part)
            for name, part in (("span", ""), ("head", "heads"), ("min", "minimum spans"))
        )
        seen: dict[tuple[int, tuple[int, int]], int] = defaultdict(int)
        for (document, item), span, head, minimum in zip(objects, spans, heads, minima, strict=True):
            if span is None:
                continue
            cluster = item.get("cluster")
            found = self._clusters.mentions(span)
            if isinstance(cluster, int):
                number = self._cluster(document, cluster, "mentions.cluster")
                found = [] if number is None else self._clusters.mentions(span, number)
                turn = seen[number or 0, span]
                seen[number or 0, span] += 1
                found = found[turn : turn + 1]
            if not found:
                self.unclustered[document] += 1
            for mention in found:
                if head is not None:
                    self.head[mention] = head[0]
                if minimum is not None:
                    self.minimum_first[mention], self.minimum_last[mention] = minimum
                for name, value in item.items():
                    if name not in {"span", "head", "min", "cluster"} and value is not None:
                        shown = value if isinstance(value, str) else _json(value)
                        self.attributes.setdefault(name, {})[mention] = shown

    def _read_annotations(self, typed: list[tuple[int, TypedAnnotation]]) -> None:
        referents = self._nodes(
            ((document, item.referent) for document, item in typed), "annotations.referent"
        )
        antecedents = iter(
            self._nodes(
                ((document, span) for document, item in typed for span in item.antecedents),
                "annotations.antecedents",
            )
        )
        for (document, item), referent in zip(typed, referents, strict=True):
            found = tuple(
                span for _, span in zip(item.antecedents, antecedents, strict=False) if span is not None
            )
            if referent is not None:
                made = Annotation(document, referent, found, item.type, item.dominant)
                self.annotations.append(made)
                self._check(made, item)

    def _check(self, annotation: Annotation, item: TypedAnnotation) -> None:
        """Report a typed link that contradicts the clusters, because its code or the link itself is then not scored."""
        referents = self._clusters.mentions(annotation.referent)
        clusters = {int(self._clusters.entity[mention]) for mention in referents}
        shown = str(list(item.referent))
        if not referents:
            self._contradiction("referent-in-no-cluster", annotation.document, shown)
            return
        for span, written in zip(annotation.antecedents, item.antecedents, strict=False):
            found = self._clusters.mentions(span)
            if not found:
                kind = "antecedent-in-no-cluster"
            elif len(annotation.antecedents) == 1 and clusters.isdisjoint(
                self._clusters.entity[found].tolist()
            ):
                kind = "antecedent-in-other-cluster"
            else:
                continue
            self._contradiction(kind, annotation.document, str(list(written)), referent=shown)
        other = self._codes.setdefault((annotation.document, annotation.referent), annotation.code)
        if other != annotation.code:
            self._contradiction("second-code", annotation.document, shown, given=annotation.code, other=other)

    def _contradiction(self, kind: str, document: int, text: str, **arguments: Any) -> None:
        problem = warning("CE168", kind, text=text, **arguments)
        self._report(problem, document)

    def _read_bridging(self, document: int, record: Record) -> None:
        bridges = decode_links(BRIDGES, record.bridging)
        if isinstance(bridges, str):
            self._report(Problem("CE033", "bridging", part="bridging", bridges=bridges), document)
            return
        anaphors, anchors = (
            self._nodes(
                ((document, getattr(bridge, end)) for bridge in bridges), f"bridging.{end}", "bridging"
            )
            for end in ("anaphor", "anchor")
        )
        for bridge, anaphor_span, anchor_span in zip(bridges, anaphors, anchors, strict=True):
            entity = self._cluster(document, bridge.cluster, "bridging.cluster", "bridging")
            anaphors_found = self._clusters.mentions(anaphor_span) if anaphor_span else []
            anchors_found = self._clusters.mentions(anchor_span, entity) if anchor_span else [-1]
            if not anaphors_found or not anchors_found:
                self._report(
                    Problem("CE035", "bridging-no-such-mention", text=str(bridge.anaphor), part="bridging"),
                    document,
                )
            elif entity is not None:
                self.bridging.append((anaphors_found[0], anchors_found[0], entity, bridge.relation))

    def _nodes(
        self, spans: Iterable[tuple[int, Any]], field: str, part: str = ""
    ) -> list[tuple[int, int] | None]:
        """Return the nodes of spans: [start, end], lists of parts, or single tokens; None for a missing span."""
        rows: list[tuple[int, int, int]] = []
        slots: list[int] = []
        for document, span in spans:
            edges = self._edges(span)
            slots.append(len(rows) if edges is not None else -1)
            if edges is not None:
                rows.append((document, *edges))
            elif span is not None:
                self._report(Problem("CE033", "not-span", text=_json(span), part=part, field=field), document)
        table = np.array(rows, np.int64).reshape(-1, 3)
        located = self._locate(table[:, 1:], table[:, 0])
        for row in np.flatnonzero(located.outside).tolist():
            document, begin, end = rows[row]
            is_empty = not self._inclusive and begin == end
            kind = "span-without-words" if is_empty else "no-span-document"
            self._report(Problem("CE031", kind, text=str([begin, end]), part=part, field=field), document)
        nodes = list(zip(located.first.tolist(), located.last.tolist(), strict=True))
        wrong = set(np.flatnonzero(located.outside).tolist())
        return [None if slot < 0 or slot in wrong else nodes[slot] for slot in slots]

    def _edges(self, span: object) -> tuple[int, int] | None:
        if isinstance(span, int) and not isinstance(span, bool) and abs(span) < 2**62:
            return span, span + (not self._inclusive)
        if isinstance(span, list | tuple) and span:
            if len(span) == 2 and all(isinstance(edge, int) and abs(edge) < 2**62 for edge in span):
                return span[0], span[1]
            parts = [self._edges(part) for part in span if isinstance(part, list)]
            known = sorted(part for part in parts if part is not None)
            if len(known) == len(span):
                return known[0][0], known[-1][1]
        return None


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
