// The specification of a run as (option, value) in canonical spelling.
#ifndef FSDUEL_RUN_SPEC_ECHO_H_
#define FSDUEL_RUN_SPEC_ECHO_H_

#include <string>
#include <utility>
#include <vector>

#include "run/run_plan.h"

namespace fsduel {

// Every option that changes what is measured, defaults included, in the words
// of the command line without the dashes.
std::vector<std::pair<std::string, std::string>> EchoSpec(const RunPlan& plan);

// "none", "dsync,dirs" ...
std::string DescribeDurability(const Durability& durability);

}  // namespace fsduel

#endif  // FSDUEL_RUN_SPEC_ECHO_H_
