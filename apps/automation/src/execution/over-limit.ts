import type { Definicion } from '../programas/programa.entity.js';
import type { KnownFarm } from '../turnos/farm.repository.js';
import type { TurnoEntity } from '../turnos/turno.entity.js';
import { timeText } from '../turnos/plan.js';

type Turn = Pick<TurnoEntity, 'switch_id' | 'inicio' | 'real_inicio' | 'segundos'>;

const startOf = ({ inicio, real_inicio }: Turn): number => real_inicio ?? inicio;
const endOf = (turn: Turn): number => startOf(turn) + turn.segundos * 1_000;

/**
 * Why a turn cannot last `segundos`: more valves of its program would be open, or more water would flow, than it allows; null = it can.
 * `others`: the program's other turns that run or will. Pumps do not count.
 */
export const overLimit = (
  limite: NonNullable<Definicion['limite']>,
  turn: Turn,
  segundos: number,
  others: readonly Turn[],
  { pumps, flows, zona }: Pick<KnownFarm, 'pumps' | 'flows' | 'zona'>,
): string | null => {
  const isPump = new Set(pumps.map(({ switch_id }) => switch_id));
  if (turn.switch_id === null || isPump.has(turn.switch_id)) return null;
  const [before, after] = [endOf(turn), startOf(turn) + segundos * 1_000];
  const beside = others.filter(
    (other) =>
      other.switch_id !== null && !isPump.has(other.switch_id) && startOf(other) < after && endOf(other) > before,
  );
  // More can only be open at once from a moment at which one opens.
  for (const at of [before, ...beside.map(startOf).filter((start) => start > before)].sort((a, b) => a - b)) {
    const open = [turn, ...beside.filter((other) => startOf(other) <= at && endOf(other) > at)];
    const flow = open.reduce((sum, { switch_id }) => sum + (flows.get(switch_id ?? 0) ?? 0), 0);
    const hora = timeText(at, zona);
    if (open.length > (limite.valvulas ?? Infinity))
      return `A las ${hora} habría ${open.length} válvulas abiertas, y el programa permite ${limite.valvulas} a la vez`;
    if (flow > (limite.caudal_m3h ?? Infinity))
      return `A las ${hora} se pedirían ${flow} m³/h, y el programa permite ${limite.caudal_m3h} a la vez`;
  }
  return null;
};
