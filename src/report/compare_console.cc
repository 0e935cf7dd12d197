// The comparison on a terminal.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/compare_report.h"
#include "report/compare_text.h"
#include "report/compare_words.h"
#include "report/labelled_lines.h"
#include "report/text_table.h"

namespace fsduel {
namespace {

// Rows of operations that take less of the clients' time on both sides are
// left to the other formats.
constexpr double kLeastShare = 0.01;

bool IsShown(const CompareRow& row) {
  const RowSubject& subject = row.subject;
  if (row.primary) {
    return true;
  }
  if (subject.operation.empty()) {
    return false;  // said by a main row
  }
  const double share = std::max(row.a.share, row.b.share);
  const bool has_weight =
      share >= kLeastShare || share == 0 || subject.threads != 0;
  return has_weight && subject.metric != Metric::kP50;
}

std::string Heading(const Comparison& comparison) {
  std::vector<std::string> sides;
  for (const CompareSide& side : comparison.sides) {
    sides.push_back(fmt::format("{} ({} run{})", Printable(side.name),
                                side.run_ids.size(),
                                side.run_ids.size() == 1 ? "" : "s"));
  }
  return fmt::format("{}\n", fmt::join(sides, " against "));
}

std::string FactsText(const Comparison& comparison, const Paint& paint,
                      std::size_t width) {
  LabelledLines lines(width);
  std::vector<std::string> same;
  for (const CompareFact& fact : comparison.facts) {
    if (fact.kind == FactKind::kSame) {
      same.push_back(
          fmt::format("{} {}", fact.name, Printable(fact.values[0])));
    }
  }
  lines.Add("the same", fmt::format("{}", fmt::join(same, "; ")));
  for (const FactKind kind : {FactKind::kSubject, FactKind::kWarning}) {
    bool is_first = true;
    for (const CompareFact& fact : comparison.facts) {
      if (fact.kind != kind) {
        continue;
      }
      std::vector<std::string> values;
      for (const std::string& value : fact.values) {
        values.push_back(value.empty() ? "unknown" : Printable(value));
      }
      const bool warns = kind == FactKind::kWarning;
      lines.Add(!is_first ? ""
                : warns   ? "differs too"
                          : "compared",
                fmt::format("{}: {}", fact.name, fmt::join(values, " | ")),
                warns ? Tone::kWarning : Tone::kPlain);
      is_first = false;
    }
  }
  bool is_first = true;
  for (const std::string& warning : comparison.warnings) {
    lines.Add(is_first ? "warning" : "", Printable(warning), Tone::kWarning);
    is_first = false;
  }
  if (comparison.pairs > 0) {
    lines.Add("pairs",
              fmt::format("{} interleaved pairs of runs", comparison.pairs));
  }
  return lines.Render(paint);
}

Tone ToneOf(const CompareRow& row) {
  return row.primary && row.verdict != Verdict::kInconclusive ? Tone::kStrong
                                                              : Tone::kPlain;
}

std::string SharesText(const CompareRow& row) {
  return row.subject.operation.empty() || row.subject.threads != 0
             ? ""
             : fmt::format("{:.0f} | {:.0f}", row.a.share * 100,
                           row.b.share * 100);
}

class RowTable {
 public:
  RowTable(const Comparison& comparison,
           const std::vector<const CompareRow*>& rows)
      : comparison_(comparison), rows_(rows) {}

  std::string Render(const Paint& paint, std::size_t width) {
    Add("Row", "",
        [](const CompareRow& row) { return std::to_string(row.number); });
    Add("What", "", ShortSubject, true);
    Add(
        "Figure", "",
        [](const CompareRow& row) { return FigureName(row.subject); }, true);
    Add(comparison_.sides[0].name, "median", [](const CompareRow& row) {
      return FigureText(row.subject.metric, row.a.median);
    });
    Add(comparison_.sides[rows_[0]->side].name, "median",
        [](const CompareRow& row) {
          return FigureText(row.subject.metric, row.b.median);
        });
    Add("Ratio", "",
        [](const CompareRow& row) { return RatioText(row.ratio); });
    AddTested();
    Add("Share", "%", SharesText);
    Add(
        "Verdict", rows_[0]->tested ? "" : "observed, not tested",
        [this](const CompareRow& row) { return VerdictText(comparison_, row); },
        true);
    table_.set_gap(table_.width() > width ? 1 : 2);
    return table_.Render(paint);
  }

 private:
  // Columns that are empty everywhere are left out.
  template <typename Text>
  void Add(const std::string& name, const std::string& unit, Text text,
           bool align_left = false) {
    TableColumn column{Printable(name), unit, align_left, {}};
    bool is_empty = true;
    for (const CompareRow* row : rows_) {
      column.cells.push_back({text(*row), ToneOf(*row)});
      is_empty = is_empty && column.cells.back().text.empty();
    }
    if (!is_empty) {
      table_.Add(std::move(column));
    }
  }

  void AddTested() {
    Add("Interval", "95 %", [](const CompareRow& row) {
      return row.a.values.size() < 2 && row.b.values.size() < 2
                 ? ""
                 : fmt::format("{} .. {}", RatioText(row.interval.low),
                               RatioText(row.interval.high));
    });
    Add("p", "", [](const CompareRow& row) {
      return row.tested ? fmt::format("{:.2g}", row.p_adjusted) : "";
    });
  }

  const Comparison& comparison_;
  std::vector<const CompareRow*> rows_;
  TextTable table_;
};

std::string TablesText(const Comparison& comparison, const Paint& paint,
                       std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < comparison.rows.size();) {
    const CompareRow& first = comparison.rows[i];
    std::vector<const CompareRow*> shown;
    std::size_t hidden = 0;
    for (; i < comparison.rows.size(); ++i) {
      const CompareRow& row = comparison.rows[i];
      if (row.side != first.side ||
          row.subject.workload != first.subject.workload) {
        break;
      }
      if (IsShown(row)) {
        shown.push_back(&row);
      } else {
        ++hidden;
      }
    }
    if (shown.empty()) {
      continue;
    }
    text +=
        fmt::format("\n{}, {} over {}:\n", Printable(first.subject.workload),
                    Printable(comparison.sides[first.side].name),
                    Printable(comparison.sides[0].name));
    text += RowTable(comparison, shown).Render(paint, width);
    if (hidden > 0) {
      text += fmt::format("  {} more rows with --csv, --json or --markdown\n",
                          hidden);
    }
  }
  return text;
}

}  // namespace

std::string CompareConsole(const Comparison& comparison,
                           const ConsoleStyle& style) {
  const Paint paint(style.colour);
  const auto width = static_cast<std::size_t>(style.width);
  std::string text = Heading(comparison) + FactsText(comparison, paint, width) +
                     TablesText(comparison, paint, width) + "\n";
  for (const Sentence& sentence : ClosingSentences(comparison)) {
    const std::string whole = fmt::format("- {}{}{}.", Printable(sentence.text),
                                          sentence.rows.empty() ? "" : " ",
                                          RowReference(sentence.rows));
    text += fmt::format("{}\n", fmt::join(WrapText(whole, width - 2), "\n  "));
  }
  return text;
}

std::string SelfTestText(const SelfTestResult& result,
                         const std::string& side) {
  const auto share = [&](std::size_t count) {
    return fmt::format(
        "{} of {} ({:.1f} %)", count, result.splits,
        100.0 * static_cast<double>(count) /
            static_cast<double>(std::max<std::size_t>(result.splits, 1)));
  };
  return fmt::format(
      "Self-test: {} runs of {} split into halves of {}, A against A; every "
      "difference is a false one.\n"
      "  main figures differ  {} random splits; at most 5 % is the promise\n"
      "  other rows differ    {}, any of {} rows\n"
      "  shown to be the same {}, all main figures\n"
      "  first half against second: {}\n"
      "  every other run against the rest: {}\n",
      result.runs, Printable(side), result.runs / 2, share(result.false_main),
      share(result.false_rows), result.rows, share(result.same),
      result.halves_differ ? "DIFFERENT: this host drifts, interleave the sides"
                           : "no difference found",
      result.turns_differ ? "DIFFERENT: this host does not repeat itself"
                          : "no difference found");
}

}  // namespace fsduel
