import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Account, type AccountOptions, type RateLimit } from './account.js';
import type { Answer, Asked, Incoming } from './answer.js';
import { misbehave, send } from './bad-answers.js';
import type { Misbehaviour } from './misbehaviour.js';
import { answerV1, askedV1, V1_ERRORS } from './v1.js';
import { answerV2, askedV2, V2_ERRORS } from './v2.js';

const BODY_LIMIT = 64 * 1024;
const CANARY = '/canary';

export interface RelayCloudOptions extends Partial<RateLimit> {
  /** The simulated clock, ms; Date.now by default. The rate limit uses the real clock. */
  now?: () => number;
}

/** A request to the canary: a client followed a redirect there. */
export interface CanaryVisit {
  url: string;
  /** Whether the request carried one of the cloud's keys, anywhere. */
  withKey: boolean;
}

/**
 * A stand-in for the vendor's relay cloud, v1 and v2, on loopback: any number of accounts behind one origin, told apart by
 * their key. Answers whose real shape is unknown have empty bodies.
 */
export class RelayCloud {
  readonly accounts: Account[] = [];
  /** Requests with an unknown key. */
  strangers = 0;
  readonly canaryVisits: CanaryVisit[] = [];
  private readonly limit: RateLimit;
  private readonly now: () => number;
  private server: Server | null = null;
  private port = 0;

  constructor(options: RelayCloudOptions = {}) {
    this.limit = { interval_ms: options.interval_ms ?? 1_000, tolerance_ms: options.tolerance_ms ?? 0 };
    this.now = options.now ?? Date.now;
  }

  /** Creates an account; devices are added to it. */
  account(options: AccountOptions = {}): Account {
    const account = new Account(this.accounts.length + 1, options, this.limit, this.now);
    this.accounts.push(account);
    return account;
  }

  /** `http://127.0.0.1:<port>`: what a device's `server` says and RELAY_CLOUD_ALLOWED_HOSTS lists. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens on loopback: on `port`, else on the previous port, else on any free one. */
  async start(port = this.port): Promise<this> {
    const server = createServer((request, response) => void this.serve(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Closes all connections. Accounts, devices and counts stay, so that the cloud can be started again. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    try {
      const body = await bodyOf(request);
      if (body === null) return send(response, { status: 413 });
      const url = new URL(request.url ?? '/', this.origin);
      const incoming = { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body };
      if (url.pathname.startsWith(CANARY)) this.visited(`${url.pathname}${url.search}`, body, request);
      const asked = askedV1(incoming) ?? askedV2(incoming);
      if (asked) this.answer(incoming, asked, response);
      else send(response, { status: 404 });
    } catch {
      response.destroy();
    }
  }

  private answer(incoming: Incoming, asked: Asked, response: ServerResponse): void {
    const errors = asked.api === 'v1' ? V1_ERRORS : V2_ERRORS;
    const account = this.accounts.find(({ key }) => key === asked.key);
    if (!account) {
      this.strangers += 1;
      return send(response, errors.wrongKey);
    }
    if (!account[asked.api]) return send(response, { status: 404 });
    const { api, action, ids } = asked;
    const inTime = account.arrive({ api, action, ids });
    const act = (): Answer =>
      api === 'v1' ? answerV1(incoming, asked, account, this.now()) : answerV2(incoming, account, this.now());
    const reply = (): void => {
      if (!inTime) return send(response, errors.tooFast);
      const fault = faultOf(account, asked);
      if (fault) misbehave(fault, api, response, `${this.origin}${CANARY}`, act);
      else send(response, act());
    };
    if (account.latency_ms > 0) setTimeout(reply, account.latency_ms);
    else reply();
  }

  private visited(url: string, body: string, request: IncomingMessage): void {
    const all = `${url} ${body} ${JSON.stringify(request.headers)}`;
    this.canaryVisits.push({ url, withKey: this.accounts.some(({ key }) => all.includes(key)) });
  }
}

const faultOf = (account: Account, { action, ids }: Asked): Misbehaviour | null => {
  const isCommand = action === 'command';
  const own = account.temper.take(isCommand);
  if (own) return own;
  for (const id of ids) {
    const fault = account.device(id)?.temper.take(isCommand);
    if (fault) return fault;
  }
  return null;
};

/** The body; null when it is larger than any request of this API. */
const bodyOf = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};
