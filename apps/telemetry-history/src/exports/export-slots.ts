import { AppError } from '@acequia/contracts';
import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { HistoryEnv } from '../env.js';

const ESPERA_S = 10;

/** How many exports run at once, in all and per company: each holds a connection to Postgres. */
@Injectable()
export class ExportSlots {
  private readonly porEmpresa = new Map<number, number>();
  private total = 0;

  constructor(@Inject(ENV) private readonly env: Pick<HistoryEnv, 'EXPORTS_PER_COMPANY' | 'EXPORTS_TOTAL'>) {}

  /** @throws AppError demasiadas_solicitudes when all are taken. */
  async con<T>(empresa_id: number, work: () => Promise<T>): Promise<T> {
    const suyas = this.porEmpresa.get(empresa_id) ?? 0;
    if (suyas >= this.env.EXPORTS_PER_COMPANY || this.total >= this.env.EXPORTS_TOTAL) {
      throw new AppError('demasiadas_solicitudes', {
        texto: 'Ya hay descargas en curso. Espera a que terminen.',
        esperar_s: ESPERA_S,
      });
    }
    this.porEmpresa.set(empresa_id, suyas + 1);
    this.total += 1;
    try {
      return await work();
    } finally {
      this.total -= 1;
      const quedan = (this.porEmpresa.get(empresa_id) ?? 1) - 1;
      if (quedan > 0) this.porEmpresa.set(empresa_id, quedan);
      else this.porEmpresa.delete(empresa_id);
    }
  }
}
