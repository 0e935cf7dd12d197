// Unexpected results, stuck operations and warnings.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "report/console_parts.h"
#include "report/labelled_lines.h"
#include "report/number_text.h"

namespace fsduel {
namespace {

constexpr std::size_t kMostExamples = 10;

// "  - text", wrapped; further lines stand below the text.
std::string Item(std::string_view text, std::size_t width) {
  constexpr std::size_t kIndent = 4;
  std::string lines;
  for (const std::string& line :
       WrapText(Printable(text), width > 2 * kIndent ? width - kIndent : 40)) {
    lines += (lines.empty() ? "  - " : "    ") + line + "\n";
  }
  return lines;
}

std::string Heading(std::string_view text, Tone tone, const Paint& paint) {
  return "\n  " + paint(tone, text) + "\n";
}

// "client 3, office:412, WriteX '/clients/...': expected success, got ...".
std::string ExampleText(const UnexpectedExample& example) {
  std::string text =
      fmt::format("client {}, {}:{}, {}", example.client, example.loadfile,
                  example.line, example.operation);
  if (!example.path.empty()) {
    text += " " + Quote(example.path);
  }
  return text +
         fmt::format(": expected {}, got {}", example.expected, example.got);
}

std::string UnexpectedPart(const RunResult& result, std::size_t width,
                           const Paint& paint) {
  const std::vector<UnexpectedCount> counts = UnexpectedCountsOf(result);
  std::vector<const UnexpectedExample*> examples;
  for (const PhaseResult& phase : result.phases) {
    for (const UnexpectedExample& example : phase.unexpected) {
      examples.push_back(&example);
    }
  }
  if (counts.empty() && examples.empty()) {
    return "";
  }
  std::uint64_t total = 0;
  for (const UnexpectedCount& count : counts) {
    total += count.count;
  }
  std::string text =
      Heading(fmt::format("Unexpected results: {}", WithThousands(total)),
              Tone::kBad, paint);
  for (const UnexpectedCount& count : counts) {
    text += fmt::format("  {:>8} x {}: {}\n", WithThousands(count.count),
                        Printable(count.operation), count.what);
  }
  if (!examples.empty()) {
    const std::size_t shown = std::min(examples.size(), kMostExamples);
    text += Heading(shown < total ? fmt::format("The first {} of them:", shown)
                                  : "In full:",
                    Tone::kStrong, paint);
    for (std::size_t i = 0; i < shown; ++i) {
      text += Item(ExampleText(*examples[i]), width);
    }
  }
  return text;
}

std::string StuckPart(const RunResult& result, std::size_t width,
                      const Paint& paint) {
  std::string text;
  for (const PhaseResult& phase : result.phases) {
    for (const StuckOperation& stuck : phase.stuck) {
      text += Item(
          fmt::format("client {}, line {}, {}: >= {}", stuck.client, stuck.line,
                      stuck.operation,
                      NanosecondsText(static_cast<double>(stuck.at_least_ns))),
          width);
    }
  }
  return text.empty() ? ""
                      : Heading("Still running when the grace period was over:",
                                Tone::kBad, paint) +
                            text;
}

std::string WarningsPart(const RunResult& result, std::size_t width,
                         const Paint& paint) {
  if (result.warnings.empty()) {
    return "";
  }
  std::string text =
      Heading(result.warnings.size() == 1 ? "Warning" : "Warnings",
              Tone::kWarning, paint);
  for (const RunWarning& warning : result.warnings) {
    text += Item((warning.severity == Validity::kInvalid ? "INVALID: " : "") +
                     warning.text,
                 width);
  }
  return text;
}

}  // namespace

std::string ConsoleProblems(const RunResult& result,
                            const ConsoleStyle& style) {
  const Paint paint(style.colour);
  const auto width = static_cast<std::size_t>(style.width);
  return UnexpectedPart(result, width, paint) +
         StuckPart(result, width, paint) + WarningsPart(result, width, paint);
}

}  // namespace fsduel
