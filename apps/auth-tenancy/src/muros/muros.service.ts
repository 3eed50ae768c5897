import { randomBytes } from 'node:crypto';
import { AppError, type Caller, type MuroCreado, type MuroLink, type MuroSave, notFound } from '@acequia/contracts';
import { hashOfToken } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { requireAdmin, requireGlobal, requireService } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { isValid } from '../storage/validity.js';
import { Transactions } from '../storage/transactions.js';
import type { MuroEntity } from './muro.entity.js';
import { MurosRepository } from './muros.repository.js';

const TOKEN_BYTES = 32;

const inContract = ({ id, nombre, empresa_id, creado, visto }: MuroEntity): MuroLink => ({
  id,
  nombre,
  empresa_id,
  creado_ts: creado.getTime(),
  visto_ts: visto?.getTime() ?? null,
});

/** Links for wall screens: made and revoked by administrators, each for their own company or, by an admin_global, for all. */
@Injectable()
export class MurosService {
  constructor(
    private readonly transactions: Transactions,
    private readonly muros: MurosRepository,
    private readonly empresas: EmpresasRepository,
    private readonly auditoria: AuditoriaService,
  ) {}

  async list(caller: Caller, empresa_id: number | undefined): Promise<MuroLink[]> {
    requireAdmin(caller);
    if (empresa_id !== undefined) await this.empresas.getOrFail(caller, empresa_id);
    const where = empresa_id === undefined ? {} : { where: { empresa_id } };
    return (await this.muros.find(caller, { ...where, order: { id: 'ASC' } })).map(inContract);
  }

  /** The answer holds the token, which is not stored and never shown again. */
  async create(caller: Caller, { nombre, empresa_id }: MuroSave): Promise<MuroCreado> {
    requireAdmin(caller);
    if (empresa_id === null) requireGlobal(caller);
    else await this.empresas.getOrFail(caller, empresa_id);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const hash = hashOfToken(token);
    return this.transactions.run(async (tx) => {
      const row = { nombre, empresa_id, hash, creado: new Date(), visto: null };
      const saved = await this.muros.in(tx).save(caller, row);
      await this.auditoria.note(tx, caller, [
        {
          empresa_id,
          accion: 'muro.crear',
          entidad: `muro:${saved.id}`,
          nombre,
          antes: null,
          despues: { nombre, empresa_id },
        },
      ]);
      return { ...inContract(saved), token };
    });
  }

  /** @throws AppError `no_encontrado` for a foreign and for an absent id. */
  async revoke(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    await this.transactions.run(async (tx) => {
      const { nombre, empresa_id } = await this.muros.in(tx).getOrFail(caller, id);
      if ((await this.muros.in(tx).delete(caller, { id })) === 0) throw notFound();
      await this.auditoria.note(tx, caller, [
        {
          empresa_id,
          accion: 'muro.revocar',
          entidad: `muro:${id}`,
          nombre,
          antes: { nombre, empresa_id },
          despues: null,
        },
      ]);
    });
  }

  /** What a token may read. @throws AppError `enlace_invalido` also for a suspended or expired company. */
  async open(caller: Caller, hash: string): Promise<{ nombre: string; empresa_id: number | null }> {
    requireService(caller);
    const found = await this.muros.opened(hash);
    if (!found || (found.empresa && !isValid(found.empresa, new Date()))) throw new AppError('enlace_invalido');
    return { nombre: found.nombre, empresa_id: found.empresa_id };
  }
}
