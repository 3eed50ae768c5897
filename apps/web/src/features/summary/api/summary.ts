import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { dispositivosOfEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { useSwitchesOfPanel } from '../../../entities/switch/use-live-switches.js';

const query = (empresaId: number) => ({ query: { empresa_id: String(empresaId) } });
const keys = {
  empresa: (id: number) => ['empresas.obtener', id],
  usuarios: (id: number) => ['usuarios.listar', id],
};

/** All data of a company's summary. When a part cannot be loaded, its previous data stays (RES-9: logged only). */
export function useSummary(empresaId: number) {
  const queries = useQueryClient();
  const empresa = useQuery({
    queryKey: keys.empresa(empresaId),
    queryFn: ({ signal }) => api('empresas.obtener', { params: { id: String(empresaId) } }, { signal }),
  });
  const usuarios = useQuery({
    queryKey: keys.usuarios(empresaId),
    queryFn: ({ signal }) => api('usuarios.listar', query(empresaId), { signal }),
  });
  const dispositivos = useQuery(dispositivosOfEmpresa(empresaId));
  const switches = useSwitchesOfPanel(empresaId);
  return {
    empresa,
    usuarios,
    dispositivos,
    switches,
    loading: [empresa, usuarios, dispositivos, switches].some(({ isFetching }) => isFetching),
    update: () => queries.invalidateQueries(),
  };
}
