// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

/// Everything but the file formats (dermis/io/…), which are targets of their own.
#include "dermis/bounds/collider.h"
#include "dermis/bounds/collider_file.h"
#include "dermis/math/isa.h"
#include "dermis/math/types.h"
#include "dermis/model/clip.h"
#include "dermis/model/influences.h"
#include "dermis/model/model.h"
#include "dermis/model/morph_targets.h"
#include "dermis/model/pose.h"
#include "dermis/model/procedural.h"
#include "dermis/model/skeleton.h"
#include "dermis/model/subdivide.h"
#include "dermis/model/validate.h"
#include "dermis/query/brute_force.h"
#include "dermis/query/character.h"
#include "dermis/query/collide.h"
#include "dermis/query/contacts.h"
#include "dermis/query/inspect.h"
#include "dermis/query/method.h"
#include "dermis/query/pair_cache.h"
#include "dermis/query/triangle.h"
#include "dermis/result.h"
#include "dermis/skinning/linear_skin.h"
#include "dermis/version.h"
