// Does nothing, so that a run measures the harness itself.
#ifndef FSDUEL_ENGINE_NULL_EXECUTOR_H_
#define FSDUEL_ENGINE_NULL_EXECUTOR_H_

#include <cstdint>
#include <string>

#include "engine/file_executor.h"
#include "engine/outcome.h"
#include "loadfile/operation.h"

namespace fsduel {

class NullExecutor {
 public:
  Outcome Execute(const Operation& op) {
    return {op.length, 0, Verdict::kExpected};
  }
  void Prepare(const Operation&) {}
  bool Check(const Operation&, const Outcome&) { return true; }
  void UsePattern(const std::string&) {}
  std::uint32_t CloseAll() { return 0; }
  const ResolutionCounters& resolution() const { return resolution_; }
  std::string DescribePath(const Operation&) const { return {}; }
  VerifyCounts verification() const { return {}; }
  std::string DescribeMismatch() const { return {}; }

 private:
  ResolutionCounters resolution_;
};

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_NULL_EXECUTOR_H_
