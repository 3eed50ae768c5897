import type { Service } from '@acequia/contracts';

/** Keys of a service's calls, all in one hash slot. */
export const callKeys = (service: Service) => ({
  /** Stream of requests; consumer group = the service. */
  stream: `{bus:${service}}:calls`,
  /** Sorted set: instance → when its lease ends, ms on Redis's clock. */
  instances: `{bus:${service}}:instances`,
  /** Prefix of each instance's set: the calls it took and has not finished. */
  running: `{bus:${service}}:running:`,
});

/** Correlation id of a call: who asked, and a number of its own. */
export const correlationOf = (incarnation: string, attempt: number): string => `${incarnation}.${attempt.toString(36)}`;

export const replyChannel = (incarnation: string): string => `bus:reply:{${incarnation}}`;
/** Where the answer to a call goes. */
export const replyChannelOf = (correlation: string): string =>
  replyChannel(correlation.slice(0, correlation.lastIndexOf('.')));

/** Fields of a stream entry, in this order: the JSON of a CallEnvelope, and its signature. */
export const CALL_FIELD = 'c';
export const SIGNATURE_FIELD = 'm';
/** No call waits longer than this: what is older in a stream has expired. */
export const LONGEST_CALL_MS = 60_000;
/** About how many requests may wait for a service; past it the oldest are lost to their deadline. */
export const STREAM_LIMIT = 10_000;
