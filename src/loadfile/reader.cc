// The text of a loadfile, line by line, into a LoadfileBuilder.
#include "loadfile/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "base/text.h"
#include "loadfile/diagnostics.h"
#include "loadfile/directive_line.h"
#include "loadfile/line_lexer.h"
#include "loadfile/loadfile_builder.h"
#include "loadfile/operation_line.h"
#include "loadfile/operation_table.h"
#include "loadfile/text_source.h"

namespace fsduel {
namespace {

constexpr std::size_t kMostLine = std::size_t{1} << 20;  // bytes
// No operation line is shorter ("Flush 1 *").
constexpr std::size_t kShortestOperation = 10;
// Room is made ahead for this many; larger programs grow.
constexpr std::size_t kMostReserved = std::size_t{1} << 22;
constexpr std::int64_t kMostSeconds = 1'000'000'000;  // of a timestamp

// Names of dbench's other backends, whose files are not for a filesystem.
struct BackendName {
  std::string_view backend;
  std::string_view name;
};
constexpr std::array kBackendNames = {
    BackendName{"nfs", "ACCESS3"},
    BackendName{"nfs", "COMMIT3"},
    BackendName{"nfs", "CREATE3"},
    BackendName{"nfs", "FSINFO3"},
    BackendName{"nfs", "FSSTAT3"},
    BackendName{"nfs", "GETATTR3"},
    BackendName{"nfs", "LINK3"},
    BackendName{"nfs", "LOOKUP3"},
    BackendName{"nfs", "MKDIR3"},
    BackendName{"nfs", "PATHCONF3"},
    BackendName{"nfs", "READ3"},
    BackendName{"nfs", "READDIRPLUS3"},
    BackendName{"nfs", "READLINK3"},
    BackendName{"nfs", "REMOVE3"},
    BackendName{"nfs", "RENAME3"},
    BackendName{"nfs", "RMDIR3"},
    BackendName{"nfs", "SETATTR3"},
    BackendName{"nfs", "SYMLINK3"},
    BackendName{"nfs", "WRITE3"},
    BackendName{"nfs", "LOCK4"},
    BackendName{"nfs", "UNLOCK4"},
    BackendName{"nfs", "TEST4"},
    BackendName{"smb", "OPEN"},
    BackendName{"smb", "READ"},
    BackendName{"smb", "READDIR"},
    BackendName{"block", "FDATASYNC"},
    BackendName{"scsi", "READ6"},
    BackendName{"scsi", "READ10"},
    BackendName{"scsi", "READ16"},
    BackendName{"scsi", "WRITE10"},
    BackendName{"scsi", "WRITE16"},
    BackendName{"scsi", "READCAPACITY10"},
    BackendName{"scsi", "TESTUNITREADY"},
    BackendName{"scsi", "SYNCHRONIZECACHE10"},
};

std::string ExplainName(std::string_view name) {
  for (const BackendName& row : kBackendNames) {
    if (EqualIgnoreCase(name, row.name)) {
      return fmt::format(
          "{} is for dbench's {} backend; only loadfiles for files can be "
          "replayed",
          Quote(name, 40), row.backend);
    }
  }
  std::vector<std::string_view> names(DirectiveNames().begin(),
                                      DirectiveNames().end());
  for (const OperationRow& row : OperationTable()) {
    names.push_back(row.name);
  }
  return fmt::format("unknown operation {}{}", Quote(name, 40),
                     DidYouMean(name, names));
}

// Seconds with a fraction, in microseconds (truncated), or -1.
std::int64_t ParseTimestamp(std::string_view text) {
  std::int64_t seconds = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    seconds = seconds * 10 + (text[at] - '0');
    if (seconds > kMostSeconds) {
      return -1;
    }
  }
  std::int64_t fraction = 0;
  std::int64_t unit = 100'000;
  if (at < text.size() && text[at] == '.') {
    for (++at; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      fraction += unit * (text[at] - '0');
      unit /= 10;
    }
  }
  return at == text.size() ? seconds * 1'000'000 + fraction : -1;
}

class Compiler {
 public:
  Compiler(std::string name, std::string_view text)
      : name_(name),
        text_(text),
        builder_(std::move(name)),
        operations_(&builder_, &faults_),
        directives_(&builder_, &faults_) {
    for (const OperationRow& row : OperationTable()) {
      names_[NameSlot(row.name)] = &row;
    }
  }

  Result<std::shared_ptr<const Loadfile>> Compile() {
    if (text_.size() > kMostLoadfileText) {
      faults_.FailAt({}, 1, "the text is longer than 4 GiB");
      return faults_.ToStatus(name_);
    }
    if (!CheckIsText()) {
      return faults_.ToStatus(name_);
    }
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      text_.remove_prefix(kByteOrderMark.size());
    }
    Reserve();
    const std::uint32_t lines = ParseLines();
    directives_.Finish();
    if (faults_.count() == 0 && !builder_.pass_has_operations()) {
      faults_.FailAt({}, 1,
                     builder_.is_empty()
                         ? "there is no operation in it"
                         : "no pass over it runs an operation on a file");
    }
    if (faults_.count() > 0) {
      return faults_.ToStatus(name_);
    }
    return builder_.Finish(lines);
  }

 private:
  bool CheckIsText() {
    const std::size_t zero = text_.find('\0');
    if (zero == text_.npos) {
      return true;
    }
    const std::string_view before = text_.substr(0, zero);
    const std::size_t newline = before.rfind('\n');
    const std::size_t start = newline == before.npos ? 0 : newline + 1;
    const auto line = static_cast<std::uint32_t>(
        std::count(before.begin(), before.end(), '\n') + 1);
    // Without the line, which would say little.
    return faults_.FailAt({line, {}}, zero - start + 1,
                          "a zero byte: this is not a text file");
  }

  void Reserve() {
    std::size_t lines = 1;
    for (std::size_t at = text_.find('\n'); at != text_.npos;
         at = text_.find('\n', at + 1)) {
      ++lines;
    }
    builder_.Reserve(std::min(
        {lines, text_.size() / kShortestOperation + 1, kMostReserved}));
  }

  // Returns how many there are.
  std::uint32_t ParseLines() {
    std::uint32_t number = 0;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      std::string_view line = text_.substr(at, end - at);
      at = end + 1;
      if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
      }
      faults_.SetLine({++number, line});
      ParseLine(line);
    }
    return number;
  }

  bool ParseLine(std::string_view line) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == line.npos || line[start] == '#') {
      return true;
    }
    if (line.size() > kMostLine) {
      return faults_.Fail(1, "this line is longer than 1 MiB");
    }
    if (const auto pattern = PatternOf(line.substr(start))) {
      return directives_.ParsePattern(*pattern);
    }
    if (!lexer_.Split(line, &faults_)) {
      return false;
    }
    const std::span<const Word> words = lexer_.words();
    const std::string_view first = words[0].text;
    if (first.empty() || first[0] < '0' || first[0] > '9') {
      return ParseWords(words, false);
    }
    const std::int64_t due_us = ParseTimestamp(first);
    if (due_us < 0) {
      return faults_.Fail(
          words[0].column,
          fmt::format("{} is not a time in seconds from 0 to {} since the "
                      "start",
                      Quote(first, 40), kMostSeconds));
    }
    if (words.size() == 1) {
      return faults_.Fail(line.size() + 1,
                          "the operation is missing after the time");
    }
    builder_.SetDue(due_us);
    return ParseWords(words.subspan(1), true);
  }

  bool ParseWords(std::span<const Word> words, bool is_timed) {
    const std::string_view name = words[0].text;
    const OperationRow* row = names_[NameSlot(name)];
    if (row != nullptr && row->name == name &&
        (!IsControl(row->opcode) || row->opcode == Opcode::kSleep)) {
      return ParseOperation(*row, words);
    }
    if (const DirectiveRow* directive = FindDirective(name)) {
      return is_timed ? faults_.Fail(words[0].column,
                                     fmt::format("{} takes no time before it",
                                                 directive->name))
                      : directives_.Parse(*directive, words);
    }
    row = FindOperation(name);
    if (row != nullptr && row->opcode != Opcode::kWritePattern) {
      return ParseOperation(*row, words);
    }
    directives_.TakeRepeat();
    if (name.substr(0, 3) == "SMB") {
      return faults_.Fail(words[0].column,
                          "this is a loadfile of dbench 1, which has another "
                          "format");
    }
    if (row != nullptr) {
      return faults_.Fail(words[0].column,
                          "WRITEPATTERN takes no time before it");
    }
    return faults_.Fail(words[0].column,
                        faults_.is_full() ? "" : ExplainName(name));
  }

  bool ParseOperation(const OperationRow& row, std::span<const Word> words) {
    const std::optional<std::int64_t> times = directives_.TakeRepeat();
    if (times) {
      builder_.BeginLoop(*times);
    }
    const bool ok = operations_.Parse(row, words);
    if (times) {
      builder_.EndLoop();
    }
    return ok;
  }

  // Where the row of an operation name stands in names_. The factors give each
  // name its own slot; were two to share one, FindOperation() finds the other.
  static std::size_t NameSlot(std::string_view name) {
    if (name.empty()) {
      return 0;
    }
    const std::size_t first = static_cast<unsigned char>(name.front());
    const std::size_t third = static_cast<unsigned char>(name[name.size() / 3]);
    return (name.size() * 13 + first * 10 + third) % 64;
  }

  std::string name_;
  std::string_view text_;
  DiagnosticList faults_;
  LoadfileBuilder builder_;
  LineLexer lexer_;
  OperationLineParser operations_;
  DirectiveParser directives_;
  std::array<const OperationRow*, 64> names_{};
};

}  // namespace

Result<std::shared_ptr<const Loadfile>> CompileLoadfile(std::string name,
                                                        std::string_view text) {
  try {
    return Compiler(std::move(name), text).Compile();
  } catch (const std::bad_alloc&) {
    return Status::System("not enough memory to compile the loadfile");
  }
}

Result<std::shared_ptr<const Loadfile>> ReadLoadfile(const std::string& path) {
  Result<std::unique_ptr<TextSource>> source = OpenTextSource(path);
  if (!source.ok()) {
    return source.status();
  }
  return CompileLoadfile(path, source.value()->text());
}

}  // namespace fsduel
