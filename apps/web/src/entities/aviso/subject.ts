import type { Silencio, SilencioSave } from '@acequia/contracts';

/** What a rule or a silence is about; nothing named = the whole company. */
export type Subject = Pick<Silencio, 'placa_id' | 'switch_id' | 'dispositivo_id' | 'sitio'>;
export type SubjectKind = 'sitio' | 'placa' | 'switch' | 'dispositivo';

/** One text for a subject, as the value of a select: '' = the whole company. */
export function keyOf({ placa_id, switch_id, dispositivo_id, sitio }: Subject): string {
  if (switch_id !== null) return `switch:${switch_id}`;
  if (dispositivo_id !== null) return `dispositivo:${dispositivo_id}`;
  if (placa_id !== null) return `placa:${placa_id}`;
  return sitio === null ? '' : `sitio:${sitio}`;
}

/** The other way round, as the calls take it. */
export function subjectOfKey(clave: string): Pick<SilencioSave, 'placa_id' | 'switch_id' | 'dispositivo_id' | 'sitio'> {
  const [kind, rest] = [clave.slice(0, clave.indexOf(':')), clave.slice(clave.indexOf(':') + 1)];
  if (kind === 'sitio') return { sitio: rest };
  return kind === 'placa' || kind === 'switch' || kind === 'dispositivo' ? { [`${kind}_id`]: Number(rest) } : {};
}
