import type { TipoAviso } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { COLUMNAS_AVISO, type FilaAviso } from '../avisos/aviso.js';
import { AvisosLive } from '../avisos/avisos.live.js';
import { Outgoing } from '../deliveries/outgoing.js';
import type { Field } from '../field/field.js';
import type { Alarm, Step } from './alarm.js';
import { QUIET, REOPEN_MS } from '../avisos/machine.js';
import { afterEpisode } from '../avisos/telling.js';
import { sentence } from '../textos-avisos.js';

/** The end of these alarms is not sent: the next step, or a payment, makes it obvious. */
const SILENT_END: readonly TipoAviso[] = ['vencimiento', 'limite_usuarios'];

/** What it says; the version before reads its sentence only. */
const saidBy = ({ watch: { tipo }, datos }: Alarm): string => sentence({ tipo, datos });

/** Stored alarms. Deliveries are written in the same transaction. */
@Injectable()
export class AlarmsRepository {
  constructor(
    private readonly db: DataSource,
    private readonly outgoing: Outgoing,
    private readonly live: AvisosLive,
  ) {}

  /** A company's open alarms, and those that ended so recently that they may reopen. */
  recent(empresa_id: number, now: number): Promise<FilaAviso[]> {
    return this.db.query(
      `SELECT ${COLUMNAS_AVISO} FROM avisos a WHERE a.empresa_id = $1 AND (a.estado <> 'resuelto' OR a.hasta > $2)
       ORDER BY a.id`,
      [empresa_id, now - REOPEN_MS],
    );
  }

  /** All steps or none. */
  async write(empresa_id: number, steps: readonly Step[]): Promise<void> {
    if (steps.length === 0) return;
    const changed = await this.db.transaction(async (tx) => {
      const rows = new Map<number, FilaAviso>();
      for (const step of steps) {
        const row = await this.step(tx, empresa_id, step);
        if (row) rows.set(row.id, row);
      }
      return rows;
    });
    for (const row of changed.values()) this.live.changed(row);
    this.outgoing.hurry();
  }

  /** The object was deleted: nobody is notified. */
  async drop(alarm: Alarm, at: number): Promise<void> {
    if (alarm.aviso_id !== null) await this.dropRow(alarm.aviso_id, at);
  }

  async dropRow(id: number, at: number): Promise<void> {
    const [rows] = (await this.db.query(
      `UPDATE avisos a SET estado = 'resuelto', hasta = $2, maquina = $3 WHERE a.id = $1 AND a.estado <> 'resuelto'
       RETURNING ${COLUMNAS_AVISO}`,
      [id, at, QUIET],
    )) as [FilaAviso[], number];
    for (const row of rows) this.live.changed(row);
  }

  /** Stores what the field has learned, for the next start. */
  async learned(field: Field): Promise<void> {
    const { boards, devices } = field.learned;
    for (const id of boards)
      await this.db.query('UPDATE placas SET habito_ms = $2 WHERE placa_id = $1', [
        id,
        field.boards.get(id)?.habito_ms ?? 0,
      ]);
    boards.clear();
    for (const id of devices)
      await this.db.query('UPDATE dispositivos SET fases = $2 WHERE id = $1', [id, field.devices.get(id)?.fases ?? 0]);
    devices.clear();
  }

  private async step(tx: EntityManager, empresa_id: number, step: Step): Promise<FilaAviso | null> {
    const { alarm } = step;
    switch (step.kind) {
      case 'open':
        return this.open(tx, empresa_id, alarm);
      case 'reopen':
        return this.reopen(tx, empresa_id, alarm);
      case 'close':
      case 'fold':
        return this.close(tx, empresa_id, step);
      case 'tell':
        return this.tell(tx, empresa_id, alarm);
      case 'calm':
        return this.update(tx, alarm, [], []);
      case 'text': {
        const row = await this.update(
          tx,
          alarm,
          ['datos = $5', 'texto = $6', 'switches = $7'],
          [alarm.datos, saidBy(alarm), alarm.watch.switches()],
        );
        if (row) await this.outgoing.changed(tx, empresa_id, row.id);
        return row;
      }
    }
  }

  /** Another instance may have opened the alarm already: then that row is used. */
  private async open(tx: EntityManager, empresa_id: number, alarm: Alarm): Promise<FilaAviso | null> {
    const { watch, machine, telling, severidad, datos } = alarm;
    const { placa_id, switch_id, dispositivo_id, punto_id, sitio } = watch.about;
    const [row]: FilaAviso[] = await tx.query(
      `INSERT INTO avisos AS a (empresa_id, tipo, objeto, severidad, estado, desde, texto, placa_id, switch_id,
         dispositivo_id, sitio, switches, maquina, contar_desde, punto_id, datos)
       VALUES ($1, $2, $3, $4, 'disparado', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       ON CONFLICT (empresa_id, tipo, objeto) WHERE estado <> 'resuelto' DO UPDATE SET maquina = a.maquina
       RETURNING ${COLUMNAS_AVISO}`,
      [
        ...[empresa_id, watch.tipo, watch.objeto, severidad, machine.since, saidBy(alarm)],
        ...[placa_id, switch_id, dispositivo_id, sitio, watch.switches(), machine, telling.from],
        ...[punto_id, datos],
      ],
    );
    alarm.aviso_id = row?.id ?? null;
    return row ?? null;
  }

  /** Reopens the same alarm: its row, and its message, which is edited instead of sent again. */
  private async reopen(tx: EntityManager, empresa_id: number, alarm: Alarm): Promise<FilaAviso | null> {
    const { watch, machine, telling, datos } = alarm;
    const [rows] = (await tx.query(
      `UPDATE avisos a SET estado = 'disparado', hasta = NULL, veces = $4, texto = $5, maquina = $6, contado = 0,
         contado_ts = $7, contar_desde = $8, reconocido_por = NULL, reconocido_por_id = NULL, reconocido_ts = NULL, nota = NULL,
         encargado = NULL, encargado_id = NULL, encargado_ts = NULL, causa_id = NULL, datos = $9
       WHERE a.id = (SELECT max(id) FROM avisos WHERE empresa_id = $1 AND tipo = $2 AND objeto = $3)
       RETURNING ${COLUMNAS_AVISO}`,
      [
        empresa_id,
        watch.tipo,
        watch.objeto,
        machine.times,
        saidBy(alarm),
        machine,
        telling.toldAt,
        telling.from,
        datos,
      ],
    )) as [FilaAviso[], number];
    const [row] = rows;
    if (!row) return this.open(tx, empresa_id, alarm);
    alarm.aviso_id = row.id;
    await this.outgoing.changed(tx, empresa_id, row.id);
    return row;
  }

  private async close(
    tx: EntityManager,
    empresa_id: number,
    step: Extract<Step, { before: unknown }>,
  ): Promise<FilaAviso | null> {
    const { alarm, before, at, kind } = step;
    const ended = kind === 'fold' ? at : before.clearSince || at;
    const { told } = alarm.telling;
    const reached = !told || alarm.aviso_id === null || (await this.outgoing.reached(tx, alarm.aviso_id));
    alarm.telling = afterEpisode(alarm.telling, reached);
    const row = await this.update(tx, alarm, [`estado = 'resuelto'`, 'hasta = $5'], [ended]);
    alarm.aviso_id = null;
    if (!row) return null;
    if (kind === 'close' && told && !SILENT_END.includes(alarm.watch.tipo))
      await this.outgoing.closed(tx, empresa_id, row.id, row.severidad);
    else await this.outgoing.changed(tx, empresa_id, row.id);
    return row;
  }

  private async tell(tx: EntityManager, empresa_id: number, alarm: Alarm): Promise<FilaAviso | null> {
    const row = await this.update(tx, alarm, ['contado = 1'], [], 'AND a.contado = 0');
    // The alarm was already sent as open.
    if (row) await this.outgoing.opened(tx, empresa_id, row.id, row.severidad);
    return row;
  }

  private async update(
    tx: EntityManager,
    { aviso_id, machine, telling }: Alarm,
    assignments: readonly string[],
    values: unknown[],
    only = '',
  ): Promise<FilaAviso | null> {
    const [rows] = (await tx.query(
      `UPDATE avisos a SET ${['maquina = $2', 'contado_ts = $3', 'contar_desde = $4', ...assignments].join(', ')}
       WHERE a.id = $1 AND a.estado <> 'resuelto' ${only} RETURNING ${COLUMNAS_AVISO}`,
      [aviso_id, machine, telling.toldAt, telling.from, ...values],
    )) as [FilaAviso[], number];
    return rows[0] ?? null;
  }
}
