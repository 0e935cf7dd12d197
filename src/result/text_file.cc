#include "result/text_file.h"

#include <cerrno>
#include <fstream>

#include <boost/filesystem.hpp>

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

// Streams do not say why they failed; errno of the last call does.
Status StreamFailure(const char* call, const std::string& path) {
  return Status::FromErrno(errno != 0 ? errno : EIO, call, path);
}

Status WriteStream(const std::string& path, std::string_view text,
                   std::ios::openmode mode) {
  errno = 0;
  std::ofstream stream(path, std::ios::binary | mode);
  if (!stream) {
    return StreamFailure("open", path);
  }
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();  // flushes: a full disk shows here at the latest
  return stream ? Status::Ok() : StreamFailure("write", path);
}

}  // namespace

Status WriteFileAtomically(const std::string& path, std::string_view text) {
  const std::string temporary = path + ".tmp";
  Status status = WriteStream(temporary, text, std::ios::trunc);
  boost::system::error_code error;
  if (status.ok()) {
    fs::rename(temporary, path, error);
    if (!error) {
      return status;
    }
    status = Status::FromErrno(error.value(), "rename", path);
  }
  fs::remove(temporary, error);
  return status;
}

Status AppendToFile(const std::string& path, std::string_view text) {
  return WriteStream(path, text, std::ios::app);
}

Result<std::string> ReadTextFile(const std::string& path) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return StreamFailure("open", path);
  }
  constexpr std::size_t kChunk = 1U << 16;
  std::string text;
  while (stream) {
    const std::size_t length = text.size();
    text.resize(length + kChunk);
    stream.read(text.data() + length, kChunk);
    text.resize(length + static_cast<std::size_t>(stream.gcount()));
  }
  return stream.bad() ? Result<std::string>(StreamFailure("read", path)) : text;
}

}  // namespace fsduel
