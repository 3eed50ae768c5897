import { type CallContext, HandlesCall } from '@acequia/bus';
import { type CallRequest, type CallResponse, COMANDOS_MAX } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { DeviceAccess } from '../../registry/device-access.js';
import { inContract } from './comando.js';
import { type Filter, LedgerRepository } from './ledger.repository.js';
import { UsuarioNames } from './usuario-names.js';

@Controller()
export class ComandosHandlers {
  constructor(
    private readonly repository: LedgerRepository,
    private readonly access: DeviceAccess,
    private readonly names: UsuarioNames,
  ) {}

  /** Admins get the commands of their company, a usuario those of the switches and dispositivos assigned to them. Newest first. */
  @HandlesCall('comandos.listar')
  async list(
    { empresa_id, switch_id, dispositivo_id, desde, hasta }: CallRequest<'comandos.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'comandos.listar'>> {
    const empresa = await this.access.requireEmpresa(caller, empresa_id);
    const assigned = await this.access.assigned(caller);
    if (switch_id !== undefined) await this.access.requireSwitch(caller, switch_id);
    if (dispositivo_id !== undefined) await this.access.require(caller, dispositivo_id);
    const filters: Filter[] = [];
    if (dispositivo_id === undefined) {
      const ids = switch_id === undefined ? assigned?.switches : [switch_id];
      filters.push({ empresa_id: empresa, entidad: 'switch', ids: ids ?? null, desde, hasta });
    }
    if (switch_id === undefined) {
      const ids = dispositivo_id === undefined ? assigned?.dispositivos : [dispositivo_id];
      filters.push({ empresa_id: empresa, entidad: 'dispositivo', ids: ids ?? null, desde, hasta });
    }
    const lists = await Promise.all(filters.map((filter) => this.repository.list(filter, COMANDOS_MAX)));
    const comandos = lists
      .flat()
      .sort((a, b) => b.ts - a.ts)
      .slice(0, COMANDOS_MAX);
    const names = await this.names.of(comandos.map(({ usuario_id }) => usuario_id));
    const known = await this.access.known(caller);
    return comandos.map((fila) => ({
      ...inContract(fila, names, known),
      ...(caller.tipo === 'sistema' && fila.detalle_datos && { detalle_datos: fila.detalle_datos }),
    }));
  }
}
