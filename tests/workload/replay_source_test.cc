// The order in which a client executes a loadfile.
#include "workload/replay_source.h"

#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "tests/workload/replay_fixture.h"

namespace {

std::size_t allocations = 0;

}  // namespace

// The tests of this layer have one thread. Not inlined: g++ takes the free()
// inside for one that does not fit the new outside.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) {
    return memory;
  }
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace fsduel {
namespace {

using LineList = std::vector<std::uint32_t>;

std::string Repeated(const std::string& line, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += line;
  }
  return text;
}

constexpr const char* kQuery = "QUERY_FS_INFORMATION 1 NT_STATUS_OK\n";

TEST(ReplaySource, PlainRunsAreViewsOfTheProgramInShortPieces) {
  Replay replay(Repeated(kQuery, 600));
  const auto& program = replay.loadfile().operations();
  for (int pass = 0; pass < 3; ++pass) {
    std::size_t at = 0;
    for (const std::size_t expected : {256, 256, 88}) {
      const Batch batch = replay.source().NextBatch();
      EXPECT_EQ(batch.operations.data(), program.data() + at);
      EXPECT_EQ(batch.operations.size(), expected);
      EXPECT_TRUE(batch.due_us.empty());
      at += expected;
      EXPECT_EQ(batch.ends_pass, at == 600);
    }
  }
}

TEST(ReplaySource, ExactlyOneBatchEndsItsPass) {
  Replay replay(Repeated(kQuery, 256));
  EXPECT_TRUE(replay.source().NextBatch().ends_pass);
  EXPECT_TRUE(replay.source().NextBatch().ends_pass);
}

TEST(ReplaySource, LoopsRunTheirRoundsInnerOnesEachTime) {
  Replay replay(std::string("LOOP 2\n") + kQuery +  // line 2
                "LOOP 3\n" + kQuery +               // line 4
                "ENDLOOP\n" + kQuery +              // line 6
                "ENDLOOP\nREPEAT 2\n" + kQuery);    // line 9
  const LineList round = {2, 4, 4, 4, 6};
  LineList expected;
  for (int i = 0; i < 2; ++i) {
    expected.insert(expected.end(), round.begin(), round.end());
  }
  expected.insert(expected.end(), {9, 9});
  EXPECT_EQ(Lines(replay.Pass()), expected);
  EXPECT_EQ(Lines(replay.Pass()), expected);
}

TEST(ReplaySource, ALoopOfNoRoundsIsLeftOut) {
  Replay replay(std::string("LOOP 0\n") + kQuery + "LOOP 5\n" + kQuery +
                "ENDLOOP\nENDLOOP\n" + kQuery);
  EXPECT_EQ(Lines(replay.Pass()), LineList{7});
}

TEST(ReplaySource, AHugeLoopOfNothingEnds) {
  Replay replay(std::string("RANDOMSTRING 1 \"[ab]\"\n") +
                "LOOP 1000000000000\nRANDOMSTRING 1 \"[ab]\"\n"
                "LOOP 1000000000000\nENDLOOP\nENDLOOP\n" +
                kQuery);
  EXPECT_EQ(Lines(replay.Pass()), LineList{7});
}

TEST(ReplaySource, TheSetUpIsDoneOnceBeforeTheFirstPass) {
  const std::string text =
      std::string("SETUP\nLOOP 2\n") + kQuery + "ENDLOOP\nENDSETUP\n" + kQuery;
  Replay replay(text);
  EXPECT_EQ(Lines(replay.Setup()), (LineList{3, 3}));
  EXPECT_TRUE(replay.source().NextSetupBatch().operations.empty());
  EXPECT_EQ(Lines(replay.Pass()), LineList{6});
  EXPECT_EQ(Lines(replay.Pass()), LineList{6});
  EXPECT_TRUE(replay.Setup().empty());
}

TEST(ReplaySource, ASetUpThatWasBrokenOffDoesNotShowInThePass) {
  Replay replay("SETUP\nLOOP 3\n" + Repeated(kQuery, 300) +
                "ENDLOOP\nENDSETUP\nLOOP 2\n" + kQuery + "ENDLOOP\n");
  EXPECT_EQ(replay.source().NextSetupBatch().operations.size(), 256U);
  EXPECT_EQ(Lines(replay.Pass()), (LineList{306, 306}));
}

TEST(ReplaySource, TheSetUpIsPartOfEachPassWhenAskedFor) {
  const std::string text =
      std::string("SETUP\n") + kQuery + "ENDSETUP\n" + kQuery;
  Replay replay(text, {.setup_in_pass = true});
  EXPECT_TRUE(replay.Setup().empty());
  EXPECT_EQ(Lines(replay.Pass()), (LineList{2, 4}));
  EXPECT_EQ(Lines(replay.Pass()), (LineList{2, 4}));
}

TEST(ReplaySource, DueTimesFollowTheirOperations) {
  Replay replay(
      "0.5 QUERY_FS_INFORMATION 1 NT_STATUS_OK\n"
      "RANDOMSTRING 1 \"[ab]\"\n"
      "0.75 Mkdir \"/$1\" *\n"
      "0.75 Mkdir \"/x\" *\n"
      "LOOP 2\n2 WriteX 1 *%10 1 1 NT_STATUS_OK\nENDLOOP\n");
  std::vector<std::int64_t> due;
  for (const SeenOperation& seen : replay.Pass()) {
    due.push_back(seen.due_us);
  }
  EXPECT_EQ(due, (std::vector<std::int64_t>{500'000, 750'000, 750'000,
                                            2'000'000, 2'000'000}));
}

TEST(ReplaySource, RandomPartsAreCollectedUpToTheNextPlainRun) {
  Replay replay("REPEAT 1000\nWriteX 1 *%10 1 1 NT_STATUS_OK\n" +
                Repeated(kQuery, 2));
  std::vector<std::size_t> sizes;
  Batch batch;
  do {
    batch = replay.source().NextBatch();
    sizes.push_back(batch.operations.size());
  } while (!batch.ends_pass);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{256, 256, 256, 232, 2}));
}

TEST(ReplaySource, ABatchEndsBeforeItsNamesRunOut) {
  Replay replay(
      "RANDOMSTRING 1 \"[abcdefgh][abcdefgh][abcdefgh]\"\n"
      "LOOP 700\nRANDOMSTRING 1 \"[abcdefgh][abcdefgh][abcdefgh]\"\n"
      "Rename \"/$1\" \"/x/$1\" *\nENDLOOP\n");
  const std::vector<SeenOperation> pass = replay.Pass();
  ASSERT_EQ(pass.size(), 700U);
  for (const SeenOperation& seen : pass) {
    EXPECT_EQ(seen.path2, "x/" + seen.path);
  }
}

TEST(ReplaySource, TheSeedDecidesAndPassesGoOnFromThere) {
  const std::string text =
      "RANDOMSTRING 1 \"[abcdefgh][abcdefgh][abcdefgh][abcdefgh]\"\n"
      "WriteX 1 *%1000000 1 1 *\nMkdir \"/$1\" *\n";
  const auto run = [&](std::uint64_t seed) {
    Replay replay(text, {.seed = seed});
    std::vector<std::string> seen;
    for (int pass = 0; pass < 3; ++pass) {
      for (const SeenOperation& o : replay.Pass()) {
        seen.push_back(o.path + " " + std::to_string(o.operation.offset));
      }
    }
    return seen;
  };
  const auto first = run(1);
  EXPECT_EQ(first, run(1));
  EXPECT_NE(first, run(2));
  EXPECT_NE(first[0], first[2]);
  EXPECT_NE(first[1], first[3]);
}

// Writes a random program and, beside it, the lines that it should execute.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {
    expected_ = Block(0);
    Line(kQuery);
    expected_.push_back(line_);
  }
  const std::string& text() const { return text_; }
  const LineList& expected() const { return expected_; }

 private:
  void Line(const std::string& line) {
    text_ += line;
    ++line_;
  }

  LineList Block(int depth) {
    LineList executed;
    for (std::uint64_t i = random_.Below(5); i > 0; --i) {
      switch (random_.Below(4)) {
        case 0:
          Line(kQuery);
          executed.push_back(line_);
          break;
        case 1:
          Line("WriteX 1 *%100 4 4 *\n");
          executed.push_back(line_);
          break;
        case 2:
          Line("WriteX 1 +4 4 4 *\n");
          executed.push_back(line_);
          break;
        default: {
          if (depth == 4) {
            break;
          }
          const std::uint64_t rounds = random_.Below(4);
          Line("LOOP " + std::to_string(rounds) + "\n");
          const LineList round = Block(depth + 1);
          Line("ENDLOOP\n");
          for (std::uint64_t r = 0; r < rounds; ++r) {
            executed.insert(executed.end(), round.begin(), round.end());
          }
        }
      }
    }
    return executed;
  }

  Random random_;
  std::string text_;
  std::uint32_t line_ = 0;
  LineList expected_;
};

TEST(ReplaySource, RandomProgramsRunAsASimpleInterpreterWouldRunThem) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RandomProgram program(seed);
    Replay replay(program.text());
    EXPECT_EQ(Lines(replay.Pass()), program.expected()) << program.text();
    EXPECT_EQ(Lines(replay.Pass()), program.expected()) << program.text();
  }
}

TEST(ReplaySource, NothingIsAllocatedOnceEachNameHasBeenMade) {
  Replay replay(
      "RANDOMSTRING 1 \"[ab][ab][ab][ab][ab][ab][ab][ab][ab][ab][ab][ab]\"\n"
      "LOOP 300\nRANDOMSTRING 1 \"[ab][ab][ab][ab][ab][ab][ab][ab]\"\n"
      "Rename \"/dir/$1\" \"/another/$1\" *\n"
      "WriteX *%1000 *%100 *%10 1 *\nENDLOOP\n" +
      Repeated(kQuery, 300));
  replay.Pass();
  const std::size_t before = allocations;
  for (int pass = 0; pass < 3; ++pass) {
    while (!replay.source().NextBatch().ends_pass) {
    }
  }
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace fsduel
