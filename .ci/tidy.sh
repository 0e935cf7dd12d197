#!/usr/bin/env bash
# clang-tidy over FILES, or over every source of the tree: .ci/tidy.sh [FILES]
# Headers are checked through the sources that include them. With TIDY_SECONDS
# set no new file is begun after that time; the files that changed last come
# first, and how many were left out is said.
set -euo pipefail
cd "$(dirname "$0")/.."

files=("$@")
((${#files[@]})) || mapfile -t files < <(
  git log --name-only --format= -- 'src/*.cc' 'tests/*.cc' |
    awk '!seen[$0]++' | while read -r file; do
      [[ ! -e $file ]] || echo "$file"
    done
)
cmake --preset release -B build-tidy -DFSDUEL_TESTS=ON \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
skipped=$(mktemp)
trap 'rm -f "$skipped"' EXIT
DEADLINE=$(($(date +%s) + ${TIDY_SECONDS:-86400}))
export DEADLINE
export SKIPPED=$skipped
failed=0
# shellcheck disable=SC2016 # expanded by the inner shell
printf '%s\n' "${files[@]}" |
  xargs -P "${JOBS:-$(nproc)}" -n 1 bash -c '
    if (($(date +%s) > DEADLINE)); then
      echo "$1" >>"$SKIPPED"
    else
      clang-tidy-14 --quiet -p build-tidy "$1"
    fi' tidy || failed=1
left=$(wc -l <"$skipped")
echo "clang-tidy: $((${#files[@]} - left)) of ${#files[@]} files checked"
exit "$failed"
