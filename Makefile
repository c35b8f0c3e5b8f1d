# What the project is built, tested and baked with. `make help` lists the targets.

SWIFT ?= swift
OUT ?= build
# Where `make install` puts things; packagers stage them in DESTDIR.
PREFIX ?= /usr/local
# Builds containers.
ENGINE ?= podman
# Where `make example-web` serves.
PORT ?= 8000
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
# An import that points up does not compile. Tests reach internals by package access, so that
# `build` and `test` share their products.
FLAGS = -c release -j $(JOBS) --explicit-target-dependency-import-check error
KILN = .build/release/kiln
# Rectangles and pictures to pack; generated ones are packed in any case.
SHARED ?= ../shared
PACK_SETS = $(wildcard $(SHARED)/packing/*.txt $(SHARED)/fixtures/layered/kenney-modular-characters)
# Needs numpy and Pillow, for scores only.
PYTHON ?= python3
# More for Benchmarks/Keying/peers.py: `--every 4`, `--only castshadow,motion`.
PEERS ?=
SECONDS ?= 60
# `make fuzz BLIND=1` fuzzes the modules as they are built, without knowing what an input reaches.
BLIND ?=
TARGETS ?=
RECORD ?=
GAMES ?=
TESTS ?=
# SwiftPM's build systems that the example is built with.
SYSTEMS ?= native
# `make test MODULES='AtlasBuilding AtlasPack'`: the tests of some modules, without building the others.
MODULES ?=
PICKED = $(if $(MODULES),KILN_TEST_MODULES='$(MODULES)')
# A Python with Playwright, by Scripts/install-browser; without it tests in Chromium skip.
BROWSER_PYTHON = $(CURDIR)/.build/browser/bin/python
IN_BROWSER = KILN_BROWSER_PYTHON=$(BROWSER_PYTHON)
# A program that a sanitizer stops shall not wait for a debugger.
SANITIZED_TEST = SWIFT_BACKTRACE=enable=no $(PICKED) $(SWIFT) test $(FLAGS) \
	--disable-testable-imports --disable-xctest -Xswiftc -gline-tables-only \
	$(if $(TESTS),--filter '$(TESTS)')
# What glibc keeps of freed memory, as the command sets it (`kiln_keep_freed_memory`): 256 and 512 MB.
KEPT_MEMORY = GLIBC_TUNABLES=glibc.malloc.mmap_threshold=268435456:glibc.malloc.trim_threshold=536870912
# Apple's `Mutex` is a lock that the thread sanitizer knows.
TSAN_MUTEX = $(if $(filter Linux,$(shell uname)),$(CURDIR)/.build/mutex-for-tsan.o)
SWIFT_SOURCES = Package.swift Sources Plugins Examples Tests Benchmarks Fuzz
# See Package.swift.
export KILN_TOOL = 1
# What `kiln --version` names; a new commit compiles one small file anew.
export KILN_COMMIT ?= $(shell git describe --always --dirty --abbrev=7 --exclude '*' 2>/dev/null)

# Every target that `make help` lists.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*## .*/\1/p' $(MAKEFILE_LIST))

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the system libraries that are missing
	@Scripts/install-dependencies

build: deps ## Build the command, optimized: .build/release/kiln
	$(SWIFT) build $(FLAGS) --product kiln

bake: build ## Bake the sample game into OUT (default: build)
	$(KILN) bake catalog.json -o $(OUT)

# RECORD=1 takes what comes out for what is expected; GAMES='outku forge' picks some.
examples: build ## Bake the five games of Examples and compare them with what is expected; RECORD=1 records anew
	Scripts/bake-examples $(KILN) $(if $(RECORD),--record) $(GAMES)

example-web: build ## Bake the sample game for Examples/web and serve it: http://localhost:8000 (PORT)
	$(KILN) bake catalog.json -o Examples/web/bake -q
	@echo 'Dress a pet: http://localhost:$(PORT)/'
	python3 -m http.server $(PORT) --bind 127.0.0.1 --directory Examples/web

man: build ## Write the manual page: .build/man/kiln.1
	@mkdir -p .build/man
	$(KILN) man > .build/man/kiln.1

install: build ## Install the command, its manual page and completions below PREFIX (default: /usr/local)
	Scripts/stage $(KILN) $(DESTDIR)$(PREFIX)

artifactbundle: deps ## Write Binaries/kiln.artifactbundle, the ready-made command for KILN_BUNDLE=1
	JOBS=$(JOBS) Scripts/artifactbundle

dist: deps ## Write dist/kiln-*.tar.gz, a command that runs on any Linux, and SHA256SUMS
	JOBS=$(JOBS) Scripts/dist

deb: deps ## Write dist/kiln_*.deb for Debian and its kin
	JOBS=$(JOBS) Scripts/deb

npm-package: ## Write dist/kiln-sprites-*.tgz, the web player with its types for npm, and let a game install and run it
	Scripts/install-typescript
	Scripts/npm-package check

release: deps ## Write tarball, .deb, artifact bundle, npm package, formula and SHA256SUMS to dist/, and try them in an empty root
	Scripts/install-typescript
	JOBS=$(JOBS) Scripts/release

container: ## Build the container image kiln with ENGINE (default: podman)
	$(ENGINE) build -t kiln -f Packaging/Containerfile --build-arg KILN_COMMIT=$(KILN_COMMIT) \
		--build-arg KILN_VERSION=$(shell Scripts/product version) \
		--build-arg KILN_ADDRESS=$(shell Scripts/product address) .

# Tests that need real pictures skip without them: `make test KILN_FIXTURES=FOLDER` names their folder
# (../shared/fixtures unless said), KILN_REQUIRE_FIXTURES=1 makes their absence an error.
test: deps ## Run all tests, optimized; MODULES='AtlasBuilding AtlasPack' picks those of some modules
	$(if $(wildcard $(BROWSER_PYTHON)),$(IN_BROWSER)) $(PICKED) $(SWIFT) test $(FLAGS) --disable-testable-imports

# All libraries that a build may do without.
OPTIONAL = webp avif ktx2 gif lcms event curl
test-without: deps ## Run the tests without any optional library; MODULES picks those of some modules
	$(SWIFT) build $(FLAGS) --build-tests
	KILN_WITHOUT='$(OPTIONAL)' Scripts/test-without $(MODULES)

golden: deps ## Record what comes out now as expected (Tests/Goldens); fails, for it tests nothing
	@KILN_RECORD_GOLDENS=1 $(SWIFT) test $(FLAGS) --disable-testable-imports --filter GoldenTests || { \
		git status --short Tests/Goldens; \
		echo 'Look at what was recorded, over light and dark, before you commit it; then make test.'; \
		exit 1; }

test-browser: deps ## Drive the gallery, the studio, the web player and packed pages in headless Chromium
	Scripts/install-browser
	$(IN_BROWSER) $(SWIFT) test $(FLAGS) --disable-testable-imports --filter BrowserTests

test-readers: build ## Read reports, schemas, atlases, colors and panels with independent readers (PyPI)
	Scripts/install-readers
	Scripts/check-reports $(KILN)
	Scripts/check-formats $(KILN)
	Scripts/check-colors $(KILN)
	Scripts/check-panels $(KILN)

test-engines: build ## Draw atlases with real engines (PixiJS, Godot, Chromium) and as others document it
	Scripts/install-engines
	.build/browser/bin/python Tests/Engines/check.py $(KILN) .build/engines

test-remote-cache: build ## Share the bake of a game between processes over nginx; some are killed
	Scripts/install-nginx
	Scripts/test-remote-cache $(KILN)

test-consumer: ## Build a game on the main actor that links KilnManifest, without a warning, and run it; check KilnSwiftUI's types
	env -u KILN_TOOL $(SWIFT) run --package-path Tests/Consumer --scratch-path .build/consumer Consumer
	SWIFTC=$(SWIFT)c Scripts/check-swiftui

docs: ## Write KilnManifest's documentation with its tutorial: .build/docs; warnings are errors
	Scripts/build-docs .build/docs

test-examples: artifactbundle ## Build, test and edit Examples/PetGame with the ready-made command; SYSTEMS='native swiftbuild'
	KILN_BUNDLE=1 JOBS=$(JOBS) Scripts/test-examples .build/static/kiln $(SYSTEMS)

test-release: artifactbundle ## Let a game depend on a version of a clone of HEAD
	JOBS=$(JOBS) Scripts/test-release

check-plugins: ## Type-check the plugins as Xcode compiles them
	Scripts/check-plugins

bench: build ## Measure packing, what people wait for, and bakes and checks of 4,000 sprites; needs the network for the first time
	KILN_WITH=benchmarks $(SWIFT) build $(FLAGS)
	.build/release/PackBench $(PACK_SETS)
	.build/release/ManifestBench
	.build/release/SliceBench
	.build/release/EInkBench
	.build/release/OutlineBench $(filter-out %.txt,$(PACK_SETS))
	Benchmarks/bake-bench $(KILN) .build/release/CodecFloor .build/release/CheckBench
	Benchmarks/wait-bench $(KILN)
	Benchmarks/preview-bench $(KILN)
	$(MAKE) bench-key

bench-key: deps ## Measure keying beside ffmpeg's colorkey; ART=FOLDER keys other art
	KILN_WITH=benchmarks $(SWIFT) build $(FLAGS) --product KeyBench
	$(KEPT_MEMORY) .build/release/KeyBench $(or $(ART),assets-src)

bench-studio: build ## Measure how fast the studio follows a drag and a slider, in headless Chromium
	Scripts/install-browser
	$(BROWSER_PYTHON) Benchmarks/studio-bench $(KILN)

score-keying: build ## Score keying and other keyers on generated pictures with known truth (SHARED); PYTHON has numpy and Pillow
	$(PYTHON) $(SHARED)/keying/make.py --split dev --out .build/keying/six
	$(PYTHON) $(SHARED)/keying/classes.py --bench .build/keying/six --out .build/keying/classes
	$(PYTHON) Benchmarks/Keying/greens.py --out .build/keying/greens
	$(PYTHON) Benchmarks/Keying/screens.py --bench .build/keying/six --out .build/keying/screens
	$(PYTHON) Benchmarks/Keying/edges.py --bench .build/keying/six --out .build/keying/edges
	$(PYTHON) Benchmarks/Keying/peers.py --tools $(SHARED)/keying --kiln $(KILN) $(PEERS) \
		$(addprefix --bench .build/keying/,six classes greens screens edges)

score-cutting: build ## Score `kiln slice` on generated sheets of the fixtures' characters (SHARED); PYTHON has numpy and Pillow
	$(PYTHON) Benchmarks/Cutting/make.py --fixtures $(SHARED)/fixtures --out .build/cutting
	$(PYTHON) Benchmarks/Cutting/score.py --set .build/cutting --kiln $(KILN) --verbose

score-mattes: build ## Score the repair of careless cuts of ART=FOLDER, which was cut out well; PYTHON has numpy, Pillow, scipy, pymatting
	$(PYTHON) Benchmarks/Mattes/make.py --art $(ART) --out .build/mattes
	$(PYTHON) Benchmarks/Mattes/score.py --set .build/mattes --kiln $(KILN) --clean $(ART)

score-checks: build ## Count the mistakes in pictures that `kiln validate` finds, drawn ones and in real art (SHARED), or with CLEAN=FOLDER what it says of good art; PYTHON has numpy, Pillow
	$(PYTHON) Benchmarks/Checks/mistakes.py --kiln $(KILN) $(addprefix --clean ,$(CLEAN))
	$(if $(CLEAN),,$(PYTHON) Benchmarks/Checks/real.py --kiln $(KILN) --fixtures $(SHARED)/fixtures)

fuzz: build ## Feed the readers with damaged files: SECONDS (default: 60) for each of TARGETS; BLIND=1 builds in a minute
	BLIND=$(BLIND) Scripts/fuzz $(SECONDS) $(TARGETS)

asan: deps ## Run the tests with the address sanitizer, and look for leaks; TESTS=PATTERN picks some, MODULES too
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Sanitizers/leaks.txt:print_suppressions=0:$$LSAN_OPTIONS \
		$(SANITIZED_TEST) --sanitize address --scratch-path .build/asan

# Too long for every change; CI runs a short slice of each. Run it before a release, and after changes to
# decoders, caches or code that runs side by side. Takes about an hour on two cores.
deep: ## Run all tests with the address sanitizer and without optional libraries, concurrent ones with the thread sanitizer, and every fuzzer for a minute
	$(MAKE) asan-plugin
	$(MAKE) asan
	$(MAKE) test-without
	$(MAKE) tsan MODULES='Bake Kiln' TESTS='^BakeTests|CommandLineTests|DiskTroubleTests|PreviewTerminalTests'
	$(MAKE) fuzz

asan-plugin: deps ## Run the README's first command, as a game builds it, with the address sanitizer
	JOBS=$(JOBS) Scripts/test-plugin-tool

check-kernels: build ## Check that kernels for wide vectors share no function with other modules
	Scripts/check-kernels

tsan: deps $(TSAN_MUTEX) ## Run the tests with the thread sanitizer; TESTS=PATTERN picks some, MODULES too
	TSAN_OPTIONS=atexit_sleep_ms=0:$$TSAN_OPTIONS \
		$(SANITIZED_TEST) --sanitize thread --scratch-path .build/tsan $(addprefix -Xlinker ,$(TSAN_MUTEX))

$(CURDIR)/.build/mutex-for-tsan.o: Tests/Sanitizers/mutex-for-tsan.c
	@mkdir -p .build
	clang -O2 -Wall -Werror -c $< -o $@

lint: ## Check the format of all Swift sources, types of the pages' scripts, origins of art, and what documents and packages say about Kiln
	$(SWIFT) format lint --strict --recursive $(SWIFT_SOURCES)
	$(if $(CI),Scripts/install-typescript)
	Scripts/check-scripts
	Scripts/check-origins
	@! Scripts/check-origins stranger.ttf 2>/dev/null
	Scripts/check-product

format: ## Format all Swift sources
	$(SWIFT) format --in-place --recursive $(SWIFT_SOURCES)

art: ## Render the sample game's drawings (SVG) to pictures again, and draw the examples' art
	Scripts/render-art
	Scripts/draw-examples.py

clean: ## Remove what was built and baked
	rm -rf .build .kiln-cache Binaries dist $(OUT) Examples/web/bake
