import type { InterlockMessage } from '@acequia/board-protocol';
import { existePin, type TipoEnclavamiento } from '@acequia/contracts';

/** An interlock group as far as the gateway needs it. */
export interface EnclavamientoConocido {
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
  grupos: readonly EnclavamientoConocido[],
  pines: ReadonlyMap<number, number>,
): InterlockMessage[] => {
  const enPlaca = (ids: readonly number[]): number[] =>
    ids
      .map((id) => pines.get(id))
      .filter((pin): pin is number => pin !== undefined && existePin(pin))
      .sort((a, b) => a - b);
  return grupos
    .flatMap((grupo): InterlockMessage[] => {
      const pins = enPlaca(grupo.switches);
      if (grupo.tipo === 'exclusion') return pins.length > 1 ? [{ kind: 'exclusive', pins }] : [];
      const [pin] = enPlaca(grupo.bomba_id === null ? [] : [grupo.bomba_id]);
      if (pin === undefined || pins.length < grupo.switches.length) return [];
      const { retardo_encendido_s: on_delay_s, retardo_apagado_s: off_delay_s } = grupo;
      return [{ kind: 'requires', pin, any: pins, on_delay_s, off_delay_s }];
    })
    .slice(0, POR_PLACA);
};
