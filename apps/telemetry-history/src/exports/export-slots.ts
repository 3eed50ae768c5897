import { AppError } from '@acequia/contracts';
import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { HistoryEnv } from '../env.js';

const WAIT_S = 10;

/** Exports are counted per company and, within it, per person. */
export interface Holder {
  empresa_id: number;
  /** null = a service. */
  usuario_id: number | null;
}

/** Limits concurrent exports in all, per company and per person: each holds a connection to Postgres. */
@Injectable()
export class ExportSlots {
  private readonly taken = new Map<string, number>();
  private total = 0;

  constructor(@Inject(ENV) private readonly env: Pick<HistoryEnv, 'EXPORTS_PER_COMPANY' | 'EXPORTS_TOTAL'>) {}

  /** One person gets at most half of the company's slots, but at least one. @throws AppError demasiadas_solicitudes when none is free. */
  async con<T>({ empresa_id, usuario_id }: Holder, work: () => Promise<T>): Promise<T> {
    const company = `empresa:${empresa_id}`;
    const person = `${company} usuario:${usuario_id}`;
    const share = Math.max(1, Math.floor(this.env.EXPORTS_PER_COMPANY / 2));
    if (usuario_id !== null && this.count(person) >= share)
      throw full('Ya tienes descargas en curso. Espera a que terminen.');
    if (this.count(company) >= this.env.EXPORTS_PER_COMPANY || this.total >= this.env.EXPORTS_TOTAL)
      throw full('Ya hay descargas en curso. Espera a que terminen.');
    this.add(1, company, person);
    try {
      return await work();
    } finally {
      this.add(-1, company, person);
    }
  }

  private count(key: string): number {
    return this.taken.get(key) ?? 0;
  }

  private add(change: 1 | -1, ...keys: string[]): void {
    this.total += change;
    for (const key of keys) {
      const left = this.count(key) + change;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
    }
  }
}

const full = (texto: string): AppError => new AppError('demasiadas_solicitudes', { texto, wait_s: WAIT_S });
