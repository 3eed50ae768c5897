import { notFound, type Caller, type CallRequest } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { requireAdmin, requireEmpresa } from '../access.js';
import { DispositivosRepository } from '../dispositivos/dispositivos.repository.js';
import { SwitchesRepository } from '../switches/switches.repository.js';

/** Checks what may be assigned to a user: only entities of their company. */
@Injectable()
export class AssignablesService {
  constructor(
    private readonly dispositivos: DispositivosRepository,
    private readonly switches: SwitchesRepository,
  ) {}

  /** @throws AppError `no_encontrado` unless every id exists in the company. */
  async verificar(caller: Caller, request: CallRequest<'inventario.verificar'>): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = request;
    requireEmpresa(caller, empresa_id);
    const dispositivos = [...new Set(request.dispositivos)];
    const switches = [...new Set(request.switches)];
    const [deEmpresa, susSwitches] = await Promise.all([
      dispositivos.length > 0 ? this.dispositivos.page(caller, { empresa_id, ids: dispositivos }) : [],
      switches.length > 0 ? this.switches.page(caller, { empresa_id, ids: switches }) : [],
    ]);
    if (deEmpresa.length < dispositivos.length || susSwitches.length < switches.length) throw notFound();
  }
}
