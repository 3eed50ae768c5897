import type { AgendaMessage, ControlMessage, RunsMessage, StatusMessage } from '@acequia/board-protocol';
import { Outbox } from '@acequia/bus';
import {
  type AgendaDePlaca,
  BOOT_LOOP,
  type ControlDePlaca,
  LITTLE_HEAP,
  LITTLE_STACK,
  LOST_TOLD_MS,
  type PlacaDetalle,
  type PlacaSalud,
  type ProteccionDeControl,
  type ReglaDePlaca,
  SHORTEST_LIFE,
  type TurnoDePlaca,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { KnownPlaca } from '../registry/known-placa.js';
import { healthOf } from './health.js';
import type { BoardPlans, DoneRun } from './plan-causes.js';

interface Fila {
  version: string;
  agenda: number | null;
  hasta: string | null;
  corridas: TurnoDePlaca[] | null;
  control: number | null;
  reglas: ReglaDePlaca[] | null;
  protecciones: ProteccionDeControl[] | null;
}

/** The messages for a board, and the version that tells them from earlier ones. */
export interface StoredPlans {
  version: string;
  agenda: AgendaMessage | null;
  control: ControlMessage | null;
}

const BOTH = 'FROM agendas a FULL JOIN controles c USING (placa_id) WHERE placa_id = ANY($1)';
/** The transactions that wrote the rows: they differ after each write, also of another content with the same revision. */
const VERSION = "concat(a.xmin, ' ', c.xmin)";

/** Stores the plans of boards and what the boards report about them. */
@Injectable()
export class PlansRepository {
  constructor(
    private readonly db: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /** Answers false when the table already holds this revision or a newer one. */
  async save({ placa_id, rev, until, runs }: AgendaDePlaca): Promise<boolean> {
    const rows: unknown[] = await this.db.query(
      `INSERT INTO agendas AS a (placa_id, rev, hasta, corridas) VALUES ($1, $2, $3, $4)
       ON CONFLICT (placa_id) DO UPDATE SET rev = excluded.rev, hasta = excluded.hasta, corridas = excluded.corridas
       WHERE a.rev < excluded.rev OR (a.rev = excluded.rev AND a.corridas <> excluded.corridas) RETURNING placa_id`,
      [placa_id, rev, until, JSON.stringify(runs)],
    );
    return rows.length > 0;
  }

  /** Answers false when the table already holds this revision or a newer one. */
  async saveControl({ placa_id, rev, rules, protections }: ControlDePlaca): Promise<boolean> {
    const rows: unknown[] = await this.db.query(
      `INSERT INTO controles AS a (placa_id, rev, reglas, protecciones) VALUES ($1, $2, $3, coalesce($4::jsonb, '[]'))
       ON CONFLICT (placa_id) DO UPDATE SET rev = excluded.rev, reglas = excluded.reglas,
         protecciones = coalesce($4::jsonb, a.protecciones)
       WHERE a.rev < excluded.rev OR (a.rev = excluded.rev
         AND (a.reglas <> excluded.reglas OR a.protecciones <> coalesce($4::jsonb, a.protecciones))) RETURNING placa_id`,
      [placa_id, rev, JSON.stringify(rules), protections ? JSON.stringify(protections) : null],
    );
    return rows.length > 0;
  }

  /** What a board has to get; null = it has no plans yet. */
  async plansFor({ placa_id, epoch }: KnownPlaca): Promise<StoredPlans | null> {
    const [fila]: Fila[] = await this.db.query(
      `SELECT ${VERSION} AS version, a.rev AS agenda, a.hasta, a.corridas, c.rev AS control, c.reglas, c.protecciones ${BOTH}`,
      [[placa_id]],
    );
    if (!fila) return null;
    const { version, agenda, hasta, corridas, control, reglas, protecciones } = fila;
    const runs = (corridas ?? []).map(({ nombre: _, ...run }) => run);
    const rules = (reglas ?? []).map(({ hold_s: _, nombre: __, ...rule }) => rule);
    const protections = (protecciones ?? []).map(({ nombre: _, ...one }) => one);
    return {
      version,
      agenda: agenda === null ? null : { epoch, rev: agenda, until: Number(hasta), runs },
      control: control === null ? null : { epoch, rev: control, rules, ...(protections.length > 0 && { protections }) },
    };
  }

  /** The version of the stored plans of those boards that have any. */
  async versionsOf(placas: readonly number[]): Promise<{ placa_id: number; version: string }[]> {
    return this.db.query(`SELECT placa_id, ${VERSION} AS version ${BOTH}`, [placas]);
  }

  /** The stored revision of a board's plan. */
  async revOf(table: 'agendas' | 'controles', placa_id: number): Promise<number> {
    const [row]: { rev: number }[] = await this.db.query(`SELECT rev FROM ${table} WHERE placa_id = $1`, [placa_id]);
    return row?.rev ?? 0;
  }

  /** Of the boards' runs only those that have begun. */
  async plansOf(placas: readonly number[]): Promise<Map<number, BoardPlans>> {
    const rows: ({ placa_id: number } & { [key in keyof BoardPlans]: BoardPlans[key] | null })[] = await this.db.query(
      `SELECT placa_id, jsonb_path_query_array(a.corridas, '$[*] ? (@.at <= $now)', jsonb_build_object('now', $2::bigint)) AS runs,
         c.reglas AS rules, p.hechas AS done
       FROM unnest($1::integer[]) AS x (placa_id) LEFT JOIN agendas a USING (placa_id) LEFT JOIN controles c USING (placa_id)
         LEFT JOIN planes_de_placa p USING (placa_id)`,
      [placas, Math.ceil(Date.now() / 1_000)],
    );
    return new Map(
      rows.map(({ placa_id, runs, rules, done }) => [
        placa_id,
        { runs: runs ?? [], rules: rules ?? [], done: done ?? {} },
      ]),
    );
  }

  /** How long a person's order wins over the rules of a pin, s; null = no rule concerns the pin. */
  async holdOf(placa_id: number, pin: number): Promise<number | null> {
    const [row]: { hold_s: number | null }[] = await this.db.query(
      `SELECT max((r ->> 'hold_s')::int) AS hold_s FROM controles, jsonb_array_elements(reglas) r
       WHERE placa_id = $1 AND (r ->> 'pin')::int = $2`,
      [placa_id, pin],
    );
    return row?.hold_s ?? null;
  }

  /** The revisions that the server holds for a board and those the board has taken; the pin map's first is `config_rev`. */
  async revs({
    placa_id,
    config_rev,
  }: KnownPlaca): Promise<Required<Pick<PlacaDetalle, 'config' | 'agenda' | 'control' | 'salud'>>> {
    const [row]: ({
      [key in 'agenda' | 'control' | 'agenda_rev' | 'control_rev' | 'config_rev']: string | number | null;
    } & { salud: PlacaSalud | null })[] = await this.db.query(
      `SELECT a.rev AS agenda, c.rev AS control, p.agenda_rev, p.control_rev, p.config_rev, p.salud
         FROM (SELECT $1::int AS placa_id) x LEFT JOIN agendas a USING (placa_id) LEFT JOIN controles c USING (placa_id)
           LEFT JOIN planes_de_placa p USING (placa_id)`,
      [placa_id],
    );
    const numberOf = (value: string | number | null | undefined): number | null =>
      value === null || value === undefined ? null : Number(value);
    return {
      config: { enviada: config_rev, aceptada: numberOf(row?.config_rev) },
      agenda: { enviada: numberOf(row?.agenda), aceptada: numberOf(row?.agenda_rev) },
      control: { enviada: numberOf(row?.control), aceptada: numberOf(row?.control_rev) },
      salud: row?.salud ?? null,
    };
  }

  /** Stores a board's report on its abilities and the revisions it has taken; emits an event only on a change. */
  async said({ placa_id, epoch }: KnownPlaca, status: StatusMessage): Promise<void> {
    const { can, revs, epochs } = status;
    const taken = (plan: 'agenda' | 'control' | 'config'): number | null =>
      (epochs?.[plan] ?? 0) === epoch ? (revs?.[plan] ?? null) : null;
    const [agenda_rev, control_rev, config_rev] = [taken('agenda'), taken('control'), taken('config')];
    const puede = [...(can ?? [])].sort();
    await this.db.transaction(async (tx) => {
      const [before]: { knew: boolean; salud: PlacaSalud | null }[] = await tx.query(
        `SELECT 'points' = ANY(puede) AS knew, salud FROM planes_de_placa WHERE placa_id = $1 FOR UPDATE`,
        [placa_id],
      );
      const [row]: { planes_rev: number }[] = await tx.query(
        `INSERT INTO planes_de_placa AS c (placa_id, puede, agenda_rev, control_rev, planes_rev)
         SELECT $1, $2, $3, $4, 1 WHERE EXISTS (SELECT FROM placas WHERE placa_id = $1 AND eliminada_en IS NULL)
         ON CONFLICT (placa_id) DO UPDATE SET puede = excluded.puede, agenda_rev = excluded.agenda_rev,
           control_rev = excluded.control_rev, planes_rev = c.planes_rev + 1
         WHERE (c.puede, c.agenda_rev, c.control_rev) IS DISTINCT FROM (excluded.puede, excluded.agenda_rev, excluded.control_rev)
           OR c.planes_rev = 0
         RETURNING planes_rev`,
        [placa_id, puede, agenda_rev, control_rev],
      );
      // Points are in the pin map of a board that knows them.
      if ((before?.knew ?? false) !== puede.includes('points'))
        await tx.query(
          `UPDATE placas SET config_rev = nextval('config_rev'), cambio = pg_current_xact_id() WHERE placa_id = $1`,
          [placa_id],
        );
      const health = healthOf(status, before?.salud ?? null, Date.now());
      // The pin map's revision, the board's health and its protections are only shown, so they need no event.
      await tx.query(
        `UPDATE planes_de_placa SET config_rev = $2, salud = $3, disparadas = $4
          WHERE placa_id = $1 AND (config_rev, salud, disparadas) IS DISTINCT FROM ($2::bigint, $3::jsonb, $4::jsonb)`,
        [placa_id, config_rev, JSON.stringify(health), JSON.stringify(status.tripped ?? [])],
      );
      if (!row) return;
      const data = { placa_id, puede, agenda_rev, control_rev };
      await this.outbox.emit(tx, 'placa.planes', { entidad: `planes:${placa_id}`, rev: row.planes_rev, data });
    });
  }

  /** Boards of whose health `faultsOf` may find something. */
  async withFaults(now: number): Promise<{ placa_id: number; salud: PlacaSalud }[]> {
    return this.db.query(
      `SELECT placa_id, p.salud FROM planes_de_placa p JOIN placas b USING (placa_id)
        WHERE b.eliminada_en IS NULL AND ((p.salud #> '{chip,heap}')::bigint < $1 OR (p.salud #> '{chip,stack}')::bigint < $2
          OR (p.salud #> '{arranques,0}')::bigint > $3 AND jsonb_array_length(p.salud -> 'arranques') >= $4
          OR (p.salud -> 'perdido_ts')::bigint > $5 OR p.salud ?| '{stuck,refused}'
          OR jsonb_path_exists(p.salud, '$.wear[*] ? (@.ops >= $least)', jsonb_build_object('least', $6::bigint)))`,
      [LITTLE_HEAP, LITTLE_STACK, now - BOOT_LOOP.ms, BOOT_LOOP.boots, now - LOST_TOLD_MS, SHORTEST_LIFE],
    );
  }

  /** Emits what a board did; locking the row of its counter keeps two reports in the order of their events. */
  async did(placa_id: number, runs: RunsMessage): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [row]: { corridas_rev: number }[] = await tx.query(
        `INSERT INTO planes_de_placa AS c (placa_id, corridas_rev) VALUES ($1, 1)
         ON CONFLICT (placa_id) DO UPDATE SET corridas_rev = c.corridas_rev + 1 RETURNING corridas_rev`,
        [placa_id],
      );
      await this.remember(tx, placa_id, runs);
      const data = { placa_id, corridas: runs };
      await this.outbox.emit(tx, 'placa.corridas', {
        entidad: `corridas:${placa_id}`,
        rev: row?.corridas_rev ?? 1,
        data,
      });
    });
  }

  /** Keeps the newest run of each switch: the agenda loses it, and the text about its end names its program. */
  private async remember(tx: EntityManager, placa_id: number, runs: RunsMessage): Promise<void> {
    const [row]: { hechas: BoardPlans['done']; corridas: TurnoDePlaca[] | null }[] = await tx.query(
      'SELECT hechas, corridas FROM planes_de_placa LEFT JOIN agendas USING (placa_id) WHERE placa_id = $1',
      [placa_id],
    );
    const done: Record<string, DoneRun> = { ...row?.hechas };
    for (const { id, started, secs, end } of runs) {
      const switch_id = /-s(\d+)$/.exec(id)?.[1];
      if (switch_id === undefined || started === null || started < (done[switch_id]?.at ?? 0)) continue;
      const nombre = row?.corridas?.find((run) => run.id === id)?.nombre ?? null;
      done[switch_id] = { id, at: started, secs, nombre, ...(end !== 'done' && end !== 'volume' && { cut: true }) };
    }
    await tx.query('UPDATE planes_de_placa SET hechas = $2 WHERE placa_id = $1', [placa_id, JSON.stringify(done)]);
  }
}
