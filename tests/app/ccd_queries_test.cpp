// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "support/gltf_document.h"
#include "support/program.h"

namespace dermis::test {
namespace {

using testing::HasSubstr;

class CcdQueries : public Program {
 protected:
  void write(const std::string& file, const std::string& content) {
    std::filesystem::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << content;
  }
  Json counts(const std::string& arguments) {
    const Outcome outcome = run("ccd-queries --json " + arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return Json::parse(outcome.out);
  }
};

/// A vertex that falls through a face (answer 1), and one that falls past it (answer 0).
const std::string kThrough =
    "1,4,1,4,1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n"
    "1,4,1,4,-1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n";
const std::string kPast =
    "5,1,1,4,1,1,0\n0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,1,1,0,1,0\n"
    "5,1,1,4,-1,1,0\n0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,1,1,0,1,0\n";

TEST_F(CcdQueries, AreCounted) {
  write("a/vertex-face/x.csv", kThrough + kPast);
  const Json found = counts("a");
  EXPECT_EQ(found["queries"], 2);
  EXPECT_EQ(found["touching"], 1);
  EXPECT_EQ(found["false_negatives"], 0);
  EXPECT_EQ(found["false_positives"], 0);
  for (const char* name : {"mean_ns", "p50_ns", "p99_ns"}) EXPECT_TRUE(found[name].is_number());
  // If the file claims the opposite, the same result is a false positive.
  std::string lie = kThrough;
  for (std::size_t at = 0; (at = lie.find(",1\n", at)) != std::string::npos;) lie[at + 1] = '0';
  write("a/vertex-face/x.csv", lie);
  EXPECT_EQ(counts("a")["false_positives"], 1);
  EXPECT_THAT(run("ccd-queries a/vertex-face/x.csv").out, HasSubstr("a/vertex-face/x.csv"));
}

TEST_F(CcdQueries, ReadsWideFractions) {
  // 1/4 as a fraction of 112-bit numbers, and as a fraction with a common factor of 3.
  std::string wide = kThrough;
  wide.replace(0, 7, "1298074214633706907132624082305024,5192296858534827628530496329220096,3,12");
  write("a/vertex-face/x.csv", wide);
  EXPECT_EQ(counts("a")["false_negatives"], 0);
}

TEST_F(CcdQueries, ReadsScenes) {
  const auto frame = [](const std::string& z) {
    return "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\n"
           "property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n"
           "0 0 0\n1 0 0\n0 1 0\n0.25 0.25 " +
           z + "\n0.25 5 " + z + "\n5 0.25 " + z + "\n3 0 1 2\n3 3 4 5\n";
  };
  write("s/frames/f7.ply", frame("1"));
  write("s/frames/f8.ply", frame("-1"));
  // Vertex 3 and face 0, which has the number 6 + 6. Edges are sorted by the higher, then by the
  // lower corner: 01 02 12 34 35 45.
  write("s/boxes/7vf.json", "[[3,12],[4,12]]");
  write("s/mma_bool/7vf_mma_bool.json", "[true,false]");
  write("s/boxes/7ee.json", "[[8,9],[6,11]]");
  write("s/mma_bool/7ee_mma_bool.json", "[true,false]");
  const Json found = counts(".");
  EXPECT_EQ(found["queries"], 4);
  EXPECT_EQ(found["false_negatives"], 0);
  EXPECT_EQ(found["false_positives"], 0);
  ASSERT_EQ(found["files"].size(), 2U);
  EXPECT_EQ(found["files"][1]["name"], "s/7vf");
  write("s/boxes/7vf.json", "[[3,12]]");
  expect_refused("ccd-queries s", {"7vf has 1 query, but 2 answers"});
  write("s/boxes/7vf.json", "[[3,12],[3,14]]");
  expect_refused("ccd-queries s", {"query 1 is not two features"});
  write("s/boxes/7vf.json", "{}");
  expect_refused("ccd-queries s", {"7vf.json", "not a list"});
  std::filesystem::remove(folder_ / "s/frames/f8.ply");
  expect_refused("ccd-queries s", {"there is no frame 8"});
}

TEST_F(CcdQueries, SaysWhatIsWrong) {
  const auto refuse = [&](const std::string& from, const std::string& to, const std::string& why) {
    std::string text = kThrough + kPast;
    text.replace(text.find(from), from.size(), to);
    write("a/vertex-face/x.csv", text);
    expect_refused("ccd-queries a", {"x.csv", why});
  };
  refuse("1,4,1,4,1,1,1", "1,4,1,4,1,1", "row 1 has 6 numbers instead of 7");
  refuse("1,4,1,4,1,1,1", "1,4,1,4,1,1,1,1", "row 1 has 8 numbers instead of 7");
  refuse("1,4,1,4,1,1,1", "1,4,1,4,1,1,2", "row 1 does not end with 0 or 1");
  refuse("1,4,1,4,1,1,1", "1,3,1,4,1,1,1", "row 1 has a coordinate that is no double");
  refuse("1,4,1,4,1,1,1", "1,0,1,4,1,1,1", "row 1 has a coordinate that is no double");
  refuse("1,4,1,4,1,1,1", "x,4,1,4,1,1,1", "row 1 has a coordinate that is no double");
  refuse("1,4,1,4,-1,1,1", "1,4,1,4,-1,1,0", "row 5 says otherwise");
  refuse("0,1,1,1,0,1,0\n5", "5", "less than eight rows");
  write("a/elsewhere/x.csv", kPast);
  expect_refused("ccd-queries a/elsewhere", {"folder 'vertex-face' or 'edge-edge'"});
  expect_refused("ccd-queries nothing", {"nothing"});
  std::filesystem::create_directories(folder_ / "empty");
  expect_refused("ccd-queries empty", {"there are no queries"});
}

/// No touch is missed in all public queries with known answers.
TEST_F(CcdQueries, MissesNothingOfThePublicTruth) {
  const std::string folder = DERMIS_ASSETS "/ccd";
  if (!std::filesystem::is_directory(folder))
    GTEST_SKIP() << "SKIPPED: " << folder << " is not here";
  const Json samples = counts("'" + folder + "/sample-queries'");
  EXPECT_EQ(samples["queries"], 2824);
  EXPECT_EQ(samples["false_negatives"], 0);
  EXPECT_LE(samples["false_positives"], 0.04 * 2824);
  const Json scenes = counts("'" + folder + "/scenes'");
  EXPECT_EQ(scenes["queries"], 114'214);
  EXPECT_EQ(scenes["false_negatives"], 0);
  EXPECT_EQ(scenes["false_positives"], 0);
}

}  // namespace
}  // namespace dermis::test
