import { z } from 'zod';
import { ComandoAction, EstadoComando } from './comando.js';
import { FlagOutput, Id, Milliseconds } from './common.js';
import { Metricas } from './dispositivo.js';
import { DISPOSITIVO_REASONS } from './reasons.js';

/**
 * The stream of state changes: device-gateway → alerts, which evaluates the states of boards and devices. Coalesced (the latest
 * state of each board), capped and in the volatile Redis: it describes the present, a lost entry is read again from
 * `estado.leer`, and no board waits for it.
 */
export const CAMBIOS_PARTICIONES = 8;
export const cambiosPartitionOf = (empresa_id: number): number => empresa_id % CAMBIOS_PARTICIONES;
export const cambiosStream = (particion: number): string => `{cambios:${particion}}`;
/** Signal to alerts: there are new changes. */
export const CAMBIOS_SIGNAL = 'cambios';
/** Field of an entry that holds the JSON of an array of {@link Cambio}. */
export const CAMBIOS_CAMPO = 'c';
/** Field with the installation's signature of that JSON, bound to the stream. */
export const CAMBIOS_FIRMA = 's';
/** Approximate number of entries kept per partition. */
export const CAMBIOS_MAXIMO = 4_000;

const Pin = z.number().int();
const Hundredths = z.number().nullable();

export const Change = z.discriminatedUnion('tipo', [
  z.object({
    tipo: z.literal('conexion'),
    empresa_id: Id,
    placa_id: Id,
    online: FlagOutput,
    /** 1: two boards use the account and end each other's connection; told each minute while it goes on. */
    compartida: z.literal(1).optional(),
    ts: Milliseconds,
  }),
  /** Last values of the board's wired pins: pin, 1/0, ts; sensor pin, °C, %, ts. Times as in the state. */
  z.object({
    tipo: z.literal('estado'),
    empresa_id: Id,
    placa_id: Id,
    /** When the board last reported. */
    ts: Milliseconds,
    pines: z.array(z.tuple([Pin, FlagOutput, Milliseconds])),
    sensores: z.array(z.tuple([Pin, Hundredths, Hundredths, Milliseconds])),
    /** Of the sensors whose two values have times of their own: sensor pin, when °C and when % were last told (null = never). */
    tiempos: z.array(z.tuple([Pin, Milliseconds.nullable(), Milliseconds.nullable()])).optional(),
    /** Of points: id, value in its unit (null = the sensor gives none), ts. Absent = none. */
    puntos: z.array(z.tuple([Id, z.number().nullable(), Milliseconds])).optional(),
  }),
  /** The last value of a point without a board, in its unit; null = there is known to be none. */
  z.object({
    tipo: z.literal('punto'),
    empresa_id: Id,
    punto_id: Id,
    valor: z.number().nullable(),
    ts: Milliseconds,
  }),
  z.object({
    tipo: z.literal('reloj'),
    empresa_id: Id,
    placa_id: Id,
    adelantado: FlagOutput,
    /** Names times before all that is kept. Absent = 0. */
    fuera: FlagOutput.optional(),
    ts: Milliseconds,
  }),
  z.object({
    tipo: z.literal('comando'),
    empresa_id: Id,
    switch_id: Id.nullable(),
    dispositivo_id: Id.nullable(),
    comando_id: z.string(),
    accion: ComandoAction,
    estado: EstadoComando,
    detalle: z.string().nullable(),
    max_s: z.number().int().nullable(),
    /** When the command was requested. */
    ts: Milliseconds,
  }),
  z.object({
    tipo: z.literal('dispositivo'),
    empresa_id: Id,
    dispositivo_id: Id,
    online: z.boolean(),
    motivo: z.enum(DISPOSITIVO_REASONS).nullable(),
    salida: FlagOutput.nullable(),
    metricas: Metricas.nullable(),
    ts: Milliseconds,
  }),
]);
export type Change = z.infer<typeof Change>;
export const Changes = z.array(Change);
