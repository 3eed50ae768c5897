import { z } from 'zod';
import { AVISO_TYPES } from './aviso-tipos.js';
import { SEVERITIES } from './aviso-words.js';
import { FlagOutput, Id, Milliseconds, optional } from './common.js';
import { Mes } from './cuenta.js';
import { EnergiaPorPeriodo, PicoDemanda } from './tarifa.js';

const Count = z.number().int().min(0);
/** m³, kWh or money; null = nothing known. */
const Amount = z.number().nullable();

/**
 * What an empresa did in a month: everything that its dossier says, without the moment at which it was made. Lists are ordered by id. Its
 * SHA-256 is that of this as JSON with sorted keys and without spaces.
 */
export const CifrasDossier = z.object({
  /** Rises when a figure means something else. */
  formato: z.union([z.literal(1), z.literal(2)]),
  empresa_id: Id,
  empresa: z.string(),
  mes: Mes,
  zona_horaria: z.string(),
  /** [desde, hasta) is the month in the empresa's zone, ms. What happened later counts for nothing. */
  desde: Milliseconds,
  hasta: Milliseconds,
  tarifa_kwh: z.number().nullable(),
  /** As the account of the month tells them. Water of turns that no meter told is apart: `sin_medir` turns, `m3_sin_medir` by the declared flow. */
  valvulas: z.array(
    z.object({
      switch_id: Id.nullable(),
      dispositivo_id: Id.nullable(),
      nombre: z.string(),
      sector: z.string(),
      turnos: Count,
      cumplidos: Count,
      parciales: Count,
      omitidos: Count,
      perdidos: Count,
      previstos_s: Count,
      reales_s: Count,
      m3_previstos: Amount,
      m3_medidos: Amount,
      sin_medir: Count,
      m3_sin_medir: Amount,
      kwh: Amount,
      costo: Amount,
    }),
  ),
  /** Points that count water. */
  medidores: z.array(
    z.object({
      punto_id: Id,
      nombre: z.string(),
      m3: Amount,
      dias_sin_datos: Count,
      /** What it may take in a year, and what it has from January to the end of the month. Absent = it has none. */
      concesion: z.object({ m3: z.number(), usada_m3: Amount, dias_sin_datos: Count }).optional(),
    }),
  ),
  energia: z.array(
    z.object({
      dispositivo_id: Id,
      nombre: z.string(),
      kwh: Amount,
      /** Sum of its periods' costs; of formato 1, kwh × tarifa_kwh. */
      costo: Amount,
      dias_sin_datos: Count,
      /** Days of which a part is missing: the energy of a gap is spread evenly over it. */
      dias_incompletos: Count,
    }),
  ),
  /** By period and price of the tariffs at the making, to the cent. Absent in formato 1. */
  energia_periodos: z.array(EnergiaPorPeriodo.extend({ dispositivo_id: Id, nombre: z.string() })).optional(),
  /** The greatest demand of each period, of the meters at the supply or, without one, of all. Absent = not looked for, or without tariffs. */
  demanda: z.array(PicoDemanda.extend({ limite_kw: z.number().nullable() })).optional(),
  /** Alarms that began in the month, by tipo; acknowledged within it. */
  avisos: z.array(
    z.object({
      tipo: z.enum(AVISO_TYPES),
      avisos: Count,
      reconocidos: Count,
      reconocer_media_s: Count.nullable(),
      reconocer_max_s: Count.nullable(),
    }),
  ),
  /** Time without a link; of `sin_saber_s` it is not known any more, or the board never connected. */
  placas: z.array(
    z.object({
      placa_id: Id,
      numero: Id,
      nombre: z.string(),
      cortes: Count,
      sin_enlace_s: Count.nullable(),
      sin_saber_s: Count,
    }),
  ),
  /** Alarms that were open when the month ended. */
  abiertos: z.array(
    z.object({
      id: Id,
      tipo: z.enum(AVISO_TYPES),
      severidad: z.enum(SEVERITIES),
      desde: Milliseconds,
      reconocido: FlagOutput,
      texto: z.string(),
    }),
  ),
});
export type CifrasDossier = z.infer<typeof CifrasDossier>;

export const Dossier = z.object({
  id: Id,
  empresa_id: Id,
  mes: Mes,
  /** 1 for the first of its month; made again with other figures it is another. */
  numero: Id,
  hecho: Milliseconds,
  /** 64 hexadecimal digits. */
  sha256: z.string(),
});
export type Dossier = z.infer<typeof Dossier>;

export const WholeDossier = Dossier.extend({ cifras: CifrasDossier });
export type WholeDossier = z.infer<typeof WholeDossier>;

/** Body of POST /dossieres: makes the dossier of a month that is over. */
export const DossierSave = z.object({ empresa_id: optional(Id), mes: Mes });

/** A drawn file between services. */
export const DossierFile = z.object({ archivo: z.string(), base64: z.string() });

/** Its tables, as TABLAS_DOSSIER shows them. */
export const TablaDossierClave = z.enum([
  'valvulas',
  'medidores',
  'energia',
  'energia_periodos',
  'demanda',
  'avisos',
  'placas',
  'abiertos',
]);
export type TablaDossierClave = z.infer<typeof TablaDossierClave>;

export const DossierCsvQuery = z.object({ tabla: TablaDossierClave });
