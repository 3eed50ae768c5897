import { isCentinela, notFound, PUNTO_N_MAX, type Caller, type Dialecto } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { ArrayOverlap, DataSource, In, IsNull, type EntityManager } from 'typeorm';
import { PuntoEntity } from './punto.entity.js';

export interface PuntoBoard {
  placa_id: number;
  numero: number;
  dialecto: Dialecto;
}

interface Wanted {
  empresa_id: number | null;
  /** null = those without a board; absent = all. */
  placa_id?: number | null | undefined;
}

@Injectable()
export class PuntosRepository extends TenantRepository<PuntoEntity> {
  constructor(private readonly db: DataSource) {
    super(db, PuntoEntity);
  }

  async list(caller: Caller, { empresa_id, placa_id }: Wanted): Promise<PuntoEntity[]> {
    return this.find(caller, {
      where: {
        ...(empresa_id !== null && { empresa_id }),
        ...(placa_id !== undefined && { placa_id: placa_id ?? IsNull() }),
      },
      order: { id: 'ASC' },
    });
  }

  /** How many points a board has; null = how many the company has without one. */
  countOf(caller: Caller, empresa_id: number, placa_id: number | null): Promise<number> {
    return this.count(caller, { empresa_id, placa_id: placa_id ?? IsNull() });
  }

  /** Of these boards, what reads a pin. */
  async ofBoards(caller: Caller, placas: readonly number[]): Promise<PuntoEntity[]> {
    return this.find(caller, { where: { placa_id: In([...placas]) }, order: { id: 'ASC' } });
  }

  /** The company's points that measure one of these switches. */
  async measuring(caller: Caller, empresa_id: number, switches: readonly number[]): Promise<PuntoEntity[]> {
    return this.find(caller, { where: { empresa_id, mide: ArrayOverlap([...switches]) }, order: { id: 'ASC' } });
  }

  /** The number of each board that is there. */
  async boardNumbers(placas: readonly number[]): Promise<Map<number, number>> {
    const rows: { placa_id: number; numero: number }[] = await this.db.query(
      'SELECT placa_id, numero FROM placas WHERE placa_id = ANY($1)',
      [placas],
    );
    return new Map(rows.map(({ placa_id, numero }) => [placa_id, numero]));
  }

  /** Whose a board is. @throws AppError `no_encontrado` */
  async companyOf(placa_id: number): Promise<number> {
    const [board]: { empresa_id: number }[] = await this.db.query('SELECT empresa_id FROM placas WHERE placa_id = $1', [
      placa_id,
    ]);
    if (!board) throw notFound();
    return board.empresa_id;
  }

  /** The next number of a board, within a transaction that holds the company's lock; null = all are given out. */
  async nextNumber(tx: EntityManager, placa_id: number): Promise<number | null> {
    const [rows]: [{ punto_n: number }[], number] = await tx.query(
      'UPDATE placas SET punto_n = punto_n + 1 WHERE placa_id = $1 AND punto_n < $2 RETURNING punto_n',
      [placa_id, PUNTO_N_MAX],
    );
    return rows[0]?.punto_n ?? null;
  }

  /** @throws AppError `no_encontrado` unless the company has this board */
  async requireBoard(tx: EntityManager, empresa_id: number, placa_id: number): Promise<PuntoBoard> {
    const [board]: PuntoBoard[] = await tx.query(
      'SELECT placa_id, numero, dialecto FROM placas WHERE placa_id = $1 AND empresa_id = $2',
      [placa_id, empresa_id],
    );
    if (!board) throw notFound();
    return board;
  }

  /** @throws AppError `no_encontrado` unless every switch belongs to the company */
  async requireSwitches(tx: EntityManager, empresa_id: number, ids: readonly number[]): Promise<void> {
    const [row]: { n: number }[] = await tx.query(
      'SELECT count(*)::int AS n FROM switches WHERE empresa_id = $1 AND id = ANY($2)',
      [empresa_id, ids],
    );
    if (row?.n !== new Set(ids).size) throw notFound();
  }

  /** Whether a switch of the board reads its sensor at the pin. */
  async isSensor(tx: EntityManager, placa_id: number, pin: number): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      'SELECT 1 FROM switches WHERE placa_id = $1 AND sensor_pin = $2 AND tiene_sensor = 1 LIMIT 1',
      [placa_id, pin],
    );
    return rows.length > 0;
  }

  /**
   * Whether this device of the company is a centinela.
   * @throws AppError `no_encontrado` unless the company has the device
   */
  async isMeter(tx: EntityManager, empresa_id: number, dispositivo_id: number): Promise<boolean> {
    const [row]: { tipo: string }[] = await tx.query(
      'SELECT tipo FROM dispositivos WHERE id = $1 AND empresa_id = $2',
      [dispositivo_id, empresa_id],
    );
    if (!row) throw notFound();
    return isCentinela(row.tipo);
  }

  /** Names of the switches that move or read a pin of the board. */
  async usersOfPin(tx: EntityManager, placa_id: number, pin: number): Promise<string[]> {
    const rows: { nombre: string }[] = await tx.query(
      'SELECT nombre FROM switches WHERE placa_id = $1 AND (hardware_pin = $2 OR sensor_pin = $2) ORDER BY id',
      [placa_id, pin],
    );
    return rows.map(({ nombre }) => nombre);
  }
}
