import { fitsIn, codecDe, topics } from '@acequia/board-protocol';
import type { Client } from 'aedes';
import type { KnownPlaca } from '../../registry/known-placa.js';
import type { Connection } from '../../presence/connections.service.js';
import type { Rows } from '../../ingest/ingest.service.js';
import type { Message } from '../../line/outgoing.js';
import type { HeldMessage } from '../../ingest/readings-appender.js';
import type { ReportWatch } from './report-watch.js';

/** A client of Aedes with what the gateway knows of it. */
export type BoardClient = Client & { session?: BoardSession; keepalive_s?: number };

/** One connection of one board to the embedded door. */
export class BoardSession implements Connection {
  readonly telemetry: string;
  readonly status: string;
  readonly result: string;
  readonly runs: string;
  readonly config: string;
  /** Further topics that it may listen to. */
  private readonly retained: readonly string[];
  /** What it speaks: another one in the projection ends the session. */
  readonly dialecto: KnownPlaca['dialecto'];
  /** Filters that bring it its commands. */
  private readonly mandos: readonly string[];

  /** CONNACK was sent. */
  ready = false;
  closed = false;
  /** A newer connection of the same board came. */
  replaced = false;
  /** The gateway ends the connection for a reason that is not the board's. */
  leaving = false;
  /** Held messages of this session are not to be stored any more. */
  abandoned = false;
  /** It asked for its pin map. */
  wantsConfig = false;
  /** It listens for commands. */
  wantsCommands = false;
  /** Over a board whose firmware knows no expiry. */
  watch: ReportWatch | undefined;

  /** ms; when its last samples were taken. */
  heardAt = 0;
  /** Messages whose acknowledgement waits. */
  held = 0;
  /** ms; since when no acknowledgement went out although one was due. */
  heldSince = 0;
  /** 0…1, its place in a crowd that has to be sent away. */
  readonly jitter = Math.random();

  constructor(
    readonly placa: KnownPlaca,
    readonly token: string,
    readonly client: BoardClient,
    /** SHA-256 of what it logged in with, hex: when that lets nobody in any more, the session ends. */
    readonly credencial: string,
    /** Longest wait for an acknowledgement, ms. */
    readonly hold_ms: number,
    readonly onLost: () => void,
  ) {
    this.telemetry = topics.telemetry(placa.numero);
    this.status = topics.status(placa.numero);
    this.result = topics.result(placa.numero);
    this.runs = topics.runs(placa.numero);
    this.config = topics.config(placa.numero);
    this.retained = [topics.agenda(placa.numero), topics.control(placa.numero)];
    this.dialecto = placa.dialecto;
    this.mandos = codecDe(placa.dialecto)?.listening(placa.numero) ?? [topics.command(placa.numero)];
  }

  get admitted(): boolean {
    const { placa, credencial, dialecto } = this;
    return placa.admitted && placa.credentials(Date.now()).includes(credencial) && placa.dialecto === dialecto;
  }

  /** Our own protocol: the others have topics of their own, and no pin map. */
  get own(): boolean {
    return this.dialecto === 'acequia';
  }

  bringsCommands(filter: string): boolean {
    return fitsIn(filter, this.mandos);
  }

  bringsConfig(filter: string): boolean {
    return this.own && filter === this.config;
  }

  /** Its agenda or its rules. */
  bringsPlans(filter: string): boolean {
    return this.own && this.retained.includes(filter);
  }

  /** Aedes sends it to this connection alone and forgets it with the connection. */
  write(mensajes: Message[], failed: (error: Error) => void): void {
    for (const mensaje of mensajes) {
      this.client.publish({ cmd: 'publish', ...mensaje, retain: false, dup: false }, (error?: Error) => {
        if (error) failed(error);
      });
    }
  }

  /** A message that waits for its rows; `done` lets the broker acknowledge it. `now` in ms. */
  hold(rows: Rows, done: () => void, now: number): HeldMessage {
    if (this.held++ === 0) this.heldSince = now;
    return new HeldPublish(this, rows, done);
  }
}

class HeldPublish implements HeldMessage {
  readonly l: (number | null)[];
  readonly e: number[];

  constructor(
    private readonly session: BoardSession,
    rows: Rows,
    private readonly done: () => void,
  ) {
    this.l = rows.l;
    this.e = rows.e;
  }

  /** A board that merely hung up has its rows stored: with QoS 0 it may publish and go. */
  get abandoned(): boolean {
    return this.session.abandoned;
  }

  stored(): void {
    this.session.held--;
    if (this.session.closed) return;
    this.session.heldSince = Date.now();
    this.done();
  }
}
