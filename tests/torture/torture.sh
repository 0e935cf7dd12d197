#!/usr/bin/env bash
# The long tests; prints counts. Numbers may be given for a shorter round:
#   tests/torture/torture.sh [FUZZ_SECONDS [HOSTILE_LOADFILES [KILLS]]]
set -euo pipefail
cd "$(dirname "$0")/../.."
fuzz_seconds=${1:-3600}
loadfiles=${2:-10000}
kills=${3:-1000}
cmake --preset release -DFSDUEL_TESTS=ON >/dev/null
cmake --build build --target fsduel hostile_loadfiles random_kills >/dev/null
build/tests/torture/hostile_loadfiles "$loadfiles"
build/tests/torture/random_kills "$kills"
.ci/fuzz.sh "$fuzz_seconds"
