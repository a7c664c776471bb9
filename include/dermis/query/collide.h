// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/query/character.h"
#include "dermis/query/contacts.h"

namespace dermis {

/// All pairs of triangles of two characters that share a point, exactly: what brute force finds on
/// their posed vertices. Both have a pose. Rigid things and scenery are characters with one joint.
Contacts find_all(const Character& a, const Character& b);

/// One of those pairs, if there is one; which one is not defined.
Contacts find_any(const Character& a, const Character& b);

}  // namespace dermis
