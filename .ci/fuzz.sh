#!/usr/bin/env bash
# Runs every libFuzzer target for a while: .ci/fuzz.sh [SECONDS_EACH]
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
cmake --preset fuzz >/dev/null
cmake --build build-fuzz -j "${JOBS:-$(nproc)}" --target fuzzers
found=0
for fuzzer in build-fuzz/tests/fuzz/*_fuzz; do
  name=$(basename "$fuzzer" _fuzz)
  corpus=build-fuzz/corpus/$name
  mkdir -p "$corpus"
  seeds=()
  [[ ! -d tests/fuzz/corpus/$name ]] || seeds=("tests/fuzz/corpus/$name")
  echo "fuzz: $name for $seconds s"
  "$fuzzer" -max_total_time="$seconds" -print_final_stats=1 -verbosity=0 \
    "$corpus" "${seeds[@]}"
  found=1
done
((found)) || {
  echo "fuzz.sh: no target was built"
  exit 1
}
