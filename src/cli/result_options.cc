// The options of the commands that start from stored results.
#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "base/text.h"
#include "cli/options.h"
#include "run/option_values.h"

namespace fsduel {
namespace {

using Value = std::string_view;
using Options = CommandOptions*;

constexpr auto kCompare = static_cast<std::uint32_t>(CommandId::kCompare);
constexpr auto kImport = static_cast<std::uint32_t>(CommandId::kImport);

// "2", "2%" or "0.5 %", above 0 and below 100.
Status SetPercent(Value text, double* target) {
  Value number = text;
  if (number.ends_with('%')) {
    number = Trim(number.substr(0, number.size() - 1));
  }
  double percent = 0;
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), percent,
                      std::chars_format::fixed);
  if (error != std::errc() || end != number.data() + number.size() ||
      !(percent > 0 && percent < 100)) {
    return Status::Usage(
        fmt::format("{} is no percentage above 0 and below 100", Quote(text)));
  }
  *target = percent / 100;
  return Status::Ok();
}

// Words of --correct, separated by commas.
Status SetCorrections(Value text, ImportSpec* target) {
  ImportSpec spec = *target;
  for (const std::string_view word : Split(text, ',')) {
    bool ImportSpec::*member = nullptr;
    Status status = SetChoice<bool ImportSpec::*>(
        word,
        {{"cpu", &ImportSpec::correct_cpu},
         {"random-rates", &ImportSpec::correct_random_rates},
         {"access-time", &ImportSpec::correct_access_time}},
        &member);
    if (!status.ok()) {
      return status;
    }
    spec.*member = true;
  }
  *target = spec;
  return Status::Ok();
}

constexpr OptionRow kRows[] = {
    {.name = "threshold",
     .value = "PERCENT",
     .help = "differences up to this do not matter",
     .group = OptionGroup::kOther,
     .default_text = "2%",
     .commands = kCompare,
     .apply = [](Value v,
                 Options o) { return SetPercent(v, &o->compare.threshold); }},
    {.name = "fail-if",
     .value = "LIMIT",
     .help = "exit with 4 when a figure changed by so much from the first "
             "side: 'p99 > +10%', 'throughput < -5%', 'Flush max > +50%'; may "
             "be repeated",
     .group = OptionGroup::kOther,
     .commands = kCompare,
     .apply =
         [](Value v, Options o) {
           Result<FailLimit> limit = ParseFailLimit(v);
           if (limit.ok()) {
             o->compare.fail_if.push_back(std::move(limit).value());
             return Status::Ok();
           }
           return limit.status();
         }},
    {.name = "self-test",
     .help = "compare the runs of one side with each other, A against A: how "
             "often is noise taken for a difference?",
     .group = OptionGroup::kOther,
     .commands = kCompare,
     .one_way = true,
     .apply = [](Value v,
                 Options o) { return SetSwitch(v, &o->compare.self_test); }},
    {.name = "json",
     .value = "FILE|-",
     .help = "the comparison as JSON too; - means standard output, and nothing "
             "else is printed there",
     .group = OptionGroup::kOutput,
     .commands = kCompare,
     .completes = Completes::kFiles,
     .apply = [](Value v, Options o) { return SetPath(v, &o->json); }},
    {.name = "markdown",
     .value = "FILE|-",
     .help = "the comparison as Markdown too, with all rows",
     .group = OptionGroup::kOutput,
     .commands = kCompare,
     .completes = Completes::kFiles,
     .apply = [](Value v,
                 Options o) { return SetPath(v, &o->compare.markdown); }},
    {.name = "csv",
     .value = "FILE|-",
     .help = "all rows with all figures as CSV too",
     .group = OptionGroup::kOutput,
     .commands = kCompare,
     .completes = Completes::kFiles,
     .apply = [](Value v, Options o) { return SetPath(v, &o->compare.csv); }},
    {.name = "label",
     .value = "TEXT",
     .help = "name of the run, part of its folder's name",
     .group = OptionGroup::kOutput,
     .default_text = "(the tool's name)",
     .commands = kImport,
     .apply = [](Value v,
                 Options o) { return SetText(v, &o->import_spec.label); }},
    {.name = "results",
     .value = "DIR",
     .help = "where the folder of the run is made",
     .group = OptionGroup::kOutput,
     .default_text = "results",
     .commands = kImport,
     .completes = Completes::kDirectories,
     .apply = [](Value v,
                 Options o) { return SetPath(v, &o->run.results_directory); }},
    {.name = "time-limit",
     .short_name = 't',
     .value = "TIME",
     .help = "how long the load ran, for output that does not say it (a "
             "dbench table alone)",
     .group = OptionGroup::kLoad,
     .default_text = "(estimated, and marked so)",
     .commands = kImport,
     .apply =
         [](Value v, Options o) {
           std::chrono::nanoseconds time{};
           Status status = SetPositiveDuration(v, &time);
           if (status.ok()) {
             o->import_spec.time_limit = time;
           }
           return status;
         }},
    {.name = "numruns",
     .value = "N",
     .help = "what tiobench.pl was told: it adds up the latencies of its runs, "
             "and this divides them again",
     .group = OptionGroup::kLoad,
     .default_text = "(not corrected, and marked so)",
     .commands = kImport,
     .apply =
         [](Value v, Options o) {
           constexpr std::int64_t kMost = 10'000;
           return SetNumber(v, 1, kMost, &o->import_spec.numruns);
         }},
    {.name = "correct",
     .value = "cpu|random-rates|access-time",
     .help = "put right what is known to be wrong: CPU % of tiobench 0.3 above "
             "one thread, rates of the random phases of tiobench builds from "
             "2003 to 2023, seeker's access time",
     .group = OptionGroup::kLoad,
     .commands = kImport,
     .completes = Completes::kChoices,
     .list = true,
     .apply = [](Value v,
                 Options o) { return SetCorrections(v, &o->import_spec); }},
    {.name = "random",
     .value = "N",
     .help = "what tiobench.pl was told: random operations of all threads",
     .group = OptionGroup::kLoad,
     .default_text = "4000",
     .commands = kImport,
     .apply =
         [](Value v, Options o) {
           return SetNumber(v, 1, std::numeric_limits<std::uint32_t>::max(),
                            &o->import_spec.random_operations);
         }},
};

}  // namespace

std::span<const OptionRow> ResultOptions() {
  return kRows;
}

}  // namespace fsduel
