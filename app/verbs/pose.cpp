// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/load.h"
#include "app/output.h"
#include "app/verbs.h"
#include "dermis/base/file.h"
#include "dermis/meshes/obj.h"

namespace dermis::app {

namespace {

struct PoseArguments {
  CharacterOptions character;
  std::string output;
};

void run_pose(const PoseArguments& options) {
  check_output(options.output, {"pose", ".obj"}, {options.character.model.file});
  const PosedModel posed = options.character.load();
  need(write_file(options.output, to_obj(posed.model, posed.vertices)));
}

}  // namespace

void add_pose(CLI::App& program) {
  auto* const verb = program.add_subcommand("pose", "write the posed mesh that queries use");
  verb->footer(
      "Example: dermis pose man --clip walk --time 0.3 --turn 90 -o man.obj\n"
      "Example: dermis pose body.glb --clips library.glb --clip walk --time 0.3 -o body.obj");
  const auto options = std::make_shared<PoseArguments>();
  options->character.add_to(*verb);
  verb->add_option("-o,--output", options->output, "the .obj file to write")->required();
  verb->callback([options] {
    options->character.model.outputs = {options->output};
    run_pose(*options);
  });
}

}  // namespace dermis::app
