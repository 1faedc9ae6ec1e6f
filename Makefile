# Two commands do everything: `make play` and `make test`. Both set up .venv first, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-annotate --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.DEFAULT_GOAL := help
.PHONY: help setup play play-terminal test lint rules bench bench-compare bench-load hindsight balance docs golden lock clean \
	app app-lint app-test app-play fixtures types screens

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk 'BEGIN {FS = ":.*## "} {printf "  make %-14s %s\n", $$1, $$2}'

setup: $(VENV)/.ready ## install everything into .venv

$(VENV)/.ready: requirements/dev.lock pyproject.toml
	@echo "Setting up $(VENV) (once; a minute or two) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Molehill needs Python 3.11 or newer."; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes -r requirements/dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.ready-bench: $(VENV)/.ready requirements/bench.lock
	@echo "Installing OpenSpiel and OR-tools for the comparisons (once) ..."
	@$(PIP) install --require-hashes -r requirements/bench.lock
	@touch $@

play: setup ## play: build the app, start the server and open the browser
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory app; else \
		echo "Without Node there is only the plain page."; fi
	@$(BIN)/molehill serve --open

play-terminal: setup ## play in the terminal
	@$(BIN)/molehill play

test: lint ## lint and run all tests
	@$(BIN)/python tests/warm.py
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

lint: setup ## ruff, mypy, import-linter
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

rules: setup ## each clause of the rules with its tests
	@$(BIN)/python -m pytest --rules --quiet

golden: setup ## write the golden playthroughs anew
	@$(BIN)/python -m pytest --write-goldens --quiet tests/test_golden.py

bench: $(VENV)/.ready-bench ## speed as ratios against OpenSpiel in the same run
	@$(BIN)/python bench/run.py $(ARGS)

bench-load: $(VENV)/.ready-bench ## load on the server, beside boardgame.io's in the same run
	@$(BIN)/python bench/load.py $(ARGS)

bench-compare: setup ## speed of the last commit against the working tree
	@$(BIN)/python bench/compare.py $(ARGS)

hindsight: $(VENV)/.ready-bench ## how much of what hindsight allows the bots reach in Honeymoon
	@$(BIN)/python -m pytest --quiet bench
	@$(BIN)/python bench/hindsight.py $(ARGS)

balance: setup ## are the games as long and as fair as their rules want them (ARGS=--quick for a first look)
	@$(BIN)/molehill balance $(or $(ARGS),--save docs/balance)

docs: setup ## draw the pictures and build the documentation into site/
	@$(BIN)/python docs/make.py
	@$(BIN)/mkdocs build --quiet --strict

web/node_modules/.ready: web/package-lock.json
	@echo "Installing the app's packages (once) ..."
	@cd web && npm ci --silent
	@touch $@

app: web/node_modules/.ready ## build the browser app into web/dist and check its size
	@cd web && npm run --silent build -- --logLevel warn && npm run --silent budget

app-lint: web/node_modules/.ready ## svelte-check, eslint, prettier
	@cd web && npm run --silent check && npm run --silent lint

app-test: web/node_modules/.ready ## the app's tests that need no server
	@cd web && npm run --silent test

app-play: web/node_modules/.ready ## whole matches in chromium against MOLEHILL_APP (an address that serves the app)
	@cd web && node tests/e2e/matches.mjs && node tests/e2e/matches.mjs --phone && node tests/e2e/together.mjs

screens: web/node_modules/.ready ## screenshots of every screen of MOLEHILL_APP into docs/screens
	@cd web && node tools/screens.mjs ../docs/screens

fixtures: setup ## record matches for the app's tests and its workbench
	@$(BIN)/python web/tools/record.py

types: web/node_modules/.ready ## the server's OpenAPI description (MOLEHILL_OPENAPI) as TypeScript
	@cd web && npm run --silent types

lock: setup ## resolve all dependencies anew
	@$(PIP) install pip-tools
	@$(COMPILE) --extra dev --extra docs --output-file requirements/dev.lock pyproject.toml requirements/build.in
	@$(COMPILE) --constraint requirements/dev.lock --output-file requirements/bench.lock requirements/bench.in

clean: ## remove .venv and everything built
	@rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis bench/results
