import { AppError, type Caller, notFound, type OwnSession } from '@acequia/contracts';
import { hashOfToken, SessionInvalidator } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { SesionesRepository } from '../storage/sesiones.repository.js';
import { Transactions } from '../storage/transactions.js';
import { usuarioEntry } from '../storage/usuario.retrato.js';

/** Enough to tell one person's sessions apart, hex characters; the id itself stays in its token. */
const PRINT_LENGTH = 16;
const printOf = (sid: string): string => hashOfToken(sid).slice(0, PRINT_LENGTH);

/** A person's open sessions, and the end of those that should not be open. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly sesiones: SesionesRepository,
    private readonly transactions: Transactions,
    private readonly auditoria: AuditoriaService,
    private readonly invalidator: SessionInvalidator,
  ) {}

  /** The newest first. */
  async list(caller: Caller): Promise<OwnSession[]> {
    if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
    return (await this.sesiones.ofUsuario(caller.usuario_id)).map(({ sid, creada, vence, ip, navegador }) => ({
      huella: printOf(sid),
      creada: creada.getTime(),
      vence: vence.getTime(),
      ip,
      navegador,
      actual: sid === caller.sid ? 1 : 0,
    }));
  }

  /** @throws AppError `no_encontrado` for one that is not open, or not the caller's. */
  async close(caller: Caller, huella: string): Promise<void> {
    if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
    const { usuario_id } = caller;
    const [persona, open] = await Promise.all([this.sesiones.byId(usuario_id), this.sesiones.ofUsuario(usuario_id)]);
    const found = open.find(({ sid }) => printOf(sid) === huella);
    if (!persona || !found) throw notFound();
    await this.transactions.run(async (tx) => {
      await this.sesiones.close(found.sid, tx);
      await this.auditoria.note(tx, caller, [
        usuarioEntry('usuario.cerrar_sesion', persona, null, { ip: found.ip, navegador: found.navegador }),
      ]);
      this.transactions.afterCommit(tx, () => this.invalidator.endSid(found.sid));
    });
  }
}
