import { type Misbehaviour, type Press, refusal, type Said, type SentMessage } from './telegram.types.js';

const TEXT_MAX = 4_096;
const CALLBACK_MAX = 64;
const CHAT_MS = 1_000;
const GROUP_PER_MINUTE = 20;

interface Update {
  update_id: number;
  [kind: string]: unknown;
}

type Button = { text?: unknown; callback_data?: unknown };

/** One bot: its sent messages and its pending updates. */
export class Bot {
  readonly messages: SentMessage[] = [];
  /** Answers to button presses, newest last. */
  readonly answers: { callback_query_id: string; text: string }[] = [];
  private readonly updates: Update[] = [];
  private nextMessage = 1;
  private nextUpdate = 1;
  private wake: (() => void) | null = null;
  private endPoll: (() => void) | null = null;

  constructor(private readonly faults: Misbehaviour) {}

  press({ chat_id, message_id, from, data }: Press): void {
    const message = { message_id, chat: chatOf(chat_id) };
    this.put({ callback_query: { id: `press-${this.nextUpdate}`, from: { id: from }, message, data } });
  }

  /** A person writes to the bot. */
  say(chat_id: string, from: number, text: string): void {
    this.put({ message: { message_id: 1, chat: chatOf(chat_id), from: { id: from }, text } });
  }

  end(): void {
    this.endPoll?.();
  }

  /** `gone` resolves when the client hangs up. */
  async ask(method: string, body: Record<string, unknown>, gone: Promise<void>): Promise<Said> {
    switch (method) {
      case 'getMe':
        return { ok: true, result: { id: 1, is_bot: true, first_name: 'Acequia', username: 'acequia_demo_bot' } };
      case 'sendMessage':
        return this.send(body);
      case 'editMessageText':
        return this.edit(body);
      case 'answerCallbackQuery':
        this.answers.push({ callback_query_id: text(body['callback_query_id']), text: text(body['text']) });
        return { ok: true, result: true };
      case 'getUpdates':
        return this.poll(body, gone);
      default:
        return refusal(404, 'Not Found');
    }
  }

  private send(body: Record<string, unknown>): Said {
    const chat_id = text(body['chat_id']);
    const refused = this.refuse(chat_id, body) ?? this.limit(chat_id);
    if (refused) return refused;
    const message = {
      message_id: this.nextMessage++,
      chat_id,
      text: text(body['text']),
      buttons: buttonsOf(body),
      at: Date.now(),
      edits: [],
    };
    this.messages.push(message);
    const { message_id, text: said } = message;
    return { ok: true, result: { message_id, date: 1, chat: chatOf(chat_id), text: said } };
  }

  private edit(body: Record<string, unknown>): Said {
    const chat_id = text(body['chat_id']);
    const refused = this.refuse(chat_id, body);
    if (refused) return refused;
    const message = this.messages.find(
      (one) => one.chat_id === chat_id && one.message_id === Number(body['message_id']),
    );
    if (!message) return refusal(400, 'Bad Request: message to edit not found');
    const buttons = buttonsOf(body);
    if (message.text === text(body['text']) && JSON.stringify(buttons) === JSON.stringify(message.buttons))
      return refusal(400, 'Bad Request: message is not modified');
    message.edits.push(message.text);
    Object.assign(message, { text: text(body['text']), buttons });
    return { ok: true, result: { message_id: message.message_id } };
  }

  private refuse(chat_id: string, body: Record<string, unknown>): Said | null {
    const { retryAfter, blocked = [], kicked = [], migrated = {} } = this.faults;
    if (retryAfter !== undefined)
      return refusal(429, `Too Many Requests: retry after ${retryAfter}`, { retry_after: retryAfter });
    const moved = migrated[chat_id];
    if (moved !== undefined)
      return refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: moved });
    if (blocked.includes(chat_id)) return refusal(403, 'Forbidden: bot was blocked by the user');
    if (kicked.includes(chat_id)) return refusal(403, 'Forbidden: bot was kicked from the group chat');
    if (!/^(-?\d{1,15}|@\w+)$/.test(chat_id) || chat_id === '0') return refusal(400, 'Bad Request: chat not found');
    const length = [...text(body['text'])].length;
    if (length === 0) return refusal(400, 'Bad Request: message text is empty');
    if (length > TEXT_MAX) return refusal(400, 'Bad Request: message is too long');
    const long = buttonsOf(body).some(({ data }) => Buffer.byteLength(data) > CALLBACK_MAX);
    return long ? refusal(400, 'Bad Request: BUTTON_DATA_INVALID') : null;
  }

  private limit(chat_id: string): Said | null {
    if (!this.faults.limits) return null;
    const mine = this.messages.filter((one) => one.chat_id === chat_id);
    const last = mine.at(-1)?.at ?? 0;
    const minute = mine.filter(({ at }) => Date.now() - at < 60_000).length;
    // Telegram tolerates a short burst.
    const burst = mine.slice(-4).every(({ at }) => Date.now() - at < CHAT_MS) && mine.length >= 4;
    if (burst || (chat_id.startsWith('-') && minute >= GROUP_PER_MINUTE)) {
      const retry_after = burst ? 1 : Math.ceil((60_000 - (Date.now() - last)) / 1_000);
      return refusal(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
    }
    return null;
  }

  /** One poll at a time: a second poll ends the first. */
  private async poll(body: Record<string, unknown>, gone: Promise<void>): Promise<Said> {
    if (this.faults.conflict) return refusal(409, "Conflict: can't use getUpdates method while webhook is active");
    this.endPoll?.();
    const offset = Number(body['offset'] ?? 0);
    const confirmed = this.updates.findIndex(({ update_id }) => update_id >= offset);
    this.updates.splice(0, confirmed < 0 ? this.updates.length : confirmed);
    let ended = false;
    if (this.updates.length === 0) {
      let timer: NodeJS.Timeout | undefined;
      const waited = new Promise<void>(
        (resolve) => (timer = setTimeout(resolve, Number(body['timeout'] ?? 0) * 1_000)),
      );
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      const replaced = new Promise<void>((resolve) => {
        this.endPoll = () => {
          ended = true;
          resolve();
        };
      });
      await Promise.race([waited, woken, replaced, gone]);
      clearTimeout(timer);
    }
    if (ended) return refusal(409, 'Conflict: terminated by other getUpdates request');
    this.endPoll = null;
    return { ok: true, result: this.updates.slice(0, 100) };
  }

  private put(update: Record<string, unknown>): void {
    this.updates.push({ update_id: this.nextUpdate++, ...update });
    this.wake?.();
  }
}

/** A chat that is written to by its @name has a number too. */
const chatOf = (chat_id: string) => {
  if (!chat_id.startsWith('@'))
    return { id: Number(chat_id), type: chat_id.startsWith('-') ? 'supergroup' : 'private' };
  const number = [...chat_id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_000_000, 7);
  return { id: -1_000_000_000_000 - number, type: 'channel', username: chat_id.slice(1) };
};

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const buttonsOf = (body: Record<string, unknown>): { text: string; data: string }[] => {
  const { inline_keyboard: rows = [] } = (body['reply_markup'] ?? {}) as { inline_keyboard?: Button[][] };
  return rows.flat().map((button) => ({ text: text(button.text), data: text(button.callback_data) }));
};
