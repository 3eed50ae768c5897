import { JobQueues } from '@acequia/bus';
import type { DeliveryDetail, Severidad } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MOST_FAILED } from '../failing.js';
import { RotaRepository } from '../rota/rota.repository.js';
import {
  type ChannelHours,
  isQuiet,
  NO_QUIET_HOURS,
  type QuietHours,
  type Recipient,
  recipientsOf,
} from './recipients.js';

/** The company's chat, resolved when the message is sent. */
export const COMPANY_CHAT = 'empresa';

const HELD: DeliveryDetail = { codigo: 'en_su_descanso' };
const FAILING: DeliveryDetail = { codigo: 'canal_fallido' };
/** By when a channel that works has had its weekly try, ms. */
const WORKED_MS = 14 * 86_400_000;

type Kind = 'disparo' | 'cambio' | 'resuelto';

const DEFAULT_CHAT: ChannelHours & { activo: 0 | 1 } = {
  canal: 'telegram',
  destino: COMPANY_CHAT,
  severidad_minima: 'baja',
  escalar_min: 0,
  hora_desde: null,
  hora_hasta: null,
  activo: 1,
};

/** Writes deliveries in the transaction of the alarm change, so that neither exists without the other. */
@Injectable()
export class Outgoing {
  constructor(
    private readonly jobs: JobQueues,
    private readonly rotas: RotaRepository,
  ) {}

  /** Queues a new alarm for each channel whose severity includes it, at the channel's hours. */
  async opened(tx: EntityManager, empresa_id: number, aviso_id: number, severidad: Severidad): Promise<void> {
    const recipients = await this.recipients(tx, empresa_id, severidad);
    const failing = await this.failing(tx, empresa_id, aviso_id, recipients);
    const rests = await this.resting(tx, empresa_id, severidad, recipients);
    for (const one of recipients)
      await this.add(tx, empresa_id, aviso_id, one, 'disparo', rests(one) ? HELD : failing(one) ? FAILING : null);
  }

  /** Queues the end for every destination that got the alarm, and drops deliveries still waiting. */
  async closed(tx: EntityManager, empresa_id: number, aviso_id: number, severidad: Severidad): Promise<void> {
    const recipients = await this.recipients(tx, empresa_id, severidad);
    const told = (await this.told(tx, aviso_id)).map((one): Recipient => {
      const recipient = recipients.find(({ canal, destino }) => canal === one.canal && destino === one.destino);
      return { ...one, no_antes: recipient?.escala === 0 ? recipient.no_antes : 0, escala: 0 };
    });
    const rests = await this.resting(tx, empresa_id, severidad, told);
    for (const one of told) await this.add(tx, empresa_id, aviso_id, one, 'resuelto', rests(one) ? HELD : null);
    await this.spare(tx, aviso_id, false);
  }

  /** Drops pending escalations: somebody has acknowledged the alarm. */
  async acknowledged(tx: EntityManager, empresa_id: number, aviso_id: number): Promise<void> {
    await this.spare(tx, aviso_id, true);
    await this.changed(tx, empresa_id, aviso_id);
  }

  /** Marks the alarm's message as outdated; only Telegram's messages can be edited. */
  async changed(tx: EntityManager, empresa_id: number, aviso_id: number): Promise<void> {
    for (const one of await this.told(tx, aviso_id))
      if (one.canal === 'telegram')
        await this.add(tx, empresa_id, aviso_id, { ...one, no_antes: 0, escala: 0 }, 'cambio');
  }

  /** Starts the sender at once instead of at its next tick. */
  hurry(): void {
    void this.jobs.add('avisos.repartir', {}, { unico: 'avisos.repartir', attempts: 1 }).catch(() => undefined);
  }

  private async recipients(tx: EntityManager, empresa_id: number, severidad: Severidad): Promise<Recipient[]> {
    const [settings]: (QuietHours & { zona_horaria: string })[] = await tx.query(
      `SELECT e.zona_horaria, a.descanso_desde, a.descanso_hasta,
         coalesce(a.descanso_severidad, 'critica') AS descanso_severidad
       FROM empresas e LEFT JOIN ajustes a ON a.empresa_id = e.id WHERE e.id = $1`,
      [empresa_id],
    );
    const channels: (ChannelHours & { activo: 0 | 1 })[] = await tx.query(
      `SELECT canal, destino, severidad_minima, hora_desde, hora_hasta, escalar_min, activo
       FROM canales WHERE empresa_id = $1`,
      [empresa_id],
    );
    const browsers: { clave: string; severidad_minima: Severidad }[] = await tx.query(
      'SELECT clave, severidad_minima FROM suscripciones WHERE empresa_id IS NULL OR empresa_id = $1',
      [empresa_id],
    );
    const hasChat = channels.some(({ canal, destino }) => canal === 'telegram' && destino === COMPANY_CHAT);
    const duty = await this.rotas.channels(tx, empresa_id, Date.now());
    // Whom a channel of the company tells as well gets it once, as somebody on duty.
    const onDuty = new Set(duty.map(({ canal, destino }) => `${canal} ${destino}`));
    const own = channels.filter(({ canal, destino }) => !onDuty.has(`${canal} ${destino}`));
    const all = [
      ...(hasChat ? own : [DEFAULT_CHAT, ...own]).filter(({ activo }) => activo === 1),
      ...duty.map((one) => ({ ...DEFAULT_CHAT, ...one })),
      ...browsers.map(({ clave, severidad_minima }) => ({
        ...DEFAULT_CHAT,
        canal: 'push',
        destino: clave,
        severidad_minima,
      })),
    ];
    return recipientsOf(all, settings ?? NO_QUIET_HOURS, settings?.zona_horaria ?? 'UTC', severidad, Date.now());
  }

  /** Whether the person at a destination has quiet hours when it would be told: what they hold back stays in the bell. */
  private async resting(
    tx: EntityManager,
    empresa_id: number,
    severidad: Severidad,
    recipients: readonly Recipient[],
  ): Promise<(to: Recipient) => boolean> {
    const rows: (QuietHours & { destino: string; zona_horaria: string })[] = await tx.query(
      `SELECT r.destino, d.descanso_desde, d.descanso_hasta, d.descanso_severidad, e.zona_horaria
       FROM descansos d JOIN (
         SELECT usuario_id, 'usuario:' || usuario_id AS destino FROM descansos
         UNION ALL SELECT usuario_id, clave FROM suscripciones) r USING (usuario_id)
       JOIN empresas e ON e.id = $1 WHERE r.destino = ANY($2)`,
      [empresa_id, recipients.map(({ destino }) => destino)],
    );
    const hours = new Map(rows.map((row) => [row.destino, row]));
    const now = Date.now();
    return ({ destino, no_antes }) => {
      const own = hours.get(destino);
      return own !== undefined && isQuiet(own, own.zona_horaria, severidad, no_antes || now);
    };
  }

  /**
   * Whether a destination is a channel that an alarm about failing channels names, so that it would not arrive there. Only where another
   * takes messages: a company's chat may lead nowhere.
   */
  private async failing(
    tx: EntityManager,
    empresa_id: number,
    aviso_id: number,
    recipients: readonly Recipient[],
  ): Promise<(to: Recipient) => boolean> {
    const dead: { canal: string; destino: string }[] = await tx.query(
      `SELECT c.canal, c.destino FROM canales c JOIN avisos a ON a.id = $2 AND a.tipo = 'canal_fallido'
       WHERE c.empresa_id = $1 AND c.activo = 1 AND c.pruebas_falladas >= ${MOST_FAILED}`,
      [empresa_id, aviso_id],
    );
    const isDead = (to: Recipient): boolean =>
      dead.some(({ canal, destino }) => canal === to.canal && destino === to.destino);
    if (dead.length === 0) return isDead;
    const others = recipients.filter((one) => !isDead(one));
    const [worked]: unknown[] = await tx.query(
      `SELECT 1 FROM unnest($1::text[], $2::text[]) AS o (canal, destino) WHERE EXISTS (
         SELECT FROM mensajes m WHERE m.estado = 'enviado' AND m.canal = o.canal AND m.destino = o.destino
           AND m.empresa_id = $3 AND m.enviado > $4) LIMIT 1`,
      [others.map(({ canal }) => canal), others.map(({ destino }) => destino), empresa_id, Date.now() - WORKED_MS],
    );
    return worked === undefined ? () => false : isDead;
  }

  /** Whether anybody was told of this episode: what only waited for its hour reaches nobody once the alarm has ended. */
  async reached(tx: EntityManager, aviso_id: number): Promise<boolean> {
    return (await this.told(tx, aviso_id)).length > 0;
  }

  /** Destinations that got the alarm or are about to. */
  private told(tx: EntityManager, aviso_id: number): Promise<{ canal: string; destino: string }[]> {
    return tx.query(
      `SELECT DISTINCT canal, destino FROM entregas WHERE aviso_id = $1 AND clase = 'disparo'
         AND (estado = 'enviado' OR (estado = 'pendiente' AND no_antes <= $2))`,
      [aviso_id, Date.now()],
    );
  }

  /** Drops deliveries that still wait for their hour. */
  private async spare(tx: EntityManager, aviso_id: number, escalationsOnly: boolean): Promise<void> {
    const detalle: DeliveryDetail = { codigo: escalationsOnly ? 'aviso_reconocido' : 'aviso_terminado' };
    await tx.query(
      `UPDATE entregas SET estado = 'descartado', detalle_datos = $3 WHERE aviso_id = $1 AND clase = 'disparo'
         AND estado = 'pendiente' AND no_antes > $2 AND (NOT $4 OR escala = 1)`,
      [aviso_id, Date.now(), detalle, escalationsOnly],
    );
  }

  private async add(
    tx: EntityManager,
    empresa_id: number,
    aviso_id: number,
    { canal, destino, no_antes, escala }: Recipient,
    clase: Kind,
    dropped: DeliveryDetail | null = null,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO entregas (empresa_id, aviso_id, canal, destino, clase, creado, no_antes, escala, estado, detalle_datos)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[empresa_id, aviso_id, canal, destino, clase, Date.now(), no_antes, escala],
        ...[dropped === null ? 'pendiente' : 'descartado', dropped],
      ],
    );
  }
}
