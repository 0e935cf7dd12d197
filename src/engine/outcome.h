// What became of one operation.
#ifndef FSDUEL_ENGINE_OUTCOME_H_
#define FSDUEL_ENGINE_OUTCOME_H_

#include <array>
#include <bit>
#include <cstdint>

namespace fsduel {

enum class Verdict : std::uint8_t {
  kExpected,  // as the loadfile says, a failure it expects included
  kUnexpected,
  kInterrupted,  // given up because of the stop: counts as nothing
};

// Returned in registers.
struct Outcome {
  std::int64_t bytes = 0;  // transferred
  std::int32_t error = 0;  // errno, 0 = success
  Verdict verdict = Verdict::kExpected;
  std::uint8_t short_transfers = 0;  // calls that moved fewer bytes than asked
  std::uint16_t reserved = 0;

  // Nothing to look at: success, as expected, in one piece. One comparison,
  // because it is asked after every operation.
  bool IsPlain() const {
    return std::bit_cast<std::array<std::uint64_t, 2>>(*this)[1] == 0;
  }
};
static_assert(sizeof(Outcome) == 16);

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_OUTCOME_H_
