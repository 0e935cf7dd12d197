// Hooks for Sys<>: what did we ask the kernel, and what if it says no?
#ifndef FSDUEL_TESTS_SUPPORT_HOOKS_H_
#define FSDUEL_TESTS_SUPPORT_HOOKS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sys/sys.h"

namespace fsduel {

// "openat", "pread" ...
const char* SyscallName(Syscall call);

// Records each call; copies share the record.
class TraceHook {
 public:
  int Before(Syscall call, const char* path, std::size_t*) {
    calls_->push_back(path == nullptr
                          ? std::string(SyscallName(call))
                          : std::string(SyscallName(call)) + " " + path);
    return 0;
  }
  std::vector<std::string>& calls() { return *calls_; }
  // The calls since the last Take, joined by ", ".
  std::string Take();

 private:
  std::shared_ptr<std::vector<std::string>> calls_ =
      std::make_shared<std::vector<std::string>>();
};

// Fails call number `fail_at` (from 1) with `error`, or shortens its transfer
// to `short_bytes`; copies share the count.
class FaultHook {
 public:
  struct Plan {
    std::uint64_t fail_at = 0;  // 0 = never
    int error = 0;
    std::size_t short_bytes = 0;  // used when error is 0
    int error_after = 0;          // of the call after that one
    Syscall failed_call = Syscall::kOpenAt;
    std::uint64_t seen = 0;
    std::uint64_t failed = 0;
  };
  FaultHook() = default;
  explicit FaultHook(const Plan& plan) : plan_(std::make_shared<Plan>(plan)) {}

  int Before(Syscall call, const char*, std::size_t* length) {
    ++plan_->seen;
    if (plan_->error_after != 0 && plan_->seen == plan_->fail_at + 1) {
      return plan_->error_after;
    }
    if (plan_->seen != plan_->fail_at) {
      return 0;
    }
    ++plan_->failed;
    plan_->failed_call = call;
    if (plan_->error == 0 && length != nullptr) {
      *length = std::min(*length, plan_->short_bytes);
    }
    return plan_->error;
  }
  const Plan& plan() const { return *plan_; }

 private:
  std::shared_ptr<Plan> plan_ = std::make_shared<Plan>();
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_HOOKS_H_
