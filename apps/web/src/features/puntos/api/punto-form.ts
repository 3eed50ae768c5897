import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePlacas } from '../../../entities/placa/placas.js';
import { switchesOfEmpresa } from '../../../entities/switch/switches.js';

/** What a company's points are shown and edited with: its boards, and its switches as options. */
export function usePuntoForm(empresaId: number | null) {
  const boards = usePlacas();
  const switches = useQuery(switchesOfEmpresa(empresaId));
  const options = useMemo(
    () => (switches.data ?? []).map(({ id, zona, nombre }) => ({ id, text: `${zona} - ${nombre}` })),
    [switches.data],
  );
  const placas = useMemo(
    () => (boards.data ?? []).filter((placa) => placa.empresa_id === empresaId),
    [boards.data, empresaId],
  );
  return { placas, placasKnown: boards.data !== undefined, options, switches };
}
