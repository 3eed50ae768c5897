import {
  hoursIn,
  MAX_WAIT_S,
  RuleSave,
  typeOfAviso,
  type Regla,
  type Severidad,
  type TipoAviso,
} from '@acequia/contracts';
import { z } from 'zod';
import { keyOf, subjectOfKey, type SubjectKind } from '../../../entities/aviso/subject.js';
import { texts } from '../textos.js';

/** Seconds in each unit that the form offers. */
export const TIME_UNITS = [1, 60, 3_600] as const;
type TimeUnit = (typeof TIME_UNITS)[number];

/** A duration as typed: a number and the seconds of its unit. */
export interface Time {
  count: number | null;
  unit: TimeUnit;
}

/** The form's values. A threshold that is a duration has its own field. */
export interface Values {
  tipo: TipoAviso;
  objeto: string;
  activa: 0 | 1;
  severidad: Severidad;
  espera: Time;
  umbral: number | null;
  umbralTime: Time;
  histeresis: number | null;
  hora_desde: string;
  hora_hasta: string;
}

/** In the largest unit without a fraction. */
export const timeOf = (seconds: number): Time => {
  const unit = [...TIME_UNITS].reverse().find((one) => seconds > 0 && seconds % one === 0) ?? 1;
  return { count: seconds / unit, unit };
};

export const secondsOf = ({ count, unit }: Time): number | null =>
  count === null ? null : Math.round(count * Number(unit));

export const isTime = (tipo: TipoAviso): boolean => typeOfAviso(tipo).unit === 's';

type Numbers = Pick<Regla, 'activa' | 'severidad' | 'espera_s' | 'umbral' | 'histeresis'>;

/** The default rule of a kind. */
export const asItComes = (tipo: TipoAviso): Numbers => {
  const { activa, severidad, espera_s, umbral = null, histeresis = null } = typeOfAviso(tipo);
  return { activa, severidad, espera_s, umbral, histeresis };
};

const numbersOf = (tipo: TipoAviso, { activa, severidad, espera_s, umbral, histeresis }: Numbers) => ({
  activa,
  severidad,
  espera: timeOf(espera_s),
  umbral: isTime(tipo) ? null : umbral,
  umbralTime: timeOf(isTime(tipo) ? (umbral ?? 0) : 0),
  histeresis,
});

export const valuesOf = (rule: Regla): Values => ({
  tipo: rule.tipo,
  objeto: keyOf(rule),
  ...numbersOf(rule.tipo, rule),
  hora_desde: rule.hora_desde ?? '',
  hora_hasta: rule.hora_hasta ?? '',
});

/** An exception starts with the kind's default values but active: a person who creates one expects its alarms. */
export const freshValues = (tipo: TipoAviso): Values => ({
  tipo,
  objeto: '',
  ...numbersOf(tipo, { ...asItComes(tipo), activa: 1 }),
  hora_desde: '',
  hora_hasta: '',
});

/** The kinds of subject that an exception can name, from the object itself to what contains it. */
export const kindsFor = (tipo: TipoAviso): readonly SubjectKind[] => {
  const { objeto, onePoint } = typeOfAviso(tipo);
  if (objeto === 'punto') return onePoint ? ['punto'] : ['punto', 'placa', 'sitio'];
  if (objeto === 'switch') return ['switch', 'placa', 'sitio'];
  if (objeto === 'placa') return ['placa', 'sitio'];
  if (objeto === 'dispositivo') return ['dispositivo', 'sitio'];
  return objeto === 'sitio' ? ['sitio'] : [];
};

/** The request body of the form's values. */
export const bodyOf = (values: Values, empresa_id: number): RuleSave => {
  const { tipo, objeto, activa, severidad, espera, umbral, umbralTime, histeresis, hora_desde, hora_hasta } = values;
  const hasThreshold = typeOfAviso(tipo).umbral !== undefined;
  return {
    empresa_id,
    tipo,
    activa,
    severidad,
    espera_s: secondsOf(espera),
    ...(hasThreshold && { umbral: isTime(tipo) ? secondsOf(umbralTime) : umbral, histeresis }),
    hora_desde: hora_desde || null,
    hora_hasta: hora_hasta || null,
    ...subjectOfKey(objeto),
  };
};

const { errors } = texts;
const number = z.number({ error: errors.number });
const { shape } = RuleSave;

/** The contract's rules, with each error at a field of this form. */
export const ValidRule = z
  .object({
    tipo: shape.tipo,
    objeto: z.string(),
    activa: z.union([z.literal(0), z.literal(1)]),
    severidad: z.enum(['critica', 'alta', 'media', 'baja']),
    espera: z.object({ count: number.min(0), unit: z.number() }),
    umbral: z.number().nullable(),
    umbralTime: z.object({ count: z.number().min(0).nullable(), unit: z.number() }),
    histeresis: z.number().min(0).nullable(),
    hora_desde: z.string(),
    hora_hasta: z.string(),
  })
  .superRefine((values, context) => {
    const tell = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const { tipo, espera, umbral, umbralTime } = values;
    if (espera.count * espera.unit > MAX_WAIT_S) tell(['espera', 'count'], errors.wait(MAX_WAIT_S / 86_400));
    if (typeOfAviso(tipo).umbral !== undefined) {
      if (isTime(tipo)) {
        if (umbralTime.count === null) tell(['umbralTime', 'count'], errors.number);
      } else if (umbral === null) tell(['umbral'], errors.number);
    }
    hoursIn('hora_desde', 'hora_hasta')(values, context);
  }) as unknown as z.ZodType<Values>;

/** The request body of a valid form; null otherwise. */
export const wholeBody = (values: Values, empresa_id: number): RuleSave | null =>
  ValidRule.safeParse(values).success ? bodyOf(values, empresa_id) : null;
