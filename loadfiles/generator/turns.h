// Plays the model of `office`: turns of applications, visits of the archive,
// set-up and clean-up, as operations of a Script.
#ifndef FSDUEL_LOADFILES_GENERATOR_TURNS_H_
#define FSDUEL_LOADFILES_GENERATOR_TURNS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "generator/applications.h"
#include "generator/script.h"

namespace fsduel {

class Turns {
 public:
  explicit Turns(Script* script) : script_(*script) {}

  // An empty desk with all documents that last.
  void SetUp();
  // Every application once; leaves the tree as it found it.
  void Round();

 private:
  void MakeFolder(const std::string& path);
  void Turn(const Application& application);
  void VisitArchive(bool refresh);
  void CleanUp();

  void Perform(const Step& step);
  void PerformOnce(const Step& step, const std::string& path);
  void Probe(const std::string& path);
  void Load(const std::string& path, const Step& step);
  void Hold(const std::string& path, const Step& step);
  void Skim(const std::string& path, const Step& step);
  void Fields(const std::string& path, const Step& step);
  void Save(const std::string& path, std::int64_t bytes);
  void SetAside(const std::string& path, std::int64_t bytes);
  void Replace(const std::string& path, std::int64_t bytes);
  void FlushEach(const std::string& path, int times);
  void Header(const std::string& path, const Step& step);
  void Print(const std::string& path, const Step& step);
  void Spool(int times);
  void LockedWrite(const std::string& path, const Step& step);
  // Of every document of the application.
  void Visit(const Step& step);
  void Touch(const Step& step);

  void Move(const std::string& from, const std::string& to);
  void Delete(const std::string& path);
  // New file of `bytes`: one byte at the end of the first block to extend it,
  // a query, then blocks of 64 KiB.
  void WriteNewFile(const std::string& path, std::int64_t bytes);
  void CloseHeld();

  // Puts the chatter of the turn between its lines from `begin` on. It touches
  // nothing but what lasts, so it may stand anywhere.
  void Sprinkle(std::size_t begin);
  std::size_t PlaceForRemark(const std::vector<std::string>& turn);
  void LookForScratch();
  void ListDesk();
  void AskFreeSpace();
  void QueryMissing();
  void QueryDocument();
  void OpenMissing();
  void Glance();
  std::string PathOf(std::string_view name) const;
  std::string SomeDocument();
  std::string SomethingMissing();

  Script& script_;
  Random random_{2010};
  const Application* application_ = nullptr;
  std::vector<int> held_;  // handles that stay open for a while
  std::size_t next_missing_ = 0;
  int spooled_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILES_GENERATOR_TURNS_H_
