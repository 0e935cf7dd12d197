// The counterpart of workload/operation_resolver.cc without random numbers.
#include "loadfile/symbolic_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/random.h"
#include "loadfile/operation_table.h"

namespace fsduel {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
// The largest random number that a client draws.
constexpr std::int64_t kMostRandom = 0x7FFFFFFF7FFFFFFF;
// Values of one RANDOMSTRING that are told apart.
constexpr std::uint64_t kMostValues = std::uint64_t{1} << 17;

// How many values it can have, up to kMostValues + 1.
std::uint64_t CountValues(const RandomString& random_string) {
  std::uint64_t count = 1;
  for (const RandomString::Part& part : random_string.parts) {
    if (part.is_set) {
      count = std::min(count * part.characters.size(), kMostValues + 1);
    }
  }
  return count;
}

// Known numbers wrap around, as in a run; bounds stay bounds.
std::int64_t Add(std::int64_t a, std::int64_t b, bool is_bound) {
  std::int64_t sum = 0;
  const bool overflows = __builtin_add_overflow(a, b, &sum);
  return overflows && is_bound ? kMost : sum;
}

}  // namespace

SymbolicValues::SymbolicValues(const Loadfile& loadfile, TreeModel* tree)
    : loadfile_(loadfile),
      tree_(tree),
      draws_(loadfile.random_strings().size()) {
  for (std::uint32_t i = 0; i < draws_.size(); ++i) {
    const int index = loadfile.random_strings()[i].index;
    if (random_values_[static_cast<std::size_t>(index)].empty()) {
      Draw(i);
    }
  }
  names_.reserve(loadfile.paths().size());
  for (const PathPattern& path : loadfile.paths()) {
    names_.push_back(path.has_random_string ? TreeModel::kNoName
                                            : tree->Intern(path.text));
  }
}

void SymbolicValues::Draw(std::uint32_t index) {
  const RandomString& random_string = loadfile_.random_strings()[index];
  const std::uint64_t values = CountValues(random_string);
  const std::uint64_t draw = draws_[index]++;
  values_repeat_ |= draw >= kMostValues && values > kMostValues;
  random_values_[static_cast<std::size_t>(random_string.index)] =
      fmt::format("<{}.{}>", index, draw % std::min(values, kMostValues));
}

ModelledOperation SymbolicValues::Resolve(std::uint32_t index,
                                          const DynamicFields* fields) {
  ModelledOperation modelled;
  modelled.index = index;
  Operation& operation = modelled.operation;
  operation = loadfile_.operations()[index];
  if (operation.path != kNoPath) {
    modelled.is_random_name =
        IsRandom(operation.path) || IsRandom(operation.path2);
    modelled.name = NameOf(operation.path);
    modelled.name2 = NameOf(operation.path2);
    if (operation.opcode == Opcode::kCreate && values_repeat_ &&
        modelled.is_random_name && modelled.name != TreeModel::kNoName &&
        tree_->Exists(modelled.name)) {
      is_complete_ = false;  // would be another file
    }
  }
  if (fields != nullptr) {
    Compute(*fields, &modelled);
  }
  return modelled;
}

TreeModel::Name SymbolicValues::NameOf(std::uint32_t path) {
  if (path == kNoPath) {
    return TreeModel::kNoName;
  }
  const TreeModel::Name name =
      IsRandom(path) ? tree_->Intern(Expand(loadfile_.paths()[path]))
                     : names_[path];
  is_complete_ &= name != TreeModel::kNoName;
  return name;
}

std::string SymbolicValues::Expand(const PathPattern& path) const {
  std::string name;
  for (std::size_t i = 0; i < path.text.size(); ++i) {
    const bool is_last = i + 1 == path.text.size();
    const int digit =
        path.text[i] == '$' && !is_last ? path.text[i + 1] - '0' : -1;
    if (digit >= 0 && digit <= 9 && ((path.random_mask >> digit) & 1) != 0) {
      name += random_values_[static_cast<std::size_t>(digit)];
      ++i;
    } else {
      name += path.text[i];
    }
  }
  return name;
}

void SymbolicValues::Compute(const DynamicFields& fields,
                             ModelledOperation* modelled) {
  Operation& operation = modelled->operation;
  std::array<Number, DynamicFields::kMostFields> values{};
  for (int i = 0; i < fields.count; ++i) {
    const auto position = static_cast<std::size_t>(i);
    const NumberExpression& expression = fields.fields[position];
    const Number number = Evaluate(expression, previous_[position]);
    values[position] = number;
    const Parameter parameter = NumericParameter(operation.opcode, i);
    if (parameter == Parameter::kHandle) {
      modelled->has_number = operation.handle == kDynamicHandle;
      modelled->number = number.value;
      modelled->is_random_handle = modelled->has_number && number.is_random;
    } else if (!expression.is_plain()) {
      modelled->is_random_number |= number.is_random;
      AssignParameter(&operation, parameter, number.value);
    }
  }
  CutTransfer(&operation);
  if (!IsControl(operation.opcode)) {
    previous_ = values;
  }
}

SymbolicValues::Number SymbolicValues::Evaluate(
    const NumberExpression& expression, const Number& previous) {
  using Start = NumberExpression::Start;
  using Do = NumberExpression::Step;
  Number number{expression.literal, false};
  if (expression.start == Start::kRandom) {
    number = {kMostRandom, true};
  } else if (expression.start == Start::kPrevious) {
    number = previous;
  }
  for (const NumberExpression::Term& term : expression.terms) {
    switch (term.step) {
      case Do::kModulo:
        number.value = number.is_random ? std::min(number.value, term.value - 1)
                                        : number.value % term.value;
        break;
      case Do::kAlign:
        number.value -= number.value % term.value;
        break;
      case Do::kAdd:
        number.value = Add(number.value, term.value, number.is_random);
        break;
      case Do::kAddClient:  // client 0
        break;
      case Do::kAddClients:  // of 1
        number.value = Add(number.value, 1, number.is_random);
        break;
    }
  }
  return number;
}

void SymbolicValues::CutTransfer(Operation* operation) const {
  const bool is_read = operation->opcode == Opcode::kRead;
  if (!is_read && operation->opcode != Opcode::kWrite) {
    return;
  }
  const std::int64_t longest =
      is_read ? loadfile_.longest_read() : loadfile_.longest_write();
  if (operation->length > longest) {
    operation->length = longest;
    operation->expected = std::min(operation->expected, longest);
  }
}

std::uint64_t SymbolicValues::fingerprint() const {
  std::uint64_t hash = 0;
  for (const Number& number : previous_) {
    hash = Mix64(hash ^ static_cast<std::uint64_t>(number.value)) +
           static_cast<std::uint64_t>(number.is_random);
  }
  return hash;
}

}  // namespace fsduel
