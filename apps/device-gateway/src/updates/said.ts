import type { Firmware, MotivoDePlaca, PlacaSalud } from '@acequia/contracts';
import type { Sight } from './rollout.js';
import type { Informe } from './rollouts.repository.js';

/** A board that runs its new image has this long to take its plans, and a Tasmota to replace its intermediate firmware, ms. */
const GRACE_MS = 180_000;

/** A revision that the server holds, and the one that the board has taken; null = none. */
export interface Revs {
  sent: (number | null)[];
  taken: (number | null)[];
}

/** How an attempt of a board of ours ended, by its status. `proven`: it ended well before; what it is sent since is another matter. */
export const saidByOwn = (
  attempt: number,
  version: string,
  salud: PlacaSalud | null,
  { sent, taken }: Revs,
  proven: boolean,
  now: number,
): Sight['said'] => {
  const told = salud?.actualizacion;
  if (told?.id !== attempt) return null;
  if (told.phase === 'failed')
    return told.why === 'busy' ? 'busy' : { motivo: told.why ?? ('rechazo' satisfies MotivoDePlaca) };
  if (told.phase !== 'done' || proven) return null;
  if (salud?.imagen?.version !== version) return { motivo: 'version' };
  if (sent.every((rev, i) => rev === null || rev === taken[i])) return 'done';
  return now - told.ts > GRACE_MS ? { motivo: 'plan' } : null;
};

/** Tasmota writes its build after its version: `14.2.0(tasmota32)`. */
const isVersion = (told: string, wanted: string): boolean => told === wanted || told.startsWith(`${wanted}(`);
/** An ESP8266 runs this for a moment, to have room for the whole. Source: Tasmota documentation, Upgrading. */
const isIntermediate = (version: string): boolean => version.includes('minimal');

/** How an attempt of a board with another firmware ended. */
export const saidByForeign = (informe: Informe | null, firmware: Firmware, now: number): Sight['said'] => {
  if (!informe) return null;
  // What a maker has no newer version of is refused before anything begins.
  if (informe.rechazo) return { motivo: 'rechazo', ...(firmware.tipo === 'estable' && { omitida: true }) };
  if (informe.fase === 'failed') return { motivo: 'rechazo' };
  const { version } = informe;
  if (version === undefined || isIntermediate(version)) return null;
  if (firmware.tipo !== 'url') return informe.exito ? 'done' : null;
  if (isVersion(version, firmware.version)) return 'done';
  return now - informe.ts > GRACE_MS ? { motivo: 'version' } : null;
};
