// Fields <-> JSON objects. Numbers are numbers, text is text; what is not
// known is null.
#ifndef FSDUEL_RESULT_JSON_FIELDS_H_
#define FSDUEL_RESULT_JSON_FIELDS_H_

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "result/column.h"

namespace fsduel {

// Keys keep their order.
using Json = nlohmann::ordered_json;

inline Json ValueToJson(const Value& value) {
  return std::visit(
      [](const auto& held) -> Json {
        using Held = std::remove_cvref_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return nullptr;
        } else {
          return held;  // NaN and infinity become null when printed
        }
      },
      value);
}

// False when the JSON value is not of this kind.
inline bool JsonToValue(const Json& json, ValueKind kind, Value* value) {
  switch (kind) {
    case ValueKind::kFlag:
      return json.is_boolean() && (*value = json.get<bool>(), true);
    case ValueKind::kCount:
      return json.is_number_unsigned() &&
             (*value = json.get<std::uint64_t>(), true);
    case ValueKind::kInteger:
      // Of an unsigned number, only what fits.
      if (json.is_number_unsigned() &&
          !std::in_range<std::int64_t>(json.get<std::uint64_t>())) {
        return false;
      }
      return json.is_number_integer() &&
             (*value = json.get<std::int64_t>(), true);
    case ValueKind::kReal:
      return json.is_number() && (*value = json.get<double>(), true);
    case ValueKind::kText:
      return json.is_string() && (*value = json.get<std::string>(), true);
  }
  return false;
}

// Appends to an object, so that a caller can put fields before and after.
template <typename T>
void AddFields(std::span<const Column<T>> fields, const T& row, Json* object) {
  for (const Column<T>& field : fields) {
    (*object)[std::string(field.name)] = ValueToJson(field.get(row));
  }
}

template <typename T>
Json FieldsToJson(std::span<const Column<T>> fields, const T& row) {
  Json object = Json::object();
  AddFields(fields, row, &object);
  return object;
}

template <typename T>
Json ListToJson(std::span<const Column<T>> fields, const std::vector<T>& rows) {
  Json list = Json::array();
  for (const T& row : rows) {
    list.push_back(FieldsToJson(fields, row));
  }
  return list;
}

// `where` names the object in messages: "run.json: phases[0]". Unknown keys
// are ignored; a missing or wrong one fails.
template <typename T>
Status FieldsFromJson(std::span<const Column<T>> fields, const Json& object,
                      const std::string& where, T* row) {
  if (!object.is_object()) {
    return Status::Usage(where + " is not an object");
  }
  for (const Column<T>& field : fields) {
    if (field.set == nullptr) {
      continue;
    }
    const auto found = object.find(std::string(field.name));
    if (found == object.end()) {
      return Status::Usage(
          fmt::format("{}: no field \"{}\"", where, field.name));
    }
    Value value;
    if (!JsonToValue(*found, field.kind, &value) || !field.set(row, value)) {
      return Status::Usage(fmt::format("{}: \"{}\" is not {}", where,
                                       field.name, DescribeKind(field.kind)));
    }
  }
  return Status::Ok();
}

template <typename T>
Status ListFromJson(std::span<const Column<T>> fields, const Json& list,
                    const std::string& where, std::vector<T>* rows) {
  if (!list.is_array()) {
    return Status::Usage(where + " is not a list");
  }
  for (const Json& object : list) {
    const std::string place = fmt::format("{}[{}]", where, rows->size());
    Status status =
        FieldsFromJson(fields, object, place, &rows->emplace_back());
    if (!status.ok()) {
      return status;
    }
  }
  return Status::Ok();
}

}  // namespace fsduel

#endif  // FSDUEL_RESULT_JSON_FIELDS_H_
