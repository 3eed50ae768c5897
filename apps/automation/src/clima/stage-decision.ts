import { type ClimaValor, type EstadoPlaca, dewPoint, vapourPressureDeficit } from '@acequia/contracts';
import type { DefinicionRegla } from '../storage/regla.entity.js';

type RuleStage = DefinicionRegla['etapas'][number];

/** A sensor's latest values. */
export type Reading = Omit<EstadoPlaca['sensores'][number], 'pin'>;

/** State of a stage as the service stored it. Times in ms. */
export interface StageState {
  encendido: boolean;
  cambio_en: number;
}

/** A sensor's values, where it gives none now its last ones; each with its own time. */
export const lastGiven = (before: Reading | undefined, now: Reading | undefined): Reading | undefined => {
  if (!before || !now) return now ?? before;
  const [t, h] = [now.temperatura === null ? before : now, now.humedad === null ? before : now];
  return {
    temperatura: t.temperatura,
    temperatura_ts: t.temperatura_ts ?? t.ts,
    humedad: h.humedad,
    humedad_ts: h.humedad_ts ?? h.ts,
    ts: now.ts,
  };
};

/** The value that a rule follows; null = the sensor gives none, or what it is made of is too old. */
export const valueOf = (valor: ClimaValor, reading: Reading | undefined, oldest: number): number | null => {
  if (!reading) return null;
  const { ts } = reading;
  const t = (reading.temperatura_ts ?? ts) < oldest ? null : reading.temperatura;
  const h = (reading.humedad_ts ?? ts) < oldest ? null : reading.humedad;
  if (valor === 'temperatura') return t;
  if (valor === 'humedad') return h;
  if (t === null || h === null) return null;
  return valor === 'dpv' ? vapourPressureDeficit(t, h) : dewPoint(t, h);
};

/** Whether a stage should be on, decided like a board (see the firmware's rules), before its minimum times. */
const wants = (
  { enciende, apaga, si_calla = 'apagado' }: RuleStage,
  { cuando }: Pick<DefinicionRegla, 'cuando'>,
  value: number | null,
  on: boolean,
): boolean => {
  // A cycle changes whenever its minimum time is over.
  if (value === null) return si_calla === 'ciclo' ? !on : si_calla === 'encendido';
  const out = cuando === 'arriba' ? 1 : -1;
  if ((value - enciende) * out > 0) return true;
  return (value - apaga) * out > 0 && on;
};

/** Whether a stage is on from now on. `maximum_s`: the longest continuous time on of its switch. */
export const decideStage = (
  stage: RuleStage,
  definicion: Pick<DefinicionRegla, 'cuando' | 'min_encendido_s' | 'min_apagado_s'>,
  value: number | null,
  { encendido, cambio_en }: StageState,
  { maximum_s, now }: { maximum_s: number; now: number },
): boolean => {
  const since_s = (now - cambio_en) / 1_000;
  if (encendido && since_s >= maximum_s) return false;
  const wanted = wants(stage, definicion, value, encendido);
  if (wanted === encendido) return encendido;
  return since_s >= (encendido ? definicion.min_encendido_s : definicion.min_apagado_s) ? wanted : encendido;
};
