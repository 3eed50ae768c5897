import { ENV, SecretBox } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import type { LookupFunction } from 'node:net';
import { DataSource } from 'typeorm';
import { SECRET_CONTEXT } from '../channels/channels.service.js';
import type { AlertsEnv } from '../env.js';
import type { Channel, Envelope, Outcome } from './channel.js';

const TIMEOUT_MS = 10_000;

const isPublic = (address: string): boolean => {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast';
};

/** Resolves to public addresses only, at the moment of connecting: a name that changes its mind afterwards changes nothing. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0);
    const all = found.filter(({ address }) => isPublic(address));
    const [first] = all;
    if (!first) return callback(new Error('private address'), '', 0);
    if (options.all) (callback as (error: null, all: object[]) => void)(null, all);
    else callback(null, first.address, first.family);
  });
};

/** Calls a program of the company's. `X-Acequia-Firma: t=<ms>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. */
@Injectable()
export class WebhookChannel implements Channel {
  constructor(
    private readonly db: DataSource,
    private readonly secrets: SecretBox,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  async send({ empresa_id, destino, numero, avisos }: Envelope): Promise<Outcome> {
    const [canal]: { secreto_cifrado: string | null }[] = await this.db.query(
      `SELECT secreto_cifrado FROM canales WHERE empresa_id = $1 AND canal = 'webhook' AND destino = $2 AND activo = 1`,
      [empresa_id, destino],
    );
    if (!canal?.secreto_cifrado) return { kind: 'gone' };
    const url = new URL(destino);
    const allowed = this.env.WEBHOOK_ALLOWED_ORIGINS.includes(url.origin);
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    const isPrivate = ipaddr.isValid(literal) && !isPublic(literal);
    if (!allowed && (url.protocol !== 'https:' || isPrivate))
      return { kind: 'refused', detalle: 'La dirección del webhook no está permitida: debe ser pública y https://.' };
    const body = JSON.stringify({ numero, empresa_id, avisos });
    const t = Date.now();
    const key = this.secrets.decrypt(canal.secreto_cifrado, SECRET_CONTEXT);
    const firma = `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`;
    try {
      const status = await post(url, body, firma, allowed);
      if (status >= 200 && status < 300) return { kind: 'sent', ids: [] };
      if (status === 429 || status >= 500) return { kind: 'lost', ids: [], detalle: `El webhook respondió ${status}.` };
      return { kind: 'refused', detalle: `El webhook respondió ${status}.` };
    } catch {
      return { kind: 'lost', ids: [], detalle: 'El webhook no responde.' };
    }
  }
}

/** Follows no redirect and reads nothing of the answer but its status. */
const post = (url: URL, body: string, firma: string, anywhere: boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? https : http;
    const request = send(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-acequia-firma': firma,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
        ...(!anywhere && { lookup: publicLookup }),
      },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
