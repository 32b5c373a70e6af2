# `make demo` and `make test` set up all they need; `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
MINUTES := 5
SEED := 1
TSC := $(VENV)/page/node_modules/.bin/tsc
AXE := $(VENV)/page/node_modules/axe-core/axe.min.js
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

# Tests start hundreds of processes: without bytecode each would compile the package.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup demo studio static test deep slow checks lint types imports plain doctests tests kernels page torture options proofs photos bench papers site docs dataset format clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## virtual environment, pinned dependencies, the package editable

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "edgematch needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) .
	@touch $(INSTALLED)

$(READY): $(INSTALLED)
	$(INSTALL) '.[dev]'
	@touch $(READY)

demo: $(INSTALLED) ## solve, check and draw a Scramble Squares puzzle
	@mkdir -p demo
	$(BIN)/edgematch solve scramble-squares --output demo/scramble-squares.json
	$(BIN)/edgematch check demo/scramble-squares.json --solution
	$(BIN)/edgematch draw demo/scramble-squares.json --color
	$(BIN)/edgematch draw demo/scramble-squares.json --output demo/scramble-squares.svg
	$(BIN)/edgematch draw demo/scramble-squares.json --output demo/scramble-squares.png
	@echo "pictures: demo/scramble-squares.svg demo/scramble-squares.png"

studio: $(READY) ## play, watch and solve in the browser
	$(BIN)/edgematch serve

static: $(READY) ## the studio for any web host, without a server, into build/static/
	$(BIN)/python static/build_static.py --fetch build/static

test: $(READY) ## what every change must pass (6 minutes on two cores)
	$(MAKE) --jobs 2 tests checks

deep: $(READY) kernels page site ## the tests that take longer; CI runs them too (20 minutes)
	$(MAKE) --jobs 2 slow torture

# They wait for processes and pages a quarter of their time, which torture can use.
slow: $(READY)
	$(BIN)/pytest tests -m 'deep or hypothesis' --hypothesis-profile deep --numprocesses 4 --dist worksteal --durations 30 --durations-min 5

checks: lint types imports plain doctests ## what `make test` does beside the tests

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

imports: $(READY)
	$(BIN)/lint-imports

plain: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest tests/kernels -m small

# Apart from the tests: to collect them, every module is imported.
doctests: $(READY)
	$(BIN)/pytest src

# The tests of the kernels come first: they compile each kernel once, in two processes
# that share a cache, and the other tests only load what is there.  Those often wait for
# a process, so that three at a time keep two cores busy.
tests: $(READY) ## the tests alone
	$(BIN)/pytest tests/kernels --numprocesses 2 --dist loadfile
	$(BIN)/pytest tests --ignore tests/kernels --numprocesses 3 --dist worksteal

kernels: $(READY) ## all kernel tests in plain Python, and with array bounds checked
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest tests/kernels --numprocesses auto --dist worksteal
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 NUMBA_CACHE_DIR=$(VENV)/bounds $(BIN)/pytest tests/kernels --numprocesses 2 --dist loadfile

page: $(READY) ## types and state of the studio's page, as far as node and tsc are there
	@if command -v node >/dev/null; then node --test tests/web/page/*.test.js; \
	  else echo "page: tests of its state skipped: node is not installed"; fi
	@if { test ! -x $(TSC) || test ! -f $(AXE); } && command -v npm >/dev/null; then \
	  npm install --silent --no-save --no-package-lock --prefix $(VENV)/page typescript@7.0.2 axe-core@4.14.0 || true; fi
	@if test -x $(TSC); then $(TSC) --project jsconfig.json; \
	  else echo "page: types skipped: npm is missing or could not install typescript"; fi
	@$(BIN)/python static/build_static.py --fetch || echo "page: the tests of the page without a server will be skipped: npm or pip could not get Pyodide"
	@test -f $(AXE) || echo "page: the tests with axe will be skipped: npm is missing or could not install axe-core"

torture: $(READY) ## kills, damaged files, full disks: 5 minutes; MINUTES=60 SEED=2 for more
	PYTHONPATH=tests $(BIN)/python -m torture --minutes $(MINUTES) --seed $(SEED)

options: $(READY) ## every combination of the options of color-pairs (minutes)
	PYTHONPATH=tests $(BIN)/python tests/every_option.py

proofs: $(READY) ## the fewest breaks of thousands of 4 × 4 puzzles against plain search (minutes)
	PYTHONPATH=tests $(BIN)/python tests/proofs.py

photos: $(READY) ## outlines and groups on a hundred synthetic photographs (minutes)
	PYTHONPATH=tests $(BIN)/python tests/every_photo.py

bench: $(READY) build/first_attempt ## speed and effort against plain C++, SAT and CP (g++; days; SAMPLE='--sample 1 --seconds 1')
	$(BIN)/python benchmarks/row_scan.py
	for plan in benchmarks/plans/*.toml; do \
	  results=build/benchmarks/$$(basename $$plan .toml); mkdir -p $$results; \
	  $(BIN)/edgematch experiment run $$plan $(SAMPLE) --records $$results/plan.sqlite && \
	  $(BIN)/edgematch experiment report $$plan $(SAMPLE) --records $$results/plan.sqlite --into $$results || exit 1; \
	done

build/first_attempt: benchmarks/peers/first_attempt.cpp
	mkdir -p build
	g++ -std=c++20 -O3 -march=native -o $@ $<

papers: $(READY) ## small versions of all published tables, into build/papers/ (under 10 minutes)
	$(BIN)/python papers/run.py --sample 1 --seconds 1 --workers 2 --into build/papers

site: $(READY) ## the documentation site, into build/site/ (1 minute)
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env --write-all --jobs auto \
	  --conf-dir docs --doctree-dir build/doctrees . build/site
	@echo "site: build/site/index.html"

docs: $(READY) ## write the generated pages and pictures of docs/
	$(BIN)/python docs/generate.py

dataset: $(READY) ## write dataset/puzzles.json again
	$(BIN)/python dataset/make.py

format: $(READY) ## let ruff format and fix the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove what the other targets made
	rm -rf $(VENV) build demo dist docs/reference .mypy_cache .ruff_cache .pytest_cache .hypothesis
