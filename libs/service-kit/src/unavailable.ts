import { AppError } from '@acequia/contracts';

/** Returns an AppError unchanged and any other error as `servicio_no_disponible`; for code that must fail closed. */
export const unavailable = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('servicio_no_disponible', { cause: error });
