# Every command installs what it needs first (Debian packages, PyPI packages into .venv) and says so.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run build test soak fuzz compare-metadata autobahn bench format lint clean

PHOTOS ?=
PORT ?= 8080
ONLY ?=
RESULTS ?= .build/bench/results.json
# As given: make would take a dollar sign in a path for a variable.
override PHOTOS := $(value PHOTOS)
export PHOTOS PORT ONLY RESULTS
SEEDS ?= 200
FIRST ?= 1
ROUNDS ?= 20
SECONDS ?= 60
override FOLDER := $(value FOLDER)
export FOLDER

TOOLS := Tests/Tools
# Swift's own libraries go into the binary: it starts faster and runs without the toolchain.
RELEASE := -c release --static-swift-stdlib --product contactsheet
SOURCES := Package.swift Sources Tests

help: ## Shows this list
	@echo "make run [PHOTOS=DIR] [PORT=8080]   builds, then serves DIR, or a sample library where none is given"
	@echo "make build                          builds the server for use: .build/release/contactsheet"
	@echo "make test                           runs all tests, those against a running server included"
	@echo "make soak [SEEDS=200] [ROUNDS=20]   runs the model test for long: storms, kills, stops"
	@echo "make fuzz [SECONDS=60]              feeds the parsers what nobody would write"
	@echo "make compare-metadata FOLDER=DIR    compares what is read of files with exiftool and ffprobe"
	@echo "make autobahn                       holds the WebSockets to the Autobahn testsuite"
	@echo "make bench [ONLY=ROW] [RESULTS=F]   measures side by side with other programs (ROW: see Tests/Bench/README.md)"
	@echo "make format                         formats the Swift code"
	@echo "make lint                           checks format and house rules"
	@echo "make clean                          removes what was built and drawn"

run: build
	@$(TOOLS)/install_packages.sh $(if $(PHOTOS),,sample)
	@$(TOOLS)/run_server.sh

build:
	@$(TOOLS)/install_packages.sh build
	@swift build $(RELEASE)

test:
	@$(TOOLS)/install_packages.sh build sample test
	@$(TOOLS)/install_python.sh
	@swift build --build-tests
	@swift test --skip-build --skip 'FolderWatchingTests|IngestingTests'
	@swift test --skip-build --filter 'FolderWatchingTests|IngestingTests'
	@/usr/bin/python3 -m unittest discover -s $(TOOLS) -p '*_test.py'
	@node --test Tests/Client
	@CONTACTSHEET_BINARY="$$(swift build --show-bin-path)/contactsheet" \
		node --test Tests/Client/Cases/{callbacks,changes,completing,faults,mounts,names,sidecars,thumbnails,tokens,uploads}.mjs
	@node Tests/Client/soak.mjs --binary "$$(swift build --show-bin-path)/contactsheet" --seeds 21 --rounds 7
	@.venv/bin/python $(TOOLS)/check_contract.py --binary "$$(swift build --show-bin-path)/contactsheet"

soak:
	@$(TOOLS)/install_packages.sh build test
	@swift build $(RELEASE)
	@node Tests/Client/soak.mjs --binary "$$(swift build $(RELEASE) --show-bin-path)/contactsheet" \
		--seeds $(SEEDS) --first $(FIRST) --rounds $(ROUNDS)

fuzz:
	@$(TOOLS)/install_packages.sh build
	@CONTACTSHEET_FUZZ=1 swift build --build-path .build/fuzz --sanitize fuzzer --product fuzz-parsers
	@mkdir -p .build/fuzz/found
	@SWIFT_BACKTRACE=enable=no .build/fuzz/debug/fuzz-parsers -max_total_time=$(SECONDS) -max_len=4096 \
		-artifact_prefix=.build/fuzz/found/ .build/fuzz/found Tests/ParserFuzzingTests/Corpus

compare-metadata:
	@$(TOOLS)/install_packages.sh build bench
	@swift build $(RELEASE)
	@/usr/bin/python3 $(TOOLS)/compare_metadata.py --binary "$$(swift build $(RELEASE) --show-bin-path)/contactsheet" \
		"$$FOLDER"

autobahn:
	@$(TOOLS)/install_packages.sh build
	@Tests/Autobahn/install_wstest.sh .build/autobahn
	@swift build -c release --product websocket-echo
	@/usr/bin/python3 Tests/Autobahn/run.py --wstest .build/autobahn/wstest \
		--echo "$$(swift build -c release --show-bin-path)/websocket-echo"

bench:
	@$(TOOLS)/install_packages.sh build sample bench
	@swift build $(RELEASE)
	@swift build $(RELEASE:contactsheet=large-catalogue)
	@/usr/bin/python3 Tests/Bench/bench.py --binary "$$(swift build $(RELEASE) --show-bin-path)/contactsheet" \
		--results "$$RESULTS" $${ONLY:+--only "$$ONLY"}

format:
	@$(TOOLS)/install_packages.sh lint
	@swift format --in-place --parallel --recursive $(SOURCES)

lint:
	@$(TOOLS)/install_packages.sh lint
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@/usr/bin/python3 $(TOOLS)/check_house.py

clean:
	@rm -rf .build .venv
