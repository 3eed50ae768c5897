import { Bus } from '@acequia/bus';
import { TELEGRAM_TOKEN_CONTEXT, sistema } from '@acequia/contracts';
import { Every, LOGGER, type Logger, SecretBox } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CompanyNews } from '../field/company-news.js';

const YO = sistema('alerts');
/** Reload interval, because a signal may be lost, ms. */
const LOOK_MS = 20_000;
const SOON_MS = 200;

/** A company's bot. Only here is the token unsealed; `bot` identifies it where the token must not appear. */
export interface Account {
  empresa_id: number;
  token: string;
  bot: string;
  chat_id: string;
}

/** The companies' bots from auth-tenancy. While auth-tenancy is unavailable the last known ones are kept. */
@Injectable()
export class TelegramAccounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private accounts = new Map<number, Account>();
  private loaded: Promise<void> | undefined;
  private soon: NodeJS.Timeout | undefined;
  /** Reads begun, and the newest of those that ended. */
  private begun = 0;
  private ended = 0;

  constructor(
    private readonly bus: Bus,
    private readonly secrets: SecretBox,
    private readonly news: CompanyNews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.news.listen(() => this.loadSoon());
    void this.load().catch(() => undefined);
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.soon);
  }

  /** null = the company has none. @throws AppError `servicio_no_disponible` before the first load */
  async of(empresa_id: number): Promise<Account | null> {
    await (this.loaded ??= this.load());
    return this.accounts.get(empresa_id) ?? null;
  }

  /**
   * The same, asking auth-tenancy again before it says that there is no bot or no chat: whoever drops a message for that reason
   * must not do it because the news of one just saved is still on its way. @throws AppError while auth-tenancy is unavailable
   */
  async ofNow(empresa_id: number): Promise<Account | null> {
    const known = await this.of(empresa_id);
    if (known && known.chat_id !== '') return known;
    await this.load();
    return this.accounts.get(empresa_id) ?? null;
  }

  all(): Account[] {
    return [...this.accounts.values()];
  }

  /** Reloads the bots. */
  @Every({ ms: LOOK_MS, failed: 'the bots of companies could not be read' })
  load(): Promise<void> {
    const loading = this.read();
    this.loaded ??= loading;
    // After a failed first load the next call tries again.
    loading.catch(() => (this.loaded = this.accounts.size > 0 ? Promise.resolve() : undefined));
    return loading;
  }

  private loadSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      void this.load().catch(() => undefined);
    }, SOON_MS).unref();
  }

  private async read(): Promise<void> {
    const turn = ++this.begun;
    const rows = await this.bus.call('empresas.telegram', {}, YO);
    // An answer that was overtaken holds what was true before.
    if (turn < this.ended) return;
    this.ended = turn;
    const accounts = new Map<number, Account>();
    for (const { empresa_id, token_cifrado, chat_id } of rows) {
      try {
        const token = this.secrets.decrypt(token_cifrado, TELEGRAM_TOKEN_CONTEXT).trim();
        accounts.set(empresa_id, { empresa_id, token, bot: botOf(token), chat_id: chat_id.trim() });
      } catch {
        this.logger.error({ empresa_id }, 'a bot token could not be opened');
      }
    }
    this.accounts = accounts;
  }
}

export const botOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 24);
