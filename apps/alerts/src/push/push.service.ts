import {
  type Caller,
  callerEmpresa,
  notFound,
  type PushEstado,
  type PushRequest,
  type PushSubscriptionBody,
} from '@acequia/contracts';
import { ENV, SecretBox } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { invalid, requirePerson } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { mayBeCalled } from '../deliveries/public-post.js';
import type { AlertsEnv } from '../env.js';
import { VapidService } from './vapid.service.js';
import { texts } from '../textos.js';

export const SUBSCRIPTION_CONTEXT = 'suscripcion.push';
/** Limit per person. */
const MAX_SUBSCRIPTIONS = 10;

export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const SELECT = `SELECT s.clave, s.nombre, s.severidad_minima, s.desde::float8 AS desde,
    (SELECT d.detalle FROM destinos d WHERE d.canal = 'push' AND d.destino = s.clave AND d.detalle IS NOT NULL LIMIT 1) AS fallo
  FROM suscripciones s`;

/** Browsers subscribed to push messages. */
@Injectable()
export class PushService {
  constructor(
    private readonly db: DataSource,
    private readonly secrets: SecretBox,
    private readonly vapid: VapidService,
    private readonly auditoria: AuditoriaService,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  async state(caller: Caller): Promise<PushEstado> {
    const { usuario_id } = requirePerson(caller);
    const { publicKey } = await this.vapid.keys();
    const suscripciones: PushSubscriptionBody[] = await this.db.query(
      `${SELECT} WHERE s.usuario_id = $1 ORDER BY s.desde`,
      [usuario_id],
    );
    return { clave_publica: publicKey, suscripciones };
  }

  /** A browser belongs to the person who last subscribed in it. @throws AppError `datos_invalidos` */
  async subscribe(caller: Caller, request: PushRequest): Promise<PushSubscriptionBody> {
    const { endpoint, p256dh, auth_key: auth, severidad_minima, nombre } = request;
    const { usuario_id } = requirePerson(caller);
    if (!mayBeCalled(new URL(endpoint), this.env.WEBHOOK_ALLOWED_ORIGINS))
      throw invalid('endpoint', texts.pushNotAllowed);
    const clave = createHash('sha256').update(endpoint).digest('hex').slice(0, 32);
    await this.db.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [SUBSCRIPTIONS_LOCK, usuario_id]);
      const [{ n } = { n: 0 }]: { n: number }[] = await tx.query(
        'SELECT count(*)::int AS n FROM suscripciones WHERE usuario_id = $1 AND clave <> $2',
        [usuario_id, clave],
      );
      if (n >= MAX_SUBSCRIPTIONS) throw invalid('endpoint', texts.tooManyBrowsers(MAX_SUBSCRIPTIONS));
      await tx.query(
        `INSERT INTO suscripciones (clave, usuario_id, empresa_id, nombre, severidad_minima, endpoint_cifrado,
           claves_cifradas, desde) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (clave) DO UPDATE SET usuario_id = $2, empresa_id = $3, nombre = $4, severidad_minima = $5,
           endpoint_cifrado = $6, claves_cifradas = $7, desde = $8`,
        [
          ...[clave, usuario_id, callerEmpresa(caller), nombre, severidad_minima],
          ...[this.seal(endpoint), this.seal(JSON.stringify({ p256dh, auth })), Date.now()],
        ],
      );
      await tx.query(`DELETE FROM destinos WHERE canal = 'push' AND destino = $1`, [clave]);
      await this.auditoria.note(tx, caller, {
        empresa_id: callerEmpresa(caller),
        accion: 'usuario.suscribir_push',
        entidad: `usuario:${usuario_id}`,
        nombre,
        antes: null,
        despues: { severidad_minima },
      });
    });
    const [row]: PushSubscriptionBody[] = await this.db.query(`${SELECT} WHERE s.clave = $1`, [clave]);
    if (!row) throw new Error('a subscription was not stored');
    return row;
  }

  /** Only the caller's own. @throws AppError `no_encontrado` */
  async unsubscribe(caller: Caller, clave: string): Promise<void> {
    const { usuario_id } = requirePerson(caller);
    await this.db.transaction(async (tx) => {
      const [rows] = (await tx.query(
        'DELETE FROM suscripciones WHERE clave = $1 AND usuario_id = $2 RETURNING nombre',
        [clave, usuario_id],
      )) as [{ nombre: string }[], number];
      const [gone] = rows;
      if (!gone) throw notFound();
      await this.auditoria.note(tx, caller, {
        empresa_id: callerEmpresa(caller),
        accion: 'usuario.quitar_push',
        entidad: `usuario:${usuario_id}`,
        nombre: gone.nombre,
        antes: null,
        despues: null,
      });
    });
  }

  /** Whose browser it is; null = it is subscribed no longer. */
  async personOf(clave: string): Promise<number | null> {
    const [row]: { usuario_id: number }[] = await this.db.query(
      'SELECT usuario_id FROM suscripciones WHERE clave = $1',
      [clave],
    );
    return row?.usuario_id ?? null;
  }

  async target(clave: string): Promise<PushTarget | null> {
    const [row]: { endpoint_cifrado: string; claves_cifradas: string }[] = await this.db.query(
      'SELECT endpoint_cifrado, claves_cifradas FROM suscripciones WHERE clave = $1',
      [clave],
    );
    if (!row) return null;
    const keys = JSON.parse(this.secrets.decrypt(row.claves_cifradas, SUBSCRIPTION_CONTEXT)) as PushTarget['keys'];
    return {
      endpoint: this.secrets.decrypt(row.endpoint_cifrado, SUBSCRIPTION_CONTEXT),
      keys,
    };
  }

  /** The browser ended the subscription. */
  async forget(clave: string): Promise<void> {
    await this.db.query('DELETE FROM suscripciones WHERE clave = $1', [clave]);
  }

  private seal(text: string): string {
    return this.secrets.encrypt(text, SUBSCRIPTION_CONTEXT);
  }
}

/** First key of the advisory lock; the second is the person. */
const SUBSCRIPTIONS_LOCK = 1_470_002;
