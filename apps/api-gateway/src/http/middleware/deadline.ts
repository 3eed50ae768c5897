import { AppError } from '@acequia/contracts';
import type { RequestHandler } from 'express';

/** Shorter than the console's own limit of 15 s (CALL-1), so that the error arrives first, ms. Started streams have no deadline. */
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
