// Runs a helper program (mkfs, mount, losetup ...) and keeps what it says.
#ifndef FSDUEL_SYS_CHILD_PROCESS_H_
#define FSDUEL_SYS_CHILD_PROCESS_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "sys/machine.h"

namespace fsduel {

// Machine::Run on the real system. Returns when the program itself has ended,
// even when a daemon that it left behind keeps its output open.
// REQUIRES: command is not empty.
Result<CommandResult> RunProgram(const std::vector<std::string>& command);

}  // namespace fsduel

#endif  // FSDUEL_SYS_CHILD_PROCESS_H_
