import { TipoSwitch, type TipoSwitch as Tipo, ZonaHoraria } from '@acequia/contracts';
import { z } from 'zod';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Place } from './climate.js';

const Pin = z.number().int().min(0).max(39);

/** One board of a boards file: the answer of POST /placas and, for the demo, what is wired to the board. */
const BoardEntry = z.object({
  /** The board's number. */
  id: z.number().int().min(1),
  placa_id: z.number().int().min(1),
  username: z.string().min(1),
  password: z.string().min(1),
  nombre: z.string().default(''),
  relays: z.array(z.union([Pin, z.object({ pin: Pin, tipo: TipoSwitch })])).default([]),
  /** Types of relays that the file gives as bare pins. */
  tipos: z.record(z.string(), TipoSwitch).default({}),
  sensors: z.array(Pin).default([]),
  /** The empresa's time zone. */
  zona_horaria: ZonaHoraria.optional(),
});

export interface Relay {
  pin: number;
  tipo: Tipo;
}

export interface BoardSpec {
  numero: number;
  placa_id: number;
  username: string;
  password: string;
  place: Place;
  relays: Relay[];
  sensors: number[];
  /** IANA zone of the farm's clock, if known. */
  zona_horaria?: string;
}

const placeOf = (nombre: string, relays: readonly Relay[]): Place => {
  if (/fr[ií]o/i.test(nombre)) return 'cold_store';
  if (relays.some(({ tipo }) => tipo === 'difusor')) return 'greenhouse';
  return relays.some(({ tipo }) => tipo === 'cooler') ? 'nave' : 'campo';
};

const specOf = (entry: z.output<typeof BoardEntry>): BoardSpec => {
  const relays = entry.relays.map((relay) =>
    typeof relay === 'number' ? { pin: relay, tipo: entry.tipos[String(relay)] ?? 'otro' } : relay,
  );
  const { id: numero, placa_id, username, password, sensors, zona_horaria } = entry;
  const place = placeOf(entry.nombre, relays);
  return {
    numero,
    placa_id,
    username,
    password,
    place,
    relays,
    sensors,
    ...(zona_horaria !== undefined && { zona_horaria }),
  };
};

/** Reads a boards file. @throws Error with one clear line when the file is missing or invalid. */
export const readBoards = (path: string): BoardSpec[] => {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`No se puede leer ${path}: ${(error as Error).message}`, { cause: error });
  }
  const parsed = z.array(BoardEntry).safeParse(json);
  if (parsed.success) return parsed.data.map(specOf);
  const issue = parsed.error.issues[0];
  throw new Error(`${path} no es un archivo de placas: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
};

/** Writes a file atomically, readable by its owner only: it holds passwords. */
export const writePrivate = (path: string, content: string): void => {
  const draft = `${path}.tmp`;
  writeFileSync(draft, content, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
};
