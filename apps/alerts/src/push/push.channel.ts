import { typeOfAviso } from '@acequia/contracts';
import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import webpush from 'web-push';
import type { Channel, Envelope, Outcome } from '../deliveries/channel.js';
import { publicPost } from '../deliveries/public-post.js';
import type { AlertsEnv } from '../env.js';
import { PushService, type PushTarget } from './push.service.js';
import { VapidService } from './vapid.service.js';
import { texts } from './textos.js';

const ASK_AGAIN_MS = 5_000;
/** How long a push service keeps a message for an offline browser, s. */
const KEPT_S = 24 * 3_600;
/** Push services accept about 4 kB, encrypted. */
const TEXT_MAX = 1_500;

/** Sends to a person's browser through its vendor's push service. */
@Injectable()
export class PushChannel implements Channel {
  constructor(
    private readonly push: PushService,
    private readonly vapid: VapidService,
    @Inject(ENV) private readonly env: AlertsEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async send(envelope: Envelope): Promise<Outcome> {
    const { destino: clave, numero, empresa_id, avisos: told } = envelope;
    try {
      const target = await this.push.target(clave);
      const [first] = told;
      if (!target || !first) return { kind: 'gone' };
      const title = texts.title(typeOfAviso(first.tipo).nombre, first.hasta !== null);
      const payload = JSON.stringify({
        numero,
        empresa_id,
        titulo: told.length === 1 ? title : texts.several(told.length),
        texto: told
          .map(({ texto }) => texto)
          .join('\n')
          .slice(0, TEXT_MAX),
        url: told.length === 1 ? `/avisos?aviso=${first.id}` : '/avisos',
      });
      return await this.deliver(clave, target, payload);
    } catch (error) {
      this.logger.warn({ err: error, empresa_id }, 'a browser could not be told yet');
      return { kind: 'later', wait_ms: ASK_AGAIN_MS, ids: [] };
    }
  }

  private async deliver(clave: string, { endpoint, keys }: PushTarget, payload: string): Promise<Outcome> {
    const { body, headers } = webpush.generateRequestDetails({ endpoint, keys }, payload, {
      TTL: KEPT_S,
      urgency: 'high',
      vapidDetails: { subject: this.env.VAPID_SUBJECT, ...(await this.vapid.keys()) },
    });
    let status: number;
    try {
      const text = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      status = await publicPost(new URL(endpoint), body ?? '', text, this.env.WEBHOOK_ALLOWED_ORIGINS);
    } catch {
      return { kind: 'lost', ids: [], detalle: { codigo: 'push_sin_respuesta' } };
    }
    if (status >= 200 && status < 300) return { kind: 'sent', ids: [] };
    if (status === 404 || status === 410) {
      await this.push.forget(clave);
      return { kind: 'gone' };
    }
    const detalle = { codigo: 'push_respondio', status } as const;
    return status === 429 || status >= 500 ? { kind: 'lost', ids: [], detalle } : { kind: 'refused', detalle };
  }
}
