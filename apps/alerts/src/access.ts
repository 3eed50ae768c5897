import { AppError } from '@acequia/contracts';

export { requestedEmpresa, requireAdmin, requireEmpresa, requireGlobal, requirePerson } from '@acequia/service-kit';

/** Access checks for requests. The repositories restrict the rows. */

/** A refusal that names the field of the body. */
export const invalid = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { texto: `${mensaje}.`, detalles: [{ campo: `body.${campo}`, mensaje }] });
