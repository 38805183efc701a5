# Every target sets up what it needs; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Python compiles what it imports; to compile all of a package takes as long as to install it.
INSTALL := $(PIP) install --no-compile
# A test that takes ten minutes hangs: it is named with the lines where it stands, and the run ends.
HANGS = --max-worker-restart=0 -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true
# pytest's own arguments, e.g. make test T="-k replay"
T ?=
# a language's code, e.g. make language L=it
L ?=

.DEFAULT_GOAL := help
.PHONY: help setup run quick test webassembly vm release deb repository roots board home thorough check lint format clauses docs newest bench screenshots strips soak mutate language lock clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

# A wheel is a ZIP file. To unpack that of pip takes 0.2 s, venv 5 s, because it compiles all of pip.
UNPACK_PIP = import ensurepip, pathlib, sysconfig, zipfile; \
  folder = sysconfig.get_config_var("WHEEL_PKG_DIR") or pathlib.Path(ensurepip.__file__).with_name("_bundled"); \
  [wheel] = pathlib.Path(folder).glob("pip-*.whl"); \
  zipfile.ZipFile(wheel).extractall(sysconfig.get_path("purelib"))

# There is no wheel of lgpio for Python 3.13 and later: there the package python3-lgpio serves.
HAS_LGPIO = import importlib.util, sys; sys.exit(sys.version_info < (3, 13) or not importlib.util.find_spec("lgpio"))
SYSTEMS_OWN = $(shell $(PYTHON) -c '$(HAS_LGPIO)' 2>/dev/null && echo --system-site-packages)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Rollerdeck needs Python 3.11 or newer; say which: make PYTHON=python3.12")'
	@echo "Setting up $(VENV): Python (1 of 3)"
	@$(PYTHON) -m venv $(SYSTEMS_OWN) --without-pip $(VENV) && $@ -c '$(UNPACK_PIP)' 2>/dev/null || \
	  $(PYTHON) -m venv $(SYSTEMS_OWN) --clear $(VENV)

# uv installs the developers' 80 packages in 6 s of processor time, pip in 26. It reads no pip.conf:
# where that names the only index in reach, pip installs them.
$(BIN)/uv: constraints/uv.txt | $(BIN)/python
	@$(INSTALL) --require-hashes -r constraints/uv.txt
	@touch $@

INSTALL_QUICKLY = { test -x $(BIN)/uv && $(BIN)/uv pip install --quiet --python $(BIN)/python $(1); } || $(INSTALL) $(1)

# `make run` waits neither for uv nor for the developers' tools.
ifneq ($(filter-out setup run $(VENV)/run.stamp,$(MAKECMDGOALS)),)
$(VENV)/run.stamp: | $(BIN)/uv
endif

$(VENV)/run.stamp: constraints/run.txt constraints/node.txt pyproject.toml catalogues.py hatch_build.py page_bundle.py | $(BIN)/python
	@echo "Setting up $(VENV): libraries (2 of 3)"
	@$(call INSTALL_QUICKLY,--require-hashes -r constraints/run.txt)
	@command -v npm >/dev/null || $(INSTALL) --require-hashes -r constraints/node.txt
	@echo "Setting up $(VENV): Rollerdeck and its page (3 of 3)"
	@$(call INSTALL_QUICKLY,--no-build-isolation --no-deps --editable .)
	@touch $@

# Python and page read the catalogues of words compiled.
$(VENV)/words.stamp: $(wildcard controller/words/*.po) catalogues.py hatch_build.py $(VENV)/run.stamp
	@$(BIN)/python hatch_build.py
	@touch $@

$(VENV)/dev.stamp: constraints/dev.txt $(BIN)/uv $(VENV)/run.stamp
	@echo "Setting up $(VENV): the developers' tools"
	@$(call INSTALL_QUICKLY,--require-hashes -r constraints/dev.txt)
	@touch $@

$(VENV)/bench.stamp: constraints/bench.txt $(VENV)/dev.stamp
	@echo "Setting up $(VENV): the yardstick for benchmarks"
	@$(INSTALL) --require-hashes --no-build-isolation -r constraints/bench.txt
	@touch $@

$(VENV)/mutate.stamp: constraints/mutate.txt $(VENV)/dev.stamp
	@echo "Setting up $(VENV): what breaks the rules"
	@$(INSTALL) --require-hashes -r constraints/mutate.txt
	@touch $@

$(VENV)/docs.stamp: constraints/docs.txt $(VENV)/run.stamp
	@echo "Setting up $(VENV): what makes a site of the documents"
	@$(call INSTALL_QUICKLY,--require-hashes -r constraints/docs.txt)
	@touch $@

setup: $(VENV)/run.stamp  ## make .venv with the rollerdeck command

run: $(VENV)/words.stamp  ## a simulated launcher and the page at http://localhost:8080
	@$(BIN)/rollerdeck play --simulate

# Where Python may keep no bytecode, each of the tests' processes compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE

quick: $(VENV)/dev.stamp $(VENV)/words.stamp  ## ruff, mypy, the tests nearest to what changed since main (or T=commit)
	@$(BIN)/python -m tests.quick $(T)

test thorough quick: export FILES_IN_MEMORY := 1

# Each process imports all tests first. Hardly any test waits for another process or a clock.
PROCESSES := $(if $(filter 1 2,$(shell nproc)),2,3)
test: $(VENV)/dev.stamp  ## the tests (T="-k name" for some of them)
	@$(BIN)/python -m pytest -n $(PROCESSES) $(HANGS) $(T)

webassembly: $(VENV)/dev.stamp $(VENV)/words.stamp  ## fetch MicroPython of 32 bits, on which some tests run (needs Node)
	@$(BIN)/python -m tests.micropython.webassembly

vm: $(VENV)/dev.stamp $(VENV)/words.stamp  ## the driver on a real kernel's lines, the services under a real systemd (QEMU)
	@$(BIN)/python -m tests.vm $(T)

release: $(VENV)/words.stamp docs  ## one file in dist/ that installs on a Pi (docs/install.md); SIGN=key signs it
	@$(BIN)/python -m release.pack

deb: $(VENV)/words.stamp docs  ## Debian packages for arm64 and amd64 in dist/, which need no network (docs/install.md)
	@$(BIN)/python -m release.debian_package

repository: $(VENV)/words.stamp  ## a signed apt repository of the Debian packages in dist/repository (SIGN=key)
	@$(BIN)/python -m release.repository

roots: $(VENV)/dev.stamp $(VENV)/words.stamp  ## install, upgrade, go back and uninstall in clean roots of bookworm and trixie
	@$(BIN)/python -m pytest -n 2 --dist loadfile -m in_roots tests/roots $(T)

# Nobody needs Home Assistant to use Rollerdeck: only this target installs it, in a root of its own.
home: $(VENV)/dev.stamp $(VENV)/words.stamp  ## a real Home Assistant finds two tables at a real broker (docs/club.md)
	@$(BIN)/python -m pytest -n 0 -m at_home -s tests/home $(T)

board: $(VENV)/dev.stamp $(VENV)/words.stamp  ## the release on an emulated Raspberry Pi 3B (QEMU; minutes)
	@$(BIN)/python -m pytest -n 0 -v -s -m "on_board and not soak" tests/board $(T)

lint: $(VENV)/dev.stamp  ## ruff, mypy, import-linter; for the page ESLint and TypeScript
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.page

check: lint test  ## lint and test: before each commit

format: $(VENV)/dev.stamp  ## put the code into ruff's format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clauses: $(VENV)/dev.stamp $(VENV)/words.stamp  ## write docs/clauses.md's table of tests anew
	@$(BIN)/python -m tests.rulebook.shown

docs: $(VENV)/docs.stamp  ## the documents as a site in build/docs, which needs no network to be read and searched
	@rm -rf build/docs
	@$(BIN)/python -m sphinx -q -W --keep-going -E -c docs/site -d build/doctrees docs build/docs
	@echo "Open build/docs/index.html"

newest: $(BIN)/python  ## build and test with the newest libraries that our bounds allow (T="-k words": some tests)
	@$(BIN)/python -m tests.newest $(T)

bench: $(VENV)/bench.stamp $(VENV)/words.stamp  ## ratios measured in one run: a table, and build/bench.json
	@$(BIN)/python -m tests.bench

screenshots: $(VENV)/dev.stamp $(VENV)/words.stamp  ## every view of the page on every screen, light and dark, in build/screenshots
	@$(BIN)/python -m tests.e2e.screenshots $(T)

strips: $(VENV)/dev.stamp $(VENV)/words.stamp  ## what moves on the page, a frame every 200 ms, in build/strips
	@$(BIN)/python -m tests.e2e.film_strips $(T)

thorough: $(VENV)/dev.stamp $(VENV)/words.stamp  ## the tests that take longer, e.g. all cases of what the tests sample
	@$(BIN)/python -m pytest -n 3 -m thorough $(HANGS) $(T)

soak: $(VENV)/dev.stamp $(VENV)/words.stamp  ## the long counts, with their seed (SOAK_SEED=n repeats one)
	@$(BIN)/python -m pytest -m "soak and not on_lines" -s $(T)
	@$(if $(T),,$(BIN)/python -m tests.vm -m "soak and on_lines" tests/contract tests/vm)
	@$(if $(T),,$(BIN)/python -m tests.vm -m on_lines tests/vm/booted/pico)
	@$(BIN)/python -m pytest --hypothesis-profile=search --ignore=tests/e2e

mutate: $(VENV)/mutate.stamp $(VENV)/words.stamp  ## break rules/ everywhere, see its tests fail (T=rules/view.py: one file)
	@nice $(BIN)/python -m tests.mutation $(T)

language: $(VENV)/run.stamp  ## make or update the words of a language, and check them (L=it)
	@$(BIN)/python -m release.language $(L)

lock: $(VENV)/dev.stamp  ## pin every dependency anew, with hashes and without addresses
	@for set in "run pyproject.toml --extra build" "dev pyproject.toml --extra build --extra dev" \
	    "release pyproject.toml --extra pi -c constraints/dev.txt" \
	    "firmware pyproject.toml --extra firmware -c constraints/dev.txt" \
	    "camera pyproject.toml --extra camera -c constraints/dev.txt" \
	    "mqtt pyproject.toml --extra mqtt -c constraints/dev.txt" \
	    "bench pyproject.toml --extra build --extra bench -c constraints/dev.txt" \
	    "mutate pyproject.toml --extra mutate -c constraints/dev.txt" \
	    "docs pyproject.toml --extra docs -c constraints/dev.txt" "node constraints/node.in" "uv constraints/uv.in"; do \
	  set -- $$set; name=$$1; shift; \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-header --no-annotate -o constraints/$$name.txt $$@; \
	done

clean:  ## remove what the other targets made
	@rm -rf $(VENV) node_modules build dist controller/web/page/vendor controller/web/page/words controller/words/*.mo .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
