import {
  isByFlow,
  type PorCaudal,
  type ProteccionDeControl,
  type ProteccionGuardada,
  termsOf,
} from '@acequia/contracts';
import type { KnownFarm } from '../storage/farm.repository.js';

/** A protection, with the number of its point on its board. */
export interface StoredProtection {
  definicion: Omit<ProteccionGuardada, 'version'>;
  n: number;
  /** Its board knows those over a flow. */
  knows_flow: boolean;
}

type Flow = NonNullable<ProteccionDeControl['flow']>;
const KINDS: Record<PorCaudal, Flow['is']> = { rotura: 'burst', sin_caudal: 'missing', fuga: 'leak' };
/** Of one valve, as the wire has it. */
const MOST_M3H = 10_000;
const lph = (m3h: number): number => Math.max(1, Math.round(m3h * 1_000));

/** The protections of boards that know them, whose switches are all on the board of the point. `now` in ms. */
export const boardProtections = (
  list: readonly StoredProtection[],
  farm: KnownFarm,
  now: number,
): ReadonlyMap<number, ProteccionDeControl[]> => {
  const byBoard = new Map<number, ProteccionDeControl[]>();
  for (const { definicion, n, knows_flow } of list) {
    if (isByFlow(definicion.cuando) && !knows_flow) continue;
    const { id, placa_id, apaga, con_switch_id } = definicion;
    const pinOf = (switch_id: number): number[] => {
      const sw = farm.switches.get(switch_id);
      return sw?.placa_id === placa_id ? [sw.pin] : [];
    };
    const off = apaga.flatMap(pinOf);
    const [with_pin] = con_switch_id === null ? [] : pinOf(con_switch_id);
    // A switch that moved to another board leaves the whole to the service, and the screen says so.
    if (off.length < apaga.length || (con_switch_id !== null && with_pin === undefined)) continue;
    const flow = flowOf(definicion, farm);
    if (flow === null) continue;
    const known = byBoard.get(placa_id) ?? [];
    byBoard.set(placa_id, known);
    known.push({
      id: `p${id}`,
      point: n,
      ...termsOf(definicion, now),
      ...(flow && { flow }),
      ...(with_pin !== undefined && { with_pin }),
      off,
    });
  }
  return byBoard;
};

/** null: a valve is on another board, or nobody says any more what it takes. A leak needs no flow of them. undefined: it watches a value. */
const flowOf = (
  { cuando, valor, valvula_ids, placa_id }: StoredProtection['definicion'],
  farm: KnownFarm,
): Flow | null | undefined => {
  if (!isByFlow(cuando)) return undefined;
  const valves = valvula_ids.flatMap((id) => {
    const sw = farm.switches.get(id);
    const m3h = farm.flows.get(id) ?? (cuando === 'fuga' ? 1 : undefined);
    return sw?.placa_id === placa_id && m3h !== undefined && m3h <= MOST_M3H ? [{ pin: sw.pin, lph: lph(m3h) }] : [];
  });
  if (valves.length < valvula_ids.length) return null;
  const isLeak = cuando === 'fuga';
  return { is: KINDS[cuando], percent: isLeak ? 100 : valor, base: isLeak ? lph(valor) : 0, valves };
};
