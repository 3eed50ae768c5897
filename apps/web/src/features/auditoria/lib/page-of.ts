import type { Auditoria } from '@acequia/contracts';
import {
  dispositivoAddress,
  empresaAddress,
  placaAddress,
  puntoAddress,
  switchAddress,
  usuarioAddress,
} from '../../../entities/addresses.js';
import { readUsuario } from '../../../lib/session.js';

type Entry = Pick<Auditoria, 'accion' | 'entidad' | 'entidad_id' | 'empresa_id'>;

/** Address of the record that was changed; null where it has no page, or none any more. */
export function pageOf({ accion, entidad, entidad_id: id, empresa_id }: Entry): string | null {
  if (accion.endsWith('.eliminar') || id === 0) return null;
  if (entidad === 'empresa') return readUsuario()?.rol === 'admin_global' ? empresaAddress(id) : null;
  if (entidad === 'usuario') return usuarioAddress({ id, empresa_id: null });
  if (empresa_id === null) return null;
  if (entidad === 'switch') return switchAddress({ id, empresa_id });
  if (entidad === 'punto') return puntoAddress({ id, empresa_id });
  if (entidad === 'dispositivo') return dispositivoAddress({ id });
  return entidad === 'placa' ? placaAddress({ placa_id: id, empresa_id }) : null;
}
