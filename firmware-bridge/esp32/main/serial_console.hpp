#pragma once

#include <cstdint>

/**
 * A prompt on the serial port for the technician: `wifi`, `servidor`, `placa`, `hora`, `reloj`, `buscar`, `ver`, `reiniciar`. `search`: calls
 * `found` with the address of each 1-Wire device at a pin; false: it may not be asked, or nobody answers.
 */
void start_serial_console(bool (*search)(int pin, void (*found)(uint64_t address)));
