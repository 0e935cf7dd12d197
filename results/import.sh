#!/usr/bin/env bash
# Makes the run folders that ship, from what the tools printed in those years. A
# test runs it and compares; after a change of the format of results, run
#   PATH=$PWD/build/src:$PATH results/import.sh
set -euo pipefail
cd "$(dirname "$0")"
target=$(cd "${1:-.}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Words of the command line are kept in the results: no paths of this machine.
cp ../tests/import/data/* "$work"
cd "$work"

ssd=2010-ssd-controllers
for drive in owc kingston; do
  name=$drive
  [[ $drive != owc ]] || name=owc-sandforce
  # 600 s is dbench's default, and what the time in operations adds up to.
  fsduel import "dbench-128-$name.txt" --time-limit 600s \
    --label $drive-dbench --results $ssd/$drive
  fsduel import "tiobench-$name.txt" --numruns 3 --correct cpu \
    --label $drive-tiobench --results $ssd/$drive
  fsduel import "seeker-128-$name.txt" --correct access-time \
    --label $drive-seeker --results $ssd/$drive
done
fsduel import iozone-200g-4m-ssd-raid0.txt --label ssd-raid0 \
  --results 2016-ssd-raid0
for table in act-test*.txt; do
  label=${table#act-}
  fsduel import "$table" --label "${label%.txt}" --results 2017-act-ssds
done

for folder in "$ssd" 2016-ssd-raid0 2017-act-ssds; do
  mkdir -p "$target/$folder"
  find "$target/$folder" -name 'undated-*' -prune -exec rm -rf {} +
  cp -r "$folder/." "$target/$folder/"
done
