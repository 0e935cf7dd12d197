// Processor facts.
#ifndef FSDUEL_HOST_CPU_H_
#define FSDUEL_HOST_CPU_H_

#include "host/facts.h"
#include "sys/machine.h"

namespace fsduel {

// Fills cpu_model, cpus, governor and virtualisation.
void ReadCpuFacts(Machine& machine, HostFacts* facts);

}  // namespace fsduel

#endif  // FSDUEL_HOST_CPU_H_
