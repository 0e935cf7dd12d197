#include "sweep/metadata_worker.h"

#include <algorithm>

#include "sweep/metadata_worker-inl.h"

namespace fsduel {

NumberedName::NumberedName(std::string_view prefix) {
  prefix = prefix.substr(0, text_.size() - kDigits - 1);
  std::copy(prefix.begin(), prefix.end(), text_.begin());
  std::fill_n(text_.begin() + static_cast<std::ptrdiff_t>(prefix.size()),
              kDigits, '0');
  last_ = text_.data() + prefix.size() + kDigits - 1;
}

RowTable MakeMetadataRows(MetadataStep step, bool has_data) {
  RowTable rows;
  OperationLabel label;
  label.name = MetadataStepName(step);
  label.writes_data = step == MetadataStep::kCreate && has_data;
  rows.Add(Opcode::kRead, std::move(label));
  return rows;
}

template class MetadataWorker<Sys<>, MonotonicClock>;

}  // namespace fsduel
