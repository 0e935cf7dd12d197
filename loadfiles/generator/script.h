// Writes operation lines of a loadfile while keeping a model of the tree: each
// line's status and count is what the model says will happen.
#ifndef FSDUEL_LOADFILES_GENERATOR_SCRIPT_H_
#define FSDUEL_LOADFILES_GENERATOR_SCRIPT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "generator/tree_model.h"

namespace fsduel {

// What a section of the loadfile amounts to.
struct Mix {
  struct Count {
    int total = 0;
    int failures = 0;  // expected ones
  };
  std::map<std::string, Count, std::less<>> operations;
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;

  int Total() const;
};

enum class OpenHow {
  kExisting,   // a file that is there, or an attempt to find one
  kNewFile,    // must not be there
  kAttribute,  // an existing file or directory, as renaming needs it
  kNewFolder,  // must not be there
};

// One client's view, one section after the other. A request that makes no sense
// (reading past the end, a handle that is not open, creating what exists) is
// kept as a fault and makes the generator fail.
class Script {
 public:
  // Returns the handle; 0 when the open is expected to fail.
  int Open(const std::string& path, OpenHow how = OpenHow::kExisting);
  void Close(int handle);
  void Read(int handle, std::int64_t offset, std::int64_t length);
  void Write(int handle, std::int64_t offset, std::int64_t length);
  void Flush(int handle);
  void QueryFile(int handle, int level);
  void SetFile(int handle);
  void Lock(int handle);
  void Unlock(int handle);
  void QueryPath(const std::string& path, int level = kBasicLevel);
  void QueryFileSystem();
  void Find(const std::string& pattern);
  void Unlink(const std::string& path);
  void Rename(const std::string& from, const std::string& to);
  void MakeDirectory(const std::string& path);
  void DeleteTree(const std::string& path);

  static constexpr int kBasicLevel = 1004;
  static constexpr int kExtraLevel = 1005;
  static constexpr int kAttributeLevel = 1035;  // asked before a file goes away
  static constexpr int kAllLevel = 258;         // asked after an extension

  const TreeModel& tree() const { return tree_; }
  std::int64_t SizeOf(int handle) const;
  // Largest space and number of files so far.
  std::int64_t peak_bytes() const { return peak_bytes_; }
  std::size_t peak_files() const { return peak_files_; }
  std::size_t open_handles() const { return handles_.size(); }
  const std::vector<std::string>& faults() const { return faults_; }

  // Where the next line will stand.
  std::size_t position() const { return lines_.size(); }
  // Removes and returns the lines from `position` on.
  std::vector<std::string> TakeLines(std::size_t position);
  void PutLine(const std::string& line) { lines_.push_back(line); }
  // What was written since the last call.
  Mix TakeMix();

 private:
  void Emit(std::string_view operation, std::string_view rest,
            std::string_view failure = "");
  // The path behind `handle`, or null and a fault.
  const std::string* PathOf(int handle, std::string_view operation);
  void Fault(std::string_view operation, std::string_view what);
  std::string_view MissingStatus(const std::string& path) const;
  void NotePeaks();

  TreeModel tree_;
  std::map<int, std::string> handles_;
  int last_handle_ = 1000;
  std::vector<std::string> lines_;
  std::vector<std::string> faults_;
  Mix mix_;
  std::int64_t peak_bytes_ = 0;
  std::size_t peak_files_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILES_GENERATOR_SCRIPT_H_
