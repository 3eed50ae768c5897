import { AppError } from '@acequia/contracts';

/** An AppError as it is; anything else as `servicio_no_disponible`, for what must fail closed. */
export const unavailable = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('servicio_no_disponible', { cause: error });
