// The model of `office` as data: applications, their documents, and what each
// does in its turn.
#ifndef FSDUEL_LOADFILES_GENERATOR_APPLICATIONS_H_
#define FSDUEL_LOADFILES_GENERATOR_APPLICATIONS_H_

#include <span>
#include <string_view>

namespace fsduel {

// What a step does; `amount` and `times` of Step mean what is said here. File
// names are relative to the application's folder. A "new file" must not exist.
enum class Action {
  kProbe,      // create an empty new file and delete it: may I write here?
  kLoad,       // read from the start, `times` blocks of `amount` bytes
  kPeek,       // `times` opens, each reading `amount` bytes at the start
  kHold,       // as kPeek once, and keep it open to the end of the turn
  kSkim,       // `times` reads of `amount` bytes at random places
  kFields,     // `times` short reads (8 to 512 bytes) at random places
  kAsk,        // asks for its attributes by name, there or not
  kStamp,      // `times` opens to set its times
  kInspect,    // `times` opens to ask for its attributes
  kTouch,      // `times` opens of every document, nothing read
  kVisit,      // `times` reads of the head of every document
  kSave,       // a new file of `amount` bytes, extended first, then copied
  kSetAside,   // rename it to a backup, kSave `amount` bytes under its name,
               // delete the backup
  kReplace,    // kSave `amount` bytes to a scratch file, rename the old one to
               // a backup and the scratch file to its name, delete the backup
  kFlushEach,  // write 4 KiB at the start and flush, `times` times
  kHeader,     // `times` writes of `amount` bytes at the start
  kPrint,      // a new file, `times` writes of `amount` bytes in order
  kEmpty,      // a new empty file
  kSpool,      // `times` scratch files: looked for twice, made, deleted
  kLockedWrite,  // `times`: lock, read, write `amount` bytes at the start,
                 // flush, unlock
  kDelete,
};

struct Step {
  Action action;
  std::string_view file = "";
  int amount = 0;  // bytes
  int times = 1;
};

struct Document {
  std::string_view name;
  int bytes;
};

// What is done by the way, at random places of the turn.
struct Chatter {
  int look_for_scratch;  // FIND_FIRST that finds nothing
  int list_desk;         // FIND_FIRST of the nine folders
  int free_space;        // QUERY_FS_INFORMATION
  int query_missing;     // QUERY_PATH_INFORMATION of what is not there
  int query_documents;   // ... of what is
  int open_missing;      // NTCreateX of what is not there
  int glance_documents;  // NTCreateX, ReadX of the head, Close
};

struct Application {
  std::string_view folder;
  std::span<const Document> documents;  // made by the set-up, kept for ever
  std::span<const std::string_view> missing;  // looked for in vain
  std::span<const Step> turn;
  Chatter chatter;
};

// In the order of their turns.
std::span<const Application> Applications();

// Three packed files from which documents are restored between two turns.
inline constexpr std::string_view kArchiveFolder = "archive";
std::span<const Document> ArchiveDocuments();

// One visit of an archived document: reads from the start in blocks of 60 KiB,
// then of 4 KiB, and writes blocks of 64 KiB from the start.
struct ArchiveVisit {
  int large_reads;
  int small_reads;
  int writes;
};
// Two kinds of visit alternate: a row has one entry per archived document.
inline constexpr int kArchiveDocumentCount = 3;
std::span<const ArchiveVisit> ArchiveVisits(bool refresh);

// Files that only take space, as a desk has.
std::span<const Document> Ballast();

}  // namespace fsduel

#endif  // FSDUEL_LOADFILES_GENERATOR_APPLICATIONS_H_
