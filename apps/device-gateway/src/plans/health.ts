import type { StatusMessage } from '@acequia/board-protocol';
import { BOOT_LOOP, type PlacaSalud } from '@acequia/contracts';

/** What a board's status says of its health, and what the server knows by what it said before; `now` in ms. */
export const healthOf = (status: StatusMessage, before: PlacaSalud | null, now: number): PlacaSalud => {
  // A board that says nothing of its table has the first one.
  const { lost = 0, runs_lost = 0, table = 1, older = [], chip, wear, stuck, refused, boot, image, update } = status;
  const isSameLife = boot === before?.boot;
  const lostBefore = before && isSameLife ? before.muestras_perdidas + before.turnos_perdidos : 0;
  const perdido_ts = lost + runs_lost > lostBefore ? now : before?.perdido_ts;
  // When the first life that the server sees began is not known.
  const begins = boot !== undefined && before?.boot !== undefined && !isSameLife;
  const arranques = [...(before?.arranques ?? []), ...(begins ? [now] : [])].slice(-BOOT_LOOP.boots);
  return {
    muestras_perdidas: lost,
    turnos_perdidos: runs_lost,
    tabla: table,
    instalacion_anterior: older,
    ...(chip && { chip }),
    ...(wear && { wear }),
    ...(stuck && { stuck }),
    ...(refused && { refused }),
    ...(boot !== undefined && { boot }),
    ...(arranques.length > 0 && { arranques }),
    ...(perdido_ts !== undefined && { perdido_ts }),
    ...(image && { imagen: image }),
    ...(update && { actualizacion: updateOf(update, before?.actualizacion, now) }),
  };
};

const updateOf = (
  update: NonNullable<StatusMessage['update']>,
  before: PlacaSalud['actualizacion'],
  now: number,
): NonNullable<PlacaSalud['actualizacion']> => {
  const { id, phase, at, why } = update;
  const isSame = before?.id === id && before.phase === phase && before.at === at && before.why === why;
  return { ...update, ts: isSame ? before.ts : now };
};
