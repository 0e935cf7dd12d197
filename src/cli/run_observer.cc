#include "cli/run_observer.h"

#include "cli/progress.h"

namespace fsduel {

std::unique_ptr<RunObserver> MakeObserver(const CommandOptions& options,
                                          const Terminal& terminal) {
  if (options.quiet) {
    return std::make_unique<RunObserver>();
  }
  ProgressStyle style;
  style.live = terminal.live;
  style.colour = terminal.error_colour;
  style.width = terminal.error_width;
  style.stall_threshold = options.run.stall_threshold;
  return std::make_unique<ProgressObserver>(style, PrintError);
}

}  // namespace fsduel
