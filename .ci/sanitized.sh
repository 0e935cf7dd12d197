#!/usr/bin/env bash
# Runs the tests of a sanitizer build: .ci/sanitized.sh asan|tsan
# TSan cannot follow forks, so it gets the tests that stay in one process and
# runs with clients that are threads.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:?asan or tsan}
build=build-$kind
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
jobs=${JOBS:-$(nproc)}
ctest=(ctest --test-dir "$build" -j "$jobs" --output-on-failure
  --no-tests=error)

if [[ $kind == asan ]]; then
  "${ctest[@]}" -L 'unit|fs'
  exit
fi
"${ctest[@]}" -R '[Tt]hread'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tree"
for loadfile in smoke office; do
  "$build/src/fsduel" replay "$loadfile" -D "$scratch/tree" --quiet -n 8 \
    --client-host thread -t 3s --results "$scratch/results" >/dev/null
done
echo "tsan: thread-hosted clients passed"
