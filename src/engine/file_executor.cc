// The one instantiation of FileExecutor that ships.
#include "engine/file_executor.h"

#include "engine/file_executor-inl.h"

namespace fsduel {

template class FileExecutor<Sys<>>;

}  // namespace fsduel
