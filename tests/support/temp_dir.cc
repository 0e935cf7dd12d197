// A fresh directory that is gone with the object.
#include "tests/support/temp_dir.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "sys/tree.h"

namespace fsduel {
namespace {

std::string DefaultBase() {
  const char* const base = std::getenv("TMPDIR");  // NOLINT: no setenv here
  return base != nullptr && *base != '\0' ? base : "/tmp";
}

}  // namespace

TempDir::TempDir(const std::string& base)
    : path_(fmt::format("{}/fsduel-test-XXXXXX",
                        base.empty() ? DefaultBase() : base)) {
  if (::mkdtemp(path_.data()) == nullptr) {
    ADD_FAILURE() << "mkdtemp " << path_ << ": errno " << errno;
    path_.clear();
  }
}

TempDir::~TempDir() {
  if (path_.empty()) {
    return;
  }
  const Result<UniqueFd> opened = OpenDirectory(path_);
  if (opened.ok()) {
    const Status emptied = RemoveContents(opened.value().get());
    EXPECT_TRUE(emptied.ok()) << emptied.message();
  }
  EXPECT_EQ(::rmdir(path_.c_str()), 0) << path_ << ": errno " << errno;
}

std::string TempDir::operator/(std::string_view name) const {
  return fmt::format("{}/{}", path_, name);
}

std::string TempDir::Write(std::string_view name, std::string_view text) const {
  std::string path = *this / name;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  EXPECT_TRUE(file.good()) << path;
  return path;
}

std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace fsduel
