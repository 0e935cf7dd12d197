// Makes Status values and their messages.
#include "base/status.h"

#include <fmt/format.h>

#include <cstring>

namespace fsduel {

Status Status::Usage(std::string message) {
  return Status(ErrorKind::kUsage, 0, std::move(message));
}

Status Status::System(std::string message) {
  return Status(ErrorKind::kSystem, 0, std::move(message));
}

Status Status::Interrupted(std::string message) {
  return Status(ErrorKind::kInterrupted, 0, std::move(message));
}

Status Status::FromErrno(int error, std::string_view call,
                         std::string_view path) {
  const char* text = strerrordesc_np(error);
  const char* name = strerrorname_np(error);
  return Status(ErrorKind::kSystem, error,
                fmt::format("{} {}: {} ({})", call, path,
                            text != nullptr ? text : "unknown error",
                            name != nullptr ? name : "?"));
}

}  // namespace fsduel
