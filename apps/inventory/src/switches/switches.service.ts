import { Bus } from '@acequia/bus';
import { sistema, type Caller, type EstadoPlaca, type Switch, type SwitchEnVivo } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exigirAdmin } from '../acceso.js';
import { DispositivosService } from '../dispositivos/dispositivos.service.js';
import { ESPERA_GATEWAY_MS, porTandas } from '../device-gateway.js';
import { EnclavamientosService } from '../enclavamientos/enclavamientos.service.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { enVivo } from './switch-en-vivo.js';
import { SwitchesEventos } from './switches.eventos.js';
import { SwitchesRepository } from './switches.repository.js';

@Injectable()
export class SwitchesService {
  constructor(
    private readonly switches: SwitchesRepository,
    private readonly eventos: SwitchesEventos,
    private readonly empresas: EmpresasService,
    private readonly dispositivos: DispositivosService,
    private readonly enclavamientos: EnclavamientosService,
    private readonly grants: GrantsReader,
    private readonly bus: Bus,
  ) {}

  async listar(caller: Caller, pedida: number | undefined): Promise<Switch[]> {
    return this.filas(caller, pedida);
  }

  /** @throws AppError `servicio_no_disponible` when device-gateway cannot say: a state is never invented. */
  async panel(caller: Caller, pedida: number | undefined): Promise<SwitchEnVivo[]> {
    return this.conEstado(await this.filas(caller, pedida));
  }

  /** Every switch assigned to the user that still exists in their company, active or not. @throws like {@link panel}. */
  async deUsuario(caller: Caller, usuario_id: number): Promise<SwitchEnVivo[]> {
    const { empresa_id, switches } = await this.grants.readableBy(caller, usuario_id);
    if (empresa_id === null || switches.length === 0) return [];
    return this.conEstado(await this.switches.leer(caller, empresa_id, switches));
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    exigirAdmin(caller);
    const { empresa_id } = await this.switches.getOrFail(caller, id);
    await this.empresas.escribir([empresa_id], async (tx) => {
      const fila = await this.switches.in(tx).conPlaca(caller, id);
      await this.enclavamientos.sinSwitches(tx, caller, empresa_id, [id]);
      await this.dispositivos.sinSwitch(tx, caller, id);
      await this.switches.in(tx).delete(caller, { id });
      await this.eventos.eliminados(tx, caller, [fila]);
    });
  }

  /** All switches of a company that is going, within the transaction of its end. */
  async borrarDeEmpresa(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const filas = await this.switches.in(tx).listar(caller, empresa_id);
    await this.switches.in(tx).delete(caller, { empresa_id });
    await this.eventos.eliminados(tx, caller, filas);
  }

  private async filas(caller: Caller, pedida: number | undefined): Promise<Switch[]> {
    exigirAdmin(caller);
    const empresa_id = await this.empresas.pedida(caller, pedida);
    return this.switches.leer(caller, empresa_id);
  }

  private async conEstado(filas: readonly Switch[]): Promise<SwitchEnVivo[]> {
    const placas = [...new Set(filas.map((fila) => fila.placa_id))];
    const estados = await porTandas<EstadoPlaca>(placas, (ids) =>
      this.bus.call('estado.leer', { placas: ids }, sistema('inventory'), { timeout_ms: ESPERA_GATEWAY_MS }),
    );
    const porPlaca = new Map(estados.map((estado) => [estado.placa_id, estado]));
    return filas.map((fila) => enVivo(fila, porPlaca.get(fila.placa_id)));
  }
}
