#!/usr/bin/env bash
# What neither clang-format nor clang-tidy looks at: sizes of files, opening
# comments, include guards, and that system calls and clocks stand in src/sys/.
set -euo pipefail
cd "$(dirname "$0")/../.."

status=0
complain() {
  echo "$*"
  status=1
}

mapfile -t sources < <(git ls-files --cached --others --exclude-standard \
  -- 'src/*.h' 'src/*.cc' 'tests/*.h' 'tests/*.cc' 'loadfiles/*.cc')

for file in "${sources[@]}"; do
  [[ -e $file ]] || continue
  lines=$(wc -l <"$file")
  case $file in
    *-inl.h) ((lines <= 500)) || complain "$file: $lines lines, sources stop at 500" ;;
    *.h) ((lines <= 250)) || complain "$file: $lines lines, headers stop at 250" ;;
    tests/*) ((lines <= 800)) || complain "$file: $lines lines, tests stop at 800" ;;
    *) ((lines <= 500)) || complain "$file: $lines lines, sources stop at 500" ;;
  esac
  # A source may leave that to its own header.
  own_header="#include \"$(sed -E 's#^src/##; s#\.cc$#.h#' <<<"$file")\""
  first=$(head -n 1 "$file")
  [[ $first == //* || $first == "$own_header" ]] ||
    complain "$file:1: does not open with what it is for"
  if [[ $file == src/*.h ]]; then
    guard=$(tr '[:lower:]/.-' '[:upper:]___' <<<"FSDUEL_${file#src/}_")
    grep -q "^#ifndef $guard\$" "$file" || complain "$file: no guard $guard"
  fi
done

# forbidden WHY REGEX [WHERE...]: prints FILE:LINE: WHY for each match.
forbidden() {
  local why=$1 regex=$2
  shift 2
  while IFS=: read -r file line _; do
    complain "$file:$line: $why"
  done < <(grep -nE "$regex" -- "$@" /dev/null |
    grep -vE '^[^:]*:[0-9]+: *//|NOLINT' || true)
}

mapfile -t outside_sys < <(printf '%s\n' "${sources[@]}" |
  grep '^src/' | grep -v '^src/sys/')
mapfile -t product < <(printf '%s\n' "${sources[@]}" | grep '^src/')

forbidden "raw file system call outside src/sys/" \
  '(^|[^A-Za-z0-9_:.>])::(open|openat|openat2|creat|close|read|write|pread|pwrite|fsync|fdatasync|syncfs|unlink|unlinkat|rename|renameat|mkdir|mkdirat|rmdir|stat|fstat|fstatat|statx|statfs|fstatfs|ftruncate|fallocate|fcntl|getdents64|syscall|mount|umount2?|fork|kill|waitpid)\(' \
  "${outside_sys[@]}"
forbidden "system call outside src/sys/" '\bsyscall\(' "${outside_sys[@]}"
forbidden "clock outside src/sys/" \
  '\b(clock_gettime|gettimeofday|clock_nanosleep|nanosleep|usleep)\(|(steady_clock|system_clock|high_resolution_clock)::now|std::time\(|\bsleep_(for|until)\(' \
  "${outside_sys[@]}"
forbidden "clang 14 or g++ 12 lacks it" \
  '#include <(format|expected|source_location|stacktrace|print)>|std::views' \
  "${sources[@]}"
forbidden "using namespace at file scope" '^using namespace' "${sources[@]}"
# Running out of memory is the only one, as `new` does it.
forbidden "exception of ours" '\bthrow +[^s]|\bthrow;|\bthrow +std::[^b]' \
  "${product[@]}"
exit $status
