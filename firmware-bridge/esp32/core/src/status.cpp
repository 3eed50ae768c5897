#include "status.hpp"

namespace acequia {
namespace {

constexpr const char* kDocumentNames[] = {"config", "agenda", "control"};

template <typename Part>
void write_taken(JsonWriter& json, const Status& status, Part&& part) {
  const auto write = [&](const char* name, const Version& version) {
    if (version.rev < 0) return;
    json.key(name);
    json.integer(part(version));
  };
  json.open('{');
  write("config", status.config);
  write("agenda", status.agenda);
  write("control", status.control);
  json.close('}');
}

void write_refused(JsonWriter& json, const Unfit (&refused)[3]) {
  const auto text = [&](const char* key, const char* value) {
    json.key(key);
    json.text(value, std::strlen(value));
  };
  bool any = false;
  for (int i = 0; i < 3; ++i) {
    if (refused[i] == Unfit::none) continue;
    if (!any) {
      json.key("refused");
      json.open('[');
    }
    any = true;
    json.open('{');
    text("doc", kDocumentNames[i]);
    text("why", refused[i] == Unfit::older ? "older" : "unreadable");
    json.close('}');
  }
  if (any) json.close(']');
}

}  // namespace

size_t write_status(const Status& status, char* buffer, size_t capacity) {
  JsonWriter json{buffer, capacity};
  json.open('{');
  json.key("online");
  json.boolean(true);
  json.key("fw");
  json.text(status.firmware, std::strlen(status.firmware));
  json.key("model");
  json.text("esp32", 5);
  json.key("rssi");
  json.integer(status.rssi);
  json.key("boot");
  json.text(status.boot, std::strlen(status.boot));
  json.key("lost");
  json.integer(status.lost);
  json.key("can");
  json.open('[');
  json.text("agenda", 6);
  json.text("control", 7);
  json.text("handover", 8);
  json.text("points", 6);
  json.text("volume", 6);
  json.text("protections", 11);
  json.text("flow", 4);
  json.text("point_rules", 11);
  json.text("reach", 5);
  if (status.updates) json.text("update", 6);
  json.close(']');
  json.key("revs");
  write_taken(json, status, [](const Version& version) { return version.rev; });
  json.key("epochs");
  write_taken(json, status, [](const Version& version) { return version.epoch; });
  if (status.older[0] || status.older[1] || status.older[2]) {
    json.key("older");
    json.open('[');
    for (int i = 0; i < 3; ++i)
      if (status.older[i]) json.text(kDocumentNames[i], std::strlen(kDocumentNames[i]));
    json.close(']');
  }
  write_refused(json, status.refused);
  if (!status.stuck.empty()) {
    json.key("stuck");
    json.open('[');
    for (int pin = 0; pin < kPins; ++pin)
      if (status.stuck.has(pin)) json.integer(pin);
    json.close(']');
  }
  json.key("runs_lost");
  json.integer(status.runs_lost);
  if (status.table > 0) {
    json.key("table");
    json.integer(status.table);
  }
  json.key("chip");
  write_chip(json, status.chip);
  json.key("wear");
  write_wear(json, status.wear);
  if (status.image.model[0] != '\0') {
    json.key("image");
    write_image(json, status.image, status.floor);
  }
  if (status.update.id != 0) {
    json.key("update");
    write_update(json, status.update);
  }
  if (status.trip_count > 0) {
    json.key("tripped");
    json.open('[');
    for (size_t i = 0; i < status.trip_count; ++i) {
      const Status::Trip& trip = status.trips[i];
      json.open('{');
      json.key("id");
      json.text(trip.id.text, trip.id.length);
      json.key("at");
      if (trip.at < 0)
        json.null();
      else
        json.integer(trip.at);
      if (trip.lph >= 0) {
        json.key("lph");
        json.integer(trip.lph);
        json.key("expected");
        json.integer(trip.expected);
      }
      json.close('}');
    }
    json.close(']');
  }
  json.close('}');
  return json.ok() ? json.length() : 0;
}

}  // namespace acequia
