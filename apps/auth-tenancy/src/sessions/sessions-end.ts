import { SessionInvalidator } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../storage/transactions.js';
import { SesionesRepository } from '../storage/sesiones.repository.js';
import { TokensRepository } from '../storage/tokens.repository.js';

/**
 * Ends all sessions of users whose `ver` a transaction raises (or whose rows it deletes), and has the tokens that they made looked up anew:
 * a token does what its maker still may.
 */
@Injectable()
export class SessionsEnd {
  constructor(
    private readonly sesiones: SesionesRepository,
    private readonly tokens: TokensRepository,
    private readonly invalidator: SessionInvalidator,
    private readonly transactions: Transactions,
  ) {}

  async ofUsuarios(tx: EntityManager, usuario_ids: readonly number[]): Promise<void> {
    if (usuario_ids.length === 0) return;
    await this.sesiones.closeOf(tx, usuario_ids);
    const hashes = await this.tokens.hashesOf(tx, usuario_ids);
    this.transactions.afterCommit(tx, () =>
      Promise.all([
        ...usuario_ids.map((id) => this.invalidator.endUsuario(id)),
        ...hashes.map((hash) => this.invalidator.endToken(hash)),
      ]),
    );
  }
}
