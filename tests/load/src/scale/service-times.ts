import type { RunningAcequia } from '@acequia/testing';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuByName } from '../cpu.js';
import { ask } from '../ingest/loaders.js';

/** What one second of ingest took. */
export interface Second {
  /** Samples that boards sent and that were committed. */
  samples: number;
  rows: number;
  /** CPU time of each service and part, µs a sample. */
  cpu_us: Record<string, number>;
  /** Transactions of the history writer: how many rows each had and how long it took, on average of the second. */
  batch_rows: number;
  batch_ms: number;
  /** From the gateway taking a sample to its row being committed, on average, ms. */
  commit_ms: number;
}

/** Seconds of a run whose connections and caches are not warm yet. */
const WARM_UP_S = 2;

/** Sends samples at this rate through the boards that `loader` has connected, and looks once a second. */
export async function secondsAt(
  acequia: RunningAcequia,
  loader: ChildProcess,
  rate: number,
  seconds: number,
): Promise<Second[]> {
  const measured: Second[] = [];
  let done = false;
  const run = ask(loader, { paced: { rate, seconds: seconds + WARM_UP_S } }).finally(() => (done = true));
  await sleep(WARM_UP_S * 1_000);
  let before = await look(acequia);
  while (!done) {
    await sleep(1_000);
    const after = await look(acequia);
    if (!done) measured.push(...between(before, after));
    before = after;
  }
  await run;
  return measured;
}

interface Look {
  cpu: Record<string, number>;
  messages: number;
  rows: number;
  batches: number;
  batched: number;
  writing_s: number;
  entries: number;
  committing_s: number;
}

async function look(acequia: RunningAcequia): Promise<Look> {
  const [gateway, history] = await Promise.all([
    metrics(acequia, 'device-gateway'),
    metrics(acequia, 'telemetry-history'),
  ]);
  return {
    cpu: cpuByName(acequia),
    messages: gateway.get('acequia_gateway_messages_total') ?? 0,
    rows: history.get('acequia_history_rows_total') ?? 0,
    batches: history.get('acequia_history_batch_rows_count') ?? 0,
    batched: history.get('acequia_history_batch_rows_sum') ?? 0,
    writing_s: history.get('acequia_history_write_seconds_sum') ?? 0,
    entries: history.get('acequia_history_publish_to_commit_seconds_count') ?? 0,
    committing_s: history.get('acequia_history_publish_to_commit_seconds_sum') ?? 0,
  };
}

function between(before: Look, after: Look): Second[] {
  const samples = after.messages - before.messages;
  const batches = after.batches - before.batches;
  if (samples <= 0 || batches <= 0) return [];
  const cpu_us = Object.entries(after.cpu).map(
    ([name, ms]) => [name, ((ms - (before.cpu[name] ?? ms)) * 1_000) / samples] as const,
  );
  return [
    {
      samples,
      rows: after.rows - before.rows,
      cpu_us: Object.fromEntries(cpu_us),
      batch_rows: (after.batched - before.batched) / batches,
      batch_ms: ((after.writing_s - before.writing_s) * 1_000) / batches,
      commit_ms: ((after.committing_s - before.committing_s) * 1_000) / (after.entries - before.entries),
    },
  ];
}

/** A service's metrics by name, the series of one name added up. */
async function metrics(acequia: RunningAcequia, service: string): Promise<Map<string, number>> {
  const environment = readFileSync(`/proc/${acequia.services[service]![0]!}/environ`, 'utf8');
  const port = /(?:^|\0)INTERNAL_PORT=(\d+)/.exec(environment)?.[1];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const sums = new Map<string, number>();
  for (const [, name, value] of text.matchAll(/^(\w+)(?:\{[^}]*\})? (\S+)$/gm))
    sums.set(name!, (sums.get(name!) ?? 0) + Number(value));
  return sums;
}
