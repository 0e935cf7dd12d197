// `--verify`: gives each write bytes that say where they belong, and tells for
// each read whether it brought what should be there.
//
// It keeps a shadow of the files that its client made: which generation (a
// number per write) stands where. In files that other clients may write, that
// were there before, or whose last write failed, only this is checked: a whole
// cell of this run must stand at its own offset. All else is counted as
// unverified, never as right. So are files whose names differ only in case,
// which are one file on some filesystems and two on others.
//
// One per client, used by its thread alone. No system calls. The executor calls
// it after the calls of an operation have returned, outside of the measured
// interval; only Prepare comes before:
//   open     Opened, for each open that succeeded, expected or not
//   write    Prepare, pwrite, Written; after a short pwrite that goes on,
//            Written once per call
//   read     CheckRead
//   close    Closed; Unlinked too, if that deletes the file
//   rename, unlink, deltree    Renamed, Unlinked, TreeRemoved on success;
//            Unsure for each name when the result is not known (EIO)
//   fsync or close failed with EIO, EDQUOT, ENOSPC    DataLost
#ifndef FSDUEL_ENGINE_DATA_VERIFIER_H_
#define FSDUEL_ENGINE_DATA_VERIFIER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/file_shadow.h"
#include "engine/own_names.h"
#include "engine/read_check.h"

namespace fsduel {

struct DataVerifierOptions {
  std::uint64_t seed = 0;    // of the run: cells of all clients carry it
  std::uint32_t client = 0;  // from 0
  std::uint32_t handle_slots = 0;
  OwnNames own_names = OwnNames::kAll;
};

// What an open did to the file.
enum class OpenEffect : std::uint8_t {
  kKept,     // contents are as before; also when it may have been made
  kEmptied,  // O_TRUNC
  kMade,     // O_EXCL: it was not there
};

class DataVerifier {
 public:
  explicit DataVerifier(const DataVerifierOptions& options);
  ~DataVerifier() = default;
  DataVerifier(const DataVerifier&) = delete;
  DataVerifier& operator=(const DataVerifier&) = delete;

  // `size` is what fstat said after the open, -1 when nobody asked; it decides
  // whether a file that the shadow does not know is a new one. A `slot` without
  // a place (kNoHandle) is for an open whose descriptor is closed at once.
  void Opened(std::uint32_t slot, std::string_view path, OpenEffect effect,
              std::int64_t size);
  void Closed(std::uint32_t slot);

  // Fills `buffer`, to be written at `offset`, with a new generation.
  void Prepare(std::uint32_t slot, std::int64_t offset,
               std::span<std::byte> buffer);
  // A pwrite of `length` bytes at `offset` from the buffer prepared last wrote
  // `written` of them; -1 = it failed.
  void Written(std::uint32_t slot, std::int64_t offset, std::int64_t length,
               std::int64_t written);
  void Truncated(std::uint32_t slot, std::int64_t size);
  void DataLost(std::uint32_t slot);

  // `data` was read at `offset`; it is shorter than `length`, what was asked
  // for, only when the file ended there (pread returned 0). For a read that was
  // cut short by an error or a signal, pass data.size() as `length`.
  // False when it is not what should be there.
  bool CheckRead(std::uint32_t slot, std::int64_t offset,
                 std::span<const std::byte> data, std::int64_t length);

  void Renamed(std::string_view from, std::string_view to);
  void Unlinked(std::string_view path);
  // No file is left at `path` or below it.
  void TreeRemoved(std::string_view path);
  // Nothing is known any more about `path` and what is below it.
  void Unsure(std::string_view path);

  const VerifyCounts& counts() const { return check_.counts(); }
  const std::optional<VerifyMismatch>& first_mismatch() const {
    return check_.first_mismatch();
  }

 private:
  // By path in lower case, so that names differing in case only meet.
  using FileMap = std::map<std::string, std::shared_ptr<FileShadow>>;

  bool IsOwn(std::string_view path) const;
  FileShadow* FileOf(std::uint32_t slot) const;
  // The file that `path` names, null when the shadow has none.
  std::shared_ptr<FileShadow> Find(std::string_view path) const;
  std::shared_ptr<FileShadow> MakeFile(std::string_view path);
  // Takes all files at and below `path` out of the map.
  FileMap Extract(std::string_view path);
  std::string NameOf(std::uint64_t file_id) const;

  DataVerifierOptions options_;
  std::string own_component_;
  std::uint64_t generation_;      // of the last Prepare
  std::uint64_t files_made_ = 0;  // own ones
  FileMap files_;
  std::vector<std::shared_ptr<FileShadow>> slots_;
  ReadCheck check_;
};

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_DATA_VERIFIER_H_
