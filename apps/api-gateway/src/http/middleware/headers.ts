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

/** Denies every browser feature that the console does not use, to injected scripts too. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const permissions: RequestHandler = (_request, response, next) => {
  response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
  next();
};

/** Sends Strict-Transport-Security when the request came over TLS (ours or a trusted proxy's), and always when PUBLIC_URL is https. */
const strictTransport = (env: Env): RequestHandler => {
  const strict = helmet.strictTransportSecurity();
  const always = env.PUBLIC_URL?.startsWith('https:') ?? false;
  return (request, response, next) => (always || request.secure ? strict(request, response, next) : next());
};

export const securityHeaders = (env: Env): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CSP },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  }),
  strictTransport(env),
  permissions,
];

/** Answers hold a company's data, so no browser or proxy may keep them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
