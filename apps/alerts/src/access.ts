import { AppError, empresaDe, notFound, type Caller, type Persona } from '@acequia/contracts';

/** Access checks for requests. The repositories restrict the rows. */

/** @throws AppError `sin_permiso` for a usuario. */
export const requireAdmin = (caller: Caller): void => {
  if (caller.tipo === 'persona' && caller.rol === 'usuario') throw new AppError('sin_permiso');
};

/** For a company named in a body. @throws AppError `no_encontrado` when it is not the caller's. */
export const requireEmpresa = (caller: Caller, empresa_id: number): void => {
  const own = empresaDe(caller);
  if (own !== null && own !== empresa_id) throw notFound();
};

/** The company of a list: the requested one, else the caller's own; null = all. @throws like {@link requireEmpresa}. */
export const requestedEmpresa = (caller: Caller, requested: number | undefined): number | null => {
  if (requested !== undefined) requireEmpresa(caller, requested);
  return requested ?? empresaDe(caller);
};

/** A refusal that names the field of the body. */
export const invalid = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { texto: `${mensaje}.`, detalles: [{ campo: `body.${campo}`, mensaje }] });

/** @throws AppError `sin_permiso` for a service: only a person may do this. */
export const requirePerson = (caller: Caller): Persona => {
  if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
  return caller;
};
