#include "serial_console.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "esp_console.h"
#include "esp_system.h"
#include "storage.hpp"

namespace {

int done(bool saved) {
  std::printf(saved ? "Guardado. Escribe \"reiniciar\" cuando termines.\n" : "No se pudo guardar.\n");
  return saved ? 0 : 1;
}

int usage(const char* text) {
  std::printf("Así: %s\n", text);
  return 1;
}

bool fits(const char* text, size_t capacity) { return text[0] != '\0' && std::strlen(text) < capacity; }

int wifi(int argc, char** argv) {
  const Settings limits;
  if (argc < 2 || argc > 3 || !fits(argv[1], sizeof limits.ssid)) return usage("wifi \"nombre de la red\" \"contraseña\"");
  const char* password = argc == 3 ? argv[2] : "";
  if (std::strlen(password) >= sizeof limits.wifi_password) return usage("wifi \"nombre de la red\" \"contraseña\"");
  return done(save_setting("ssid", argv[1]) && save_setting("wifi_clave", password));
}

int broker(int argc, char** argv) {
  const Settings limits;
  const bool scheme = argc == 2 && (std::strncmp(argv[1], "mqtt://", 7) == 0 || std::strncmp(argv[1], "mqtts://", 8) == 0);
  if (!scheme || !fits(argv[1], sizeof limits.broker)) return usage("servidor mqtt://192.168.1.10:1883");
  return done(save_setting("servidor", argv[1]));
}

int board(int argc, char** argv) {
  const Settings limits;
  if (argc != 3 || !fits(argv[1], sizeof limits.number) || argv[1][0] == '0' ||
      std::strspn(argv[1], "0123456789") != std::strlen(argv[1]) || !fits(argv[2], sizeof limits.password))
    return usage("placa 1001 contraseña-que-mostró-la-consola");
  const Settings before = load_settings();
  if (std::strcmp(before.number, argv[1]) != 0 || std::strcmp(before.password, argv[2]) != 0) forget_documents();
  return done(save_setting("placa", argv[1]) && save_setting("clave", argv[2]));
}

int time_server(int argc, char** argv) {
  const Settings limits;
  if (argc != 2 || !fits(argv[1], sizeof limits.time_server)) return usage("hora pool.ntp.org");
  return done(save_setting("hora", argv[1]));
}

int battery_clock(int argc, char** argv) {
  const bool none = argc == 2 && std::strcmp(argv[1], "no") == 0;
  if (argc != 2 || (!none && std::strcmp(argv[1], "ds3231") != 0)) return usage("reloj ds3231   (o: reloj no)");
  return done(save_setting("reloj", none ? "" : argv[1]));
}

bool (*search_at)(int pin, void (*found)(uint64_t address)) = nullptr;

/** As the console writes it: the family first. */
void print_address(uint64_t address) {
  for (int i = 0; i < 8; ++i) std::printf("%02X", static_cast<unsigned>(address >> 8 * i & 0xFF));
  std::printf("\n");
}

int search(int argc, char** argv) {
  if (argc != 2 || std::strspn(argv[1], "0123456789") != std::strlen(argv[1])) return usage("buscar 5");
  if (search_at(std::atoi(argv[1]), print_address)) return 0;
  std::printf("En ese pin no se puede buscar, o nadie contesta.\n");
  return 1;
}

/** Passwords are not printed. */
int show(int, char**) {
  const Settings settings = load_settings();
  std::printf("red: %s\nservidor: %s\nplaca: %s\nservidor de hora: %s\nreloj: %s\n%s\n", settings.ssid, settings.broker,
              settings.number, settings.time_server, settings.battery_clock[0] ? settings.battery_clock : "no",
              settings.complete() ? "Completo." : "Falta algún dato.");
  return 0;
}

int restart(int, char**) { esp_restart(); }

void add(const char* name, const char* help, esp_console_cmd_func_t function) {
  esp_console_cmd_t command = {};
  command.command = name;
  command.help = help;
  command.func = function;
  ESP_ERROR_CHECK(esp_console_cmd_register(&command));
}

}  // namespace

void start_serial_console(bool (*search_wire)(int pin, void (*found)(uint64_t address))) {
  search_at = search_wire;
  esp_console_repl_t* repl = nullptr;
  esp_console_repl_config_t config = ESP_CONSOLE_REPL_CONFIG_DEFAULT();
  config.prompt = "placa>";
  // No history file, because passwords are typed here.
  config.history_save_path = nullptr;
  esp_console_dev_uart_config_t uart = ESP_CONSOLE_DEV_UART_CONFIG_DEFAULT();
  ESP_ERROR_CHECK(esp_console_new_repl_uart(&uart, &config, &repl));
  ESP_ERROR_CHECK(esp_console_register_help_command());
  add("wifi", "Red y contraseña de Wi-Fi", wifi);
  add("servidor", "Dirección del servidor MQTT", broker);
  add("placa", "Número y contraseña que mostró la consola", board);
  add("hora", "Servidor de hora (NTP)", time_server);
  add("reloj", "Reloj con pila en los pines 21 y 22: ds3231, o no", battery_clock);
  add("buscar", "Direcciones de los sensores DS18B20 de un pin", search);
  add("ver", "Lo que está guardado, sin contraseñas", show);
  add("reiniciar", "Reinicia la placa con lo guardado", restart);
  ESP_ERROR_CHECK(esp_console_start_repl(repl));
}
