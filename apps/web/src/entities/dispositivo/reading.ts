import type { LecturaEnVivo, Metricas } from '@acequia/contracts';
import { OLD_MS } from '../../lib/time/freshness.js';
import { serverNow } from '../../lib/time/server-clock.js';

interface Read<T> {
  data: T | undefined;
  /** Time of the last successful read, ms by this browser's clock. */
  dataUpdatedAt: number;
}

/**
 * Combines a meter's two calls. The server sends metrics only for a meter that is online, so metrics newer than the live call's last answer
 * mean that the meter is online.
 */
export function withNewerMetrics(live: Read<LecturaEnVivo>, metrics: Read<Metricas>): LecturaEnVivo | undefined {
  const age = Date.now() - metrics.dataUpdatedAt;
  if (!metrics.data || metrics.dataUpdatedAt <= live.dataUpdatedAt || age > OLD_MS) return live.data;
  return {
    estado: { estado: null },
    ...live.data,
    online: true,
    ts_ms: Math.max(live.data?.ts_ms ?? 0, serverNow() - age),
    metricas: metrics.data,
    motivo: metrics.data.motivo ?? null,
  };
}
