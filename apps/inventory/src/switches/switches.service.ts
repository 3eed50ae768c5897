import { Bus } from '@acequia/bus';
import {
  sistema,
  type Caller,
  type CallRequest,
  type EstadoPlaca,
  type Known,
  type Pagina,
  type Switch,
  type SwitchEnVivo,
} from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireAdmin } from '../access.js';
import { DispositivosService } from '../dispositivos/dispositivos.service.js';
import { WAIT_GATEWAY_MS, byBatches } from '../device-gateway.js';
import { EnclavamientosService } from '../enclavamientos/enclavamientos.service.js';
import { ProteccionesService } from '../protecciones/protecciones.service.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { liveSwitch } from './live-switch.js';
import { PuntosService } from '../puntos/puntos.service.js';
import { SwitchesEvents } from './switches.eventos.js';
import { SwitchesRepository } from './switches.repository.js';

@Injectable()
export class SwitchesService {
  constructor(
    private readonly switches: SwitchesRepository,
    private readonly events: SwitchesEvents,
    private readonly empresas: EmpresasService,
    private readonly dispositivos: DispositivosService,
    private readonly enclavamientos: EnclavamientosService,
    private readonly protecciones: ProteccionesService,
    private readonly puntos: PuntosService,
    private readonly grants: GrantsReader,
    private readonly bus: Bus,
  ) {}

  async list(caller: Caller, { empresa_id, ...pagina }: CallRequest<'switches.listar'>): Promise<Switch[]> {
    return this.rows(caller, empresa_id, pagina);
  }

  /** @throws AppError `servicio_no_disponible` when device-gateway does not answer: a state is never invented. */
  async panel(caller: Caller, requested: number | undefined): Promise<SwitchEnVivo[]> {
    return this.withEstado(await this.rows(caller, requested), null);
  }

  /**
   * Every switch assigned to the user that still exists in their company, active or not, as that person reads it: refusals name none but
   * these. @throws like {@link panel}.
   */
  async ofUsuario(caller: Caller, usuario_id: number): Promise<SwitchEnVivo[]> {
    const { empresa_id, switches } = await this.grants.readableBy(caller, usuario_id);
    if (empresa_id === null || switches.length === 0) return [];
    const own = await this.switches.page(caller, { empresa_id, ids: switches });
    return this.withEstado(own, new Set(own.map(({ nombre }) => nombre)));
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = await this.switches.getOrFail(caller, id);
    await this.empresas.write([empresa_id], async (tx) => {
      const fila = await this.switches.in(tx).withPlaca(caller, id);
      await this.enclavamientos.removeSwitches(tx, caller, empresa_id, [id]);
      await this.protecciones.removeSwitches(tx, caller, empresa_id, [id]);
      await this.puntos.forgetSwitches(tx, caller, empresa_id, [id]);
      await this.dispositivos.forgetSwitch(tx, caller, id);
      await this.switches.in(tx).delete(caller, { id });
      await this.events.deleted(tx, caller, [fila]);
    });
  }

  /** Deletes all switches of a company, within the transaction that deletes the company. */
  async eraseOfEmpresa(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const rows = await this.switches.in(tx).list(caller, empresa_id);
    await this.switches.in(tx).delete(caller, { empresa_id });
    await this.events.deleted(tx, caller, rows);
  }

  private async rows(caller: Caller, requested: number | undefined, pagina: Pagina = {}): Promise<Switch[]> {
    requireAdmin(caller);
    const empresa_id = await this.empresas.requested(caller, requested);
    return this.switches.page(caller, { empresa_id, ...pagina });
  }

  private async withEstado(rows: readonly Switch[], known: Known): Promise<SwitchEnVivo[]> {
    const placas = [...new Set(rows.map((fila) => fila.placa_id))];
    const estados = await byBatches<EstadoPlaca>(placas, (ids) =>
      this.bus.call('estado.leer', { placas: ids }, sistema('inventory'), { timeout_ms: WAIT_GATEWAY_MS }),
    );
    const byPlaca = new Map(estados.map((estado) => [estado.placa_id, estado]));
    return rows.map((fila) => liveSwitch(fila, byPlaca.get(fila.placa_id), known));
  }
}
