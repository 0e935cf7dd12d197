# The words that people and CI type; the work is done by cmake, ctest and the
# scripts in .ci/ and tests/.
SHELL := /bin/bash
JOBS ?= $(shell nproc)
CMAKE_FLAGS ?=
CTEST := ctest --output-on-failure --no-tests=error

.PHONY: all run test asan tsan lint tidy format fuzz coverage bench \
  bench-replay bench-sweep bench-verdict torture install clean

all:
	cmake --preset release $(CMAKE_FLAGS)
	cmake --build build -j $(JOBS)

run:
	.ci/first-run.sh

test:
	.ci/deps.sh test
	$(MAKE) all CMAKE_FLAGS="-DFSDUEL_TESTS=ON $(CMAKE_FLAGS)"
	$(CTEST) --test-dir build -j $(JOBS) -LE bench

asan:
	cmake --preset asan $(CMAKE_FLAGS) && cmake --build build-asan -j $(JOBS)
	.ci/sanitized.sh asan

# Only what has threads: TSan cannot follow forks.
tsan:
	cmake --preset tsan $(CMAKE_FLAGS) && cmake --build build-tsan -j $(JOBS) \
	  --target fsduel stats_unit_test run_fs_test
	.ci/sanitized.sh tsan

lint:
	tests/lint/all.sh

tidy:
	.ci/tidy.sh $(FILES)

format:
	clang-format-14 -i $$(git ls-files '*.h' '*.cc')

fuzz:
	.ci/fuzz.sh $(SECONDS_EACH)

coverage:
	.ci/coverage.sh

bench:
	cmake --preset bench && cmake --build build-bench -j $(JOBS)
	ctest --test-dir build-bench -L bench --verbose

bench-sweep:
	tests/bench/bench-sweep.sh

bench-verdict:
	cmake --preset bench && cmake --build build-bench --target verdict_bench
	build-bench/tests/bench/verdict_bench

bench-replay:
	tests/bench/bench-replay.sh

torture:
	tests/torture/torture.sh

install: all
	cmake --install build

clean:
	rm -rf build build-*
