import { z } from 'zod';
import { BanderaSalida, Id, Milisegundos } from './common.js';
import { MandoSwitch } from './switch.js';

/** Last-known state of one relay pin. */
export const EstadoPin = z.object({ pin: z.number().int(), estado: BanderaSalida, ts: Milisegundos });
/** Last-known values of one sensor pin: °C and % relative humidity, null when the sensor did not give one. */
export const EstadoSensor = z.object({
  pin: z.number().int(),
  temperatura: z.number().nullable(),
  humedad: z.number().nullable(),
  ts: Milisegundos,
});

/** Everything a board last said, and whether it is connected. */
export const EstadoPlaca = z.object({
  placa_id: Id,
  online: BanderaSalida,
  ts: Milisegundos.nullable(),
  pines: z.array(EstadoPin),
  sensores: z.array(EstadoSensor),
  /** Of its switches that have something to say. */
  mandos: z.array(MandoSwitch).optional(),
});
export type EstadoPlaca = z.infer<typeof EstadoPlaca>;

/** Newest stored sample per pin and sensor: what a lost last-known state is rebuilt from. */
export const UltimoGuardado = EstadoPlaca.pick({ placa_id: true, pines: true, sensores: true });
export type UltimoGuardado = z.infer<typeof UltimoGuardado>;
