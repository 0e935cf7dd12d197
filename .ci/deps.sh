#!/usr/bin/env bash
# Installs the Debian packages that are missing, and only those.
#   .ci/deps.sh build    what the program needs to be compiled
#   .ci/deps.sh test     that, and what the tests, linters and peers need
# As root or through sudo; otherwise prints the exact line and stops.
set -euo pipefail

build=(
  g++ cmake ninja-build pkg-config
  libboost-filesystem-dev libboost-thread-dev libboost-iostreams-dev
  libboost-math-dev libcli11-dev libfmt-dev nlohmann-json3-dev libfccp-dev
  libblkid-dev libmount-dev liburing-dev libtomlplusplus-dev
)
test=(
  "${build[@]}" git make
  libgtest-dev libgmock-dev libbenchmark-dev
  clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev
  shellcheck codespell gcovr mandoc zsh fish
  dbench fio nbdkit libnbd-bin strace valgrind gawk
  e2fsprogs xfsprogs btrfs-progs util-linux mount
)

case ${1:-} in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${test[@]}") ;;
  *)
    sed -n 's/^# \{0,1\}//; 2,5p' "$0" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian; fsduel needs what these packages of Debian 12 hold:"
  echo "  ${wanted[*]}"
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $state == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -q
  --no-install-recommends "${missing[@]}")
as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null || { [[ ! -t 0 ]] && ! sudo -n true; }; then
    echo "Missing: ${missing[*]}. Please run, as root:" >&2
    echo "  apt-get update && apt-get install -y ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" "${install[@]}"
