import type { Severidad } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { isAtLeast } from '../deliveries/recipients.js';
import { inTurn, PLATFORM, weekAt } from '../rota/rota.js';
import { RotaRepository } from '../rota/rota.repository.js';
import { fitted, inGsm, partsOfSms } from '../sms/gsm-text.js';
import { PhonesService } from '../sms/phones.service.js';
import { SmsDay } from '../sms/sms-day.js';
import { SmsTransports } from '../sms/sms-transports.js';
import { texts as replies } from '../sms/textos.js';
import { LinkService } from '../telegram/link.service.js';
import { texts } from './textos.js';

const MINUTE_MS = 60_000;
const PARTS = 2;

interface Next {
  usuario_id: number;
  numero: string;
}

/** Tells the people on duty for the platform by SMS: who has the week at once, each next one after the rota's wait. */
@Injectable()
export class PlatformDuty {
  constructor(
    private readonly rotas: RotaRepository,
    private readonly links: LinkService,
    private readonly phones: PhonesService,
    private readonly transports: SmsTransports,
    private readonly day: SmsDay,
  ) {}

  async isSet(): Promise<boolean> {
    return ((await this.rotas.of(PLATFORM))?.personas.length ?? 0) > 0;
  }

  /**
   * Whose turn it is, when the people of `told` know of what is wrong since `since`, ms; null = nobody's yet. The week may have
   * ended meanwhile: whoever has it now comes before those of the week in which it began.
   * @throws AppError `servicio_no_disponible` while rights cannot be read
   */
  async next(severidad: Severidad, since: number, told: readonly number[], now: number): Promise<Next | null> {
    const rota = await this.rotas.of(PLATFORM);
    if (!rota || !isAtLeast(severidad, rota.severidad_minima)) return null;
    if (now < since + told.length * rota.escalar_min * MINUTE_MS) return null;
    for (const usuario_id of inTurn(rota, rota.exchanges, weekAt(rota, rota.zona_horaria, now))) {
      if (told.includes(usuario_id)) continue;
      const numero = await this.phones.numberOf(usuario_id);
      if (numero !== null && (await this.links.memberOf(usuario_id, PLATFORM))) return { usuario_id, numero };
    }
    return null;
  }

  /** Hands it over once: what may have arrived is not repeated. @param codigo what acknowledges it @returns whether it was taken */
  async send(numero: string, clave: string, lines: readonly string[], codigo: string): Promise<boolean> {
    const texto = fitted(inGsm(texts.sms(lines)), ` ${replies.reply(codigo)}`, PARTS);
    const via = await this.transports.choose();
    if (via === null || !(await this.day.take(PLATFORM, partsOfSms(texto), Date.now()))) return false;
    const { kind } = await this.transports.by(via).send({ clave, numero, texto });
    return kind === 'sent' || kind === 'waiting';
  }
}
