# `make` alone tells what there is to make.
# The set-up needs apt (Debian, Ubuntu) or brew (macOS); Swift 6.2 or newer comes from swift.org.

SHELL := /bin/sh
SWIFT ?= swift
BUILD := .build
STAMP := $(BUILD)/packages-are-here
ID ?=
FILE ?=
WHAT = $(if $(ID),"$(ID)",$(if $(FILE),"$(FILE)",--demo))
APT := libcurl4-openssl-dev libturbojpeg0-dev libpng-dev liblcms2-dev libncurses-dev libsqlite3-dev pkg-config
BREW := curl jpeg-turbo libpng little-cms2 ncurses sqlite pkgconf
PREFIX ?= /usr/local
DISTRIBUTION := Sources/Distribution
SOURCES := Sources Tests Package.swift

.PHONY: help run test check build release install uninstall package docs bench compare check-terminals latency screenshots setup clean
.DEFAULT_GOAL := help

help: ## tells what can be made
	@sed -n "s/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p" Makefile | expand -t 24

run: setup release ## builds the program and opens the demo, or ID=a-nasa-id, or FILE=a-picture
	@"$$($(SWIFT) build -c release --show-bin-path)/nasa-view" $(WHAT)

test: setup ## runs all tests
	$(SWIFT) test

check: setup ## builds with the walls between the modules checked, and lints
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) format lint --strict --recursive $(SOURCES)

build: setup ## builds for debugging
	$(SWIFT) build

release: setup ## builds for use
	$(SWIFT) build -c release --product nasa-view

install: setup release ## installs the program, its manual, completions, collection under PREFIX=/usr/local
	$(DISTRIBUTION)/install "$$($(SWIFT) build -c release --show-bin-path)/nasa-view" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## removes what install has put there
	$(DISTRIBUTION)/uninstall "$(PREFIX)" "$(DESTDIR)"

package: setup release ## builds a Debian package into .build/package
	$(DISTRIBUTION)/package "$$($(SWIFT) build -c release --show-bin-path)/nasa-view" $(BUILD)/package

docs: setup ## builds the documentation of each module into .build/docs; warnings are errors
	$(DISTRIBUTION)/document "$(SWIFT)" $(BUILD)/docs

bench: setup ## prints milliseconds per stage, for FILE=a-picture or the demo
	$(SWIFT) run -c release workbench bench $(if $(FILE),"$(FILE)")

compare: setup release ## our pictures beside chafa's, timg's, img2sixel's …, for FILE=a-picture or the demo
	$(SWIFT) run -c release workbench compare $(if $(FILE),"$(FILE)")

check-terminals: release ## looks at the program in the real terminals that are installed
	python3 Tests/Terminals/check_terminals.py \
	  --program "$$($(SWIFT) build -c release --show-bin-path)/nasa-view"

latency: release ## measures how soon pictures come, also in the real terminals that are installed
	python3 Tests/Terminals/latency.py \
	  --program "$$($(SWIFT) build -c release --show-bin-path)/nasa-view"

screenshots: release ## takes the screenshots of check-terminals without judging them
	python3 Tests/Terminals/check_terminals.py --only-look \
	  --program "$$($(SWIFT) build -c release --show-bin-path)/nasa-view"

setup: ## installs the system packages that are missing
	@.ci/packages "$(STAMP)" "$(APT)" "$(BREW)"

clean: ## removes all that was built
	$(SWIFT) package clean
	rm -rf $(BUILD)/terminals $(STAMP)
