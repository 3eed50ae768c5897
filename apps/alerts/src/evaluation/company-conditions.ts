import type { TipoAvisoOf } from '@acequia/contracts';
import type { Field } from '../field/field.js';
import { dayIn } from '@acequia/service-kit';
import { type Finding, NO, type Question, UNKNOWN } from './condition.js';
import { usedUp } from './quota.js';
import type { AlarmTarget } from '../subject.js';
import { empresaTexts as texts } from './textos.js';
import { failedCondition, targetOf } from './turn-conditions.js';

/** Days before the end at which an alarm is raised, the last one first. */
export const STEPS = [1, 7, 30] as const;
/** Days after the end until which the alarm stays. */
const PAST_DAYS = 30;

/** Days from today, in the company's zone, to a calendar day. */
export const daysTo = (day: string, zone: string, now: number): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayIn(zone, now)}T00:00:00Z`)) / 86_400_000);

export interface Ending {
  /** `vence:<what>`: part of the alarm's key. */
  key: string;
  what: string;
  /** null = it does not end; undefined = not known yet. */
  dayOf: (field: Field) => string | null | undefined;
  dispositivo_id: number | null;
}

/** Everything of a company that expires: plan, devices. */
export const endingsOf = (field: Field): Ending[] => {
  const endings: Ending[] = [
    {
      key: 'empresa',
      what: texts.empresa,
      dispositivo_id: null,
      dayOf: ({ company }) => company.fecha_vencimiento,
    },
    {
      key: 'plan',
      what: texts.plan,
      dispositivo_id: null,
      dayOf: ({ plan }) => plan?.comunicador_vencimiento ?? (plan ? null : undefined),
    },
  ];
  for (const { id, nombre, fecha_vencimiento, activo, suspendido } of field.devices.values())
    if (fecha_vencimiento && activo === 1 && suspendido === 0)
      endings.push({ key: `dispositivo${id}`, what: nombre, dayOf: () => fecha_vencimiento, dispositivo_id: id });
  return endings;
};

/** One alarm a step: 30 days before, 7, and 1. */
export const endingCondition = (
  { what, dayOf }: Ending,
  step: (typeof STEPS)[number],
  { field, now }: Question,
): Finding => {
  const day = dayOf(field);
  if (day === undefined) return UNKNOWN;
  if (day === null) return NO;
  const left = daysTo(day, field.company.zona_horaria, now);
  const next = STEPS[STEPS.indexOf(step) - 1] ?? -PAST_DAYS;
  if (left > step || left <= next) return NO;
  const [year, month, date] = day.split('-');
  return { holds: true, text: texts.ends(what, left, `${date}/${month}/${year}`) };
};

export const usersCondition = ({ field }: Question): Finding => {
  if (!field.plan) return UNKNOWN;
  const { limite_usuarios, usuarios } = field.plan;
  if (!limite_usuarios || usuarios < limite_usuarios) return NO;
  return { holds: true, text: texts.users(usuarios, limite_usuarios) };
};

/** How long before their end tokens are told of, ms. */
const TOKEN_WARNING_MS = 7 * 86_400_000;

/** One alarm for all tokens that end soon: a program that stops working tells nobody. */
export const tokensCondition = ({ field, now }: Question): Finding => {
  if (field.tokens === undefined) return UNKNOWN;
  const soon = field.tokens.filter(({ vence }) => vence > now && vence - now <= TOKEN_WARNING_MS);
  if (soon.length === 0) return NO;
  const sentences = soon
    .toSorted((one, other) => one.vence - other.vence)
    .map(({ nombre, vence }) => {
      // A token that ends at midnight has its last day before it.
      const day = dayIn(field.company.zona_horaria, vence - 1);
      const [year, month, date] = day.split('-');
      return texts.ends(texts.token(nombre), daysTo(day, field.company.zona_horaria, now), `${date}/${month}/${year}`);
    });
  return { holds: true, text: sentences.join(' ') };
};

export const quotaCondition = (question: Question): Finding => usedUp(question.field.quota, question, texts.quota);

export const planCondition = ({ field }: Question): Finding => {
  if (field.unplanned === undefined) return UNKNOWN;
  if (field.unplanned === null) return NO;
  const { apartada, programas } = field.unplanned;
  return { holds: true, text: apartada === 1 ? texts.setAside : texts.unplanned(programas) };
};

/** One alarm of the company: its key, what it is about, the switches whose people it concerns, and its condition. */
export interface CompanyCheck {
  objeto: string;
  about?: Partial<AlarmTarget>;
  switches?: () => number[];
  ask: (question: Question) => Finding;
}

export const COMPANY_CONDITIONS: Record<TipoAvisoOf<'empresa'>, (field: Field) => CompanyCheck[]> = {
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
  turno_fallido: ({ failed }) =>
    [...failed].map(([clave, first]) => ({
      objeto: clave,
      about: targetOf(first),
      switches: () => failed.get(clave)?.switches ?? [],
      ask: (question) => failedCondition(clave, question),
    })),
};
