"""The page's script: modules that are joined when a page is written, and what they think the page is given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from corefeval.evaluation.score import score
from corefeval.examples import FOLDER
from corefeval.reports.explorer import html
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from corefeval.reports.explorer.script import join
from tests.corpora import Story, of_stories
from tests.reports.conftest import METRICS

ASSETS = files("corefeval.reports.explorer") / "assets"


def test_modules_stand_after_what_they_need() -> None:
    """Each module stands once, after those it imports from; a name that two of them use stays with each."""
    texts = {
        "a.js": 'import { b } from "./b.js";\nimport {\n  c,\n  d,\n} from "./c.js";\nconst own = [b, c, d];\nshow(own);\n',
        "b.js": 'import { c } from "./c.js";\nconst own = c + 1;\nexport const b = own;\n',
        "c.js": "/** @param {number} n */\nexport function c(n) {}\nexport class d {}\n",
    }
    script = join("a.js", texts.__getitem__)
    assert re.findall(r'^modules\["(.)\.js"\]', script, re.MULTILINE) == ["c", "b", "a"]
    assert "return { c, d };" in script
    assert "@param" not in script
    assert script.count("const own") == 2


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (
            {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'},
            r"need each other: a\.js > b\.js > a\.js",
        ),
        ({"a.js": 'import * as b from "./b.js";\n'}, r"a\.js: import \* as b"),
        ({"a.js": "export default 3;\n"}, r"a\.js: export default 3"),
        ({"a.js": "export let count = 0;\n"}, r"a\.js: export let count"),
        ({"a.js": "show(`one\n  two`);\n"}, r"a\.js: a text runs over lines"),
    ],
)
def test_what_cannot_be_joined_is_refused(texts: dict[str, str], problem: str) -> None:
    """Modules in a circle and other forms of import and export are errors here, not in the reader's browser."""
    with pytest.raises(ValueError, match=problem):
        join("a.js", texts.__getitem__)


def test_every_module_is_part_of_the_page(one_system: Payload) -> None:
    """No file of the assets is left over, and none of the script's types is carried along."""
    page = html.render(one_system).decode()
    modules = {asset.name for asset in ASSETS.iterdir() if asset.name.endswith(".js")}
    assert set(re.findall(r'^modules\["([^"]+)"\] =', page, re.MULTILINE)) == modules
    assert "@param" not in page
    assert "/** @type" not in page


def declared() -> dict[str, dict[str, str]]:
    """Return the types that payload.js declares: the properties of each, '[name]' where it may be missing."""
    text = (ASSETS / "payload.js").read_text(encoding="utf-8")
    blocks = re.findall(r"/\*\*(.*?)\*/", text, re.DOTALL)
    types = {}
    for block in blocks:
        if found := re.search(r"@typedef \{object\} (\w+)", block):
            types[found[1]] = {
                name: kind for kind, name in re.findall(r"@property \{(.*)\} (\[?\w+\]?)", block)
            }
    return types


def differences(value: Any, kind: str, place: str, seen: set[str]) -> Iterator[str]:
    """Yield where a value is not of the type that the script takes it for."""
    types = declared()
    if kind.endswith(" | null"):
        if value is not None:
            yield from differences(value, kind.removesuffix(" | null").strip("()"), place, seen)
    elif kind.endswith("[]"):
        if not isinstance(value, list):
            yield f"{place}: not a list"
            return
        for each in value:
            yield from differences(each, kind.removesuffix("[]").strip("()"), f"{place}[]", seen)
    elif kind.startswith("["):
        kinds = kind.strip("[]").split(", ")
        if len(value) != len(kinds):
            yield f"{place}: not {kind}"
        for each, one in zip(value, kinds, strict=False):
            yield from differences(each, one, place, seen)
    elif kind in types:
        properties = types[kind]
        required = {name for name in properties if not name.startswith("[")}
        known = {name.strip("[]"): each for name, each in properties.items()}
        yield from (f"{place}.{name}: missing" for name in required - value.keys())
        yield from (f"{place}.{name}: not declared" for name in value.keys() - known.keys())
        for name in value.keys() & known.keys():
            seen.add(f"{kind}.{name}")
            yield from differences(value[name], known[name], f"{place}.{name}", seen)
    elif not isinstance(value, {"string": str, "number": int | float, "boolean": bool}[kind]):
        yield f"{place}: not a {kind}"


def test_payload_is_what_the_script_takes_it_for(one_system: Payload, two_systems: Payload) -> None:
    """Names and types in the JSON are those that payload.js declares, all of them, on pages of every kind."""
    other = Story("harbour", ("MARA lind sang .",), {"1": "0-1"})
    same = Story("harbour", ("Mara Lind sang .",), {"a": "0-1"})
    spelled = of_results(
        {"other": score(of_stories(same), of_stories(other), metrics=METRICS, align="positions")}
    )
    cut = Story("harbour", ("Mara Li nd sang .",), {"1": "0-2"})
    carried = of_results({"other": score(of_stories(same), of_stories(cut), metrics=METRICS)})
    related = of_results(
        {
            "system": score(
                FOLDER / "relations.key.conllua", FOLDER / "relations.system.conllua", metrics="conll"
            )
        }
    )
    parsed = of_results({"system": score(FOLDER / "key.conllu", FOLDER / "eager.conllu", metrics="conll")})
    seen: set[str] = set()
    found: set[str] = set()
    for payload in (one_system, two_systems, spelled, carried, related, parsed):
        found.update(differences(plain(payload.index), "Index", "index", seen))
        for document in payload.documents:
            found.update(differences(plain(document), "RawDocument", "document", seen))
    assert found == set()
    every = {f"{kind}.{name.strip('[]')}" for kind, names in declared().items() for name in names}
    # named entities: no story has any; what is aligned: of packed documents alone, see explorer/test_packing.py
    assert every - seen == {"RawMentions.n", "RawReading.al"}


def plain(data: Any) -> Any:
    """Return the data as the page reads them."""
    return msgspec.json.decode(msgspec.json.encode(data))
