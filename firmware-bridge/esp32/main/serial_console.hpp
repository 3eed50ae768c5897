#pragma once

/** A prompt on the serial port for the technician: `wifi`, `servidor`, `placa`, `hora`, `ver`, `reiniciar`. */
void start_serial_console();
