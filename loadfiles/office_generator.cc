// Prints the text of office.load: `office_generator > office.load`. The same
// source gives the same bytes on every machine.
#include <cstdio>

#include "generator/office.h"

int main() {
  const fsduel::OfficeLoadfile office = fsduel::GenerateOffice();
  for (const std::string& fault : office.faults) {
    std::fprintf(stderr, "office_generator: %s\n", fault.c_str());
  }
  if (!office.faults.empty()) {
    return 1;
  }
  const std::size_t written =
      std::fwrite(office.text.data(), 1, office.text.size(), stdout);
  return written == office.text.size() && std::fflush(stdout) == 0 ? 0 : 1;
}
