import { encodeUpdate, topics } from '@acequia/board-protocol';
import { Signals } from '@acequia/bus';
import type { Firmware, Imagen } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BoardLine } from '../line/board-line.js';
import { questionFor, updateFor, versionQuestionFor } from '../line/outgoing.js';
import type { KnownPlaca } from '../registry/known-placa.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { ROLLOUT_SIGNAL, RolloutWatch } from './rollout-watch.js';

/** A message that could not leave in this time is not obeyed later, ms. */
const TTL_MS = 10_000;
/** How often a board that began anew is asked what it runs, ms. */
const ASK_MS = 15_000;

/** The open door, as updates see it. */
export interface UpdateDoor extends BoardLine {
  /** A broker keeps retained messages for boards that are away; then what they were sent is taken back without them. */
  readonly keepsRetained: boolean;
  /** Writes a retained message: to the board's connection, or to the broker. */
  retained(placa: KnownPlaca, topic: string, payload: Buffer): void;
}

interface Row {
  id: number;
  placa_id: number;
  estado: 'por_enviar' | 'en_curso';
  retirar: boolean;
  dialecto: string;
  firmware: Firmware;
  /** Its rollout was not stopped. */
  wanted: boolean;
  asks: boolean;
}

type Document = Pick<Imagen, 'sha256' | 'bytes' | 'version' | 'modelo'>;

const ROWS = `SELECT p.id, p.placa_id, p.estado, p.retirar, a.dialecto, a.firmware, a.estado <> 'detenida' AS wanted,
    coalesce((p.informe ? 'exito' OR p.informe ? 'arranco') AND (NOT p.informe ? 'version' OR p.informe->>'version' LIKE '%minimal%'), false) AS asks
  FROM actualizacion_placas p JOIN actualizaciones a ON a.id = p.actualizacion_id
  WHERE (p.estado IN ('por_enviar', 'en_curso') OR p.retirar)`;

/**
 * Sends boards their updates, each instance to those that it reaches. A board with our firmware gets a retained document, as often as
 * needed: it does nothing about an attempt that it knows. Any other gets its firmware's command once, after the claim is stored: what a killed
 * gateway claimed and did not send counts as a board that did not return.
 */
@Injectable()
export class UpdateSender implements OnModuleInit, BeforeApplicationShutdown {
  private door: UpdateDoor | undefined;
  /** The attempt whose document each board was last sent by this instance; 0 = it was taken back. */
  private readonly sent = new Map<number, number>();
  private readonly asked = new Map<number, number>();
  private readonly watch = new RolloutWatch(
    () => this.look(),
    (error) => this.logger.warn({ err: error }, 'updates of boards could not be sent'),
  );

  constructor(
    private readonly db: DataSource,
    private readonly directory: PlacaDirectory,
    private readonly signals: Signals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.signals.listen(ROLLOUT_SIGNAL, () => this.watch.wake());
    this.watch.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.watch.stop();
  }

  through(door: UpdateDoor): void {
    this.door = door;
  }

  /** Forgets which documents were sent: they are sent again. */
  sendAgain(): void {
    this.sent.clear();
  }

  /** A board with our firmware listens: it gets what is meant for it now, or hears that nothing is. */
  async listening(placa: KnownPlaca): Promise<void> {
    try {
      const rows: Row[] = await this.db.query(`${ROWS} AND p.placa_id = $1`, [placa.placa_id]);
      await this.document(
        placa,
        rows.find(({ estado, retirar, wanted }) => estado === 'en_curso' && wanted && !retirar) ?? null,
      );
    } catch (error) {
      this.sent.delete(placa.placa_id);
      this.logger.warn({ err: error, placa_id: placa.placa_id }, 'the update of a board could not be sent');
    }
  }

  /** Answers whether a board is being updated; one that is away and will be told that its update is withdrawn is not. */
  async look(): Promise<boolean> {
    const { door } = this;
    if (!door) return false;
    const rows: Row[] = await this.db.query(ROWS);
    for (const row of rows) {
      const placa = this.directory.byId(row.placa_id);
      if (!placa) continue;
      const isReached = await door.reaches(placa);
      if (row.retirar && (isReached || door.keepsRetained)) await this.takeBack(placa, row);
      else if (!isReached) continue;
      else if (row.estado === 'por_enviar') await this.begin(placa, row);
      else if (row.dialecto === 'acequia') await this.remind(placa, row);
      else if (row.asks) this.ask(door, placa);
    }
    if (rows.length === 0) this.asked.clear();
    return rows.some(({ retirar }) => !retirar);
  }

  private async begin(placa: KnownPlaca, row: Row): Promise<void> {
    const claimed: unknown = await this.db.query(
      `UPDATE actualizacion_placas p SET estado = 'en_curso', ts = $2, espera = NULL,
         antes = coalesce((SELECT fw FROM conexiones c WHERE c.placa_id = p.placa_id),
           (SELECT salud->'imagen'->>'version' FROM planes_de_placa s WHERE s.placa_id = p.placa_id))
       WHERE id = $1 AND estado = 'por_enviar'
         AND EXISTS (SELECT FROM actualizaciones a WHERE a.id = p.actualizacion_id AND a.estado = 'activa') RETURNING id`,
      [row.id, Date.now()],
    );
    // TypeORM answers an UPDATE with its rows and their count.
    if ((claimed as [unknown[], number])[1] === 0) return;
    if (row.dialecto === 'acequia') return this.document(placa, row);
    // A question follows: a connection on which no report comes is reset, with whatever is still on its way in it.
    this.door?.command(placa, [...updateFor(placa, row.id, row.firmware), ...questionFor(placa)], TTL_MS);
  }

  private async remind(placa: KnownPlaca, row: Row): Promise<void> {
    if (row.wanted && this.sent.get(placa.placa_id) !== row.id) await this.document(placa, row);
  }

  private async takeBack(placa: KnownPlaca, { id }: Row): Promise<void> {
    await this.document(placa, null);
    await this.db.query('UPDATE actualizacion_placas SET retirar = false WHERE id = $1', [id]);
  }

  /** null = nothing is meant for the board any more. */
  private async document(placa: KnownPlaca, row: Row | null): Promise<void> {
    if (placa.dialecto !== 'acequia') return;
    const text = row ? await this.documentText(row) : null;
    this.door?.retained(placa, topics.update(placa.numero), Buffer.from(text ?? ''));
    this.sent.set(placa.placa_id, text === null ? 0 : (row?.id ?? 0));
  }

  private async documentText({ id, firmware }: Row): Promise<string | null> {
    if (firmware.tipo !== 'imagen') return null;
    const [imagen]: Document[] = await this.db.query(
      'SELECT sha256, bytes, version, modelo FROM imagenes WHERE id = $1',
      [firmware.imagen_id],
    );
    if (!imagen) return null;
    const { sha256, bytes: size, version, modelo: model } = imagen;
    return encodeUpdate({ id, url: `${firmware.direccion}/api/imagenes/${sha256}.bin`, size, sha256, version, model });
  }

  private ask(door: UpdateDoor, placa: KnownPlaca): void {
    const now = Date.now();
    if (now - (this.asked.get(placa.placa_id) ?? 0) < ASK_MS) return;
    this.asked.set(placa.placa_id, now);
    door.command(placa, [...versionQuestionFor(placa), ...questionFor(placa)], TTL_MS);
  }
}
