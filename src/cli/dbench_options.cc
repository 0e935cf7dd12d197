// The option table of the drop-in dbench command: the words of dbench 4.0 and
// of the MMTests fork, mapped to what they mean here.
#include "base/units.h"
#include "cli/options.h"
#include "run/option_values.h"

namespace fsduel {
namespace {

using Value = std::string_view;
using Options = CommandOptions*;

constexpr auto kDbench = static_cast<std::uint32_t>(CommandId::kDbench);
constexpr std::int64_t kMostSeconds = 1'000'000'000;

// Whole seconds, as that tool takes them.
Status SetSeconds(Value value,
                  std::optional<std::chrono::nanoseconds>* target) {
  const Result<std::int64_t> seconds = ParseBounded(value, 0, kMostSeconds);
  if (seconds.ok()) {
    *target = std::chrono::seconds(seconds.value());
  }
  return seconds.status();
}

constexpr OptionRow kRows[] = {
    {.name = "directory",
     .short_name = 'D',
     .value = "DIR",
     .help = "existing directory to work in, below DIR/clients",
     .group = OptionGroup::kWhere,
     .default_text = ".",
     .commands = kDbench,
     .completes = Completes::kDirectories,
     .apply =
         [](Value v, Options o) {
           o->run.directories.clear();
           return AppendPath(v, &o->run.directories);
         }},
    {.name = "loadfile",
     .short_name = 'c',
     .value = "FILE",
     .help = "loadfile to replay",
     .group = OptionGroup::kLoad,
     .default_text = "(the built-in office load)",
     .commands = kDbench,
     .completes = Completes::kFiles,
     .apply =
         [](Value v, Options o) {
           o->run.loadfiles.assign(1, LoadfileSpec());
           // Always a path here, so one without `/` is made to look like one.
           const bool bare = v.find('/') == Value::npos;
           return SetPath(
               bare && !v.empty() ? "./" + std::string(v) : std::string(v),
               &o->run.loadfiles[0].name);
         }},
    {.name = "target-rate",
     .short_name = 'R',
     .value = "MB/S",
     .help = "MB per second that each client is held to",
     .group = OptionGroup::kLoad,
     .commands = kDbench,
     .apply = [](Value v,
                 Options o) { return SetRate(v, &o->dbench_mb_per_client); }},
    {.name = "backend",
     .short_name = 'B',
     .value = "fileio",
     .help = "what is loaded; files are all there is",
     .group = OptionGroup::kLoad,
     .default_text = "fileio",
     .commands = kDbench,
     .completes = Completes::kChoices,
     .apply =
         [](Value v, Options o) {
           return SetChoice<bool>(v, {{"fileio", true}}, &o->dbench_style.fork);
         }},
    {.name = "tcp-options",
     .short_name = 'T',
     .value = "TEXT",
     .help = "taken and ignored: there is no socket",
     .group = OptionGroup::kLoad,
     .commands = kDbench,
     .apply = [](Value, Options) { return Status::Ok(); }},
    {.name = "no-resolve",
     .help = "no name resolution by directory scans",
     .group = OptionGroup::kLoad,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value, Options o) {
           o->run.resolve_names = false;
           return Status::Ok();
         }},
    {.name = "clients-per-process",
     .value = "N",
     .help = "clients that one process serves in turn",
     .group = OptionGroup::kLoad,
     .default_text = "1",
     .commands = kDbench,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, 4096, &o->dbench.clients_per_process);
         }},
    {.name = "timelimit",
     .short_name = 't',
     .value = "SECONDS",
     .help = "length of the measured phase",
     .group = OptionGroup::kEnd,
     .default_text = "600",
     .commands = kDbench,
     .apply = [](Value v,
                 Options o) { return SetSeconds(v, &o->run.time_limit); }},
    {.name = "warmup",
     .value = "SECONDS",
     .help = "length of the warm-up",
     .group = OptionGroup::kEnd,
     .default_text = "(a fifth of the time limit)",
     .commands = kDbench,
     .apply = [](Value v, Options o) { return SetSeconds(v, &o->run.warmup); }},
    {.name = "run-once",
     .help = "one pass per client",
     .group = OptionGroup::kEnd,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value, Options o) {
           o->run.passes = 1;
           return Status::Ok();
         }},
    {.name = "sync",
     .short_name = 's',
     .help = "O_SYNC on every file",
     .group = OptionGroup::kStorage,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           o->dbench_style.sync_open = true;
           return SetSwitch(v, &o->run.durability.sync);
         }},
    {.name = "sync-dir",
     .short_name = 'S',
     .help = "fdatasync of the directory after unlink, rmdir and rename",
     .group = OptionGroup::kStorage,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           o->dbench_style.sync_dirs = true;
           return SetSwitch(v, &o->dbench.sync_dirs);
         }},
    {.name = "fsync",
     .short_name = 'F',
     .help = "fsync after each write",
     .group = OptionGroup::kStorage,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           return SetSwitch(v, &o->run.durability.fsync_each);
         }},
    {.name = "xattr",
     .short_name = 'x',
     .help = "extended attributes",
     .group = OptionGroup::kStorage,
     .commands = kDbench,
     .one_way = true,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->run.xattr); }},
    {.name = "one-byte-write-fix",
     .help = "extends files by ftruncate instead of a write of one byte",
     .group = OptionGroup::kStorage,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           return SetSwitch(v, &o->dbench.one_byte_write_fix);
         }},
    {.name = "stat-check",
     .help = "stat before mkdir, rmdir, create and rename",
     .group = OptionGroup::kStorage,
     .commands = kDbench,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->dbench.stat_check); }},
    {.name = "fake-io",
     .help = "no reads and writes, only their bookkeeping",
     .group = OptionGroup::kStorage,
     .commands = kDbench,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->dbench.fake_io); }},
    {.name = "trunc-io",
     .value = "BYTES",
     .help = "taken and ignored, as it is for files in the fork",
     .group = OptionGroup::kStorage,
     .commands = kDbench,
     .apply = [](Value v, Options) { return ParseSize(v).status(); }},
    {.name = "skip-cleanup",
     .help = "leaves the tree for a later call",
     .group = OptionGroup::kOther,
     .commands = kDbench,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->dbench.skip_cleanup); }},
    {.name = "per-client-results",
     .help = "a table for each client",
     .group = OptionGroup::kOutput,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           return SetSwitch(v, &o->dbench_style.per_client);
         }},
    {.name = "show-execute-time",
     .help = "a line for each pass",
     .group = OptionGroup::kOutput,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           return SetSwitch(v, &o->dbench_style.execute_time);
         }},
    {.name = "machine-readable",
     .help = "the fork's lines for programs",
     .group = OptionGroup::kOutput,
     .commands = kDbench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           o->dbench_style.fork = true;
           return SetSwitch(v, &o->dbench_style.machine_readable);
         }},
    {.name = "help",
     .short_name = '?',
     .help = "this text",
     .group = OptionGroup::kOther,
     .commands = kDbench,
     .one_way = true,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->help); }},
};

}  // namespace

std::span<const OptionRow> DbenchOptions() {
  return kRows;
}

}  // namespace fsduel
