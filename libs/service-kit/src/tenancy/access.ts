import { AppError, callerEmpresa, notFound, type Caller, type Persona } from '@acequia/contracts';

/** Access by role (ACC-13 to ACC-15). The repositories limit the rows to the caller's company. */

/** @throws AppError `sin_permiso` for a usuario. */
export const requireAdmin = (caller: Caller): void => {
  if (caller.tipo === 'persona' && caller.rol === 'usuario') throw new AppError('sin_permiso');
};

/** @throws AppError `sin_permiso` for a service: only a person may do this. */
export const requirePerson = (caller: Caller): Persona => {
  if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
  return caller;
};

/** @throws AppError `sin_permiso` for anybody who is limited to one company. */
export const requireGlobal = (caller: Caller): void => {
  if (callerEmpresa(caller) !== null) throw new AppError('sin_permiso');
};

/** Checks a company id from a request body. @throws AppError `no_encontrado` when it is not the caller's. */
export const requireEmpresa = (caller: Caller, empresa_id: number): void => {
  const own = callerEmpresa(caller);
  if (own !== null && own !== empresa_id) throw notFound();
};

/** The company of a list: the requested one, else the caller's own; null = all. @throws like {@link requireEmpresa}. */
export const requestedEmpresa = (caller: Caller, requested: number | undefined): number | null => {
  if (requested !== undefined) requireEmpresa(caller, requested);
  return requested ?? callerEmpresa(caller);
};
