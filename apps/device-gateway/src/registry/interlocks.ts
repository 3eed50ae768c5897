import type { InterlockMessage } from '@acequia/board-protocol';
import { pinExists, type TipoEnclavamiento } from '@acequia/contracts';

/** An interlock group as far as the gateway needs it. */
export interface KnownEnclavamiento {
  id: number;
  nombre: string;
  tipo: TipoEnclavamiento;
  /** Of an exclusion its members, otherwise the valves. */
  switches: number[];
  bomba_id: number | null;
  retardo_encendido_s: number;
  retardo_apagado_s: number;
}

/** Most interlocks a board is told of; the gateway keeps the others alone. */
const POR_PLACA = 16;

/**
 * What a board can keep of its groups by itself: the members of an exclusion that hang on it, and a pump whose valves all
 * do (of a valve elsewhere it could not know). `pines`: the board's switches and where they hang.
 */
export const interlocksDe = (
  groups: readonly KnownEnclavamiento[],
  pines: ReadonlyMap<number, number>,
): InterlockMessage[] => {
  const enPlaca = (ids: readonly number[]): number[] =>
    ids
      .map((id) => pines.get(id))
      .filter((pin): pin is number => pin !== undefined && pinExists(pin))
      .sort((a, b) => a - b);
  return groups
    .flatMap((interlockGroup): InterlockMessage[] => {
      const pins = enPlaca(interlockGroup.switches);
      if (interlockGroup.tipo === 'exclusion') return pins.length > 1 ? [{ kind: 'exclusive', pins }] : [];
      const [pin] = enPlaca(interlockGroup.bomba_id === null ? [] : [interlockGroup.bomba_id]);
      if (pin === undefined || pins.length < interlockGroup.switches.length) return [];
      const { retardo_encendido_s: on_delay_s, retardo_apagado_s: off_delay_s } = interlockGroup;
      return [{ kind: 'requires', pin, any: pins, on_delay_s, off_delay_s }];
    })
    .slice(0, POR_PLACA);
};
