import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, OpenSpans, SpanKind } from './spans.js';

const KINDS: Record<SpanKind, Kind> = { server: Kind.SERVER, client: Kind.CLIENT, producer: Kind.PRODUCER };
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

const contextOf = (parent: string): Context => {
  const [, traceId, spanId] = TRACEPARENT.exec(parent) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
};

const openSpan = (span: Span): OpenSpan => {
  const { traceId, spanId } = span.spanContext();
  return {
    id: `00-${traceId}-${spanId}-01`,
    end: ({ name, attributes, error } = {}) => {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      // The message may quote a value or a URL; the name tells what kind of failure it was.
      if (error !== undefined) {
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
};

export interface Tracing {
  open: OpenSpans;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/** Sends spans over OTLP/HTTP to `endpoint` (its path `/v1/traces`). Spans are dropped while the endpoint does not answer. */
export const traceOverOtlp = (endpoint: string, service: string, instance: string): Tracing => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'acequia',
      'service.instance.id': instance,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer('acequia');
  return {
    open: (kind, name, parent, attributes) =>
      openSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent))),
    stop: () => provider.shutdown(),
  };
};
