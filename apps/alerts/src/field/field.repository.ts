import { CAMBIOS_PARTICIONES, type Comunicador } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MOST_FAILED } from '../failing.js';
import type { FilaRegla, Silence } from './settings.js';
import { Field } from './field.js';
import { Modem } from './modem.js';
import type { Board, Communicator, Company, DeadChannel, Device, Punto, Wired } from './things.js';

type BoardRow = Pick<Board, 'placa_id' | 'numero' | 'nombre' | 'sitio' | 'revocada' | 'habito_ms'>;
type WiredRow = Omit<
  Wired,
  'on' | 'ts' | 'since' | 'live' | 'watched' | 'lastOn' | 'flips' | 'sensor' | 'wish' | 'decision'
>;
type DeviceRow = Omit<Device, 'online' | 'motivo' | 'since' | 'out' | 'metricas' | 'ts' | 'demand'>;
type PuntoRow = Omit<Punto, 'told' | 'sameSince' | 'moves' | 'trend'>;

export interface Things {
  company: Company;
  boards: BoardRow[];
  switches: WiredRow[];
  devices: DeviceRow[];
  puntos: PuntoRow[];
  dead: DeadChannel[];
  communicator: Communicator | null;
}

@Injectable()
export class FieldRepository {
  constructor(
    private readonly db: DataSource,
    private readonly modem: Modem,
  ) {}

  async companiesOf(partition: number): Promise<number[]> {
    const rows: { id: number }[] = await this.db.query('SELECT id FROM empresas WHERE id % $1 = $2', [
      CAMBIOS_PARTICIONES,
      partition,
    ]);
    return rows.map(({ id }) => id);
  }

  /** A company's things as stored; null = there is no such company. */
  async things(id: number): Promise<Things | null> {
    const [[company], boards, switches, devices, puntos, dead, communicator] = await Promise.all([
      this.db.query<Company[]>(
        `SELECT id, nombre, activa, zona_horaria, fecha_vencimiento::text AS fecha_vencimiento, tarifas FROM empresas WHERE id = $1`,
        [id],
      ),
      this.db.query<BoardRow[]>(
        `SELECT placa_id, numero, nombre, nullif(sitio, '') AS sitio, revocada, habito_ms::float8 AS habito_ms
         FROM placas WHERE empresa_id = $1`,
        [id],
      ),
      this.db.query<WiredRow[]>(
        `SELECT id, placa_id, nombre, zona, tipo, hardware_pin, sensor_pin, activo, max_encendido_s
         FROM switches WHERE empresa_id = $1`,
        [id],
      ),
      this.db.query<DeviceRow[]>(
        `SELECT id, nombre, tipo, nullif(sitio, '') AS sitio, vigila_switch_id, activo, suspendido,
           fecha_vencimiento::text AS fecha_vencimiento, fases FROM dispositivos WHERE empresa_id = $1`,
        [id],
      ),
      this.db.query<PuntoRow[]>(
        `SELECT q.id, q.placa_id, q.nombre, coalesce(nullif(q.sitio, ''), nullif(p.sitio, '')) AS sitio, q.magnitud, q.cada_s, q.activo,
           q.concesion_m3
         FROM puntos q LEFT JOIN placas p USING (placa_id) WHERE q.empresa_id = $1 ORDER BY q.id`,
        [id],
      ),
      this.db.query<DeadChannel[]>(
        `SELECT canal, coalesce(prueba_a, destino) AS nombre FROM canales
         WHERE empresa_id = $1 AND activo = 1 AND pruebas_falladas >= ${MOST_FAILED} ORDER BY id`,
        [id],
      ),
      this.communicator(id),
    ]);
    return company ? { company, boards, switches, devices, puntos, dead, communicator } : null;
  }

  private async communicator(id: number): Promise<Communicator | null> {
    const [row]: { tipo: Comunicador | null }[] = await this.db.query(
      'SELECT comunicador AS tipo FROM ajustes WHERE empresa_id = $1',
      [id],
    );
    if (!row?.tipo) return null;
    if (row.tipo === 'router') return { tipo: row.tipo };
    const { isThere, fails } = await this.modem.state();
    return { tipo: row.tipo, isThere, fails };
  }

  rules(id: number): Promise<FilaRegla[]> {
    return this.db.query('SELECT * FROM reglas WHERE empresa_id = $1', [id]);
  }

  /** Those that have ended too, until they have been reminded of. */
  silences(id: number): Promise<Silence[]> {
    return this.db.query(
      'SELECT objeto, desde::float8 AS desde, hasta::float8 AS hasta FROM silencios WHERE empresa_id = $1',
      [id],
    );
  }
}

/** Updates the field, or makes one; the last reported states stay. */
export const filled = (known: Field | null, things: Things): Field => {
  const { company, boards, switches, devices, puntos, dead, communicator } = things;
  const field = known ?? new Field(company);
  field.company = company;
  field.dead = dead;
  field.communicator = communicator;
  merge(field.boards, boards, ({ placa_id }) => placa_id, newBoard);
  merge(field.switches, switches, (row) => row.id, newWired);
  merge(field.devices, devices, (row) => row.id, newDevice);
  merge(field.puntos, puntos, (row) => row.id, newPunto);
  return field;
};

/** Known rows get the new columns, new rows start as `fresh`, missing rows are removed. */
const merge = <R extends object, T extends R>(
  known: Map<number, T>,
  rows: readonly R[],
  idOf: (row: R) => number,
  fresh: (row: R) => T,
): void => {
  const ids = new Set(rows.map(idOf));
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  for (const row of rows) {
    const before = known.get(idOf(row));
    if (before) Object.assign(before, row);
    else known.set(idOf(row), fresh(row));
  }
};

export const newBoard = (row: BoardRow): Board => ({
  ...row,
  online: null,
  since: 0,
  heard: 0,
  clockAhead: false,
  clockOutside: false,
  shared: 0,
  lag: null,
  quota: null,
});
export const newWired = (row: WiredRow): Wired => ({
  ...row,
  on: null,
  ts: 0,
  since: 0,
  live: false,
  watched: null,
  lastOn: null,
  flips: [],
  sensor: null,
  wish: null,
  decision: null,
});
export const newDevice = (row: DeviceRow): Device => ({
  ...row,
  online: null,
  motivo: null,
  since: 0,
  out: null,
  metricas: null,
  ts: 0,
  demand: null,
});
export const newPunto = (row: PuntoRow): Punto => ({ ...row, told: null, sameSince: 0, moves: 0, trend: [] });
