import { z } from 'zod';
import { DateOutput, Fecha, Id, Milliseconds, optional, requiredText, Version } from './common.js';
import { DIAS_TARIFA, faultOfReglas, singleTarifa } from './tarifa-calendario.js';

export const TARIFA_LIMITES = { versiones: 60, periodos: 12, reglas: 300, festivos: 200 } as const;

const MonthDay = z
  .string()
  .regex(/^\d{2}-\d{2}$/, 'Debe tener la forma MM-DD')
  // A season may name 29 February.
  .refine((text) => Fecha.safeParse(`2024-${text}`).success, 'La fecha no existe');
const Holiday = z.string().refine((text) => MonthDay.safeParse(text).success || Fecha.safeParse(text).success, {
  message: 'Debe tener la forma AAAA-MM-DD, o MM-DD para todos los años',
});
const WHOLE_HOUR = 'Debe ser una hora en punto, de 0 a 24';
const Hour = z.number(WHOLE_HOUR).int(WHOLE_HOUR).min(0, WHOLE_HOUR).max(24, WHOLE_HOUR);
const isInMillionths = (precio: number): boolean => Math.abs(precio * 1e6 - Math.round(precio * 1e6)) < 1e-3;

const Periodo = z.object({
  nombre: requiredText(40),
  precio: z.number().min(0).max(99_999).refine(isInMillionths, 'Máximo 6 decimales'),
  demanda_kw: z.number().min(0).max(100_000).optional(),
});
const Regla = z.object({
  periodo: requiredText(40),
  temporada: z.object({ desde: MonthDay, hasta: MonthDay }).optional(),
  dias: z.array(z.enum(DIAS_TARIFA)).min(1, 'Elija al menos un día').max(DIAS_TARIFA.length),
  desde: Hour,
  hasta: Hour,
});
const Versions = z.object({
  desde: Fecha,
  periodos: z.array(Periodo).min(1, 'Falta un periodo').max(TARIFA_LIMITES.periodos),
  reglas: z.array(Regla).max(TARIFA_LIMITES.reglas),
  festivos: z.array(Holiday).max(TARIFA_LIMITES.festivos),
});
const EXAMPLE = { example: [singleTarifa(2.5, '2026-01-01')] };
type Checked = z.infer<typeof Versions>;

/** Whether each instant has exactly one period is told only when the parts are in order. */
const checkVersion = ({ periodos, reglas }: Checked, context: z.RefinementCtx): void => {
  const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
  let isSound = true;
  const told = (path: PropertyKey[], message: string): void => {
    isSound = false;
    fault(path, message);
  };
  const names = periodos.map(({ nombre }) => nombre.toLocaleLowerCase('es'));
  names.forEach((name, i) => {
    if (names.indexOf(name) !== i) told(['periodos', i, 'nombre'], 'Ya hay un periodo con ese nombre');
  });
  reglas.forEach(({ periodo, dias, desde, hasta }, i) => {
    if (!periodos.some(({ nombre }) => nombre === periodo))
      told(['reglas', i, 'periodo'], 'No hay un periodo con ese nombre');
    if (hasta <= desde) told(['reglas', i, 'hasta'], 'Debe ser después de la hora en que empieza');
    if (new Set(dias).size !== dias.length) told(['reglas', i, 'dias'], 'Un día está dos veces');
  });
  if (!isSound) return;
  const uncovered = faultOfReglas({ periodos, reglas });
  if (!uncovered) return;
  const { regla, mensaje } = uncovered;
  fault(regla === null ? ['reglas'] : ['reglas', regla], mensaje);
};

const ascending = (versiones: readonly Checked[], context: z.RefinementCtx): void => {
  versiones.forEach(({ desde }, i) => {
    const before = versiones[i - 1]?.desde;
    if (before === undefined || before < desde) return;
    const message = before === desde ? 'Ya hay una versión desde ese día' : 'Va después de una versión más nueva';
    context.addIssue({ code: 'custom', path: [i, 'desde'], message });
  });
};

/** Body of PUT /tarifas. Without versions the company has no prices. */
export const TarifasSave = z.object({
  empresa_id: optional(Id),
  versiones: z
    .array(Versions.superRefine(checkVersion))
    .max(TARIFA_LIMITES.versiones)
    .superRefine(ascending)
    .meta(EXAMPLE),
  version: Version.optional(),
});
export type TarifasSave = z.infer<typeof TarifasSave>;

/** As stored, and as services exchange it. */
export const TarifasStored = z.object({
  versiones: z.array(Versions.extend({ desde: DateOutput })).meta(EXAMPLE),
});

export type TarifasStored = z.infer<typeof TarifasStored>;

/** Answer of GET and PUT /tarifas. */
export const TarifasDeEmpresa = TarifasStored.extend({ empresa_id: Id, zona_horaria: z.string(), version: Version });
export type TarifasDeEmpresa = z.infer<typeof TarifasDeEmpresa>;

/** The greatest demand of a period: kW over the quarter of an hour that begins at `inicio`. */
export const PicoDemanda = z.object({ periodo: z.string(), inicio: Milliseconds, kw: z.number() });

/** Energy and cost of a period at a price. */
export const EnergiaPorPeriodo = z.object({
  periodo: z.string(),
  precio: z.number(),
  kwh: z.number(),
  costo: z.number(),
});
