import { z } from 'zod';
import { FlagOutput, Id, Milliseconds } from './common.js';
import { SwitchOperation } from './switch.js';

/** Last-known state of one relay pin. */
export const EstadoPin = z.object({ pin: z.number().int(), estado: FlagOutput, ts: Milliseconds });
/** Last-known values of one sensor pin: °C and % relative humidity, null when the sensor did not give one. */
export const EstadoSensor = z.object({
  pin: z.number().int(),
  temperatura: z.number().nullable(),
  humedad: z.number().nullable(),
  ts: Milliseconds,
});

/** Everything a board last said, and whether it is connected. */
export const EstadoPlaca = z.object({
  placa_id: Id,
  online: FlagOutput,
  ts: Milliseconds.nullable(),
  pines: z.array(EstadoPin),
  sensores: z.array(EstadoSensor),
  /** Of its switches that have something to say. */
  mandos: z.array(SwitchOperation).optional(),
});
export type EstadoPlaca = z.infer<typeof EstadoPlaca>;

/** Newest stored sample per pin and sensor: what a lost last-known state is rebuilt from. */
export const LastStored = EstadoPlaca.pick({ placa_id: true, pines: true, sensores: true });
export type LastStored = z.infer<typeof LastStored>;
