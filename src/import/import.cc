#include "import/import.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "import/formats.h"
#include "import/source.h"

namespace fsduel {
namespace {

struct Format {
  const char* name;
  bool (*looks_like)(const ImportSource& source);
  Result<RunResult> (*import)(const ImportSource& source);
};

constexpr Format kFormats[] = {
    {"fio", LooksLikeFio, ImportFio},
    {"tiobench", LooksLikeTiobench, ImportTiobench},
    {"tiotest", LooksLikeTiotest, ImportTiotest},
    {"iozone", LooksLikeIozone, ImportIozone},
    {"ACT", LooksLikeActLog, ImportActLog},
    {"ACT's latency table", LooksLikeActTable, ImportActTable},
    {"seeker", LooksLikeSeeker, ImportSeeker},
    {"dbench", LooksLikeDbench, ImportDbench},
};

}  // namespace

std::string DescribeForeign(const ImportSource& source) {
  struct Sign {
    std::string_view text;
    const char* meaning;
  };
  constexpr Sign kStarts[] = {
      {"\x7f"
       "ELF",
       "a program"},
      {"\x1f\x8b", "a gzip archive: unpack it first"},
      {"\x28\xb5\x2f\xfd", "a zstd archive: unpack it first"},
      {"PK\x03\x04", "a zip archive: unpack it first"},
      {"%PDF", "a PDF"},
      {"\x89PNG", "a picture"},
      {"<", "a web page or XML"},
  };
  constexpr Sign kSigns[] = {
      {"Timing buffered disk reads", "hdparm's output, which has no importer"},
      {"Sequential Output", "bonnie++'s output, which has no importer"},
      {"request=", "ioping's output, which has no importer"},
      {"NTCreateX \"",
       "a loadfile, an input of dbench: `fsduel lint` reads it"},
      {"\"schema_version\"", "a file of an fsduel run, which needs no import"},
  };
  for (const Sign& sign : kStarts) {
    if (source.text.starts_with(sign.text)) {
      return sign.meaning;
    }
  }
  for (const Sign& sign : kSigns) {
    if (source.text.find(sign.text) != std::string_view::npos) {
      return sign.meaning;
    }
  }
  const bool is_binary =
      source.text.substr(0, 1000).find('\0') != std::string_view::npos;
  const bool is_json = Trim(source.text.substr(0, 100)).starts_with('{');
  return is_binary ? "binary data"
         : is_json ? "JSON, but not of fio"
                   : fmt::format("text of another kind, its first line is {}",
                                 Quote(source.lines.front(), 60));
}

Result<RunResult> ImportText(std::string_view text, const std::string& file,
                             const ImportSpec& spec) {
  if (Trim(text).empty()) {
    return Status::Usage(fmt::format("{}:1: the file is empty", file));
  }
  const ImportSource source = MakeSource(text, file, spec);
  for (const Format& format : kFormats) {
    if (!format.looks_like(source)) {
      continue;
    }
    Result<RunResult> run = format.import(source);
    if (!run.ok()) {
      return Status::Usage(fmt::format("{} (read as the output of {})",
                                       run.status().message(), format.name));
    }
    return run;
  }
  std::vector<std::string_view> names;
  for (const Format& format : kFormats) {
    names.push_back(format.name);
  }
  return source.Fail(
      1, fmt::format("this looks like {}; what can be imported is the output "
                     "of {}",
                     DescribeForeign(source), fmt::join(names, ", ")));
}

}  // namespace fsduel
