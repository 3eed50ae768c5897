import type { Punto } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { changesOf } from '../lib/recalibrated.js';

/** A point's newest changes that are looked through. */
const ENTRIES = '200';

/** When factor or sum of a point changed; `read` false: not asked for. */
export const useCalibrations = ({ id, empresa_id, a, b, version }: Punto, read: boolean) =>
  useQuery({
    queryKey: ['auditoria.listar', 'calibraciones', id, version],
    queryFn: async ({ signal }) => {
      const query = {
        empresa_id: String(empresa_id),
        entidad: 'punto',
        entidad_id: String(id),
        limite: ENTRIES,
      } as const;
      return changesOf((await api('auditoria.listar', { query }, { signal })).entradas, { a, b });
    },
    enabled: read,
  });
