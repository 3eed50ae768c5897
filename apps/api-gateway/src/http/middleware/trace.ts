import { TRACE, traceIdFrom } from '@acequia/service-kit';
import type { RequestHandler } from 'express';

export const TRACE_HEADER = 'x-request-id';

/** Everything done for one request carries one id, which the answer tells: the caller's own when it looks like one. */
export const trace: RequestHandler = (request, response, next) => {
  const id = traceIdFrom(request.get(TRACE_HEADER));
  response.setHeader(TRACE_HEADER, id);
  TRACE.run(id, next);
};
