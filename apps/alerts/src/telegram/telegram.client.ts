import { ENV, inSpan, redactUrl } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AlertsEnv } from '../env.js';
import { failureOf, type Refusal, TelegramFailure } from './failure.js';

const TIMEOUT_MS = 10_000;
/** Timeout beyond the long poll's own wait, ms. */
const POLL_MARGIN_MS = 10_000;
/** Largest accepted answer, characters; so many updates of the longest messages stay far below. */
const ANSWER_MAX = 2_000_000;
const UPDATES_PER_POLL = 50;
/** A longer answer to a press does not fit in the line above a chat. */
const LINE = 60;

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

const Answer = z.looseObject({ ok: z.boolean() });
const Sent = z.object({ message_id: z.number() });
const Me = z.object({ username: z.string() });
/** Who handles an update takes the rest as it comes. */
const Updates = z.array(z.looseObject({ update_id: z.number() }));

const markup = (buttons: Button[][]) => ({ reply_markup: { inline_keyboard: buttons } });

/** The used methods of the Bot API (https://core.telegram.org/bots/api). Rejects with {@link TelegramFailure} only. */
@Injectable()
export class TelegramClient {
  constructor(@Inject(ENV) private readonly env: AlertsEnv) {}

  /** Returns the message's id. */
  async send(
    token: string,
    chat_id: string,
    text: string,
    buttons: Button[][] = [],
    isSilent = false,
  ): Promise<number> {
    const silence = isSilent ? { disable_notification: true } : {};
    const body = { chat_id, text, link_preview_options: { is_disabled: true }, ...silence, ...markup(buttons) };
    return (await this.ask(token, 'sendMessage', body, Sent)).message_id;
  }

  /** Ignores Telegram's refusal of an unchanged text. */
  async edit(token: string, chat_id: string, message_id: number, text: string, buttons: Button[][]): Promise<void> {
    const body = { chat_id, message_id, text, link_preview_options: { is_disabled: true }, ...markup(buttons) };
    try {
      await this.ask(token, 'editMessageText', body, z.unknown());
    } catch (error) {
      if (!(error instanceof TelegramFailure) || error.kind !== 'unchanged') throw error;
    }
  }

  /** Its name, with @. */
  async name(token: string): Promise<string> {
    return `@${(await this.ask(token, 'getMe', {}, Me)).username}`;
  }

  async answer(token: string, callback_query_id: string, text: string): Promise<void> {
    // What is longer than a line stays until it is read.
    const body = { callback_query_id, text: text.slice(0, 200), show_alert: text.length > LINE };
    await this.ask(token, 'answerCallbackQuery', body, z.unknown());
  }

  /** Long poll of up to `timeout_s`; `offset` confirms earlier updates. */
  async updates(token: string, offset: number, timeout_s: number, signal: AbortSignal): Promise<Update[]> {
    const body = {
      offset,
      timeout: timeout_s,
      limit: UPDATES_PER_POLL,
      allowed_updates: ['callback_query', 'message'],
    };
    const wait_ms = timeout_s * 1_000 + POLL_MARGIN_MS;
    return (await this.ask(token, 'getUpdates', body, Updates, wait_ms, signal)) as Update[];
  }

  private async ask<T>(
    token: string,
    method: string,
    body: object,
    result: z.ZodType<T>,
    timeout_ms = TIMEOUT_MS,
    signal?: AbortSignal,
  ): Promise<T> {
    // Any other character could change the method or the host of the URL.
    if (!/^[\w:-]{1,200}$/.test(token)) throw new TelegramFailure('refused', { codigo: 'telegram_token' });
    const limit = AbortSignal.timeout(timeout_ms);
    const url = `${this.env.TELEGRAM_API_URL}/bot${token}/${method}`;
    let status: number;
    let answer: z.infer<typeof Answer>;
    try {
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
      if (text.length > ANSWER_MAX) throw new Error('too long');
      answer = Answer.parse(JSON.parse(text));
    } catch {
      // The error may contain the URL, and with it the token.
      throw new TelegramFailure('away', { codigo: 'telegram_sin_respuesta' });
    }
    if (!answer.ok) throw failureOf(status, answer as Refusal);
    const read = result.safeParse(answer['result']);
    // It may have done what was asked.
    if (!read.success) throw new TelegramFailure('away', { codigo: 'telegram_falla' });
    return read.data;
  }
}
