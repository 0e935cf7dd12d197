// A hook for Sys<> that does what a test tells it, call by call.
#ifndef FSDUEL_TESTS_SUPPORT_SCRIPT_HOOK_H_
#define FSDUEL_TESTS_SUPPORT_SCRIPT_HOOK_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "sys/sys.h"

namespace fsduel {

// Calls `body` before each call; it answers as a hook does: 0 lets the call
// happen, an errno fails it, and *length may be made shorter. Copies share it.
class ScriptHook {
 public:
  using Body = std::function<int(Syscall call, std::size_t* length)>;

  void Do(Body body) { *body_ = std::move(body); }
  int Before(Syscall call, const char*, std::size_t* length) {
    return *body_ ? (*body_)(call, length) : 0;
  }

 private:
  std::shared_ptr<Body> body_ = std::make_shared<Body>();
};

inline bool IsTransfer(Syscall call) {
  return call == Syscall::kPread || call == Syscall::kPwrite ||
         call == Syscall::kPreadv || call == Syscall::kPwritev;
}

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_SCRIPT_HOOK_H_
