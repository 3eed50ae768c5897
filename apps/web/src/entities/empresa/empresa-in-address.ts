import { useAddress } from '../../lib/address.js';
import { readUsuario } from '../../lib/session.js';

/** The company that an admin_global chose for all screens; null = all of them, or a person with one company. */
export function useEmpresaInAddress(): number | null {
  const { params } = useAddress();
  return readUsuario()?.rol === 'admin_global' ? Number(params.get('empresa')) || null : null;
}
