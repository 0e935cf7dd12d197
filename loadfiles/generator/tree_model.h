// The tree of one client as the generator knows it: names and sizes. Whatever
// a script says about an outcome is read from here, so it cannot be wrong.
#ifndef FSDUEL_LOADFILES_GENERATOR_TREE_MODEL_H_
#define FSDUEL_LOADFILES_GENERATOR_TREE_MODEL_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel {

// Paths are absolute, `/` between components. Names do not differ in case
// alone, so a case-sensitive model is enough.
class TreeModel {
 public:
  bool IsFile(const std::string& path) const { return files_.contains(path); }
  bool IsDirectory(const std::string& path) const {
    return directories_.contains(path);
  }
  bool Exists(const std::string& path) const {
    return IsFile(path) || IsDirectory(path);
  }
  bool ParentExists(const std::string& path) const;

  void MakeDirectory(const std::string& path) { directories_.insert(path); }
  void CreateFile(const std::string& path) { files_[path] = 0; }
  void RemoveFile(const std::string& path) { files_.erase(path); }
  void RenameFile(const std::string& from, const std::string& to);
  // The file is at least `bytes` long afterwards.
  void Extend(const std::string& path, std::int64_t bytes);

  // REQUIRES: IsFile(path).
  std::int64_t Size(const std::string& path) const { return files_.at(path); }
  // Entries that a search for `pattern` finds. The last component is `*` (all
  // names, `.` and `..` among them), `<.EXT` or a name with one `*` at its end.
  int CountMatches(std::string_view pattern) const;
  // Names of the files directly in `directory`, sorted.
  std::vector<std::string> FilesIn(const std::string& directory) const;

  std::size_t file_count() const { return files_.size(); }
  std::size_t directory_count() const { return directories_.size(); }
  // In whole blocks of 4 KiB.
  std::int64_t BlockBytes() const;
  bool operator==(const TreeModel&) const = default;

 private:
  std::map<std::string, std::int64_t> files_;
  std::set<std::string> directories_;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILES_GENERATOR_TREE_MODEL_H_
