// The statuses that name an errno of ours.
#include "loadfile/status_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "base/text.h"

namespace fsduel {
namespace {

struct StatusRow {
  std::string_view name;
  std::uint32_t code;
  Expectation expectation;
};

// Names and codes: Microsoft, [MS-ERREF] section 2.3.1, "NTSTATUS values". The
// first row of an expectation is how it is written.
constexpr std::array kRows = {
    StatusRow{"NT_STATUS_OK", 0x00000000, Expectation::kSuccess},
    StatusRow{"NT_STATUS_OBJECT_NAME_NOT_FOUND", 0xC0000034,
              Expectation::kNotFound},
    StatusRow{"NT_STATUS_NO_SUCH_FILE", 0xC000000F, Expectation::kNotFound},
    StatusRow{"NT_STATUS_NOT_FOUND", 0xC0000225, Expectation::kNotFound},
    StatusRow{"NT_STATUS_NO_MORE_FILES", 0x80000006, Expectation::kNotFound},
    StatusRow{"NT_STATUS_OBJECT_PATH_NOT_FOUND", 0xC000003A,
              Expectation::kPathNotFound},
    StatusRow{"NT_STATUS_OBJECT_NAME_COLLISION", 0xC0000035,
              Expectation::kExists},
    StatusRow{"NT_STATUS_ACCESS_DENIED", 0xC0000022, Expectation::kDenied},
    StatusRow{"NT_STATUS_PRIVILEGE_NOT_HELD", 0xC0000061, Expectation::kDenied},
    StatusRow{"NT_STATUS_MEDIA_WRITE_PROTECTED", 0xC00000A2,
              Expectation::kDenied},
    StatusRow{"NT_STATUS_CANNOT_DELETE", 0xC0000121, Expectation::kDenied},
    StatusRow{"NT_STATUS_DIRECTORY_NOT_EMPTY", 0xC0000101,
              Expectation::kNotEmpty},
    StatusRow{"NT_STATUS_FILE_IS_A_DIRECTORY", 0xC00000BA,
              Expectation::kIsDirectory},
    StatusRow{"NT_STATUS_NOT_A_DIRECTORY", 0xC0000103,
              Expectation::kNotDirectory},
    StatusRow{"NT_STATUS_DISK_FULL", 0xC000007F, Expectation::kNoSpace},
    StatusRow{"NT_STATUS_QUOTA_EXCEEDED", 0xC0000044, Expectation::kNoSpace},
    StatusRow{"NT_STATUS_SHARING_VIOLATION", 0xC0000043, Expectation::kBusy},
    StatusRow{"NT_STATUS_FILE_LOCK_CONFLICT", 0xC0000054, Expectation::kBusy},
    StatusRow{"NT_STATUS_LOCK_NOT_GRANTED", 0xC0000055, Expectation::kBusy},
    StatusRow{"NT_STATUS_DELETE_PENDING", 0xC0000056, Expectation::kBusy},
};

constexpr std::string_view kPrefix = "NT_STATUS_";
constexpr std::string_view kAnyWord = "*";
constexpr std::string_view kFailureWord = "ERROR";
constexpr std::string_view kSuccessWord = "SUCCESS";

bool IsNameCharacter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::optional<Expectation> ParseName(std::string_view word) {
  for (const StatusRow& row : kRows) {
    if (word == row.name) {
      return row.expectation;
    }
  }
  if (word.size() > kPrefix.size() &&
      std::all_of(word.begin(), word.end(), IsNameCharacter)) {
    return Expectation::kFailure;
  }
  return std::nullopt;
}

std::optional<Expectation> ParseCode(std::string_view digits) {
  std::uint32_t code = 0;
  const char* const end = digits.data() + digits.size();
  const auto [behind, error] = std::from_chars(digits.data(), end, code, 16);
  if (error != std::errc() || behind != end) {
    return std::nullopt;
  }
  for (const StatusRow& row : kRows) {
    if (code == row.code) {
      return row.expectation;
    }
  }
  return Expectation::kFailure;
}

}  // namespace

std::optional<Expectation> ParseStatus(std::string_view word) {
  if (word.substr(0, kPrefix.size()) == kPrefix) {
    return ParseName(word);
  }
  if (word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X')) {
    return ParseCode(word.substr(2));
  }
  if (word == kAnyWord) {
    return Expectation::kAny;
  }
  if (EqualIgnoreCase(word, kSuccessWord)) {
    return Expectation::kSuccess;
  }
  if (EqualIgnoreCase(word, kFailureWord)) {
    return Expectation::kFailure;
  }
  return std::nullopt;
}

std::string ExplainStatus(std::string_view word) {
  std::array<std::string_view, kRows.size() + 2> names{kSuccessWord,
                                                       kFailureWord};
  std::transform(kRows.begin(), kRows.end(), names.begin() + 2,
                 [](const StatusRow& row) { return row.name; });
  return fmt::format(
      "{} is not a status; a line ends with NT_STATUS_..., 0xHEX, SUCCESS, "
      "ERROR or *{}",
      Quote(word, 40), DidYouMean(word, names));
}

std::string_view StatusWord(Expectation expectation) {
  for (const StatusRow& row : kRows) {
    if (row.expectation == expectation) {
      return row.name;
    }
  }
  return expectation == Expectation::kAny ? kAnyWord : kFailureWord;
}

}  // namespace fsduel
