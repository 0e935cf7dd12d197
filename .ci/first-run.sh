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
scratch=build/scratch
for folder in build "${TMPDIR:-/tmp}" /var/tmp "$HOME"; do
  if is_real "$folder"; then
    # It stays, empty, so that the command proposed at the end works.
    [[ $folder == build ]] || scratch=$folder/fsduel-scratch-$UID
    break
  fi
done
mkdir -p "$scratch"

exec build/src/fsduel replay office -D "$scratch" -n 8 -t 10s --label first-run
