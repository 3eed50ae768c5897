#pragma once
#include "image.hpp"
#include "ports.hpp"

namespace acequia {

/** What a cut of power leaves of an update, and what the updates before it left. */
struct UpdateRecord {
  /** `starting`: the chip is being told to start the slot; `started`: it was. `trial` is kept as `started`. */
  enum class State : uint8_t { none, loading, starting, started, trial, done, failed };

  int64_t id = 0;
  State state = State::none;
  UpdateWhy why = UpdateWhy::none;
  /** Bytes in the slot: whole sectors, or all. */
  uint32_t at = 0;
  uint8_t sha256[Sha256::kBytes] = {};
  /** Where the image is to run. */
  int slot = 0;
  int tries = 0;
  /** Of the last image that was kept. */
  uint8_t kept[Sha256::kBytes] = {};
  /** No image with a `secure_version` below this is taken. */
  uint32_t floor = 0;

  bool ended() const { return state == State::done || state == State::failed; }
  void load(DocumentStore& store);
  /** false: it could not be written. */
  bool save(DocumentStore& store) const;
};

}  // namespace acequia
