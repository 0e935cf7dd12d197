// Numbers and names of operations as far as they are known without a run: a
// random number is its largest value, each draw of a random string another
// value. For the analysis of loadfiles only.
#ifndef FSDUEL_LOADFILE_SYMBOLIC_VALUES_H_
#define FSDUEL_LOADFILE_SYMBOLIC_VALUES_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "loadfile/loadfile.h"
#include "loadfile/operation_model.h"
#include "loadfile/tree_model.h"

namespace fsduel {

class SymbolicValues {
 public:
  // Names are those of `tree`. Both must outlive it.
  SymbolicValues(const Loadfile& loadfile, TreeModel* tree);

  // RANDOMSTRING number `index` of Loadfile::random_strings().
  void Draw(std::uint32_t index);

  // Operation `index` of the program; `fields` may be null.
  ModelledOperation Resolve(std::uint32_t index, const DynamicFields* fields);

  // False when there were more names than the model holds.
  bool is_complete() const { return is_complete_; }
  // Of what a later line can refer to.
  std::uint64_t fingerprint() const;

 private:
  struct Number {
    std::int64_t value = 0;
    bool is_random = false;
  };

  void Compute(const DynamicFields& fields, ModelledOperation* modelled);
  static Number Evaluate(const NumberExpression& expression,
                         const Number& previous);
  void CutTransfer(Operation* operation) const;
  TreeModel::Name NameOf(std::uint32_t path);
  bool IsRandom(std::uint32_t path) const {
    return path != kNoPath && loadfile_.paths()[path].has_random_string;
  }
  std::string Expand(const PathPattern& path) const;

  const Loadfile& loadfile_;
  TreeModel* tree_;
  std::vector<TreeModel::Name> names_;  // of paths without random strings
  std::vector<std::uint64_t> draws_;    // so far, of each RANDOMSTRING
  std::array<std::string, 10> random_values_;
  std::array<Number, DynamicFields::kMostFields> previous_{};
  bool values_repeat_ = false;  // though the real ones hardly would
  bool is_complete_ = true;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_SYMBOLIC_VALUES_H_
