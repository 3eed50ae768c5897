import { type Firmware, FOREIGN_DIALECTOS, type ForeignDialecto, MAX_ID } from '@acequia/contracts';
import type { CommandMessage, ResultMessage, StatusMessage } from '../messages.js';
import type { Sample, RejectedSample } from '../telemetry.js';
import type { Probes } from './probes.js';

/** A message for a board. QoS 0 and never retained: no broker may keep a command for a board that is offline. */
export interface Sending {
  topic: string;
  payload: string;
}

/** What a board says of an update of its firmware; only what a message tells is there. */
export interface UpdateWords {
  fase?: 'loading' | 'restarting' | 'failed';
  /** How much of it has come, %: each is news. */
  avance?: number;
  /** It has installed it. */
  exito?: true;
  /** It has just begun anew. */
  arranco?: true;
  /** What it runs. */
  version?: string;
  /** Why it failed or refused, in its own words; `rechazo`: before it began. */
  detalle?: string;
  rechazo?: true;
}

/** A relay's change that a board told of by itself, and when, ms. */
export interface RelayChange {
  on: boolean;
  ts: number;
}

/** What a message of a board says. All empty: nothing that concerns Acequia. */
export interface Report {
  muestras: Sample[];
  rejected: RejectedSample[];
  /** The board's own status: online or going offline, firmware, signal. */
  status: StatusMessage | null;
  /** The board refuses a command. No dialect confirms one by an answer: the board's next state confirms it. */
  result: Extract<ResultMessage, { ok: false }> | null;
  /** What the message shows of the board's sensors for the first time, to be remembered. */
  learned: Probes;
  /** Relays whose change it tells, to be remembered until they change again. */
  changes: ReadonlyMap<number, RelayChange>;
  update: UpdateWords | null;
}

/** One firmware's MQTT. All functions are pure: no state, no waiting, no exceptions. */
export interface Codec {
  dialecto: ForeignDialecto;
  /** Filters over all boards for their states and readings. */
  states: string[];
  /** Those of them whose message is kept by brokers and is the state of now while the board is there: of a firmware that cannot be asked. */
  kept: string[];
  /** Filter over all boards for the online message and the last will, both retained by brokers. */
  presence: string;
  /** Filters over all boards for what the gateway writes to them. */
  commandTopics: string[];
  /** Filters that one board may subscribe to. It may publish to everything below its prefix. */
  listening: (numero: number) => string[];
  /** Topics shared by all boards that the firmware always writes to. No client may read them. */
  tolerated: string[];
  /**
   * `rest` = the topic after `<dialecto>/<numero>/`; null = a topic that means nothing to Acequia. `now` in ms. `known`, `changes`: what
   * earlier reports of this board learned and told.
   */
  decode: (
    rest: string,
    payload: Buffer,
    now: number,
    known?: Probes,
    changes?: ReadonlyMap<number, RelayChange>,
  ) => Report | null;
  /** A command as the firmware expects it; empty when it has no such relay. */
  orden: (numero: number, comando: CommandMessage) => Sending[];
  /** Asks for the whole state; empty when the firmware cannot be asked (it then reports its state when it connects). */
  question: (numero: number) => Sending[];
  /** Installs a firmware, as attempt `attempt`; empty when the firmware cannot be told to. */
  update: (numero: number, attempt: number, firmware: Firmware) => Sending[];
  /** Asks what it runs. */
  versionQuestion: (numero: number) => Sending[];
}

export interface TopicDeDialecto {
  dialecto: ForeignDialecto;
  numero: number;
  rest: string;
}

const FORMA = new RegExp(`^(${FOREIGN_DIALECTOS.join('|')})/([1-9]\\d{0,9})/([^+#\\0]+)$`);

/** Board and dialect of a topic; null for any other topic, including wildcards and non-canonical spellings of a number. */
export const parseDialectTopic = (topic: string): TopicDeDialecto | null => {
  const match = FORMA.exec(topic);
  if (!match) return null;
  const numero = Number(match[2]);
  return numero <= MAX_ID ? { dialecto: match[1] as ForeignDialecto, numero, rest: match[3] as string } : null;
};

/** Whether a board's filter stays within one of its permitted filters. Only `+` is understood, level by level. */
export const fitsIn = (filter: string, permitted: readonly string[]): boolean =>
  permitted.some((allowed) => {
    if (allowed === filter) return true;
    if (filter.includes('#')) return false;
    const [levels, theirs] = [allowed.split('/'), filter.split('/')];
    if (levels.at(-1) === '#') levels.splice(-1, 1, ...theirs.slice(levels.length - 1).map(() => '+'));
    return levels.length === theirs.length && levels.every((nivel, i) => nivel === '+' || nivel === theirs[i]);
  });
