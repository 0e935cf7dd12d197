// A fresh directory that is gone with the object.
#ifndef FSDUEL_TESTS_SUPPORT_TEMP_DIR_H_
#define FSDUEL_TESTS_SUPPORT_TEMP_DIR_H_

#include <string>
#include <string_view>

namespace fsduel {

// Named "fsduel-test-XXXXXX". Asserts (by a test failure) that it could be made
// and that all of it could be removed. What is mounted below is never entered.
class TempDir {
 public:
  // Below `base`: a directory on the filesystem that the test is about. "" is
  // $TMPDIR or /tmp.
  explicit TempDir(const std::string& base = "");
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }
  // PATH/NAME.
  std::string operator/(std::string_view name) const;
  // Makes or replaces the file PATH/NAME; returns its path.
  std::string Write(std::string_view name, std::string_view text) const;

 private:
  std::string path_;
};

// The whole of a file; a test failure and "" when it cannot be read.
std::string ReadWholeFile(const std::string& path);

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_TEMP_DIR_H_
