import { AppError } from '@acequia/contracts';
import type { RequestHandler } from 'express';

/** The console gives up after 15 s (CALL-1); an answer that says so comes first. Streams that began are left alone. */
export const ANSWER_MS = 14_500;

export const deadline =
  (ms = ANSWER_MS): RequestHandler =>
  (_request, response, next) => {
    const timer = setTimeout(() => {
      if (!response.headersSent)
        next(new AppError('servicio_no_disponible', { cause: new Error(`No answer in ${ms} ms`) }));
    }, ms);
    response.once('close', () => clearTimeout(timer));
    next();
  };
