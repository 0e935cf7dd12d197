#!/usr/bin/env bash
# Runs every check of this folder and says which failed.
set -uo pipefail
cd "$(dirname "$0")" || exit

failed=()
for check in layers style format shell spelling truth; do
  if ./$check.sh; then
    echo "lint: $check passed"
  else
    failed+=("$check")
  fi
done
((${#failed[@]} == 0)) || {
  echo "lint: FAILED: ${failed[*]}"
  exit 1
}
