import type { InterlockMessage } from '@acequia/board-protocol';
import { pinExists, type TipoEnclavamiento } from '@acequia/contracts';

/** The columns of an interlock group that the gateway needs. */
export interface KnownEnclavamiento {
  id: number;
  nombre: string;
  tipo: TipoEnclavamiento;
  /** For an exclusion its members, otherwise the valves. */
  switches: number[];
  bomba_id: number | null;
  retardo_encendido_s: number;
  retardo_apagado_s: number;
}

/** Most interlocks sent to a board; the gateway alone enforces the others. */
const POR_PLACA = 16;

/**
 * The part of a board's groups that the board can enforce by itself: the members of an exclusion that hang on the board, and a pump whose
 * valves all hang on it (the board does not know valves elsewhere). `pines`: the board's switches and their pins.
 */
export const interlocksOf = (
  groups: readonly KnownEnclavamiento[],
  pines: ReadonlyMap<number, number>,
): InterlockMessage[] => {
  const onPlaca = (ids: readonly number[]): number[] =>
    ids
      .map((id) => pines.get(id))
      .filter((pin): pin is number => pin !== undefined && pinExists(pin))
      .sort((a, b) => a - b);
  return groups
    .flatMap((interlockGroup): InterlockMessage[] => {
      const pins = onPlaca(interlockGroup.switches);
      if (interlockGroup.tipo === 'exclusion') return pins.length > 1 ? [{ kind: 'exclusive', pins }] : [];
      const [pin] = onPlaca(interlockGroup.bomba_id === null ? [] : [interlockGroup.bomba_id]);
      if (pin === undefined || pins.length < interlockGroup.switches.length) return [];
      const { retardo_encendido_s: on_delay_s, retardo_apagado_s: off_delay_s } = interlockGroup;
      return [{ kind: 'requires', pin, any: pins, on_delay_s, off_delay_s }];
    })
    .slice(0, POR_PLACA);
};
