// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The smallest project that uses the installed library.
#include <dermis/dermis.h>

#include <cstdio>

int main() {
  const dermis::Model dwarf = dermis::make_dwarf();
  const auto posed = dermis::posed_vertices(dwarf, dermis::sample(dwarf, dwarf.clips[0], 0.25));
  if (!posed) return 1;
  if (!dermis::bake(dwarf)) return 1;
  std::printf("dermis %s: %zu vertices posed\n", dermis::kVersion, posed->size());
  return posed->size() == dwarf.positions.size() ? 0 : 1;
}
