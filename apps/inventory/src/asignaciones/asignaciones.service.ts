import { empresaDe, noEncontrado, type Asignaciones, type Caller } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';

/** Whose grants may be asked for: one's own; an admin's company's users'; any, for an admin_global. */
@Injectable()
export class AsignacionesService {
  constructor(private readonly grants: GrantsReader) {}

  /** @throws AppError `no_encontrado`, alike for another company's user and an absent one. */
  async de(caller: Caller, usuario_id: number): Promise<Asignaciones> {
    const esOtro = caller.tipo === 'persona' && caller.usuario_id !== usuario_id;
    if (esOtro && caller.rol === 'usuario') throw noEncontrado();
    const asignaciones = await this.grants.de(usuario_id);
    const propia = empresaDe(caller);
    if (propia !== null && asignaciones.empresa_id !== propia) throw noEncontrado();
    return asignaciones;
  }
}
