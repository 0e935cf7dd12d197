#!/usr/bin/env bash
# Sources are formatted as .clang-format says (`make format` does it).
set -euo pipefail
cd "$(dirname "$0")/../.."
git ls-files -z -- '*.h' '*.cc' | xargs -0 clang-format-14 --dry-run --Werror
