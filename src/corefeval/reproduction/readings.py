"""Readings: every layer of key and response, each read once, with all documents or only the shared ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from corefeval.arrays import integers
from corefeval.choices import CHOICES
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.datasets import datasets_of
from corefeval.evaluation.request import Input, Request
from corefeval.formats import FORMATS, format_named
from corefeval.formats.folders import is_folder
from corefeval.pairing.align import sharing_words
from corefeval.problems import CorefevalError, Problem, warning
from corefeval.settings import Settings
from corefeval.signature import content_sum

MOST_DATASETS = 60
"""The most datasets of a folder. If it has more files, each file is taken for a document."""

OF_LAYERS = ("layer", "key_layer", "response_layer")
"""The settings that select the layer of the files."""

ALL = "all"
"""Documents that the response lacks are scored as empty."""
BOTH = "both"
"""Documents that the response lacks are excluded from the score."""

Layers = tuple[str, str, str]


@dataclass(frozen=True)
class DatasetPair:
    """Key and response of one dataset as read."""

    name: str
    key: Corpus
    response: Corpus


class Readings:
    """The layers and documents of key and response.

    Attributes:
        layers: the other possible values of each setting of OF_LAYERS.
        warnings: warnings about the inputs.
    """

    def __init__(self, request: Request, key: Input, response: Input) -> None:
        self._request = request
        self.warnings: list[Problem] = []
        self._sources = self._paired(key, response)
        self._asked = _layers(request.settings)
        self._sides: dict[tuple[str, str], tuple[Corpus | None, ...]] = {}
        for side in ("key", "response"):
            layer = self._wanted(self._asked, side)
            self._sides[side, layer] = self._read(side, layer)
        self.layers = self._other_layers()
        self._pieces: dict[tuple[Layers, str], list[DatasetPair]] = {}
        if self.lacks_documents:
            self.warnings.append(warning("CE010", "missing-scored-or-left-out"))

    def pieces(self, settings: Settings, documents: str = ALL) -> list[DatasetPair]:
        """Return key and response of each dataset in the layers of the settings.

        `documents` is ALL for all documents of the key, or BOTH for the documents that both sides have.
        """
        place = _layers(settings), documents
        if place not in self._pieces:
            self._pieces[place] = list(self._made(*place))
        return self._pieces[place]

    @property
    def usual(self) -> list[DatasetPair]:
        """Key and response of each dataset in the layers that the request names."""
        return self.pieces(self._request.settings)

    @property
    def corpora(self) -> list[Corpus]:
        """All corpora that were read: every layer of both sides."""
        return [corpus for side in self._sides.values() for corpus in side if corpus is not None]

    @property
    def are_of_one_file(self) -> bool:
        """Whether key and response are layers of the same files."""
        return all(str(key) == str(response) for key, response in self._sources.values())

    @cached_property
    def lacks_documents(self) -> bool:
        """Whether the response lacks a dataset, or some but not all documents of a dataset."""
        keys, responses = self._side("key", self._asked), self._side("response", self._asked)
        return any(
            theirs is None
            or bool(set(ours.names) - set(theirs.names) and set(ours.names) & set(theirs.names))
            for ours, theirs in zip(keys, responses, strict=True)
            if ours is not None
        )

    def _paired(self, key: Input, response: Input) -> dict[str, tuple[Any, Any]]:
        """Return the inputs of key and response for each dataset; None if the response lacks the dataset."""
        if not all(isinstance(one, str | Path) and is_folder(one) for one in (key, response)):
            return {"": (key, response)}
        ours, theirs = datasets_of(key), datasets_of(response)
        if 1 < len(ours) <= MOST_DATASETS and theirs.keys() <= ours.keys():
            return {name: (ours[name], theirs.get(name)) for name in sorted(ours)}
        kind = "files-taken-for-documents" if len(ours) > MOST_DATASETS else "other-datasets"
        self.warnings.append(warning("CE143", kind, files=len(ours)))
        return {"": (key, response)}

    def _wanted(self, layers: Layers, side: str) -> str:
        layer, of_key, of_response = layers
        return (of_key if side == "key" else of_response) or layer

    def _side(self, side: str, layers: Layers) -> tuple[Corpus | None, ...]:
        """Return a side of each dataset in one of its layers."""
        return self._sides[side, self._wanted(layers, side)]

    def _read(self, side: str, layer: str) -> tuple[Corpus | None, ...]:
        """Read one layer of one side, for all datasets."""
        said: Mapping[str, object] = self._request.overrides or {}
        if layer != self._wanted(self._asked, side):
            name = "layer" if layer in CHOICES["layer"] else f"{side}_layer"
            said = {**said, name: layer}
        request = replace(self._request, overrides=said)
        if side == "key":
            return tuple(request.read_key(source) for source, _ in self._sources.values())
        return tuple(
            None if source is None or key is None else request.beside(key).read_response(source)
            for key, (_, source) in zip(self._side("key", self._asked), self._sources.values(), strict=True)
        )

    def _other_layers(self) -> dict[str, tuple[str, ...]]:
        """Read the other layers of the files, and return the layers whose contents differ from earlier ones.

        A layer that is a value of the setting `layer` applies to both sides. Any other layer applies to one side.
        """
        said = self._request.overrides or {}
        found: dict[str, list[str]] = {}
        for side in ("key", "response"):
            if "layer" in said or f"{side}_layer" in said:
                continue
            seen = [_contents(self._side(side, self._asked))]
            for layer in self._possible(side):
                try:
                    corpora = self._read(side, layer)
                except CorefevalError:
                    continue  # these files lack the layer
                is_shared = layer in CHOICES["layer"]
                if is_shared or _contents(corpora) not in seen:
                    seen.append(_contents(corpora))
                    self._sides[side, layer] = corpora
                    found.setdefault("layer" if is_shared else f"{side}_layer", []).append(layer)
        shared = [
            layer
            for layer in dict.fromkeys(found.pop("layer", []))
            if all((side, layer) in self._sides for side in ("key", "response"))
        ]
        own = {name: tuple(each) for name, each in found.items()}
        return {"layer": tuple(shared), **own} if shared else own

    def _possible(self, side: str) -> Iterable[str]:
        """Return the other layers of a side's format; nothing if the input cannot be read again."""
        sources = [pair[0 if side == "key" else 1] for pair in self._sources.values()]
        if not all(
            source is None or (isinstance(source, str | PathLike) and fspath(source) != "-")
            for source in sources
        ):
            return ()
        formats = {corpus.format for corpus in self._side(side, self._asked) if corpus is not None}
        if len(formats) != 1 or not formats <= set(FORMATS):
            return ()
        asked = self._wanted(self._asked, side)
        return tuple(layer for layer in format_named(formats.pop()).layers if layer != asked)

    def _made(self, layers: Layers, documents: str) -> Iterable[DatasetPair]:
        keys, responses = self._side("key", layers), self._side("response", layers)
        for name, key, response in zip(self._sources, keys, responses, strict=True):
            if key is None or (response is None and documents == BOTH):
                continue
            if response is None:
                yield DatasetPair(name, key, replace(key.select_documents(integers()), path=""))
            elif documents == BOTH:
                there = set(response.names)
                kept = integers(index for index, own in enumerate(key.names) if own in there)
                own = key.select_documents(kept) if 0 < len(kept) < len(key.names) else key
                yield DatasetPair(name, own, sharing_words(own, response))
            else:
                yield DatasetPair(name, key, sharing_words(key, response))


def _layers(settings: Settings) -> Layers:
    return settings.layer, settings.key_layer, settings.response_layer


def _contents(corpora: Iterable[Corpus | None]) -> tuple[int, ...]:
    return tuple(0 if corpus is None else content_sum(corpus) for corpus in corpora)
