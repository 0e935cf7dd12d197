#!/usr/bin/env bash
# User instructions per 4 KiB random read, by callgrind, of fsduel sweep and of
# the bare loop. The difference of two lengths is free of start and end.
#
#   tests/bench/sweep-instructions.sh [BUILD]
#
# Exit 1 when fsduel needs more than LIMIT (default 100) in all, the clock in
# the vDSO (which callgrind does not see) counted apart.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build-bench}
limit=${LIMIT:-100}
few=100000
many=400000
command -v valgrind >/dev/null || {
  echo "sweep-instructions.sh: valgrind is missing" >&2
  exit 2
}
work=$(mktemp -d "${TMPDIR:-/dev/shm}/fsduel-instructions-XXXXXX")
trap 'rm -rf "$work"' EXIT
head -c 16M /dev/urandom >"$work/data"

# instructions OPERATIONS COMMAND...
instructions() {
  local operations=$1
  shift
  rm -f "$work"/callgrind.*
  valgrind -q --tool=callgrind --callgrind-out-file="$work/callgrind.out" \
    "$@" "$operations" >/dev/null 2>"$work/errors" || {
    cat "$work/errors" >&2
    exit 1
  }
  awk '/^(summary|totals):/ { print $2; exit }' "$work/callgrind.out"
}

slope() {
  local a b
  a=$(instructions "$few" "$@")
  b=$(instructions "$many" "$@")
  awk -v a="$a" -v b="$b" -v n=$((many - few)) \
    'BEGIN { printf "%.1f", (b - a) / n }'
}

bare=$(slope "$build/tests/bench/bare_sweep" "$work/data" --ops)
ours=$(slope "$build/src/fsduel" sweep -D "$work/data" --pattern rand-read \
  --threads 1 --cache warm --seed 1 --results "$work/results" -q \
  --random-operations)
clock=$("$build/tests/bench/clock_instructions")
awk -v bare="$bare" -v ours="$ours" -v clock="$clock" -v limit="$limit" '
  BEGIN {
    printf "user instructions per 4 KiB random read\n"
    printf "  bare loop  %6.1f\n  fsduel     %6.1f, limit %d\n", bare, ours,
      limit
    printf "  and %.1f for one reading of the clock in the vDSO\n", clock
    exit ours > limit
  }'
