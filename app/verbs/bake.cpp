// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>

#include "app/load.h"
#include "app/output.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/collider/collider_file.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

struct BakeArguments {
  ModelOptions model;
  std::string out;
  Skinning skinning = Skinning::linear;
  spheres::SphereOptions spheres;
  bool json = false;
};

void run_bake(const BakeArguments& options) {
  check_output(options.out, {"bake", ".dermis"}, {options.model.file});
  const ImportedModel imported = options.model.load();
  if (!(options.spheres.collapse > 0)) throw Failure{"--collapse must be greater than 0"};
  const scenes::Stopwatch watch;
  const Collider collider =
      bake_visibly(imported.model, options.model.file, {.skinning = options.skinning});
  const double ms = watch.ms();
  need(save_collider(collider, options.out));
  std::error_code unknown;  // for example for a device
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
      "A .dermis file holds the data for queries, and loads much faster than it is baked:\n"
      "dermis::load_collider() in C++. It has no clips; the host program supplies joint matrices.\n"
      "Example: dermis bake creature -o creature.dermis");
  const auto options = std::make_shared<BakeArguments>();
  options->model.add_to(*verb);
  verb->add_option("-o,--output", options->out, "the .dermis file to write")
      ->required()
      ->type_name("FILE");
  add_skinning_option(*verb, options->skinning);
  verb->add_option("--collapse", options->spheres.collapse,
                   "accepted for compatibility: files hold no spheres since version 1.0")
      ->type_name("C")
      ->capture_default_str();
  add_center_option(*verb, options->spheres.center);
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] {
    options->model.outputs = {options->out};
    run_bake(*options);
  });
}

}  // namespace dermis::app
