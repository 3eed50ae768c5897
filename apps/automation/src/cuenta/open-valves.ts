import type { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';

/** A valve may be on or off for this much less than all of the time, s: its board tells states in whole seconds. */
const TOLERANCE_S = 2;
const ME = sistema('automation');

/** Those that were on from `desde` to `hasta`, ms, while the others were off; null = one moved, or is not known. */
export const openBetween = async (
  bus: Bus,
  valves: readonly number[],
  desde: number,
  hasta: number,
): Promise<number[] | null> => {
  const open: number[] = [];
  const whole_s = (hasta - desde) / 1_000 - TOLERANCE_S;
  for (const switch_id of [...valves].sort((one, other) => one - other)) {
    const range = { switch_id, desde, hasta };
    const { encendido_s, sabido_s } = await bus.call('historial.encendido_entre', range, ME);
    if (sabido_s < whole_s || (encendido_s > TOLERANCE_S && encendido_s < whole_s)) return null;
    if (encendido_s >= whole_s && encendido_s > 0) open.push(switch_id);
  }
  return open;
};
