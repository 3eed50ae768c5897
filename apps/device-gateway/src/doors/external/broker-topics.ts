import { type Canal, CODECS, parseTopic, parseDialectTopic, topics } from '@acequia/board-protocol';
import type { Dialecto } from '@acequia/contracts';

/** The shared subscription of all gateways: each message of a board goes to one of them. */
const SHARED = '$share/acequia/';
/** Samples and runs tell their own time. */
export const LASTING_FILTERS = (['telemetry', 'runs'] as const).map((canal) => SHARED + topics.ofAll(canal));
export const RESULT_FILTERS = [SHARED + topics.ofAll('result')];
/** One connection for all dialects: over several, an ON and the following OFF could change places. */
export const DIALECT_FILTERS = Object.values(CODECS).flatMap(({ shareOut }) =>
  shareOut.map((filter) => SHARED + filter),
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
