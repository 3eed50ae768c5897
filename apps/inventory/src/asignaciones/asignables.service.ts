import { noEncontrado, type Caller, type CallRequest } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { exigirAdmin, exigirEmpresa } from '../acceso.js';
import { DispositivosRepository } from '../dispositivos/dispositivos.repository.js';
import { SwitchesRepository } from '../switches/switches.repository.js';

/** What may be assigned to a user: only what belongs to their company. */
@Injectable()
export class AsignablesService {
  constructor(
    private readonly dispositivos: DispositivosRepository,
    private readonly switches: SwitchesRepository,
  ) {}

  /** @throws AppError `no_encontrado` unless every id exists in the company. */
  async verificar(caller: Caller, pedido: CallRequest<'inventario.verificar'>): Promise<void> {
    exigirAdmin(caller);
    exigirEmpresa(caller, pedido.empresa_id);
    const dispositivos = [...new Set(pedido.dispositivos)];
    const switches = [...new Set(pedido.switches)];
    const [deEmpresa, susSwitches] = await Promise.all([
      dispositivos.length > 0 ? this.dispositivos.deEmpresa(caller, pedido.empresa_id, dispositivos) : [],
      switches.length > 0 ? this.switches.leer(caller, pedido.empresa_id, switches) : [],
    ]);
    if (deEmpresa.length < dispositivos.length || susSwitches.length < switches.length) throw noEncontrado();
  }
}
