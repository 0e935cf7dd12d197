// The table of keys.
#include "profile/profile_keys.h"

#include <fmt/format.h>

#include <limits>

#include "base/text.h"
#include "base/units.h"
#include "run/option_values.h"
#include "sweep/sweep_values.h"
#include "workload/pattern.h"

namespace fsduel {
namespace {

using Value = std::string_view;
using Step = ProfileStep*;

constexpr std::uint32_t kThreaded = kSweepKey | kMetadataKey;
constexpr std::uint32_t kBoth = kSweepKey | kReplayKey;
constexpr std::uint32_t kAll = kBoth | kMetadataKey;
constexpr std::int64_t kMostThreads = 4096;
constexpr std::int64_t kMostFileSize = std::int64_t{1} << 30;
constexpr std::int64_t kMostFiles = 99'999'999;  // what their names count
constexpr std::int64_t kMostRuns = 10'000;
constexpr std::int64_t kMostQueueDepth = 4096;
constexpr std::int64_t kMostNumaNode = 63;
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

// A key that sweeps and replays have in common.
template <typename Setter>
Status InBoth(Step step, Setter set) {
  Status status = set(&step->sweep);
  return status.ok() ? set(&step->replay) : status;
}

Status SetBytes(Value value, std::optional<std::uint64_t>* target) {
  const Result<std::int64_t> bytes = ParseSize(value);
  if (bytes.ok() && bytes.value() == 0) {
    return Status::Usage("the size must be more than 0");
  }
  if (bytes.ok()) {
    *target = static_cast<std::uint64_t>(bytes.value());
  }
  return bytes.status();
}

Status SetTime(Value value, std::optional<std::chrono::nanoseconds>* target) {
  std::chrono::nanoseconds time{};
  Status status = SetPositiveDuration(value, &time);
  if (status.ok()) {
    *target = time;
  }
  return status;
}

Status SetWarmup(Value value, Step step) {
  const Result<std::chrono::nanoseconds> time = ParseDuration(value);
  if (time.ok()) {
    step->replay.warmup = time.value();
  }
  return time.status();
}

Status SetGrace(Value value, Step step) {
  const Result<std::chrono::nanoseconds> time = ParseDuration(value);
  if (time.ok()) {
    step->sweep.grace = step->replay.grace = time.value();
  }
  return time.status();
}

Status SetPatterns(Value value, Step step) {
  std::vector<Pattern> patterns;
  Status status = AppendPatterns(value, &patterns);
  if (status.ok()) {
    step->sweep.patterns = std::move(patterns);
  }
  return status;
}

Status SetLoadfiles(Value value, Step step) {
  std::vector<LoadfileSpec> loadfiles;
  for (const std::string_view word : Split(value, ',')) {
    Status status = AppendLoadfile(word, &loadfiles);
    if (!status.ok()) {
      return status;
    }
  }
  step->replay.loadfiles = std::move(loadfiles);
  return Status::Ok();
}

Status SetFileSizes(Value value, Step step) {
  std::vector<std::uint32_t> sizes;
  for (const std::string_view word : Split(value, ',')) {
    const Result<std::int64_t> bytes = ParseSize(word);
    if (!bytes.ok()) {
      return bytes.status();
    }
    if (bytes.value() > kMostFileSize) {
      return Status::Usage(fmt::format("{} is more than 1 GiB", Quote(word)));
    }
    sizes.push_back(static_cast<std::uint32_t>(bytes.value()));
  }
  step->metadata.file_sizes = std::move(sizes);
  return Status::Ok();
}

Status SetSweepCache(Value value, Step step) {
  return SetChoice<CachePolicy>(value,
                                {{"warm", CachePolicy::kWarm},
                                 {"drop", CachePolicy::kDrop},
                                 {"direct", CachePolicy::kDirect}},
                                &step->sweep.cache);
}

Status SetReplayCache(Value value, Step step) {
  return SetChoice<CachePolicy>(
      value, {{"warm", CachePolicy::kWarm}, {"drop", CachePolicy::kDrop}},
      &step->replay.cache);
}

constexpr ProfileKey kKeys[] = {
    {"loadfile", KeyType::kText, true, kReplayKey,
     "loadfiles to replay, by name or path, each with its weight: office:6",
     SetLoadfiles},
    {"clients", KeyType::kNumber, false, kReplayKey,
     "clients that replay at the same time, 1 to 4096",
     [](Value v, Step s) {
       return SetNumber(v, 1, kMostThreads, &s->replay.clients);
     }},
    {"pattern", KeyType::kText, true, kSweepKey,
     "access patterns, one phase each, on the same files", SetPatterns},
    {"threads", KeyType::kNumber, true, kThreaded,
     "numbers of threads, 1 to 4096: 1,8,32 or 1..64",
     [](Value v, Step s) { return SetThreads(v, &s->sweep.threads); }},
    {"block", KeyType::kSize, true, kSweepKey, "block sizes; 4k..1M doubles",
     [](Value v, Step s) { return SetBlocks(v, &s->sweep.blocks); }},
    {"size", KeyType::kSize, true, kSweepKey,
     "bytes of all files together; several make one step each",
     [](Value v, Step s) {
       s->sweep.size_per_thread.reset();
       return SetBytes(v, &s->sweep.size);
     },
     true},
    {"size-per-thread", KeyType::kSize, true, kSweepKey,
     "bytes of each thread's file; several make one step each",
     [](Value v, Step s) {
       s->sweep.size.reset();
       return SetBytes(v, &s->sweep.size_per_thread);
     },
     true},
    {"files", KeyType::kNumber, false, kMetadataKey,
     "files of all threads together",
     [](Value v, Step s) {
       return SetNumber(v, 1, kMostFiles, &s->metadata.files);
     }},
    {"file-size", KeyType::kSize, true, kMetadataKey,
     "bytes that are written into each new file, 0 to 1G", SetFileSizes},
    {"shared-directory", KeyType::kSwitch, false, kMetadataKey,
     "one directory for all threads, not one each",
     [](Value v, Step s) {
       return SetSwitch(v, &s->metadata.shared_directory);
     }},
    {"shared-file", KeyType::kSwitch, false, kSweepKey,
     "one file for all threads of a directory",
     [](Value v, Step s) { return SetSwitch(v, &s->sweep.shared_file); }},
    {"time-limit", KeyType::kTime, false, kBoth,
     "length of a phase, at most; of the measured phase of a replay",
     [](Value v, Step s) {
       return InBoth(s,
                     [v](auto* spec) { return SetTime(v, &spec->time_limit); });
     }},
    {"time-based", KeyType::kSwitch, false, kSweepKey,
     "a phase goes on until its time limit, over and over",
     [](Value v, Step s) { return SetSwitch(v, &s->sweep.time_based); }},
    {"operations", KeyType::kNumber, false, kSweepKey,
     "operations of all threads in a phase, at most",
     [](Value v, Step s) {
       return SetNumber(v, 1, kLargest, &s->sweep.operations);
     }},
    {"random-operations", KeyType::kNumber, false, kSweepKey,
     "the same, of patterns in random order only",
     [](Value v, Step s) {
       return SetNumber(v, 1, kLargest, &s->sweep.random_operations);
     }},
    {"passes", KeyType::kNumber, false, kReplayKey,
     "times that each client goes through its loadfile",
     [](Value v, Step s) {
       return SetNumber(v, 1, kLargest, &s->replay.passes);
     }},
    {"warmup", KeyType::kTime, false, kReplayKey,
     "time before the measured phase that is kept apart", SetWarmup},
    {"max-written", KeyType::kSize, false, kBoth,
     "ends the run once this much was written",
     [](Value v, Step s) {
       return InBoth(
           s, [v](auto* spec) { return SetBytes(v, &spec->max_written); });
     }},
    {"runs", KeyType::kNumber, false, kAll, "repeats with fresh files",
     [](Value v, Step s) {
       return InBoth(s, [v](auto* spec) {
         return SetNumber(v, 1, kMostRuns, &spec->runs);
       });
     }},
    {"grace", KeyType::kTime, false, kAll,
     "how long an operation may go on after the end", SetGrace},
    {"engine", KeyType::kText, false, kSweepKey,
     "psync, vectored, mmap or io_uring",
     [](Value v, Step s) { return SetEngine(v, &s->sweep.engine); }},
    {"queue-depth", KeyType::kNumber, false, kSweepKey,
     "operations in flight per thread, with io_uring",
     [](Value v, Step s) {
       return SetNumber(v, 1, kMostQueueDepth, &s->sweep.queue_depth);
     }},
    {"poll", KeyType::kText, true, kSweepKey,
     "none, submission or completion, with io_uring",
     [](Value v, Step s) { return SetPoll(v, &s->sweep); }},
    {"cache", KeyType::kText, false, kSweepKey,
     "of each read phase: warm, drop or direct (O_DIRECT)", SetSweepCache},
    {"cache", KeyType::kText, false, kReplayKey,
     "between the phases: warm or drop", SetReplayCache},
    {"durability", KeyType::kText, true, kAll,
     "none, dsync, sync, fdatasync-each, fsync-each, fsync-end, dirs",
     [](Value v, Step s) {
       return InBoth(
           s, [v](auto* spec) { return SetDurability(v, &spec->durability); });
     }},
    {"compressible", KeyType::kNumber, false, kAll,
     "per cent of zeros in the data",
     [](Value v, Step s) {
       return InBoth(s, [v](auto* spec) {
         return SetNumber(v, 0, 100, &spec->compressible);
       });
     }},
    {"dedup", KeyType::kNumber, false, kSweepKey,
     "per cent of the blocks that are one and the same",
     [](Value v, Step s) { return SetNumber(v, 0, 100, &s->sweep.dedup); }},
    {"verify", KeyType::kSwitch, false, kBoth, "checks every read",
     [](Value v, Step s) {
       return InBoth(s,
                     [v](auto* spec) { return SetSwitch(v, &spec->verify); });
     }},
    {"semantics", KeyType::kText, false, kReplayKey, "posix or dbench4",
     [](Value v, Step s) {
       return SetChoice<Semantics>(
           v, {{"posix", Semantics::kPosix}, {"dbench4", Semantics::kDbench4}},
           &s->replay.semantics);
     }},
    {"shared-tree", KeyType::kSwitch, false, kReplayKey,
     "all clients of a directory work in one tree",
     [](Value v, Step s) { return SetSwitch(v, &s->replay.shared_tree); }},
    {"xattr", KeyType::kSwitch, false, kReplayKey,
     "reads and writes the extended attribute that Samba keeps",
     [](Value v, Step s) { return SetSwitch(v, &s->replay.xattr); }},
    {"on-error", KeyType::kText, false, kReplayKey, "continue or stop",
     [](Value v, Step s) {
       return SetChoice<OnError>(
           v, {{"continue", OnError::kContinue}, {"stop", OnError::kStop}},
           &s->replay.on_error);
     }},
    {"pace", KeyType::kText, false, kReplayKey, "closed or recorded",
     [](Value v, Step s) {
       return SetChoice<Pace>(
           v, {{"closed", Pace::kClosedLoop}, {"recorded", Pace::kRecorded}},
           &s->replay.pace);
     }},
    {"target-rate", KeyType::kSize, false, kReplayKey,
     "bytes per second that all clients together are held to",
     [](Value v, Step s) { return SetBytes(v, &s->replay.target_rate); }},
    {"target-ops", KeyType::kNumber, false, kReplayKey,
     "operations per second that all clients together are held to",
     [](Value v, Step s) { return SetRate(v, &s->replay.target_ops); }},
    {"cpus", KeyType::kNumber, true, kAll,
     "thread or client i runs on the i-th of these CPUs, in turn",
     [](Value v, Step s) {
       return InBoth(s, [v](auto* spec) { return SetCpus(v, &spec->cpus); });
     }},
    {"numa", KeyType::kNumber, false, kThreaded,
     "NUMA node whose CPUs and memory are used",
     [](Value v, Step s) {
       return SetNumber(v, 0, kMostNumaNode, &s->sweep.numa_node);
     }},
    {"ioprio", KeyType::kText, false, kAll,
     "I/O priority: idle, be:0 to be:7, rt:0 to rt:7",
     [](Value v, Step s) {
       return InBoth(
           s, [v](auto* spec) { return SetIoPriorityWord(v, &spec->ioprio); });
     }},
    {"seed", KeyType::kNumber, false, kAll, "everything random follows from it",
     [](Value v, Step s) {
       return InBoth(s, [v](auto* spec) {
         return SetNumber(v, 0, kLargest, &spec->seed);
       });
     }},
    {"stall-threshold", KeyType::kTime, false, kAll,
     "operations of at least this length are counted as stalls",
     [](Value v, Step s) {
       return InBoth(s, [v](auto* spec) {
         return SetPositiveDuration(v, &spec->stall_threshold);
       });
     }},
    {"interval", KeyType::kTime, false, kAll,
     "length of one row of the time series",
     [](Value v, Step s) {
       return InBoth(s, [v](auto* spec) {
         return SetPositiveDuration(v, &spec->interval);
       });
     }},
};

constexpr HeadKey kHeadKeys[] = {
    {"summary", "what it is, in one line; needed"},
    {"about", "what else there is to know"},
    {"kind", "sweep (usual), replay or metadata"},
    {"report", "how the result is printed; table is the usual one"},
};

}  // namespace

std::string_view KeyTypeName(KeyType type) {
  switch (type) {
    case KeyType::kText:
      return "a text";
    case KeyType::kNumber:
      return "a number";
    case KeyType::kSize:
      return "a size (\"4k\" or 4096)";
    case KeyType::kTime:
      return "a time (\"60s\" or 60)";
    case KeyType::kSwitch:
      break;
  }
  return "true or false";
}

bool Takes(KeyType key, TomlType value) {
  switch (value) {
    case TomlType::kText:
      return key != KeyType::kSwitch;
    case TomlType::kWhole:
      return key != KeyType::kSwitch && key != KeyType::kText;
    case TomlType::kBroken:
      return key == KeyType::kTime || key == KeyType::kNumber;
    case TomlType::kSwitch:
      return key == KeyType::kSwitch;
    case TomlType::kOther:
      break;
  }
  return false;
}

std::uint32_t KindBit(ProfileKind kind) {
  switch (kind) {
    case ProfileKind::kReplay:
      return kReplayKey;
    case ProfileKind::kMetadata:
      return kMetadataKey;
    case ProfileKind::kSweep:
      break;
  }
  return kSweepKey;
}

std::span<const ProfileKey> ProfileKeys() {
  return kKeys;
}

std::span<const HeadKey> HeadKeys() {
  return kHeadKeys;
}

const ProfileKey* FindProfileKey(std::string_view name, ProfileKind kind) {
  for (const ProfileKey& key : kKeys) {
    if (key.name == name && (key.kinds & KindBit(kind)) != 0) {
      return &key;
    }
  }
  return nullptr;
}

std::vector<std::string_view> ProfileKeyNames(ProfileKind kind) {
  std::vector<std::string_view> names;
  for (const ProfileKey& key : kKeys) {
    if ((key.kinds & KindBit(kind)) != 0) {
      names.push_back(key.name);
    }
  }
  return names;
}

}  // namespace fsduel
