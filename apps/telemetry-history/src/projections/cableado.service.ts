import type { EventData } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export type Role = 'relevador' | 'sensor';

/** A pin that a switch uses. */
interface Connection {
  switch_id: number;
  empresa_id: number;
  papel: Role;
  placa_id: number;
  pin: number;
}

interface CableadoRow extends Connection {
  id: number;
  anotado: Date;
}

type SwitchCableado = Pick<
  EventData<'switch.guardado'>,
  'id' | 'empresa_id' | 'placa_id' | 'hardware_pin' | 'tiene_sensor' | 'sensor_pin'
>;

/**
 * Records which switch had which pin when, from inventory's events. A changed pin closes one row and opens another. The first wiring
 * of a pin begins at −infinity, so samples that a board buffered before its pins were assigned belong to the first switch. A switch
 * that moves from another pin has its past there: earlier samples of the new pin would count twice, so they are left out.
 */
@Injectable()
export class CableadoService {
  /** @param at when inventory recorded the change, ms */
  async wire(tx: EntityManager, data: SwitchCableado, at: number): Promise<void> {
    await this.lockTable(tx);
    const { id: switch_id, empresa_id, placa_id } = data;
    const base = { switch_id, empresa_id, placa_id };
    const sensor = data.tiene_sensor === 1 ? data.sensor_pin : null;
    await this.change(tx, switch_id, { ...base, papel: 'relevador', pin: data.hardware_pin }, new Date(at));
    if (sensor === null) await this.closeOpen(tx, switch_id, 'sensor', new Date(at));
    else await this.change(tx, switch_id, { ...base, papel: 'sensor', pin: sensor }, new Date(at));
  }

  /** Ends the wiring of a deleted switch, which frees its pins. */
  async unwire(tx: EntityManager, switch_id: number, at: number): Promise<void> {
    await this.lockTable(tx);
    await this.closeOpen(tx, switch_id, 'relevador', new Date(at));
    await this.closeOpen(tx, switch_id, 'sensor', new Date(at));
  }

  /** Serialises events of switches that share a board, because they are handled concurrently. */
  private async lockTable(tx: EntityManager): Promise<void> {
    await tx.query('LOCK TABLE cableado IN SHARE ROW EXCLUSIVE MODE');
  }

  private async change(tx: EntityManager, switch_id: number, connection: Connection, at: Date): Promise<void> {
    const opened: CableadoRow[] = await tx.query(
      `SELECT * FROM cableado WHERE switch_id = $1 AND papel = $2 AND hasta = 'infinity'`,
      [switch_id, connection.papel],
    );
    const { placa_id, pin, empresa_id } = connection;
    const continues = opened.some(
      (row) => row.placa_id === placa_id && row.pin === pin && row.empresa_id === empresa_id,
    );
    if (continues) return;
    await this.closeOpen(tx, switch_id, connection.papel, at);
    const moved = await this.exists(tx, 'switch_id = $1 AND papel = $2', [switch_id, connection.papel]);
    await (connection.papel === 'relevador'
      ? this.openRelay(tx, connection, at, moved)
      : this.openSensor(tx, connection, at, moved));
  }

  private async exists(tx: EntityManager, which: string, values: readonly unknown[]): Promise<boolean> {
    const [{ hay }]: [{ hay: boolean }] = await tx.query(`SELECT EXISTS (SELECT FROM cableado WHERE ${which}) AS hay`, [
      ...values,
    ]);
    return hay;
  }

  private async closeOpen(tx: EntityManager, switch_id: number, papel: Role, at: Date): Promise<void> {
    const abierto = `switch_id = $1 AND papel = $2 AND hasta = 'infinity'`;
    await tx.query(`DELETE FROM cableado WHERE ${abierto} AND desde >= $3`, [switch_id, papel, at]);
    await tx.query(`UPDATE cableado SET hasta = $3 WHERE ${abierto}`, [switch_id, papel, at]);
  }

  /** A relay pin has one switch at a time. Events of switches arrive in any order, so each row is inserted at its place in time. */
  private async openRelay(tx: EntityManager, connection: Connection, at: Date, moved: boolean): Promise<void> {
    const { placa_id, pin } = connection;
    const delPin = `papel = 'relevador' AND placa_id = $1 AND pin = $2`;
    const [anterior]: CableadoRow[] = await tx.query(
      `SELECT * FROM cableado WHERE ${delPin} AND anotado <= $3 ORDER BY anotado DESC, id DESC LIMIT 1`,
      [placa_id, pin, at],
    );
    const [next]: CableadoRow[] = await tx.query(
      `SELECT * FROM cableado WHERE ${delPin} AND anotado > $3 ORDER BY anotado, id LIMIT 1`,
      [placa_id, pin, at],
    );
    if (anterior) {
      await tx.query('DELETE FROM cableado WHERE id = $1 AND desde >= $2', [anterior.id, at]);
      await tx.query('UPDATE cableado SET hasta = least(hasta, $2) WHERE id = $1', [anterior.id, at]);
    }
    if (next) {
      await tx.query('UPDATE cableado SET desde = greatest(desde, anotado) WHERE id = $1', [next.id]);
    }
    await this.insert(tx, connection, anterior || moved ? at : null, next?.anotado ?? null, at);
  }

  /** Switches may share a sensor. A wiring begins at −infinity unless another has left the pin: before that, it may be another sensor. */
  private async openSensor(tx: EntityManager, connection: Connection, at: Date, moved: boolean): Promise<void> {
    const { placa_id, pin } = connection;
    const left = `papel = 'sensor' AND placa_id = $1 AND pin = $2 AND hasta < 'infinity'`;
    const desde = moved || (await this.exists(tx, left, [placa_id, pin])) ? at : null;
    await this.insert(tx, connection, desde, null, at);
  }

  /** `desde` null = −infinity, `hasta` null = infinity. */
  private async insert(
    tx: EntityManager,
    { switch_id, empresa_id, papel, placa_id, pin }: Connection,
    desde: Date | null,
    hasta: Date | null,
    anotado: Date,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado)
       VALUES ($1, $2, $3, $4, $5, coalesce($6::timestamptz, '-infinity'), coalesce($7::timestamptz, 'infinity'), $8)`,
      [switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado],
    );
  }
}
