// Evaluation of expressions and expansion of names.
#include "workload/operation_resolver.h"

#include <algorithm>
#include <cstring>

#include "loadfile/operation_table.h"

namespace fsduel {
namespace {

// As dbench draws it: two numbers of 31 bits, so bits 31 and 63 are 0.
constexpr std::uint64_t kRandomBits = 0x7FFFFFFF7FFFFFFF;

// Sums wrap around instead of being undefined.
std::int64_t Add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) +
                                   static_cast<std::uint64_t>(b));
}

}  // namespace

OperationResolver::OperationResolver(const Loadfile& loadfile,
                                     ClientPaths* paths, const Client& client)
    : loadfile_(loadfile),
      paths_(paths),
      client_(client),
      random_(client.seed),
      handles_(loadfile) {
  for (const RandomString& random_string : loadfile.random_strings()) {
    if (random_values_[static_cast<std::size_t>(random_string.index)].empty()) {
      Draw(random_string);
    }
  }
}

void OperationResolver::Draw(const RandomString& random_string) {
  std::string& value =
      random_values_[static_cast<std::size_t>(random_string.index)];
  value.clear();
  for (const RandomString::Part& part : random_string.parts) {
    if (part.is_set) {
      value += part.characters[random_.Below(part.characters.size())];
    } else {
      value += part.characters;
    }
  }
}

Operation OperationResolver::Resolve(const Operation& operation,
                                     const DynamicFields* fields) {
  Operation resolved = operation;
  resolved.path = Name(operation.path);
  resolved.path2 = Name(operation.path2);
  if (fields != nullptr) {
    Compute(*fields, &resolved);
  }
  return resolved;
}

void OperationResolver::Compute(const DynamicFields& fields,
                                Operation* operation) {
  std::array<std::int64_t, DynamicFields::kMostFields> values{};
  for (int i = 0; i < fields.count; ++i) {
    const auto position = static_cast<std::size_t>(i);
    const NumberExpression& expression = fields.fields[position];
    const std::int64_t value = Value(expression, previous_[position]);
    values[position] = value;
    const Parameter parameter = NumericParameter(operation->opcode, i);
    if (parameter == Parameter::kHandle) {
      if (operation->handle == kDynamicHandle) {
        operation->handle = handles_.SlotFor(operation->opcode, value);
      }
    } else if (!expression.is_plain()) {
      AssignParameter(operation, parameter, value);
    }
  }
  CutTransfer(operation);
  if (!IsControl(operation->opcode)) {
    previous_ = values;
  }
}

std::int64_t OperationResolver::Value(const NumberExpression& expression,
                                      std::int64_t previous) {
  using Start = NumberExpression::Start;
  using Do = NumberExpression::Step;
  std::int64_t value = expression.literal;
  if (expression.start == Start::kRandom) {
    value = static_cast<std::int64_t>(random_.Next() & kRandomBits);
  } else if (expression.start == Start::kPrevious) {
    value = previous;
  }
  for (const NumberExpression::Term& term : expression.terms) {
    switch (term.step) {
      case Do::kModulo:
        value %= term.value;
        break;
      case Do::kAlign:
        value -= value % term.value;
        break;
      case Do::kAdd:
        value = Add(value, term.value);
        break;
      case Do::kAddClient:
        value = Add(value, client_.number);
        break;
      case Do::kAddClients:
        value = Add(value, client_.clients);
        break;
    }
  }
  return value;
}

// A computed length must fit the buffers; what is expected of it then, too.
void OperationResolver::CutTransfer(Operation* operation) const {
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

std::uint32_t OperationResolver::Name(std::uint32_t path) {
  if (!IsRandom(path)) {
    return path;
  }
  const unsigned mask = loadfile_.paths()[path].random_mask;
  name_.clear();
  for (const char* c = paths_->Get(path); *c != '\0'; ++c) {
    const int digit = *c == '$' ? c[1] - '0' : -1;
    if (digit >= 0 && digit <= 9 && ((mask >> digit) & 1U) != 0) {
      name_ += random_values_[static_cast<std::size_t>(digit)];
      ++c;
    } else {
      name_ += *c;
    }
  }
  return paths_->SetDynamic(names_++, name_);
}

}  // namespace fsduel
