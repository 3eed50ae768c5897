import { ENV, inSpan, redactUrl } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { AlertsEnv } from '../env.js';
import { failureOf, type Refusal, TelegramFailure } from './failure.js';

const TIMEOUT_MS = 10_000;
/** Timeout beyond the long poll's own wait, ms. */
const POLL_MARGIN_MS = 10_000;
/** Largest accepted answer, bytes. */
const ANSWER_MAX = 2_000_000;

export interface Button {
  text: string;
  /** At most 64 bytes. */
  callback_data: string;
}

export interface Update {
  update_id: number;
  message?: { text?: string; from?: { id: number }; chat: { id: number; type?: string } };
  callback_query?: {
    id: string;
    from: { id: number };
    message?: { message_id: number; chat: { id: number } };
    data?: string;
  };
}

type Answer = Refusal & { ok?: boolean; result?: unknown };

const markup = (buttons: Button[][]) => ({ reply_markup: { inline_keyboard: buttons } });

/** The used methods of the Bot API (https://core.telegram.org/bots/api). Rejects with {@link TelegramFailure} only. */
@Injectable()
export class TelegramClient {
  constructor(@Inject(ENV) private readonly env: AlertsEnv) {}

  /** Returns the message's id. */
  async send(token: string, chat_id: string, text: string, buttons: Button[][] = []): Promise<number> {
    const body = { chat_id, text, link_preview_options: { is_disabled: true }, ...markup(buttons) };
    const { message_id } = (await this.ask(token, 'sendMessage', body)) as { message_id: number };
    return message_id;
  }

  /** Ignores Telegram's refusal of an unchanged text. */
  async edit(token: string, chat_id: string, message_id: number, text: string, buttons: Button[][]): Promise<void> {
    const body = { chat_id, message_id, text, link_preview_options: { is_disabled: true }, ...markup(buttons) };
    try {
      await this.ask(token, 'editMessageText', body);
    } catch (error) {
      if (!(error instanceof TelegramFailure) || error.kind !== 'unchanged') throw error;
    }
  }

  /** Its name, with @. */
  async name(token: string): Promise<string> {
    const { username } = (await this.ask(token, 'getMe', {})) as { username: string };
    return `@${username}`;
  }

  async answer(token: string, callback_query_id: string, text: string): Promise<void> {
    await this.ask(token, 'answerCallbackQuery', { callback_query_id, text: text.slice(0, 200) });
  }

  /** Long poll of up to `timeout_s`; `offset` confirms earlier updates. */
  async updates(token: string, offset: number, timeout_s: number, signal: AbortSignal): Promise<Update[]> {
    const body = { offset, timeout: timeout_s, allowed_updates: ['callback_query', 'message'] };
    return (await this.ask(token, 'getUpdates', body, timeout_s * 1_000 + POLL_MARGIN_MS, signal)) as Update[];
  }

  private async ask(
    token: string,
    method: string,
    body: object,
    timeout_ms = TIMEOUT_MS,
    signal?: AbortSignal,
  ): Promise<unknown> {
    // Any other character could change the method or the host of the URL.
    if (!/^[\w:-]{1,200}$/.test(token)) throw new TelegramFailure('refused', { codigo: 'telegram_token' });
    const limit = AbortSignal.timeout(timeout_ms);
    let status: number;
    let answer: Answer;
    try {
      const url = `${this.env.TELEGRAM_API_URL}/bot${token}/${method}`;
      const response = await inSpan(
        'client',
        `POST ${method}`,
        () => ({ 'url.full': redactUrl(url) }),
        () =>
          fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
            redirect: 'error',
            signal: signal ? AbortSignal.any([limit, signal]) : limit,
          }),
      );
      status = response.status;
      const text = await response.text();
      answer = text.length > ANSWER_MAX ? {} : (JSON.parse(text) as Answer);
    } catch {
      // The error may contain the URL, and with it the token.
      throw new TelegramFailure('away', { codigo: 'telegram_sin_respuesta' });
    }
    if (answer.ok === true) return answer.result;
    throw failureOf(status, answer);
  }
}
