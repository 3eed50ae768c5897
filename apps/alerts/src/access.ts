import { AppError, type Caller, type Persona } from '@acequia/contracts';

export { requestedEmpresa, requireAdmin, requireEmpresa } from '@acequia/service-kit';

/** Access checks for requests. The repositories restrict the rows. */

/** A refusal that names the field of the body. */
export const invalid = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { texto: `${mensaje}.`, detalles: [{ campo: `body.${campo}`, mensaje }] });

/** @throws AppError `sin_permiso` for a service: only a person may do this. */
export const requirePerson = (caller: Caller): Persona => {
  if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
  return caller;
};
