// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The files that an import opens: only the model itself, and regular files in its folder or below.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "dermis/gltf/gltf.h"
#include "support/gltf_document.h"

namespace dermis {

namespace fs = std::filesystem;

namespace {

using test::GltfDocument;
using test::Json;
using test::square;
using testing::HasSubstr;

void write(const fs::path& file, const std::vector<std::byte>& bytes) {
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  ASSERT_TRUE(out.flush()) << file;
}

/// Two folders side by side: model/, for the model, and outside/. The square's bytes are in x.bin
/// in both, in model/a/, and in the folder above them.
class GltfUri : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const info = testing::UnitTest::GetInstance()->current_test_info();
    // Several builds may be tested at the same time.
    top_ = fs::path(testing::TempDir()) /
           ("dermis_uri_" + std::to_string(getpid()) + "_" + info->name());
    fs::remove_all(top_);
    for (const char* const folder : {"model/a", "outside"}) fs::create_directories(top_ / folder);
    for (const char* const folder : {"", "model", "model/a", "outside"}) {
      write(top_ / folder / "x.bin", document_.binary());
    }
  }

  void TearDown() override { fs::remove_all(top_); }

  [[nodiscard]] fs::path model() const { return top_ / "model"; }

  /// Writes model/test.gltf with its buffer at `uri`. Returns its path.
  fs::path write_model(const std::string& uri) {
    document_.json["buffers"] =
        Json::array({{{"byteLength", document_.binary().size()}, {"uri", uri}}});
    write(model() / "test.gltf", document_.gltf());
    return model() / "test.gltf";
  }

  void expect_read(const std::string& uri) {
    const auto result = import_gltf(write_model(uri));
    ASSERT_TRUE(result) << uri << ": " << result.error().message;
    EXPECT_EQ(result->model.positions.size(), 4U) << uri;
  }

  /// Refused with one sentence that starts with the model's name and contains `word`.
  void expect_refused(const std::string& uri, const std::string& word = "buffers[0].uri") {
    const fs::path file = write_model(uri);
    const auto result = import_gltf(file);
    ASSERT_FALSE(result) << "read " << uri;
    const std::string& message = result.error().message;
    EXPECT_THAT(message, testing::StartsWith(file.string() + ": "));
    EXPECT_THAT(message, testing::Not(HasSubstr("\n")));
    EXPECT_THAT(message, HasSubstr("buffers[0].uri"));
    EXPECT_THAT(message, HasSubstr(word));
  }

  GltfDocument document_ = square();
  fs::path top_;
};

void expect_file_refused(const fs::path& file, const std::string& word) {
  const auto result = import_gltf(file);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::StartsWith(file.string()));
  EXPECT_THAT(result.error().message, testing::Not(HasSubstr("\n")));
  EXPECT_THAT(result.error().message, HasSubstr(word));
}

}  // namespace

TEST_F(GltfUri, BesideTheModel) {
  expect_read("x.bin");
  expect_read("./x.bin");
}

TEST_F(GltfUri, BelowTheModel) {
  fs::remove(model() / "x.bin");
  expect_read("a/x.bin");
}

TEST_F(GltfUri, DotsThatStayInTheFolder) {
  expect_read("./a/../x.bin");
  expect_read("a/.././a/x.bin");
}

TEST_F(GltfUri, EscapedCharacters) {
  fs::rename(model() / "x.bin", model() / "ä file%.bin");
  expect_read("%C3%A4%20file%25.bin");
  expect_read("ä file%25.bin");
}

TEST_F(GltfUri, SeveralFiles) {
  document_.json["bufferViews"][1]["buffer"] = 1;
  document_.json["buffers"] = Json::array(
      {{{"byteLength", 48}, {"uri", "x.bin"}}, {{"byteLength", 60}, {"uri", "a/x.bin"}}});
  write(model() / "test.gltf", document_.gltf());
  const auto result = import_gltf(model() / "test.gltf");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->model.triangles.size(), 2U);
}

TEST_F(GltfUri, GlbBesideABuffer) {
  document_.json["buffers"] = Json::array({{{"byteLength", 60}, {"uri", "x.bin"}}});
  document_.binary().clear();
  write(model() / "test.glb", document_.glb());
  const auto result = import_gltf(model() / "test.glb");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->model.positions.size(), 4U);
}

TEST_F(GltfUri, RelativePathOfTheModel) {
  write_model("a/x.bin");
  const fs::path before = fs::current_path();
  for (const auto& [folder, file] : {std::pair{"model", "test.gltf"},
                                     {"model", "./test.gltf"},
                                     {"", "model/test.gltf"},
                                     {"outside", "../model/test.gltf"}}) {
    fs::current_path(top_ / folder);
    const auto result = import_gltf(fs::path(file));
    fs::current_path(before);
    EXPECT_TRUE(result) << file << ": " << result.error().message;
  }
}

TEST_F(GltfUri, ModelFolderThatIsALink) {
  write_model("a/x.bin");
  fs::create_directory_symlink(model(), top_ / "link");
  const auto result = import_gltf(top_ / "link" / "test.gltf");
  EXPECT_TRUE(result) << result.error().message;
}

TEST_F(GltfUri, LinksThatStayInTheFolder) {
  fs::create_symlink("a/x.bin", model() / "link.bin");
  expect_read("link.bin");
  fs::create_directory_symlink("a", model() / "b");
  expect_read("b/x.bin");
}

TEST_F(GltfUri, FileLongerThanTheBuffer) {
  std::vector<std::byte> bytes = document_.binary();
  bytes.resize(bytes.size() + 100);
  write(model() / "x.bin", bytes);
  expect_read("x.bin");
}

TEST_F(GltfUri, AbsoluteOnesAreRefused) {
  for (const char* const uri :
       {"/etc/passwd", "//etc/passwd", "file:///etc/passwd", "FILE:///etc/passwd", "file:x.bin",
        "http://example.com/x.bin", "https://example.com/x.bin", "ftp:x.bin", R"(C:\x.bin)",
        "C:/x.bin", "C:x.bin", R"(\\server\share\x.bin)", R"(\x.bin)", "%2Fetc%2Fpasswd",
        "file%3A///etc/passwd"}) {
    expect_refused(uri);
  }
  expect_refused((model() / "x.bin").string());
  expect_refused("file://" + (model() / "x.bin").string());
}

TEST_F(GltfUri, OnesThatLeaveTheFolderAreRefused) {
  for (const char* const uri :
       {"../x.bin", "a/../../x.bin", "./../x.bin", "..//x.bin", "%2e%2e/x.bin", "%2E%2E%2Fx.bin",
        ".%2e/x.bin", "a/%2e%2e/%2e%2e/x.bin", "../outside/x.bin", "nowhere/../../x.bin",
        "../../../../../../../../../../../../../etc/passwd"}) {
    expect_refused(uri, "folder");
  }
  expect_refused(R"(..\x.bin)");
}

TEST_F(GltfUri, FoldersThatOnlyStartWithTheSameNameAreOutside) {
  fs::create_directories(top_ / "model2");
  write(top_ / "model2" / "x.bin", document_.binary());
  expect_refused("../model2/x.bin");
}

TEST_F(GltfUri, LinksThatLeaveTheFolderAreRefused) {
  fs::create_symlink(top_ / "outside" / "x.bin", model() / "absolute.bin");
  expect_refused("absolute.bin", "folder");
  fs::create_symlink("../outside/x.bin", model() / "relative.bin");
  expect_refused("relative.bin", "folder");
  fs::create_symlink("absolute.bin", model() / "twice.bin");
  expect_refused("twice.bin", "folder");
  fs::create_directory_symlink(top_ / "outside", model() / "there");
  expect_refused("there/x.bin", "folder");
  // As text, this path stays inside. For the file system, ".." is the parent of outside/.
  expect_refused("there/../x.bin");
}

TEST_F(GltfUri, LinksThatLeadNowhereAreRefused) {
  fs::create_symlink("nothing.bin", model() / "dangling.bin");
  expect_refused("dangling.bin");
  fs::create_symlink("round.bin", model() / "round.bin");
  expect_refused("round.bin");
}

TEST_F(GltfUri, WhatIsNoRegularFileIsRefused) {
  expect_refused("a", "regular file");
  expect_refused(".", "regular file");
  expect_refused("");
  ASSERT_EQ(mkfifo((model() / "pipe.bin").c_str(), 0600), 0);
  expect_refused("pipe.bin", "regular file");
  fs::create_symlink("pipe.bin", model() / "pipe_link.bin");
  expect_refused("pipe_link.bin", "regular file");
}

TEST_F(GltfUri, MissingFilesAreNamed) {
  expect_refused("no_such_file.bin", "no_such_file.bin");
}

TEST_F(GltfUri, ZeroBytesAreRefused) {
  expect_refused("x.bin%00");
  expect_refused("x.bin%00.png");
  expect_refused(std::string("x.bin\0.png", 10));
}

TEST_F(GltfUri, NewlinesStayOutOfTheMessage) {
  expect_refused("two\nlines.bin", "lines.bin");
}

TEST_F(GltfUri, ShortFilesAreRefused) {
  std::vector<std::byte> bytes = document_.binary();
  bytes.pop_back();
  write(model() / "x.bin", bytes);
  const auto result = import_gltf(write_model("x.bin"));
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("buffers[0].byteLength is 60"));
  EXPECT_THAT(result.error().message, HasSubstr("59"));
}

TEST_F(GltfUri, NoFilesForAModelInMemory) {
  write_model("x.bin");
  const auto result = parse_gltf(document_.gltf(), "memory.gltf");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::StartsWith("memory.gltf: buffers[0].uri"));
  EXPECT_THAT(result.error().message, HasSubstr("x.bin"));
}

TEST_F(GltfUri, TheModelItself) {
  expect_file_refused(top_ / "nothing.gltf", "exist");
  expect_file_refused(top_ / "no_folder" / "nothing.gltf", "exist");
  expect_file_refused(model(), "regular file");
  ASSERT_EQ(mkfifo((top_ / "pipe.gltf").c_str(), 0600), 0);
  expect_file_refused(top_ / "pipe.gltf", "regular file");
  write(top_ / "empty.glb", {});
  expect_file_refused(top_ / "empty.glb", "empty");
}

}  // namespace dermis
