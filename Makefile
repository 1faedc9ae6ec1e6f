# Two commands do everything: `make play` and `make test`. Both set up what they need first, once.
PYTHON ?= python3
VENV := .venv
# Bytecode is always kept: otherwise each of many processes would compile the modules that it imports again.
export PYTHONDONTWRITEBYTECODE :=
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The installer is the machine's uv, otherwise one from PyPI, otherwise pip; `make play UV=` always takes pip.
# Bytecode is made when a module is first used: only a tenth of what is installed is ever used.
UV := $(or $(shell command -v uv),$(BIN)/uv)
INSTALL = sh requirements/install.sh $(BIN)/python "$(UV)"
# The output of an installer is kept, and shown only if it fails.
LOG := $(VENV)/setup.log
KEPT = >> $(LOG) 2>&1 || { tail -n 25 $(LOG); echo "That failed; all that was said is in $(LOG)."; exit 1; }
# Locked for every system and every Python that we support, not only for this machine.
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-strip-markers --no-annotate --no-header

# The Node in .venv if there is one, because the machine's was too old or missing; otherwise the machine's.
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
APP_SOURCES = $(shell find web/src web/public web/index.html web/svelte.config.js web/vite.config.ts src/molehill/engine/words.en.ftl \
	src/molehill/games/*/words.en.ftl src/molehill/games/*/pieces.svg -type f -not -path 'web/src/generated/*')
# Made from Python, not committed: the games' modules for the browser, which the app is built with, and the types of the
# server's messages, which only the app's linters need.
GENERATED := web/src/generated/runtime.js
TYPES := web/src/generated/server.d.ts
# Rules and bots as WebAssembly, whole as soon as this is there. Nothing else waits for it.
POCKET := web/src/generated/pocket/.ready
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
# Without windows where Debian has it so: smaller, and quicker in tests.
CHROMIUM_PACKAGE = $$(apt-cache show chromium-headless-shell > /dev/null 2>&1 && echo chromium-headless-shell || echo chromium)
INSTALL_CHROMIUM = command -v apt-get > /dev/null $(if $(SUDO),&& command -v sudo > /dev/null) \
	&& echo "Installing chromium, and nginx to stand in front of a server, for the tests (once) ..." \
	&& $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq $(CHROMIUM_PACKAGE) nginx-light openssl > /dev/null \
	|| { echo "The tests in the browser need chromium: install it, or say where it is with CHROMIUM=/path/to/it"; exit 2; }

.DEFAULT_GOAL := help
.PHONY: help setup play play-terminal test test-all soak test-python test-example test-uncompiled coverage lint lint-python rules bench bench-lab bench-start bench-envs bench-rivals bench-compare bench-load bench-crowd bench-app bench-pocket bench-observations hindsight exploitability exact strength balance \
	docs notebooks golden lock clean app app-lint app-test browser chromium release fixtures types screens flaky pocket site

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk 'BEGIN {FS = ":.*## "} {printf "  make %-14s %s\n", $$1, $$2}'

setup: $(VENV)/.ready ## install everything into .venv

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Molehill needs Python 3.11 or newer."; exit 2; }
	@test -x $(BIN)/python || { echo "Making $(VENV) (once) ..."; $(PYTHON) -m venv $(VENV); }
	@test "$(UV)" != $(BIN)/uv || $(PIP) install --no-compile --require-hashes -r requirements/uv.lock >> $(LOG) 2>&1 || true
	@touch $@

$(VENV)/.ready-play: requirements/play.lock pyproject.toml | $(VENV)/.made
	@echo "Installing what playing needs into $(VENV) (once) ..."
	@$(INSTALL) --require-hashes -r requirements/play.lock $(KEPT)
	@$(INSTALL) --no-deps --no-build-isolation --editable . $(KEPT)
	@$(BIN)/python -c 'import molehill.server.run, numba' $(KEPT)
	@touch $@

$(VENV)/.ready: $(VENV)/.ready-play requirements/dev.lock
	@echo "Installing the tools for tests and documentation into $(VENV) (once) ..."
	@$(INSTALL) --require-hashes -r requirements/dev.lock $(KEPT)
	@touch $@

# A game of another package, installed as anybody would install one, but in a folder of its own: only what asks for it
# (PYTHONPATH) finds a sixth game.
BESIDE := $(VENV)/beside
$(BESIDE)/.ready: $(shell find examples/liars_dice/src examples/liars_dice/pyproject.toml -type f) | $(VENV)/.ready
	@rm -rf $(BESIDE)
	@$(INSTALL) --no-deps --no-build-isolation --target $(BESIDE) examples/liars_dice $(KEPT)
	@touch $@

$(VENV)/.ready-bench: $(VENV)/.ready requirements/bench.lock
	@echo "Installing OpenSpiel and OR-tools for the comparisons (once) ..."
	@$(INSTALL) --require-hashes -r requirements/bench.lock $(KEPT)
	@touch $@

$(VENV)/.ready-cluster: $(VENV)/.ready requirements/cluster.lock
	@echo "Installing Ray (once) ..."
	@$(INSTALL) --require-hashes -r requirements/cluster.lock $(KEPT)
	@touch $@

$(VENV)/.ready-train: $(VENV)/.ready requirements/train.lock
	@echo "Installing JAX for training, and Pgx to compare with (once) ..."
	@$(INSTALL) --require-hashes -r requirements/train.lock $(KEPT)
	@touch $@

# Python's packages and the app's are installed at the same time; building needs both. The server compiles the games. Beside
# it the pocket is built, and ends with it; one that was not finished is begun again the next time. The server hands it out
# as soon as it is there.
play: ## play: build the app, start the server and open the browser
	@$(MAKE) --silent --jobs=2 ready-to-play
	@if ! $(MAKE) --silent --question $(POCKET) 2> /dev/null; then \
		rm -rf $(NEXT_APP); export MOLEHILL_NEXT_APP=$(CURDIR)/$(NEXT_APP); \
		nice -n 19 $(MAKE) --silent pocket-beside 3>&1 >> $(LOG) 2>&1 & \
		trap "kill $$! 2> /dev/null" EXIT INT TERM; \
	fi; $(BIN)/molehill serve --open

.PHONY: ready-to-play pocket-beside
ready-to-play: $(VENV)/.ready-play app

# For the server that runs, in a folder that is there as a whole or not at all.
NEXT_APP := $(VENV)/next-app
pocket-beside:
	@$(BIN)/python -m molehill.pocket --wait
	@$(MAKE) --silent app-with-pocket
	@rm -rf $(NEXT_APP).copy && cp -R web/dist $(NEXT_APP).copy && mv $(NEXT_APP).copy $(NEXT_APP)
	@echo "The games can be played without a server as well: the lobby offers the new version." >&3

play-terminal: $(VENV)/.ready-play ## play in the terminal
	@$(BIN)/molehill play

# With ARGS, only the chosen tests of Python run.
test: $(if $(ARGS),test-python,test-everything) ## lint, and all tests (ARGS="-k mole_park": some of Python's)

# Several things at a time: what is installed; linters beside the compiler; then Python's tests beside all others, because
# each of them waits now and then, those in chromium most. What is said beside is shown when Python has finished.
.PHONY: test-everything test-beside
test-everything:
	@$(MAKE) --silent --jobs=3 setup web/node_modules/.ready chromium
	@$(MAKE) --silent --jobs=2 --output-sync=target lint $(VENV)/.compiled
	@$(MAKE) --silent $(BESIDE)/.ready app-with-pocket
	@$(MAKE) --silent --jobs=2 test-python test-beside; code=$$?; cat $(SAID); exit $$code

SAID := $(VENV)/test-beside.log
test-beside:
	@$(MAKE) --silent --jobs=1 browser app-test test-example > $(SAID) 2>&1

test-all: ## the same, with the long form of what chance decides, and what else a release needs (an hour)
	@MOLEHILL_EFFORT=10 $(MAKE) test
	@$(MAKE) test-cluster test-train rules site release

.PHONY: test-cluster bench-cluster
test-cluster: setup $(VENV)/.ready-cluster $(VENV)/.compiled ## the lab on a Ray cluster of this machine: the same numbers, also when a worker is lost
	@$(BIN)/python -m pytest -W ignore tests/cluster

# JAX on one core, as the baseline is measured.
ONE_THREAD := XLA_FLAGS="--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1" OPENBLAS_NUM_THREADS=1

.PHONY: test-train
test-train: setup $(VENV)/.ready-train $(VENV)/.compiled ## the baseline in JAX: the net learns, and NumPy plays what it has learned
	@$(ONE_THREAD) $(BIN)/python -m pytest -W ignore tests/train

soak: setup $(VENV)/.compiled ## crashes, fuzzing and secrecy for hours, going on where it stopped (HOURS=1)
	@$(BIN)/python tests/soak.py

test-python: setup $(VENV)/.compiled ## Python's tests alone
	@echo "Tests in Python ..."
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --durations 10 $(ARGS)

# What is tried on all games is tried on it, too; its own tests run where a test follows docs/add-a-game.md. In one process:
# to look through all tests for these takes each process as long as a third of them.
test-example: setup $(BESIDE)/.ready $(VENV)/.compiled ## Python's tests on the game of another package, examples/liars_dice
	@echo "Tests of a game from another package ..."
	@PYTHONPATH=$(CURDIR)/$(BESIDE) $(BIN)/python -m pytest --ignore tests/conformance -k liars_dice

lint: lint-python app-lint ## ruff, mypy, import-linter; svelte-check, eslint, prettier

lint-python: setup ## ruff, mypy, import-linter
	@echo "Linting Python ..."
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yaml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff

# Uncompiled rules are about a thousand times slower, so only scenarios, golden playthroughs and kept logs are run.
UNCOMPILED := tests/games tests/test_golden.py tests/test_kept_logs.py

test-uncompiled: setup ## the rules as plain Python: every scenario, golden playthrough and kept log
	@MOLEHILL_JIT=0 $(BIN)/python -m pytest --numprocesses auto --dist worksteal $(UNCOMPILED) $(ARGS)

# Coverage can't see compiled code, so the rules are run uncompiled, and everything else as it is.
coverage: setup $(VENV)/.compiled ## which lines the tests run; a report into .coverage-report
	@rm -f .coverage .coverage.*
	@$(BIN)/coverage run -m pytest --numprocesses auto --dist worksteal $(ARGS)
	@MOLEHILL_JIT=0 $(BIN)/coverage run -m pytest --numprocesses auto --dist worksteal $(UNCOMPILED) $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet --directory .coverage-report
	@$(BIN)/coverage report --format total

rules: setup ## each clause of the rules with its tests
	@$(BIN)/python -m pytest --rules --quiet

golden: setup ## write the golden playthroughs again
	@$(BIN)/python -m pytest --write-goldens --quiet tests/test_golden.py

bench: $(VENV)/.ready-bench ## speed as ratios against OpenSpiel in the same run
	@$(BIN)/python bench/run.py $(ARGS)

bench-envs: $(VENV)/.ready-bench ## steps a second of the environments against PettingZoo's connect_four
	@$(BIN)/python bench/environments.py $(ARGS)

bench-rivals: $(VENV)/.ready-bench ## sharp against OpenSpiel's MCTS and IS-MCTS with as many simulations (ARGS="--sims 200")
	@$(BIN)/python bench/rivals.py $(ARGS)

bench-observations: $(VENV)/.ready-train ## many tables with observations and masks, beside Pgx and OpenSpiel in the same run
	@$(BIN)/python bench/observations.py $(ARGS)

bench-load: $(VENV)/.ready-bench ## load on the server, beside boardgame.io's in the same run
	@$(BIN)/python bench/load.py $(ARGS)

bench-crowd: setup ## 2,000 tables and 10,000 connections on one process (ARGS="--minutes 60")
	@$(BIN)/python bench/crowd.py $(ARGS)

bench-lab: setup ## games a second of the lab, two threads beside one, and what keeping games costs
	@$(BIN)/python bench/lab.py $(ARGS)

bench-cluster: setup $(VENV)/.ready-cluster ## what a Ray cluster on this machine costs beside threads
	@$(BIN)/python bench/cluster.py $(ARGS)

bench-start: setup web/node_modules/.ready chromium ## how long a newcomer waits; writes docs/start.md
	@$(WITH_NODE) $(BIN)/python bench/start.py $(ARGS)

bench-compare: setup ## speed of the last commit against the working tree
	@$(BIN)/python bench/compare.py $(ARGS)

bench-app: web/node_modules/.ready app chromium $(VENV)/.compiled ## what the app costs on a slow device: frames, largest paint, touches, idle (ARGS="--phone honeymoon")
	@cd web && $(WITH_NODE) node tools/frames.mjs $(ARGS)

bench-pocket: setup $(VENV)/.ready-node ## the search in WebAssembly against the native one, and sizes
	@$(WITH_NODE) $(BIN)/python bench/pocket.py $(ARGS)

exploitability: $(VENV)/.ready-bench ## how far from perfect the bots play, in games small enough to be solved
	@$(BIN)/python bench/exploitability.py $(ARGS)

exact: setup ## exact values of small boxes without secrets, and what bots lose of them
	@$(BIN)/python bench/exact.py $(ARGS)

strength: setup ## how strong the bots are, by the plan in bench/strength.toml; continues where it was stopped
	@$(BIN)/python bench/strength.py $(ARGS)

hindsight: $(VENV)/.ready-bench ## how near the bots come to perfect play in Honeymoon
	@$(BIN)/python -m pytest --quiet bench
	@$(BIN)/python bench/hindsight.py $(ARGS)

balance: setup ## whether the games are as long and as fair as their rules want (ARGS=--quick for a first look)
	@$(BIN)/molehill balance $(or $(ARGS),--save docs/balance)

# The app itself is the front page: every game is played in the browser, and nothing asks for a server.
site: setup web/node_modules/.ready-build $(GENERATED) $(POCKET) ## a folder for any web host: games, rulebooks and documentation, into site/
	@rm -rf site
	@echo "Building the app that needs no server ..."
	@cd web && MOLEHILL_SITE=1 $(WITH_NODE) npm run --silent build -- --outDir ../site --emptyOutDir --logLevel warn
	@$(MAKE) --silent docs
	@echo "site/ is ready: any web host serves it, below any path. To look at it: $(PYTHON) -m http.server --directory site"

docs: setup ## draw the pictures and build the documentation into site/docs
	@$(BIN)/python docs/make.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

notebooks: setup ## run the notebooks in docs/ again and write what they find into them (minutes)
	@$(BIN)/python docs/notebooks.py

# Rules are compiled before the tests, several games at once, so that no test waits for them.
$(VENV)/.compiled: $(VENV)/.ready $(BESIDE)/.ready $(wildcard src/molehill/engine/*.py src/molehill/bots/*.py src/molehill/games/*/*.py)
	@echo "Compiling the rules (once; a minute) ..."
	@PYTHONPATH=$(CURDIR)/$(BESIDE) $(BIN)/python tests/warm.py
	@touch $@

# The machine's own Node needs no .venv, so the app's packages need not wait for Python's.
HAS_NODE := $(shell $(WITH_NODE) sh -c 'command -v npm' > /dev/null && $(WITH_NODE) \
	node -e 'console.log(parseInt(process.versions.node) < 20 ? "" : "yes")' 2> /dev/null)
$(VENV)/.ready-node: requirements/node.lock | $(if $(HAS_NODE),,$(VENV)/.made)
	@mkdir -p $(VENV)
	@test -n "$(HAS_NODE)" || { \
		echo "There is no Node 20 or newer here: taking one from PyPI into $(VENV) (once) ..."; \
		$(INSTALL) --require-hashes -r requirements/node.lock $(KEPT); }
	@touch $@

web/node_modules/.ready-build: web/package-lock.json | $(VENV)/.ready-node
	@echo "Installing what the app is built with (once) ..."
	@(cd web && $(WITH_NODE) npm ci --no-audit --no-fund --omit=dev) $(KEPT)
	@touch $@

web/node_modules/.ready: web/package-lock.json | $(VENV)/.ready-node
	@echo "Installing the app's packages and tools (once) ..."
	@(cd web && $(WITH_NODE) npm ci --no-audit --no-fund) $(KEPT)
	@touch web/node_modules/.ready-build $@

$(GENERATED): $(wildcard src/molehill/browser/*.* src/molehill/games/*/*.py) \
		$(addprefix src/molehill/engine/,structures.py naming.py errors.py shapes.py declared.py parts.py plain.py plain_moves.py) | $(VENV)/.ready-play
	@echo "Translating the games for the browser ..."
	@MOLEHILL_JIT=0 $(BIN)/python -m molehill.browser $(@D)
	@touch $@

$(POCKET): $(wildcard src/molehill/pocket/*.* src/molehill/engine/*.py src/molehill/bots/*.py src/molehill/games/*/*.py \
		src/molehill/games/*/box.toml src/molehill/games/*/lesson.toml src/molehill/games/*/words.en.ftl \
		src/molehill/games/*/RULES.md) src/molehill/server/answers.py src/molehill/server/shelf.py | $(VENV)/.ready-play
	@echo "Compiling the games for the pocket (once; two minutes) ..."
	@rm -f $@
	@MOLEHILL_QUIET=1 $(BIN)/python -m molehill.pocket $(@D)
	@$(BIN)/python -m molehill.server.answers $(@D)/answers
	@touch $@

# make looks for the pocket's files when it starts, so the app is built by another make.
.PHONY: app-with-pocket
app-with-pocket: $(POCKET)
	@$(MAKE) --silent app

pocket: $(POCKET) ## rules and bots of every game as WebAssembly, into web/src/generated/pocket

# Translating deletes other files from the folder, so the types are made after it.
$(TYPES): web/tools/openapi.py $(wildcard src/molehill/server/*.py) $(GENERATED) | $(VENV)/.ready-play web/node_modules/.ready
	@$(BIN)/python web/tools/openapi.py | (cd web && $(WITH_NODE) npm run --silent types > /dev/null)

# With the pocket if it has been built from what is there now; nobody waits for it.
web/dist/index.html: web/package-lock.json $(APP_SOURCES) $(GENERATED) $(wildcard $(dir $(POCKET))*.json $(dir $(POCKET))answers/*.json) | web/node_modules/.ready-build
	@$(MAKE) --silent --question $(POCKET) || rm -rf $(dir $(POCKET))
	@echo "Building the app ..."
	@cd web && $(WITH_NODE) npm run --silent build -- --logLevel warn
	@touch $@

app: web/dist/index.html ## build the browser app into web/dist

app-lint: web/node_modules/.ready $(GENERATED) $(TYPES) ## svelte-check, eslint, prettier
	@echo "Linting the app ..."
	@cd web && $(WITH_NODE) npm run --silent check && $(WITH_NODE) npm run --silent lint

app-test: web/node_modules/.ready app-with-pocket ## the app's tests that need no server, and its size
	@echo "Tests of the app ..."
	@cd web && $(WITH_NODE) npm run --silent test && $(WITH_NODE) npm run --silent budget

browser: web/node_modules/.ready app-with-pocket chromium $(VENV)/.compiled ## whole matches of every game in chromium (GAMES=honeymoon,... for some)
	@echo "Whole matches in chromium ..."
	@cd web && $(WITH_NODE) npm run --silent browser

flaky: web/node_modules/.ready app-with-pocket chromium $(VENV)/.compiled ## what chance or a busy machine might make fail, thirty times, going on where it was stopped (RUNS=30, GAMES=...)
	@$(WITH_NODE) $(BIN)/python tests/flaky.py

screens: web/node_modules/.ready app chromium $(VENV)/.compiled ## pictures of every screen into .screens; those that a page shows into docs/screens
	@cd web && $(WITH_NODE) npm run --silent screens -- ../.screens $(ARGS)
	@for picture in docs/screens/*; do test ! -f .screens/$${picture##*/} || cp .screens/$${picture##*/} $$picture; done

chromium: # the browser for tests and pictures: CHROMIUM, what is installed, or Debian's
	@test -n "$$CHROMIUM" || command -v chromium-headless-shell > /dev/null || command -v chromium > /dev/null || command -v chromium-browser > /dev/null \
		|| command -v google-chrome > /dev/null || { $(INSTALL_CHROMIUM); }

release: setup app-with-pocket ## sdist and wheel into dist/, and the tests of both
	@rm -rf dist
	@$(BIN)/hatchling build --directory dist
	@$(BIN)/python -m pytest --quiet tests/app

fixtures: setup ## record matches for the app's tests and its workbench (GAMES=honeymoon,... for some)
	@$(BIN)/python web/tools/record.py $(GAMES)

types: $(TYPES) ## the server's messages and the games as TypeScript, for editors

lock: setup ## resolve all dependencies again (ARGS=--upgrade for newer versions)
	@$(COMPILE) $(ARGS) --extra dev --extra docs --extra lab --extra openspiel --extra pettingzoo --output-file requirements/dev.lock pyproject.toml requirements/build.in
	@$(COMPILE) --constraint requirements/dev.lock --output-file requirements/play.lock pyproject.toml requirements/build.in
	@$(COMPILE) --constraint requirements/dev.lock --output-file requirements/bench.lock requirements/bench.in
	@$(COMPILE) --constraint requirements/dev.lock --output-file requirements/cluster.lock requirements/cluster.in
	@$(COMPILE) --constraint requirements/dev.lock --output-file requirements/train.lock requirements/train.in
	@$(COMPILE) $(ARGS) --output-file requirements/uv.lock requirements/uv.in
	@$(COMPILE) $(ARGS) --output-file requirements/node.lock requirements/node.in

clean: ## remove .venv and everything built
	@rm -rf $(VENV) dist web/dist web/node_modules site .screens .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis bench/results
