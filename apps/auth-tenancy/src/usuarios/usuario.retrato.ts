import type { AccionAuditada } from '@acequia/contracts';
import type { Recursos } from '../asignaciones/asignaciones.repository.js';
import type { Retrato } from '../auditoria/auditoria.entity.js';
import type { Anotacion } from '../auditoria/auditoria.service.js';
import type { UsuarioEntity } from './usuario.entity.js';

type Retratable = Pick<UsuarioEntity, 'nombre' | 'email' | 'rol' | 'empresa_id' | 'activo'>;

/** A user for the trail: that a password was changed is told, its hash is not. */
export const retratoDeUsuario = (fila: Retratable, recursos: Recursos, cambiaClave = false): Retrato => ({
  nombre: fila.nombre,
  email: fila.email,
  rol: fila.rol,
  empresa_id: fila.empresa_id,
  activo: fila.activo,
  dispositivos: [...recursos.dispositivos],
  switches: [...recursos.switches],
  ...(cambiaClave && { clave: 'cambiada' }),
});

export const anotacionDeUsuario = (
  accion: AccionAuditada,
  { id, empresa_id, nombre }: Pick<UsuarioEntity, 'id' | 'empresa_id' | 'nombre'>,
  antes: Retrato | null,
  despues: Retrato | null,
): Anotacion => ({ empresa_id, accion, entidad: `usuario:${id}`, nombre, antes, despues });

/** Each company's trail tells of its own side only: one that somebody left it, the other that somebody came. */
export const anotacionesDeMudanza = (
  [fila, antes]: [UsuarioEntity, Retrato],
  [nueva, despues]: [UsuarioEntity, Retrato],
): Anotacion[] => [
  anotacionDeUsuario('usuario.mover', fila, antes, null),
  anotacionDeUsuario('usuario.mover', nueva, null, despues),
];
