import { AppError, type RespuestaSms } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AvisosService } from '../avisos/avisos.service.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { RotaRepository } from '../rota/rota.repository.js';
import { LinkService } from '../telegram/link.service.js';
import { GammuTransport } from './gammu.transport.js';
import { PhonesService } from './phones.service.js';
import { PlatformAcks } from './platform-acks.js';
import { CODE_VALID_MS, SmsRepository } from './sms.repository.js';
import { texts } from './textos.js';
import type { SmsReply } from './transport.js';

const LOOK_MS = 2_000;

/** Replies acknowledge: from a verified number, with the code of a message to its person, who is on duty. They do nothing else. */
@Injectable()
export class SmsReplies {
  constructor(
    private readonly gammu: GammuTransport,
    private readonly phones: PhonesService,
    private readonly repository: SmsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly links: LinkService,
    private readonly rotas: RotaRepository,
    private readonly avisos: AvisosService,
    private readonly platform: PlatformAcks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every({ ms: LOOK_MS, failed: 'received SMS could not be read' })
  async look(): Promise<void> {
    if (this.gammu.isSet) await this.gammu.receive((reply) => this.read(reply));
  }

  /**
   * A reply that a provider posted, read once however often it comes.
   * @throws AppError `servicio_no_disponible` while rights cannot be read, or another instance reads it: it is to come again
   */
  async posted({ mensaje, ...reply }: RespuestaSms): Promise<void> {
    const taken = await this.repository.take(mensaje, Date.now());
    if (taken === 'being read') throw new AppError('servicio_no_disponible');
    if (taken === 'read') return;
    try {
      await this.read(reply);
      await this.repository.wasRead(mensaje, Date.now());
    } catch (error) {
      await this.repository.putBack(mensaje);
      throw error;
    }
  }

  /** @throws AppError `servicio_no_disponible` while rights cannot be read: the reply is read again */
  async read({ numero, texto }: SmsReply): Promise<void> {
    const usuario_id = await this.phones.ownerOf(numero);
    const codigo = /(?<!\d)\d{6}(?!\d)/.exec(texto)?.[0];
    if (usuario_id === null || codigo === undefined) return;
    const message = await this.repository.byCode(usuario_id, codigo, Date.now() - CODE_VALID_MS);
    // A network may bring a reply twice, which guesses nothing.
    if (!message || message.isUsed) {
      if (!(await this.platform.reply(usuario_id, codigo)) && !message) await this.phones.wrong(numero);
      return;
    }
    const { mensaje_id, empresa_id } = message;
    const persona = await this.links.memberOf(usuario_id, empresa_id);
    if (!persona || !(await this.rotas.replyCounts(empresa_id, usuario_id, mensaje_id, Date.now()))) return;
    const ids = (await this.deliveries.avisosOf(mensaje_id)).map(({ id }) => id);
    const done = await this.avisos.reconocerVarios({ ...persona, sid: 'sms' }, ids, texts.nota);
    await this.repository.used(mensaje_id);
    this.logger.info({ empresa_id, mensaje_id, avisos: done.length }, 'alarms were acknowledged by SMS');
  }
}
