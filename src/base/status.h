// Status and Result<T>: how a control failure travels.
//
// An operation of a workload that fails is not a Status but data (it is counted
// by errno). A Status says that fsduel itself could not do its work: what was
// tried, on what, why, and what to do next. Nothing throws.
#ifndef FSDUEL_BASE_STATUS_H_
#define FSDUEL_BASE_STATUS_H_

#include <cassert>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace fsduel {

// What a failure means to the person at the keyboard; cli/ maps it to an exit
// code.
enum class ErrorKind {
  kUsage,        // the command line or an input file is malformed; exit 2
  kSystem,       // a system call or a child process failed; exit 1
  kInterrupted,  // Ctrl-C or SIGTERM; exit 130
};

// OK, or an error with a message. OK costs one null pointer. Safe to copy
// between threads; not safe to assign while another thread reads.
class [[nodiscard]] Status {
 public:
  Status() = default;

  static Status Ok() { return Status(); }
  static Status Usage(std::string message);
  static Status System(std::string message);
  static Status Interrupted(std::string message);
  // "CALL PATH: text of `error`", for example
  // `openat /mnt/x: No such file or directory (ENOENT)`.
  static Status FromErrno(int error, std::string_view call,
                          std::string_view path);

  bool ok() const { return state_ == nullptr; }
  // REQUIRES: !ok().
  ErrorKind kind() const { return state_->kind; }
  // The errno that caused it, or 0. REQUIRES: !ok().
  int error() const { return state_->error; }
  // REQUIRES: !ok().
  const std::string& message() const { return state_->message; }

 private:
  struct State {
    ErrorKind kind;
    int error;
    std::string message;
  };
  Status(ErrorKind kind, int error, std::string message)
      : state_(std::make_shared<const State>(
            State{kind, error, std::move(message)})) {}

  std::shared_ptr<const State> state_;
};

// A T, or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  // Implicit, so that `return value;` and `return status;` both read well.
  Result(T value) : value_(std::move(value)) {}        // NOLINT
  Result(Status status) : value_(std::move(status)) {  // NOLINT
    assert(!std::get<Status>(value_).ok());
  }

  bool ok() const { return value_.index() == 0; }
  Status status() const { return ok() ? Status() : std::get<1>(value_); }
  // REQUIRES: ok().
  T& value() & { return std::get<0>(value_); }
  const T& value() const& { return std::get<0>(value_); }
  T&& value() && { return std::get<0>(std::move(value_)); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Status> value_;
};

}  // namespace fsduel

#endif  // FSDUEL_BASE_STATUS_H_
