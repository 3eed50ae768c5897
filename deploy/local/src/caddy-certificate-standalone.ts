import { copyCertificate } from './caddy-certificate.js';

/** Copies Caddy's certificate for the boards' TLS port once a minute until stopped. */
const EVERY_MS = 60_000;
/** Where the volumes are mounted. */
const [data = '/data', tls = '/tls'] = process.argv.slice(2);
const { ACEQUIA_DOMAIN = 'localhost' } = process.env;

const look = (): void => {
  try {
    if (copyCertificate(data, ACEQUIA_DOMAIN, tls)) console.log(`Certificado de ${ACEQUIA_DOMAIN}: copiado.`);
  } catch (error) {
    console.error(`No se pudo copiar el certificado de ${ACEQUIA_DOMAIN}: ${(error as Error).message}`);
  }
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
look();
setInterval(look, EVERY_MS);
