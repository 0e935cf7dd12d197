// The instantiations of BasicClient that ship.
#include "run/client.h"

#include "run/client-inl.h"

namespace fsduel {

template class BasicClient<SystemExecutor, MonotonicClock>;
template class BasicClient<NullExecutor, MonotonicClock>;

}  // namespace fsduel
