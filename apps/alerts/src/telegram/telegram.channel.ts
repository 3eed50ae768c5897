import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Addressee, Channel, Envelope, Outcome } from '../deliveries/channel.js';
import type { Told } from '../deliveries/message.js';
import { type Account, TelegramAccounts } from './accounts.js';
import { buttonsFor } from './buttons.js';
import { LinkService } from './link.service.js';
import { TelegramFailure } from './failure.js';
import { Pace } from './pace.js';
import { TelegramClient } from './telegram.client.js';

const YO = sistema('alerts');
/** Waits in place for a slot that comes within this time, ms. */
const WAIT_HERE_MS = 3_000;
const ASK_AGAIN_MS = 5_000;

/** The company's Telegram chat, or a person's private one; both use the company's bot. */
@Injectable()
export class TelegramChannel implements Channel {
  constructor(
    private readonly accounts: TelegramAccounts,
    private readonly client: TelegramClient,
    private readonly pace: Pace,
    private readonly links: LinkService,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async send(envelope: Envelope): Promise<Outcome> {
    const { numero, partes, ids: before, avisos, prueba = false } = envelope;
    const ids = [...before];
    try {
      const account = await this.accountOf(envelope);
      if (!account) return { kind: 'gone' };
      for (const [i, text] of partes.entries()) {
        if (i < before.length) continue;
        const wait_ms = await this.reserve(account);
        if (wait_ms > 0) return { kind: 'later', wait_ms, ids };
        const buttons = i === partes.length - 1 ? buttonsFor(numero, avisos) : [];
        ids.push(await this.client.send(account.token, account.chat_id, text, buttons, prueba));
      }
      return { kind: 'sent', ids };
    } catch (error) {
      return this.failed(error, envelope, ids);
    }
  }

  /** Edits the message to the current state. */
  async edit(to: Addressee, message_id: number, numero: number, text: string, avisos: Told[]): Promise<Outcome> {
    try {
      const account = await this.accountOf(to);
      if (!account) return { kind: 'gone' };
      const wait_ms = await this.reserve(account);
      if (wait_ms > 0) return { kind: 'later', wait_ms, ids: [] };
      await this.client.edit(account.token, account.chat_id, message_id, text, buttonsFor(numero, avisos));
      return { kind: 'sent', ids: [] };
    } catch (error) {
      return this.failed(error, to, []);
    }
  }

  /** The bot and the current chat; null = there is none, or the person no longer belongs to the company. */
  private async accountOf({ empresa_id, destino }: Addressee): Promise<Account | null> {
    const account = await this.accounts.ofNow(empresa_id);
    if (!account) return null;
    const usuario_id = personOf(destino);
    if (usuario_id === null) return account.chat_id === '' ? null : account;
    const [persona, chat_id] = await Promise.all([
      this.links.memberOf(usuario_id, empresa_id),
      this.links.chatOf(usuario_id),
    ]);
    return persona && chat_id !== null ? { ...account, chat_id } : null;
  }

  /** Waits for the right to send to the chat, for a short time; answers how long it still has to wait, ms. */
  private async reserve(account: Account): Promise<number> {
    const end = Date.now() + WAIT_HERE_MS;
    for (;;) {
      const wait_ms = await this.pace.take(account);
      if (wait_ms === 0 || Date.now() + wait_ms > end) return wait_ms;
      await new Promise((resolve) => setTimeout(resolve, wait_ms));
    }
  }

  private async failed(error: unknown, { empresa_id, destino }: Addressee, ids: number[]): Promise<Outcome> {
    // auth-tenancy or Redis is unavailable: nothing was sent.
    if (!(error instanceof TelegramFailure)) {
      this.logger.warn({ err: error, empresa_id }, 'a message could not be sent yet');
      return { kind: 'later', wait_ms: ASK_AGAIN_MS, ids };
    }
    const { kind, reason, detail } = error;
    if (kind === 'wait') return { kind: 'later', wait_ms: detail.retry_ms ?? ASK_AGAIN_MS, ids, detalle: reason };
    // Only a group becomes a supergroup.
    if (kind === 'moved' && personOf(destino) === null) return this.moved(empresa_id, detail.chat_id ?? '', ids);
    if (kind === 'refused') return { kind: 'refused', detalle: reason };
    return { kind: 'lost', ids, detalle: reason };
  }

  /** The group became a supergroup: stores the new id in the company and sends the message again. */
  private async moved(empresa_id: number, chat_id: string, ids: number[]): Promise<Outcome> {
    try {
      const antes = (await this.accounts.of(empresa_id))?.chat_id ?? '';
      if (antes === chat_id) return { kind: 'later', wait_ms: ASK_AGAIN_MS, ids };
      await this.bus.call('empresas.telegram_migrar', { id: empresa_id, antes, ahora: chat_id }, YO);
      await this.accounts.load();
      return { kind: 'later', wait_ms: 0, ids };
    } catch (error) {
      this.logger.warn({ err: error, empresa_id }, 'the new chat of a company could not be stored');
      return { kind: 'later', wait_ms: ASK_AGAIN_MS, ids };
    }
  }
}

/** `usuario:7` = the private chat of that person. */
export const personOf = (destino: string): number | null => {
  const id = /^usuario:(\d+)$/.exec(destino)?.[1];
  return id === undefined ? null : Number(id);
};
