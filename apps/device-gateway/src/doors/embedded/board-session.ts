import { fitsIn, codecOf, topics } from '@acequia/board-protocol';
import type { Client } from 'aedes';
import type { KnownPlaca } from '../../registry/known-placa.js';
import type { Connection } from '../../presence/connections.service.js';
import type { Rows } from '../../ingest/ingest.service.js';
import type { Message } from '../../line/outgoing.js';
import type { HeldMessage } from '../../ingest/shard-appender.js';
import type { ReportWatch } from './report-watch.js';

/** An Aedes client with the gateway's data. */
export type BoardClient = Client & { session?: BoardSession; keepalive_s?: number };

/** One connection of one board to the embedded door. */
export class BoardSession implements Connection {
  readonly telemetry: string;
  readonly status: string;
  readonly result: string;
  readonly runs: string;
  readonly config: string;
  readonly update: string;
  /** Further topics that the board may subscribe to. */
  private readonly retained: readonly string[];
  /** The board's dialect: another one in the projection ends the session. */
  readonly dialecto: KnownPlaca['dialecto'];
  /** Topic filters of the board's commands. */
  private readonly commandTopics: readonly string[];

  /** CONNACK was sent. */
  ready = false;
  closed = false;
  /** A newer connection of the same board replaced this one. */
  replaced = false;
  /** The gateway ends the connection for a reason that is not the board's. */
  leaving = false;
  /** The held messages of this session must no longer be stored. */
  abandoned = false;
  /** The board subscribed to its pin map. */
  wantsConfig = false;
  /** The board subscribed to its agenda or its rules. */
  wantsPlans = false;
  /** The board subscribed to its commands. */
  wantsCommands = false;
  /** Watches a board whose firmware knows no expiry of commands. */
  watch: ReportWatch | undefined;

  /** ms; when the last samples arrived. */
  heardAt = 0;
  /** Messages whose acknowledgement is pending. */
  held = 0;
  /** ms; since when acknowledgements are due and none has left. */
  heldSince = 0;
  /** 0…1; spreads the boards when many have to be disconnected. */
  readonly jitter = Math.random();

  constructor(
    readonly placa: KnownPlaca,
    readonly token: string,
    readonly client: BoardClient,
    /** SHA-256 of the password of the login, hex: the session ends when this credential is no longer valid. */
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
    this.update = topics.update(placa.numero);
    this.retained = [topics.agenda(placa.numero), topics.control(placa.numero), this.update];
    this.dialecto = placa.dialecto;
    this.commandTopics = codecOf(placa.dialecto)?.listening(placa.numero) ?? [topics.command(placa.numero)];
  }

  get admitted(): boolean {
    const { placa, credencial, dialecto } = this;
    return placa.admitted && placa.credentials(Date.now()).includes(credencial) && placa.dialecto === dialecto;
  }

  /** Speaks our own protocol: other dialects have their own topics, and no pin map. */
  get own(): boolean {
    return this.dialecto === 'acequia';
  }

  bringsCommands(filter: string): boolean {
    return fitsIn(filter, this.commandTopics);
  }

  bringsConfig(filter: string): boolean {
    return this.own && filter === this.config;
  }

  /** Does the filter cover the agenda, the rules or the update? */
  bringsPlans(filter: string): boolean {
    return this.own && this.retained.includes(filter);
  }

  /** Aedes sends these messages to this connection alone and forgets them with the connection. */
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
  readonly of: number;
  readonly l: (number | null)[];
  readonly e: number[];
  readonly p: (number | null)[] | undefined;

  constructor(
    private readonly session: BoardSession,
    rows: Rows,
    private readonly done: () => void,
  ) {
    this.of = session.placa.placa_id;
    this.l = rows.l;
    this.e = rows.e;
    this.p = rows.p;
  }

  /** Rows of a board that merely hung up are still stored: with QoS 0 it may publish and disconnect. */
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
