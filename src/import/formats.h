// One importer per tool. Each says whether a text looks like its tool's output;
// the first that does reads it.
#ifndef FSDUEL_IMPORT_FORMATS_H_
#define FSDUEL_IMPORT_FORMATS_H_

#include <string>

#include "base/status.h"
#include "import/source.h"
#include "result/run_result.h"

namespace fsduel {

bool LooksLikeDbench(const ImportSource& source);
Result<RunResult> ImportDbench(const ImportSource& source);

// tiobench.pl 0.3 and git.
bool LooksLikeTiobench(const ImportSource& source);
Result<RunResult> ImportTiobench(const ImportSource& source);

// Its table and its terse form.
bool LooksLikeTiotest(const ImportSource& source);
Result<RunResult> ImportTiotest(const ImportSource& source);

// -a and single tables, -R without a table, -t.
bool LooksLikeIozone(const ImportSource& source);
Result<RunResult> ImportIozone(const ImportSource& source);

bool LooksLikeSeeker(const ImportSource& source);
Result<RunResult> ImportSeeker(const ImportSource& source);

// JSON and JSON+.
bool LooksLikeFio(const ImportSource& source);
Result<RunResult> ImportFio(const ImportSource& source);

// Logs of 3.x to 6.x, and the tables of its latency script.
bool LooksLikeActLog(const ImportSource& source);
Result<RunResult> ImportActLog(const ImportSource& source);
bool LooksLikeActTable(const ImportSource& source);
Result<RunResult> ImportActTable(const ImportSource& source);

// What a text that nothing recognises may be: "a loadfile of dbench, ...".
std::string DescribeForeign(const ImportSource& source);

}  // namespace fsduel

#endif  // FSDUEL_IMPORT_FORMATS_H_
