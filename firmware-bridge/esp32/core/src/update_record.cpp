#include "update_record.hpp"

#include "packer.hpp"

namespace acequia {
namespace {

constexpr size_t kBytes = 84;

}  // namespace

void UpdateRecord::load(DocumentStore& store) {
  uint8_t bytes[kBytes];
  if (store.load(Document::update, reinterpret_cast<char*>(bytes), sizeof bytes) != sizeof bytes) return;
  Unpacker from{bytes};
  id = static_cast<int64_t>(from.take(8));
  state = static_cast<State>(from.take(1));
  why = static_cast<UpdateWhy>(from.take(1));
  at = static_cast<uint32_t>(from.take(4));
  slot = static_cast<int>(from.take(1));
  tries = static_cast<int>(from.take(1));
  floor = static_cast<uint32_t>(from.take(4));
  for (uint8_t& byte : sha256) byte = static_cast<uint8_t>(from.take(1));
  for (uint8_t& byte : kept) byte = static_cast<uint8_t>(from.take(1));
  if (state > State::failed || why > UpdateWhy::busy) *this = UpdateRecord{};
}

bool UpdateRecord::save(DocumentStore& store) const {
  uint8_t bytes[kBytes];
  Packer to{bytes};
  to.put(static_cast<uint64_t>(id), 8);
  to.put(static_cast<uint64_t>(state == State::trial ? State::started : state), 1);
  to.put(static_cast<uint64_t>(why), 1);
  to.put(at, 4);
  to.put(static_cast<uint64_t>(slot), 1);
  to.put(static_cast<uint64_t>(tries), 1);
  to.put(floor, 4);
  for (const uint8_t byte : sha256) to.put(byte, 1);
  for (const uint8_t byte : kept) to.put(byte, 1);
  return store.save(Document::update, reinterpret_cast<const char*>(bytes), sizeof bytes);
}

}  // namespace acequia
