import { AppError, empresaDe, notFound, sistema, type Caller } from '@acequia/contracts';

/** Access checks of callers (ACC-13 to ACC-15). The repositories scope the rows themselves. */

/** Caller for this service's own actions. */
export const OWN = sistema('auth-tenancy');

/** @throws AppError `sin_permiso` for a usuario. */
export const requireAdmin = (caller: Caller): void => {
  if (caller.tipo === 'persona' && caller.rol === 'usuario') throw new AppError('sin_permiso');
};

/** @throws AppError `sin_permiso` for a caller confined to a company. */
export const requireGlobal = (caller: Caller): void => {
  if (empresaDe(caller) !== null) throw new AppError('sin_permiso');
};

/** @throws AppError `sin_permiso` for a person. */
export const requireService = (caller: Caller): void => {
  if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
};

/** Checks a company named in a request. @throws AppError `no_encontrado` when it is not the caller's. */
export const requireEmpresa = (caller: Caller, empresa_id: number): void => {
  const own = empresaDe(caller);
  if (own !== null && own !== empresa_id) throw notFound();
};

/** A `datos_invalidos` error that names the field of the body. */
export const invalid = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { detalles: [{ campo: `body.${campo}`, mensaje }] });
