#!/usr/bin/env bash
# `make run`: from a fresh checkout to a first table. Installs what is missing,
# builds the program (not the tests), replays the office loadfile with 8 clients
# for 10 s in a scratch folder on a real filesystem where there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/deps.sh build

# An existing build keeps its settings.
[[ -e build/CMakeCache.txt ]] ||
  cmake --preset release -DFSDUEL_TESTS=OFF -DFSDUEL_PCH=ON >/dev/null
cmake --build build --target fsduel

# The checkout's own filesystem is first choice; memory and overlays measure
# something else than a disk.
is_real() {
  case $(stat -f -c %T "$1" 2>/dev/null) in
    '' | tmpfs | ramfs | overlayfs) return 1 ;;
  esac
  [[ -w $1 ]]
}
mkdir -p build/scratch
scratch=build/scratch
for candidate in build "${TMPDIR:-/tmp}" /var/tmp "$HOME"; do
  if is_real "$candidate"; then
    scratch=$(mktemp -d "$candidate/fsduel-scratch.XXXXXX")
    break
  fi
done
trap 'rmdir "$scratch" 2>/dev/null || true' EXIT

build/src/fsduel replay office -D "$scratch" -n 8 -t 10s --label first-run
