import { HandlesCall, Outbox, type CallContext } from '@acequia/bus';
import { AppError, type Caller, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { OWN } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { inEvent, inPortrait } from '../storage/empresa.mapping.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { isValid } from '../storage/validity.js';
import { Transactions } from '../storage/transactions.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';

/** @throws AppError `sin_permiso` for every caller but alerts */
const requireAlerts = (caller: Caller): void => {
  if (caller.tipo !== 'sistema' || caller.servicio !== 'alerts') throw new AppError('sin_permiso');
};

/** Calls for alerts only: where a company's messages go, and which user pressed a button. */
@Controller()
export class TelegramHandlers {
  constructor(
    private readonly transactions: Transactions,
    private readonly empresas: EmpresasRepository,
    private readonly usuarios: UsuariosRepository,
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  @HandlesCall('empresas.telegram')
  async telegram(
    _request: CallRequest<'empresas.telegram'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'empresas.telegram'>> {
    requireAlerts(caller);
    const rows = await this.empresas.find(OWN, {
      where: { token_telegram_cifrado: Not(IsNull()) },
      order: { id: 'ASC' },
    });
    return rows.map(({ id, token_telegram_cifrado, telegram_chat_id }) => ({
      empresa_id: id,
      token_cifrado: token_telegram_cifrado ?? '',
      chat_id: telegram_chat_id,
    }));
  }

  @HandlesCall('empresas.telegram_migrar')
  async migrar(
    { id, antes, ahora }: CallRequest<'empresas.telegram_migrar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'empresas.telegram_migrar'>> {
    requireAlerts(caller);
    await this.transactions.run(async (tx) => {
      const previa = await this.empresas.lockRow(tx, OWN, id);
      if (previa.telegram_chat_id !== antes) return;
      const nueva = { ...previa, telegram_chat_id: ahora, version: previa.version + 1 };
      await this.empresas.in(tx).save(OWN, nueva);
      const entidad = `empresa:${id}`;
      await this.outbox.emit(tx, 'empresa.guardada', { entidad, rev: nueva.version, data: inEvent(nueva) });
      const portraits = { antes: inPortrait(previa), despues: inPortrait(nueva) };
      const done = {
        empresa_id: id,
        accion: 'empresa.actualizar',
        entidad,
        nombre: nueva.nombre,
        ...portraits,
      } as const;
      await this.auditoria.note(tx, caller, [done]);
    });
    return {};
  }

  @HandlesCall('usuarios.identidad')
  async identity(
    { id }: CallRequest<'usuarios.identidad'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.identidad'>> {
    requireAlerts(caller);
    const { nombre, rol, empresa_id, activo } = await this.usuarios.getOrFail(OWN, id);
    const empresa = empresa_id === null ? null : await this.empresas.getOrFail(OWN, empresa_id);
    const inside = rol === 'admin_global' || (empresa !== null && isValid(empresa, new Date()));
    return { nombre, rol, empresa_id, activo: activo && inside ? 1 : 0 };
  }
}
