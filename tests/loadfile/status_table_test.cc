// Statuses.
#include "loadfile/status_table.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

TEST(ParseStatus, MapsNamesCodesAndWords) {
  const std::vector<std::pair<std::string, Expectation>> cases = {
      {"NT_STATUS_OK", Expectation::kSuccess},
      {"0x0", Expectation::kSuccess},
      {"0x00000000", Expectation::kSuccess},
      {"0X0", Expectation::kSuccess},
      {"SUCCESS", Expectation::kSuccess},
      {"success", Expectation::kSuccess},
      {"*", Expectation::kAny},
      {"ERROR", Expectation::kFailure},
      {"NT_STATUS_OBJECT_NAME_NOT_FOUND", Expectation::kNotFound},
      {"0xC0000034", Expectation::kNotFound},
      {"0xc0000034", Expectation::kNotFound},
      {"NT_STATUS_NO_SUCH_FILE", Expectation::kNotFound},
      {"0xC000000F", Expectation::kNotFound},
      {"NT_STATUS_OBJECT_PATH_NOT_FOUND", Expectation::kPathNotFound},
      {"0xC000003A", Expectation::kPathNotFound},
      {"NT_STATUS_OBJECT_NAME_COLLISION", Expectation::kExists},
      {"0xC0000035", Expectation::kExists},
      {"NT_STATUS_ACCESS_DENIED", Expectation::kDenied},
      {"0xC0000022", Expectation::kDenied},
      {"0xC0000101", Expectation::kNotEmpty},
      {"0xC00000BA", Expectation::kIsDirectory},
      {"0xC0000103", Expectation::kNotDirectory},
      {"0xC000007F", Expectation::kNoSpace},
      {"0xC0000043", Expectation::kBusy},
      // Others are failures whose errno we cannot name.
      {"NT_STATUS_SOMETHING_ELSE_99", Expectation::kFailure},
      {"0xDEADBEEF", Expectation::kFailure},
      {"0x1", Expectation::kFailure},
  };
  for (const auto& [word, expectation] : cases) {
    EXPECT_EQ(ParseStatus(word), expectation) << word;
  }
}

TEST(ParseStatus, RefusesMalformedWords) {
  for (const char* word :
       {"", "NT_STATUS_", "NT_STATUS_ok", "NT_STATUS_OK\r", "nt_status_ok",
        "NT_STATUS", "0x", "0xG", "0x123456789", "0", "OK", "SUCCESX", "**",
        "NT_STATUS-OK"}) {
    EXPECT_EQ(ParseStatus(word), std::nullopt) << word;
  }
}

TEST(ExplainStatus, ProposesTheStatusThatWasMeant) {
  EXPECT_THAT(ExplainStatus("NT_STATUS-OK"),
              testing::EndsWith("(did you mean \"NT_STATUS_OK\"?)"));
  EXPECT_THAT(ExplainStatus("SUCCESX"),
              testing::EndsWith("(did you mean \"SUCCESS\"?)"));
}

TEST(StatusWord, IsReadBackAsTheSameExpectation) {
  for (int i = 0; i <= static_cast<int>(Expectation::kBusy); ++i) {
    const auto expectation = static_cast<Expectation>(i);
    EXPECT_EQ(ParseStatus(StatusWord(expectation)), expectation) << i;
  }
}

}  // namespace
}  // namespace fsduel
