"""Join the JavaScript modules of the page into one script, so that no build tool is needed.

A module becomes a function that returns its exports. It follows the modules that it imports from. Comments that
declare types are removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

IMPORT = re.compile(r'^import (\{[\w\s,]*\}) from "\./([\w-]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async function|function|class|const) (\w+))", re.MULTILINE)
TYPES = re.compile(r"^ *(?:/\*\*(?:(?!\*/).)*\*/ *)+\n", re.MULTILINE | re.DOTALL)
CAST = re.compile(r"/\*\* @type (?:(?!\*/).)*\*/ ?")
INDENTED = re.compile(r"^ +", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join(first: str, read: Callable[[str], str]) -> str:
    r"""Return a module and all modules that it imports as one script.

    Args:
        first: the module that imports the others.
        read: a function that returns the text of a module.

    Raises:
        ValueError: if modules import each other, or if an import or export has an unsupported form.

    Examples:
        >>> texts = {
        ...     "one.js": 'import { two } from "./two.js";\nalert(two);\n',
        ...     "two.js": "export const two = 2;\n",
        ... }
        >>> print(join("one.js", texts.__getitem__))
        "use strict";
        {
        const modules = {};
        modules["two.js"] = (() => {
        const two = 2;
        return { two };
        })();
        modules["one.js"] = (() => {
        const { two } = modules["two.js"];
        alert(two);
        return {  };
        })();
        }
    """
    joined: dict[str, str] = {}
    _join(first, read, (), joined)
    return "\n".join(['"use strict";', "{", "const modules = {};", *joined.values(), "}"])


def _join(name: str, read: Callable[[str], str], above: tuple[str, ...], joined: dict[str, str]) -> None:
    if name in above:
        raise ValueError(f"modules need each other: {' > '.join((*above, name))}")
    if name in joined:
        return
    text = read(name)
    for _, needed in IMPORT.findall(text):
        _join(needed, read, (*above, name), joined)
    exported = ", ".join(export for _, export in EXPORT.findall(text))
    if over := next((line for line in text.splitlines() if line.count("`") % 2), None):
        raise ValueError(f"{name}: a text runs over lines, whose indentation would change it: {over}")
    text = TYPES.sub("", EXPORT.sub(r"\1", IMPORT.sub(r'const \1 = modules["\2"];', text)))
    text = INDENTED.sub("", CAST.sub("", text))
    if left := LEFT.search(text):
        raise ValueError(f"{name}: {left[0]}")
    joined[name] = f'modules["{name}"] = (() => {{\n{text}return {{ {exported} }};\n}})();'
