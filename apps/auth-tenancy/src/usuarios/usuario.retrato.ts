import type { AuditedAction } from '@acequia/contracts';
import type { Resources } from '../asignaciones/asignaciones.repository.js';
import type { Portrait } from '../auditoria/auditoria.entity.js';
import type { Entry } from '../auditoria/auditoria.service.js';
import type { UsuarioEntity } from './usuario.entity.js';

type Portrayable = Pick<UsuarioEntity, 'nombre' | 'email' | 'rol' | 'empresa_id' | 'activo'>;

/** A user for the trail: that a password was changed is told, its hash is not. */
export const usuarioPortrait = (fila: Portrayable, resources: Resources, cambiaClave = false): Portrait => ({
  nombre: fila.nombre,
  email: fila.email,
  rol: fila.rol,
  empresa_id: fila.empresa_id,
  activo: fila.activo,
  dispositivos: [...resources.dispositivos],
  switches: [...resources.switches],
  ...(cambiaClave && { clave: 'cambiada' }),
});

export const usuarioEntry = (
  accion: AuditedAction,
  { id, empresa_id, nombre }: Pick<UsuarioEntity, 'id' | 'empresa_id' | 'nombre'>,
  antes: Portrait | null,
  despues: Portrait | null,
): Entry => ({ empresa_id, accion, entidad: `usuario:${id}`, nombre, antes, despues });

/** Each company's trail tells of its own side only: one that somebody left it, the other that somebody came. */
export const moveEntries = (
  [fila, antes]: [UsuarioEntity, Portrait],
  [nueva, despues]: [UsuarioEntity, Portrait],
): Entry[] => [usuarioEntry('usuario.mover', fila, antes, null), usuarioEntry('usuario.mover', nueva, null, despues)];
