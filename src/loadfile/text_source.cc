// Opening, mapping and decompressing of loadfiles through Boost.Iostreams,
// whose exceptions end here.
#include "loadfile/text_source.h"

#include <fmt/format.h>

#include <exception>
#include <ios>
#include <utility>

#include <boost/filesystem.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/mapped_file.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>

#include "base/text.h"
#include "loadfile/zstd_frames.h"

namespace fsduel {
namespace {

namespace io = boost::iostreams;

constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::size_t kChunk = std::size_t{1} << 20;

class MappedText : public TextSource {
 public:
  explicit MappedText(const io::mapped_file_source& file) : file_(file) {}
  std::string_view text() const override {
    return {file_.data(), file_.size()};
  }

 private:
  io::mapped_file_source file_;
};

class TextInMemory : public TextSource {
 public:
  explicit TextInMemory(std::string text) : text_(std::move(text)) {}
  std::string_view text() const override { return text_; }

 private:
  std::string text_;
};

bool StartsWith(std::string_view text, std::string_view magic) {
  return text.substr(0, magic.size()) == magic;
}

Status CheckRegular(const std::string& path) {
  boost::system::error_code error;
  const boost::filesystem::file_status status =
      boost::filesystem::status(path, error);
  if (status.type() == boost::filesystem::file_not_found) {
    return Status::Usage(fmt::format("no loadfile {}", Quote(path)));
  }
  if (status.type() == boost::filesystem::directory_file) {
    return Status::Usage(
        fmt::format("{} is a directory, not a loadfile", Quote(path)));
  }
  if (status.type() == boost::filesystem::status_error) {
    return Status::FromErrno(error.value(), "stat", path);
  }
  if (status.type() != boost::filesystem::regular_file) {
    return Status::Usage(
        fmt::format("{} is not a regular file; write a loadfile to disk first",
                    Quote(path)));
  }
  return Status::Ok();
}

Status Damaged(const std::string& path, std::string_view why) {
  return Status::Usage(fmt::format(
      "cannot unpack the loadfile {}: it is damaged or cut off ({})",
      Quote(path), why));
}

// Throws what Boost throws.
Result<std::unique_ptr<TextSource>> Decompress(const std::string& path,
                                               std::string_view packed) {
  const bool is_gzip = StartsWith(packed, kGzipMagic);
  if (!is_gzip && !ZstdFramesAreWhole(packed)) {
    return Damaged(path, "zstd frames do not end with the file");
  }
  io::filtering_streambuf<io::input> stream;
  if (is_gzip) {
    stream.push(io::gzip_decompressor());
  } else {
    stream.push(io::zstd_decompressor());
  }
  stream.push(io::array_source(packed.data(), packed.size()));

  std::string text;
  while (true) {
    const std::size_t before = text.size();
    text.resize(before + kChunk);
    const std::streamsize got = io::read(stream, text.data() + before, kChunk);
    text.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got <= 0) {
      break;
    }
    if (text.size() > kMostLoadfileText) {
      return Status::Usage(
          fmt::format("{} unpacks to more than 4 GiB of text", Quote(path)));
    }
  }
  io::close(stream);
  return std::unique_ptr<TextSource>(
      std::make_unique<TextInMemory>(std::move(text)));
}

}  // namespace

Result<std::unique_ptr<TextSource>> OpenTextSource(const std::string& path) {
  if (Status status = CheckRegular(path); !status.ok()) {
    return status;
  }
  try {
    // An empty file cannot be mapped.
    if (boost::filesystem::file_size(path) == 0) {
      return std::unique_ptr<TextSource>(std::make_unique<TextInMemory>(""));
    }
    io::mapped_file_source file(path);
    const std::string_view bytes(file.data(), file.size());
    if (!StartsWith(bytes, kGzipMagic) && !StartsWith(bytes, kZstdMagic)) {
      return std::unique_ptr<TextSource>(std::make_unique<MappedText>(file));
    }
    try {
      return Decompress(path, bytes);
    } catch (const std::ios_base::failure& error) {  // from the filters
      return Damaged(path, error.what());
    }
  } catch (const std::exception& error) {
    return Status::Usage(fmt::format("cannot read the loadfile {}: {}",
                                     Quote(path), error.what()));
  }
}

}  // namespace fsduel
