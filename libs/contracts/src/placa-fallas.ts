// Apart from the schemas, so that a browser can load this without zod.
import type { MotivoDePlaca } from './actualizacion.js';
import type { PlacaSalud } from './placa.js';

/** Below these a board of ours is about to fail, bytes: a TLS handshake takes some 40 kB of the heap. */
export const LITTLE_HEAP = 45_000;
export const LITTLE_STACK = 512;
/** So many boots within so many ms are a loop. */
export const BOOT_LOOP = { boots: 4, ms: 3_600_000 } as const;
/** What a board lost is told for this long, ms. */
export const LOST_TOLD_MS = 86_400_000;
/** The shortest life of a relay that a rule can watch, in times that it went on. */
export const SHORTEST_LIFE = 10_000;

/** What is wrong with a board, by itself; `actualizacion` only its server knows. `muestras` and `turnos` were lost since its boot; `ops` = how often a relay went on; `pin`: one that does not follow; `documento`: one that it did not take. */
export type FallaDePlaca =
  | { que: 'reinicios'; veces: number; reset: NonNullable<PlacaSalud['chip']>['reset'] | null }
  | { que: 'memoria'; heap: number; stack: number }
  | { que: 'perdidas'; muestras: number; turnos: number }
  | { que: 'desgaste'; pin: number; ops: number }
  | { que: 'pin'; pin: number }
  | ({ que: 'documento' } & NonNullable<PlacaSalud['refused']>[number])
  | { que: 'actualizacion'; version: string; motivo: MotivoDePlaca };

/** @param life how often a relay may go on */
export const faultsOf = (salud: PlacaSalud, life: number, now: number): FallaDePlaca[] => {
  const { chip, wear = [], arranques = [], perdido_ts, muestras_perdidas, turnos_perdidos } = salud;
  const boots = arranques.filter((ts) => now - ts < BOOT_LOOP.ms).length;
  const faults: FallaDePlaca[] = [];
  if (boots >= BOOT_LOOP.boots) faults.push({ que: 'reinicios', veces: boots, reset: chip?.reset ?? null });
  if (chip && (chip.heap < LITTLE_HEAP || chip.stack < LITTLE_STACK))
    faults.push({ que: 'memoria', heap: chip.heap, stack: chip.stack });
  if (perdido_ts !== undefined && now - perdido_ts < LOST_TOLD_MS)
    faults.push({ que: 'perdidas', muestras: muestras_perdidas, turnos: turnos_perdidos });
  for (const { pin, ops } of wear) if (ops >= Math.max(life, SHORTEST_LIFE)) faults.push({ que: 'desgaste', pin, ops });
  for (const pin of salud.stuck ?? []) faults.push({ que: 'pin', pin });
  for (const one of salud.refused ?? []) faults.push({ que: 'documento', ...one });
  return faults;
};
