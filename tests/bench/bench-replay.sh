#!/usr/bin/env bash
# Builds fsduel and its benchmarks and sets fsduel against Debian's dbench and
# a bare loop (replay_bench), then counts instructions. Words are handed on:
#   tests/bench/bench-replay.sh --pairs 5 -n 1,8 --no-ext4
# Takes about 90 minutes with the default of 21 pairs; ext4 needs root.
set -euo pipefail

cd "$(dirname "$0")/../.."
command -v dbench >/dev/null || {
  echo "bench-replay.sh: dbench is missing (apt-get install dbench)" >&2
  exit 2
}
cmake --preset bench >/dev/null
cmake --build build-bench --target fsduel bare_replay replay_bench \
  clock_instructions
build-bench/tests/bench/replay_bench --fsduel build-bench/src/fsduel \
  --bare build-bench/tests/bench/bare_replay "$@"
tests/bench/instructions.sh build-bench
