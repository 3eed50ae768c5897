import { SessionInvalidator } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../storage/transactions.js';
import { SesionesRepository } from '../storage/sesiones.repository.js';

/** Ends all sessions of users whose `ver` a transaction raises (or whose rows it deletes). */
@Injectable()
export class SessionsEnd {
  constructor(
    private readonly sesiones: SesionesRepository,
    private readonly invalidator: SessionInvalidator,
    private readonly transactions: Transactions,
  ) {}

  async ofUsuarios(tx: EntityManager, usuario_ids: readonly number[]): Promise<void> {
    if (usuario_ids.length === 0) return;
    await this.sesiones.closeOf(tx, usuario_ids);
    this.transactions.afterCommit(tx, () => Promise.all(usuario_ids.map((id) => this.invalidator.endUsuario(id))));
  }
}
