// Turns an operation with symbolic parts into one that can be executed: numbers
// are computed, random strings put into names, handle numbers become slots.
#ifndef FSDUEL_WORKLOAD_OPERATION_RESOLVER_H_
#define FSDUEL_WORKLOAD_OPERATION_RESOLVER_H_

#include <array>
#include <cstdint>
#include <string>

#include "base/random.h"
#include "loadfile/loadfile.h"
#include "workload/client_paths.h"
#include "workload/handle_table.h"

namespace fsduel {

// One per client; what it gives depends on the seed and on the order of calls
// alone. `loadfile` and `paths` must outlive it.
class OperationResolver {
 public:
  // Dynamic path ids that one operation can take.
  static constexpr std::uint32_t kMostNames = 2;

  struct Client {
    std::uint32_t number = 0;   // from 0
    std::uint32_t clients = 1;  // of the whole run
    std::uint64_t seed = 0;
  };

  OperationResolver(const Loadfile& loadfile, ClientPaths* paths,
                    const Client& client);

  // Gives RANDOMSTRING number `random_string.index` a new value.
  void Draw(const RandomString& random_string);

  // The names that were resolved so far are not needed any more.
  void ForgetNames() { names_ = 0; }
  bool HasRoomForNames() const {
    return names_ + kMostNames <= ClientPaths::kDynamicPaths;
  }

  bool HasRandomName(const Operation& operation) const {
    return IsRandom(operation.path) || IsRandom(operation.path2);
  }
  // `fields` may be null. REQUIRES: HasRoomForNames().
  Operation Resolve(const Operation& operation, const DynamicFields* fields);

 private:
  bool IsRandom(std::uint32_t path) const {
    return path != kNoPath && loadfile_.paths()[path].has_random_string;
  }
  void Compute(const DynamicFields& fields, Operation* operation);
  std::int64_t Value(const NumberExpression& expression, std::int64_t previous);
  void CutTransfer(Operation* operation) const;
  std::uint32_t Name(std::uint32_t path);

  const Loadfile& loadfile_;
  ClientPaths* paths_;
  Client client_;
  Random random_;
  HandleTable handles_;
  // Numeric fields of the previous operation line, as they were computed.
  std::array<std::int64_t, DynamicFields::kMostFields> previous_{};
  std::array<std::string, 10> random_values_;
  std::uint32_t names_ = 0;  // dynamic path ids in use
  std::string name_;         // room to put one together
};

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_OPERATION_RESOLVER_H_
