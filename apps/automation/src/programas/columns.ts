import { faultsOfPrograma, type ProgramaSave } from '@acequia/contracts';
import { requireSound } from '../invalid.js';
import type { Definicion, ProgramaEntity } from '../storage/programa.entity.js';

/** What a request writes. @throws AppError `datos_invalidos` */
export const columnsOf = (
  request: ProgramaSave,
): Pick<ProgramaEntity, 'empresa_id' | 'nombre' | 'activo'> & { definicion: Definicion } => {
  requireSound(faultsOfPrograma(request));
  const { empresa_id, nombre, activo, version: _, ...definicion } = request;
  return { empresa_id, nombre, activo, definicion };
};
