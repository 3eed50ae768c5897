import { Bus } from '@acequia/bus';
import { type Caller, notFound, sistema } from '@acequia/contracts';
import { retryDeadlock } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requestedEmpresa } from '../access.js';
import { EmpresasRepository } from './empresas.repository.js';

const YO = sistema('inventory');

@Injectable()
export class EmpresasService {
  constructor(
    private readonly empresas: EmpresasRepository,
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Makes sure that a company exists. A company that no event has announced is asked of auth-tenancy, because a company can be used as
   * soon as its creation was answered. @throws AppError `no_encontrado`.
   */
  async require(id: number): Promise<void> {
    const known = await this.empresas.search(id);
    if (known?.eliminada) throw notFound();
    if (known) return;
    const profile = await this.bus.call('empresas.ficha', { id }, YO);
    await this.empresas.learn(profile);
  }

  /**
   * The company whose entities are listed: the caller's, or the one an admin_global requests; null = all.
   * @throws AppError `no_encontrado` alike for a foreign and an absent company.
   */
  async requested(caller: Caller, requested: number | undefined): Promise<number | null> {
    const empresa_id = requestedEmpresa(caller, requested);
    if (requested !== undefined) await this.require(requested);
    return empresa_id;
  }

  /** The IANA zone by company id. */
  async zonas(ids: readonly number[]): Promise<Map<number, string>> {
    return this.empresas.zonas([...new Set(ids)]);
  }

  /**
   * Runs a transaction that writes inventory of these companies. It holds their locks, so that its checks stay true until it commits, and
   * a company that is being deleted gets no new rows. @throws AppError `no_encontrado`.
   */
  async write<T>(ids: readonly number[], write: (tx: EntityManager) => Promise<T>): Promise<T> {
    const unique = [...new Set(ids)];
    for (const id of unique) await this.require(id);
    return retryDeadlock(() =>
      this.dataSource.transaction(async (tx) => {
        const vivas = await this.empresas.lockRow(tx, unique);
        if (vivas.size < unique.length) throw notFound();
        return write(tx);
      }),
    );
  }
}
