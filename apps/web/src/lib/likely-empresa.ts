import type { UsuarioDeSesion } from '@acequia/contracts';

/**
 * The company of a screen while the list of companies is still on its way: the address's for an admin_global, otherwise the person's own.
 * Null = unknown.
 */
export function likelyEmpresa({ rol, empresa_id }: UsuarioDeSesion, params: URLSearchParams): number | null {
  if (rol !== 'admin_global') return empresa_id;
  const named = params.get('empresa') ?? '';
  return /^[1-9]\d{0,8}$/.test(named) ? Number(named) : null;
}
