// FNV-1a over 64-bit words, each mixed first because the multiplication of FNV
// carries nothing from high bits to low ones.
// Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm",
// draft-eastlake-fnv.
#include "loadfile/program_hash.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/random.h"

namespace fsduel {
namespace {

class Hasher {
 public:
  void Add(std::uint64_t word) {
    hash_ = (hash_ ^ Mix64(word)) * 0x100000001B3ULL;
  }
  void Add(std::int64_t word) { Add(static_cast<std::uint64_t>(word)); }
  void Add(std::uint32_t high, std::uint32_t low) {
    Add(std::uint64_t{high} << 32 | low);
  }
  void Add(std::string_view text) {
    Add(std::uint64_t{text.size()});
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      word = word << 8 | static_cast<unsigned char>(text[i]);
      if (i % 8 == 7) {
        Add(word);
      }
    }
    Add(word);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

void AddOperations(const Loadfile& loadfile, Hasher* hasher) {
  hasher->Add(std::uint64_t{loadfile.operations().size()});
  for (const Operation& operation : loadfile.operations()) {
    hasher->Add(static_cast<std::uint32_t>(operation.opcode) << 16 |
                    static_cast<std::uint32_t>(operation.expectation) << 8 |
                    operation.disposition,
                operation.handle);
    hasher->Add(operation.path, operation.path2);
    hasher->Add(std::uint64_t{operation.argument});
    hasher->Add(operation.offset);
    hasher->Add(operation.length);
    hasher->Add(operation.expected);
  }
  for (const std::int64_t due_us : loadfile.due_us()) {
    hasher->Add(due_us);
  }
}

void AddSteps(const Loadfile& loadfile, Hasher* hasher) {
  hasher->Add(std::uint64_t{loadfile.steps().size()});
  hasher->Add(std::uint64_t{loadfile.setup_end()});
  for (const Step& step : loadfile.steps()) {
    hasher->Add(static_cast<std::uint32_t>(step.kind), step.index);
    hasher->Add(step.first, step.last);
    hasher->Add(step.count);
  }
}

void AddFields(const Loadfile& loadfile, Hasher* hasher) {
  hasher->Add(std::uint64_t{loadfile.dynamic().size()});
  for (const DynamicFields& fields : loadfile.dynamic()) {
    for (const NumberExpression& field : fields.fields) {
      hasher->Add(static_cast<std::uint32_t>(field.start),
                  static_cast<std::uint32_t>(field.terms.size()));
      hasher->Add(field.literal);
      for (const NumberExpression::Term& term : field.terms) {
        hasher->Add(static_cast<std::uint64_t>(term.step));
        hasher->Add(term.value);
      }
    }
  }
}

void AddTexts(const Loadfile& loadfile, Hasher* hasher) {
  hasher->Add(std::uint64_t{loadfile.paths().size()});
  for (const PathPattern& path : loadfile.paths()) {
    hasher->Add(path.text);
    hasher->Add(std::uint64_t{path.random_mask});
  }
  hasher->Add(std::uint64_t{loadfile.patterns().size()});
  for (const std::string& pattern : loadfile.patterns()) {
    hasher->Add(pattern);
  }
  for (const RandomString& random_string : loadfile.random_strings()) {
    hasher->Add(static_cast<std::uint32_t>(random_string.index),
                static_cast<std::uint32_t>(random_string.parts.size()));
    for (const RandomString::Part& part : random_string.parts) {
      hasher->Add(std::uint64_t{part.is_set});
      hasher->Add(part.characters);
    }
  }
  for (const std::int64_t number : loadfile.handle_numbers()) {
    hasher->Add(number);
  }
}

}  // namespace

std::string ProgramHash(const Loadfile& loadfile) {
  Hasher hasher;
  AddOperations(loadfile, &hasher);
  AddSteps(loadfile, &hasher);
  AddFields(loadfile, &hasher);
  AddTexts(loadfile, &hasher);
  return fmt::format("{:016x}", hasher.hash());
}

}  // namespace fsduel
