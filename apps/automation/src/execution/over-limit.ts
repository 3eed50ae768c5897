import type { Definicion } from '../storage/programa.entity.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import type { TurnoEntity } from '../storage/turno.entity.js';
import { isMoreWater, thousandths } from '../expansion/flow.js';
import { timeText } from '../expansion/moment-text.js';
import { texts } from './textos.js';

type Turn = Pick<TurnoEntity, 'switch_id' | 'inicio' | 'real_inicio' | 'segundos'>;

const startOf = ({ inicio, real_inicio }: Turn): number => real_inicio ?? inicio;
const endOf = (turn: Turn): number => startOf(turn) + turn.segundos * 1_000;

/**
 * Why a turn cannot last `segundos`: more valves of its program would be open, or more water would flow, than it allows; null = it can.
 * `others`: the program's other turns that run or will; with cycle and soak a valve has several. Pumps do not count.
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
  const water = limite.caudal_m3h ?? Infinity;
  // More can only be open at once from a moment at which one opens.
  for (const at of [before, ...beside.map(startOf).filter((start) => start > before)].sort((a, b) => a - b)) {
    const besideNow = beside.filter((other) => startOf(other) <= at && endOf(other) > at);
    const open = new Set([turn, ...besideNow].map(({ switch_id }) => switch_id ?? 0));
    const flow = [...open].reduce((sum, id) => sum + (flows.get(id) ?? 0), 0);
    const hora = timeText(at, zona);
    if (open.size > (limite.valvulas ?? Infinity)) return texts.tooManyOpen(hora, open.size, limite.valvulas);
    if (isMoreWater(flow, water)) return texts.tooMuchWater(hora, inText(flow), inText(water));
  }
  return null;
};

/** At most three decimals. */
const inText = (flow: number): string => String(thousandths(flow) / 1_000);
