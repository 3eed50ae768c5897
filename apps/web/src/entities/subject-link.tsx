import type { ReactNode } from 'react';
import { TextLink } from '../components/text-link.js';
import { readUsuario } from '../lib/session.js';
import { dispositivoAddress, placaAddress, switchAddress } from './addresses.js';

interface Props {
  switch_id?: number | null;
  dispositivo_id?: number | null;
  placa_id?: number | null;
  /** Null = the person's own company. */
  empresa_id: number | null;
  /** The name. */
  children: ReactNode;
}

/** The name of a switch, a device or a board as a link to where this person sees it; plain text where there is no such page. */
export function SubjectLink({ switch_id, dispositivo_id, placa_id, empresa_id, children }: Props) {
  const usuario = readUsuario();
  const own = empresa_id ?? usuario?.empresa_id;
  const to =
    usuario?.rol === 'usuario'
      ? switch_id && `/panel/switch/${switch_id}`
      : own &&
        ((switch_id && switchAddress({ id: switch_id, empresa_id: own })) ||
          (dispositivo_id && dispositivoAddress({ id: dispositivo_id })) ||
          (placa_id && placaAddress({ placa_id, empresa_id: own })));
  return to ? <TextLink to={to}>{children}</TextLink> : children;
}
