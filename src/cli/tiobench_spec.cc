#include "cli/tiobench_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/options.h"

namespace fsduel {
namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;
// The originals know no limit; a sweep without one would take its own.
constexpr std::chrono::hours kNoLimit(24 * 365);
constexpr std::string_view kPatterns[] = {"seq-write", "rand-write", "seq-read",
                                          "rand-read"};

// What both tools do: as many files as threads, written, flushed at the end,
// and used by the phases that follow.
SweepSpec CommonSweep(std::uint32_t threads, std::uint32_t block_bytes,
                      std::uint64_t size_per_thread_mb) {
  SweepSpec sweep;
  sweep.threads = {threads};
  sweep.blocks = {block_bytes};
  // Rounded down, as there.
  const std::uint64_t bytes = size_per_thread_mb * kMegabyte;
  sweep.size_per_thread = block_bytes == 0 || bytes < block_bytes
                              ? bytes
                              : bytes / block_bytes * block_bytes;
  sweep.time_limit = kNoLimit;
  sweep.durability.fsync_end = true;
  return sweep;
}

Status NotInTurn(std::string_view option) {
  return Status::Usage(fmt::format(
      "{}: here all threads write their files at the same time, as they read "
      "them; leave it out",
      option));
}

Result<TiobenchConfiguration> Configuration(
    const TiobenchSpec& spec, const std::vector<std::string>& targets,
    const TiobenchConfiguration& key) {
  if (spec.random < key.threads) {
    return Status::Usage(fmt::format(
        "--random {} leaves nothing to do for some of {} threads: raise it, or "
        "lower --threads",
        spec.random, key.threads));
  }
  TiobenchConfiguration configuration = key;
  SweepSpec& sweep = configuration.sweep;
  sweep = CommonSweep(key.threads, key.block_bytes,
                      std::max<std::uint64_t>(1, key.size_mb / key.threads));
  sweep.targets = targets;
  sweep.random_operations = spec.random / key.threads * key.threads;
  sweep.runs = spec.runs;
  sweep.cache = spec.cache;
  sweep.seed = spec.seed;
  sweep.results_directory = spec.results_directory;
  sweep.label = "tiobench";
  return configuration;
}

template <typename T>
std::vector<T> OrDefault(const std::vector<T>& values,
                         std::vector<T> fallback) {
  return values.empty() ? std::move(fallback) : values;
}

// Each group of targets is a sweep of its own.
std::vector<std::vector<std::string>> TargetsOf(const TiobenchSpec& spec) {
  std::vector<std::vector<std::string>> groups;
  for (const std::string& directory : spec.directories) {
    groups.push_back({directory});
  }
  if (!spec.targets.empty()) {
    groups.push_back(spec.targets);
  }
  if (groups.empty()) {
    groups.push_back({"."});
  }
  return groups;
}

}  // namespace

std::uint64_t TiobenchDefaultSize(TiobenchLayout layout,
                                  std::uint64_t memory_bytes) {
  const std::uint64_t twice = 2 * memory_bytes / kMegabyte;
  return layout == TiobenchLayout::k034
             ? std::clamp<std::uint64_t>(twice, 200, 2000)
             : std::max<std::uint64_t>(twice, 1);
}

Result<std::vector<TiobenchConfiguration>> TiobenchConfigurations(
    const TiobenchSpec& spec) {
  if (!spec.directories.empty() && !spec.targets.empty()) {
    return Status::Usage(
        "--dir tests directories one after the other, --target all at once: "
        "give one of the two");
  }
  if (spec.in_turn) {
    return NotInTurn("--nofrag");
  }
  std::vector<TiobenchConfiguration> configurations;
  for (const std::vector<std::string>& targets : TargetsOf(spec)) {
    for (const std::uint64_t size : spec.sizes_mb) {
      for (const std::uint32_t block : OrDefault(spec.blocks, {4096})) {
        for (const std::uint32_t threads :
             OrDefault(spec.threads, {1, 2, 4, 8})) {
          Result<TiobenchConfiguration> configuration =
              Configuration(spec, targets, {size, block, threads, {}});
          if (!configuration.ok()) {
            return configuration.status();
          }
          configurations.push_back(std::move(configuration).value());
        }
      }
    }
  }
  return configurations;
}

std::vector<std::string> TiobenchWords(const std::vector<std::string>& words) {
  std::vector<std::string> spelt;
  for (const std::string& word : words) {
    const std::size_t dashes = word.find_first_not_of('-');
    const bool is_option =
        dashes != std::string::npos && (dashes == 1 || dashes == 2);
    if (!is_option) {
      spelt.push_back(word);
      continue;
    }
    const std::size_t end = std::min(word.find('='), word.size());
    const std::string name = ToLower(word.substr(dashes, end - dashes));
    std::vector<std::string_view> matches;
    for (const OptionRow* row : OptionsOf(CommandId::kTiobench)) {
      if (row->name == name) {
        matches = {row->name};
        break;
      }
      if (row->name.starts_with(name)) {
        matches.push_back(row->name);
      }
    }
    spelt.push_back(matches.size() == 1
                        ? fmt::format("--{}{}", matches[0], word.substr(end))
                        : word);
  }
  return spelt;
}

Result<SweepSpec> TiotestSweep(const TiotestSpec& spec) {
  if (spec.in_turn) {
    return NotInTurn("-W");
  }
  if (spec.gap_mb != 0) {
    return Status::Usage(
        "-o: here the threads' parts of a device lie side by side; leave it "
        "out");
  }
  SweepSpec sweep = CommonSweep(spec.threads, spec.block_bytes, spec.size_mb);
  sweep.targets = OrDefault(spec.targets, {"."});
  sweep.write_device = spec.write_device;
  for (std::size_t i = 0; i < std::size(kPatterns); ++i) {
    if (!spec.skip[i]) {
      sweep.patterns.push_back(ParsePattern(kPatterns[i]).value());
    }
  }
  if (sweep.patterns.empty()) {
    return Status::Usage("-k: no test is left");
  }
  sweep.random_operations = spec.random * spec.threads;
  sweep.durability.sync = spec.sync;
  sweep.engine = spec.mmap ? IoEngine::kMmap : IoEngine::kPsync;
  sweep.verify = spec.verify;
  sweep.cache = spec.cache;
  sweep.seed = spec.seed;
  sweep.results_directory = spec.results_directory;
  sweep.label = "tiotest";
  return sweep;
}

}  // namespace fsduel
