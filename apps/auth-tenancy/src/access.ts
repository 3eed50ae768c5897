import { AppError, sistema, type Caller } from '@acequia/contracts';

export { requireAdmin, requireEmpresa, requireGlobal } from '@acequia/service-kit';

/** Access checks of callers (ACC-13 to ACC-15). The repositories scope the rows themselves. */

/** Caller for this service's own actions. */
export const OWN = sistema('auth-tenancy');

/** @throws AppError `sin_permiso` for a person. */
export const requireService = (caller: Caller): void => {
  if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
};

/** A `datos_invalidos` error that names the field of the body. */
export const invalid = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { detalles: [{ campo: `body.${campo}`, mensaje }] });
