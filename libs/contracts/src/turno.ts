import { z } from 'zod';
import { Dia, Flag, FlagOutput, Id, requiredText, TextId, Milliseconds } from './common.js';
import { ALARGAR_S, ESTADOS_TURNO, CONFLICT_TIPOS, PROGRAMA_LIMITS, TURNOS_PAGE_MAX } from './programa-limites.js';
import { LAST_MS, ViaTurno } from './programa.js';
import { EnergiaPorPeriodo, PicoDemanda } from './tarifa.js';

/** `<programa>-<start, epoch s>-s<switch>` or `-d<dispositivo>`: expanding the same program again gives the same ids. */
export const TurnoId = z
  .string()
  .regex(/^\d{1,10}-\d{1,12}-[sd]\d{1,10}$/, 'No es un turno')
  .meta({ example: '7-1795500000-s7' });

export const Turno = z.object({
  turno_id: z.string(),
  programa_id: Id,
  /** Its name; null = it was deleted. */
  programa_nombre: z.string().nullable().default(null),
  empresa_id: Id,
  /** Exactly one of the two is set. */
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  /** Start of the program's run that it belongs to, ms; null = of a version before. */
  riego: Milliseconds.nullable().default(null),
  /** ms. */
  inicio: Milliseconds,
  segundos: z.number().int().min(0),
  /** The water at which it ends, m³; `segundos` is then its longest time. null = it ends by its time. */
  volumen_m3: z.number().nullable().default(null),
  /** The moisture of the soil at which it ends, %; `segundos` is then its longest time. null = not by that. */
  hasta_humedad: z.number().nullable().default(null),
  via: ViaTurno,
  real_inicio: Milliseconds.nullable(),
  /** Seconds actually on so far. */
  real_segundos: z.number().int().min(0).nullable(),
  estado: z.enum(ESTADOS_TURNO),
  /** Why it was skipped or shortened, or deviated from the plan. A Spanish sentence. */
  motivo: z.string().nullable(),
  /** The start by its program, of a turn that a person moved or resized on this day only; null = as its program says. ms. */
  movido_de: Milliseconds.nullable().default(null),
  /** Started by a person ("ejecutar ahora"). */
  manual: FlagOutput,
  /** 1 while its board has not accepted it, or its change, yet. */
  pendiente: FlagOutput,
  /** From the declared flow and the actual seconds; null = unknown. */
  litros: z.number().nullable(),
  /** From the meter of its valve; null = there is none, it gave no values, or other valves of it were open too. */
  m3_medidos: z.number().nullable().default(null),
  /** Its own volume, or what earlier turns of its valve let expect in its time; null = too few of them were measured. */
  m3_esperados: z.number().nullable().default(null),
  /** 1 = it was to end by its volume, and its meter told nothing that can be believed: it ran its longest time. */
  sin_medir: FlagOutput.default(0),
  /** From the meter that watches the switch; null = there is none, or it gave no values. */
  kwh: z.number().nullable().default(null),
  /** From the empresa's tariff. */
  costo: z.number().nullable().default(null),
  /** The turn whose missing time it makes up for. */
  recupera: z.string().nullable().default(null),
});
export type Turno = z.infer<typeof Turno>;

/** A turn of a preview, not planned yet. */
export const PreviousTurno = Turno.pick({
  turno_id: true,
  switch_id: true,
  dispositivo_id: true,
  inicio: true,
  segundos: true,
  volumen_m3: true,
  hasta_humedad: true,
  via: true,
});
export type PreviousTurno = z.infer<typeof PreviousTurno>;

/** What would make up for a turn: its missing seconds, and when they would be watered, pumps included. */
export const TurnoRecovery = z.object({ falta_s: z.number().int(), turnos: z.array(PreviousTurno) });
export type TurnoRecovery = z.infer<typeof TurnoRecovery>;

export const Conflict = z.object({
  tipo: z.enum(CONFLICT_TIPOS),
  /** A Spanish sentence that names both sides of the conflict. */
  texto: z.string(),
  turno_ids: z.array(z.string()),
});
export type Conflict = z.infer<typeof Conflict>;

/** Of the turns of `switch_ids`, by the mean power of their earlier measured turns: no meter has told of the others. */
export const EnergiaDeTurnos = z.object({
  switch_ids: z.array(Id),
  kwh: z.number(),
  /** null = a price is not known. */
  costo: z.number().nullable(),
  periodos: z.array(EnergiaPorPeriodo).nullable(),
  /** Of each period whose limit they would pass, together with other turns: when most. Absent = none. */
  demanda: z.array(PicoDemanda.extend({ limite_kw: z.number() })).optional(),
});
export type EnergiaDeTurnos = z.infer<typeof EnergiaDeTurnos>;

/**
 * Conflicts may name turns of other programs that are not in `turnos`. `completa`: 0 = `turnos` are only the first of them, up to
 * PREVIEW_TURNOS. `energia`: of `turnos`; absent or null = no meter tells. `condiciones`: what those on points and forecasts would say now, as sentences;
 * `pronostico`: whose it is, and of when.
 */
export const Preview = z.object({
  turnos: z.array(PreviousTurno),
  conflictos: z.array(Conflict),
  completa: FlagOutput.default(1),
  energia: EnergiaDeTurnos.nullish(),
  condiciones: z.array(z.string()).optional(),
  pronostico: z.object({ fuente: z.string(), ts: Milliseconds }).nullish(),
});
export type Preview = z.infer<typeof Preview>;

/** Where a page of turns begins, `<inicio>.<turno_id>`: as the header of the page before said. */
export const TurnosCursor = z.string().regex(/^\d{1,13}\.\d{1,10}-\d{1,12}-[sd]\d{1,10}$/, 'No es un cursor');

/** Query of GET /programas/turnos; days in the empresa's zone, both included. Default: today. */
export const TurnosQuery = z.object({
  empresa_id: TextId.optional(),
  /** Only the turns of this switch. */
  switch_id: TextId.optional(),
  desde: Dia,
  hasta: Dia,
  /** Turns of a page; without it all turns come at once. */
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'Debe ser un número')
    .transform(Number)
    .pipe(z.number().min(1).max(TURNOS_PAGE_MAX))
    .optional(),
  cursor: TurnosCursor.optional(),
});

/** A turn on its day, apart from its program. What is missing is as the program says; nothing at all undoes the exception. */
export const TurnoMover = z.object({
  inicio: Milliseconds.max(LAST_MS).optional(),
  segundos: z.number().int().min(1).max(PROGRAMA_LIMITS.DURATION_S).optional(),
});
export type TurnoMover = z.infer<typeof TurnoMover>;

/** `todo` 1: all that has not ended of the program's run, not this turn alone. */
export const TurnoDetener = z.object({ todo: Flag.optional() }).default({});

/** Body of POST /detener-todo. An admin_global has to name the empresa; `sitio`: only what its boards and devices move. */
export const DetenerTodo = z.object({ empresa_id: Id.optional(), sitio: requiredText(120).optional() }).default({});
/** The OFFs that were given, by their ids in the ledger. */
export const DetenerTodoAccepted = z.object({ ordenes: z.array(z.string()) });

export const TurnoAlargar = z.object({ segundos: z.number().int().min(60).max(14_400).default(ALARGAR_S) }).default({
  segundos: ALARGAR_S,
});
