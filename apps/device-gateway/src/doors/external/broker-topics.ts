import { type Canal, CODECS, parseTopic, parseDialectTopic, topics } from '@acequia/board-protocol';
import type { Dialecto } from '@acequia/contracts';

/** The shared subscription of all gateways: each message of a board goes to one of them. */
const SHARED = '$share/acequia/';
/** Samples and runs tell their own time. */
export const LASTING_FILTERS = (['telemetry', 'runs'] as const).map((canal) => SHARED + topics.ofAll(canal));
export const RESULT_FILTERS = [SHARED + topics.ofAll('result')];
/** One connection of one gateway for all dialects: over several, an ON and the following OFF could change places. */
export const DIALECT_FILTERS = Object.values(CODECS).flatMap(({ states }) => states);
const KEPT = Object.values(CODECS).flatMap(({ kept }) => kept);
/** `rh` (retain handling of MQTT 5): 0 = with what the broker kept, 2 = without. */
export const DIALECT_SUBSCRIPTIONS = Object.fromEntries(
  DIALECT_FILTERS.map((filter) => [filter, { qos: 1, rh: KEPT.includes(filter) ? 0 : 2 }] as const),
);
export const PRESENCE_FILTERS = [topics.ofAll('status'), ...Object.values(CODECS).map(({ presence }) => presence)];

/** The board of a topic: its dialect, its number and, for our own protocol, the channel. */
export interface Address {
  dialecto: Dialecto;
  numero: number;
  canal?: Canal;
}

export const addressOf = (topic: string): Address | null => {
  const own = parseTopic(topic);
  return own ? { dialecto: 'acequia', ...own } : parseDialectTopic(topic);
};
