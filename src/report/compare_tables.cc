// The comparison as Markdown and as CSV: all rows.
#include <fmt/format.h>

#include <cmath>

#include "report/compare_report.h"
#include "report/compare_text.h"
#include "report/compare_words.h"
#include "report/paint.h"
#include "result/value.h"

namespace fsduel {
namespace {

// Text of others in a Markdown table or line: no markup, no HTML.
std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : Printable(text)) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' ||
          c == '[' || c == ']') {
        escaped += '\\';
      }
      escaped += c;
    }
  }
  return escaped;
}

std::string MarkdownRow(const Comparison& comparison, const CompareRow& row) {
  const std::string interval =
      row.a.values.size() < 2 && row.b.values.size() < 2
          ? ""
          : fmt::format("{} .. {}", RatioText(row.interval.low),
                        RatioText(row.interval.high));
  const std::string observed = row.tested ? "" : " (observed, not tested)";
  return fmt::format(
      "| {} | {} | {} | {} | {} | {} | {} | {} | {}{} |\n", row.number,
      Escaped(SubjectText(row)), InfoOf(row.subject.metric).name,
      FigureText(row.subject.metric, row.a.median),
      FigureText(row.subject.metric, row.b.median), RatioText(row.ratio),
      interval, row.tested ? fmt::format("{:.2g}", row.p_adjusted) : "",
      Escaped(VerdictText(comparison, row)), observed);
}

std::string FactList(const Comparison& comparison) {
  std::string text;
  for (const CompareFact& fact : comparison.facts) {
    std::vector<std::string> values;
    for (const std::string& value : fact.values) {
      values.push_back(value.empty() ? "unknown" : Escaped(value));
    }
    text += fmt::format("- {}{}: {}\n",
                        fact.kind == FactKind::kWarning ? "**differs too** "
                        : fact.kind == FactKind::kSame  ? "the same "
                                                        : "",
                        fact.name, fmt::join(values, " against "));
  }
  for (const std::string& warning : comparison.warnings) {
    text += fmt::format("- **warning** {}\n", Escaped(warning));
  }
  return text;
}

// What CompareCsv writes of a row.
struct CsvColumn {
  std::string_view name;
  Value (*get)(const Comparison& comparison, const CompareRow& row);
};

// Nothing instead of what is no number.
Value RealOrNothing(double value) {
  return std::isfinite(value) ? Value(value) : Value();
}

template <typename Number>
Value IfTested(const CompareRow& row, Number value) {
  return row.tested ? RealOrNothing(static_cast<double>(value)) : Value();
}

constexpr CsvColumn kCsvColumns[] = {
    {"row",
     [](const Comparison&, const CompareRow& row) {
       return Value(std::uint64_t{row.number});
     }},
    {"first",
     [](const Comparison& comparison, const CompareRow&) {
       return Value(comparison.sides[0].name);
     }},
    {"other",
     [](const Comparison& comparison, const CompareRow& row) {
       return Value(comparison.sides[row.side].name);
     }},
    {"workload",
     [](const Comparison&, const CompareRow& row) {
       return Value(row.subject.workload);
     }},
    {"phase", [](const Comparison&,
                 const CompareRow& row) { return Value(row.subject.phase); }},
    {"threads",
     [](const Comparison&, const CompareRow& row) {
       return Value(std::uint64_t{row.subject.threads});
     }},
    {"block_bytes",
     [](const Comparison&, const CompareRow& row) {
       return Value(std::uint64_t{row.subject.block_bytes});
     }},
    {"operation",
     [](const Comparison&, const CompareRow& row) {
       return Value(row.subject.operation);
     }},
    {"measure",
     [](const Comparison&, const CompareRow& row) {
       return ToValue(row.subject.measure);
     }},
    {"figure",
     [](const Comparison&, const CompareRow& row) {
       return Value(std::string(InfoOf(row.subject.metric).name));
     }},
    {"threshold_ns",
     [](const Comparison&, const CompareRow& row) {
       return row.subject.threshold_ns == 0 ? Value()
                                            : Value(row.subject.threshold_ns);
     }},
    {"main", [](const Comparison&,
                const CompareRow& row) { return Value(row.primary); }},
    {"first_runs",
     [](const Comparison&, const CompareRow& row) {
       return Value(std::uint64_t{row.a.values.size()});
     }},
    {"other_runs",
     [](const Comparison&, const CompareRow& row) {
       return Value(std::uint64_t{row.b.values.size()});
     }},
    {"first_median", [](const Comparison&,
                        const CompareRow& row) { return Value(row.a.median); }},
    {"other_median", [](const Comparison&,
                        const CompareRow& row) { return Value(row.b.median); }},
    {"first_merged", [](const Comparison&,
                        const CompareRow& row) { return Value(row.a.merged); }},
    {"other_merged", [](const Comparison&,
                        const CompareRow& row) { return Value(row.b.merged); }},
    {"first_share", [](const Comparison&,
                       const CompareRow& row) { return Value(row.a.share); }},
    {"other_share", [](const Comparison&,
                       const CompareRow& row) { return Value(row.b.share); }},
    {"first_ops_per_s",
     [](const Comparison&, const CompareRow& row) {
       return Value(row.a.rate);
     }},
    {"other_ops_per_s",
     [](const Comparison&, const CompareRow& row) {
       return Value(row.b.rate);
     }},
    {"ratio",
     [](const Comparison&, const CompareRow& row) { return Value(row.ratio); }},
    {"ratio_low",
     [](const Comparison&, const CompareRow& row) {
       return Value(row.interval.low);
     }},
    {"ratio_high",
     [](const Comparison&, const CompareRow& row) {
       return Value(row.interval.high);
     }},
    {"hodges_lehmann_ratio",
     [](const Comparison&, const CompareRow& row) { return Value(row.shift); }},
    {"cliffs_delta",
     [](const Comparison&, const CompareRow& row) { return Value(row.delta); }},
    {"paired", [](const Comparison&,
                  const CompareRow& row) { return Value(row.paired); }},
    {"p", [](const Comparison&,
             const CompareRow& row) { return IfTested(row, row.p_value); }},
    {"p_holm",
     [](const Comparison&, const CompareRow& row) {
       return IfTested(row, row.p_adjusted);
     }},
    {"p_equivalence",
     [](const Comparison&, const CompareRow& row) {
       return IfTested(row, row.p_equivalence);
     }},
    {"least_detectable_ratio",
     [](const Comparison&, const CompareRow& row) {
       return IfTested(row, row.least_ratio);
     }},
    {"runs_needed",
     [](const Comparison&, const CompareRow& row) {
       return row.runs_needed == 0 ? Value()
                                   : Value(std::uint64_t{row.runs_needed});
     }},
    {"verdict",
     [](const Comparison&, const CompareRow& row) {
       return Value(std::string(NameOf(row.verdict)));
     }},
    {"less_loaded",
     [](const Comparison& comparison, const CompareRow& row) {
       return row.less_loaded == 0
                  ? Value()
                  : Value(comparison.sides[row.less_loaded < 0 ? 0 : row.side]
                              .name);
     }},
};

}  // namespace

std::string CompareMarkdown(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const CompareSide& side : comparison.sides) {
    names.push_back(fmt::format("{} ({} run{})", Escaped(side.name),
                                side.run_ids.size(),
                                side.run_ids.size() == 1 ? "" : "s"));
  }
  std::string text = fmt::format("## {}\n\n{}", fmt::join(names, " against "),
                                 FactList(comparison));
  const CompareRow* last = nullptr;
  for (const CompareRow& row : comparison.rows) {
    if (last == nullptr || last->side != row.side ||
        last->subject.workload != row.subject.workload) {
      text += fmt::format(
          "\n### {}\n\n| row | what | figure | {} | {} | ratio | 95 % | p | "
          "verdict |\n|--:|---|---|--:|--:|--:|---|--:|---|\n",
          Escaped(row.subject.workload), Escaped(comparison.sides[0].name),
          Escaped(comparison.sides[row.side].name));
    }
    text += MarkdownRow(comparison, row);
    last = &row;
  }
  text += "\n";
  for (const Sentence& sentence : ClosingSentences(comparison)) {
    text += fmt::format("- {}{}{}.\n", Escaped(sentence.text),
                        sentence.rows.empty() ? "" : " ",
                        RowReference(sentence.rows));
  }
  return text;
}

std::string CompareCsv(const Comparison& comparison) {
  std::string text;
  for (const CsvColumn& column : kCsvColumns) {
    text.append(column.name).append(",");
  }
  text.back() = '\n';
  for (const CompareRow& row : comparison.rows) {
    for (const CsvColumn& column : kCsvColumns) {
      text.append(FormatCell(column.get(comparison, row))).append(",");
    }
    text.back() = '\n';
  }
  return text;
}

}  // namespace fsduel
