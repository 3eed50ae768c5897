import { z } from 'zod';
import { FlagOutput, Id, Milliseconds } from './common.js';
import { SwitchOperation } from './switch.js';

/** Last-known state of one relay pin. */
export const EstadoPin = z.object({ pin: z.number().int(), estado: FlagOutput, ts: Milliseconds });
/** When each value of a sensor was last told, null too; null = never. Absent, as the version before wrote it: at the sensor's `ts`. */
export const ValueTimes = z.object({ temperatura_ts: Milliseconds.nullish(), humedad_ts: Milliseconds.nullish() });
/** Last-known values of one sensor pin: °C and % relative humidity; null = the sensor gives none. `ts`: of its newest word. */
export const EstadoSensor = ValueTimes.extend({
  pin: z.number().int(),
  temperatura: z.number().nullable(),
  humedad: z.number().nullable(),
  ts: Milliseconds,
});

/** The last value of a point, in its unit; null = the sensor gives none. */
export const EstadoPunto = z.object({ punto_id: Id, valor: z.number().nullable(), ts: Milliseconds });
export type EstadoPunto = z.infer<typeof EstadoPunto>;

/** As {@link EstadoPunto}, whatever the source; `ts` null = it never told a value. `online`: of its board, null without a board. */
export const UltimoPunto = EstadoPunto.extend({ ts: Milliseconds.nullable(), online: FlagOutput.nullable() });
export type UltimoPunto = z.infer<typeof UltimoPunto>;

/** A board's last-known state, and whether it is connected. */
export const EstadoPlaca = z.object({
  placa_id: Id,
  online: FlagOutput,
  ts: Milliseconds.nullable(),
  pines: z.array(EstadoPin),
  sensores: z.array(EstadoSensor),
  /** Absent, as the version before wrote it: none. */
  puntos: z.array(EstadoPunto).optional(),
  /** Only the switches that have a command, discrepancy or end of time on to report. */
  mandos: z.array(SwitchOperation).optional(),
});
export type EstadoPlaca = z.infer<typeof EstadoPlaca>;

/** Newest stored value per pin and sensor value, used to rebuild a lost last-known state. */
export const LastStored = EstadoPlaca.pick({ placa_id: true, pines: true, sensores: true });
export type LastStored = z.infer<typeof LastStored>;
