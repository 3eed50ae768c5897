#pragma once
#include "messages.hpp"

namespace acequia {

/** A point of the pin map. One that is not understood has no kind, so no value; without a number (0) it is none. false: no object. */
bool read_point(JsonReader& json, Point& point);

}  // namespace acequia
