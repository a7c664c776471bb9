// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "app/verbs.h"
#include "dermis/base/nearest_name.h"
#include "dermis/base/printable.h"
#include "dermis/base/version.h"

namespace {

constexpr int kFailed = 2;
constexpr int kDisagreed = 3;
constexpr int kInterrupted = 130;

int fail(const std::string& sentence, int status = kFailed) {
  std::fprintf(stderr, "dermis: %s\n", dermis::printable(sentence).c_str());
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program{"Exact collisions of skinned characters, without skinning the mesh."};
  program.name("dermis");
  program.set_version_flag("--version", std::string("dermis ") + dermis::kVersion);
  program.require_subcommand(1);
  program.footer(
      "Example: dermis collide creature man --clip-a walk --time-a 0.3 --at-b 0,0,0.6\n"
      "'dermis VERB --help' explains each verb. Errors go to stderr with exit status 2.");
  dermis::app::add_bake(program);
  dermis::app::add_bench(program);
  dermis::app::add_ccd_queries(program);
  dermis::app::add_cloth(program);
  dermis::app::add_collide(program);
  dermis::app::add_demo(program);
  dermis::app::add_info(program);
  dermis::app::add_limbs(program);
  dermis::app::add_make(program);
  dermis::app::add_motion(program);
  dermis::app::add_pose(program);
  dermis::app::add_self(program);

  // For an unknown verb, CLI11 would only report that a subcommand is required.
  const std::string verb = argc > 1 ? argv[1] : "";
  const auto named = [&](const CLI::App* known) { return known->get_name() == verb; };
  if (!verb.empty() && !verb.starts_with('-') && program.get_subcommands(named).empty()) {
    std::vector<std::string> verbs;
    for (const CLI::App* known : program.get_subcommands({})) verbs.push_back(known->get_name());
    return fail("there is no verb '" + verb + "'" + dermis::did_you_mean(verb, verbs) +
                "; see dermis --help");
  }
  try {
    program.parse(argc, argv);
    if (std::fflush(stdout) != 0) return fail("standard output cannot be written");
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
    return fail(std::string(error.what()) + " (see dermis --help)");
  } catch (const dermis::app::Failure& failure) {
    return fail(failure.message);
  } catch (const dermis::app::Disagreement& disagreement) {
    return fail(disagreement.message, kDisagreed);
  } catch (const dermis::app::Interrupted&) {
    if (std::fflush(stdout) != 0) return fail("standard output cannot be written");
    return kInterrupted;
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
