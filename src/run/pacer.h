// When the next operation of a client is due.
#ifndef FSDUEL_RUN_PACER_H_
#define FSDUEL_RUN_PACER_H_

#include <cstdint>

namespace fsduel {

enum class PaceKind : std::uint8_t {
  kNone,      // closed loop: as fast as the storage answers
  kOps,       // operations per second
  kBytes,     // bytes per second
  kRecorded,  // timestamps of the loadfile
};

// The share of one client.
struct PaceSpec {
  PaceKind kind = PaceKind::kNone;
  double rate = 0;         // per second, of this client
  double first_share = 0;  // kOps: first due after this part of a period
};

// Absolute schedule: a client that is late stays in debt and catches up, so the
// rate holds on average. Due times are nanoseconds of the run's clock.
class Pacer {
 public:
  explicit Pacer(const PaceSpec& spec) : spec_(spec) {}

  bool paced() const { return spec_.kind != PaceKind::kNone; }

  // Starts the schedule anew at `now_ns` (a phase begins); debt is forgiven.
  void Restart(std::int64_t now_ns) {
    anchor_ns_ = now_ns;
    done_ = spec_.kind == PaceKind::kOps ? spec_.first_share : 0;
  }
  void BeginPass(std::int64_t now_ns) { pass_ns_ = now_ns; }

  // Due time of the next operation; `recorded_us` is its timestamp.
  std::int64_t Due(std::int64_t recorded_us) const {
    if (spec_.kind == PaceKind::kRecorded) {
      return pass_ns_ + recorded_us * 1000;
    }
    constexpr double kNanosecondsPerSecond = 1e9;
    return anchor_ns_ + static_cast<std::int64_t>(done_ / spec_.rate *
                                                  kNanosecondsPerSecond);
  }

  // An operation that moved `bytes` is done.
  void Advance(std::int64_t bytes) {
    done_ += spec_.kind == PaceKind::kBytes ? static_cast<double>(bytes) : 1.0;
  }

 private:
  PaceSpec spec_;
  std::int64_t anchor_ns_ = 0;
  std::int64_t pass_ns_ = 0;
  double done_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_RUN_PACER_H_
