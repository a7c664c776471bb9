// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/box_tree.h"

#include <numeric>

namespace dermis::collider {

namespace {

using Items = std::span<std::uint32_t>;

/// Splits into parts of `unit` items each; only the last part may have fewer.
void split_into_units(const BoxSplit& split, Items items, std::size_t unit,
                      std::vector<Items>& parts) {
  const std::size_t units = (items.size() + unit - 1) / unit;
  if (units <= 1) {
    parts.push_back(items);
    return;
  }
  const std::size_t left = units / 2 * unit;
  split.split(items, left);
  split_into_units(split, items.first(left), unit, parts);
  split_into_units(split, items.subspan(left), unit, parts);
}

void add_node(BoxTree& tree, std::uint32_t node, const BoxSplit& split, Items items,
              const std::uint32_t* begin) {
  std::size_t unit = 1;
  while (8 * unit < items.size()) unit *= 8;
  std::vector<Items> parts;
  split_into_units(split, items, unit, parts);
  tree.nodes[node].child_count = static_cast<std::uint32_t>(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].size() == 1) {
      tree.nodes[node].children[i] =
          BoxTree::Link::to_meshlet(static_cast<std::uint32_t>(parts[i].data() - begin));
      continue;
    }
    const auto child = static_cast<std::uint32_t>(tree.nodes.size());
    tree.nodes.emplace_back();
    tree.nodes[node].children[i] = BoxTree::Link::to_node(child);
    add_node(tree, child, split, parts[i], begin);
  }
}

}  // namespace

BoxTree build_box_tree(const BoxSplit& split, std::size_t item_count,
                       std::vector<std::uint32_t>& order) {
  order.resize(item_count);
  std::iota(order.begin(), order.end(), 0U);
  BoxTree tree;
  if (item_count == 0) return tree;
  tree.nodes.emplace_back();
  add_node(tree, 0, split, order, order.data());
  return tree;
}

}  // namespace dermis::collider
