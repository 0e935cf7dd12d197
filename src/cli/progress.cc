// The live line and its plain form.
#include "cli/progress.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "base/units.h"

namespace fsduel {
namespace {

constexpr std::chrono::seconds kPlainInterval(5);
constexpr std::string_view kClearLine = "\r\x1B[K";
constexpr std::string_view kRed = "\x1B[31m";
constexpr std::string_view kNoColour = "\x1B[0m";

double Seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

std::string Rate(std::uint64_t amount, std::chrono::nanoseconds time) {
  const double seconds = Seconds(time);
  const double rate = seconds > 0 ? static_cast<double>(amount) / seconds : 0.0;
  return WithThousands(static_cast<std::uint64_t>(std::llround(rate)));
}

std::string Head(const RunProgress& progress) {
  std::string text;
  if (progress.runs > 1) {
    text = fmt::format("run {}/{}  ", progress.run_index, progress.runs);
  }
  text +=
      fmt::format("{} {}", progress.phase, FormatDuration(progress.elapsed));
  if (progress.remaining >= std::chrono::milliseconds(100)) {
    text += fmt::format(", {} left", FormatDuration(progress.remaining));
  }
  return text;
}

}  // namespace

std::string ProgressText(const RunProgress& progress,
                         const ProgressStyle& style) {
  std::string text = Head(progress);
  if (progress.phase == "setup" || progress.phase == "clean-up") {
    text += fmt::format("  {} of {} clients to go", progress.clients_busy,
                        progress.clients);
  } else {
    text += fmt::format("  {} ops/s  {:.1f} MB/s",
                        Rate(progress.interval_operations, progress.interval),
                        progress.interval.count() > 0
                            ? static_cast<double>(progress.interval_bytes) /
                                  1e6 / Seconds(progress.interval)
                            : 0.0);
  }
  if (progress.unexpected > 0) {
    text += fmt::format("  {} unexpected", WithThousands(progress.unexpected));
  }
  const std::size_t width = static_cast<std::size_t>(style.width) - 1;
  if (progress.oldest_operation.empty()) {
    return text.substr(0, width);
  }
  const std::string oldest = fmt::format(
      "  oldest {} ({}, client {})", FormatDuration(progress.oldest_age),
      progress.oldest_operation, progress.oldest_client);
  const bool stalls = progress.oldest_age >= style.stall_threshold;
  if (stalls && style.colour && text.size() + oldest.size() <= width) {
    return fmt::format("{}{}{}{}", text, kRed, oldest, kNoColour);
  }
  return (text + oldest).substr(0, width);
}

bool ProgressObserver::IsDue(const RunProgress& progress) {
  if (style_.live) {
    return true;
  }
  const std::string phase =
      fmt::format("{} {}", progress.run_index, progress.phase);
  if (phase != phase_) {
    phase_ = phase;
    printed_at_ = {};
  }
  // The rates of a first, short interval say nothing.
  if (progress.elapsed - printed_at_ < kPlainInterval) {
    return false;
  }
  printed_at_ = progress.elapsed;
  return true;
}

void ProgressObserver::OnInterval(const RunProgress& progress) {
  if (!IsDue(progress)) {
    return;
  }
  const std::string text = ProgressText(progress, style_);
  write_(style_.live ? fmt::format("{}{}", kClearLine, text) : text + "\n");
  line_is_open_ = style_.live;
}

void ProgressObserver::OnFinish(const RunResult& result) {
  (void)result;
  if (line_is_open_) {
    write_(kClearLine);
    line_is_open_ = false;
  }
}

}  // namespace fsduel
