# Two commands do all the set-up on a machine with Python 3.11+, make and the package registries:
#   make demo   scores the bundled example
#   make test   runs every check and test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
FRAMEWORKS := .venv-integrations
.DEFAULT_GOAL := help
.PHONY: help demo test check code suite lowest integrations package audit docs bench coverage fuzz mutants clean

help: ## list the commands
	@grep -E '^[a-z]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 10

$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("corefeval needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/developed: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,docs]'
	@touch $@

$(VENV)/released: $(VENV)/developed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[release]'
	@touch $@

$(LOWEST)/installed: pyproject.toml tests/project/lowest.py
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python tests/project/lowest.py > $(LOWEST)/lowest.txt
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check -c $(LOWEST)/lowest.txt -e '.[test]'
	@touch $@

$(FRAMEWORKS)/installed: pyproject.toml
	$(PYTHON) -m venv $(FRAMEWORKS)
	$(FRAMEWORKS)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[frameworks]'
	@touch $@

demo: $(VENV)/installed ## score the bundled example
	@$(BIN)/corefeval demo

check: code ## formatting, lint, imports, types
	@sh tests/script.sh

code: $(VENV)/developed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python docs/architecture.py --check
	$(BIN)/mypy

suite: $(VENV)/developed
	$(BIN)/python -m pytest -n 2 --dist worksteal

# The types are checked while the tests run: mypy alone would leave a processor idle.
test: $(VENV)/developed ## every check and test
	@sh tests/script.sh
	@sh tests/browser.sh
	@$(MAKE) --no-print-directory --jobs=2 code suite

# Old packages use what newer ones beside them deprecate; what we use that is deprecated, make test shows.
lowest: $(LOWEST)/installed ## the tests with the lowest versions of the dependencies that pyproject.toml allows
	@sh tests/browser.sh
	$(LOWEST)/bin/python -m pytest -n 2 --dist worksteal -W ignore::DeprecationWarning

integrations: $(FRAMEWORKS)/installed ## the adapters against torchmetrics, Lightning, Hugging Face evaluate, spaCy, inspect_ai, lm-evaluation-harness
	COREFEVAL_FRAMEWORKS=1 $(FRAMEWORKS)/bin/python -m pytest tests/integrations
	$(FRAMEWORKS)/bin/python docs/snippets.py docs/frameworks.md docs/harnesses.md

package: $(VENV)/released ## build wheel and sdist into dist/, check what they hold, install and use them on each Python there is
	$(BIN)/python -m tests.project.package

audit: $(VENV)/released ## ask PyPI for known vulnerabilities of what users install with corefeval
	@$(BIN)/pip-audit --strict . || { echo "make audit: a package named above is vulnerable, or PyPI gave no answer about it: nothing is known then" >&2; exit 1; }

docs: $(VENV)/developed ## build the documentation site into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/developed ## print the ratios of bench/README.md from interleaved runs; SCORERS="--coval DIR …" names checkouts of other scorers
	$(BIN)/python bench/run.py
	$(BIN)/python bench/growth.py
	$(BIN)/python bench/scorers.py $(SCORERS)

coverage: $(VENV)/developed ## print the tables of docs/coverage.md: coverage of intervals, false positives of tests
	$(BIN)/python bench/coverage.py

fuzz: $(VENV)/developed ## the properties with many more examples, then mutated files for SECONDS (600) from SEED, in JOBS processes
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -n 2 tests -m property
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -n 2 tests/interfaces/test_interfaces.py
	PYTHONPATH=bench $(BIN)/python -m fuzz --seconds $(or $(SECONDS),600) --seed $(or $(SEED),0) --jobs $(or $(JOBS),1)

mutants: $(VENV)/developed ## put SAMPLE (150) small mistakes into metrics, pairing and evaluation, drawn by SEED: do the tests find them
	$(BIN)/python bench/mutants.py --sample $(or $(SAMPLE),150) --seed $(or $(SEED),0)

clean: ## remove the environment and everything built
	rm -rf $(VENV) $(LOWEST) $(FRAMEWORKS) build dist site .mypy_cache .ruff_cache .pytest_cache tests/script/node_modules
