import type { AgendaMessage } from '@acequia/board-protocol';
import { Farm, startAcequia } from '@acequia/testing';
import { loadavg } from 'node:os';
import { bareBroker } from '../bare-broker.js';
import { quantiles } from '../quantiles.js';

const CHANGES = 40;
/** A change that has not reached the board by then is lost, ms. */
const LOST_MS = 15_000;

/** From a program's PUT to its new agenda on the board, beside a bare MQTT request and response. */
export async function benchReach(): Promise<object> {
  const acequia = await startAcequia({ env: { RATE_LIMIT_SESSION: '100000' } });
  const bare = await bareBroker();
  const farm = await Farm.create(acequia, await acequia.loginAdmin());
  const board = await farm.connectBoard();
  const waiting = new Map<number, () => void>();
  let taken: AgendaMessage | undefined;
  const topic = (channel: string): string => `acequia/v1/${farm.board.id}/${channel}`;
  const status = () => {
    const versions = taken && { revs: { agenda: taken.rev }, epochs: { agenda: taken.epoch } };
    return board.publishAsync(topic('status'), JSON.stringify({ online: true, can: ['agenda'], ...versions }), {
      qos: 1,
      retain: true,
    });
  };
  try {
    board.on('message', (_topic, payload) => {
      taken = JSON.parse(payload.toString()) as AgendaMessage;
      waiting.get(taken.runs[0]?.secs ?? 0)?.();
      status().catch(() => undefined);
    });
    await board.subscribeAsync(topic('agenda'), { qos: 1 });
    await status();
    const programa = (duracion_s: number) => ({
      empresa_id: farm.empresa.id,
      nombre: 'Medido',
      dias: { cada: 1, desde: '2026-01-01' },
      inicios: ['00:00', '06:00', '12:00', '18:00'],
      pasos: [{ switch_id: farm.switches[0]?.id ?? 0, duracion_s }],
    });
    const reaches = (duracion_s: number): Promise<number> => {
      const since = performance.now();
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(duracion_s);
          resolve(performance.now() - since);
        };
        const timer = setTimeout(done, LOST_MS);
        waiting.set(duracion_s, done);
      });
    };
    const first = reaches(100);
    const { id } = await farm.admin.api.call('programas.crear', { body: programa(100) });
    await first;
    const product: number[] = [];
    const yardstick: number[] = [];
    for (let n = 1; n <= CHANGES; n++) {
      yardstick.push(await bare.request());
      const reached = reaches(100 + n);
      await farm.admin.api.call('programas.actualizar', { params: { id }, body: programa(100 + n) });
      product.push(await reached);
    }
    return {
      bench: 'programas: a change → the agenda on its board',
      changes: CHANGES,
      ms: quantiles(product),
      yardstick_bare_mqtt_ms: quantiles(yardstick),
      lost: product.filter((ms) => ms >= LOST_MS).length,
      load_1m: Math.round(loadavg()[0]! * 10) / 10,
      wanted: 'max < 2000 ms, none lost',
    };
  } finally {
    await board.endAsync();
    await bare.stop();
    await acequia.stop();
  }
}
