// The option table of fsduel's own commands.
#include "cli/options.h"

#include <fmt/format.h>

#include <limits>

#include "base/text.h"
#include "base/units.h"
#include "run/option_values.h"

namespace fsduel {
namespace {

using Value = std::string_view;
using Options = CommandOptions*;

constexpr std::uint32_t Bit(CommandId command) {
  return static_cast<std::uint32_t>(command);
}
constexpr std::uint32_t kReplay = Bit(CommandId::kReplay);
constexpr std::uint32_t kSweep = Bit(CommandId::kSweep);
constexpr std::uint32_t kRun = Bit(CommandId::kRun);
constexpr std::uint32_t kLoads = kReplay | kSweep;  // what describes a load
constexpr std::uint32_t kRuns = kLoads | kRun;      // what runs one
constexpr std::uint32_t kLint = Bit(CommandId::kLint);
constexpr std::uint32_t kList = Bit(CommandId::kList);
constexpr std::uint32_t kAll =
    kRuns | kLint | kList | Bit(CommandId::kCompletion) |
    Bit(CommandId::kHelp) | Bit(CommandId::kCompare) | Bit(CommandId::kImport);

constexpr std::int64_t kMostClients = 4096;
constexpr std::int64_t kMostRuns = 10'000;
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

// `set` into an optional, which stays empty when the value is refused.
template <typename T, typename Setter>
Status SetOptional(Value value, Setter set, std::optional<T>* target) {
  T parsed{};
  Status status = set(value, &parsed);
  if (status.ok()) {
    *target = parsed;
  }
  return status;
}

Status SetDuration(Value value, std::chrono::nanoseconds* target) {
  const Result<std::chrono::nanoseconds> duration = ParseDuration(value);
  if (duration.ok()) {
    *target = duration.value();
  }
  return duration.status();
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

constexpr OptionRow kRows[] = {
    {.name = "directory",
     .short_name = 'D',
     .value = "DIR",
     .help = "existing directory to work in; repeat it to spread the clients "
             "or threads over several, in turn",
     .group = OptionGroup::kWhere,
     .commands = kRuns,
     .completes = Completes::kDirectories,
     .apply = [](Value v,
                 Options o) { return AppendPath(v, &o->run.directories); }},
    {.name = "shared-tree",
     .help = "all clients of a directory work in one tree, not in one each",
     .group = OptionGroup::kWhere,
     .default_text = "false",
     .commands = kReplay,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->run.shared_tree); }},
    {.name = "clients",
     .short_name = 'n',
     .value = "N",
     .help = "clients that replay at the same time, 1 to 4096",
     .group = OptionGroup::kLoad,
     .default_text = "1",
     .commands = kReplay,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kMostClients, &o->run.clients);
         }},
    {.name = "set",
     .value = "KEY=VALUE",
     .help =
         "another value for a key of the profile; STEP.KEY=VALUE for one of "
         "its steps; may be repeated",
     .group = OptionGroup::kLoad,
     .commands = kRun,
     .apply =
         [](Value v, Options o) {
           o->settings.emplace_back(v);
           return Status::Ok();
         }},
    {.name = "client-host",
     .value = "process|thread",
     .help = "what a client is",
     .group = OptionGroup::kLoad,
     .default_text = "process",
     .commands = kReplay,
     .completes = Completes::kChoices,
     .apply =
         [](Value v, Options o) {
           return SetChoice<ClientHostKind>(
               v,
               {{"process", ClientHostKind::kProcess},
                {"thread", ClientHostKind::kThread}},
               &o->run.client_host);
         }},
    {.name = "semantics",
     .value = "posix|dbench4",
     .help = "posix does what the words of the loadfile say; dbench4 makes the "
             "system calls that dbench 4.0 makes",
     .group = OptionGroup::kLoad,
     .default_text = "posix",
     .commands = kReplay,
     .completes = Completes::kChoices,
     .apply =
         [](Value v, Options o) {
           return SetChoice<Semantics>(
               v,
               {{"posix", Semantics::kPosix}, {"dbench4", Semantics::kDbench4}},
               &o->run.semantics);
         }},
    {.name = "resolve-names",
     .help = "look names up by scanning directories, as Samba does for names "
             "in another case",
     .group = OptionGroup::kLoad,
     .default_text = "(with --semantics dbench4)",
     .commands = kReplay,
     .apply =
         [](Value v, Options o) {
           return SetOptional(v, SetSwitch, &o->run.resolve_names);
         }},
    {.name = "pace",
     .value = "closed|recorded",
     .help = "closed: the next operation as soon as the last is done; "
             "recorded: at the loadfile's timestamps",
     .group = OptionGroup::kLoad,
     .default_text = "closed",
     .commands = kReplay,
     .completes = Completes::kChoices,
     .apply =
         [](Value v, Options o) {
           return SetChoice<Pace>(
               v,
               {{"closed", Pace::kClosedLoop}, {"recorded", Pace::kRecorded}},
               &o->run.pace);
         }},
    {.name = "target-rate",
     .value = "SIZE",
     .help = "bytes per second that all clients together are held to; what is "
             "missed is made up for",
     .group = OptionGroup::kLoad,
     .commands = kReplay,
     .apply = [](Value v,
                 Options o) { return SetBytes(v, &o->run.target_rate); }},
    {.name = "target-ops",
     .value = "N",
     .help = "operations per second that all clients together are held to",
     .group = OptionGroup::kLoad,
     .commands = kReplay,
     .apply = [](Value v,
                 Options o) { return SetRate(v, &o->run.target_ops); }},
    {.name = "seed",
     .value = "N",
     .help = "everything random follows from it; the same seed gives the same "
             "operations and data",
     .group = OptionGroup::kLoad,
     .default_text = "(drawn, and printed)",
     .commands = kRuns,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 0, kLargest, &o->run.seed);
         }},
    {.name = "on-error",
     .value = "continue|stop",
     .help = "after an operation whose outcome is not the one that the "
             "loadfile expects",
     .group = OptionGroup::kLoad,
     .default_text = "continue",
     .commands = kReplay,
     .completes = Completes::kChoices,
     .apply =
         [](Value v, Options o) {
           return SetChoice<OnError>(
               v, {{"continue", OnError::kContinue}, {"stop", OnError::kStop}},
               &o->run.on_error);
         }},
    {.name = "time-limit",
     .short_name = 't',
     .value = "TIME",
     .help = "length of the measured phase, or of each phase of a sweep; "
             "whatever limit is reached first ends it",
     .group = OptionGroup::kEnd,
     .default_text = "(60s, when there is no other limit)",
     .commands = kLoads,
     .apply =
         [](Value v, Options o) {
           return SetOptional(v, SetPositiveDuration, &o->run.time_limit);
         }},
    {.name = "passes",
     .value = "N",
     .help = "times that each client goes through its loadfile",
     .group = OptionGroup::kEnd,
     .commands = kReplay,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kLargest, &o->run.passes);
         }},
    {.name = "max-written",
     .value = "SIZE",
     .help = "ends the run once this much was written in all, to spare an SSD",
     .group = OptionGroup::kEnd,
     .commands = kRuns,
     .apply = [](Value v,
                 Options o) { return SetBytes(v, &o->run.max_written); }},
    {.name = "warmup",
     .value = "TIME",
     .help = "time before the measured phase that is kept apart",
     .group = OptionGroup::kEnd,
     .default_text = "(a tenth of the time limit)",
     .commands = kReplay,
     .apply =
         [](Value v, Options o) {
           return SetOptional(v, SetDuration, &o->run.warmup);
         }},
    {.name = "runs",
     .value = "N",
     .help = "repeats the run in fresh files and says how far the runs agree",
     .group = OptionGroup::kEnd,
     .default_text = "1",
     .commands = kLoads,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kMostRuns, &o->run.runs);
         }},
    {.name = "runs",
     .value = "N",
     .help = "repeats each step in fresh files: --set runs=N",
     .group = OptionGroup::kEnd,
     .default_text = "(the profile's)",
     .commands = kRun,
     .apply =
         [](Value v, Options o) {
           std::uint32_t runs = 0;
           Status status = SetNumber(v, 1, kMostRuns, &runs);
           o->settings.push_back(fmt::format("runs={}", v));
           return status;
         }},
    {.name = "grace",
     .value = "TIME",
     .help = "how long an operation may go on after the end before its client "
             "is killed and the tree is left",
     .group = OptionGroup::kEnd,
     .default_text = "30s",
     .commands = kLoads,
     .apply = [](Value v, Options o) { return SetDuration(v, &o->run.grace); }},
    {.name = "durability",
     .value = "none|dsync|sync|fdatasync-each|fsync-each|fsync-end|dirs",
     .help = "open files with O_DSYNC or O_SYNC, sync after each write or "
             "before close, sync the parent directory after create, mkdir, "
             "rename, unlink and rmdir",
     .group = OptionGroup::kStorage,
     .default_text = "none",
     .commands = kLoads,
     .completes = Completes::kChoices,
     .list = true,
     .apply = [](Value v,
                 Options o) { return SetDurability(v, &o->run.durability); }},
    {.name = "cache",
     .value = "warm|drop",
     .help = "drop: the page cache is emptied between the phases (needs root)",
     .group = OptionGroup::kStorage,
     .default_text = "warm",
     .commands = kReplay,
     .completes = Completes::kChoices,
     .apply =
         [](Value v, Options o) {
           return SetChoice<CachePolicy>(
               v, {{"warm", CachePolicy::kWarm}, {"drop", CachePolicy::kDrop}},
               &o->run.cache);
         }},
    {.name = "xattr",
     .help = "reads and writes the extended attribute that Samba keeps",
     .group = OptionGroup::kStorage,
     .default_text = "false",
     .commands = kReplay,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->run.xattr); }},
    {.name = "compressible",
     .value = "PERCENT",
     .help = "share of the written data that is zeros, 0 to 100; the rest is "
             "random",
     .group = OptionGroup::kStorage,
     .default_text = "0",
     .commands = kLoads,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 0, 100, &o->run.compressible);
         }},
    {.name = "verify",
     .help = "writes blocks that describe themselves and checks every read",
     .group = OptionGroup::kStorage,
     .default_text = "false",
     .commands = kLoads,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->run.verify); }},
    {.name = "cpus",
     .value = "LIST",
     .help = "client or thread i runs on the i-th of these CPUs, in turn: 0,2 "
             "or 0-3",
     .group = OptionGroup::kMachine,
     .commands = kLoads,
     .apply = [](Value v, Options o) { return SetCpus(v, &o->run.cpus); }},
    {.name = "ioprio",
     .value = "CLASS[:LEVEL]",
     .help = "I/O priority of the load: idle, be:0 to be:7, rt:0 to rt:7",
     .group = OptionGroup::kMachine,
     .commands = kLoads,
     .apply = [](Value v,
                 Options o) { return SetIoPriorityWord(v, &o->run.ioprio); }},
    {.name = "cgroup",
     .value = "DIR",
     .help = "existing cgroup that the load joins",
     .group = OptionGroup::kMachine,
     .commands = kLoads,
     .completes = Completes::kDirectories,
     .apply = [](Value v, Options o) { return SetPath(v, &o->run.cgroup); }},
    {.name = "dry-run",
     .help = "explains the run (cache, space, files, time, bytes written) and "
             "does nothing",
     .group = OptionGroup::kOutput,
     .commands = kRuns,
     .one_way = true,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->dry_run); }},
    {.name = "json",
     .value = "FILE|-",
     .help = "the result as JSON too; - means standard output, and nothing "
             "else is printed there",
     .group = OptionGroup::kOutput,
     .commands = kRuns | kLint,
     .completes = Completes::kFiles,
     .apply = [](Value v, Options o) { return SetPath(v, &o->json); }},
    {.name = "results",
     .value = "DIR",
     .help = "where the folder of the run is made; never below --directory",
     .group = OptionGroup::kOutput,
     .default_text = "results",
     .commands = kRuns,
     .completes = Completes::kDirectories,
     .apply = [](Value v,
                 Options o) { return SetPath(v, &o->run.results_directory); }},
    {.name = "label",
     .value = "TEXT",
     .help = "name of the run, part of its folder's name",
     .group = OptionGroup::kOutput,
     .default_text = "(what is run)",
     .commands = kRuns,
     .apply = [](Value v, Options o) { return SetText(v, &o->run.label); }},
    {.name = "stall-threshold",
     .value = "TIME",
     .help = "operations of at least this length are counted as stalls",
     .group = OptionGroup::kOutput,
     .default_text = "100ms",
     .commands = kLoads,
     .apply =
         [](Value v, Options o) {
           return SetPositiveDuration(v, &o->run.stall_threshold);
         }},
    {.name = "interval",
     .value = "TIME",
     .help = "length of one row of the time series",
     .group = OptionGroup::kOutput,
     .default_text = "1s",
     .commands = kLoads,
     .apply =
         [](Value v, Options o) {
           return SetPositiveDuration(v, &o->run.interval);
         }},
    {.name = "quiet",
     .short_name = 'q',
     .help = "no progress on standard error",
     .group = OptionGroup::kOutput,
     .commands = kRuns,
     .one_way = true,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->quiet); }},
    {.name = "data-dir",
     .value = "DIR",
     .help = "searched first for loadfiles and profiles named without a path",
     .group = OptionGroup::kOther,
     .default_text = "($FSDUEL_DATA, then what was installed)",
     .commands = kReplay | kRun | kLint | kList,
     .completes = Completes::kDirectories,
     .apply =
         [](Value v, Options o) {
           return AppendPath(v, &o->run.data_directories);
         }},
    {.name = "help",
     .short_name = 'h',
     .help = "this text",
     .group = OptionGroup::kOther,
     .commands = kAll,
     .one_way = true,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->help); }},
    {.name = "man",
     .help = "the manual page",
     .group = OptionGroup::kOther,
     .commands = Bit(CommandId::kHelp),
     .one_way = true,
     .unlisted = true,  // for the build, which installs the page
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->man); }},
    {.name = "version",
     .short_name = 'V',
     .help = "the version",
     .group = OptionGroup::kOther,
     .commands = Bit(CommandId::kHelp),
     .one_way = true,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->version); }},
};

}  // namespace

std::span<const OptionRow> FsduelOptions() {
  return kRows;
}

std::vector<const OptionRow*> OptionsOf(CommandId command) {
  std::vector<const OptionRow*> rows;
  for (const auto table :
       {FsduelOptions(), SweepOptions(), DbenchOptions(), TiobenchOptions(),
        TiotestOptions(), ResultOptions()}) {
    for (const OptionRow& row : table) {
      if (row.TakenBy(command)) {
        rows.push_back(&row);
      }
    }
  }
  return rows;
}

std::vector<std::string_view> ChoicesOf(const OptionRow& row) {
  return Split(row.value, '|');
}

}  // namespace fsduel
