// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "app/report.h"

namespace dermis::app {

/// The rows of a scenario as CSV. The first columns say where the figures come from: processor,
/// instruction set, version, the seconds that were asked for. The others are the fields of the
/// rows, in the order in which they first occur; a row without a field leaves it empty.
std::string to_csv(const Json& rows, const std::string& processor, double seconds);

/// Writes to_csv() to FOLDER/PROCESSOR-ISA/SCENARIO.csv. Creates the folders.
void write_csv(const std::string& folder, const std::string& scenario, const Json& rows,
               const std::string& processor, double seconds);

}  // namespace dermis::app
