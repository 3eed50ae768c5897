import { useQuery } from '@tanstack/react-query';
import type { EmpresaOption } from '@acequia/contracts';
import { useMatches } from 'react-router-dom';
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

/** The company of a screen that shows one (`handle.oneEmpresa` of its route): the asked one, otherwise the first. */
export const oneOf = (
  empresas: readonly EmpresaOption[] | undefined,
  asked: string | number | null,
): EmpresaOption | undefined => empresas?.find(({ id }) => String(id) === String(asked)) ?? empresas?.[0];

/** Whether the current screen shows one company, also when its address names none. */
export const useShowsOne = (): boolean =>
  useMatches().some(({ handle }) => (handle as { oneEmpresa?: true } | undefined)?.oneEmpresa);
