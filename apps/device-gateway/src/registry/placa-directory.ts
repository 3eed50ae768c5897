import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GatewayMetrics } from '../metrics.js';
import { type FilaPlaca, KnownPlaca } from './known-placa.js';

/** Longest time until this instance learns of a change that another instance committed, ms. */
const POLL_MS = 1_000;
/** Time for an event's transaction to commit before this instance looks, ms. */
const SOON_MS = 60;
/** After a pause this long everything is read again, because tombstones may have been removed meanwhile. */
const RELOAD_AFTER_MS = 3_600_000;

export interface PlacaChange {
  placa: KnownPlaca;
  /** The credential of the login may no longer be valid. */
  acceso: boolean;
  /** The pin map changed. */
  config: boolean;
}
type Listener = (cambio: PlacaChange) => void;

/** A row of the poll: the horizon, and a board unless nothing changed. */
type ChangeRow = { horizon: string } & (FilaPlaca | { placa_id: null });

/**
 * All boards of this installation, in memory: logins and samples must not wait for Postgres. Once a second each instance reads the rows
 * of transactions that had not ended at its last look. So instances that did not handle the event see the change too, and no late commit
 * is missed.
 */
@Injectable()
export class PlacaDirectory implements OnModuleInit, BeforeApplicationShutdown {
  private readonly placas = new Map<number, KnownPlaca>();
  private readonly current = new Map<number, KnownPlaca>();
  private readonly listeners: Listener[] = [];
  private horizon = '0';
  private readAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private dueAt = Infinity;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly db: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: GatewayMetrics,
  ) {
    metrics.countKnown = () => this.placas.size;
  }

  async onModuleInit(): Promise<void> {
    await this.db.query(
      'INSERT INTO installation (epoch) VALUES (extract(epoch FROM now())::bigint) ON CONFLICT DO NOTHING',
    );
    await this.read();
    this.schedule(POLL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running.catch(() => undefined);
  }

  /** The current board with this number, unless it is deleted. */
  byNumero(numero: number): KnownPlaca | undefined {
    return this.current.get(numero);
  }

  byId(placa_id: number): KnownPlaca | undefined {
    return this.placas.get(placa_id);
  }

  all(): IterableIterator<KnownPlaca> {
    return this.placas.values();
  }

  onChange(oyente: Listener): void {
    this.listeners.push(oyente);
  }

  /** This instance handled an event: look as soon as its transaction has committed. */
  refreshSoon(): void {
    this.schedule(SOON_MS);
  }

  /** Reads the changes now; reads run one after the other, so that an older answer never comes last. */
  refresh(): Promise<void> {
    const next = this.running.catch(() => undefined).then(() => this.read());
    this.running = next;
    return next;
  }

  private schedule(delay: number): void {
    const at = Date.now() + delay;
    if (this.stopped || this.dueAt <= at) return;
    clearTimeout(this.timer);
    this.dueAt = at;
    this.timer = setTimeout(() => void this.poll(), delay).unref();
  }

  private async poll(): Promise<void> {
    this.dueAt = Infinity;
    try {
      await this.refresh();
    } catch (error) {
      // The next answer may come from another server with other transaction ids: start again from zero.
      this.horizon = '0';
      this.logger.warn({ err: error }, 'boards could not be read from the projection');
    }
    this.schedule(POLL_MS);
  }

  private async read(): Promise<void> {
    if (Date.now() - this.readAt > RELOAD_AFTER_MS) this.horizon = '0';
    const rows: ChangeRow[] = await this.db.query(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
         p.placa_id, p.numero, p.empresa_id, p.dialecto, p.revocada, p.credencial_sha256, p.credencial_cifrada,
         p.credenciales_anteriores, p.config_rev, p.sondas, (SELECT i.epoch::integer FROM installation i) AS epoch,
         p.eliminada_en IS NOT NULL AS eliminada,
         (SELECT coalesce(json_agg(json_build_object('id', s.id, 'empresa_id', s.empresa_id, 'tipo', s.tipo,
            'hardware_pin', s.hardware_pin, 'sensor_pin', s.sensor_pin, 'max_encendido_s', s.max_encendido_s) ORDER BY s.id), '[]')
          FROM switches s WHERE s.placa_id = p.placa_id) AS switches,
         (SELECT coalesce(json_agg(json_build_object('id', q.id, 'n', q.n, 'fuente', q.fuente, 'magnitud', q.magnitud, 'a', q.a,
            'b', q.b, 'cada_s', q.cada_s) ORDER BY q.n), '[]')
          FROM puntos q WHERE q.placa_id = p.placa_id AND q.activo = 1) AS puntos,
         EXISTS (SELECT FROM planes_de_placa c WHERE c.placa_id = p.placa_id AND 'points' = ANY(c.puede)) AS knows_points,
         ARRAY(SELECT s.id FROM switches s JOIN bloqueos b ON b.switch_id = s.id WHERE s.placa_id = p.placa_id) AS locked_out,
         (SELECT coalesce(json_agg(e ORDER BY e.id), '[]') FROM enclavamientos e WHERE e.empresa_id = p.empresa_id
            AND EXISTS (SELECT FROM switches s WHERE s.placa_id = p.placa_id
              AND (s.id = ANY(e.switches) OR s.id = e.bomba_id))) AS enclavamientos
       FROM (VALUES (1)) AS siempre (una) LEFT JOIN placas p ON p.cambio >= $1::xid8`,
      [this.horizon],
    );
    this.readAt = Date.now();
    for (const fila of rows) if (fila.placa_id !== null) this.apply(fila as FilaPlaca);
    this.horizon = rows[0]?.horizon ?? '0';
  }

  private apply(fila: FilaPlaca): void {
    const known = this.placas.get(fila.placa_id);
    if (!known) {
      if (fila.eliminada) return;
      const placa = new KnownPlaca(fila);
      this.placas.set(fila.placa_id, placa);
      this.index(placa);
      this.tell({ placa, acceso: false, config: true });
      return;
    }
    const acceso =
      (fila.revocada === 1) !== known.revocada ||
      fila.eliminada !== known.eliminada ||
      fila.credencial_sha256 !== known.credencial_sha256 ||
      fila.credenciales_anteriores.length < known.credenciales_anteriores.length ||
      fila.numero !== known.numero ||
      fila.dialecto !== known.dialecto;
    const config = fila.config_rev !== known.config_rev;
    if (this.current.get(known.numero) === known) this.current.delete(known.numero);
    known.update(fila);
    if (fila.eliminada) this.placas.delete(fila.placa_id);
    else this.index(known);
    if (acceso || config) this.tell({ placa: known, acceso, config });
  }

  /** A number that was registered again is a new board: the newer board gets the messages of the number. */
  private index(placa: KnownPlaca): void {
    const rival = this.current.get(placa.numero);
    if (!rival || rival.placa_id <= placa.placa_id) this.current.set(placa.numero, placa);
  }

  private tell(cambio: PlacaChange): void {
    for (const oyente of this.listeners) {
      try {
        oyente(cambio);
      } catch (error) {
        // A fault with one board must not stop the other boards of this read.
        this.logger.error({ err: error, placa_id: cambio.placa.placa_id }, 'a change of a board could not be followed');
      }
    }
  }
}
