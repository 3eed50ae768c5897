import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { DeviceAccess } from '../../registry/device-access.js';
import { enContrato } from './comando.js';
import { type Filtro, LedgerRepository } from './ledger.repository.js';
import { UsuarioNombres } from './usuario-nombres.js';

const LISTA_MAXIMA = 200;

@Controller()
export class ComandosHandlers {
  constructor(
    private readonly repository: LedgerRepository,
    private readonly access: DeviceAccess,
    private readonly nombres: UsuarioNombres,
  ) {}

  /** Admins: those of their company; a usuario: those of what is assigned to them. Newest first. */
  @HandlesCall('comandos.listar')
  async listar(
    { empresa_id, switch_id, dispositivo_id }: CallRequest<'comandos.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'comandos.listar'>> {
    const empresa = await this.access.requireEmpresa(caller, empresa_id);
    const asignado = await this.access.assigned(caller);
    if (switch_id !== undefined) await this.access.requireSwitch(caller, switch_id);
    if (dispositivo_id !== undefined) await this.access.require(caller, dispositivo_id);
    const filtros: Filtro[] = [];
    if (dispositivo_id === undefined) {
      const ids = switch_id === undefined ? asignado?.switches : [switch_id];
      filtros.push({ empresa_id: empresa, entidad: 'switch', ids: ids ?? null });
    }
    if (switch_id === undefined) {
      const ids = dispositivo_id === undefined ? asignado?.dispositivos : [dispositivo_id];
      filtros.push({ empresa_id: empresa, entidad: 'dispositivo', ids: ids ?? null });
    }
    const listas = await Promise.all(filtros.map((filtro) => this.repository.list(filtro, LISTA_MAXIMA)));
    const todas = listas
      .flat()
      .sort((a, b) => b.ts - a.ts)
      .slice(0, LISTA_MAXIMA);
    const nombres = await this.nombres.de(todas.map(({ usuario_id }) => usuario_id));
    return todas.map((fila) => enContrato(fila, nombres));
  }
}
