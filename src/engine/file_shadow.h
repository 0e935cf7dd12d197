// What one file should hold, as far as it is known: for each byte the
// generation that wrote it, and how long the file is.
#ifndef FSDUEL_ENGINE_FILE_SHADOW_H_
#define FSDUEL_ENGINE_FILE_SHADOW_H_

#include <cstdint>
#include <limits>
#include <map>
#include <string>

namespace fsduel {

// Pure bookkeeping, one owner at a time. All ranges are [begin, end) in bytes.
class FileShadow {
 public:
  // Contents of a byte, beside the generations.
  static constexpr std::uint64_t kZeros = 0;
  static constexpr std::uint64_t kUnknown =
      std::numeric_limits<std::uint64_t>::max();
  static constexpr std::int64_t kMostBytes =
      std::numeric_limits<std::int64_t>::max();

  struct Piece {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint64_t contents = kZeros;
  };

  // An empty file. `id` is what its cells carry.
  FileShadow(std::uint64_t id, std::string path)
      : id_(id), path_(std::move(path)) {}

  std::uint64_t id() const { return id_; }
  const std::string& path() const { return path_; }
  void set_path(std::string path) { path_ = std::move(path); }
  // A file that others write too, or that we cannot tell from another: nothing
  // of the above is known, and it stays so.
  bool shared() const { return shared_; }
  void set_shared() { shared_ = true; }

  // The file now has `size` bytes; what is added are zeros.
  void Truncate(std::int64_t size);
  void Write(std::int64_t begin, std::int64_t end, std::uint64_t generation);
  // A write that failed: the range may hold it, in part or at all.
  void Lose(std::int64_t begin, std::int64_t end);
  // Contents and size may be anything.
  void LoseAll();

  // The size is within [shortest(), longest()].
  std::int64_t shortest() const { return shortest_; }
  std::int64_t longest() const { return longest_; }

  // The piece of like contents that begins at `begin`, cut at `end`. What lies
  // behind the end of the file counts as zeros.
  // REQUIRES: 0 <= begin < end.
  Piece At(std::int64_t begin, std::int64_t end) const;

 private:
  void Assign(std::int64_t begin, std::int64_t end, std::uint64_t contents);

  std::uint64_t id_;
  std::string path_;
  bool shared_ = false;
  std::int64_t shortest_ = 0;
  std::int64_t longest_ = 0;
  // Start of a piece -> its contents; up to the next start. Never empty, the
  // first start is 0, and neighbours differ.
  std::map<std::int64_t, std::uint64_t> pieces_{{0, kZeros}};
};

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_FILE_SHADOW_H_
