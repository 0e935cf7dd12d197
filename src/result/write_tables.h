// RunResult -> the tables of its folder.
#ifndef FSDUEL_RESULT_WRITE_TABLES_H_
#define FSDUEL_RESULT_WRITE_TABLES_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "result/run_result.h"
#include "result/tables.h"

namespace fsduel {

// All tables but those that grow during the run (timeline, device, cpu).
Status WriteTables(const std::string& path, const RunResult& result);

// Headers of those three.
Status StartSeries(const std::string& path);

// One interval of those three. `key` names run, host and phase.
Status AppendSeries(const std::string& path, const KeyColumns& key,
                    const std::vector<TimelineRow>& timeline,
                    const std::vector<DeviceRow>& device,
                    const std::vector<CpuRow>& cpu);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_WRITE_TABLES_H_
