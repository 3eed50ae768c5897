import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.js';
import { dispositivosDeEmpresa } from '../../../lib/dispositivos.js';
import { conLoMasNuevo } from '../../../lib/estado-de-switches.js';
import { useSwitchesEnVivo } from '../../../lib/switches-en-vivo.js';
import { EN_VIVO } from '../../../lib/query-client.js';

const query = (empresaId: number) => ({ query: { empresa_id: String(empresaId) } });
const claves = {
  empresa: (id: number) => ['empresas.obtener', id],
  usuarios: (id: number) => ['usuarios.listar', id],
  switches: (id: number) => ['switches.panel', id],
};

/** The socket patches single values; a switch that was added or moved arrives with the list. */
const REFRESCO_MS = 20_000;

/** Everything the summary shows of a company. A part that could not be loaded keeps what it had (spec 8: logged only). */
export function useResumen(empresaId: number) {
  const queries = useQueryClient();
  useSwitchesEnVivo(claves.switches(empresaId));
  const empresa = useQuery({
    queryKey: claves.empresa(empresaId),
    queryFn: ({ signal }) => api('empresas.obtener', { params: { id: String(empresaId) } }, { signal }),
  });
  const usuarios = useQuery({
    queryKey: claves.usuarios(empresaId),
    queryFn: ({ signal }) => api('usuarios.listar', query(empresaId), { signal }),
  });
  const dispositivos = useQuery(dispositivosDeEmpresa(empresaId));
  const switches = useQuery({
    queryKey: claves.switches(empresaId),
    meta: EN_VIVO,
    structuralSharing: conLoMasNuevo,
    queryFn: ({ signal }) => api('switches.panel', query(empresaId), { signal }),
    refetchInterval: REFRESCO_MS,
  });
  return {
    empresa,
    usuarios,
    dispositivos,
    switches,
    cargando: [empresa, usuarios, dispositivos, switches].some(({ isFetching }) => isFetching),
    actualizar: () => queries.invalidateQueries(),
  };
}
