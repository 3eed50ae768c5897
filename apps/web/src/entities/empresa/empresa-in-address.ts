import { useLocation } from 'react-router-dom';
import { useAddress } from '../../lib/address.js';
import { readUsuario } from '../../lib/session.js';

/** The company that an admin_global chose for all screens; null = all of them, or a person with one company. */
export function useEmpresaInAddress(): number | null {
  const { params } = useAddress();
  const { pathname } = useLocation();
  if (readUsuario()?.rol !== 'admin_global') return null;
  // The page of a company is that company's, whatever was chosen before.
  return Number(/^\/empresas\/(\d+)\//.exec(pathname)?.[1] ?? params.get('empresa')) || null;
}
