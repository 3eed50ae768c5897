import { useQuery } from '@tanstack/react-query';
import type { EmpresaOption } from '@acequia/contracts';
import { api } from '../../lib/http/api-client.js';
import { inSpanishOrder } from '../../lib/spanish-order.js';

const byName = (empresas: EmpresaOption[]): EmpresaOption[] => inSpanishOrder(empresas, ({ nombre }) => nombre);

/** Companies to choose from: all for an admin_global, the own one for an admin_empresa. Shared by several screens. */
export const useEmpresaOptions = (read = true) =>
  useQuery({
    queryKey: ['empresas.seleccion'],
    queryFn: ({ signal }) => api('empresas.seleccion', {}, { signal }),
    select: byName,
    enabled: read,
  });
