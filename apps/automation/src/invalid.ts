import { AppError, type Detail } from '@acequia/contracts';

/** A refused body, field by field. */
export const refused = (faults: readonly Detail[]): AppError =>
  new AppError('datos_invalidos', {
    detalles: faults.map(({ campo, mensaje }) => ({ campo: `body.${campo}`, mensaje })),
  });
export const invalid = (campo: string, mensaje: string): AppError => refused([{ campo, mensaje }]);

/** @throws AppError `datos_invalidos` when there are faults */
export const requireSound = (faults: readonly Detail[]): void => {
  if (faults.length > 0) throw refused(faults);
};
