#!/usr/bin/env bash
# A folder below src/ includes only the layers that src/CMakeLists.txt links it
# with (`fsduel_layer(NAME DEPENDS...)`), and each layer is declared after those
# that it depends on, so that there is no cycle.
set -euo pipefail
cd "$(dirname "$0")/../.."

declare -A allowed
while read -r name depends; do
  for layer in $depends; do
    if [[ -z ${allowed[$layer]+set} ]]; then
      echo "src/CMakeLists.txt: $name depends on $layer, declared below it"
      exit 1
    fi
  done
  allowed[$name]=" $name $depends "
done < <(tr '\n' ' ' <src/CMakeLists.txt |
  grep -oE 'fsduel_layer\([a-z]+[^)]*\)' |
  sed -E 's/fsduel_layer\(//; s/\)//; s/ +/ /g' | grep -v '^name')

((${#allowed[@]} > 10)) || {
  echo "layers.sh: found only ${#allowed[@]} layers in src/CMakeLists.txt"
  exit 1
}

status=0
for folder in src/*/; do
  layer=$(basename "$folder")
  if [[ -z ${allowed[$layer]+set} ]]; then
    echo "$folder: not declared in src/CMakeLists.txt"
    status=1
    continue
  fi
  # FILE:LINE:#include "LAYER/FILE"
  while IFS=: read -r file line include; do
    included=$(sed -E 's/^#include "([^"]*)".*/\1/' <<<"$include")
    if [[ ! -e src/$included ]]; then
      echo "$file:$line: \"$included\" is not relative to src/"
      status=1
    elif [[ ${allowed[$layer]} != *" ${included%%/*} "* ]]; then
      echo "$file:$line: $layer/ may not include ${included%%/*}/" \
        "(src/CMakeLists.txt)"
      status=1
    fi
  done < <(grep -rnE --include='*.h' --include='*.cc' '^#include "' "$folder" ||
    true)
done
exit $status
