import { AppError, type Caller, type CallRequest, callerEmpresa, inWords } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { requireAdmin, requireGlobal } from '../access.js';
import { Reach } from '../reach.js';
import { TelegramAccounts } from './accounts.js';
import { TelegramFailure } from './failure.js';
import { TelegramClient } from './telegram.client.js';
import { texts } from './textos.js';

/** Tests a bot and a chat with a message before they are saved. */
@Injectable()
export class ProbeService {
  /** Keyed by the bot's id, which never changes. */
  private readonly names = new Map<string, string>();

  constructor(
    private readonly reach: Reach,
    private readonly accounts: TelegramAccounts,
    private readonly client: TelegramClient,
  ) {}

  /** @throws AppError `no_encontrado`, `telegram_rechaza` with Telegram's reason */
  async tryOut(caller: Caller, { empresa_id, ...given }: CallRequest<'telegram.probar'>): Promise<{ ok: true }> {
    requireAdmin(caller);
    if (empresa_id === null) requireGlobal(caller);
    else await this.reach.objeto(caller, empresa_id, {});
    const stored = await this.stored(empresa_id, given.token_telegram === '' || given.telegram_chat_id === '');
    const token = given.token_telegram.trim() || (stored?.token ?? '');
    const chat_id = given.telegram_chat_id.trim() || (stored?.chat_id ?? '');
    if (token === '') throw new AppError('telegram_rechaza', { texto: inWords({ codigo: 'telegram_sin_token' }) });
    if (chat_id === '') throw new AppError('telegram_rechaza', { texto: inWords({ codigo: 'telegram_sin_chat' }) });
    try {
      await this.client.send(token, chat_id, texts.trial);
      return { ok: true };
    } catch (error) {
      if (error instanceof TelegramFailure) throw new AppError('telegram_rechaza', { texto: inWords(error.reason) });
      throw error;
    }
  }

  /** Name of the bot of the caller's company; null = there is none, or it does not answer. */
  async botOf(caller: Caller): Promise<string | null> {
    const empresa_id = callerEmpresa(caller);
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

  /** Reloads first, so that the saved bot is used and not a cached one. */
  private async stored(empresa_id: number | null, needed: boolean) {
    if (!needed || empresa_id === null) return null;
    await this.accounts.load();
    return this.accounts.of(empresa_id);
  }
}
