// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace dermis::app {

/// The option that writes a file, as messages name it ("pose", "limbs --glb"), and the ending of
/// the format that it writes (".obj").
struct OutputFormat {
  std::string writer, ending;
};

/// Throws Failure unless `file` may be written. It must not be one of `inputs`, the files that the
/// verb reads, under any name or link. Its name must have the ending of the format, in upper or
/// lower case. Its folder must exist. Devices and pipes may have any name. Call this before the
/// verb does any work. An empty name means that the option was not given, and is accepted.
void check_output(const std::string& file, const OutputFormat& format,
                  const std::vector<std::string>& inputs);

/// Throws Failure if `file` is one of `inputs`, under any name or link. `writer` is as in
/// OutputFormat.
void refuse_inputs(const std::string& file, const std::string& writer,
                   const std::vector<std::string>& inputs);

/// Checks a folder in which the verb writes files called STEM, a number and the ending, one series
/// for each stem. Throws Failure if one of the inputs could be overwritten, or if `folder` has the
/// ending of a file. The folder need not exist.
void check_output_folder(const std::string& folder, const OutputFormat& format,
                         const std::vector<std::string>& stems,
                         const std::vector<std::string>& inputs);

}  // namespace dermis::app
