#pragma once
#include "flow_watch.hpp"

namespace acequia {

/** Turns `off` off, and keeps them off, when a point is beyond `limit` for `for_s`, or a counter's flow is wrong. Values in millionths of the point's unit. */
struct Protection {
  enum class Until : uint8_t { value, time, person };

  ShortId id;
  uint8_t point = 0;
  bool above = false;
  int64_t limit = 0;
  /** With a kind it is judged instead of the limit. */
  FlowLimit flow;
  uint32_t for_s = 0;
  /** It watches only while this pin is on, and not in the first `grace_s`; -1 = always. */
  int with_pin = -1;
  uint32_t grace_s = 0;
  PinSet off;
  /** A point without a value counts as beyond its limit. */
  bool without_data = false;
  Until until = Until::person;
  int64_t back_at = 0;
  uint32_t back_s = 0;
  /** A person frees the pins with another number than that of the trip. */
  uint32_t freed = 0;
  /** It does nothing until then, s since 1970. */
  int64_t bypass_until = 0;
};

/** false: invalid; the output must not be used then. */
bool read_protection(JsonReader& json, Protection& protection);

}  // namespace acequia
