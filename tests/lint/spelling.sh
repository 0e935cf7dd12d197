#!/usr/bin/env bash
# Comments, messages and documents pass codespell.
set -euo pipefail
cd "$(dirname "$0")/../.."
git ls-files -z -- ':!*.load' ':!LICENSE' |
  xargs -0 codespell --ignore-words tests/lint/spelling-ignore.txt
