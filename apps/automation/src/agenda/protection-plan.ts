import type { ProteccionDeControl, ProteccionGuardada } from '@acequia/contracts';
import type { KnownFarm } from '../storage/farm.repository.js';

/** A protection, with the number of its point on its board. */
export interface StoredProtection {
  definicion: Omit<ProteccionGuardada, 'version'>;
  n: number;
}

/** The protections of boards that know them, whose switches are all on the board of the point. `now` in ms. */
export const boardProtections = (
  list: readonly StoredProtection[],
  farm: KnownFarm,
  now: number,
): ReadonlyMap<number, ProteccionDeControl[]> => {
  const byBoard = new Map<number, ProteccionDeControl[]>();
  for (const { definicion, n } of list) {
    const { id, placa_id, apaga, con_switch_id, omitida_hasta, soltada } = definicion;
    const pinOf = (switch_id: number): number[] => {
      const sw = farm.switches.get(switch_id);
      return sw?.placa_id === placa_id ? [sw.pin] : [];
    };
    const off = apaga.flatMap(pinOf);
    const [with_pin] = con_switch_id === null ? [] : pinOf(con_switch_id);
    // A switch that moved to another board leaves the whole to nobody, and the screen says so.
    if (off.length < apaga.length || (con_switch_id !== null && with_pin === undefined)) continue;
    const known = byBoard.get(placa_id) ?? [];
    byBoard.set(placa_id, known);
    known.push({
      id: `p${id}`,
      point: n,
      ...(definicion.cuando === 'arriba' ? { above: definicion.valor } : { below: definicion.valor }),
      for_s: definicion.durante_s,
      grace_s: definicion.gracia_s,
      ...(with_pin !== undefined && { with_pin }),
      off,
      no_data: definicion.sin_dato === 'apagar' ? 'off' : 'go',
      until: untilOf(definicion.libera),
      ...(omitida_hasta !== null && omitida_hasta > now && { bypass_until: Math.ceil(omitida_hasta / 1000) }),
      ...(soltada > 0 && { freed: soltada }),
      nombre: definicion.nombre,
    });
  }
  return byBoard;
};

const untilOf = (libera: ProteccionGuardada['libera']): ProteccionDeControl['until'] => {
  if (libera === 'persona') return 'person';
  return 'valor' in libera ? { value: libera.valor } : { s: libera.minutos * 60 };
};
