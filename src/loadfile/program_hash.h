// The identity of a workload.
#ifndef FSDUEL_LOADFILE_PROGRAM_HASH_H_
#define FSDUEL_LOADFILE_PROGRAM_HASH_H_

#include <string>

#include "loadfile/loadfile.h"

namespace fsduel {

// 16 hexadecimal digits over everything that decides what is executed: equal
// programs have equal hashes on every machine. Line numbers and the name do not
// count. Not cryptographic.
std::string ProgramHash(const Loadfile& loadfile);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_PROGRAM_HASH_H_
