// `--verify` of a sweep: what it finds, and what it cannot know.
#include "engine/block_verifier.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kBlock = 4096;
using Block = std::vector<std::byte>;

BlockVerifierSpec Spec(bool shared = false, std::uint32_t writer = 0) {
  BlockVerifierSpec spec;
  spec.seed = 3;
  spec.file = 5;
  spec.writer = writer;
  spec.blocks = 16;
  spec.shared = shared;
  return spec;
}

// What a write at `offset` brings to the file.
Block WriteAt(std::int64_t offset, BlockVerifier* verifier) {
  Block block(kBlock);
  verifier->Prepare(offset, block);
  verifier->Written();
  return block;
}

TEST(BlockVerifierTest, WhatWasWrittenVerifies) {
  BlockVerifier verifier(Spec());
  const Block first = WriteAt(0, &verifier);
  const Block last = WriteAt(15 * kBlock, &verifier);
  EXPECT_TRUE(verifier.Check(0, first));
  EXPECT_TRUE(verifier.Check(15 * kBlock, last));
  EXPECT_EQ(verifier.counts().verified_bytes, 2U * kBlock);
  EXPECT_EQ(verifier.counts().unverified_bytes, 0U);
  EXPECT_EQ(verifier.counts().mismatches, 0U);
  EXPECT_EQ(verifier.first_mismatch(), "");
}

TEST(BlockVerifierTest, EveryFlippedByteIsFound) {
  BlockVerifier verifier(Spec());
  Block block = WriteAt(kBlock, &verifier);
  for (std::size_t at = 0; at < block.size(); ++at) {
    block[at] ^= std::byte{1};
    ASSERT_FALSE(verifier.Check(kBlock, block)) << at;
    block[at] ^= std::byte{1};
  }
  EXPECT_EQ(verifier.counts().mismatches, static_cast<std::uint64_t>(kBlock));
  EXPECT_EQ(verifier.counts().verified_bytes, 0U);
  EXPECT_THAT(verifier.first_mismatch(), HasSubstr("offset 4096"));
  EXPECT_THAT(verifier.first_mismatch(), HasSubstr("no whole cell"));
}

TEST(BlockVerifierTest, ABlockOfAnotherPlaceIsFoundAndNamed) {
  BlockVerifier verifier(Spec());
  const Block first = WriteAt(0, &verifier);
  WriteAt(kBlock, &verifier);
  EXPECT_FALSE(verifier.Check(kBlock, first));
  EXPECT_THAT(verifier.first_mismatch(),
              HasSubstr("at offset 4096: expected offset 4096, write 2, found "
                        "file 5, offset 0, write 1"));
}

TEST(BlockVerifierTest, ALostWriteIsFoundAndNamed) {
  BlockVerifier verifier(Spec());
  const Block old = WriteAt(0, &verifier);
  WriteAt(0, &verifier);
  EXPECT_FALSE(verifier.Check(0, old));
  EXPECT_THAT(verifier.first_mismatch(), HasSubstr("write 2, found"));
  EXPECT_THAT(verifier.first_mismatch(), HasSubstr("write 1"));
}

TEST(BlockVerifierTest, AWriteThatDidNotHappenLeavesTheOldOneRight) {
  BlockVerifier verifier(Spec());
  const Block old = WriteAt(0, &verifier);
  Block failed(kBlock);
  verifier.Prepare(0, failed);  // and then the write failed
  EXPECT_TRUE(verifier.Check(0, old));
}

TEST(BlockVerifierTest, AnotherFileAndAnotherRunAreFound) {
  BlockVerifierSpec other_file = Spec();
  other_file.file = 6;
  BlockVerifierSpec other_run = Spec();
  other_run.seed = 4;
  for (const BlockVerifierSpec& other : {other_file, other_run}) {
    BlockVerifier theirs(other);
    BlockVerifier ours(Spec());
    WriteAt(0, &ours);
    EXPECT_FALSE(ours.Check(0, WriteAt(0, &theirs)));
  }
}

TEST(BlockVerifierTest, WhatWasNeverWrittenIsCountedAsUnverified) {
  BlockVerifier verifier(Spec());
  EXPECT_TRUE(verifier.Check(0, Block(kBlock)));
  EXPECT_EQ(verifier.counts().unverified_bytes,
            static_cast<std::uint64_t>(kBlock));
  EXPECT_EQ(verifier.counts().verified_bytes, 0U);
}

TEST(BlockVerifierTest, TheFirstMismatchIsKept) {
  BlockVerifier verifier(Spec());
  WriteAt(0, &verifier);
  WriteAt(kBlock, &verifier);
  EXPECT_FALSE(verifier.Check(0, Block(kBlock)));
  EXPECT_FALSE(verifier.Check(kBlock, Block(kBlock)));
  EXPECT_EQ(verifier.counts().mismatches, 2U);
  EXPECT_THAT(verifier.first_mismatch(), HasSubstr("at offset 0:"));
}

TEST(BlockVerifierTest, InASharedFileBlocksOfOthersAreRight) {
  BlockVerifier one(Spec(true, 0));
  BlockVerifier other(Spec(true, 1));
  EXPECT_TRUE(one.Check(kBlock, WriteAt(kBlock, &other)));
  EXPECT_EQ(one.counts().verified_bytes, static_cast<std::uint64_t>(kBlock));
}

TEST(BlockVerifierTest, InASharedFileAFlippedByteAndAWrongPlaceAreFound) {
  BlockVerifier one(Spec(true, 0));
  BlockVerifier other(Spec(true, 1));
  Block block = WriteAt(kBlock, &other);
  EXPECT_FALSE(one.Check(2 * kBlock, block));
  block[4000] ^= std::byte{0x80};
  EXPECT_FALSE(one.Check(kBlock, block));
  EXPECT_FALSE(one.Check(0, Block(kBlock))) << "zeros are of nobody";
  EXPECT_EQ(one.counts().mismatches, 3U);
}

TEST(BlockVerifierTest, TwoWritersNeverMakeTheSameBlock) {
  BlockVerifier one(Spec(true, 0));
  BlockVerifier other(Spec(true, 1));
  EXPECT_NE(WriteAt(0, &one), WriteAt(0, &other));
}

}  // namespace
}  // namespace fsduel
