import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../logger/logger.js';

/** Interval between checks of the files, ms. */
const LOOK_MS = 2_000;

const START = 'acequia_certificate_start_timestamp_seconds';
const EXPIRY = 'acequia_certificate_expiry_timestamp_seconds';

export interface TlsPair {
  cert: Buffer;
  key: Buffer;
  minVersion: 'TLSv1.2';
}

/** @throws when a file cannot be read, or the key does not belong to the certificate */
export const readTlsPair = ({ cert, key }: { cert: string; key: string }): TlsPair => {
  const pair = { cert: readFileSync(cert), key: readFileSync(key), minVersion: 'TLSv1.2' } as const;
  if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key)))
    throw new Error('The key is not that of the certificate');
  return pair;
};

/** A certificate and its key in two PEM files that an external tool renews. */
export class TlsFiles {
  constructor(
    private readonly files: { cert: string; key: string },
    private readonly context: { logger: Logger; metrics: Registry },
  ) {}

  /**
   * Calls `use` with the pair, now if it exists and again after every change. An unusable pair (half renewed, say) is logged and
   * the previous pair stays.
   * @returns a function that stops following
   */
  follow(use: (pair: TlsPair) => void): () => void {
    const { cert, key } = this.files;
    const look = (): void => {
      try {
        const pair = readTlsPair(this.files);
        use(pair);
        this.note(pair);
      } catch (error) {
        this.context.logger.warn({ err: error, cert }, 'The certificate cannot be used; the one before stays');
      }
    };
    look();
    for (const file of [cert, key]) watchFile(file, { interval: LOOK_MS, persistent: false }, look);
    return () => [cert, key].forEach((file) => unwatchFile(file, look));
  }

  private note({ cert }: TlsPair): void {
    const { logger, metrics } = this.context;
    const { subjectAltName, validFrom, validTo } = new X509Certificate(cert);
    const times = [
      [START, validFrom, 'When the certificate of this door began to hold'],
      [EXPIRY, validTo, 'When the certificate of this door expires'],
    ] as const;
    for (const [name, time, help] of times) {
      const gauge =
        (metrics.getSingleMetric(name) as Gauge | undefined) ?? new Gauge({ name, help, registers: [metrics] });
      gauge.set(Date.parse(time) / 1_000);
    }
    logger.info({ names: subjectAltName, validTo }, 'Certificate in use');
  }
}
