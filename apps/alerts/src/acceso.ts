import { AppError, empresaDe, noEncontrado, type Caller, type Persona } from '@acequia/contracts';

/** Who may ask for what. The rows themselves are scoped by the repositories. */

/** @throws AppError `sin_permiso` for a usuario. */
export const exigirAdmin = (caller: Caller): void => {
  if (caller.tipo === 'persona' && caller.rol === 'usuario') throw new AppError('sin_permiso');
};

/** For a company that came in a body. @throws AppError `no_encontrado` when it is not the caller's. */
export const exigirEmpresa = (caller: Caller, empresa_id: number): void => {
  const propia = empresaDe(caller);
  if (propia !== null && propia !== empresa_id) throw noEncontrado();
};

/** The company a list is about: the one asked for, else the caller's own; null = every one. @throws like {@link exigirEmpresa}. */
export const empresaPedida = (caller: Caller, pedida: number | undefined): number | null => {
  if (pedida !== undefined) exigirEmpresa(caller, pedida);
  return pedida ?? empresaDe(caller);
};

/** A refusal that names the field of the body. */
export const invalido = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { texto: `${mensaje}.`, detalles: [{ campo: `body.${campo}`, mensaje }] });

/** @throws AppError `sin_permiso` for a service: only a person does this. */
export const exigirPersona = (caller: Caller): Persona => {
  if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
  return caller;
};
