import { Bus } from '@acequia/bus';
import {
  AppError,
  type Caller,
  callerEmpresa,
  notFound,
  sistema,
  type Known,
  type TipoSwitch,
} from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountDirectory, type KnownDispositivo } from './account-directory.js';
import { texts } from '../textos.js';

/** A switch as the gateway's projection has it. */
export interface AccessibleSwitch {
  id: number;
  empresa_id: number;
  nombre: string;
  placa_id: number;
  tipo: TipoSwitch;
  hardware_pin: number;
  activo: number;
  max_encendido_s: number | null;
}

/** Who may read and operate which device: a usuario the assigned ones, an admin those of their company. */
@Injectable()
export class DeviceAccess {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly grants: GrantsReader,
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `no_encontrado` alike for an absent, a foreign and an unassigned device */
  async require(caller: Caller, id: number): Promise<KnownDispositivo> {
    const dispositivo = await this.directory.dispositivo(id);
    const empresa = callerEmpresa(caller);
    if (!dispositivo || (empresa !== null && dispositivo.empresa_id !== empresa)) throw notFound();
    const assigned = await this.assigned(caller);
    if (assigned !== null && !assigned.dispositivos.includes(id)) throw notFound();
    return dispositivo;
  }

  /** @throws AppError `no_encontrado`, as {@link require} */
  async requireSwitch(caller: Caller, id: number): Promise<AccessibleSwitch> {
    const sw = (await this.switches(caller, [id])).get(id);
    if (!sw) throw notFound();
    return sw;
  }

  /** Those of these switches that the caller may operate. */
  async switches(caller: Caller, ids: readonly number[]): Promise<ReadonlyMap<number, AccessibleSwitch>> {
    const rows: AccessibleSwitch[] = await this.db.query(
      'SELECT id, empresa_id, nombre, placa_id, tipo, hardware_pin, activo, max_encendido_s FROM switches WHERE id = ANY($1)',
      [ids],
    );
    const empresa = callerEmpresa(caller);
    const own = rows.filter(({ empresa_id }) => empresa === null || empresa_id === empresa);
    const assigned = own.length === 0 ? null : await this.assigned(caller);
    const granted = own.filter(({ id }) => assigned === null || assigned.switches.includes(id));
    return new Map(granted.map((sw) => [sw.id, sw]));
  }

  /**
   * The company whose devices are listed: the caller's, or the one an admin_global requests; null = all. A company that no event has
   * announced is asked of auth-tenancy, because a company can be used as soon as its creation was answered.
   * @throws AppError `no_encontrado` alike for a foreign and an absent company; what `empresas.ficha` throws
   */
  async requireEmpresa(caller: Caller, requested: number | undefined): Promise<number | null> {
    const own = callerEmpresa(caller);
    if (requested === undefined) return own;
    if (own !== null) {
      if (requested !== own) throw notFound();
      return own;
    }
    const known: unknown[] = await this.db.query('SELECT 1 FROM empresas WHERE id = $1', [requested]);
    if (known.length === 0) await this.bus.call('empresas.ficha', { id: requested }, sistema('device-gateway'));
    return requested;
  }

  /**
   * People of a suspended or expired company cannot turn anything on, even while a session outlives the suspension for a moment. Safety
   * measures continue, above all OFF.
   * @throws AppError `sin_permiso`
   */
  async requireOpenCompany(caller: Caller, empresa_id: number): Promise<void> {
    if (caller.tipo !== 'persona' || caller.rol === 'admin_global') return;
    const [empresa]: { activa: number; expired: boolean }[] = await this.db.query(
      'SELECT activa, fecha_vencimiento < (now() AT TIME ZONE zona_horaria)::date AS expired FROM empresas WHERE id = $1',
      [empresa_id],
    );
    if (empresa && (empresa.activa === 0 || empresa.expired))
      throw new AppError('sin_permiso', { texto: texts.empresaInactive });
  }

  /** null = everything of the caller's company. */
  async assigned(caller: Caller): Promise<{ dispositivos: number[]; switches: number[] } | null> {
    if (caller.tipo !== 'persona' || caller.rol !== 'usuario') return null;
    return this.grants.ofCaller(caller);
  }

  /** The switches that sentences may name to the caller: to a usuario those assigned to them. */
  async known(caller: Caller): Promise<Known> {
    const assigned = await this.assigned(caller);
    if (assigned === null) return null;
    const rows: { nombre: string }[] = await this.db.query('SELECT nombre FROM switches WHERE id = ANY($1)', [
      assigned.switches,
    ]);
    return new Set(rows.map(({ nombre }) => nombre));
  }
}
