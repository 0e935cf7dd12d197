#include "result/run_json.h"

#include <algorithm>
#include <utility>

#include "result/run_fields.h"
#include "result/tables.h"

namespace fsduel {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Pairs keep their order; a list, because names may repeat.
Json PairsToJson(const Pairs& pairs, const char* first, const char* second) {
  Json list = Json::array();
  for (const auto& [name, value] : pairs) {
    list.push_back({{first, name}, {second, value}});
  }
  return list;
}

Status PairsFromJson(const Json& list, const char* first, const char* second,
                     const std::string& where, Pairs* pairs) {
  if (!list.is_array()) {
    return Status::Usage(where + " is not a list");
  }
  for (const Json& object : list) {
    const bool fits = object.is_object() && object.contains(first) &&
                      object.contains(second) && object[first].is_string() &&
                      object[second].is_string();
    if (!fits) {
      return Status::Usage(fmt::format("{}[{}] has no texts \"{}\" and \"{}\"",
                                       where, pairs->size(), first, second));
    }
    pairs->emplace_back(object[first].get<std::string>(),
                        object[second].get<std::string>());
  }
  return Status::Ok();
}

template <typename T>
Status ScalarsFromJson(const Json& list, const std::string& where,
                       std::vector<T>* values) {
  Value value;
  if (!list.is_array()) {
    return Status::Usage(where + " is not a list");
  }
  for (const Json& item : list) {
    if (!JsonToValue(item, KindOf<T>(), &value) ||
        !FromValue(value, &values->emplace_back())) {
      return Status::Usage(fmt::format("{}[{}] is not {}", where,
                                       values->size() - 1,
                                       DescribeKind(KindOf<T>())));
    }
  }
  return Status::Ok();
}

Json MountToJson(const MountFacts& mount) {
  Json object = FieldsToJson(MountFields(), mount);
  object["device"] = mount.device.has_value()
                         ? FieldsToJson(BlockDeviceFields(), *mount.device)
                         : Json(nullptr);
  return object;
}

Status MountFromJson(const Json& object, const std::string& where,
                     MountFacts* mount) {
  Status status = FieldsFromJson(MountFields(), object, where, mount);
  if (!status.ok() || !object.contains("device") ||
      object["device"].is_null()) {
    return status;
  }
  return FieldsFromJson(BlockDeviceFields(), object["device"],
                        where + ".device", &mount->device.emplace());
}

Json PhaseToJson(const PhaseResult& phase) {
  Json object = FieldsToJson(PhaseFields(), phase);
  object["unexpected"] = ListToJson(UnexpectedFields(), phase.unexpected);
  object["stuck"] = ListToJson(StuckFields(), phase.stuck);
  return object;
}

// Reads parts in turn and keeps the first failure, so that the caller reads as
// a list of what run.json holds.
class Reader {
 public:
  Reader(const Json& document, std::string path)
      : document_(document), path_(std::move(path)) {}

  const Status& status() const { return status_; }
  std::string Where(const std::string& place) const {
    return path_ + ": " + place;
  }

  // Calls read(part, where) unless something failed before.
  template <typename Read>
  void Part(const std::string& name, Read read) {
    if (!status_.ok()) {
      return;
    }
    const auto part = document_.find(name);
    status_ = part == document_.end()
                  ? Status::Usage(Where("no field \"" + name + "\""))
                  : read(*part, Where(name));
  }

  // Calls read(item, where) for each item of a list.
  template <typename Read>
  void Each(const std::string& name, Read read) {
    Part(name, [&](const Json& list, const std::string& where) {
      if (!list.is_array()) {
        return Status::Usage(where + " is not a list");
      }
      Status status;
      for (std::size_t i = 0; status.ok() && i < list.size(); ++i) {
        status = read(list[i], fmt::format("{}[{}]", where, i));
      }
      return status;
    });
  }

 private:
  const Json& document_;
  std::string path_;
  Status status_;
};

Status PhaseFromJson(const Json& object, const std::string& where,
                     PhaseResult* phase) {
  Status status = FieldsFromJson(PhaseFields(), object, where, phase);
  if (!status.ok()) {
    return status;
  }
  if (!object.contains("unexpected") || !object.contains("stuck")) {
    return Status::Usage(where + ": no field \"unexpected\" or \"stuck\"");
  }
  status = ListFromJson(UnexpectedFields(), object["unexpected"],
                        where + ".unexpected", &phase->unexpected);
  return !status.ok() ? status
                      : ListFromJson(StuckFields(), object["stuck"],
                                     where + ".stuck", &phase->stuck);
}

Status CheckVersion(const Json& document, const std::string& path) {
  const auto version = document.find("schema_version");
  if (version == document.end() || !version->is_number_unsigned()) {
    return Status::Usage(path + ": no \"schema_version\": not a run of fsduel");
  }
  if (version->get<std::uint64_t>() != kSchemaVersion) {
    return Status::Usage(fmt::format(
        "{}: schema version {}, but this fsduel reads version {}: use the "
        "version of fsduel that wrote it",
        path, version->get<std::uint64_t>(), kSchemaVersion));
  }
  return Status::Ok();
}

Status ReadDocument(const Json& document, const std::string& path,
                    RunResult* result) {
  Status status = FieldsFromJson(RunFields(), document, path, result);
  if (!status.ok()) {
    return status;
  }
  Reader reader(document, path);
  reader.Part("command_line", [&](const Json& part, const std::string& where) {
    return ScalarsFromJson(part, where, &result->command_line);
  });
  reader.Part("loadfiles", [&](const Json& part, const std::string& where) {
    return PairsFromJson(part, "name", "hash", where, &result->loadfiles);
  });
  reader.Part("spec", [&](const Json& part, const std::string& where) {
    return PairsFromJson(part, "option", "value", where, &result->spec);
  });
  reader.Part("thresholds_ns", [&](const Json& part, const std::string& where) {
    Status read = ScalarsFromJson(part, where, &result->thresholds_ns);
    return read.ok() && result->thresholds_ns.size() > kMaxThresholds
               ? Status::Usage(where + " has too many entries")
               : read;
  });
  reader.Each("hosts", [&](const Json& part, const std::string& where) {
    result->host = HostFacts();
    Status read = FieldsFromJson(HostFields(), part, where, &result->host);
    return !read.ok() || !part.contains("settings")
               ? read
               : PairsFromJson(part["settings"], "name", "value",
                               where + ".settings", &result->host.settings);
  });
  reader.Each("mounts", [&](const Json& part, const std::string& where) {
    return MountFromJson(part, where, &result->mounts.emplace_back());
  });
  reader.Part("verify", [&](const Json& part, const std::string& where) {
    return FieldsFromJson(VerifyFields(), part, where, &result->verify);
  });
  reader.Part("warnings", [&](const Json& part, const std::string& where) {
    return ListFromJson(WarningFields(), part, where, &result->warnings);
  });
  reader.Each("phases", [&](const Json& part, const std::string& where) {
    return PhaseFromJson(part, where, &result->phases.emplace_back());
  });
  return reader.status();
}

}  // namespace

Json RunToJson(const RunResult& result) {
  Json document = Json::object();
  document["schema_version"] = kSchemaVersion;
  AddFields(RunFields(), result, &document);
  document["command_line"] = result.command_line;
  document["loadfiles"] = PairsToJson(result.loadfiles, "name", "hash");
  document["spec"] = PairsToJson(result.spec, "option", "value");
  document["thresholds_ns"] = result.thresholds_ns;
  Json host = FieldsToJson(HostFields(), result.host);
  host["settings"] = PairsToJson(result.host.settings, "name", "value");
  document["hosts"] = Json::array({std::move(host)});
  document["mounts"] = Json::array();
  for (const MountFacts& mount : result.mounts) {
    document["mounts"].push_back(MountToJson(mount));
  }
  document["verify"] = FieldsToJson(VerifyFields(), result.verify);
  document["warnings"] = ListToJson(WarningFields(), result.warnings);
  document["phases"] = Json::array();
  for (const PhaseResult& phase : result.phases) {
    document["phases"].push_back(PhaseToJson(phase));
  }
  return document;
}

Result<RunResult> RunFromJson(std::string_view text, const std::string& path) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& error) {
    // `byte` counts from 1 and is that of the character that is wrong.
    const std::size_t end = std::min(error.byte - 1, text.size());
    const std::string_view before = text.substr(0, end);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
    return Status::Usage(fmt::format("{}:{}:{}: not well-formed JSON", path,
                                     line, end - start + 1));
  } catch (const Json::exception&) {
    // The library does not say where.
    return Status::Usage(path + ": a number in it is too large");
  }
  Status status = CheckVersion(document, path);
  RunResult result;
  if (status.ok()) {
    status = ReadDocument(document, path, &result);
  }
  if (!status.ok()) {
    return status;
  }
  return result;
}

std::string JsonText(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fsduel
