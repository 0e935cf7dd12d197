// Compares errnos with what statuses mean.
#include "engine/judge.h"

#include <cerrno>

namespace fsduel {
namespace {

constexpr Verdict Of(bool expected) {
  return expected ? Verdict::kExpected : Verdict::kUnexpected;
}

// The storage or the process gave way: never what a recorded status means,
// unless it names just that.
bool IsHardError(int error) {
  switch (error) {
    case EIO:
    case ENOSPC:
    case EDQUOT:
    case EROFS:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EBADF:
    case ESTALE:
    case EFBIG:
    case ENODEV:
    case ENXIO:
      return true;
    default:
      return false;
  }
}

bool InClass(Expectation expectation, int error) {
  switch (expectation) {
    case Expectation::kNotFound:
      return error == ENOENT;
    case Expectation::kPathNotFound:
      return error == ENOENT || error == ENOTDIR;
    case Expectation::kExists:
      return error == EEXIST || error == ENOTEMPTY;
    case Expectation::kDenied:
      return error == EACCES || error == EPERM || error == EROFS;
    case Expectation::kNotEmpty:
      return error == ENOTEMPTY || error == EEXIST;
    case Expectation::kIsDirectory:
      return error == EISDIR;
    case Expectation::kNotDirectory:
      return error == ENOTDIR;
    case Expectation::kNoSpace:
      return error == ENOSPC || error == EDQUOT;
    case Expectation::kFailure:
    case Expectation::kBusy:
      return !IsHardError(error);
    case Expectation::kSuccess:
    case Expectation::kAny:
      return false;
  }
  return false;
}

}  // namespace

Verdict JudgeStatus(Expectation expectation, int error) {
  if (expectation == Expectation::kAny) {
    return JudgeIgnored(error);
  }
  if (expectation == Expectation::kSuccess || error == 0) {
    return Of((expectation == Expectation::kSuccess) == (error == 0));
  }
  return Of(InClass(expectation, error));
}

Verdict JudgeOutcome(Expectation expectation, int error) {
  if (expectation == Expectation::kAny) {
    return JudgeIgnored(error);
  }
  return Of((expectation == Expectation::kSuccess) == (error == 0) &&
            (expectation == Expectation::kNoSpace || !IsHardError(error)));
}

Verdict JudgeIgnored(int error) {
  return Of(!IsHardError(error));
}

bool DbenchChecksStatus(Opcode opcode) {
  return opcode == Opcode::kCreate || opcode == Opcode::kUnlink ||
         opcode == Opcode::kRmdir || opcode == Opcode::kRename;
}

std::string DescribeExpectation(Expectation expectation) {
  switch (expectation) {
    case Expectation::kSuccess:
      return "success";
    case Expectation::kAny:
      return "any result";
    case Expectation::kFailure:
    case Expectation::kBusy:
      return "a failure";
    case Expectation::kNotFound:
      return "ENOENT";
    case Expectation::kPathNotFound:
      return "ENOENT or ENOTDIR";
    case Expectation::kExists:
      return "EEXIST";
    case Expectation::kDenied:
      return "EACCES, EPERM or EROFS";
    case Expectation::kNotEmpty:
      return "ENOTEMPTY";
    case Expectation::kIsDirectory:
      return "EISDIR";
    case Expectation::kNotDirectory:
      return "ENOTDIR";
    case Expectation::kNoSpace:
      return "ENOSPC or EDQUOT";
  }
  return "?";
}

}  // namespace fsduel
