import { beginSpan, TRACE, traceIdFrom } from '@acequia/service-kit';
import type { RequestHandler } from 'express';

export const TRACE_HEADER = 'x-request-id';

/** Gives each request one trace id and returns it in the answer; keeps the caller's id when it is well-formed. */
export const trace: RequestHandler = (request, response, next) => {
  const id = traceIdFrom(request.get(TRACE_HEADER));
  response.setHeader(TRACE_HEADER, id);
  // A trace begins here: an outside client must not choose its id.
  const span = beginSpan('server', request.method);
  response.once('close', () => {
    // The route's pattern: a path holds ids, and a query may hold more.
    const route = (request.route as { path?: string } | undefined)?.path ?? 'other';
    span?.end({
      name: `${request.method} ${route}`,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
        'acequia.request_id': id,
      },
    });
  });
  TRACE.run(span?.id ?? id, next);
};
