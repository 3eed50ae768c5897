import { Bus } from '@acequia/bus';
import { type Caller, notFound, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requestedEmpresa } from '../access.js';
import { EmpresasRepository } from './empresas.repository.js';

const YO = sistema('inventory');

/** Times that a write begins anew when Postgres broke a deadlock at its expense. */
const ATTEMPTS = 3;
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown }).code === '40P01';

@Injectable()
export class EmpresasService {
  constructor(
    private readonly empresas: EmpresasRepository,
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Makes sure that a company exists. One that no event has told of yet is asked for: a company can be used as soon as
   * its creation was answered. @throws AppError `no_encontrado`.
   */
  async require(id: number): Promise<void> {
    const known = await this.empresas.search(id);
    if (known?.eliminada) throw notFound();
    if (known) return;
    const profile = await this.bus.call('empresas.ficha', { id }, YO);
    await this.empresas.learn(profile);
  }

  /**
   * Whose things are listed: the caller's company, or the one that an admin_global asks for; null = everybody's.
   * @throws AppError `no_encontrado` alike for a foreign and an absent one.
   */
  async requested(caller: Caller, requested: number | undefined): Promise<number | null> {
    const empresa_id = requestedEmpresa(caller, requested);
    if (requested !== undefined) await this.require(requested);
    return empresa_id;
  }

  /** Company → IANA zone. */
  async zonas(ids: readonly number[]): Promise<Map<number, string>> {
    return this.empresas.zonas([...new Set(ids)]);
  }

  /**
   * A transaction that writes inventory of these companies. It holds their locks, so that what it checks stays true
   * until it commits, and a company that is being deleted gets nothing new. @throws AppError `no_encontrado`.
   */
  async write<T>(ids: readonly number[], write: (tx: EntityManager) => Promise<T>): Promise<T> {
    const unique = [...new Set(ids)];
    for (const id of unique) await this.require(id);
    return this.inTransaction(async (tx) => {
      const vivas = await this.empresas.lockOut(tx, unique);
      if (vivas.size < unique.length) throw notFound();
      return write(tx);
    });
  }

  /** Events of several companies are handled in one transaction, in the order of the events: two of them may cross. */
  private async inTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
      }
    }
  }
}
