// RunResult <-> run.json: everything but what stands in the tables.
#ifndef FSDUEL_RESULT_RUN_JSON_H_
#define FSDUEL_RESULT_RUN_JSON_H_

#include <string_view>

#include "base/status.h"
#include "result/json_fields.h"
#include "result/run_result.h"

namespace fsduel {

Json RunToJson(const RunResult& result);

// `path` is for messages. Refuses text that is no JSON (with line and column),
// another schema version, and fields that are missing or of the wrong type.
Result<RunResult> RunFromJson(std::string_view text, const std::string& path);

// Text of a JSON document; bytes that are not UTF-8 are replaced.
std::string JsonText(const Json& json);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_RUN_JSON_H_
