# Two commands matter: `make run` and `make test`. Everything they need ends up in .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test check bench gallery lock format help
.DEFAULT_GOAL := help

help:
	@echo "make run      start the bot (with a token) or the playground (without one)"
	@echo "make test     run the whole test suite"
	@echo "make check    ruff, pyright and import-linter"
	@echo "make format   format the code and mend what ruff can mend"
	@echo "make bench    measure and print one table"
	@echo "make gallery  draw the pictures of docs/gallery.md anew"
	@echo "make lock     pin the newest versions of every dependency"

# An environment that another Python has left, or that lacks its packages, is made anew. One that is
# sound keeps its Python, whichever PYTHON is now.
SOUND := $(shell $(BIN)/python -c 'import sys, msgspec, pip; print(int((3, 11) <= sys.version_info < (3, 14)))' 2>/dev/null)
ifneq ($(SOUND),1)
.PHONY: .venv/.installed
endif

.venv: .venv/.installed

.venv/.installed: requirements.lock
ifneq ($(SOUND),1)
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' || \
		{ echo "Safehouse needs Python 3.11, 3.12 or 3.13; $(PYTHON) is another version. Try: make PYTHON=python3.13 ..."; exit 1; }
	$(PYTHON) -m venv --clear .venv
endif
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/.installed-dev: .venv/.installed requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

run: .venv/.installed
	@$(BIN)/python -m bot run

# The tests start hundreds of Pythons, each of which would compile everything anew.
test bench: export PYTHONDONTWRITEBYTECODE =

test: .venv/.installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal

check: .venv/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/pyright

format: .venv/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.installed-dev
	@$(BIN)/python -m bench

gallery: .venv/.installed
	@$(BIN)/python -m bot.gallery

# uv resolves for every supported Python at once; pip installs the result.
lock: .venv/.installed-dev
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--upgrade --extra playground pyproject.toml -o requirements.lock --custom-compile-command 'make lock'
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--upgrade pyproject.toml -c requirements.lock -o requirements-bot.lock --custom-compile-command 'make lock'
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--upgrade --extra playground --extra dev pyproject.toml -c requirements.lock -o requirements-dev.lock --custom-compile-command 'make lock'
