import { AppError, type Caller, type CallRequest, empresaDe } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { requireAdmin } from '../access.js';
import { Reach } from '../reach.js';
import { TelegramAccounts } from './accounts.js';
import { TelegramFailure } from './failure.js';
import { TelegramClient } from './telegram.client.js';

const TRIAL = 'Prueba de Acequia: los avisos de la empresa llegarán a este chat.';

/** Tries a bot and a chat with a message, before anybody relies on them. */
@Injectable()
export class ProbeService {
  /** By the bot, which never changes its token's number. */
  private readonly names = new Map<string, string>();

  constructor(
    private readonly reach: Reach,
    private readonly accounts: TelegramAccounts,
    private readonly client: TelegramClient,
  ) {}

  /** @throws AppError `no_encontrado`, `telegram_rechaza` with Telegram's reason */
  async tryOut(caller: Caller, { empresa_id, ...given }: CallRequest<'telegram.probar'>): Promise<{ ok: true }> {
    requireAdmin(caller);
    await this.reach.objeto(caller, empresa_id, {});
    const stored = await this.stored(empresa_id, given.token_telegram === '' || given.telegram_chat_id === '');
    const token = given.token_telegram.trim() || (stored?.token ?? '');
    const chat_id = given.telegram_chat_id.trim() || (stored?.chat_id ?? '');
    if (token === '') throw new AppError('telegram_rechaza', { texto: 'Falta el token del bot.' });
    if (chat_id === '') throw new AppError('telegram_rechaza', { texto: 'Falta el Chat ID.' });
    try {
      await this.client.send(token, chat_id, TRIAL);
      return { ok: true };
    } catch (error) {
      if (error instanceof TelegramFailure) throw new AppError('telegram_rechaza', { texto: error.reason });
      throw error;
    }
  }

  /** What the bot of the caller's company is called; null = there is none, or it does not answer. */
  async botOf(caller: Caller): Promise<string | null> {
    const empresa_id = empresaDe(caller);
    if (empresa_id === null) return null;
    try {
      const account = await this.accounts.of(empresa_id);
      if (!account) return null;
      const known = this.names.get(account.bot);
      if (known !== undefined) return known;
      const name = await this.client.name(account.token);
      this.names.set(account.bot, name);
      return name;
    } catch {
      return null;
    }
  }

  /** As it is saved now, not as it was remembered. */
  private async stored(empresa_id: number, needed: boolean) {
    if (!needed) return null;
    await this.accounts.load();
    return this.accounts.of(empresa_id);
  }
}
