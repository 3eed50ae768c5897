import { type ImportError, type ImportItem, type ImportLinea, lineError } from '@acequia/contracts';
import type { EntityManager } from 'typeorm';

/** What became of the lines of an import. */
export class ImportLines {
  readonly lineas: ImportLinea[] = [];
  constructor(readonly errores: ImportError[] = []) {}

  /** Writes one line in its own savepoint, so that all wrong lines are reported. */
  async write(
    tx: EntityManager,
    { linea, tipo }: Pick<ImportItem, 'linea' | 'tipo'>,
    nombre: string,
    work: (sub: EntityManager) => Promise<ImportLinea['accion']>,
  ): Promise<void> {
    try {
      this.lineas.push({ linea, tipo, nombre, accion: await tx.transaction(work) });
    } catch (error) {
      this.errores.push(lineError(tipo, linea, error));
    }
  }
}
