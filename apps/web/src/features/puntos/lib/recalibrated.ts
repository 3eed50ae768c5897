import { type Auditoria, magnitudOf, type Punto, type SeriePunto } from '@acequia/contracts';

type Step = SeriePunto['puntos'][number];
type Calibration = Pick<Punto, 'a' | 'b'>;

/** A change of factor or sum, when it was saved. */
export interface CalibrationChange {
  ts: number;
  before: Calibration;
  after: Calibration;
}

/** Whether its values are read with a factor, and a mean of them can be read with another. */
export const isCalibrated = ({ fuente, magnitud }: Punto): boolean =>
  fuente.tipo !== 'api' && ['instantanea', 'contador'].includes(magnitudOf(magnitud).clase);

/** The changes of a calibration by the point's audit trail, oldest first. @param now what it is today */
export function changesOf(
  entries: readonly Pick<Auditoria, 'ts' | 'accion' | 'cambios'>[],
  now: Calibration,
): CalibrationChange[] {
  const changes: CalibrationChange[] = [];
  let after: Calibration = { a: now.a, b: now.b };
  for (const { ts, accion, cambios } of [...entries].sort((one, other) => other.ts - one.ts)) {
    if (accion !== 'punto.actualizar') continue;
    const earlier = (field: keyof Calibration): number => {
      const change = cambios.find(({ campo }) => campo === field);
      return change ? Number(change.antes) : after[field];
    };
    const before = { a: earlier('a'), b: earlier('b') };
    if (before.a !== after.a || before.b !== after.b) changes.unshift({ ts, before, after });
    after = before;
  }
  return changes;
}

/** A series as if the newest calibration had always been: steps in which it changed have values of both, and are left out. */
export function recalibrated(serie: SeriePunto, changes: readonly CalibrationChange[]): SeriePunto {
  const now = changes.at(-1)?.after;
  if (!now) return serie;
  const step_ms = (serie.paso_s ?? 0) * 1_000;
  const isCounter = magnitudOf(serie.magnitud).clase === 'contador';
  const again = (one: Step): Step => {
    if (changes.some(({ ts }) => ts > one.ts && ts < one.ts + step_ms))
      return { ts: one.ts, media: null, minimo: null, maximo: null, suma: null };
    const then = changes.find(({ ts }) => ts > one.ts)?.before ?? now;
    const moved = (value: number | null): number | null =>
      value === null ? null : ((value - then.b) / then.a) * now.a + now.b;
    if (isCounter) return { ...one, suma: one.suma === null ? null : (one.suma / then.a) * now.a };
    const ends = [moved(one.minimo), moved(one.maximo)] as const;
    const [minimo, maximo] = now.a / then.a < 0 ? [ends[1], ends[0]] : ends;
    return { ...one, media: moved(one.media), minimo, maximo };
  };
  return { ...serie, puntos: serie.puntos.map(again) };
}
