import { AppError, empresaDe, notFound, type Caller } from '@acequia/contracts';

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
