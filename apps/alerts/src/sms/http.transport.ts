import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import type { AlertsEnv } from '../env.js';
import type { Sms, SmsResult, SmsTransport } from './transport.js';

/** Shorter than the time after which another instance takes a message over, ms. */
const TIMEOUT_MS = 10_000;
/** The provider says by these that it took nothing. */
const AGAIN = [429, 503];

const UNKNOWN: SmsResult = { kind: 'ended', detalle: { codigo: 'sms_sin_respuesta' } };

/** A provider that takes SMS by HTTP; 2xx = it took the message. */
@Injectable()
export class HttpTransport implements SmsTransport {
  constructor(@Inject(ENV) private readonly env: AlertsEnv) {}

  get isSet(): boolean {
    return this.env.SMS_HTTP_URL !== undefined;
  }

  async send(sms: Sms): Promise<SmsResult> {
    const body = bodyOf(this.env.SMS_HTTP_BODY, sms);
    const headers = { 'content-type': 'application/json', ...this.env.SMS_HTTP_HEADERS };
    const status = await post(new URL(this.env.SMS_HTTP_URL ?? ''), body, headers);
    if (status === 'not reached') return { kind: 'unreached', detalle: { codigo: 'sms_sin_red' } };
    if (status === 'no answer') return UNKNOWN;
    if (status >= 200 && status < 300) return { kind: 'sent' };
    const detalle = { codigo: 'sms_respondio', status } as const;
    if (AGAIN.includes(status)) return { kind: 'unreached', detalle };
    // A gateway's 5xx says nothing about what the provider behind it did.
    return status >= 500 ? UNKNOWN : { kind: 'ended', detalle };
  }

  /** Only a message is asked for whose request never ended: its instance stopped meanwhile. */
  state(): Promise<SmsResult> {
    return Promise.resolve(UNKNOWN);
  }
}

/** The template with `{numero}`, `{texto}` and `{clave}` filled in, whichever JSON string they stand in. */
export const bodyOf = (template: string, sms: Sms): string =>
  template.replace(/\{(numero|texto|clave)\}/g, (_all, field: keyof Sms) => JSON.stringify(sms[field]).slice(1, -1));

/** Follows no redirect and reads only the status. `not reached`: no connection was made, so nothing was sent. */
const post = (url: URL, body: string, headers: Record<string, string>): Promise<number | 'not reached' | 'no answer'> =>
  new Promise((resolve) => {
    let connected = false;
    const send = url.protocol === 'https:' ? https : http;
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
      },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
      }),
    );
    request.on('error', () => resolve(connected ? 'no answer' : 'not reached'));
    request.end(body);
  });
