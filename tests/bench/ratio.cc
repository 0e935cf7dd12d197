// Two contenders measured in pairs: which ratio, and how sure.
#include "bench/ratio.h"

#include <algorithm>

#include "base/random.h"

namespace fsduel {
namespace {

double Median(std::vector<double> values) {
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) {
    return *middle;
  }
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// Percentile bootstrap: Efron and Tibshirani, "An Introduction to the
// Bootstrap", 1993, section 13.3.
void Bootstrap(const std::vector<double>& ratios, Ratio* result) {
  constexpr int kResamples = 4000;
  constexpr std::size_t kTail = kResamples / 40;  // 2.5 % on each side
  Random random(1);
  std::vector<double> medians;
  medians.reserve(kResamples);
  std::vector<double> sample(ratios.size());
  for (int n = 0; n < kResamples; ++n) {
    for (double& value : sample) {
      value = ratios[random.Below(ratios.size())];
    }
    medians.push_back(Median(sample));
  }
  std::sort(medians.begin(), medians.end());
  result->low = medians[kTail];
  result->high = medians[kResamples - 1 - kTail];
}

}  // namespace

Ratio RatioOf(const std::vector<double>& ours,
              const std::vector<double>& theirs) {
  std::vector<double> ratios;
  ratios.reserve(ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    ratios.push_back(ours[i] / theirs[i]);
  }
  Ratio result;
  result.of_best = *std::max_element(ours.begin(), ours.end()) /
                   *std::max_element(theirs.begin(), theirs.end());
  result.median = Median(ratios);
  Bootstrap(ratios, &result);
  return result;
}

}  // namespace fsduel
