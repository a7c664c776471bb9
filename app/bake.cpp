// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>

#include "dermis/bounds/collider_file.h"
#include "load.h"
#include "report.h"
#include "scenes/stopwatch.h"
#include "verbs.h"

namespace dermis::app {

namespace {

struct BakeArguments {
  ModelOptions model;
  std::string out;
  Skinning skinning = Skinning::linear;
  float collapse = BakeOptions().collapse;
  RefitCentre centre = RefitCentre::mid_range;
  bool json = false;
};

void run_bake(const BakeArguments& options) {
  const Imported imported = options.model.load();
  const scenes::Stopwatch watch;
  const Collider collider = bake_visibly(
      imported.model, options.model.file,
      {.skinning = options.skinning, .collapse = options.collapse, .centre = options.centre});
  const double ms = watch.ms();
  need(save(collider, options.out));
  std::error_code unknown;  // of a device, say
  const std::uintmax_t bytes = std::filesystem::file_size(options.out, unknown);
  if (options.json) {
    fmt::print("{}\n", to_text({{"schema", 1},
                                {"file", options.out},
                                {"skinning", to_string(collider.skinning())},
                                {"triangles", collider.triangle_count()},
                                {"meshlets", collider.meshlet_count()},
                                {"bytes", unknown ? 0 : bytes},
                                {"bake_ms", ms}}));
  } else {
    fmt::print("{}: {} over {}, {}, baked in {:.0f} ms\n", options.out,
               counted(collider.meshlet_count(), "meshlet"),
               counted(collider.triangle_count(), "triangle"), counted(unknown ? 0 : bytes, "byte"),
               ms);
  }
}

}  // namespace

void add_bake(CLI::App& program) {
  auto* const verb = program.add_subcommand("bake", "preprocess a model for collision queries");
  verb->footer(
      "A .dermis file holds what queries need and loads much faster than it is baked:\n"
      "dermis::load_collider() in C++. It has no clips; a host brings its own joint matrices.\n"
      "Example: dermis bake fox.glb -o fox.dermis");
  const auto options = std::make_shared<BakeArguments>();
  options->model.add_to(*verb);
  verb->add_option("-o,--output", options->out, "the .dermis file to write")
      ->required()
      ->type_name("FILE");
  add_skinning_option(*verb, options->skinning);
  verb->add_option("--collapse", options->collapse,
                   "leave out spheres larger than this share of the one above; 1: a binary tree")
      ->type_name("C")
      ->capture_default_str();
  add_centre_option(*verb, options->centre);
  verb->add_flag("--json", options->json, "for machines");
  verb->callback([options] { run_bake(*options); });
}

}  // namespace dermis::app
