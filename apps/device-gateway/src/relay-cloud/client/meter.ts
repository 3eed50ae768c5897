import { MEASUREMENT_COUNTERS, MEASUREMENT_SCALE, MEASUREMENT_MAGNITUDES, type Metricas } from '@acequia/contracts';
import { list, number, object } from './unknown.js';

type Fase = 'a' | 'b' | 'c';
const FASES = ['a', 'b', 'c'] as const;

interface Fila {
  voltaje: number | null;
  corriente: number | null;
  activa: number | null;
  aparente: number | null;
  fp: number | null;
  hz: number | null;
}

/** Unknown while one phase is: without it a counter would seem to fall, and to rise when the phase is back. */
const sum = (values: (number | null)[]): number | null =>
  values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0);
/** Rounds like the parts: sums of floats have extra digits. */
const tidy = (value: number | null): number | null => (value === null ? null : Math.round(value * 1_000) / 1_000);

/** `em:0`: three phases in one component, names prefixed by the phase. */
const triphase = (em: Record<string, unknown>): Record<Fase, Fila> => {
  const fila = (fase: Fase): Fila => ({
    voltaje: number(em[`${fase}_voltage`]),
    corriente: number(em[`${fase}_current`]),
    activa: number(em[`${fase}_act_power`]),
    aparente: number(em[`${fase}_aprt_power`]),
    fp: number(em[`${fase}_pf`]),
    hz: number(em[`${fase}_freq`]),
  });
  return { a: fila('a'), b: fila('b'), c: fila('c') };
};

/** `em1:0..2`: the monophase profile, a component per clamp. */
const monophase = (status: Record<string, unknown>): Record<Fase, Fila> => {
  const fila = (n: number): Fila => {
    const em = object(status[`em1:${n}`]);
    return {
      voltaje: number(em['voltage']),
      corriente: number(em['current']),
      activa: number(em['act_power']),
      aparente: number(em['aprt_power']),
      fp: number(em['pf']),
      hz: number(em['freq']),
    };
  };
  return { a: fila(0), b: fila(1), c: fila(2) };
};

/** A meter's values from a status; null for any other device. `falla` = the meter reports that it cannot measure. */
export const readMeter = (status: Record<string, unknown>): { metricas: Metricas; falla: boolean } | null => {
  const unaPorFase = 'em:0' in status;
  if (!unaPorFase && !['em1:0', 'em1:1', 'em1:2'].some((name) => name in status)) return null;
  const em = object(status['em:0']);
  const fases = unaPorFase ? triphase(em) : monophase(status);
  const each = (campo: keyof Fila): (number | null)[] => FASES.map((fase) => fases[fase][campo]);
  const data = unaPorFase ? [object(status['emdata:0'])] : [0, 1, 2].map((n) => object(status[`em1data:${n}`]));
  const counter = (threePhase: string, mono: string): number | null =>
    tidy(sum(data.map((dato) => number(dato[unaPorFase ? threePhase : mono]))));
  const activa = number(em['total_act_power']) ?? tidy(sum(each('activa')));
  const aparente = number(em['total_aprt_power']) ?? tidy(sum(each('aparente')));
  const components = unaPorFase ? [em] : [0, 1, 2].map((n) => object(status[`em1:${n}`]));
  const falla = components.some((one) => list(one['errors']).includes('power_meter_failure'));
  const metricas: Metricas = {
    corriente_n: number(em['n_current']),
    frecuencia: each('hz').find((hz) => hz !== null) ?? null,
    potencia_activa: activa,
    potencia_aparente: aparente,
    total_act_power: activa,
    total_aparent_power: aparente,
    factor_potencia: activa !== null && aparente ? tidy(Math.max(-1, Math.min(1, activa / aparente))) : null,
    energia: counter('total_act', 'total_act_energy'),
    energia_devuelta: counter('total_act_ret', 'total_act_ret_energy'),
    temp: within(number(object(status['temperature:0'])['tC']), ...CHIP_C),
  };
  for (const fase of FASES) {
    metricas[`voltaje_${fase}`] = fases[fase].voltaje;
    metricas[`corriente_${fase}`] = fases[fase].corriente;
    metricas[`potencia_activa_${fase}`] = fases[fase].activa;
    metricas[`potencia_aparente_${fase}`] = fases[fase].aparente;
    metricas[`factor_potencia_${fase}`] = fases[fase].fp;
  }
  return { metricas, falla };
};

/** What the chip of a meter can measure, °C; a broken one gives −127 or hundreds. */
const CHIP_C = [-55, 150] as const;

/** Limits of a stored row: 32-bit integers, and counters that are never negative. */
const MAX_INTEGER = 2_147_483_647;

const scaled = (value: number | null | undefined, scale: number): number | null =>
  value === null || value === undefined ? null : Math.round(value * scale);
const within = (value: number | null, min: number, max: number): number | null =>
  value !== null && value >= min && value <= max ? value : null;

/** The values of a meter row after id and ts, in the contract's order; null when the meter reported nothing. */
export const measurementOf = (metricas: Metricas): (number | null)[] | null => {
  const row = [
    ...MEASUREMENT_MAGNITUDES.map(([campo, unit]) =>
      within(scaled(metricas[campo], MEASUREMENT_SCALE[unit]), -MAX_INTEGER, MAX_INTEGER),
    ),
    ...MEASUREMENT_COUNTERS.map((campo) =>
      within(scaled(metricas[campo], MEASUREMENT_SCALE.wh), 0, Number.MAX_SAFE_INTEGER),
    ),
  ];
  return row.every((value) => value === null) ? null : row;
};
