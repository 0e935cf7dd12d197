// How a command says that it could not do its work.
#include "cli/failure.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "cli/terminal.h"

namespace fsduel {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

ExitCode Fail(std::string_view command, const Status& status) {
  PrintError(fmt::format("fsduel{}{}: {}\n", command.empty() ? "" : " ",
                         command, status.message()));
  return ExitCodeOf(status.kind());
}

Status WriteReport(const std::string& target, std::string_view text) {
  if (target == "-") {
    return PrintOut(text)
               ? Status::Ok()
               : Status::FromErrno(errno, "write", "standard output");
  }
  std::unique_ptr<std::FILE, CloseFile> file(std::fopen(target.c_str(), "we"));
  if (file == nullptr) {
    return Status::FromErrno(errno, "open", target);
  }
  if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0) {
    return Status::FromErrno(errno, "write", target);
  }
  return Status::Ok();
}

}  // namespace fsduel
