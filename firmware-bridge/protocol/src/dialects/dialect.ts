import { type ForeignDialecto, MAX_ID } from '@acequia/contracts';
import type { CommandMessage, ResultMessage, StatusMessage } from '../messages.js';
import type { Sample, RejectedSample } from '../telemetry.js';

/** A message for a board. Never retained, and QoS 0: no broker may keep it for a board that is away. */
export interface Sending {
  topic: string;
  payload: string;
}

/** What a message of a board says. All empty: nothing that concerns us. */
export interface Report {
  muestras: Sample[];
  rejected: RejectedSample[];
  /** The board tells of itself: that it is there, that it goes, its firmware, its signal. */
  status: StatusMessage | null;
  /** It refuses a command. No dialect confirms with an answer: that is for its next state to do. */
  result: Extract<ResultMessage, { ok: false }> | null;
}

/** One firmware's MQTT. Everything is pure: it holds nothing, waits for nothing and never throws. */
export interface Codec {
  dialecto: ForeignDialecto;
  /** Filters over all boards for what is told once: states and readings. */
  shareOut: string[];
  /** Filter over all boards for "I am here" and its last will, retained by brokers. */
  presence: string;
  /** Filters over all boards for what the gateway writes to them. */
  mandos: string[];
  /** Filters of one board: what it may subscribe to. It may publish to everything below its prefix. */
  listening: (numero: number) => string[];
  /** Topics of all boards that the firmware cannot be kept from writing to. Nobody may read them. */
  tolerated: string[];
  /** `rest` = the topic after `<dialecto>/<numero>/`; null = the firmware's own affair. `now` in ms. */
  decode: (rest: string, payload: Buffer, now: number) => Report | null;
  /** A command in the firmware's words; none when it has no such relay. */
  orden: (numero: number, comando: CommandMessage) => Sending[];
  /** Asks for the whole state; none when the firmware cannot be asked (it then tells by itself on connecting). */
  question: (numero: number) => Sending[];
}

export interface TopicDeDialecto {
  dialecto: ForeignDialecto;
  numero: number;
  rest: string;
}

const FORMA = /^(tasmota|esphome|shelly)\/([1-9]\d{0,9})\/([^+#\0]+)$/;

/** Whose topic it is; null for any other, wildcards and odd spellings of a number included. */
export const parseTopicDeDialecto = (topic: string): TopicDeDialecto | null => {
  const match = FORMA.exec(topic);
  if (!match) return null;
  const numero = Number(match[2]);
  return numero <= MAX_ID ? { dialecto: match[1] as ForeignDialecto, numero, rest: match[3] as string } : null;
};

/** Does a board's filter stay within one of those it is allowed? Only `+` is understood, level by level. */
export const fitsIn = (filter: string, permitted: readonly string[]): boolean =>
  permitted.some((allowed) => {
    if (allowed === filter) return true;
    if (filter.includes('#')) return false;
    const [levels, theirs] = [allowed.split('/'), filter.split('/')];
    if (levels.at(-1) === '#') levels.splice(-1, 1, ...theirs.slice(levels.length - 1).map(() => '+'));
    return levels.length === theirs.length && levels.every((nivel, i) => nivel === '+' || nivel === theirs[i]);
  });
