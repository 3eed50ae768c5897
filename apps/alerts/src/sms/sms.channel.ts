import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Addressee, Channel, Envelope, Outcome } from '../deliveries/channel.js';
import type { Letter } from '../deliveries/message.js';
import { personOf } from '../telegram/telegram.channel.js';
import { partsOfSms } from './gsm-text.js';
import { newCode, PhonesService } from './phones.service.js';
import { smsOf } from './sms.message.js';
import { SmsDay } from './sms-day.js';
import { SmsRepository } from './sms.repository.js';
import { SmsTransports } from './sms-transports.js';
import type { SmsResult } from './transport.js';

/** How often the modem's folders are looked at while it has a message, ms. */
const LOOK_MS = 1_000;
const ASK_AGAIN: Outcome = { kind: 'later', wait_ms: LOOK_MS, ids: [] };

/** SMS to a person's verified number: by the modem, else by the provider. Each is handed over once. */
@Injectable()
export class SmsChannel implements Channel {
  constructor(
    private readonly phones: PhonesService,
    private readonly repository: SmsRepository,
    private readonly day: SmsDay,
    private readonly transports: SmsTransports,
  ) {}

  /** The text, with the one-time code that acknowledges what is open. Kept with the message that carries it. */
  async compose(tx: EntityManager, numero: number, to: Addressee, letter: Letter): Promise<string[]> {
    const codigo = letter.avisos.some(({ hasta }) => hasta === null) ? newCode() : null;
    await this.repository.keep(tx, numero, personOf(to.destino) ?? 0, codigo);
    return [smsOf(letter, codigo)];
  }

  /** The same message without some of its alarms, with the code that it had. */
  async recompose(numero: number, letter: Letter): Promise<string[]> {
    return [smsOf(letter, (await this.repository.of(numero))?.codigo ?? null)];
  }

  async send({ numero, destino, empresa_id, partes }: Envelope): Promise<Outcome> {
    const kept = await this.repository.of(numero);
    if (!kept) return { kind: 'gone' };
    const texto = partes[0] ?? '';
    if (kept.handed) {
      const { via, telefono, entregado } = kept.handed;
      const sms = { clave: keyOf(numero, entregado), numero: telefono, texto };
      return outcomeOf(await this.transports.by(via).state(sms, entregado));
    }
    const telefono = await this.phones.numberOf(personOf(destino) ?? 0);
    if (telefono === null) return { kind: 'refused', detalle: { codigo: 'sms_sin_numero' } };
    return this.handOver(empresa_id, numero, telefono, texto);
  }

  private async handOver(empresa_id: number, numero: number, telefono: string, texto: string): Promise<Outcome> {
    const via = await this.transports.choose();
    if (via === null) return { kind: 'refused', detalle: { codigo: 'sms_sin_servicio' } };
    const entregado = Date.now();
    const parts = partsOfSms(texto);
    if (!(await this.day.take(empresa_id, parts, entregado)))
      return { kind: 'refused', detalle: { codigo: 'sms_tope' } };
    // Noted before it is handed over: whoever finds the note asks what became of it, and sends nothing again.
    if (!(await this.repository.claim(numero, { via, telefono, entregado }))) return ASK_AGAIN;
    const result = await this.transports.by(via).send({ clave: keyOf(numero, entregado), numero: telefono, texto });
    if (result.kind === 'unreached') {
      await this.repository.release(numero);
      await this.day.giveBack(empresa_id, parts, entregado);
    }
    return outcomeOf(result);
  }
}

/** With the moment, because a restored database may give a number again that the modem's folders know. */
const keyOf = (numero: number, entregado: number): string => `${entregado}-${numero}`;

const outcomeOf = (result: SmsResult): Outcome => {
  if (result.kind === 'sent') return { kind: 'sent', ids: [] };
  if (result.kind === 'waiting') return ASK_AGAIN;
  if (result.kind === 'unreached') return { kind: 'lost', ids: [], detalle: result.detalle };
  return { kind: 'refused', detalle: result.detalle };
};
