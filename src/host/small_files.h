// Reading the one-line files of /proc and /sys, where a missing file simply
// means "not known".
#ifndef FSDUEL_HOST_SMALL_FILES_H_
#define FSDUEL_HOST_SMALL_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sys/machine.h"

namespace fsduel {

// The file without surrounding blanks; "" when it cannot be read.
std::string ReadTrimmed(Machine& machine, const std::string& path);

// The leading decimal number of `text`, or `otherwise`.
std::int64_t ParseNumberOr(std::string_view text, std::int64_t otherwise);

// The file as a decimal number; `otherwise` when it is missing or holds none.
std::int64_t ReadNumberOr(Machine& machine, const std::string& path,
                          std::int64_t otherwise);

// Words between blanks; runs of blanks count once.
std::vector<std::string_view> SplitWords(std::string_view text);

// The rest of the first line that starts with `key`, trimmed; "" without one.
// "MemTotal:" of /proc/meminfo, "PRETTY_NAME=" of os-release.
std::string_view FindValue(std::string_view text, std::string_view key);

// "none [mq-deadline] kyber" -> "mq-deadline"; a text without brackets is the
// active one itself.
std::string ActiveChoice(const std::string& choices);

// A number of /proc/meminfo (given there in KiB) in bytes; -1 without it.
std::int64_t MeminfoBytes(std::string_view meminfo, std::string_view key);

}  // namespace fsduel

#endif  // FSDUEL_HOST_SMALL_FILES_H_
