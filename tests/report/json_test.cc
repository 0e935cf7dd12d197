// The JSON document: well-formed, numbers as numbers, nothing missing.
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "report/report.h"
#include "result/run_fields.h"
#include "result/tables.h"
#include "tests/support/sample_result.h"

namespace fsduel {
namespace {

using Json = nlohmann::json;

Json Parse(const RunResult& result) {
  return Json::parse(JsonReport({result}));
}

TEST(JsonReportTest, HoldsEveryColumnOfEveryTable) {
  const Json document = Parse(SampleResult());
  EXPECT_EQ(document["schema_version"], kSchemaVersion);
  const Json& run = document["runs"][0];
  const Json& phase = run["phases"][1];
  const std::pair<std::string, Json> places[] = {
      {"ops.csv", phase["operations"][0]},
      {"timeline.csv", phase["timeline"][0]},
      {"device.csv", phase["device"][0]},
      {"cpu.csv", phase["cpu"][0]},
      {"clients.csv", phase["clients"][0]},
      {"the top level", run},
      {"hosts[]", run["hosts"][0]},
      {"mounts[]", run["mounts"][0]},
      {"mounts[].device", run["mounts"][0]["device"]},
      {"verify", run["verify"]},
      {"warnings[]", run["warnings"][0]},
      {"phases[]", phase},
      {"phases[].unexpected[]", phase["unexpected"][0]},
      {"phases[].stuck[]", phase["stuck"][0]},
  };
  std::vector<TableDescription> tables = DescribeTables();
  for (TableDescription& table : DescribeRunFields()) {
    tables.push_back(std::move(table));
  }
  for (const auto& [name, object] : places) {
    bool found = false;
    for (const TableDescription& table : tables) {
      if (table.file != name) {
        continue;
      }
      found = true;
      for (const ColumnDescription& column : table.columns) {
        EXPECT_TRUE(object.contains(std::string(column.name)))
            << name << " " << column.name;
      }
    }
    EXPECT_TRUE(found) << name;
  }
}

TEST(JsonReportTest, NumbersAreNumbers) {
  const Json run = Parse(SampleResult())["runs"][0];
  EXPECT_TRUE(run["seed"].is_number_unsigned());
  EXPECT_EQ(run["seed"], 1'234'567'890'123U);
  const Json& write = run["phases"][1]["operations"][11];
  EXPECT_EQ(write["operation"], "WriteX");
  EXPECT_EQ(write["measure"], "service");
  EXPECT_EQ(write["count"], 321'657U);
  EXPECT_TRUE(write["p99.9_ns"].is_number());
  EXPECT_TRUE(write["avg_ns"].is_number());
  EXPECT_EQ(write["over_1ms"], 321U);
  EXPECT_EQ(write["errors_by_errno"][0]["errno_name"], "ENOSPC");
  EXPECT_EQ(write["errors_by_errno"][0]["count"], 9U);
}

TEST(JsonReportTest, HistogramsHoldAllValues) {
  const Json phase = Parse(SampleResult())["runs"][0]["phases"][1];
  for (const Json& operation : phase["operations"]) {
    std::uint64_t total = 0;
    for (const Json& bucket : operation["histogram"]) {
      EXPECT_LT(bucket[0], bucket[1]);
      total += bucket[2].get<std::uint64_t>();
    }
    EXPECT_EQ(total, operation["count"].get<std::uint64_t>());
  }
  EXPECT_FALSE(phase["pass_histogram"].empty());
}

TEST(JsonReportTest, PercentilesOfAnOperationThatNeverRanAreThereAsNull) {
  RunResult result = SampleResult();
  result.phases[1].operations.push_back(
      SampleOperation("Rmdir", "Rmdir", 0, 0, 0));
  result.phases[1].passes = 0;
  const Json phase = Parse(result)["runs"][0]["phases"][1];
  const Json& rmdir = phase["operations"].back();
  for (const char* name :
       {"avg_ns", "p50_ns", "p90_ns", "p99_ns", "p99.9_ns", "p99.99_ns"}) {
    ASSERT_TRUE(rmdir.contains(name)) << name;
    EXPECT_TRUE(rmdir[name].is_null()) << name;
  }
  EXPECT_TRUE(phase["summary"]["pass_p50_ns"].is_null());
}

TEST(JsonReportTest, SummaryHasBothWindows) {
  const Json summary = Parse(SampleResult())["runs"][0]["phases"][1]["summary"];
  EXPECT_DOUBLE_EQ(summary["until_deadline"]["seconds"].get<double>(), 60);
  EXPECT_EQ(summary["until_last"]["operations"].get<std::uint64_t>() -
                summary["until_deadline"]["operations"].get<std::uint64_t>(),
            5U);
  EXPECT_EQ(summary["errors"], 12U);
  EXPECT_NEAR(summary["jain_index"].get<double>(), 1, 0.01);
}

TEST(JsonReportTest, StaysWellFormedWhateverItHolds) {
  RunResult result = SampleResult();
  result.label = "</script>\"\\\n\x01\xFF\xC3";
  result.mounts[0].device.reset();
  result.phases[1].cpu[0].user = std::numeric_limits<double>::quiet_NaN();
  result.phases[1].seconds = 0;
  const Json run = Parse(result)["runs"][0];
  EXPECT_TRUE(run["mounts"][0]["device"].is_null());
  EXPECT_TRUE(run["phases"][1]["cpu"][0]["user"].is_null());
  EXPECT_EQ(run["label"].get<std::string>().substr(0, 13),
            "</script>\"\\\n\x01");
}

TEST(JsonReportTest, ListsAllRuns) {
  const Json document =
      Json::parse(JsonReport({SampleResult(), SampleResult(), RunResult()}));
  EXPECT_EQ(document["runs"].size(), 3U);
  EXPECT_EQ(Json::parse(JsonReport({}))["runs"].size(), 0U);
}

}  // namespace
}  // namespace fsduel
