import type { Caller, EventoHistorial, PuntoHistorial, UltimoGuardado } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { AccesoService } from './acceso.service.js';
import { HistoryRepository } from './history.repository.js';
import type { Dias } from './rango.js';

@Injectable()
export class HistoryService {
  constructor(
    private readonly acceso: AccesoService,
    private readonly repository: HistoryRepository,
  ) {}

  async puntos(caller: Caller, switch_id: number, limit: number): Promise<PuntoHistorial[]> {
    await this.acceso.exigirSwitch(caller, switch_id);
    return this.repository.puntos(switch_id, limit);
  }

  async eventos(caller: Caller, usuario_id: number, dias: Dias): Promise<EventoHistorial[]> {
    const { switches, empresa_id } = await this.acceso.exigirUsuario(caller, usuario_id);
    return this.repository.eventos(switches, dias, await this.repository.zonaDe(empresa_id));
  }

  ultimos(placas: readonly number[]): Promise<UltimoGuardado[]> {
    return this.repository.ultimos(placas);
  }
}
