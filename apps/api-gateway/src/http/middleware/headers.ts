import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Env } from '../../env.js';

/**
 * 'unsafe-inline' for styles only: Emotion and Chakra write style tags while the console runs, and Swagger UI has style
 * attributes. Scripts come from this origin alone. 'self' in connect-src covers this origin's web sockets too.
 */
const CSP = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
};

export const securityHeaders = (env: Env): RequestHandler =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CSP },
    strictTransportSecurity: env.PUBLIC_URL?.startsWith('https:') ?? false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });

/** Answers hold a company's data: no browser or proxy keeps them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
