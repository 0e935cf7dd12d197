#!/usr/bin/env bash
# User instructions per operation, by callgrind, of fsduel and of the bare loop
# that makes the same system calls, and the same for system calls, by strace.
# Both replay a loadfile with one client for two numbers of passes; the
# difference is free of start, set-up and end.
#
#   tests/bench/instructions.sh [BUILD [LOADFILE]]
#
# BUILD is a Release build with -DFSDUEL_BENCHMARKS=ON (default build-bench).
# Exit 1 when fsduel needs more than LIMIT (default 100) instructions beyond
# the bare loop, its clock and histogram included, or other system calls.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build-bench}
loadfile=${2:-$root/loadfiles/office.load}
limit=${LIMIT:-100}
few=2
many=6
[[ -x $build/tests/bench/bare_replay && -x $build/src/fsduel ]] || {
  echo "instructions.sh: no fsduel and bare_replay in $build" >&2
  exit 2
}
for tool in valgrind strace; do
  command -v "$tool" >/dev/null || {
    echo "instructions.sh: $tool is missing" >&2
    exit 2
  }
done

work=$(mktemp -d "${TMPDIR:-/tmp}/fsduel-instructions-XXXXXX")
trap 'rm -rf "$work"' EXIT

# run NAME PASSES PREFIX...: one replay below the tool that PREFIX is.
run() {
  local name=$1 passes=$2
  shift 2
  mkdir "$work/tree"
  case $name in
    fsduel)
      "$@" "$build/src/fsduel" replay "$loadfile" -D "$work/tree" -n 1 \
        --passes "$passes" --warmup 0 -t 1h --semantics dbench4 \
        --results "$work/results"
      ;;
    bare)
      "$@" "$build/tests/bench/bare_replay" "$loadfile" -D "$work/tree" -n 1 \
        --passes "$passes"
      ;;
  esac >"$work/$name.out" 2>&1 || {
    cat "$work/$name.out" >&2
    exit 1
  }
  rm -rf "$work/tree" "$work/results"
}

# instructions NAME PASSES: of the client, the one process that was forked.
instructions() {
  rm -f "$work"/callgrind.*
  run "$1" "$2" valgrind -q --tool=callgrind \
    --callgrind-out-file="$work/callgrind.%p"
  local files file largest=0 total
  mapfile -t files < <(printf '%s\n' "$work"/callgrind.* | sort -V)
  for file in "${files[@]:1}"; do  # the first pid is the parent's
    total=$(awk '/^(summary|totals):/ { print $2; exit }' "$file")
    ((total > largest)) && largest=$total
  done
  echo "$largest"
}

# calls NAME PASSES: system calls of the client.
calls() {
  rm -f "$work"/strace.*
  run "$1" "$2" strace -ff -qq -o "$work/strace"
  wc -l "$work"/strace.* | awk '$2 != "total" { print $1 }' | sort -n |
    tail -n 1
}

operations=$(awk '
  $1 == "SETUP" { setup = 1 }
  $1 == "ENDSETUP" { setup = 0; next }
  !setup && NF > 1 && !/^#/ { count++ }
  END { print count }' "$loadfile")

# slope WHAT NAME: per operation.
slope() {
  local a b
  a=$("$1" "$2" "$few")
  b=$("$1" "$2" "$many")
  awk -v a="$a" -v b="$b" -v n="$(((many - few) * operations))" \
    'BEGIN { printf "%.3f", (b - a) / n }'
}

clock=$("$build/tests/bench/clock_instructions")
bare=$(slope instructions bare)
ours=$(slope instructions fsduel)
bare_calls=$(slope calls bare)
our_calls=$(slope calls fsduel)
awk -v bare="$bare" -v ours="$ours" -v clock="$clock" -v limit="$limit" \
  -v bare_calls="$bare_calls" -v our_calls="$our_calls" '
  BEGIN {
    printf "%-12s %16s %16s\n", "", "instructions/op", "system calls/op"
    printf "%-12s %16.1f %16.3f\n", "bare loop", bare, bare_calls
    printf "%-12s %16.1f %16.3f\n", "fsduel", ours, our_calls
    printf "%-12s %16.1f %16.3f\n", "beyond", ours - bare,
      our_calls - bare_calls
    printf "and %.1f for one reading of the clock in the vDSO, which ", clock
    printf "callgrind does not see: %.1f, limit %d\n", ours - bare + clock,
      limit
    exit ours - bare + clock > limit || our_calls - bare_calls > 0.01
  }'
