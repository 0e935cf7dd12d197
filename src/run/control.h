// What the runner and its clients share, apart from statistics: one block of
// shared memory, valid when all bytes are zero.
#ifndef FSDUEL_RUN_CONTROL_H_
#define FSDUEL_RUN_CONTROL_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "loadfile/operation.h"
#include "stats/client_stats.h"
#include "sys/shared_gate.h"

namespace fsduel {

// Values of RunControl::phase, in this order; statistics of phase p lie at
// index p - 1.
enum Phase : std::uint32_t {
  kPhaseClosed = 0,  // the gate is shut
  kPhaseSetup = 1,
  kPhaseWarmup = 2,
  kPhaseMeasure = 3,
  kPhaseStop = 4,
};
inline constexpr std::uint32_t kMeasuredPhases = 3;
inline constexpr std::int64_t kNoDeadline =
    std::numeric_limits<std::int64_t>::max();
const char* PhaseName(std::uint32_t phase);

// Why a client asked for the end of the run; bits of RunControl::requests.
inline constexpr std::uint32_t kRequestError = 1;   // --on-error stop
inline constexpr std::uint32_t kRequestBudget = 2;  // --max-written is used up

// One of the first unexpected results.
struct UnexpectedRecord {
  std::uint32_t client = 0;
  Opcode opcode = Opcode::kCount;
  Expectation expectation = Expectation::kSuccess;
  std::uint32_t line = 0;
  std::int32_t error = 0;
  bool did_not_verify = false;
  std::int64_t bytes = 0;
  std::int64_t expected_bytes = 0;
  std::array<char, 200> path{};
  std::array<char, 400> detail{};  // of data that did not verify
  std::atomic<std::uint32_t> complete{};
};
inline constexpr std::uint32_t kMostExamples = 10;

struct RunControl {
  SharedGate phase;
  // Set together with kPhaseStop; a word of its own because executors only
  // need this much.
  std::atomic<std::uint32_t> stop{};
  std::atomic<std::uint32_t> requests{};
  // By Phase. The runner writes the start before it opens the phase, the end
  // before it opens the next one.
  std::array<std::atomic<std::int64_t>, kPhaseStop + 1> start_ns{};
  std::array<std::atomic<std::int64_t>, kPhaseStop + 1> end_ns{};
  // What finishes after this counts in latency, not in throughput; set before
  // the phase opens, kNoDeadline when nobody knows yet when it ends.
  std::array<std::atomic<std::int64_t>, kPhaseStop + 1> deadline_ns{};
  // --max-written: what clients may still reserve; they take it in pieces.
  std::atomic<std::int64_t> writable_bytes{};
  // Moves whenever a client passes a sequence point.
  SharedGate points;
  // Set by the first client that could not start; then `start_error` says why.
  std::atomic<std::uint32_t> start_failed{};
  std::array<char, 300> start_error{};
  std::atomic<std::uint32_t> examples_used{};
  std::array<UnexpectedRecord, kMostExamples> examples{};
};

static_assert(offsetof(Operation, opcode) ==
              InFlightSlot::kOpcodeWord * sizeof(std::uint64_t));
static_assert(offsetof(Operation, offset) ==
              InFlightSlot::kOffsetWord * sizeof(std::uint64_t));

// The operation that a client has published.
inline Operation PublishedOperation(const InFlight& now) {
  static_assert(sizeof(Operation) == kOperationBytes);
  Operation operation;
  std::memcpy(&operation, now.operation.data(), sizeof operation);
  return operation;
}

// Sequence points passed, one word per client behind the RunControl: pass
// number in the upper 32 bits, point + 1 in the lower.
using PassedPoint = std::atomic<std::uint64_t>;

}  // namespace fsduel

#endif  // FSDUEL_RUN_CONTROL_H_
