# The front door: on a fresh Debian 12 with root, git, gcc and make, `make bench` and `make test` need nothing else.
# Underneath is plain CMake and Ninja: `cmake --preset debug && cmake --build --preset debug`.
#
# A lock per preset keeps two makes in one tree from writing the same build directory at once.

JOBS    ?= $(shell nproc)
PRESETS := release debug asan tsan clang

# $(1): preset. CMake runs again only when it never has or when the presets changed; Ninja sees every other change.
define BUILD
	@mkdir -p build
	@flock build/$(1).lock sh -ec '\
	    [ build/$(1)/build.ninja -nt CMakePresets.json ] || cmake --preset $(1); \
	    cmake --build build/$(1) -j $(JOBS)'
endef

# $(1): preset, $(2): labels, as a regular expression.
CTEST = ctest --test-dir build/$(1) -j $(JOBS) --output-on-failure --no-tests=error -L '$(2)'

.PHONY: build $(PRESETS) test test-full bench peers deps clean help

build: release

help:
	@echo 'make build | debug | asan | tsan   build/<preset>/troupe'
	@echo 'make test | test-full | bench      check everything quickly | thoroughly | measure'
	@echo 'make deps | peers                  Debian packages: to build with | to compare with'
	@echo 'make clean                         every build, not the fetched sources in build/deps'

deps:
	@tools/deps

peers:
	@tools/deps peers

$(PRESETS): deps
	$(call BUILD,$@)

# Both suites run even when the first fails, so that one run tells everything.
test: debug asan
	@status=0; \
	$(call CTEST,debug,quick|hostile) || status=1; \
	$(call CTEST,asan,quick) || status=1; \
	exit $$status

test-full: debug asan tsan
	@status=0; \
	$(call CTEST,debug,quick|hostile|full) || status=1; \
	$(call CTEST,asan,quick|full) || status=1; \
	$(call CTEST,tsan,full) || status=1; \
	exit $$status

bench: release
	@benchmarks/run

clean:
	rm -rf $(foreach preset,$(PRESETS),build/$(preset) build/$(preset).lock)
