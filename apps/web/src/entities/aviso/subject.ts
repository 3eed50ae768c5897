import type { Silencio, SilencioSave } from '@acequia/contracts';

/** Subject of a rule or a silence; all fields empty = the whole company. */
export type Subject = Pick<Silencio, 'placa_id' | 'switch_id' | 'dispositivo_id' | 'punto_id' | 'sitio'>;
export type SubjectKind = 'sitio' | 'placa' | 'switch' | 'dispositivo' | 'punto';

/** A subject as the value of a select: '' = the whole company. */
export function keyOf({ placa_id, switch_id, dispositivo_id, punto_id = null, sitio }: Subject): string {
  if (punto_id !== null) return `punto:${punto_id}`;
  if (switch_id !== null) return `switch:${switch_id}`;
  if (dispositivo_id !== null) return `dispositivo:${dispositivo_id}`;
  if (placa_id !== null) return `placa:${placa_id}`;
  return sitio === null ? '' : `sitio:${sitio}`;
}

/** The inverse of {@link keyOf}, in the shape of the calls. */
export function subjectOfKey(
  key: string,
): Pick<SilencioSave, 'placa_id' | 'switch_id' | 'dispositivo_id' | 'punto_id' | 'sitio'> {
  const [kind, rest] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  if (kind === 'sitio') return { sitio: rest };
  return kind === 'placa' || kind === 'switch' || kind === 'dispositivo' || kind === 'punto'
    ? { [`${kind}_id`]: Number(rest) }
    : {};
}
