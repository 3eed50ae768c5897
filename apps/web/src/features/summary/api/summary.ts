import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { dispositivosDeEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { useSwitchesDePanel } from '../../../entities/switch/use-live-switches.js';

const query = (empresaId: number) => ({ query: { empresa_id: String(empresaId) } });
const claves = {
  empresa: (id: number) => ['empresas.obtener', id],
  usuarios: (id: number) => ['usuarios.listar', id],
};

/** Everything the summary shows of a company. A part that could not be loaded keeps what it had (RES-9: logged only). */
export function useResumen(empresaId: number) {
  const queries = useQueryClient();
  const empresa = useQuery({
    queryKey: claves.empresa(empresaId),
    queryFn: ({ signal }) => api('empresas.obtener', { params: { id: String(empresaId) } }, { signal }),
  });
  const usuarios = useQuery({
    queryKey: claves.usuarios(empresaId),
    queryFn: ({ signal }) => api('usuarios.listar', query(empresaId), { signal }),
  });
  const dispositivos = useQuery(dispositivosDeEmpresa(empresaId));
  const switches = useSwitchesDePanel(empresaId);
  return {
    empresa,
    usuarios,
    dispositivos,
    switches,
    cargando: [empresa, usuarios, dispositivos, switches].some(({ isFetching }) => isFetching),
    actualizar: () => queries.invalidateQueries(),
  };
}
