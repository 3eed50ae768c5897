import { currentTrace } from './current-trace.js';

export type SpanKind = 'server' | 'client' | 'producer';
export type Attributes = Record<string, string | number>;

export interface OpenSpan {
  /** Trace id for the work inside this span: a W3C traceparent, which calls, events and jobs carry on. */
  readonly id: string;
  /** `name` replaces the one it began with. */
  end(outcome?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

/** Opens a span below `parent`, a trace id; '' begins a trace. */
export type OpenSpans = (kind: SpanKind, name: string, parent: string, attributes: Attributes) => OpenSpan;

let open: OpenSpans | undefined;

/** Where spans go from now on; undefined = nowhere, which costs one comparison per span. */
export const sendSpansTo = (target: OpenSpans | undefined): void => {
  open = target;
};

const IN_TRACE = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;

/** Begins a trace. undefined while tracing is off. */
export const beginSpan = (kind: SpanKind, name: string): OpenSpan | undefined => open?.(kind, name, '', {});

/** Runs `work` in a span of the current trace. Outside of a trace (timers, polls) and while tracing is off it only runs `work`. */
export const inSpan = async <T>(
  kind: SpanKind,
  name: string,
  attributes: () => Attributes,
  work: () => Promise<T>,
): Promise<T> => {
  const parent = open === undefined ? '' : (currentTrace.getStore() ?? '');
  if (open === undefined || !IN_TRACE.test(parent)) return work();
  const span = open(kind, name, parent, attributes());
  return currentTrace.run(span.id, async () => {
    try {
      const result = await work();
      span.end();
      return result;
    } catch (error) {
      span.end({ error });
      throw error;
    }
  });
};

/** The first word of a statement, as a span is named. */
export const nameOfQuery = (sql: string): string => /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';

/** The URL without what may be a secret: user, password, query, and the token in a path of Telegram's Bot API. */
export const redactUrl = (text: string): string => {
  if (!URL.canParse(text)) return 'invalid';
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname.replace(/\/bot[^/]+/, '/bot***')}`;
};
