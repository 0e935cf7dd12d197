// The closing paragraph of a comparison: who wins where, by how much, how sure,
// and where it stalls.
#ifndef FSDUEL_REPORT_COMPARE_WORDS_H_
#define FSDUEL_REPORT_COMPARE_WORDS_H_

#include <string>
#include <vector>

#include "compare/comparison.h"

namespace fsduel {

// One statement, and the numbers of the rows that show it.
struct Sentence {
  std::string text;
  std::vector<std::size_t> rows;
};
std::vector<Sentence> ClosingSentences(const Comparison& comparison);

// "(row 3)", "(rows 3, 7-9)"; "" for none.
std::string RowReference(std::vector<std::size_t> rows);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_COMPARE_WORDS_H_
