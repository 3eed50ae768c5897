import { DEMANDA_MS, type TipoAvisoOf, tramosTarifa, type Vencimiento } from '@acequia/contracts';
import { expectedDemand } from '../field/demand.js';
import type { Field } from '../field/field.js';
import { dayIn } from '@acequia/service-kit';
import { darkOf, fallenTogether } from './board-conditions.js';
import { above, type FindingOf, NO, type Question, UNKNOWN } from './condition.js';
import { usedUp } from './quota.js';
import type { AlarmTarget } from '../subject.js';
import { failedCondition, momentOf, targetOf } from './turn-conditions.js';

/** Days before the end at which an alarm is raised, the last one first. */
export const STEPS = [1, 7, 30] as const;
/** Days after the end until which the alarm stays. */
const PAST_DAYS = 30;

/** Days from today, in the company's zone, to a calendar day. */
export const daysTo = (day: string, zone: string, now: number): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayIn(zone, now)}T00:00:00Z`)) / 86_400_000);

export interface Ending extends Pick<Vencimiento, 'que' | 'nombre'> {
  /** `vence:<what>`: part of the alarm's key. */
  key: string;
  /** null = it does not end; undefined = not known yet. */
  dayOf: (field: Field) => string | null | undefined;
  dispositivo_id: number | null;
}

/** Everything of a company that expires: plan, devices. */
export const endingsOf = (field: Field): Ending[] => {
  const endings: Ending[] = [
    {
      key: 'empresa',
      que: 'empresa',
      nombre: null,
      dispositivo_id: null,
      dayOf: ({ company }) => company.fecha_vencimiento,
    },
    {
      key: 'plan',
      que: 'plan',
      nombre: null,
      dispositivo_id: null,
      dayOf: ({ plan }) => plan?.comunicador_vencimiento ?? (plan ? null : undefined),
    },
  ];
  for (const { id, nombre, fecha_vencimiento, activo, suspendido } of field.devices.values())
    if (fecha_vencimiento && activo === 1 && suspendido === 0)
      endings.push({
        key: `dispositivo${id}`,
        que: 'dispositivo',
        nombre,
        dayOf: () => fecha_vencimiento,
        dispositivo_id: id,
      });
  return endings;
};

/** One alarm a step: 30 days before, 7, and 1. */
export const endingCondition = (
  { que, nombre, dayOf }: Ending,
  step: (typeof STEPS)[number],
  { field, now }: Question,
): FindingOf<'vencimiento'> => {
  const day = dayOf(field);
  if (day === undefined) return UNKNOWN;
  if (day === null) return NO;
  const left = daysTo(day, field.company.zona_horaria, now);
  const next = STEPS[STEPS.indexOf(step) - 1] ?? -PAST_DAYS;
  if (left > step || left <= next) return NO;
  return { holds: true, datos: { vencen: [{ que, nombre, dia: day, dias: left }] } };
};

export const usersCondition = ({ field }: Question): FindingOf<'limite_usuarios'> => {
  if (!field.plan) return UNKNOWN;
  const { limite_usuarios, usuarios } = field.plan;
  if (!limite_usuarios || usuarios < limite_usuarios) return NO;
  return { holds: true, datos: { usuarios, limite: limite_usuarios } };
};

/** How long before their end tokens are told of, ms. */
const TOKEN_WARNING_MS = 7 * 86_400_000;

/** One alarm for all tokens that end soon: a program that stops working tells nobody. */
export const tokensCondition = ({ field, now }: Question): FindingOf<'vencimiento'> => {
  if (field.tokens === undefined) return UNKNOWN;
  const soon = field.tokens.filter(({ vence }) => vence > now && vence - now <= TOKEN_WARNING_MS);
  if (soon.length === 0) return NO;
  const vencen = soon
    .toSorted((one, other) => one.vence - other.vence)
    .map(({ nombre, vence }) => {
      // A token that ends at midnight has its last day before it.
      const dia = dayIn(field.company.zona_horaria, vence - 1);
      return { que: 'token' as const, nombre, dia, dias: daysTo(dia, field.company.zona_horaria, now) };
    });
  return { holds: true, datos: { vencen } };
};

export const quotaCondition = (question: Question): FindingOf<'cuota_de_empresa'> =>
  usedUp(question.field.quota, question);

/** One alarm for all of them: what can still be told is told by the others. */
export const channelsCondition = ({ field }: Question): FindingOf<'canal_fallido'> =>
  field.dead.length === 0 ? NO : { holds: true, datos: { canales: [...field.dead] } };

/** Behind a router there is no modem to ask: boards that all fall silent at once tell of it. */
export const communicatorCondition = (question: Question): FindingOf<'comunicador_callado'> => {
  const { field } = question;
  if (field.communicator === null) return NO;
  const numero = field.plan?.comunicador_numero || null;
  if (field.communicator.tipo === 'router') return routerCondition(numero, question);
  const { isThere, fails } = field.communicator;
  return isThere && fails === 0 ? NO : { holds: true, datos: { tipo: 'modem', numero, fallos: isThere ? fails : 0 } };
};

/** What one board does says nothing of the router, and a blackout of the only site is its own alarm. */
const routerCondition = (numero: string | null, { field, now, open }: Question): FindingOf<'comunicador_callado'> => {
  const known = [...field.boards.values()].filter(({ revocada, online }) => revocada === 0 && online !== null);
  if (known.some(({ online }) => online === true)) return NO;
  if (known.length < 2) return UNKNOWN;
  if (!open && fallenTogether(known).length < known.length) return NO;
  const [sitio = null, ...others] = new Set(known.map((one) => one.sitio));
  if (sitio !== null && others.length === 0 && darkOf(field).has(sitio)) return { holds: 'folded' };
  const began = Math.min(...known.map(({ since }) => since));
  return {
    holds: true,
    began,
    datos: { tipo: 'router', numero, placas: known.length, desde: momentOf(field, began, now) },
  };
};

/** While a part of the demand is unknown, what is known may pass the limit, and does not keep to it. */
export const demandCondition = (question: Question): FindingOf<'demanda_alta'> => {
  const { field, now } = question;
  const { tarifas, zona_horaria } = field.company;
  if (!tarifas) return NO;
  const inicio = Math.floor(now / DEMANDA_MS) * DEMANDA_MS;
  const [tramo] = tramosTarifa(tarifas, zona_horaria, inicio, inicio + 1);
  const { periodo = null, demanda_kw: limite_kw = 0 } = tramo ?? {};
  if (periodo === null || limite_kw === 0) return NO;
  const { kw, whole } = expectedDemand(field.devices.values(), now);
  if (!above((kw / limite_kw) * 100, question)) return whole ? NO : UNKNOWN;
  return { holds: true, datos: { periodo, kw: Math.round(kw * 10) / 10, limite_kw } };
};

/** Most programs that an alarm names. */
const NAMED = 3;

export const planCondition = ({ field }: Question): FindingOf<'plan_imposible'> => {
  if (field.unplanned === undefined) return UNKNOWN;
  if (field.unplanned === null) return NO;
  const { apartada, programas } = field.unplanned;
  if (apartada === 1) return { holds: true, datos: { programas: null, otros: 0 } };
  const first = programas.slice(0, NAMED).map(({ nombre, motivo }) => ({ nombre, motivo }));
  return { holds: true, datos: { programas: first, otros: programas.length - first.length } };
};

/** One alarm of the company: its key, what it is about, the switches whose people it concerns, and its condition. */
export interface CompanyCheck<Tipo extends TipoAvisoOf<'empresa'> = TipoAvisoOf<'empresa'>> {
  objeto: string;
  about?: Partial<AlarmTarget>;
  switches?: () => number[];
  ask: (question: Question) => FindingOf<Tipo>;
}

export const COMPANY_CONDITIONS: { [Tipo in TipoAvisoOf<'empresa'>]: (field: Field) => CompanyCheck<Tipo>[] } = {
  vencimiento: (field) => [
    ...endingsOf(field).flatMap((ending) =>
      STEPS.map((step) => ({
        objeto: `vence:${ending.key}:${step}`,
        about: { dispositivo_id: ending.dispositivo_id },
        ask: (question: Question) => endingCondition(ending, step, question),
      })),
    ),
    { objeto: 'vence:tokens', ask: tokensCondition },
  ],
  limite_usuarios: () => [{ objeto: 'usuarios', ask: usersCondition }],
  plan_imposible: () => [{ objeto: 'plan', ask: planCondition }],
  cuota_de_empresa: () => [{ objeto: 'cuota', ask: quotaCondition }],
  canal_fallido: () => [{ objeto: 'canales', ask: channelsCondition }],
  comunicador_callado: () => [{ objeto: 'comunicador', ask: communicatorCondition }],
  demanda_alta: () => [{ objeto: 'demanda', ask: demandCondition }],
  turno_fallido: ({ failed }) =>
    [...failed].map(([clave, first]) => ({
      objeto: clave,
      about: targetOf(first),
      switches: () => failed.get(clave)?.switches ?? [],
      ask: (question) => failedCondition(clave, question),
    })),
};
