import { CLIMA_LIMITS, type ClimaSilencio, type ClimaValor, type ReglaClima } from '@acequia/contracts';

export interface StageValue {
  /** '' = not chosen yet. */
  switch_id: string;
  enciende: number | null;
  apaga: number | null;
  /** '' = not chosen yet. */
  si_calla: ClimaSilencio | '';
}

/** The form's values. An empty number is null. */
export interface Values {
  nombre: string;
  activa: 0 | 1;
  /** The sensor of a switch, "s12", or a point, "p5"; '' = not chosen yet. */
  fuente: string;
  /** Of a sensor. */
  valor: ClimaValor;
  cuando: 'arriba' | 'abajo';
  etapas: StageValue[];
  min_encendido_min: number | null;
  min_apagado_min: number | null;
  horario_desde: string;
  horario_hasta: string;
  prioridad: number | null;
  persona_min: number | null;
  edad_max_min: number | null;
  version: number | undefined;
}

const DEFAULT_REST_MIN = 2;
const minutesOf = (seconds: number): number => seconds / 60;
const secondsOf = (minutes: number | null): number | null => (minutes === null ? null : Math.round(minutes * 60));

export const newStage = (): StageValue => ({ switch_id: '', enciende: null, apaga: null, si_calla: '' });

export const valuesOf = (one: ReglaClima | null): Values => ({
  nombre: one?.nombre ?? '',
  activa: one?.activa ?? 1,
  fuente: one?.punto_id ? `p${one.punto_id}` : one?.sensor_switch_id ? `s${one.sensor_switch_id}` : '',
  valor: one?.valor ?? 'temperatura',
  cuando: one?.cuando ?? 'arriba',
  etapas: one
    ? one.etapas.map(({ switch_id, enciende, apaga, si_calla }) => ({
        switch_id: String(switch_id),
        enciende,
        apaga,
        si_calla: si_calla ?? '',
      }))
    : [newStage()],
  min_encendido_min: one ? minutesOf(one.min_encendido_s) : DEFAULT_REST_MIN,
  min_apagado_min: one ? minutesOf(one.min_apagado_s) : DEFAULT_REST_MIN,
  horario_desde: one?.horario?.desde ?? '',
  horario_hasta: one?.horario?.hasta ?? '',
  prioridad: one?.prioridad ?? 0,
  persona_min: minutesOf(one?.persona_s ?? CLIMA_LIMITS.PERSONA_S),
  edad_max_min: minutesOf(one?.edad_max_s ?? CLIMA_LIMITS.EDAD_MAX_S),
  version: one?.version,
});

/** The point of "p5"; null = a sensor, or nothing chosen. */
export const puntoIn = (fuente: string): number | null => (fuente.startsWith('p') ? Number(fuente.slice(1)) : null);

const sourceOf = ({ fuente, valor }: Pick<Values, 'fuente' | 'valor'>): object => {
  const punto_id = puntoIn(fuente);
  if (punto_id !== null) return { punto_id };
  return { ...(fuente !== '' && { sensor_switch_id: Number(fuente.slice(1)) }), valor };
};

/** The form as a rule in the contract's shape. */
export const reglaOf = (values: Values, empresa_id: number): unknown => ({
  empresa_id,
  nombre: values.nombre,
  activa: values.activa,
  ...sourceOf(values),
  cuando: values.cuando,
  etapas: values.etapas.map(({ switch_id, enciende, apaga, si_calla }) => ({
    switch_id: Number(switch_id),
    enciende,
    apaga,
    ...(si_calla !== '' && { si_calla }),
  })),
  min_encendido_s: secondsOf(values.min_encendido_min),
  min_apagado_s: secondsOf(values.min_apagado_min),
  ...((values.horario_desde !== '' || values.horario_hasta !== '') && {
    horario: { desde: values.horario_desde, hasta: values.horario_hasta },
  }),
  prioridad: values.prioridad,
  persona_s: secondsOf(values.persona_min),
  edad_max_s: secondsOf(values.edad_max_min),
  ...(values.version !== undefined && { version: values.version }),
});
