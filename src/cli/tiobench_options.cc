// The option tables of the drop-in tiobench and tiotest: the words of 0.3.x and
// of later versions, mapped to what they mean here. Tiotest itself has short
// options only; the long ones are ours.
#include <algorithm>
#include <limits>

#include "base/units.h"
#include "cli/options.h"
#include "run/option_values.h"

namespace fsduel {
namespace {

using Value = std::string_view;
using Options = CommandOptions*;

constexpr auto kTiobench = static_cast<std::uint32_t>(CommandId::kTiobench);
constexpr auto kTiotest = static_cast<std::uint32_t>(CommandId::kTiotest);
constexpr std::int64_t kMostThreads = 4096;
constexpr std::int64_t kMostRuns = 10'000;
constexpr std::int64_t kMostMegabytes = std::int64_t{1} << 30;
constexpr std::int64_t kLargestBlock = std::int64_t{1} << 30;
constexpr std::int64_t kMostOperations = std::int64_t{1} << 50;
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

// Adds the numbers of a list; each time the option is given it adds more.
template <typename T>
Status AppendNumbers(Value value, std::int64_t most, std::vector<T>* target) {
  const Result<std::vector<std::int64_t>> list = ParseCountList(value);
  if (!list.ok()) {
    return list.status();
  }
  for (const std::int64_t number : list.value()) {
    if (number < 1 || number > most) {
      return ParseBounded(std::to_string(number), 1, most).status();
    }
  }
  for (const std::int64_t number : list.value()) {
    target->push_back(static_cast<T>(number));
  }
  return Status::Ok();
}

Status SetSeconds(Value value,
                  std::optional<std::chrono::nanoseconds>* target) {
  const Result<std::int64_t> seconds = ParseBounded(value, 1, 1'000'000'000);
  if (seconds.ok()) {
    *target = std::chrono::seconds(seconds.value());
  }
  return seconds.status();
}

// A switch that stands for one of the cache policies.
Status SetCache(Value value, CachePolicy policy, CachePolicy* target) {
  bool wanted = false;
  Status status = SetSwitch(value, &wanted);
  if (status.ok()) {
    *target = wanted ? policy : CachePolicy::kWarm;
  }
  return status;
}

Status Ignore(Value value) {
  bool ignored = false;
  return SetSwitch(value, &ignored);
}

constexpr OptionRow kTiobenchRows[] = {
    {.name = "dir",
     .value = "DIR",
     .help = "existing directory to work in; several are tested one after the "
             "other",
     .group = OptionGroup::kWhere,
     .default_text = ".",
     .commands = kTiobench,
     .completes = Completes::kDirectories,
     .apply =
         [](Value v, Options o) {
           return AppendPath(v, &o->tiobench.directories);
         }},
    {.name = "target",
     .value = "DIR",
     .help = "the same; the threads are spread over several",
     .group = OptionGroup::kWhere,
     .commands = kTiobench,
     .completes = Completes::kDirectories,
     .apply = [](Value v,
                 Options o) { return AppendPath(v, &o->tiobench.targets); }},
    {.name = "size",
     .value = "LIST",
     .help = "MB (2^20) of all files together",
     .group = OptionGroup::kLoad,
     .default_text = "(twice the memory; with --layout 0.3 at most 2000)",
     .commands = kTiobench,
     .apply =
         [](Value v, Options o) {
           return AppendNumbers(v, kMostMegabytes, &o->tiobench.sizes_mb);
         }},
    {.name = "block",
     .value = "LIST",
     .help = "bytes of a block",
     .group = OptionGroup::kLoad,
     .default_text = "4096",
     .commands = kTiobench,
     .apply =
         [](Value v, Options o) {
           return AppendNumbers(v, kLargestBlock, &o->tiobench.blocks);
         }},
    {.name = "threads",
     .value = "LIST",
     .help = "threads, each with a file of its own",
     .group = OptionGroup::kLoad,
     .default_text = "1,2,4,8",
     .commands = kTiobench,
     .apply =
         [](Value v, Options o) {
           return AppendNumbers(v, kMostThreads, &o->tiobench.threads);
         }},
    {.name = "random",
     .value = "N",
     .help = "random operations of all threads together",
     .group = OptionGroup::kLoad,
     .default_text = "4000",
     .commands = kTiobench,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kMostOperations, &o->tiobench.random);
         }},
    {.name = "seed",
     .value = "N",
     .help = "everything random follows from it",
     .group = OptionGroup::kLoad,
     .default_text = "(drawn)",
     .commands = kTiobench,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 0, kLargest, &o->tiobench.seed);
         }},
    {.name = "numruns",
     .value = "N",
     .help = "runs of each configuration; rows show averages over them",
     .group = OptionGroup::kEnd,
     .default_text = "1",
     .commands = kTiobench,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kMostRuns, &o->tiobench.runs);
         }},
    {.name = "timeout",
     .value = "SECONDS",
     .help = "after this time no further configuration is begun",
     .group = OptionGroup::kEnd,
     .commands = kTiobench,
     .apply = [](Value v,
                 Options o) { return SetSeconds(v, &o->tiobench.timeout); }},
    {.name = "nofrag",
     .help = "not possible here: threads write their files at the same time",
     .group = OptionGroup::kStorage,
     .commands = kTiobench,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->tiobench.in_turn); }},
    {.name = "flushcaches",
     .help = "empties the page cache before each phase",
     .group = OptionGroup::kStorage,
     .commands = kTiobench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           return SetCache(v, CachePolicy::kDrop, &o->tiobench.cache);
         }},
    {.name = "directio",
     .help = "O_DIRECT: past the page cache",
     .group = OptionGroup::kStorage,
     .commands = kTiobench,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           return SetCache(v, CachePolicy::kDirect, &o->tiobench.cache);
         }},
    {.name = "layout",
     .value = "0.3|git",
     .help = "of the tables: 0.3 has no header row below a title, git has one",
     .group = OptionGroup::kOutput,
     .default_text = "(0.3; with --target git)",
     .commands = kTiobench,
     .completes = Completes::kChoices,
     .apply =
         [](Value v, Options o) {
           TiobenchLayout layout{};
           Status status = SetChoice<TiobenchLayout>(
               v,
               {{"0.3", TiobenchLayout::k034}, {"git", TiobenchLayout::kGit}},
               &layout);
           if (status.ok()) {
             o->tiobench.layout = layout;
           }
           return status;
         }},
    {.name = "identifier",
     .value = "TEXT",
     .help = "first column of the tables",
     .group = OptionGroup::kOutput,
     .default_text = "(the kernel's release)",
     .commands = kTiobench,
     .apply = [](Value v,
                 Options o) { return SetText(v, &o->tiobench.identifier); }},
    {.name = "flush-rows",
     .help = "latencies of the flush at the end, below the rows of the writes",
     .group = OptionGroup::kOutput,
     .default_text = "true",
     .commands = kTiobench,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->tiobench.flush_rows); }},
    {.name = "results",
     .value = "DIR",
     .help = "keeps each configuration in a folder below DIR",
     .group = OptionGroup::kOutput,
     .default_text = "(nothing is kept)",
     .commands = kTiobench,
     .completes = Completes::kDirectories,
     .apply =
         [](Value v, Options o) {
           return SetPath(v, &o->tiobench.results_directory);
         }},
    {.name = "debug",
     .value = "N",
     .help = "taken and ignored",
     .commands = kTiobench,
     .apply = [](Value v,
                 Options) { return ParseBounded(v, 0, 100).status(); }},
    {.name = "progress",
     .help = "taken and ignored",
     .commands = kTiobench,
     .one_way = true,
     .apply = [](Value v, Options) { return Ignore(v); }},
    {.name = "help",
     .short_name = 'h',
     .help = "this text",
     .commands = kTiobench,
     .one_way = true,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->help); }},
};

constexpr OptionRow kTiotestRows[] = {
    {.name = "directory",
     .short_name = 'd',
     .value = "DIR",
     .help = "existing directory to work in; the threads are spread over "
             "several",
     .group = OptionGroup::kWhere,
     .default_text = ".",
     .commands = kTiotest,
     .completes = Completes::kDirectories,
     .apply = [](Value v,
                 Options o) { return AppendPath(v, &o->tiotest.targets); }},
    {.name = "raw",
     .short_name = 'R',
     .help =
         "taken and ignored: a block device given with -d is seen to be one",
     .group = OptionGroup::kWhere,
     .commands = kTiotest,
     .one_way = true,
     .apply = [](Value v, Options) { return Ignore(v); }},
    {.name = "write-device",
     .value = "DEVICE",
     .help = "the block device of -d once more, before anything is written to "
             "it",
     .group = OptionGroup::kWhere,
     .commands = kTiotest,
     .completes = Completes::kFiles,
     .apply = [](Value v,
                 Options o) { return SetPath(v, &o->tiotest.write_device); }},
    {.name = "size",
     .short_name = 'f',
     .value = "N",
     .help = "MB (2^20) of each thread's file",
     .group = OptionGroup::kLoad,
     .default_text = "10",
     .commands = kTiotest,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kMostMegabytes, &o->tiotest.size_mb);
         }},
    {.name = "block",
     .short_name = 'b',
     .value = "N",
     .help = "bytes of a block",
     .group = OptionGroup::kLoad,
     .default_text = "4096",
     .commands = kTiotest,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kLargestBlock, &o->tiotest.block_bytes);
         }},
    {.name = "threads",
     .short_name = 't',
     .value = "N",
     .help = "threads, each with a file of its own",
     .group = OptionGroup::kLoad,
     .default_text = "4",
     .commands = kTiotest,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kMostThreads, &o->tiotest.threads);
         }},
    {.name = "random",
     .short_name = 'r',
     .value = "N",
     .help = "random operations of each thread",
     .group = OptionGroup::kLoad,
     .default_text = "1000",
     .commands = kTiotest,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, kMostOperations / kMostThreads,
                            &o->tiotest.random);
         }},
    {.name = "skip",
     .short_name = 'k',
     .value = "N",
     .help =
         "leaves a test out: 0 write, 1 random write, 2 read, 3 random read",
     .group = OptionGroup::kLoad,
     .commands = kTiotest,
     .apply =
         [](Value v, Options o) {
           const Result<std::int64_t> test = ParseBounded(v, 0, 3);
           if (test.ok()) {
             o->tiotest.skip.at(static_cast<std::size_t>(test.value())) = true;
           }
           return test.status();
         }},
    {.name = "seed",
     .value = "N",
     .help = "everything random follows from it",
     .group = OptionGroup::kLoad,
     .default_text = "(drawn)",
     .commands = kTiotest,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 0, kLargest, &o->tiotest.seed);
         }},
    {.name = "mmap",
     .short_name = 'M',
     .help = "through memory maps of the files",
     .group = OptionGroup::kStorage,
     .commands = kTiotest,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->tiotest.mmap); }},
    {.name = "in-turn",
     .short_name = 'W',
     .help = "not possible here: threads write their files at the same time",
     .group = OptionGroup::kStorage,
     .commands = kTiotest,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->tiotest.in_turn); }},
    {.name = "sync",
     .short_name = 'S',
     .help = "O_SYNC on every file",
     .group = OptionGroup::kStorage,
     .commands = kTiotest,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->tiotest.sync); }},
    {.name = "drop-caches",
     .short_name = 'F',
     .help = "empties the page cache before each phase",
     .group = OptionGroup::kStorage,
     .commands = kTiotest,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           return SetCache(v, CachePolicy::kDrop, &o->tiotest.cache);
         }},
    {.name = "direct",
     .short_name = 'X',
     .help = "O_DIRECT: past the page cache",
     .group = OptionGroup::kStorage,
     .commands = kTiotest,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           return SetCache(v, CachePolicy::kDirect, &o->tiotest.cache);
         }},
    {.name = "consistency",
     .short_name = 'c',
     .help = "writes blocks that describe themselves and checks every read",
     .group = OptionGroup::kStorage,
     .commands = kTiotest,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->tiotest.verify); }},
    {.name = "offset",
     .short_name = 'o',
     .value = "N",
     .help = "MB between the threads' parts of a device; only 0 is possible "
             "here",
     .group = OptionGroup::kStorage,
     .default_text = "0",
     .commands = kTiotest,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 0, kMostMegabytes, &o->tiotest.gap_mb);
         }},
    {.name = "offset-first",
     .short_name = 'O',
     .help = "taken and ignored",
     .group = OptionGroup::kStorage,
     .commands = kTiotest,
     .one_way = true,
     .apply = [](Value v, Options) { return Ignore(v); }},
    {.name = "terse",
     .short_name = 'T',
     .help = "lines for programs",
     .group = OptionGroup::kOutput,
     .commands = kTiotest,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->tiotest.style.terse); }},
    {.name = "hide-latency",
     .short_name = 'L',
     .help = "no table of latencies",
     .group = OptionGroup::kOutput,
     .commands = kTiotest,
     .one_way = true,
     .apply =
         [](Value v, Options o) {
           bool hide = false;
           Status status = SetSwitch(v, &hide);
           o->tiotest.style.latency = !hide;
           return status;
         }},
    {.name = "flush-rows",
     .help = "latencies of the flush at the end, below those of the tests",
     .group = OptionGroup::kOutput,
     .default_text = "true",
     .commands = kTiotest,
     .apply =
         [](Value v, Options o) {
           return SetSwitch(v, &o->tiotest.style.flush_rows);
         }},
    {.name = "results",
     .value = "DIR",
     .help = "keeps the run in a folder below DIR",
     .group = OptionGroup::kOutput,
     .default_text = "(nothing is kept)",
     .commands = kTiotest,
     .completes = Completes::kDirectories,
     .apply =
         [](Value v, Options o) {
           return SetPath(v, &o->tiotest.results_directory);
         }},
    {.name = "debug",
     .short_name = 'D',
     .value = "N",
     .help = "taken and ignored",
     .commands = kTiotest,
     .apply = [](Value v,
                 Options) { return ParseBounded(v, 0, 100).status(); }},
    {.name = "help",
     .short_name = 'h',
     .help = "this text",
     .commands = kTiotest,
     .one_way = true,
     .apply = [](Value v, Options o) { return SetSwitch(v, &o->help); }},
};

}  // namespace

std::span<const OptionRow> TiobenchOptions() {
  return kTiobenchRows;
}

std::span<const OptionRow> TiotestOptions() {
  return kTiotestRows;
}

}  // namespace fsduel
