# `make` alone lists all targets.
# The set-up needs apt (Debian, Ubuntu) or brew (macOS); Swift 6.2 or newer comes from swift.org.

SHELL := /bin/sh
SWIFT ?= swift
BUILD := .build
STAMP := $(BUILD)/packages-are-here
OLDER_ROOT := $(BUILD)/older-root
ID ?=
FILE ?=
TIME ?= 20
TARGET ?=
OUT ?=
PHOTOS ?= 1000
TURNS ?= 25
LOADER ?=
WHAT = $(if $(ID),"$(ID)",$(if $(FILE),"$(FILE)",--demo))
APT := libcurl4-openssl-dev libturbojpeg0-dev libpng-dev libtiff-dev libwebp-dev libopenjp2-7-dev libopenexr-dev liblcms2-dev libncurses-dev libsqlite3-dev pkg-config
BREW := curl jpeg-turbo libpng libtiff webp openjpeg openexr little-cms2 ncurses sqlite pkgconf
# On Linux Swift's standard library is linked statically: the program runs without Swift and starts sooner.
# So is libstdc++, which it needs: 4200 of the 4400 symbols looked up at each start were in it.
STATIC := $(BUILD)/static
# Types of generics that the compiler knows are not looked up by their names: each look-up searched 5000 records.
KNOWN := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# Bound at start, so that no table of functions stays writable; no library beside the program is loaded.
HARDENED := -Xlinker -z -Xlinker now --disable-local-rpath
# Only the function that libraries shall call is exported, and what no one calls is left out: 0.9 MB.
EXPORTS := -Xlinker --no-export-dynamic -Xlinker --export-dynamic-symbol=pthread_create
RELEASE := -c release $(KNOWN) $(if $(filter Darwin,$(shell uname)),,--static-swift-stdlib -Xlinker -L$(STATIC) $(HARDENED) $(EXPORTS))
BUILT = $$($(SWIFT) build $(RELEASE) --show-bin-path)
PREFIX ?= /usr/local
DISTRIBUTION := Sources/Distribution
SOURCES := Sources Tests Package.swift

.PHONY: help run test test-all check build release install uninstall package check-package docs tarball check-tarball check-recipes check-shims \
	bench compare check-terminals pan-films latency screenshots setup clean \
	fuzz faults sanitize soak torture key-latency screen-films
.DEFAULT_GOAL := help

help: ## lists all targets
	@sed -n "s/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p" Makefile | expand -t 24

run: setup release ## builds the program and opens the demo, or ID=a-nasa-id, or FILE=a-picture
	@"$(BUILT)/nasa-view" $(WHAT)

test: setup ## runs all tests
	SWIFT="$(SWIFT)" Tests/run

test-all: ## runs all tests with the full product of each matrix (test takes pairs)
	NASA_VIEW_FULL_MATRIX=1 $(MAKE) test

check: setup ## builds with imports between modules checked, lints, checks the house rules, commit subjects and scripts
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	python3 Tests/House/check_test
	python3 Tests/House/check
	python3 Tests/House/test_numbers
	python3 Tests/House/numbers
	python3 Tests/House/commits_test
	python3 Tests/House/commits
	python3 Tests/Distribution/test_scripts

build: setup ## builds for debugging
	$(SWIFT) build

release: setup $(STATIC)/libstdc++.a ## builds for use
	$(SWIFT) build $(RELEASE) --product nasa-view

install: setup release ## installs the program, its manual, completions and collection under PREFIX=/usr/local
	$(DISTRIBUTION)/install "$(BUILT)/nasa-view" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## removes what install installed
	$(DISTRIBUTION)/uninstall "$(PREFIX)" "$(DESTDIR)"

package: setup release ## builds a Debian package into .build/package
	$(DISTRIBUTION)/package "$(BUILT)/nasa-view" $(BUILD)/package

check-package: package ## installs, uses and removes the package in a fresh root (debootstrap, root)
	Tests/Distribution/check_package "$$(ls -t $(BUILD)/package/*.deb | head -1)" $(BUILD)/package/root

$(OLDER_ROOT)/release/list:
	$(DISTRIBUTION)/older-root $(OLDER_ROOT)

tarball: setup release $(OLDER_ROOT)/release/list ## builds a tarball for any Linux since 2020 into .build/tarball; LOADER=1: with its own glibc
	$(DISTRIBUTION)/tarball "$(BUILT)" $(OLDER_ROOT) $(BUILD)/tarball $(if $(LOADER),loader)

check-tarball: ## runs the tarballs in bare Debian 11, 12, 13 and empty roots (debootstrap, root)
	Tests/Distribution/check_tarball $(BUILD)/tarball $(BUILD)/roots

check-recipes: ## runs the installed linters over packages, recipes and workflows
	Tests/Distribution/check_recipes $(BUILD)/package

check-shims: ## compiles the C shims for macOS and musl, on both processors (installs ziglang in .build)
	Tests/Distribution/check_shims $(BUILD)/ziglang

docs: setup ## builds the documentation of all modules into .build/docs; a warning is an error
	$(DISTRIBUTION)/document "$(SWIFT)" $(BUILD)/docs

bench: setup $(STATIC)/libstdc++.a ## prints milliseconds per stage, for FILE=a-picture or the demo
	$(SWIFT) build $(RELEASE) --product workbench
	@"$(BUILT)/workbench" bench $(if $(FILE),"$(FILE)")

compare: setup release ## compares pictures and times with chafa, timg, img2sixel …, for FILE=a-picture or the demo
	$(SWIFT) build $(RELEASE) --product workbench
	@"$(BUILT)/workbench" compare $(if $(FILE),"$(FILE)")

check-terminals: release ## runs the program in the real terminals that are installed and judges screenshots
	python3 Tests/Terminals/check_terminals.py \
	  --program "$(BUILT)/nasa-view"

pan-films: release ## films pans in the real terminals that scroll pictures, and judges each frame
	python3 Tests/Terminals/pan_films.py \
	  --program "$(BUILT)/nasa-view"

latency: release ## measures the time to the first picture, and a held key, in the real terminals that are installed
	python3 Tests/Terminals/latency.py \
	  --program "$(BUILT)/nasa-view"

fuzz: setup ## fuzzes each input of the program for TIME=20 seconds, or TARGET=one of them
	Tests/Fuzz/run $(TIME) $(TARGET)

faults: ## lists the rows of the fault table and the tests of each
	python3 Tests/Terminals/fault_rows.py

sanitize: setup ## runs all tests under the address and the thread sanitizer
	Tests/Sanitizers/run address
	Tests/Sanitizers/run thread

soak: setup ## a long visit of PHOTOS=1000, ten moves each, half as many searches; memory must not grow
	NASA_VIEW_SOAK=$(PHOTOS) $(SWIFT) test --filter aThousandPhotosLeaveNothingBehind

torture: setup ## lets each system call fail once, at TURNS=25 of its calls in a visit
	NASA_VIEW_TORTURE=$(TURNS) $(SWIFT) test --filter anyCallMayFailOnce

key-latency: release ## measures how soon a key is answered during each network fault
	python3 Tests/Terminals/key_latency.py \
	  --program "$(BUILT)/nasa-view"

screenshots: release ## contact sheets of all screens in real terminals, dark and light, into OUT=folder or a new one
	python3 Tests/Terminals/screenshots.py $(if $(OUT),--out "$(OUT)") \
	  --program "$(BUILT)/nasa-view"

screen-films: release ## times the start and each key on the screens, and films them for blank or half frames
	python3 Tests/Terminals/screen_films.py \
	  --program "$(BUILT)/nasa-view"

$(STATIC)/libstdc++.a:
	@mkdir -p $(STATIC)
	@ln -sf "$$(clang -print-file-name=libstdc++.a)" $@

setup: ## installs the system packages that are missing
	@.ci/packages "$(STAMP)" "$(APT)" "$(BREW)"

clean: ## removes everything that was built
	$(SWIFT) package clean
	rm -rf $(BUILD)/terminals $(STAMP)
