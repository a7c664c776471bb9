// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "app/load.h"
#include "app/output.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/gltf/gltf.h"
#include "dermis/model/subdivide.h"

namespace dermis::app {

namespace {

struct MakeArguments {
  ModelOptions model;
  int levels = 0;
  std::string output;
};

void run_make(const MakeArguments& options) {
  check_output(options.output, {"make", ".glb"}, {options.model.file});
  const Model model = subdivide(options.model.load().model, options.levels);
  need(export_glb(model, options.output));
  fmt::print("{}: {}, {}, {}, {}\n", options.output, counted(model.triangles.size(), "triangle"),
             counted(model.positions.size(), "vertex"),
             counted(model.skeleton.joints.size(), "joint"), counted(model.clips.size(), "clip"));
}

}  // namespace

void add_make(CLI::App& program) {
  auto* const verb =
      program.add_subcommand("make", "write a built-in character, or any model, as binary glTF");
  verb->footer("Example: dermis make creature --subdivide 1 -o creature.glb");
  const auto options = std::make_shared<MakeArguments>();
  options->model.add_to(*verb);
  verb->add_option("--subdivide", options->levels, "split each triangle in four, N times")
      ->type_name("N")
      ->check(CLI::Range(0, 5));
  verb->add_option("-o,--output", options->output, "the .glb file to write")->required();
  verb->callback([options] {
    options->model.outputs = {options->output};
    run_make(*options);
  });
}

}  // namespace dermis::app
