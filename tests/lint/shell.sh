#!/usr/bin/env bash
# Shell scripts pass shellcheck.
set -euo pipefail
cd "$(dirname "$0")/../.."
mapfile -t scripts < <(git ls-files --cached --others --exclude-standard \
  -- '*.sh' .ci/run)
shellcheck "${scripts[@]}"
