// The text of office.load.
#ifndef FSDUEL_LOADFILES_GENERATOR_OFFICE_H_
#define FSDUEL_LOADFILES_GENERATOR_OFFICE_H_

#include <string>
#include <vector>

namespace fsduel {

struct OfficeLoadfile {
  std::string text;
  // What the model of the tree found wrong; the text is to be used only when
  // this is empty.
  std::vector<std::string> faults;
};

OfficeLoadfile GenerateOffice();

}  // namespace fsduel

#endif  // FSDUEL_LOADFILES_GENERATOR_OFFICE_H_
