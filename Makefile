# `make` alone lists the targets. Cargo's own variables work as usual, CARGO_TARGET_DIR for example.

CARGO ?= cargo
# Where `make play` serves, and where it stores.
LISTEN ?= 127.0.0.1:8080
DATA_DIR ?= whistlestop-data
# How long `make fuzz` runs each target.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS = edition_files records action_sequences client_messages
# Games of each table that `make test-long` plays.
LONG_GAMES ?= 10000
# Least share of the lines of crates/rules that the tests must reach, in per cent.
COVERAGE ?= 95
# The x86-64-v3 build has other flags, which would make Cargo build everything anew each time.
V3_TARGET_DIR = target-v3

# What the web client is built from.
WEB_SOURCES = web/index.html web/package.json web/svelte.config.js web/tsconfig.json web/vite.config.ts \
  $(shell find web/src web/public web/build maps -type f)

# Installs a cargo tool unless it is there: $(call need,NAME).
need = command -v $(1) >/dev/null 2>&1 || $(CARGO) install --locked $(1)

# A client that turns out to be too large is not taken for built.
.DELETE_ON_ERROR:

.PHONY: help play build build-web test test-web test-browser screenshots lint lint-web test-long bench bench-v3 bench-bots bench-criterion bench-instructions bench-server fuzz coverage clean

help: ## List the targets
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | awk -F '\t' '{ printf "  %-20s %s\n", $$1, $$2 }'

play: build-web ## Serve the game at http://127.0.0.1:8080 (LISTEN, DATA_DIR)
	$(CARGO) build --release --package whistlestop
	$(CARGO) run --quiet --release --package whistlestop -- serve --listen $(LISTEN) --data-dir $(DATA_DIR)

build: build-web ## Build everything, optimised
	$(CARGO) build --release --workspace

build-web: web/dist/index.html ## Build the web client into web/dist and check the size of its first load

# Only when something of it has changed: the program contains it and would be linked anew, which takes minutes.
web/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run --silent build && npm run --silent size

# What package-lock.json names, and nothing else.
web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund

# The tests start a Postgres of their own, for which they need its programs.
need-postgres = ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || apt-get install -y --no-install-recommends postgresql || \
  { echo "make: the tests need Postgres; as root: apt-get install postgresql" >&2; exit 1; }

# Browser tests drive Debian's Chromium, or the one that CHROMIUM names.
CHROMIUM ?= /usr/bin/chromium
need-chromium = [ -x "$(CHROMIUM)" ] || apt-get install -y --no-install-recommends chromium || \
  { echo "make: the browser tests need Chromium; as root: apt-get install chromium; or set CHROMIUM" >&2; exit 1; }

test: test-web test-browser ## Run all tests
	@$(call need,cargo-nextest)
	@$(need-postgres)
	$(CARGO) nextest run --workspace
	$(CARGO) test --workspace --doc

test-web: web/node_modules/.package-lock.json ## Run the tests of the web client
	cd web && npm run --silent test

test-browser: build-web ## Play in a real browser against the real server
	@$(need-chromium)
	$(CARGO) build --workspace
	cd web && CHROMIUM=$(CHROMIUM) npm run --silent e2e

screenshots: build-web ## Take the pictures of docs/screenshots anew
	@$(need-chromium)
	$(CARGO) build --workspace
	cd web && CHROMIUM=$(CHROMIUM) npm run --silent screenshots

test-long: ## Play LONG_GAMES random games of every edition at every size of table
	@$(call need,cargo-nextest)
	WHISTLESTOP_GAMES=$(LONG_GAMES) $(CARGO) nextest run --package whistlestop-rules --cargo-profile release \
	  --test conformance

lint: lint-web ## Check format, lints, documentation, licences and sources
	@$(call need,cargo-deny)
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS=-Dwarnings $(CARGO) doc --workspace --no-deps
	$(CARGO) deny --log-level error check bans licenses sources

lint-web: web/node_modules/.package-lock.json ## Check format, lints and types of the web client
	cd web && npm run --silent lint

bench: bench-criterion bench-instructions bench-bots bench-v3 ## Measure speed: timings, instructions per decision, both builds

bench-criterion: ## Time games and their parts, for the plain build
	$(CARGO) bench --package whistlestop-bench --bench games --bench parts
	$(CARGO) run --release --package whistlestop-bench --bin games_per_second

bench-instructions: ## Count the instructions of a decision with callgrind
	@command -v valgrind >/dev/null || { echo "make: install valgrind first, for example: apt install valgrind" >&2; exit 1; }
	scripts/instructions.sh

bench-bots: ## Games a second of four planners on one core
	$(CARGO) run --release --package whistlestop-bench --bin bot_games -- planner planner --players 4 --games 4000
	$(CARGO) run --release --package whistlestop-bench --bin policy_games

bench-server: ## Measure the server: as fast as it can, at two fixed rates, memory, tables that wake up
	$(CARGO) build --release --package whistlestop
	$(CARGO) run --quiet --release --package whistlestop -- load --tables 300 --seconds 30
	$(CARGO) run --quiet --release --package whistlestop -- load --tables 1000 --rate 1000 --seconds 30 --sleep
	$(CARGO) run --quiet --release --package whistlestop -- load --tables 5000 --rate 2500 --seconds 30

bench-v3: ## Games a second of a build for x86-64-v3 (any x86-64 processor since about 2015)
	RUSTFLAGS="-C target-cpu=x86-64-v3" $(CARGO) run --release --package whistlestop-bench --bin games_per_second \
	  --target-dir $(V3_TARGET_DIR)

fuzz: ## Feed each fuzz target hostile input for FUZZ_SECONDS
	@rustup toolchain list | grep -q '^nightly' || { echo "make: fuzzing needs nightly: rustup toolchain install nightly" >&2; exit 1; }
	@$(call need,cargo-fuzz)
	@set -e; cd fuzz; for target in $(FUZZ_TARGETS); do \
	  mkdir -p corpus/$$target; \
	  $(CARGO) +nightly fuzz run $$target corpus/$$target seeds/$$target -- \
	    -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -print_final_stats=1; \
	done

coverage: ## Print how much of crates/rules the tests reach; fails below COVERAGE per cent of the lines
	@$(call need,cargo-nextest)
	@$(call need,cargo-llvm-cov)
	$(CARGO) llvm-cov nextest --package whistlestop-rules --fail-under-lines $(COVERAGE) \
	  --ignore-filename-regex 'crates/(bench|bots|cli)/'

clean: ## Delete everything that was built
	$(CARGO) clean
	rm -rf $(V3_TARGET_DIR) fuzz/target web/dist web/dist-gallery web/node_modules
