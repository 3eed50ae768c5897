import type { Service } from '@acequia/contracts';

/** Keys of a service's calls, all in one hash slot. */
export const callKeys = (service: Service) => ({
  /** Stream of requests; consumer group = the service. */
  stream: `{bus:${service}}:calls`,
  /** Sorted set: instance → end of its lease, ms on Redis's clock. */
  instances: `{bus:${service}}:instances`,
  /** Prefix of each instance's set: the calls that the instance took and has not finished. */
  running: `{bus:${service}}:running:`,
  /** Sorted set: the correlation ids of the writes that were taken → when, ms on Redis's clock. */
  taken: `{bus:${service}}:taken`,
});

/** Correlation id of a call: the caller's incarnation and an attempt number. */
export const correlationOf = (incarnation: string, attempt: number): string => `${incarnation}.${attempt.toString(36)}`;

export const replyChannel = (incarnation: string): string => `bus:reply:{${incarnation}}`;
/** The channel to which the answer to a call is published. */
export const replyChannelOf = (correlation: string): string =>
  replyChannel(correlation.slice(0, correlation.lastIndexOf('.')));

/** Fields of a stream entry, in this order: the JSON of a CallEnvelope, and its signature. */
export const CALL_FIELD = 'c';
export const SIGNATURE_FIELD = 'm';
/** No call waits longer than this, so an older stream entry has expired. */
export const LONGEST_CALL_MS = 60_000;
/** Approximate maximum of requests waiting for a service; beyond it the oldest are dropped and their callers time out. */
export const STREAM_LIMIT = 10_000;
