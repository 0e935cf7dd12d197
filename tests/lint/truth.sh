#!/usr/bin/env bash
# Every test that docs/truth.md names as a proof exists, and every row of its
# tables names one.
set -euo pipefail
cd "$(dirname "$0")/../.."

# "Suite.Name" of each TEST, TEST_F and TEST_P, whose arguments may stand on two
# lines.
tests=$(find tests -name '*_test.cc' -exec cat {} + | tr '\n' ' ' |
  grep -oE 'TEST(_F|_P)?\([A-Za-z0-9_]+, *[A-Za-z0-9_]+\)' |
  sed -E 's/TEST(_F|_P)?\(//; s/, */./; s/\)$//' | sort -u)

status=0
rows=0
while IFS=: read -r line text; do
  rows=$((rows + 1))
  # shellcheck disable=SC2016  # backticks of Markdown
  proofs=$(grep -oE '`[A-Z][A-Za-z0-9]*\.[A-Za-z0-9]+`' <<<"$text" || true)
  if [[ -z $proofs ]]; then
    echo "docs/truth.md:$line: names no test"
    status=1
  fi
  for proof in ${proofs//\`/}; do
    if ! grep -qx "$proof" <<<"$tests"; then
      echo "docs/truth.md:$line: there is no test $proof"
      status=1
    fi
  done
done < <(grep -nE '^\| [A-Z][0-9]+ \|' docs/truth.md)

if ((rows < 50)); then
  echo "docs/truth.md: only $rows rows were found"
  status=1
fi
exit $status
