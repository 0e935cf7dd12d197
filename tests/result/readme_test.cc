// results/README.md lists exactly the columns that the program has.
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "result/run_fields.h"
#include "result/tables.h"

namespace fsduel {
namespace {

const char kReadme[] = FSDUEL_SOURCE_DIR "/results/README.md";

std::string ReadReadme() {
  std::ifstream stream(kReadme);
  std::ostringstream contents;
  contents << stream.rdbuf();
  return contents.str();
}

std::string Begin(const TableDescription& table) {
  return "<!-- begin: " + std::string(table.file) + " -->\n";
}

std::string Markdown(const TableDescription& table) {
  std::string text = "| column | unit | meaning |\n|---|---|---|\n";
  for (const ColumnDescription& column : table.columns) {
    text.append("| `").append(column.name).append("` | ");
    text.append(column.unit).append(column.unit.empty() ? "| " : " | ");
    text.append(column.meaning).append(column.meaning.empty() ? "|\n" : " |\n");
  }
  return text;
}

std::vector<TableDescription> AllTables() {
  std::vector<TableDescription> tables = DescribeTables();
  for (TableDescription& table : DescribeRunFields()) {
    tables.push_back(std::move(table));
  }
  return tables;
}

// With FSDUEL_UPDATE_GOLDEN set, puts the lists into the file.
TEST(ResultsReadmeTest, ListsExactlyTheColumnsOfTheProgram) {
  // Tests set no variables.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  const bool update = std::getenv("FSDUEL_UPDATE_GOLDEN") != nullptr;
  std::string readme = ReadReadme();
  for (const TableDescription& table : AllTables()) {
    const std::size_t begin = readme.find(Begin(table));
    ASSERT_NE(begin, std::string::npos) << table.file;
    const std::size_t start = begin + Begin(table).size();
    const std::size_t end = readme.find("<!-- end -->", start);
    ASSERT_NE(end, std::string::npos) << table.file;
    if (update) {
      readme.replace(start, end - start, Markdown(table));
    } else {
      EXPECT_EQ(readme.substr(start, end - start), Markdown(table))
          << table.file;
    }
  }
  if (update) {
    std::ofstream(kReadme) << readme;
  }
}

TEST(ResultsReadmeTest, HasNoListThatTheProgramDoesNotKnow) {
  std::set<std::string> known;
  for (const TableDescription& table : AllTables()) {
    known.insert(Begin(table));
  }
  const std::string readme = ReadReadme();
  const std::string mark = "<!-- begin: ";
  for (std::size_t at = readme.find(mark); at != std::string::npos;
       at = readme.find(mark, at + 1)) {
    const std::string line = readme.substr(at, readme.find('\n', at) + 1 - at);
    EXPECT_EQ(known.count(line), 1U) << line;
  }
}

TEST(ResultsReadmeTest, NoColumnIsDeclaredTwice) {
  for (const TableDescription& table : AllTables()) {
    std::set<std::string_view> names;
    for (const ColumnDescription& column : table.columns) {
      EXPECT_TRUE(names.insert(column.name).second)
          << table.file << " " << column.name;
    }
  }
}

}  // namespace
}  // namespace fsduel
