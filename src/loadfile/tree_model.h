// A tree of names and file sizes in memory: what a loadfile would leave on a
// filesystem, without one. For the analysis of loadfiles only.
#ifndef FSDUEL_LOADFILE_TREE_MODEL_H_
#define FSDUEL_LOADFILE_TREE_MODEL_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fsduel {

class TreeModel {
 public:
  // A path, whether something is there or not.
  using Name = std::uint32_t;
  static constexpr Name kRoot = 0;
  static constexpr Name kNoName = 0xFFFFFFFF;
  static constexpr std::size_t kMostNames = std::size_t{1} << 20;
  // The contents of a file, with or without a name.
  using File = std::uint32_t;
  static constexpr File kNoFile = 0xFFFFFFFF;

  enum class Kind : std::uint8_t { kNothing, kFile, kDirectory };

  TreeModel();

  // The name of a normalised path ("." is the root). kNoName when there are too
  // many.
  Name Intern(std::string_view path);

  Kind KindOf(Name name) const { return nodes_[name].kind; }
  bool Exists(Name name) const { return KindOf(name) != Kind::kNothing; }
  bool HasParent(Name name) const {
    return name == kRoot || KindOf(nodes_[name].parent) == Kind::kDirectory;
  }
  Name ParentOf(Name name) const { return nodes_[name].parent; }
  bool IsEmpty(Name directory) const { return nodes_[directory].entries == 0; }
  // kNoFile unless it is a file.
  File FileOf(Name name) const { return nodes_[name].file; }
  // A pattern may have removed it: it counts, but nobody knows.
  bool IsDoubtful(Name name) const { return nodes_[name].is_doubtful; }

  // REQUIRES of these: !Exists(name), HasParent(name).
  void MakeDirectory(Name name);
  File MakeFile(Name name);
  // REQUIRES: a file or an empty directory, not the root.
  void Remove(Name name);
  // With everything below. REQUIRES: not the root.
  void RemoveTree(Name name);
  // With everything below. REQUIRES: !Exists(to), HasParent(to), and `to` is
  // not below `from`.
  void Move(Name from, Name to);
  bool IsBelow(Name name, Name directory) const;
  // A file is where a directory above it should be.
  bool IsBelowFile(Name name) const;
  void DoubtFilesIn(Name directory);
  void Trust(Name name);

  // A file lives as long as it has a name or is held.
  void Hold(File file) { ++files_[file].holders; }
  void Release(File file);
  std::int64_t SizeOf(File file) const { return files_[file].size; }
  // REQUIRES: offset + length does not overflow.
  void Write(File file, std::int64_t offset, std::int64_t length);
  void Empty(File file);

  struct Totals {
    std::uint64_t files = 0;  // those without a name that are held included
    std::uint64_t directories = 0;  // without the root
    std::uint64_t blocks = 0;       // of kBlock bytes
  };
  static constexpr std::int64_t kBlock = 4096;
  const Totals& now() const { return now_; }
  // The largest of each so far, not of one moment.
  const Totals& peak() const { return peak_; }

  // Equal trees have equal fingerprints, and different ones different (but for
  // one case in 2^64).
  std::uint64_t fingerprint() const { return fingerprint_; }
  // Names visited by what looks at the whole tree: a measure of time.
  std::uint64_t visited() const { return visited_; }

 private:
  struct Node {
    const std::string* path = nullptr;  // the key in names_
    Name parent = kRoot;
    Kind kind = Kind::kNothing;
    bool is_doubtful = false;
    std::uint32_t entries = 0;  // that exist, of a directory
    File file = kNoFile;
  };
  struct Contents {
    std::int64_t size = 0;
    std::int64_t blocks = 0;    // allocated, at most what `size` fills
    std::uint32_t holders = 0;  // names and handles
  };

  std::uint64_t HashOf(Name name) const;
  std::uint64_t HashOfFile(File file) const;
  void Place(Name name, Kind kind, File file);
  Node Lift(Name name);
  std::vector<Name> Below(Name directory);
  void SetContents(File file, std::int64_t size, std::int64_t blocks);
  void UpdatePeak();

  std::vector<Node> nodes_;
  std::unordered_map<std::string, Name> names_;
  std::vector<Contents> files_;
  std::vector<File> free_files_;
  Totals now_;
  Totals peak_;
  std::uint64_t fingerprint_ = 0;
  std::uint64_t visited_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_TREE_MODEL_H_
