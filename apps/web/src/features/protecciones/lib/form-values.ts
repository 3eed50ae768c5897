import {
  isByFlow,
  PROTECCION_LIMITES as LIMITES,
  type Proteccion,
  proteccionFaults,
  type ProteccionSave,
} from '@acequia/contracts';
import { z } from 'zod';
import { texts } from '../textos.js';

export const LETS_GO = ['valor', 'minutos', 'persona'] as const;

/** The form's values. An empty number is null. */
export interface Values {
  empresa_id: number;
  nombre: string;
  punto_id: number | null;
  cuando: ProteccionSave['cuando'];
  valor: number | null;
  valvula_ids: number[];
  durante_s: number | null;
  con_switch_id: number | null;
  gracia_s: number | null;
  apaga: number[];
  sin_dato: ProteccionSave['sin_dato'];
  until: (typeof LETS_GO)[number];
  back: number | null;
  minutos: number | null;
  activa: number;
  version: number | undefined;
}

const letsGo = (libera: Proteccion['libera'] | undefined): Pick<Values, 'until' | 'back' | 'minutos'> => {
  if (libera === undefined || libera === 'persona') return { until: libera ?? 'valor', back: null, minutos: null };
  if ('valor' in libera) return { until: 'valor', back: libera.valor, minutos: null };
  return { until: 'minutos', back: null, minutos: libera.minutos };
};

export const valuesOf = (one: Proteccion | null, empresa_id: number): Values => ({
  empresa_id,
  nombre: one?.nombre ?? '',
  punto_id: one?.punto_id ?? null,
  cuando: one?.cuando ?? 'abajo',
  valor: one?.valor ?? null,
  valvula_ids: one?.valvula_ids ?? [],
  durante_s: one?.durante_s ?? 5,
  con_switch_id: one?.con_switch_id ?? null,
  gracia_s: one?.gracia_s ?? 0,
  apaga: one?.apaga ?? [],
  sin_dato: one?.sin_dato ?? 'apagar',
  ...letsGo(one?.libera),
  activa: one?.activa ?? 1,
  version: one?.version,
});

/** What is sent. Fields that do not belong to the chosen way keep their input, and are not sent. */
export const saveOf = ({ until, back, minutos, ...values }: Values): ProteccionSave => {
  const byFlow = isByFlow(values.cuando);
  return {
    ...values,
    valvula_ids: byFlow ? values.valvula_ids : [],
    con_switch_id: byFlow ? null : values.con_switch_id,
    gracia_s: byFlow || values.con_switch_id !== null ? values.gracia_s : 0,
    libera: until === 'persona' ? until : until === 'valor' ? { valor: back } : { minutos },
  } as ProteccionSave;
};

/** What a point can be watched for, and the values to begin with. */
export const beginningOf = (counts: boolean): Partial<Values> =>
  counts
    ? { cuando: 'rotura', valor: 130, durante_s: 0, gracia_s: 180, sin_dato: 'seguir', until: 'persona' }
    : { cuando: 'abajo', valor: null, durante_s: 5, gracia_s: 0, sin_dato: 'apagar', until: 'valor' };

const { errors } = texts;
const number = z.number({ error: errors.number });
const whole = (min: number, max: number, error: string) =>
  z.number({ error }).int(error).min(min, error).max(max, error);
const seconds = whole(0, LIMITES.ESPERA_S, errors.seconds(LIMITES.ESPERA_S));

/** The contract's rules, beside the fields of the form. */
export const ValidProteccion = z
  .object({
    nombre: z.string().trim().min(1),
    punto_id: z.number({ error: errors.punto }),
    valor: number,
    durante_s: seconds,
    con_switch_id: z.number().nullable(),
    gracia_s: z.number().nullable(),
    apaga: z.array(z.number()).min(1, errors.none).max(LIMITES.APAGA, errors.tooMany(LIMITES.APAGA)),
    until: z.enum(LETS_GO),
    back: z.number().nullable(),
    minutos: z.number().nullable(),
  })
  .loose()
  .superRefine((values, context) => {
    const issue = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    const check = (path: string, schema: z.ZodType, value: unknown): void => {
      const found = schema.safeParse(value).error?.issues[0];
      if (found) issue(path, found.message);
    };
    if (values.con_switch_id !== null || isByFlow(String(values.cuando))) check('gracia_s', seconds, values.gracia_s);
    if (values.until === 'valor') check('back', number, values.back);
    if (values.until === 'minutos')
      check('minutos', whole(1, LIMITES.MINUTOS, errors.minutes(LIMITES.MINUTOS)), values.minutos);
    // Beside an empty field nothing more is said.
    if (values.until === 'valor' && values.back === null) return;
    for (const { campo, mensaje } of proteccionFaults(saveOf(values as unknown as Values)))
      issue(campo === 'libera' ? 'back' : campo, mensaje);
  }) as unknown as z.ZodType<Values>;
