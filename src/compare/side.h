// The runs of a comparison, by side.
#ifndef FSDUEL_COMPARE_SIDE_H_
#define FSDUEL_COMPARE_SIDE_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "result/run_result.h"

namespace fsduel {

struct RunsOfSide {
  std::string name;
  std::vector<RunResult> runs;  // in order of start
  // Folders that hold no whole run, and why.
  std::vector<std::string> left_out;
};

// All runs at or below `path` as one side; those that were cut off, interrupted
// or failed are left out. Time series are not read.
Result<RunsOfSide> LoadOneSide(const std::string& path);

// Reads the sides. Each path is a run folder or a folder that holds run
// folders, at any depth; one path alone is split by what differs among its
// runs: label, device, filesystem, mount options or kernel. Time series are
// not read.
Result<std::vector<RunsOfSide>> LoadSides(
    const std::vector<std::string>& paths);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_SIDE_H_
