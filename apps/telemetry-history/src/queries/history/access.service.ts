import {
  type Asignaciones,
  type Caller,
  callerEmpresa,
  DEFAULT_ZONE,
  type MagnitudClave,
  notFound,
} from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { DataSource } from 'typeorm';
import { type Cable, CABLES_JSON, readCables, type Relay, RELAY_JSON, RELAYS, type Wire } from '../series/wires.js';

export interface SwitchLegible {
  empresa_id: number;
  nombre: string;
  /** Name of the switch's site. */
  zona: string;
  /** Zone of its company, an IANA name. */
  zona_horaria: string;
}

export interface PuntoLegible {
  empresa_id: number;
  magnitud: MagnitudClave;
  /** '' while no event with its name has come. */
  nombre: string;
  /** The value, as it is kept, at which its counter begins at 0 again by itself; null = it never does. */
  vuelta: string | null;
  /** Zone of its company, an IANA name. */
  zona_horaria: string;
}

/** A switch and the wirings of its sensor. */
export interface Sensor extends SwitchLegible {
  cables: Cable[];
}

/** $1 switch, $2 the default zone. */
const switchSql = (mas: string): string =>
  `SELECT s.empresa_id, s.nombre, s.zona, coalesce(e.zona_horaria, $2) AS zona_horaria ${mas}
     FROM switches s LEFT JOIN empresas e ON e.id = s.empresa_id WHERE s.id = $1 AND NOT s.eliminado`;

/** Maximum number of remembered sensors; at the limit all are forgotten. */
const MAX_SENSORS = 20_000;

/** Checks who may read whose history. Foreign and absent ids answer alike. */
@Injectable()
export class AccessService {
  /** Sensors as last seen: a guess to start reading early; answers use the current ones. */
  private readonly noticed = new Map<number, Sensor>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly grants: GrantsReader,
  ) {}

  /** A switch that the caller may read, with its company's zone and the wiring of its relay. @throws AppError no_encontrado */
  async requireSwitch(caller: Caller, switch_id: number): Promise<SwitchLegible & { relays: Wire[] }> {
    const [sw]: (SwitchLegible & { relays: Wire[] })[] = await this.dataSource.query(
      switchSql(`, ${RELAY_JSON} AS relays`),
      [switch_id, DEFAULT_ZONE],
    );
    if (!sw || isForeign(caller, sw)) throw notFound();
    await this.requireAssigned(caller, switch_id);
    return sw;
  }

  /**
   * Returns what `leer` reads of a sensor that the caller may read. Starts at once with the sensor as last seen, while the switch, its
   * company and its wiring are checked; if they have changed, it reads again. An answer thus takes one round trip to Postgres and
   * never relies on remembered data. @throws AppError no_encontrado
   */
  async readSensor<T>(caller: Caller, switch_id: number, read: (sensor: Sensor) => Promise<T>): Promise<T> {
    const seen = this.noticed.get(switch_id);
    const adelantado = seen && !isForeign(caller, seen) ? read(seen) : undefined;
    // Handled below if the result is used; this only prevents an unhandled rejection.
    adelantado?.catch(() => undefined);
    const [sensor] = await Promise.all([this.sensor(switch_id), this.requireAssigned(caller, switch_id)]);
    if (!sensor || isForeign(caller, sensor)) throw notFound();
    return adelantado && isDeepStrictEqual(sensor, seen) ? adelantado : read(sensor);
  }

  /**
   * The company of a device that the caller may read, and since when it owns the device (as Postgres writes it, including -infinity).
   * @throws AppError no_encontrado
   */
  async requireDispositivo(
    caller: Caller,
    dispositivo_id: number,
  ): Promise<{ empresa_id: number; nombre: string; desde: string }> {
    const [dispositivo]: { empresa_id: number; nombre: string; desde: string }[] = await this.dataSource.query(
      `SELECT d.empresa_id, d.nombre, t.desde::text
         FROM dispositivos d JOIN tenencias t ON t.dispositivo_id = d.id AND t.hasta = 'infinity' AND t.empresa_id = d.empresa_id
        WHERE d.id = $1 AND NOT d.eliminado`,
      [dispositivo_id],
    );
    const confined = callerEmpresa(caller);
    if (!dispositivo || (confined !== null && dispositivo.empresa_id !== confined)) throw notFound();
    if (caller.tipo === 'persona' && caller.rol === 'usuario') {
      const { dispositivos } = await this.grants.ofCaller(caller);
      if (!dispositivos.includes(dispositivo_id)) throw notFound();
    }
    return dispositivo;
  }

  /** A point that the caller, an admin, may read. @throws AppError no_encontrado */
  async requirePunto(caller: Caller, punto_id: number): Promise<PuntoLegible> {
    const [punto]: PuntoLegible[] = await this.dataSource.query(
      `SELECT p.empresa_id, p.magnitud, p.nombre, p.vuelta, coalesce(e.zona_horaria, $2) AS zona_horaria
         FROM puntos p LEFT JOIN empresas e ON e.id = p.empresa_id WHERE p.id = $1 AND NOT p.eliminado`,
      [punto_id, DEFAULT_ZONE],
    );
    const denied = caller.tipo === 'persona' && caller.rol === 'usuario';
    if (!punto || denied || isForeign(caller, punto)) throw notFound();
    return punto;
  }

  /** Assignments of a usuario, for themselves, an admin of their company or an admin_global. @throws AppError no_encontrado */
  requireUsuario(caller: Caller, usuario_id: number): Promise<Asignaciones> {
    return this.grants.readableBy(caller, usuario_id);
  }

  /** Relays of the active switches among these, which are the ones on a usuario's panel. */
  activeRelays(ids: readonly number[]): Promise<Relay[]> {
    return this.dataSource.query(`${RELAYS} WHERE s.id = ANY($1::int[]) AND s.activo AND NOT s.eliminado`, [ids]);
  }

  /** Relays of one switch, active or not. */
  relaysOf(switch_id: number): Promise<Relay[]> {
    return this.dataSource.query(`${RELAYS} WHERE s.id = $1 AND NOT s.eliminado`, [switch_id]);
  }

  /** Relays of a company's switches that the caller may read; of a usuario's only the active ones. @throws AppError no_encontrado */
  async relaysOfEmpresa(caller: Caller, empresa_id: number): Promise<Relay[]> {
    const readable = await this.switchesOfEmpresa(caller, empresa_id);
    return this.dataSource.query(
      `${RELAYS} WHERE s.empresa_id = $1 AND NOT s.eliminado AND ($2::int[] IS NULL OR (s.activo AND s.id = ANY($2::int[])))`,
      [empresa_id, readable],
    );
  }

  /** Switches of a company that the caller may read; null = all. @throws AppError no_encontrado */
  async switchesOfEmpresa(caller: Caller, empresa_id: number): Promise<number[] | null> {
    const confined = callerEmpresa(caller);
    if (confined !== null && confined !== empresa_id) throw notFound();
    const [empresa] = await this.dataSource.query('SELECT FROM empresas WHERE id = $1 AND eliminada_en IS NULL', [
      empresa_id,
    ]);
    if (!empresa) throw notFound();
    if (caller.tipo === 'persona' && caller.rol === 'usuario') return (await this.grants.ofCaller(caller)).switches;
    return null;
  }

  private async sensor(switch_id: number): Promise<Sensor | null> {
    const [fila]: (SwitchLegible & { cables: Parameters<typeof readCables>[0] })[] = await this.dataSource.query(
      switchSql(`, ${CABLES_JSON} AS cables`),
      [switch_id, DEFAULT_ZONE],
    );
    if (!fila) {
      this.noticed.delete(switch_id);
      return null;
    }
    const sensor = { ...fila, cables: readCables(fila.cables) };
    if (this.noticed.size >= MAX_SENSORS) this.noticed.clear();
    this.noticed.set(switch_id, sensor);
    return sensor;
  }

  /** A usuario may read only assigned switches. @throws AppError no_encontrado */
  private async requireAssigned(caller: Caller, switch_id: number): Promise<void> {
    if (caller.tipo !== 'persona' || caller.rol !== 'usuario') return;
    const { switches } = await this.grants.ofCaller(caller);
    if (!switches.includes(switch_id)) throw notFound();
  }
}

const isForeign = (caller: Caller, { empresa_id }: { empresa_id: number }): boolean => {
  const confined = callerEmpresa(caller);
  return confined !== null && empresa_id !== confined;
};
