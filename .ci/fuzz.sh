#!/usr/bin/env bash
# Runs every libFuzzer target for a while: .ci/fuzz.sh [SECONDS_EACH]
# FUZZ_WITHOUT=NAME leaves one out, and says so.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
cmake --preset fuzz >/dev/null
mapfile -t targets < <(basename -s .cc tests/fuzz/*_fuzz.cc)
cmake --build build-fuzz -j "${JOBS:-$(nproc)}" --target "${targets[@]}"
for target in "${targets[@]}"; do
  name=${target%_fuzz}
  if [[ $name == "${FUZZ_WITHOUT:-}" ]]; then
    echo "fuzz: $name is left out"
    continue
  fi
  corpus=build-fuzz/corpus/$name
  mkdir -p "$corpus"
  seeds=()
  [[ ! -d tests/fuzz/corpus/$name ]] || seeds=("tests/fuzz/corpus/$name")
  options=(-max_total_time="$seconds" -print_final_stats=1 -verbosity=0)
  [[ ! -e tests/fuzz/$name.dict ]] || options+=(-dict="tests/fuzz/$name.dict")
  echo "fuzz: $name for $seconds s"
  "build-fuzz/tests/fuzz/$target" "${options[@]}" "$corpus" "${seeds[@]}"
done
