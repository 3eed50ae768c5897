import {
  type MagnitudClave,
  magnitudOf,
  type Punto,
  type PuntoDriver,
  PUNTO_CADA_S,
  PUNTO_DRIVERS,
  puntoFaults,
  PuntoSave,
} from '@acequia/contracts';
import { z } from 'zod';
import { texts } from '../textos.js';

/** In the form: the point has no board, because a program sends its values, or a LoRaWAN node. */
export const NO_BOARD = 0;
export const OF_NODE = -1;
const WITHOUT_BOARD: readonly (number | null)[] = [NO_BOARD, OF_NODE];

/** The form's values. An empty number is null. */
export interface Values {
  empresa_id: number;
  /** {@link NO_BOARD} = a program sends the values, {@link OF_NODE} = a LoRaWAN node. */
  placa_id: number | null;
  nombre: string;
  sitio: string;
  magnitud: MagnitudClave;
  /** 'mensaje': a board with other firmware, or what one of ours says of itself; 'api', 'lorawan': no board. */
  driver: PuntoDriver | 'mensaje' | 'api' | 'lorawan';
  pin: number | null;
  dev_eui: string;
  ruta: string;
  switches: number[];
  a: number | null;
  b: number | null;
  cada_s: number | null;
  concesion_m3: number | null;
  vuelta: number | null;
  activo: 0 | 1;
  version: number | undefined;
}

export const valuesOf = (one: Punto | null, empresa_id: number): Values => ({
  empresa_id,
  placa_id: one ? (one.placa_id ?? (one.fuente.tipo === 'lorawan' ? OF_NODE : NO_BOARD)) : null,
  nombre: one?.nombre ?? '',
  sitio: one?.sitio ?? '',
  magnitud: one?.magnitud ?? 'volumen',
  driver: one?.fuente.tipo === 'placa' ? one.fuente.driver : (one?.fuente.tipo ?? 'pulsos'),
  pin: one?.fuente.tipo === 'placa' ? one.fuente.pin : null,
  dev_eui: one?.fuente.tipo === 'lorawan' ? one.fuente.dev_eui : '',
  ruta: one && 'ruta' in one.fuente ? one.fuente.ruta : '',
  switches: one?.mide?.switch_ids ?? [],
  a: one?.a ?? 1,
  b: one?.b ?? 0,
  cada_s: one?.cada_s ?? PUNTO_CADA_S.usual,
  concesion_m3: one?.concesion_m3 ?? null,
  vuelta: one?.vuelta ?? null,
  activo: one?.activo ?? 1,
  version: one?.version,
});

const sourceFrom = ({ driver, pin, dev_eui, ruta }: Pick<Values, 'driver' | 'pin' | 'dev_eui' | 'ruta'>): unknown => {
  if (driver === 'api') return { tipo: 'api' };
  if (driver === 'lorawan') return { tipo: 'lorawan', dev_eui, ruta };
  return driver === 'mensaje' ? { tipo: 'mensaje', ruta } : { tipo: 'placa', driver, pin };
};

/** What the form sends. */
export const saveOf = ({
  driver,
  pin,
  dev_eui,
  ruta,
  switches,
  placa_id,
  concesion_m3,
  vuelta,
  ...values
}: Values): unknown => ({
  ...values,
  concesion_m3: values.magnitud === 'volumen' ? concesion_m3 : null,
  vuelta: magnitudOf(values.magnitud).clase === 'contador' && driver !== 'pulsos' ? vuelta : null,
  placa_id: WITHOUT_BOARD.includes(placa_id) ? null : placa_id,
  ...(driver === 'api' && { a: 1, b: 0 }),
  fuente: sourceFrom({ driver, pin, dev_eui, ruta }),
  mide: switches.length === 0 ? null : { switch_ids: switches },
});

/** Where the form shows a fault of the contract's field. */
const FIELDS: Readonly<Record<string, keyof Values>> = {
  'fuente.pin': 'pin',
  'fuente.dev_eui': 'dev_eui',
  'fuente.ruta': 'ruta',
  fuente: 'ruta',
  mide: 'switches',
};
const fieldOf = (path: string): string => FIELDS[path] ?? path.split('.')[0] ?? path;

/** Our own firmware reads it. */
export const isDriver = (driver: Values['driver']): driver is PuntoDriver =>
  (PUNTO_DRIVERS as readonly string[]).includes(driver);

/** The contract's rules, each at the field of the form that it is about. */
export const ValidPunto = z.custom<Values>().superRefine((values, context) => {
  const fault = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message });
  if (values.placa_id === null) return fault('placa_id', texts.errors.noBoard);
  if (isDriver(values.driver) && values.pin === null) return fault('pin', texts.errors.pin);
  const numbers = values.driver === 'api' ? (['cada_s'] as const) : (['a', 'b', 'cada_s'] as const);
  for (const field of numbers) if (values[field] === null) fault(field, texts.errors.number);
  const parsed = PuntoSave.safeParse(saveOf(values));
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) fault(fieldOf(path.join('.')), message);
    return;
  }
  for (const { campo, mensaje } of puntoFaults(parsed.data)) fault(fieldOf(campo), mensaje);
}) as unknown as z.ZodType<Values>;
