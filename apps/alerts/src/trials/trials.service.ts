import type { DeliveryDetail } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { COMPANY_CHAT, Outgoing } from '../deliveries/outgoing.js';
import { CompanyNews } from '../field/company-news.js';
import { Reach } from '../reach.js';
import { inGsm } from '../sms/gsm-text.js';
import { PhonesService } from '../sms/phones.service.js';
import { SmsRepository } from '../sms/sms.repository.js';
import { TelegramAccounts } from '../telegram/accounts.js';
import { LinkService } from '../telegram/link.service.js';
import { dueDay, type Trial } from './due.js';
import { texts } from './textos.js';

const LOOK_MS = 60_000;
/** A try that has not left by then has failed, and keeps no alarm waiting behind it, ms. */
const PATIENCE_MS = 10 * 60_000;
/** These say nothing of the channel: it leads nowhere now, or the company has no SMS left today. */
const NO_TRIAL: DeliveryDetail['codigo'][] = ['sin_destino', 'sms_sin_numero', 'sms_tope'];

interface Channel extends Trial {
  empresa_id: number;
  empresa: string;
  canal: string;
  destino: string;
  usuario_id: number | null;
}

const CHANNELS = `SELECT c.id, c.empresa_id, e.nombre AS empresa, e.zona_horaria, c.canal, c.destino, c.usuario_id, c.prueba_dia,
    c.pruebas_falladas, jsonb_build_array(jsonb_build_array(a.descanso_desde, a.descanso_hasta),
      jsonb_build_array(d.descanso_desde, d.descanso_hasta)) AS rests
  FROM canales c JOIN empresas e ON e.id = c.empresa_id LEFT JOIN ajustes a ON a.empresa_id = e.id
  LEFT JOIN descansos d ON d.usuario_id = c.usuario_id
  WHERE c.activo = 1 AND e.activa = 1 AND c.prueba_id IS NULL ORDER BY c.id`;
const END = `UPDATE mensajes m SET estado = 'fallido' FROM canales c
  WHERE m.id = c.prueba_id AND m.estado = 'armado' AND m.creado < $1 AND m.tomado IS NULL`;
const COUNT = `UPDATE canales c SET prueba_id = NULL, pruebas_falladas = CASE
    WHEN m.estado = 'enviado' THEN 0
    WHEN m.detalle_datos->>'codigo' = ANY($1) THEN c.pruebas_falladas ELSE c.pruebas_falladas + 1 END
  FROM mensajes m WHERE m.id = c.prueba_id AND m.estado <> 'armado' RETURNING c.empresa_id`;
const BEGIN = `UPDATE canales SET prueba_dia = $2, prueba_id = $3, prueba_a = $4
  WHERE id = $1 AND activo = 1 AND prueba_id IS NULL AND prueba_dia IS DISTINCT FROM $2 RETURNING id`;

/** Tries each channel once a week with a message that says so, by the way that its alarms take. */
@Injectable()
export class ChannelTrials {
  constructor(
    private readonly db: DataSource,
    private readonly deliveries: DeliveriesRepository,
    private readonly outgoing: Outgoing,
    private readonly sms: SmsRepository,
    private readonly phones: PhonesService,
    private readonly accounts: TelegramAccounts,
    private readonly links: LinkService,
    private readonly reach: Reach,
    private readonly news: CompanyNews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The row of the channel is the lock: of several instances one tries it, and one counts what came of it. */
  @Every({ ms: LOOK_MS, failed: 'the tries of channels could not be looked at' })
  async look(now = Date.now()): Promise<void> {
    await this.db.query(END, [now - PATIENCE_MS]);
    const [counted] = (await this.db.query(COUNT, [NO_TRIAL])) as [{ empresa_id: number }[], number];
    for (const { empresa_id } of counted) this.news.tellSoon(empresa_id);
    const channels: Channel[] = await this.db.query(CHANNELS);
    for (const channel of channels) {
      const day = dueDay(channel, now);
      if (day !== null) await this.tryOut(channel, day);
    }
  }

  /** What another service could not answer is asked again in the next look. */
  private async tryOut(channel: Channel, day: string): Promise<void> {
    try {
      if (await this.leads(channel)) await this.begin(channel, day);
    } catch (error) {
      this.logger.warn({ err: error, canal_id: channel.id }, 'a channel could not be tried yet');
    }
  }

  /** Whether the channel leads to somebody: a chat that is linked, a number that is verified, of a person of the company. */
  private async leads({ empresa_id, canal, destino, usuario_id }: Channel): Promise<boolean> {
    if (canal === 'telegram') {
      const account = await this.accounts.of(empresa_id);
      if (!account) return false;
      if (destino === COMPANY_CHAT) return account.chat_id !== '';
    }
    if (usuario_id === null) return true;
    const known = canal === 'sms' ? this.phones.numberOf(usuario_id) : this.links.chatOf(usuario_id);
    return (await known) !== null && (await this.links.memberOf(usuario_id, empresa_id)) !== null;
  }

  private async begin(channel: Channel, day: string): Promise<void> {
    const { id, empresa_id, empresa, canal, destino, usuario_id } = channel;
    const name = await this.nameOf(channel);
    await this.deliveries.transaction(async (tx) => {
      const numero = await this.deliveries.nextNumber(tx);
      const [claimed] = (await tx.query(BEGIN, [id, day, numero, name])) as [unknown[], number];
      if (claimed.length === 0) return;
      const text = texts.trial(empresa);
      const part = canal === 'sms' ? inGsm(text) : `${text}\n\n${texts.foot(numero)}`;
      if (canal === 'sms') await this.sms.keep(tx, numero, usuario_id ?? 0, null);
      await this.deliveries.arm(tx, numero, { empresa_id, canal, destino }, [part], [], true);
    });
    this.outgoing.hurry();
  }

  /** Whom an alarm about the channel names. */
  private async nameOf({ canal, destino, usuario_id }: Channel): Promise<string> {
    if (usuario_id !== null) return this.reach.nameOf(usuario_id);
    if (destino === COMPANY_CHAT) return texts.companyChat;
    return canal === 'webhook' ? new URL(destino).host : destino;
  }
}
