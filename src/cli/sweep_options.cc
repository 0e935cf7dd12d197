// The options that only a sweep has; what it shares with replay stands in
// options.cc.
#include <limits>

#include "base/units.h"
#include "cli/options.h"
#include "run/option_values.h"
#include "sweep/sweep_values.h"

namespace fsduel {
namespace {

using Value = std::string_view;
using Options = CommandOptions*;

constexpr std::uint32_t kSweep = static_cast<std::uint32_t>(CommandId::kSweep);
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

Status SetSize(Value value, std::optional<std::uint64_t>* target) {
  const Result<std::int64_t> bytes = ParseSize(value);
  if (bytes.ok() && bytes.value() == 0) {
    return Status::Usage("the size must be more than 0");
  }
  if (bytes.ok()) {
    *target = static_cast<std::uint64_t>(bytes.value());
  }
  return bytes.status();
}

constexpr OptionRow kRows[] = {
    {.name = "write-device",
     .value = "PATH",
     .help = "a block device or file of yours that may be overwritten: the "
             "path of --directory again",
     .group = OptionGroup::kWhere,
     .commands = kSweep,
     .completes = Completes::kFiles,
     .apply = [](Value v,
                 Options o) { return SetPath(v, &o->sweep.write_device); }},
    {.name = "shared-file",
     .help = "one file per directory for all its threads, not one each",
     .group = OptionGroup::kWhere,
     .default_text = "false",
     .commands = kSweep,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->sweep.shared_file); }},
    {.name = "threads",
     .value = "LIST",
     .help = "numbers of threads to try: 1,8,32 or 1..128 (doubling)",
     .group = OptionGroup::kLoad,
     .default_text = "1,8,32,128",
     .commands = kSweep,
     .apply = [](Value v,
                 Options o) { return SetThreads(v, &o->sweep.threads); }},
    {.name = "block",
     .value = "LIST",
     .help = "block sizes to try: 4k,16k,1M or 4k..1M (doubling)",
     .group = OptionGroup::kLoad,
     .default_text = "4k",
     .commands = kSweep,
     .apply = [](Value v,
                 Options o) { return SetBlocks(v, &o->sweep.blocks); }},
    {.name = "pattern",
     .value = "LIST",
     .help = "what to do, in this order; `fsduel list patterns` shows them all",
     .group = OptionGroup::kLoad,
     .default_text = "seq-write,rand-write,seq-read,rand-read",
     .commands = kSweep,
     .apply = [](Value v,
                 Options o) { return AppendPatterns(v, &o->sweep.patterns); }},
    {.name = "engine",
     .value = "psync|vectored|mmap|io_uring",
     .help = "how blocks get to the kernel",
     .group = OptionGroup::kLoad,
     .default_text = "psync",
     .commands = kSweep,
     .completes = Completes::kChoices,
     .apply = [](Value v,
                 Options o) { return SetEngine(v, &o->sweep.engine); }},
    {.name = "queue-depth",
     .value = "N",
     .help = "operations in flight per thread (io_uring)",
     .group = OptionGroup::kLoad,
     .default_text = "1",
     .commands = kSweep,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, 4096, &o->sweep.queue_depth);
         }},
    {.name = "poll",
     .value = "none|submission|completion",
     .help = "let a kernel thread submit (SQPOLL), or poll the device for "
             "completions (IOPOLL; io_uring with direct I/O)",
     .group = OptionGroup::kLoad,
     .default_text = "none",
     .commands = kSweep,
     .completes = Completes::kChoices,
     .list = true,
     .apply = [](Value v, Options o) { return SetPoll(v, &o->sweep); }},
    {.name = "operations",
     .value = "N",
     .help = "of all threads together, then a phase ends",
     .group = OptionGroup::kEnd,
     .commands = kSweep,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kLargest, &o->sweep.operations);
         }},
    {.name = "random-operations",
     .value = "N",
     .help = "the same, of patterns in random order only",
     .group = OptionGroup::kEnd,
     .commands = kSweep,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kLargest, &o->sweep.random_operations);
         }},
    {.name = "time-based",
     .help = "each phase goes on until the time limit, over and over; without "
             "it, a phase visits each block once at most",
     .group = OptionGroup::kEnd,
     .default_text = "false",
     .commands = kSweep,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->sweep.time_based); }},
    {.name = "size",
     .value = "SIZE",
     .help = "of all files together",
     .group = OptionGroup::kStorage,
     .default_text = "1G",
     .commands = kSweep,
     .apply = [](Value v, Options o) { return SetSize(v, &o->sweep.size); }},
    {.name = "size-per-thread",
     .value = "SIZE",
     .help = "of the file of each thread, instead of --size",
     .group = OptionGroup::kStorage,
     .commands = kSweep,
     .apply = [](Value v,
                 Options o) { return SetSize(v, &o->sweep.size_per_thread); }},
    {.name = "cache",
     .value = "warm|drop|direct",
     .help = "drop: the files are flushed and dropped from the page cache "
             "before each phase that finds them, and it is checked; direct: "
             "O_DIRECT; warm: whatever is there",
     .group = OptionGroup::kStorage,
     .default_text = "drop",
     .commands = kSweep,
     .completes = Completes::kChoices,
     .apply =
         [](Value v, Options o) {
           return SetChoice<CachePolicy>(v,
                                         {{"warm", CachePolicy::kWarm},
                                          {"drop", CachePolicy::kDrop},
                                          {"direct", CachePolicy::kDirect}},
                                         &o->sweep.cache);
         }},
    {.name = "dedup",
     .value = "PERCENT",
     .help = "share of the written blocks that are one and the same, 0 to 100",
     .group = OptionGroup::kStorage,
     .default_text = "0",
     .commands = kSweep,
     .apply = [](Value v,
                 Options o) { return SetNumber(v, 0, 100, &o->sweep.dedup); }},
    {.name = "numa",
     .value = "NODE",
     .help = "threads run on the CPUs of this node and take its memory",
     .group = OptionGroup::kMachine,
     .commands = kSweep,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 0, 63, &o->sweep.numa_node);
         }},
};

}  // namespace

std::span<const OptionRow> SweepOptions() {
  return kRows;
}

}  // namespace fsduel
