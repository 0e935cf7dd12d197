#!/usr/bin/env bash
# Line and branch coverage of src/ by all tests.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset coverage >/dev/null
cmake --build build-coverage -j "${JOBS:-$(nproc)}"
ctest --test-dir build-coverage -j "${JOBS:-$(nproc)}" --output-on-failure \
  -L 'unit|fs|root'
gcovr -r . --filter src/ --object-directory build-coverage --branches \
  --fail-under-line "${FAIL_UNDER:-90}" --print-summary
