import { AppError, callerEmpresa, type Caller, type Rol, type UsuarioSave } from '@acequia/contracts';
import { invalid } from '../access.js';
import type { UsuarioEntity } from '../storage/usuario.entity.js';
import { texts } from '../textos.js';

/** Only an admin_global may make an admin_global. @throws AppError `sin_permiso`. */
const requireScope = (caller: Caller, rol: Rol): void => {
  if (callerEmpresa(caller) !== null && rol === 'admin_global') throw new AppError('sin_permiso');
};

/**
 * The company that a saved user will belong to; for an admin_empresa always their own, regardless of the body.
 * @throws AppError `sin_permiso`, `datos_invalidos`.
 */
export const targetEmpresa = (
  caller: Caller,
  { rol, empresa_id, dispositivos, switches }: Pick<UsuarioSave, 'rol' | 'empresa_id' | 'dispositivos' | 'switches'>,
): number | null => {
  requireScope(caller, rol);
  const destino = callerEmpresa(caller) ?? empresa_id;
  if (destino === null && rol !== 'admin_global') throw invalid('empresa_id', texts.chooseEmpresa);
  if (destino === null && dispositivos.length > 0) throw invalid('dispositivos', texts.grantsOfEmpresa);
  if (destino === null && switches.length > 0) throw invalid('switches', texts.grantsOfEmpresa);
  return destino;
};

type Columnas = Pick<UsuarioEntity, 'rol' | 'empresa_id' | 'activo'>;

/**
 * Whether an admin_global holds a person's suspension after a change; `antes` null = a new person.
 * @throws AppError `puesto_por_la_plataforma` when somebody else lifts it.
 */
export const suspensionAfter = (
  caller: Caller,
  antes: Pick<UsuarioEntity, 'activo' | 'suspension_global'> | null,
  activo: boolean,
): boolean => {
  const before = antes ?? { activo: true, suspension_global: false };
  if (callerEmpresa(caller) === null) return activo === before.activo ? before.suspension_global : !activo;
  if (!before.suspension_global || !activo) return before.suspension_global;
  const texto = texts.suspendedByGlobal;
  throw new AppError('puesto_por_la_plataforma', { texto, detalles: [{ campo: 'body.activo', mensaje: texto }] });
};

/** True when a change invalidates existing tokens, because their claims would be outdated. */
export const endsSessions = (antes: Columnas, despues: Columnas, cambiaClave: boolean): boolean =>
  cambiaClave ||
  antes.rol !== despues.rol ||
  antes.empresa_id !== despues.empresa_id ||
  (antes.activo && !despues.activo);

export const isAdministrator = ({ rol, activo }: Pick<UsuarioEntity, 'rol' | 'activo'>): boolean =>
  rol === 'admin_global' && activo;

export const isTheSame = (caller: Caller, usuario_id: number): boolean =>
  caller.tipo === 'persona' && caller.usuario_id === usuario_id;

/** @param actual included in the error. @throws AppError `version_vieja` when a version was sent and differs from the row's. */
export const requireVersion = (fila: { version: number }, version: number | undefined, actual?: object): void => {
  if (version !== undefined && version !== fila.version)
    throw new AppError('version_vieja', { ...(actual && { actual }) });
};

/** Maximum number of users of a company; null = unlimited. */
export const quotaOf = (limite_usuarios: number | null): number | null => limite_usuarios || null;
