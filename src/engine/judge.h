// Was that what the loadfile said?
#ifndef FSDUEL_ENGINE_JUDGE_H_
#define FSDUEL_ENGINE_JUDGE_H_

#include <string>

#include "engine/outcome.h"
#include "loadfile/operation.h"

namespace fsduel {

// By what the words say: success where success is expected, and a failure of
// the class that the status names. `error` is an errno, 0 = success.
Verdict JudgeStatus(Expectation expectation, int error);

// As dbench 4.0 checks an operation whose status it compares: success or
// failure, whatever the errno.
Verdict JudgeOutcome(Expectation expectation, int error);

// For an operation whose status dbench 4.0 ignores: only an error that no
// trace can mean (EIO, ENOSPC, EBADF ...) is unexpected.
Verdict JudgeIgnored(int error);

// Whether dbench 4.0 compares the status of this operation.
bool DbenchChecksStatus(Opcode opcode);

// "success", "any result", "ENOENT" ...: for messages.
std::string DescribeExpectation(Expectation expectation);

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_JUDGE_H_
