# Two commands do all the set-up on a machine with Python 3.11+, make and the package registries:
#   make demo   scores the bundled example
#   make test   runs every check and test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
.DEFAULT_GOAL := help
.PHONY: help demo test check docs bench coverage fuzz clean

help: ## list the commands
	@grep -E '^[a-z]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 8

$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("corefeval needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/developed: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,docs]'
	@touch $@

demo: $(VENV)/installed ## score the bundled example
	@$(BIN)/corefeval demo

check: $(VENV)/developed ## formatting, lint, imports, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python docs/architecture.py --check
	$(BIN)/mypy
	@sh tests/script.sh

test: check ## every check and test
	@sh tests/browser.sh
	$(BIN)/python -m pytest -n 2 --dist loadfile

docs: $(VENV)/developed ## build the documentation site into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/developed ## print the ratios of bench/README.md from one interleaved run
	$(BIN)/python bench/run.py

coverage: $(VENV)/developed ## print the tables of docs/statistics.md: do intervals hold, do tests cry wolf
	$(BIN)/python bench/coverage.py

fuzz: $(VENV)/developed ## the properties with many more examples, then mutated files for SECONDS (600) from SEED, in JOBS processes
	$(BIN)/python -m pytest -n 2 tests -m property --hypothesis-profile=long
	PYTHONPATH=bench $(BIN)/python -m fuzz --seconds $(or $(SECONDS),600) --seed $(or $(SEED),0) --jobs $(or $(JOBS),1)

clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache tests/script/node_modules
