import type { BaseEnv } from '../config/env.js';
import type { Logger } from '../logger/logger.js';
import { redactUrl, sendSpansTo } from './spans.js';

/** Longest wait for the last spans when the process stops, ms. */
const LAST_SPANS_MS = 2_000;

/** Starts tracing when OTEL_EXPORTER_OTLP_ENDPOINT is set; its packages are loaded only then. @returns what stops it */
export const startTracing = async (service: string, env: BaseEnv, logger: Logger): Promise<() => Promise<void>> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, INSTANCE_ID } = env;
  if (endpoint === undefined) return () => Promise.resolve();
  const { traceOverOtlp } = await import('./otlp.js');
  const tracing = traceOverOtlp(endpoint, service, INSTANCE_ID);
  sendSpansTo(tracing.open);
  logger.info({ endpoint: redactUrl(endpoint) }, 'Traces are sent');
  return async () => {
    sendSpansTo(undefined);
    const stopped = tracing.stop().catch(() => undefined);
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref())]);
  };
};
