import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bot } from './bot.js';
import type { Misbehaviour, Press } from './telegram.types.js';

const BODY_MAX = 200_000;

/**
 * A stand-in for Telegram's Bot API (https://core.telegram.org/bots/api): the methods that a program uses to send, edit and
 * receive button presses, with Telegram's limits and refusals. `bots` keeps the messages it accepted.
 */
export class Telegram {
  private readonly bots = new Map<string, Bot>();
  private server: Server | null = null;
  private readonly faults: Misbehaviour = {};

  /** Registers a bot; other tokens are refused. */
  bot(token: string): Bot {
    let bot = this.bots.get(token);
    if (!bot) this.bots.set(token, (bot = new Bot(this.faults)));
    return bot;
  }

  /** Sets the faults; {} = none. */
  misbehave(faults: Misbehaviour): void {
    for (const key of Object.keys(this.faults) as (keyof Misbehaviour)[]) delete this.faults[key];
    Object.assign(this.faults, faults);
  }

  /** A person presses a button of a message. */
  press(token: string, press: Press): void {
    this.bot(token).press(press);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  async start(port = 0): Promise<void> {
    this.server = createServer((request, response) => {
      void this.serve(request, response).catch(() => response.destroy());
    });
    const { server } = this;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    for (const bot of this.bots.values()) bot.end();
    const { server } = this;
    this.server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token, method] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const body = await read(request);
    if (token === undefined || method === undefined || !token.includes(':'))
      return answer(response, 404, { ok: false, error_code: 404, description: 'Not Found' });
    const bot = this.bots.get(token);
    if (!bot) return answer(response, 401, { ok: false, error_code: 401, description: 'Unauthorized' });
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    const said = await bot.ask(method, body, gone);
    // Accepted, but the answer is lost: the sender cannot tell this from a lost request.
    if (this.faults.loseAnswers && said.ok && method === 'sendMessage') return void response.destroy();
    answer(response, said.ok ? 200 : (said.error_code ?? 400), said);
  }
}

const read = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_MAX) throw new Error('too large');
  }
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
