import { AppError, empresaDe, notFound, type Caller } from '@acequia/contracts';

/** Who may ask for what (ACC-13 to ACC-15). The rows themselves are scoped by the repositories. */

/** @throws AppError `sin_permiso` for a usuario. */
export const requireAdmin = (caller: Caller): void => {
  if (caller.tipo === 'persona' && caller.rol === 'usuario') throw new AppError('sin_permiso');
};

/** @throws AppError `sin_permiso` for anybody confined to a company. */
export const requireGlobal = (caller: Caller): void => {
  if (empresaDe(caller) !== null) throw new AppError('sin_permiso');
};

/** For a company that came in a body. @throws AppError `no_encontrado` when it is not the caller's. */
export const requireEmpresa = (caller: Caller, empresa_id: number): void => {
  const own = empresaDe(caller);
  if (own !== null && own !== empresa_id) throw notFound();
};

/** The company a list is about: the one asked for, else the caller's own; null = every one. @throws like {@link requireEmpresa}. */
export const requestedEmpresa = (caller: Caller, requested: number | undefined): number | null => {
  if (requested !== undefined) requireEmpresa(caller, requested);
  return requested ?? empresaDe(caller);
};
