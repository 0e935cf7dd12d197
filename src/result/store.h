// results/<UTC stamp>-<label>/: one run on disk. Formats: results/README.md.
#ifndef FSDUEL_RESULT_STORE_H_
#define FSDUEL_RESULT_STORE_H_

#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "result/run_result.h"

namespace fsduel {

// One run folder being written. Files other than timeline.csv, device.csv and
// cpu.csv appear whole (temporary name, then rename).
class RunStore {
 public:
  // Makes `<directory>/<stamp>-<label>` (with -2, -3 ... when it is taken), and
  // `directory` first where needed, and writes run.json as it is now, with
  // state "running". Sets result->run_id. The stamp is result->start_utc; what
  // of the label has no place in a file name becomes '-'.
  static Result<RunStore> Create(const std::string& directory,
                                 RunResult* result);

  const std::string& path() const { return path_; }

  // Appends the rows of one interval; called while the run goes on, so that a
  // crash loses at most one interval.
  Status AppendInterval(const RowKey& phase,
                        const std::vector<TimelineRow>& timeline,
                        const std::vector<DeviceRow>& device,
                        const std::vector<CpuRow>& cpu);

  // Writes all other tables and the final run.json.
  Status Finish(const RunResult& result);

 private:
  RunStore(std::string path, std::string run_id, std::string host)
      : path_(std::move(path)),
        run_id_(std::move(run_id)),
        host_(std::move(host)) {}

  std::string path_;
  std::string run_id_;
  std::string host_;
};

// Reads a run folder back. A run that was cut off (state "running") is rebuilt
// from timeline.csv: latencies from coarse buckets, a warning "rebuilt" with
// severity kWarn. Another schema version is refused, and so is anything that is
// not as it was written: the Status names file, line and column.
//
// kNoSeries leaves timeline.csv, device.csv and cpu.csv of a whole run unread:
// they can be long, and a comparison does not look at them.
enum class RunParts { kAll, kNoSeries };
Result<RunResult> ReadRun(const std::string& path,
                          RunParts parts = RunParts::kAll);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_STORE_H_
