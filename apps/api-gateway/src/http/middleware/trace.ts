import { TRACE, traceIdFrom } from '@acequia/service-kit';
import type { RequestHandler } from 'express';

export const TRACE_HEADER = 'x-request-id';

/** Gives each request one trace id and returns it in the answer; keeps the caller's id when it is well-formed. */
export const trace: RequestHandler = (request, response, next) => {
  const id = traceIdFrom(request.get(TRACE_HEADER));
  response.setHeader(TRACE_HEADER, id);
  TRACE.run(id, next);
};
