import type { AuditedAction } from '@acequia/contracts';
import type { AuditEntry, AuditPortrait } from '@acequia/service-kit';
import type { Resources } from './asignaciones.repository.js';
import type { UsuarioEntity } from './usuario.entity.js';

type Portrayable = Pick<UsuarioEntity, 'nombre' | 'email' | 'rol' | 'empresa_id' | 'activo'>;

/** A user as stored in the trail: it shows that the password changed, never its hash. */
export const usuarioPortrait = (fila: Portrayable, resources: Resources, cambiaClave = false): AuditPortrait => ({
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
  antes: AuditPortrait | null,
  despues: AuditPortrait | null,
): AuditEntry => ({ empresa_id, accion, entidad: `usuario:${id}`, nombre, antes, despues });

/** Each company's trail shows only its own side of the move: one that the user left, the other that the user arrived. */
export const moveEntries = (
  [fila, antes]: [UsuarioEntity, AuditPortrait],
  [nueva, despues]: [UsuarioEntity, AuditPortrait],
): AuditEntry[] => [
  usuarioEntry('usuario.mover', fila, antes, null),
  usuarioEntry('usuario.mover', nueva, null, despues),
];
