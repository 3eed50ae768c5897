import { z } from 'zod';
import { Aviso } from './aviso.js';
import { ComandoAction, ComandoDeSwitch, EstadoComando } from './comando.js';
import { FlagOutput, Id, Milliseconds } from './common.js';
import { Metricas } from './dispositivo.js';
import { ValueTimes } from './estado.js';
import { Bloqueo, FinDeEncendido } from './switch.js';
import { Turno } from './turno.js';
import { DISPOSITIVO_REASONS } from './reasons.js';

/** Socket.IO events for browsers: event name → payload. `ts` is in ms. CALL-9 names the first two, DEC-9 the rest. */
export const LIVE = {
  'device:status': z.object({ dispositivo_id: Id, status: z.enum(['on', 'off']) }),
  metrics: Metricas.extend({ dispositivo_id: Id }),
  /** A device's connection changed, or the reason why it cannot be read. Sent to clients that joined it, like the two above. */
  'dispositivo:conexion': z.object({
    dispositivo_id: Id,
    online: z.boolean(),
    motivo: z.enum(DISPOSITIVO_REASONS).nullable(),
    ts: Milliseconds,
  }),
  /** State of a command, sent to everybody who may see the device, joined or not. */
  'dispositivo:comando': z.object({
    dispositivo_id: Id,
    comando_id: z.string(),
    accion: ComandoAction,
    estado: EstadoComando,
    detalle: z.string().nullable(),
    ts: Milliseconds,
  }),
  'switch:estado': ValueTimes.extend({
    switch_id: Id,
    estado: FlagOutput.nullable(),
    temperatura: z.number().nullable(),
    humedad: z.number().nullable(),
    ts: Milliseconds,
    /** Times of temperature and state separately: they come from different pins. */
    estado_ts: Milliseconds.nullable(),
    sensor_ts: Milliseconds.nullable(),
  }),
  'placa:estado': z.object({ placa_id: Id, online: z.boolean(), ts: Milliseconds }),
  /** A point told a value, in its magnitude's unit; null = its sensor gives none. Sent to admins. */
  'punto:valor': z.object({ punto_id: Id, valor: z.number().nullable(), ts: Milliseconds }),
  'switch:comando': ComandoDeSwitch.extend({ switch_id: Id }),
  /** An alarm began, changed or ended. Sent to admins, and to usuarios who have one of its switches or its dispositivo assigned: to these with the names that all of them may know, more of it says GET /avisos. */
  'aviso:cambio': z.object({ aviso: Aviso }),
  /** A turn began, was changed by a person or ended. Sent to everybody who may see its switch or dispositivo. */
  'turno:cambio': z.object({ turno: Turno }),
  /** An empresa's turns were replanned: the client reloads them. */
  'turnos:plan': z.object({ empresa_id: Id, ts: Milliseconds }),
  /** A person's order or a saved rule changed who is in charge of a switch: the client reads GET /clima/mandos again. */
  'clima:mandos': z.object({ empresa_id: Id, ts: Milliseconds }),
  /** A switch was locked out or released (null). */
  'switch:bloqueo': z.object({ switch_id: Id, bloqueo: Bloqueo.nullable(), ts: Milliseconds }),
  /** Why a switch went off. Follows the `switch:estado` with the OFF. */
  'switch:fin': z.object({ switch_id: Id, fin: FinDeEncendido, ts: Milliseconds }),
} as const;
export type LiveEvent = keyof typeof LIVE;
export type LivePayload<E extends LiveEvent> = z.infer<(typeof LIVE)[E]>;

/**
 * A live message on its way through Redis (`live:{empresa_id}`): the payload and its audience. A usuario receives it when one
 * of `switches` or the `dispositivo` is assigned to them; admins of the empresa always do.
 */
export interface LiveMessage<E extends LiveEvent = LiveEvent> {
  event: E;
  payload: LivePayload<E>;
  /** The sentence of the payload (a turn's motivo, a command's detalle, what an aviso says) without the switches that not every usuario may know. Absent = of the version before. */
  forUsuarios?: string | Pick<Aviso, 'texto' | 'datos'> | null;
  audience: { switches?: number[]; dispositivo?: number };
}
