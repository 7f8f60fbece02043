# Needs Python 3.11 or newer with pip, and make. Everything else goes into .venv.
#   make demo PYTHON=python3.12     chooses the interpreter
#   make test ARGS="-k pendulum"    passes arguments to pytest (or to the benchmarks)

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
ARGS ?=
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

# One cache of compiled kernels for demo, tests and benchmarks, separate from the user's own.
LINKWORK_CACHE_DIR ?= $(CURDIR)/.cache/kernels
export LINKWORK_CACHE_DIR

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-processors check fuzz bench docs format hooks player clean verify library wheel

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-24s %s\n", $$1, $$2}'

demo: $(VENV)/.ready-plot ## set up and run the demonstration: a table; plot and player in build/
	@mkdir -p build
	$(BIN)/python examples/demo.py build/demo.png build/demo.html

test: check ## set up, check style, types and layers, then run all tests
	$(BIN)/python tests/warm_cache.py
	$(BIN)/python tests/browser/install_chromium.py
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)

test-processors: $(VENV)/.ready-test ## tests that reach LAPACK or BLAS, with the kernels of other processors
	$(BIN)/python tests/warm_cache.py
	$(BIN)/python tests/processors.py --jobs $(JOBS) $(ARGS)

check: $(VENV)/.ready-test ## check style, types and layers only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# COUNT models and as many damaged model files, with numbers starting at SEED.
COUNT ?= 10000
SEED ?= 0
fuzz: $(VENV)/.ready-test ## random models and damaged files in all solvers; COUNT=10000 SEED=0
	$(BIN)/python tests/warm_cache.py
	$(BIN)/python -m tests.fuzz --count $(COUNT) --seed $(SEED) --jobs $(JOBS)

bench: $(VENV)/.ready-bench ## compare speed and error with Exudyn
	$(BIN)/python -m benchmarks $(ARGS)

verify: $(VENV)/.ready-bench $(VENV)/.ready-test build/peer/.ready ## run the reference problems and old scripts, update their tables
	$(BIN)/python -m tests.verification.table $(ARGS)
	$(BIN)/python -m tests.dropin.peer build/peer/bin/python
	$(BIN)/python -m tests.robots.files

# The program whose scripts we run, in an environment of its own.
build/peer/.ready:
	$(PYTHON) -m venv build/peer
	build/peer/bin/python -m pip --disable-pip-version-check install --quiet \
	  "exudyn==1.11.0" numpy scipy matplotlib
	@touch $@

# Kernels of the checkout, for demo, tests and benchmarks; unused as soon as a source file changes.
library: $(VENV)/.ready-test ## compile all kernels into one library, so that first runs start at once
	$(BIN)/python -m linkwork.building --processes $(JOBS)

wheel: $(VENV)/.ready-test ## build dist/*.whl with the library of kernels for this platform
	$(BIN)/python -m linkwork.building --processes $(JOBS) --for-wheel
	$(BIN)/python -m pip --disable-pip-version-check wheel --quiet --no-build-isolation --no-deps \
	  --wheel-dir dist .
	$(BIN)/python -m linkwork.building --remove
	@ls dist/*.whl

# The pages are made from docs/, examples/ and the declarations; a warning is an error. They go to a
# folder of their version in SITE, beside those of other versions (docs/installation.md).
docs: export LINKWORK_DOCS_SOURCE = $(CURDIR)/build/docs-source
docs: SITE ?= build/docs
docs: $(VENV)/.ready-docs ## build the documentation with the gallery: build/docs/index.html
	$(BIN)/python -m docs.generator $(LINKWORK_DOCS_SOURCE)
	version=$$($(BIN)/python -m docs.generator.versions --present) && \
	  $(BIN)/python -m sphinx -W --keep-going -q -c docs -d build/docs-cache \
	  $(LINKWORK_DOCS_SOURCE) $(SITE)/$$version
	$(BIN)/python -m docs.generator.versions $(SITE)
	@echo "documentation: $(SITE)/index.html"

format: $(VENV)/.ready-test ## fix style and order of imports
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

hooks: $(VENV)/.ready-dev ## run the checks at every commit (pre-commit)
	$(BIN)/pre-commit install

player: ## build the web player's script from player/ (needs Node 20 or newer with npm)
	cd player && npm ci --no-audit --no-fund && npm run build

clean: ## remove everything that was made here, including the environment
	rm -rf $(VENV) build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf .import_linter_cache player/node_modules src/linkwork/built
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Linkwork needs Python 3.11 or newer; choose one with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Set-up runs again only when pyproject.toml changes. The build backend is installed first and
# used without isolation, so that pip needs no network when all requirements are already met.
$(VENV)/.ready-%: pyproject.toml | $(BIN)/python
	$(PIP) "hatchling>=1.24" editables
	$(PIP) --no-build-isolation --editable ".[$*]"
	@touch $@
