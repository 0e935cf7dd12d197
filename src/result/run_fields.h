// The scalar fields of run.json, declared once each. Format:
// results/README.md, whose lists are checked against these.
#ifndef FSDUEL_RESULT_RUN_FIELDS_H_
#define FSDUEL_RESULT_RUN_FIELDS_H_

#include <span>
#include <vector>

#include "host/facts.h"
#include "result/column.h"
#include "result/run_result.h"
#include "result/tables.h"

namespace fsduel {

template <typename T>
using Fields = std::span<const Column<T>>;

Fields<RunResult> RunFields();
Fields<HostFacts> HostFields();
Fields<MountFacts> MountFields();
Fields<BlockDeviceFacts> BlockDeviceFields();
Fields<PhaseResult> PhaseFields();
Fields<StuckOperation> StuckFields();
Fields<UnexpectedExample> UnexpectedFields();
Fields<VerifyResult> VerifyFields();
Fields<RunWarning> WarningFields();

// As DescribeTables: `file` is the place in run.json, "hosts[]" for example.
std::vector<TableDescription> DescribeRunFields();

}  // namespace fsduel

#endif  // FSDUEL_RESULT_RUN_FIELDS_H_
