import { z } from 'zod';
import { AccionComando, EstadoComando } from './comando.js';
import { BanderaSalida, Id, Milisegundos } from './common.js';
import { Metricas } from './dispositivo.js';
import { MOTIVOS_DISPOSITIVO } from './motivos.js';

/**
 * The stream of state changes: device-gateway → alerts, for whoever judges what boards and devices say. Coalesced (the newest word
 * of each board), capped and in the volatile Redis: it tells of the present, what is lost is read again from `estado.leer`, and no
 * board waits for it.
 */
export const CAMBIOS_PARTICIONES = 8;
export const particionDeCambios = (empresa_id: number): number => empresa_id % CAMBIOS_PARTICIONES;
export const cambiosStream = (particion: number): string => `{cambios:${particion}}`;
/** Field of an entry that holds the JSON of an array of {@link Cambio}. */
export const CAMBIOS_CAMPO = 'c';
/** Entries kept per partition, roughly. */
export const CAMBIOS_MAXIMO = 4_000;

const Pin = z.number().int();
const Centesimas = z.number().nullable();

export const Cambio = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('conexion'), empresa_id: Id, placa_id: Id, online: BanderaSalida, ts: Milisegundos }),
  /** What the board's wired pins last said: pin, 1/0, ts; sensor pin, °C, %, ts. Times as the state shows them. */
  z.object({
    tipo: z.literal('estado'),
    empresa_id: Id,
    placa_id: Id,
    /** When the board was heard. */
    ts: Milisegundos,
    pines: z.array(z.tuple([Pin, BanderaSalida, Milisegundos])),
    sensores: z.array(z.tuple([Pin, Centesimas, Centesimas, Milisegundos])),
  }),
  z.object({ tipo: z.literal('reloj'), empresa_id: Id, placa_id: Id, adelantado: BanderaSalida, ts: Milisegundos }),
  z.object({
    tipo: z.literal('comando'),
    empresa_id: Id,
    switch_id: Id.nullable(),
    dispositivo_id: Id.nullable(),
    comando_id: z.string(),
    accion: AccionComando,
    estado: EstadoComando,
    detalle: z.string().nullable(),
    max_s: z.number().int().nullable(),
    /** When it was asked for. */
    ts: Milisegundos,
  }),
  z.object({
    tipo: z.literal('dispositivo'),
    empresa_id: Id,
    dispositivo_id: Id,
    online: z.boolean(),
    motivo: z.enum(MOTIVOS_DISPOSITIVO).nullable(),
    salida: BanderaSalida.nullable(),
    metricas: Metricas.nullable(),
    ts: Milisegundos,
  }),
]);
export type Cambio = z.infer<typeof Cambio>;
export const Cambios = z.array(Cambio);
