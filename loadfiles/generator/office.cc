// The text of office.load: a head that says what it is, the set-up, one round.
#include "generator/office.h"

#include <fmt/format.h>

#include <string_view>

#include "generator/script.h"
#include "generator/turns.h"

namespace fsduel {
namespace {

constexpr double kMillion = 1e6;

constexpr std::string_view kHead =
    R"(# office: the files of a busy small office, one client.
#
# Eight programs (slides, letters, tables, sheets, reports, records, drawings,
# layout) take turns on one desk. Each probes whether it may write, loads its
# documents, saves through scratch files and backups, looks for files that are
# not there, and asks the server the same questions again and again. Between
# two turns documents are compared with an archive or restored from it, and at
# the end of a round everything new is deleted. The mix of operations, sizes
# and expected failures is that of the NetBench trace as file servers know it.
#
# SETUP .. ENDSETUP is done once per client; what follows is one round, ends
# with the tree it began with, and can be repeated for ever. Programs that do
# not know these two words skip them and repeat the whole file.
#
# Written by office_generator (loadfiles/generator/): change that, not this.
)";

void AppendMix(const Mix& mix, std::string* text) {
  const double total = mix.Total();
  text->append(
      "#\n# operation               in a round   share  fail by design\n");
  for (const auto& [name, count] : mix.operations) {
    text->append(fmt::format("# {:<24}{:>10}{:>7.1f} %", name, count.total,
                             100.0 * count.total / total));
    if (count.failures > 0) {
      text->append(
          fmt::format("{:>8.1f} %", 100.0 * count.failures / count.total));
    }
    text->push_back('\n');
  }
}

void AppendSums(const Script& script, const Mix& setup, const Mix& round,
                std::string* text) {
  text->append(fmt::format(
      "#\n# Round: {} operations, {:.2f} MB read, {:.2f} MB written.\n"
      "# Set-up: {} operations, {:.2f} MB written.\n"
      "# Peak space of a client: {:.1f} MB in {} files and {} folders.\n",
      round.Total(), static_cast<double>(round.bytes_read) / kMillion,
      static_cast<double>(round.bytes_written) / kMillion, setup.Total(),
      static_cast<double>(setup.bytes_written) / kMillion,
      static_cast<double>(script.peak_bytes()) / kMillion, script.peak_files(),
      script.tree().directory_count()));
}

void AppendLines(const std::vector<std::string>& lines, std::string* text) {
  for (const std::string& line : lines) {
    text->append(line);
    text->push_back('\n');
  }
}

}  // namespace

OfficeLoadfile GenerateOffice() {
  Script script;
  Turns turns(&script);
  turns.SetUp();
  const std::vector<std::string> setup = script.TakeLines(0);
  const Mix setup_mix = script.TakeMix();
  const TreeModel before = script.tree();
  turns.Round();
  const std::vector<std::string> round = script.TakeLines(0);
  const Mix round_mix = script.TakeMix();

  OfficeLoadfile result;
  result.faults = script.faults();
  if (script.open_handles() > 0 || script.tree() != before) {
    result.faults.emplace_back("a round does not end as it began");
  }
  result.text = kHead;
  AppendMix(round_mix, &result.text);
  AppendSums(script, setup_mix, round_mix, &result.text);
  result.text.append("SETUP\n");
  AppendLines(setup, &result.text);
  result.text.append("ENDSETUP\n");
  AppendLines(round, &result.text);
  return result;
}

}  // namespace fsduel
