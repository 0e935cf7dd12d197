// The manual page fsduel(1), written from the tables of commands and options.
#include "cli/man_page.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"

namespace fsduel {
namespace {

// A dash is a minus that can be copied, a backslash stays one, and no line of
// text begins with a control character.
std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if ((c == '.' || c == '\'') && escaped.empty()) {
      escaped += fmt::format("\\&{}", c);
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string OptionEntry(const OptionRow& row) {
  std::string names;
  if (row.short_name != '\0') {
    names = fmt::format("\\fB\\-{}\\fR, ", row.short_name);
  }
  const bool both = row.is_switch() && !row.one_way;
  names += fmt::format("\\fB\\-\\-{}{}\\fR", both ? "[no\\-]" : "",
                       Escaped(row.name));
  if (!row.is_switch()) {
    names += fmt::format(" \\fI{}{}\\fR", Escaped(row.value),
                         row.list ? ",..." : "");
  }
  std::string text = fmt::format(".TP\n{}\n{}", names, Escaped(row.help));
  if (!row.default_text.empty() && row.default_text != "false") {
    const bool prose = row.default_text.starts_with('(');
    text += prose ? fmt::format("\n{}", Escaped(row.default_text))
                  : fmt::format("\n(default: {})", Escaped(row.default_text));
  }
  return text + "\n";
}

std::string CommandSection(const CommandRow& command) {
  std::string text = fmt::format(
      ".SS fsduel {} [\\fIOPTION\\fR...]{}{}\n{}\n", command.name,
      command.operands.empty() ? "" : " ", Escaped(command.operands),
      Escaped(command.description.empty() ? command.summary
                                          : command.description));
  for (const OptionRow* row : OptionsOf(command.id)) {
    if (!row->unlisted && row->name != "help") {
      text += OptionEntry(*row);
    }
  }
  return text;
}

std::string Examples() {
  std::string text = ".SH EXAMPLES\n";
  for (const CommandRow& command : Commands()) {
    for (const Example& example : command.examples) {
      text += fmt::format(".TP\n\\fB{}\\fR\n{}\n",
                          Escaped(example.command_line), Escaped(example.does));
    }
  }
  return text;
}

constexpr std::string_view kHead =
    R"(.SH NAME
fsduel \- put a filesystem under load and say where the time went
.SH SYNOPSIS
\fBfsduel\fR \fICOMMAND\fR [\fIOPTION\fR...] [\fIOPERAND\fR...]
.SH DESCRIPTION
fsduel replays loadfiles, lists of file operations, with many client processes,
and measures every operation: how often it ran, how long it took, and where the
tail is. A loadfile is compiled before the clock starts; the measured interval
is the system calls of one operation.
.PP
Results are printed on standard output, progress and messages on standard
error. Every run is kept in a folder of its own below \fB\-\-results\fR.
.PP
Sizes: \fB4k 1M 2GiB\fR are powers of 1024, \fBkB MB GB\fR of 1000. Times:
\fB30\fR (seconds), \fB500ms 60s 5m 2h\fR. Lists: \fB1,8,32\fR, \fB1..64\fR
(doubling), \fB1\-4\fR.
.SH COMMANDS
)";

constexpr std::string_view kTail =
    R"(.SH EXIT STATUS
.TP
\fB0\fR
ran, and every operation did what it should
.TP
\fB1\fR
the run failed or had unexpected results
.TP
\fB2\fR
usage or malformed input; nothing was touched
.TP
\fB3\fR
data read back was not what was written (\fB\-\-verify\fR)
.TP
\fB5\fR
the run is not valid: its figures do not mean what they seem to
.TP
\fB130\fR
interrupted; partial results are kept and marked. Ctrl\-C once stops and
reports, twice aborts
.SH ENVIRONMENT
.TP
\fBFSDUEL_DATA\fR
folder that holds \fBloadfiles/\fR; searched after \fB\-\-data\-dir\fR
.TP
\fBNO_COLOR\fR
when set, nothing is coloured
.SH FILES
.TP
\fBresults/\fISTAMP\fB\-\fILABEL\fB/\fR
one run: run.json and its tables; the formats are described in
results/README.md
)";

}  // namespace

std::string ManPage() {
  std::string text = fmt::format(
      ".\\\" Written by `fsduel --man`; do not edit.\n.TH FSDUEL 1 \"\" "
      "\"fsduel {}\" \"User Commands\"\n{}",
      FSDUEL_VERSION, kHead);
  for (const CommandRow& command : Commands()) {
    text += CommandSection(command);
  }
  return text + std::string(kTail) + Examples();
}

}  // namespace fsduel
