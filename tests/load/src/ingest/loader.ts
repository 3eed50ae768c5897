import { get } from 'node:http';
import { type Quantiles, quantiles } from '../quantiles.js';
import { BenchFleet, type Board } from './fleet.js';

/**
 * What keeps Acequia busy while something is measured, in a process of its own so that it does not slow the measuring clock.
 * Messages: {connect} (in place of those connected before), {flatOut} and {paced} are answered when done; {download} begins one
 * after the other until the process ends.
 */
export type Order =
  | { connect: { url: string; boards: Board[] } }
  | { flatOut: { seconds: number; inFlight?: number } }
  | { paced: { rate: number; seconds: number } }
  | { download: { url: string; token: string } };
export interface Answer {
  acked_per_s?: number;
  failed?: number;
  puback_ms?: Quantiles;
  bytes?: number;
}

let fleet: BenchFleet | undefined;
let bytes = 0;

const download = (url: string, token: string): void => {
  get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
    response.on('data', (chunk: Buffer) => (bytes += chunk.length));
    response.on('close', () => download(url, token));
  }).on('error', () => setTimeout(() => download(url, token), 1_000));
};

async function obey(order: Order): Promise<Answer> {
  if ('connect' in order) {
    fleet?.close();
    fleet = await BenchFleet.connect(order.connect.url, order.connect.boards);
    return {};
  }
  if ('download' in order) {
    download(order.download.url, order.download.token);
    return {};
  }
  const run =
    'flatOut' in order
      ? await fleet!.flatOut(order.flatOut.seconds, order.flatOut.inFlight)
      : await fleet!.paced(order.paced.rate, order.paced.seconds, () => undefined);
  return {
    acked_per_s: Math.round(run.acked / run.seconds),
    failed: run.failed,
    puback_ms: quantiles(run.puback_ms),
    bytes,
  };
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
