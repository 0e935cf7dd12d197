#!/usr/bin/env bash
# Builds fsduel and its benchmarks and sets fsduel sweep against fio and a bare
# loop (sweep_bench), its metadata load against a bare loop (metadata_bench),
# then counts instructions. Words are handed on to the first:
#   tests/bench/bench-sweep.sh --pairs 5 --threads 1,8
# Takes about 20 minutes with the default of 21 pairs; ext4 needs root.
set -euo pipefail

cd "$(dirname "$0")/../.."
command -v fio >/dev/null || {
  echo "bench-sweep.sh: fio is missing (apt-get install fio)" >&2
  exit 2
}
cmake --preset bench >/dev/null
cmake --build build-bench --target fsduel bare_sweep sweep_bench \
  bare_metadata metadata_bench clock_instructions
build-bench/tests/bench/sweep_bench --fsduel build-bench/src/fsduel \
  --bare build-bench/tests/bench/bare_sweep "$@"
build-bench/tests/bench/metadata_bench --fsduel build-bench/src/fsduel \
  --bare build-bench/tests/bench/bare_metadata
tests/bench/sweep-instructions.sh build-bench
