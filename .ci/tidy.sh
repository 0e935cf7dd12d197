#!/usr/bin/env bash
# clang-tidy over FILES, or over every source of the tree: .ci/tidy.sh [FILES]
# Headers are checked through the sources that include them.
set -euo pipefail
cd "$(dirname "$0")/.."

files=("$@")
((${#files[@]})) || mapfile -t files < <(git ls-files 'src/*.cc' 'tests/*.cc')
cmake --preset release -B build-tidy -DFSDUEL_TESTS=ON >/dev/null
printf '%s\n' "${files[@]}" |
  xargs -P "${JOBS:-$(nproc)}" -n 1 clang-tidy-14 --quiet -p build-tidy
