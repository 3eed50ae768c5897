import {
  AppError,
  type Caller,
  callerEmpresa,
  type CallRequest,
  notFound,
  type SegundoPasoDeEmpresa,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { requireAdmin, requireEmpresa } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { SecondStepsRepository } from '../storage/second-steps.repository.js';
import { Transactions } from '../storage/transactions.js';
import { usuarioEntry } from '../storage/usuario.retrato.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';
import { SessionsEnd } from './sessions-end.js';

/** What administrators decide about second steps: whether their company demands one, and a way back in for who lost theirs. */
@Injectable()
export class SecondStepDemandService {
  constructor(
    private readonly steps: SecondStepsRepository,
    private readonly usuarios: UsuariosRepository,
    private readonly ends: SessionsEnd,
    private readonly transactions: Transactions,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** @throws AppError `no_encontrado` for a company that is absent or not the caller's. */
  async read(caller: Caller, empresa_id: number | undefined): Promise<SegundoPasoDeEmpresa> {
    requireAdmin(caller);
    const of = empresa_id ?? callerEmpresa(caller);
    if (of === null) return { exigido: 0, usuarios: [] };
    requireEmpresa(caller, of);
    const found = await this.steps.ofEmpresa(of);
    if (!found) throw notFound();
    return { exigido: found.exigido ? 1 : 0, usuarios: found.usuarios };
  }

  /** Who has no second step gets no further than their account, at once. */
  async demand(caller: Caller, { empresa_id, exigido }: CallRequest<'usuarios.exigir_segundo_paso'>): Promise<void> {
    requireAdmin(caller);
    requireEmpresa(caller, empresa_id);
    await this.transactions.run(async (tx) => {
      const previous = await this.steps.demand(tx, empresa_id, exigido === 1);
      if (!previous) throw notFound();
      const { antes, nombre } = previous;
      if (antes === (exigido === 1)) return;
      await this.auditoria.note(tx, caller, [
        {
          empresa_id,
          accion: 'empresa.segundo_paso',
          entidad: `empresa:${empresa_id}`,
          nombre,
          antes: { exigido: antes },
          despues: { exigido: exigido === 1 },
        },
      ]);
    });
  }

  /** For who lost the app and the recovery codes. Ends their sessions. @throws AppError `no_encontrado`, `uno_mismo`. */
  async reset(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    // One's own needs the password and a code: an unattended session must not be enough.
    if (caller.tipo === 'persona' && caller.usuario_id === id) throw new AppError('uno_mismo');
    await this.transactions.run(async (tx) => {
      const fila = await this.usuarios.lockRow(tx, caller, id);
      if (!(await this.steps.remove(tx, id))) return;
      await this.usuarios.in(tx).update(caller, { id }, { ver: fila.ver + 1 });
      await this.ends.ofUsuarios(tx, [id]);
      await this.auditoria.note(tx, caller, [usuarioEntry('usuario.quitar_segundo_paso', fila, null, null)]);
    });
  }
}
