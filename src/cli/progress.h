// What a user sees while a run goes on: one line that is redrawn on a terminal,
// a plain line every few seconds elsewhere. Written to standard error.
#ifndef FSDUEL_CLI_PROGRESS_H_
#define FSDUEL_CLI_PROGRESS_H_

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "cli/terminal.h"
#include "run/run_observer.h"

namespace fsduel {

struct ProgressStyle {
  bool live = false;
  bool colour = false;  // of an operation that stalls
  int width = 100;      // columns; a live line is cut there
  std::chrono::nanoseconds stall_threshold = std::chrono::milliseconds(100);
};

// One state of a run as one line, without newline, at most style.width columns.
std::string ProgressText(const RunProgress& progress,
                         const ProgressStyle& style);

class ProgressObserver : public RunObserver {
 public:
  using Writer = std::function<void(std::string_view)>;
  ProgressObserver(const ProgressStyle& style, Writer write)
      : style_(style), write_(std::move(write)) {}

  void OnInterval(const RunProgress& progress) override;
  void OnFinish(const RunResult& result) override;

 private:
  bool IsDue(const RunProgress& progress);

  ProgressStyle style_;
  Writer write_;
  std::string phase_;  // of the last plain line
  std::chrono::nanoseconds printed_at_{};
  bool line_is_open_ = false;
};

}  // namespace fsduel

#endif  // FSDUEL_CLI_PROGRESS_H_
