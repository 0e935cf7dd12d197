#include "sweep/sweep_values.h"

#include <fmt/format.h>

#include <limits>

#include "base/text.h"
#include "base/units.h"
#include "run/option_values.h"

namespace fsduel {
namespace {

constexpr std::size_t kMostBlocks = 64;

Result<std::uint32_t> ParseBlock(std::string_view text) {
  const Result<std::int64_t> bytes = ParseSize(text);
  if (!bytes.ok()) {
    return bytes.status();
  }
  if (bytes.value() < 1 ||
      bytes.value() > std::numeric_limits<std::uint32_t>::max()) {
    return Status::Usage(
        fmt::format("{} is no possible size of a block", Quote(text)));
  }
  return static_cast<std::uint32_t>(bytes.value());
}

// Doubles from the first to the last, which is always there.
Status AppendBlockRange(std::string_view from, std::string_view to,
                        std::vector<std::uint32_t>* blocks) {
  const Result<std::uint32_t> first = ParseBlock(from);
  const Result<std::uint32_t> last = ParseBlock(to);
  if (!first.ok() || !last.ok()) {
    return first.ok() ? last.status() : first.status();
  }
  if (first.value() > last.value()) {
    return Status::Usage(
        fmt::format("{}..{}: the first is the larger", from, to));
  }
  for (std::uint64_t block = first.value(); block < last.value(); block *= 2) {
    blocks->push_back(static_cast<std::uint32_t>(block));
  }
  blocks->push_back(last.value());
  return Status::Ok();
}

}  // namespace

Status SetThreads(std::string_view text, std::vector<std::uint32_t>* target) {
  const Result<std::vector<std::int64_t>> list = ParseCountList(text);
  if (!list.ok()) {
    return list.status();
  }
  constexpr std::int64_t kMost = 4096;
  std::vector<std::uint32_t> threads;
  for (const std::int64_t count : list.value()) {
    if (count < 1 || count > kMost) {
      return Status::Usage(
          fmt::format("{} threads: from 1 to {} are possible", count, kMost));
    }
    threads.push_back(static_cast<std::uint32_t>(count));
  }
  *target = std::move(threads);
  return Status::Ok();
}

Status SetBlocks(std::string_view text, std::vector<std::uint32_t>* target) {
  std::vector<std::uint32_t> blocks;
  for (const std::string_view part : Split(text, ',')) {
    const std::size_t dots = part.find("..");
    Status status;
    if (dots != std::string_view::npos) {
      status = AppendBlockRange(part.substr(0, dots), part.substr(dots + 2),
                                &blocks);
    } else if (const Result<std::uint32_t> block = ParseBlock(part);
               block.ok()) {
      blocks.push_back(block.value());
    } else {
      status = block.status();
    }
    if (!status.ok()) {
      return status;
    }
  }
  if (blocks.size() > kMostBlocks) {
    return Status::Usage(
        fmt::format("more than {} sizes of blocks", kMostBlocks));
  }
  *target = std::move(blocks);
  return Status::Ok();
}

Status AppendPatterns(std::string_view text, std::vector<Pattern>* target) {
  std::vector<Pattern> patterns;
  for (const std::string_view part : Split(text, ',')) {
    const Result<Pattern> pattern = ParsePattern(part);
    if (!pattern.ok()) {
      return pattern.status();
    }
    patterns.push_back(pattern.value());
  }
  target->insert(target->end(), patterns.begin(), patterns.end());
  return Status::Ok();
}

Status SetEngine(std::string_view text, IoEngine* target) {
  return SetChoice<IoEngine>(text,
                             {{"psync", IoEngine::kPsync},
                              {"vectored", IoEngine::kVectored},
                              {"mmap", IoEngine::kMmap},
                              {"io_uring", IoEngine::kUring}},
                             target);
}

Status SetPoll(std::string_view text, SweepSpec* target) {
  bool submission = false;
  bool completion = false;
  for (const std::string_view word : Split(text, ',')) {
    if (word == "submission") {
      submission = true;
    } else if (word == "completion") {
      completion = true;
    } else if (word != "none") {
      return UnknownChoice(word, {"none", "submission", "completion"});
    }
  }
  target->poll_submission = submission;
  target->poll_completion = completion;
  return Status::Ok();
}

}  // namespace fsduel
