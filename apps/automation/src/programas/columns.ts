import { AppError, faultsOfPrograma, type ProgramaSave } from '@acequia/contracts';
import type { Definicion, ProgramaEntity } from '../storage/programa.entity.js';

/** What a request writes. @throws AppError `datos_invalidos` */
export const columnsOf = (
  request: ProgramaSave,
): Pick<ProgramaEntity, 'empresa_id' | 'nombre' | 'activo'> & { definicion: Definicion } => {
  const faults = faultsOfPrograma(request);
  if (faults.length > 0) {
    const detalles = faults.map(({ campo, mensaje }) => ({ campo: `body.${campo}`, mensaje }));
    throw new AppError('datos_invalidos', { detalles });
  }
  const { empresa_id, nombre, activo, version: _, ...definicion } = request;
  return { empresa_id, nombre, activo, definicion };
};
