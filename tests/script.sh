#!/bin/sh
# The page's script is formatted, linted and type-checked by tools that npm brings; users and the page need none of them.
# Installs them where they are missing or of another version; says so where node is missing or they cannot be had.
set -u
here=${0%/*}/script
modules=$here/node_modules
unchecked() {
    echo "*** $1: THE PAGE'S SCRIPT GOES UNCHECKED ***" >&2
    exit 0
}
command -v npm >/dev/null 2>&1 || unchecked "node and npm are missing"
if ! cmp -s "$here/package.json" "$modules/installed"; then
    echo "installing what checks the page's script"
    npm install --prefix "$here" --no-package-lock --no-audit --no-fund --loglevel=error >/dev/null 2>&1 ||
        unchecked "npm cannot install what checks it"
    cp "$here/package.json" "$modules/installed"
fi
set -e
"$modules/.bin/biome" check --error-on-warnings --config-path="$here" src/corefeval/reports/explorer/assets
"$modules/.bin/tsc" --project "$here"
