// The table of commands.
#include "cli/command.h"

#include <fmt/format.h>

#include <cassert>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr Example kReplayExamples[] = {
    {"fsduel replay office -D /mnt/ssd -n 8",
     "eight clients replay the office load for 60 s"},
    {"fsduel replay office -D /mnt/a -D /mnt/b -n 128 -t 5m --runs 5",
     "128 clients spread over two directories, five times"},
    {"fsduel replay office:6 backup.load:2 -D . -n 16 --results /tmp/r",
     "a mix: 12 clients replay office, 4 a loadfile of your own"},
    {"fsduel replay office -D /mnt/ssd --durability fsync-end,dirs --verify",
     "with the syncs of a careful program, and every read checked"},
    {"fsduel replay office -D /mnt/ssd --dry-run",
     "what it would need and write; touches nothing"},
};

constexpr Example kSweepExamples[] = {
    {"fsduel sweep -D /mnt/ssd",
     "writes and reads 1 GiB, in order and at random, with 1 to 128 threads"},
    {"fsduel sweep -D /mnt/ssd --threads 1..128 --block 4k,16k,1M --runs 5",
     "three block sizes, five times"},
    {"fsduel sweep -D . --engine io_uring --queue-depth 32 --cache direct",
     "past the page cache, with 32 operations in flight per thread"},
    {"fsduel sweep -D . --pattern mixed:70 --durability fdatasync-each",
     "as a database might"},
    {"fsduel sweep -D /dev/nvme0n1 --pattern rand-read --cache direct",
     "a whole device, read only"},
};

constexpr Example kRunExamples[] = {
    {"fsduel run quick -D /mnt/ssd", "a minute: is this disk sane?"},
    {"fsduel run tiobench -D /mnt/ssd --set threads=1,8 --set size=4G",
     "tiobench's phases, with other values than the profile's"},
    {"fsduel run hdtune -D /mnt/disk",
     "rates by block size, and whether the write cache is on"},
    {"fsduel run ./mine.toml -D . --dry-run",
     "what a profile of yours would do; touches nothing"},
};

constexpr Example kLintExamples[] = {
    {"fsduel lint my.load", "checks a loadfile and says what it does"},
    {"fsduel lint office --json -", "the same as JSON"},
};

constexpr Example kListExamples[] = {
    {"fsduel list", "what ships or lies in $FSDUEL_DATA"},
    {"fsduel list profiles", "the profiles, a line each"},
    {"fsduel list operations", "the operations that a loadfile may name"},
    {"fsduel list patterns", "the patterns of a sweep"},
};

constexpr Example kCompareExamples[] = {
    {"fsduel compare results/before results/after",
     "who wins, by how much, how sure"},
    {"fsduel compare results/", "split by what differs among the runs in it"},
    {"fsduel compare base/ new/ --fail-if 'p99 > +10%'",
     "for CI: exit status 4 when a p99 rose by more than 10 %"},
    {"fsduel compare results/repeated --self-test",
     "how often this host's noise would be taken for a difference"},
};

constexpr Example kImportExamples[] = {
    {"fsduel import dbench.log --time-limit 600s --label old-disk",
     "a run folder from what dbench printed"},
    {"fsduel import tiobench.txt --numruns 3",
     "with tiobench's summed latencies put right"},
};

constexpr Example kDbenchExamples[] = {
    {"fsduel dbench -D /mnt/ssd -t 60 8",
     "what `dbench -D /mnt/ssd -t 60 8` prints"},
    {"ln -s fsduel dbench && ./dbench 8",
     "called by that name it is that command"},
};

constexpr Example kTiobenchExamples[] = {
    {"fsduel tiobench --dir /mnt/ssd --threads 8 --threads 128 --numruns 3",
     "what `tiobench.pl` prints, with averages instead of sums"},
    {"fsduel tiobench --target /mnt/ssd --size 4096 --flushCaches",
     "the tables of later versions; reads come from the device"},
};

constexpr Example kTiotestExamples[] = {
    {"fsduel tiotest -d /mnt/ssd -f 256 -t 8 -k 1 -k 2 -k 3",
     "eight threads write 256 MB each; no other test"},
    {"fsduel tiotest -d /mnt/ssd -T", "the lines that tiobench.pl reads"},
};

constexpr Example kCompletionExamples[] = {
    {"source <(fsduel completion bash)", "for this shell"},
    {"fsduel completion fish > ~/.config/fish/completions/fsduel.fish",
     "for good"},
};

constexpr Example kHelpExamples[] = {
    {"fsduel help replay", "the same as fsduel replay --help"},
};

constexpr CommandRow kRows[] = {
    {CommandId::kReplay, "replay", "LOADFILE[:WEIGHT]...",
     Completes::kLoadfiles, "replay loadfiles with client processes",
     "Starts --clients processes, each with a fresh tree below --directory. "
     "Every client replays a loadfile, pass after pass, until the first limit "
     "is reached. Then it prints, for every operation, how often it ran, how "
     "long it took and where the tail is, and keeps all series in a folder "
     "below --results. Several loadfiles share the clients by weight. A name "
     "without a slash and a suffix is looked up among the data files.",
     kReplayExamples, RunReplayCommand},
    {CommandId::kSweep, "sweep", "", Completes::kNothing,
     "threads x block sizes x patterns on files or a device",
     "For each block size and number of threads, the patterns are run one "
     "after the other on the same files: a phase starts when a barrier opens "
     "and ends when each block was visited once or a limit is reached. Open, "
     "flush and close are rows of their own, so a rate is never that of the "
     "page cache in disguise: before a phase reads, its files are dropped from "
     "the cache, what stayed is counted, and the device's own counters stand "
     "beside.",
     kSweepExamples, RunSweepCommand},
    {CommandId::kRun, "run", "PROFILE", Completes::kProfiles,
     "run a workload that a profile describes",
     "A profile is a file that names patterns, threads, block sizes and what "
     "else a sweep or a replay has, in one or several steps, and the report "
     "that its readers look at; profiles/README.md is the format. It says "
     "first how long it may take and how much it writes. A name without a "
     "slash and a suffix is looked up among the data files.",
     kRunExamples, RunProfileCommand},
    {CommandId::kLint, "lint", "LOADFILE...", Completes::kLoadfiles,
     "check loadfiles, say what they do",
     "Compiles each loadfile and runs it against a model of the tree, without "
     "touching a disk: operations and their shares, sizes, paths, the peak of "
     "space and files of one client, and warnings. A malformed file is refused "
     "with every fault's line, a caret and a proposal.",
     kLintExamples, RunLintCommand},
    {CommandId::kList, "list", "loadfiles|profiles|operations|patterns",
     Completes::kChoices,
     "loadfiles and profiles that ship, operations, patterns",
     "Without a word it lists the loadfiles and the profiles.", kListExamples,
     RunListCommand},
    {CommandId::kCompare, "compare", "RUN...", Completes::kFiles,
     "who wins, by how much, how sure",
     "Compares runs, or folders of runs, side by side; every further side with "
     "the first. Says what is the same and what is not, refuses runs that did "
     "different work, and gives each figure a verdict: faster, slower, the "
     "same within --threshold, or inconclusive and how many runs it would "
     "take. A verdict needs 5 runs a side; with fewer, ratios are shown as "
     "observed, not tested. Runs that were interleaved are compared as pairs. "
     "The last paragraph says it in words.",
     kCompareExamples, RunCompareCommand},
    {CommandId::kImport, "import", "FILE...", Completes::kFiles,
     "output of dbench, tiobench, fio ... becomes a run",
     "Recognises what dbench, tiobench, tiotest, iozone, seeker, fio (JSON) "
     "and ACT print, and writes a run folder that compares. What the source "
     "does not say stays unknown; figures that the source is known to get "
     "wrong are marked, and corrected only on request.",
     kImportExamples, RunImportCommand},
    {CommandId::kDbench, "dbench", "NPROCS", Completes::kNothing,
     "take dbench's command line, print dbench's output",
     "A drop-in for scripts that run dbench 4.0 or its MMTests fork and parse "
     "what it prints. It makes the same system calls, writes only what dbench "
     "writes, keeps no results, and exits 0 or 1. Without --loadfile it "
     "replays the office load.",
     kDbenchExamples, RunDbenchCommand, true},
    {CommandId::kTiobench, "tiobench", "", Completes::kNothing,
     "take tiobench's command line, print tiobench's tables",
     "A drop-in for scripts that run tiobench.pl, 0.3.x or later, and parse "
     "what it prints: sequential and random reads and writes with several "
     "numbers of threads. The columns hold what their titles say: averages "
     "over the runs, the CPU time of the process, latencies of reads and "
     "writes, with the flush in rows of its own. As there, reads come from the "
     "page cache unless --flushcaches or --directio is given. It keeps no "
     "results unless asked to and exits 0 or 1. Options may be shortened and "
     "spelt -size or --flushCaches, as the script takes them.",
     kTiobenchExamples, RunTiobenchCommand, true},
    {CommandId::kTiotest, "tiotest", "", Completes::kNothing,
     "take tiotest's command line, print tiotest's tables",
     "A drop-in for the program that does the work of tiobench: writes, random "
     "writes, reads and random reads with one number of threads.",
     kTiotestExamples, RunTiotestCommand, true},
    {CommandId::kCompletion, "completion", "bash|zsh|fish", Completes::kChoices,
     "print a completion script for a shell",
     "Prints the script; see the examples for where to put it.",
     kCompletionExamples, RunCompletionCommand},
    {CommandId::kHelp, "help", "[COMMAND]", Completes::kNothing,
     "what fsduel does, or how a command is used", "", kHelpExamples,
     RunHelpCommand},
};

}  // namespace

std::span<const CommandRow> Commands() {
  return kRows;
}

const CommandRow* FindCommand(std::string_view name) {
  for (const CommandRow& row : kRows) {
    if (row.name == name) {
      return &row;
    }
  }
  return nullptr;
}

Status UnknownCommand(std::string_view name) {
  std::vector<std::string_view> names;
  for (const CommandRow& row : kRows) {
    names.push_back(row.name);
  }
  return Status::Usage(
      fmt::format("there is no command {}{}; `fsduel --help` lists them",
                  Quote(name), DidYouMean(name, names)));
}

const CommandRow& RowOf(CommandId id) {
  for (const CommandRow& row : kRows) {
    if (row.id == id) {
      return row;
    }
  }
  assert(false);
  return kRows[0];
}

}  // namespace fsduel
