import { ENV, SecretBox } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { DataSource } from 'typeorm';
import { SECRET_CONTEXT } from './channels.service.js';
import type { AlertsEnv } from '../env.js';
import type { Channel, Envelope, Outcome } from '../deliveries/channel.js';
import { mayBeCalled, publicPost } from '../deliveries/public-post.js';

/** Calls the company's webhook. `X-Acequia-Firma: t=<ms>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. */
@Injectable()
export class WebhookChannel implements Channel {
  constructor(
    private readonly db: DataSource,
    private readonly secrets: SecretBox,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  async send({ empresa_id, destino, numero, avisos, prueba }: Envelope): Promise<Outcome> {
    const [canal]: { secreto_cifrado: string | null }[] = await this.db.query(
      `SELECT secreto_cifrado FROM canales WHERE empresa_id = $1 AND canal = 'webhook' AND destino = $2 AND activo = 1`,
      [empresa_id, destino],
    );
    if (!canal?.secreto_cifrado) return { kind: 'gone' };
    const url = new URL(destino);
    const allowed = this.env.WEBHOOK_ALLOWED_ORIGINS;
    if (!mayBeCalled(url, allowed)) return { kind: 'refused', detalle: { codigo: 'webhook_no_permitido' } };
    const body = JSON.stringify({ numero, empresa_id, avisos, ...(prueba && { prueba }) });
    const t = Date.now();
    const key = this.secrets.decrypt(canal.secreto_cifrado, SECRET_CONTEXT);
    const signature = `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-acequia-firma': signature };
    try {
      const status = await publicPost(url, body, headers, allowed);
      if (status >= 200 && status < 300) return { kind: 'sent', ids: [] };
      const detalle = { codigo: 'webhook_respondio', status } as const;
      return status === 429 || status >= 500 ? { kind: 'lost', ids: [], detalle } : { kind: 'refused', detalle };
    } catch {
      return { kind: 'lost', ids: [], detalle: { codigo: 'webhook_sin_respuesta' } };
    }
  }
}
