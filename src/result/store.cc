#include "result/store.h"

#include <fmt/format.h>

#include <cerrno>

#include <boost/filesystem.hpp>

#include "result/run_json.h"
#include "result/text_file.h"
#include "result/write_tables.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

constexpr std::size_t kLongestLabel = 60;
constexpr int kMostOfAName = 1000;

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

std::string LabelForName(std::string label) {
  label.resize(std::min(label.size(), kLongestLabel));
  for (char& c : label) {
    c = IsNameCharacter(c) ? c : '-';
  }
  return label.empty() ? "run" : label;
}

// "2026-11-30T21:04:09Z" -> "20261130T210409Z".
std::string StampForName(const std::string& utc) {
  std::string stamp;
  for (const char c : utc) {
    if (c != '-' && c != ':' && IsNameCharacter(c)) {
      stamp += c;
    }
  }
  return stamp.empty() ? "undated" : stamp;
}

// Makes a directory that did not exist before, so that two runs that start in
// the same second do not share one.
Result<std::string> MakeFresh(const std::string& directory,
                              const std::string& name) {
  boost::system::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    return Status::FromErrno(error.value(), "mkdir", directory);
  }
  for (int number = 1; number < kMostOfAName; ++number) {
    const std::string tried =
        number == 1 ? name : fmt::format("{}-{}", name, number);
    const std::string path = fmt::format("{}/{}", directory, tried);
    if (fs::create_directory(path, error)) {
      return tried;
    }
    if (error) {
      return Status::FromErrno(error.value(), "mkdir", path);
    }
  }
  return Status::FromErrno(EEXIST, "mkdir", directory + "/" + name);
}

Status WriteRunJson(const std::string& path, const RunResult& result) {
  return WriteFileAtomically(path + "/run.json", JsonText(RunToJson(result)));
}

}  // namespace

Result<RunStore> RunStore::Create(const std::string& directory,
                                  RunResult* result) {
  const Result<std::string> name =
      MakeFresh(directory, StampForName(result->start_utc) + "-" +
                               LabelForName(result->label));
  if (!name.ok()) {
    return name.status();
  }
  result->run_id = name.value();
  RunStore store(directory + "/" + name.value(), name.value(),
                 result->host.hostname);
  Status status = StartSeries(store.path_);
  if (status.ok()) {
    RunResult running = *result;
    running.state = RunState::kRunning;
    status = WriteRunJson(store.path_, running);
  }
  if (!status.ok()) {
    return status;
  }
  return store;
}

Status RunStore::AppendInterval(const RowKey& phase,
                                const std::vector<TimelineRow>& timeline,
                                const std::vector<DeviceRow>& device,
                                const std::vector<CpuRow>& cpu) {
  KeyColumns key;
  key.run = run_id_;
  key.host = host_;
  key.row = phase;
  return AppendSeries(path_, key, timeline, device, cpu);
}

// run.json last: as long as it says "running", the tables are not to be
// trusted.
Status RunStore::Finish(const RunResult& result) {
  Status status = WriteTables(path_, result);
  return status.ok() ? WriteRunJson(path_, result) : status;
}

}  // namespace fsduel
