// One operation of a compiled loadfile.
#ifndef FSDUEL_LOADFILE_OPERATION_H_
#define FSDUEL_LOADFILE_OPERATION_H_

#include <cstdint>
#include <limits>
#include <type_traits>

namespace fsduel {

// The order is that of the operation table (operation_table.h) and, for those
// that dbench knows, of dbench 4.0's result table.
enum class Opcode : std::uint8_t {
  kCreate,  // NTCreateX
  kClose,
  kRename,
  kUnlink,
  kDeltree,
  kRmdir,
  kMkdir,
  kQueryPath,  // QUERY_PATH_INFORMATION
  kQueryFile,  // QUERY_FILE_INFORMATION
  kQueryFs,    // QUERY_FS_INFORMATION
  kSetFile,    // SET_FILE_INFORMATION
  kFind,       // FIND_FIRST
  kWrite,      // WriteX
  kRead,       // ReadX
  kLock,       // LockX
  kUnlock,     // UnlockX
  kFlush,
  // From here on: not operations of the filesystem. The client does them
  // outside of every measured interval.
  kSleep,         // `length` microseconds
  kSetPoint,      // SETSP: this client passed sequence point `argument`
  kWaitPoint,     // WAITSP: until client `handle` has passed point `argument`
  kWritePattern,  // later writes carry pattern number `argument`
  kCount
};

constexpr bool IsControl(Opcode opcode) {
  return opcode >= Opcode::kSleep;
}
inline constexpr int kOpcodeCount = static_cast<int>(Opcode::kCount);

// What the loadfile says about the outcome.
enum class Expectation : std::uint8_t {
  kSuccess,       // NT_STATUS_OK, 0x0, SUCCESS
  kAny,           // `*`: whatever happens is right
  kFailure,       // ERROR, or a status whose errno we cannot name
  kNotFound,      // NT_STATUS_OBJECT_NAME_NOT_FOUND, NO_SUCH_FILE: ENOENT
  kPathNotFound,  // NT_STATUS_OBJECT_PATH_NOT_FOUND: ENOENT, ENOTDIR
  kExists,        // NT_STATUS_OBJECT_NAME_COLLISION: EEXIST
  kDenied,        // NT_STATUS_ACCESS_DENIED ...: EACCES, EPERM, EROFS
  kNotEmpty,      // NT_STATUS_DIRECTORY_NOT_EMPTY: ENOTEMPTY, EEXIST
  kIsDirectory,   // NT_STATUS_FILE_IS_A_DIRECTORY: EISDIR
  kNotDirectory,  // NT_STATUS_NOT_A_DIRECTORY: ENOTDIR
  kNoSpace,       // NT_STATUS_DISK_FULL: ENOSPC, EDQUOT
  kBusy,          // NT_STATUS_SHARING_VIOLATION, FILE_LOCK_CONFLICT ...: any
};

inline constexpr std::uint32_t kNoPath = 0xFFFFFFFF;
// Of an open that is expected to fail: there is no slot to keep a descriptor.
inline constexpr std::uint32_t kNoHandle = 0xFFFFFFFF;
// In a compiled program only: the handle number is computed when the operation
// runs (Loadfile::handle_numbers). Never reaches an executor.
inline constexpr std::uint32_t kDynamicHandle = 0xFFFFFFFE;

// The longest Sleep, microseconds (about 13 days).
inline constexpr std::int64_t kMostSleepUs = std::int64_t{1} << 40;

// SMB create dispositions, in Operation::disposition.
enum Disposition : std::uint8_t {
  kSupersede = 0,
  kOpen = 1,
  kCreateNew = 2,
  kOpenIf = 3,
  kOverwrite = 4,
  kOverwriteIf = 5,
};

// SMB create options, in Operation::argument. All others are ignored.
inline constexpr std::uint32_t kOptionDirectory = 0x1;
inline constexpr std::uint32_t kOptionWriteThrough = 0x2;
inline constexpr std::uint32_t kOptionNonDirectory = 0x40;
inline constexpr std::uint32_t kOptionDeleteOnClose = 0x1000;

// Trivially copyable, 48 bytes. Paths are ids of the Loadfile's path table,
// handles are dense slots.
struct Operation {
  Opcode opcode = Opcode::kCount;
  Expectation expectation = Expectation::kSuccess;
  std::uint8_t disposition = 0;  // kCreate
  std::uint8_t reserved = 0;
  std::uint32_t line = 0;  // of the loadfile, from 1
  std::uint32_t path = kNoPath;
  std::uint32_t path2 = kNoPath;  // kRename: the new name
  std::uint32_t handle = kNoHandle;
  std::uint32_t argument = 0;  // create options, information level, point
  std::int64_t offset = 0;     // bytes
  std::int64_t length = 0;     // bytes; kFind: most entries to read
  std::int64_t expected = 0;   // kRead, kWrite: bytes; kFind: entries
};
static_assert(sizeof(Operation) == 48);
static_assert(std::is_trivially_copyable_v<Operation>);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_OPERATION_H_
