// The applications of `office`: eight programs of an office with the habits
// that file servers know well: probing, backups, scratch files, locks. The
// numbers are chosen so that a round comes to the mix that tests/loadfile/
// shipped_loadfiles_test.cc asks for.
#include "generator/applications.h"

#include <array>

namespace fsduel {
namespace {

using enum Action;

constexpr std::array kSlidesDocuments = {
    Document{"quarterly.odp", 262'144}, Document{"roadmap.odp", 245'760},
    Document{"welcome.odp", 229'376},   Document{"clipart.dat", 311'296},
    Document{"backdrop.png", 258'048},
};
constexpr std::array<std::string_view, 4> kSlidesMissing = {
    "quarterly", "house.theme", "recent.lst", "quarterly.odp.sig"};
constexpr std::array kSlidesTurn = {
    Step{kProbe, "untitled.odp"},
    Step{kLoad, "quarterly.odp", 4096, 19},
    Step{kStamp, "quarterly.odp", 0, 2},
    Step{kPeek, "quarterly.odp", 4096, 4},
    Step{kHold, "clipart.dat", 4096},
    Step{kSave, "board.odp", 85'400},
    Step{kFlushEach, "board.odp", 0, 6},
    Step{kStamp, "board.odp", 0, 4},
    Step{kSetAside, "board.odp", 83'100},
    Step{kFlushEach, "board.odp", 0, 6},
    Step{kPeek, "board.odp", 4096, 3},
    Step{kSetAside, "board.odp", 84'300},
    Step{kLoad, "backdrop.png", 16'384, 5},
    Step{kSkim, "clipart.dat", 4096, 18},
    Step{kSave, "pitch.odp", 87'900},
    Step{kFlushEach, "pitch.odp", 0, 6},
    Step{kStamp, "pitch.odp", 0, 4},
    Step{kSetAside, "pitch.odp", 81'700},
    Step{kFlushEach, "pitch.odp", 0, 6},
    Step{kSetAside, "pitch.odp", 19'800},
    Step{kLoad, "roadmap.odp", 4096, 12},
    Step{kSave, "preview.png", 14'900},
    Step{kSave, "handout.pdf", 22'500},
    Step{kSave, "notes.txt", 7'400},
    Step{kPeek, "handout.pdf", 4096, 3},
    Step{kDelete, "preview.png"},
};

constexpr std::array kLettersDocuments = {
    Document{"offer.odt", 262'144},
    Document{"minutes.odt", 253'952},
    Document{"address.dat", 278'528},
};
constexpr std::array<std::string_view, 5> kLettersMissing = {
    "offer", "letterhead.ott", "house.dic", "offer.odt.sig", "autotext.dat"};
constexpr std::array kLettersTurn = {
    Step{kProbe, "untitled.odt"},        Step{kEmpty, "address.lock"},
    Step{kLoad, "offer.odt", 4096, 7},   Step{kStamp, "offer.odt", 0, 3},
    Step{kSave, "draft.odt", 11'500},    Step{kStamp, "draft.odt", 0, 4},
    Step{kReplace, "draft.odt", 12'400}, Step{kSkim, "address.dat", 1024, 8},
    Step{kPeek, "draft.odt", 4096, 2},   Step{kReplace, "draft.odt", 17'900},
    Step{kStamp, "draft.odt", 0, 4},     Step{kFields, "address.dat", 0, 12},
    Step{kReplace, "draft.odt", 18'600}, Step{kSave, "reply.odt", 10'300},
    Step{kSave, "labels.odt", 16'100},   Step{kSave, "envelope.ps", 21'700},
    Step{kStamp, "minutes.odt", 0, 5},   Step{kPeek, "minutes.odt", 4096, 4},
    Step{kDelete, "address.lock"},       Step{kDelete, "envelope.ps"},
};

// A database as one file per table, index and form.
constexpr std::array kTablesDocuments = {
    Document{"customers.tbl", 294'912}, Document{"customers.idx", 245'760},
    Document{"orders.tbl", 303'104},    Document{"orders.idx", 253'952},
    Document{"items.tbl", 311'296},     Document{"items.idx", 262'144},
    Document{"stock.tbl", 286'720},     Document{"stock.idx", 241'664},
    Document{"vendors.tbl", 237'568},   Document{"vendors.idx", 225'280},
    Document{"prices.tbl", 258'048},    Document{"prices.idx", 233'472},
    Document{"regions.tbl", 229'376},   Document{"staff.tbl", 249'856},
    Document{"ledger.tbl", 278'528},    Document{"ledger.idx", 237'568},
    Document{"forms.dat", 270'336},     Document{"views.dat", 266'240},
    Document{"macros.dat", 258'048},    Document{"notes.dat", 241'664},
};
constexpr std::array<std::string_view, 6> kTablesMissing = {
    "orders.lck",  "orders.val", "session.net",
    "results.tbl", "items.val",  "customers.pic"};
constexpr std::array kTablesTurn = {
    Step{kProbe, "session.lck"},
    Step{kEmpty, "session.use"},
    Step{kVisit, "", 4096},
    Step{kHold, "customers.tbl", 4096},
    Step{kHold, "customers.idx", 4096},
    Step{kHold, "orders.tbl", 4096},
    Step{kHold, "orders.idx", 4096},
    Step{kHold, "items.tbl", 4096},
    Step{kHold, "items.idx", 4096},
    Step{kHold, "stock.tbl", 4096},
    Step{kHold, "forms.dat", 4096},
    Step{kVisit, "", 4096},
    Step{kInspect, "orders.tbl", 0, 6},
    Step{kEmpty, "query1.lck"},
    Step{kSkim, "orders.idx", 2048, 12},
    Step{kSkim, "orders.tbl", 4096, 4},
    Step{kSkim, "orders.tbl", 8192, 10},
    Step{kHeader, "orders.tbl", 2048, 6},
    Step{kSave, "query1.tbl", 14'300},
    Step{kSave, "query1.idx", 9'700},
    Step{kSave, "totals.tbl", 80'900},
    Step{kFlushEach, "query1.tbl", 0, 3},
    Step{kLoad, "customers.tbl", 4096, 10},
    Step{kEmpty, "query2.lck"},
    Step{kHeader, "customers.tbl", 4096, 8},
    Step{kVisit, "", 4096},
    Step{kSave, "query2.tbl", 24'800},
    Step{kSave, "query2.idx", 10'900},
    Step{kSkim, "items.idx", 2048, 10},
    Step{kSkim, "items.tbl", 4096, 16},
    Step{kHeader, "items.tbl", 4096, 8},
    Step{kInspect, "items.tbl", 0, 7},
    Step{kSetAside, "query2.tbl", 25'900},
    Step{kFlushEach, "query2.tbl", 0, 3},
    Step{kEmpty, "query3.lck"},
    Step{kSave, "changed.tbl", 12'800},
    Step{kSave, "keyviol.tbl", 5'300},
    Step{kHeader, "changed.tbl", 2048, 5},
    Step{kVisit, "", 4096},
    Step{kEmpty, "sort.lck"},
    Step{kEmpty, "sort.tmp"},
    Step{kEmpty, "sort.idx"},
    Step{kSave, "sorted.tbl", 33'800},
    Step{kSave, "sorted.idx", 13'900},
    Step{kHeader, "stock.tbl", 8192, 4},
    Step{kEmpty, "report.lck"},
    Step{kEmpty, "form.lck"},
    Step{kDelete, "query1.lck"},
    Step{kDelete, "query2.lck"},
    Step{kDelete, "query3.lck"},
    Step{kDelete, "sort.lck"},
    Step{kDelete, "sort.tmp"},
    Step{kDelete, "sort.idx"},
    Step{kDelete, "totals.tbl"},
    Step{kDelete, "query2.idx"},
    Step{kDelete, "report.lck"},
    Step{kDelete, "form.lck"},
    Step{kDelete, "query1.idx"},
    Step{kDelete, "query1.tbl"},
    Step{kDelete, "sorted.idx"},
    Step{kDelete, "session.use"},
};

constexpr std::array kSheetsDocuments = {
    Document{"budget.ods", 278'528},
    Document{"forecast.ods", 262'144},
};
constexpr std::array<std::string_view, 5> kSheetsMissing = {
    "budget", "functions.xla", "budget.ods.sig", "rates.csv", "sales"};
constexpr std::array kSheetsTurn = {
    Step{kProbe, "untitled.ods"},
    Step{kLoad, "budget.ods", 8192, 12},
    Step{kStamp, "budget.ods", 0, 4},
    Step{kSave, "sales.ods", 101'300},
    Step{kFlushEach, "sales.ods", 0, 4},
    Step{kStamp, "sales.ods", 0, 3},
    Step{kReplace, "sales.ods", 112'700},
    Step{kPeek, "sales.ods", 4096, 4},
    Step{kReplace, "sales.ods", 131'072},
    Step{kSkim, "forecast.ods", 4096, 16},
    Step{kFields, "forecast.ods", 0, 6},
    Step{kSave, "results.ods", 77'300},
    Step{kSetAside, "results.ods", 81'400},
    Step{kStamp, "results.ods", 0, 4},
    Step{kSetAside, "results.ods", 131'072},
    Step{kLoad, "results.ods", 4096, 16},
    Step{kSave, "chart1.eps", 88'200},
    Step{kSave, "chart2.eps", 94'600},
    Step{kSave, "chart3.eps", 70'900},
    Step{kSave, "sales.csv", 29'800},
    Step{kSave, "results.csv", 26'300},
    Step{kSkim, "budget.ods", 3072, 8},
    Step{kSave, "pivot.ods", 100'100},
    Step{kSave, "pivot.csv", 34'800},
    Step{kPrint, "sheet.ps", 4096, 4},
    Step{kStamp, "forecast.ods", 0, 4},
    Step{kPeek, "pivot.csv", 4096, 3},
    Step{kDelete, "sheet.ps"},
    Step{kDelete, "pivot.csv"},
    Step{kDelete, "results.csv"},
};

constexpr std::array kReportsDocuments = {
    Document{"annual.odt", 270'336},
    Document{"survey.odt", 262'144},
    Document{"glossary.dat", 249'856},
};
constexpr std::array<std::string_view, 5> kReportsMissing = {
    "annual", "styles.ott", "annual.odt.sig", "figures.lst", "hyphen.dic"};
constexpr std::array kReportsTurn = {
    Step{kProbe, "untitled.odt"},
    Step{kEmpty, "annual.lock"},
    Step{kHold, "glossary.dat", 4096},
    Step{kLoad, "annual.odt", 4096, 40},
    Step{kInspect, "annual.odt", 0, 4},
    Step{kSave, "edition.odt", 147'100},
    Step{kFlushEach, "edition.odt", 0, 3},
    Step{kSkim, "edition.odt", 4096, 43},
    Step{kFields, "edition.odt", 0, 20},
    Step{kReplace, "edition.odt", 196'608},
    Step{kSkim, "edition.odt", 4096, 40},
    Step{kLockedWrite, "edition.odt", 4096, 2},
    Step{kFields, "glossary.dat", 0, 20},
    Step{kReplace, "edition.odt", 214'800},
    Step{kSkim, "glossary.dat", 2048, 14},
    Step{kSave, "edition.ps", 262'144},
    Step{kLoad, "edition.ps", 4096, 24},
    Step{kSave, "chapter1.ps", 131'072},
    Step{kSave, "chapter2.ps", 131'072},
    Step{kSave, "index.odt", 84'600},
    Step{kSetAside, "index.odt", 37'400},
    Step{kSkim, "survey.odt", 4096, 24},
    Step{kSave, "cover.odt", 18'900},
    Step{kSave, "cover.ps", 41'800},
    Step{kSkim, "survey.odt", 1536, 6},
    Step{kPrint, "proof.ps", 8192, 3},
    Step{kPrint, "job.txt", 2048, 2},
    Step{kInspect, "survey.odt", 0, 6},
    Step{kDelete, "job.txt"},
    Step{kDelete, "proof.ps"},
    Step{kDelete, "annual.lock"},
};

constexpr std::array kRecordsDocuments = {
    Document{"inventory.mdb", 262'144},
    Document{"suppliers.mdb", 131'072},
};
constexpr std::array<std::string_view, 3> kRecordsMissing = {
    "inventory.ldb", "system.mdw", "inventory"};
constexpr std::array kRecordsTurn = {
    Step{kProbe, "inventory.tmp"},
    Step{kPeek, "inventory.mdb", 4096, 2},
    Step{kFlushEach, "inventory.mdb", 0, 4},
    Step{kSave, "invoice.ps", 99'200},
    Step{kHeader, "inventory.mdb", 8192, 2},
    Step{kSave, "labels.ps", 15'700},
    Step{kSave, "reorder.ps", 12'900},
    Step{kPrint, "summary.txt", 4096, 3},
    Step{kPrint, "detail.txt", 4096, 3},
    Step{kEmpty, "inventory.use"},
    Step{kDelete, "inventory.use"},
    Step{kDelete, "detail.txt"},
    Step{kDelete, "summary.txt"},
};

constexpr std::array kDrawingsDocuments = {
    Document{"floorplan.svg", 266'240}, Document{"machine.svg", 262'144},
    Document{"logo.svg", 233'472},      Document{"poster.svg", 286'720},
    Document{"map.svg", 303'104},       Document{"icons.svg", 241'664},
    Document{"fonts1.dat", 253'952},    Document{"fonts2.dat", 258'048},
    Document{"palette.dat", 229'376},   Document{"brushes.dat", 245'760},
    Document{"textures.dat", 278'528},
};
constexpr std::array<std::string_view, 5> kDrawingsMissing = {
    "poster", "poster.svg.sig", "plugins.lst", "fonts3.dat", "fonts.lst"};
constexpr std::array kDrawingsTurn = {
    Step{kProbe, "untitled.svg"},
    Step{kTouch},
    Step{kEmpty, "poster.lock"},
    Step{kAsk, "fonts3/bold.dat"},
    Step{kLoad, "poster.svg", 16'384, 10},
    Step{kLoad, "fonts1.dat", 8192, 14},
    Step{kSave, "flyer.svg", 26'900},
    Step{kReplace, "flyer.svg", 27'700},
    Step{kLoad, "map.svg", 32'768, 4},
    Step{kReplace, "flyer.svg", 31'600},
    Step{kHeader, "textures.dat", 4096, 4},
    Step{kLoad, "fonts2.dat", 10'240, 6},
    Step{kSave, "banner.svg", 35'300},
    Step{kEmpty, "undo1.dat"},
    Step{kEmpty, "undo2.dat"},
    Step{kEmpty, "undo3.dat"},
    Step{kLoad, "textures.dat", 6144, 8},
    Step{kEmpty, "export1.png"},
    Step{kEmpty, "export2.png"},
    Step{kDelete, "undo1.dat"},
    Step{kDelete, "undo2.dat"},
    Step{kDelete, "undo3.dat"},
    Step{kDelete, "poster.lock"},
};

constexpr std::array kLayoutDocuments = {
    Document{"brochure.pub", 262'144},
    Document{"magazine.pub", 278'528},
    Document{"imports.dat", 249'856},
};
constexpr std::array<std::string_view, 4> kLayoutMissing = {
    "brochure", "colours.tab", "kerning.dat", "brochure.lck"};
constexpr std::array kLayoutTurn = {
    Step{kProbe, "untitled.pub"},
    Step{kHold, "brochure.pub", 4096},
    Step{kSpool, "", 0, 18},
    Step{kLoad, "imports.dat", 12'288, 4},
    Step{kSpool, "", 0, 18},
    Step{kHeader, "magazine.pub", 4096, 4},
    Step{kSave, "brochure.ps", 289'600},
    Step{kPeek, "brochure.ps", 4096, 3},
};

constexpr std::array kArchiveDocuments = {
    Document{"decade.pak", 1'867'776},
    Document{"year.pak", 1'048'576},
    Document{"month.pak", 327'680},
};
constexpr std::array<ArchiveVisit, kArchiveDocumentCount> kRefresh = {
    ArchiveVisit{0, 7, 8}, ArchiveVisit{0, 5, 4}, ArchiveVisit{0, 2, 2}};
constexpr std::array<ArchiveVisit, kArchiveDocumentCount> kCompare = {
    ArchiveVisit{25, 24, 0}, ArchiveVisit{14, 13, 0}, ArchiveVisit{4, 8, 0}};

constexpr std::array kBallast = {
    Document{"ballast.a", 1'048'576}, Document{"ballast.b", 1'048'576},
    Document{"ballast.c", 1'048'576}, Document{"ballast.d", 1'048'576},
    Document{"ballast.e", 1'048'576},
};

constexpr std::array kApplications = {
    Application{"slides",
                kSlidesDocuments,
                kSlidesMissing,
                kSlidesTurn,
                {18, 14, 15, 0, 8, 0, 2}},
    Application{"letters",
                kLettersDocuments,
                kLettersMissing,
                kLettersTurn,
                {12, 12, 12, 17, 8, 4, 2}},
    Application{"tables",
                kTablesDocuments,
                kTablesMissing,
                kTablesTurn,
                {20, 20, 16, 50, 45, 16, 23}},
    Application{"sheets",
                kSheetsDocuments,
                kSheetsMissing,
                kSheetsTurn,
                {16, 13, 10, 14, 4, 2, 1}},
    Application{"reports",
                kReportsDocuments,
                kReportsMissing,
                kReportsTurn,
                {14, 13, 10, 12, 8, 4, 2}},
    Application{"records",
                kRecordsDocuments,
                kRecordsMissing,
                kRecordsTurn,
                {8, 6, 6, 2, 4, 2, 1}},
    Application{"drawings",
                kDrawingsDocuments,
                kDrawingsMissing,
                kDrawingsTurn,
                {14, 10, 6, 19, 12, 4, 2}},
    Application{"layout",
                kLayoutDocuments,
                kLayoutMissing,
                kLayoutTurn,
                {9, 7, 5, 26, 8, 2, 1}},
};

}  // namespace

std::span<const Application> Applications() {
  return kApplications;
}

std::span<const Document> ArchiveDocuments() {
  return kArchiveDocuments;
}

std::span<const ArchiveVisit> ArchiveVisits(bool refresh) {
  return refresh ? kRefresh : kCompare;
}

std::span<const Document> Ballast() {
  return kBallast;
}

}  // namespace fsduel
