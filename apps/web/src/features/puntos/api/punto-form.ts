import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../../../components/form/multi-field.js';
import { usePlacas } from '../../../entities/placa/placas.js';
import { switchesOfEmpresa } from '../../../entities/switch/switches.js';

/** A switch that a point may measure, and its sensor, which a point may follow. */
export interface SwitchOption extends Option {
  /** null = it has none. */
  sensor: { placa_id: number; pin: number } | null;
  relay: { placa_id: number; pin: number };
}

/** What a company's points are shown and edited with: its boards, and its switches as options. */
export function usePuntoForm(empresaId: number | null) {
  const boards = usePlacas();
  const switches = useQuery(switchesOfEmpresa(empresaId));
  const options = useMemo(
    (): SwitchOption[] =>
      (switches.data ?? []).map(({ id, zona, nombre, placa_id, tiene_sensor, sensor_pin: pin, hardware_pin }) => ({
        id,
        text: `${zona} - ${nombre}`,
        relay: { placa_id, pin: hardware_pin },
        sensor: tiene_sensor === 1 && pin !== null ? { placa_id, pin } : null,
      })),
    [switches.data],
  );
  const placas = useMemo(
    () => (boards.data ?? []).filter((placa) => placa.empresa_id === empresaId),
    [boards.data, empresaId],
  );
  return { placas, placasKnown: boards.data !== undefined, options, switches };
}
