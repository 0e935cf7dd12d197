// When is a drive in its steady state?
//
// Source: SNIA, "Solid State Storage Performance Test Specification", version
// 2.0.2, definition of steady state: over a measurement window of five rounds
// the values lie within 20 % of their average (greatest less least), and the
// best straight line through them moves by at most 10 % of it.
#ifndef FSDUEL_STATS_STEADY_STATE_H_
#define FSDUEL_STATS_STEADY_STATE_H_

#include <cstddef>
#include <optional>
#include <span>

namespace fsduel {

inline constexpr std::size_t kSteadyRounds = 5;
inline constexpr double kSteadyRange = 0.20;
inline constexpr double kSteadySlope = 0.10;

struct SteadyWindow {
  double average = 0;
  // (greatest - least) / average.
  double range = 0;
  // How far the best line moves from the first to the last round, over the
  // average; never negative.
  double slope = 0;

  bool steady() const { return range <= kSteadyRange && slope <= kSteadySlope; }
};

// A window of any length >= 2 with an average above 0; others are not steady.
SteadyWindow CheckSteadyWindow(std::span<const double> values);

// The first round (from 0) of the first window of five in which all series are
// steady. REQUIRES: series of the same length.
std::optional<std::size_t> FindSteadyState(
    std::span<const std::span<const double>> series);

}  // namespace fsduel

#endif  // FSDUEL_STATS_STEADY_STATE_H_
