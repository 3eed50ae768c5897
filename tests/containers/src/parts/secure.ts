import { once } from 'node:events';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';

/** The console behind Caddy, reached by its name although no DNS knows it. */
export class SecureConsole {
  constructor(
    private readonly address: string,
    readonly domain: string,
    private readonly ca: string,
  ) {}

  private options(path: string, headers: Record<string, string> = {}): RequestOptions {
    const { address: host, domain, ca } = this;
    return { host, port: 443, servername: domain, ca, path, agent: false, headers: { host: domain, ...headers } };
  }

  async get(path: string, token?: string): Promise<IncomingMessage & { body: string }> {
    const sent = request(this.options(path, token ? { authorization: `Bearer ${token}` } : {})).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return Object.assign(answer, { body: await text(answer) });
  }

  /** A session's token, or the refusal. */
  async login(email: string, password: string): Promise<{ token?: string; codigo?: string }> {
    const sent = request({
      ...this.options('/api/auth/login', { 'content-type': 'application/json' }),
      method: 'POST',
    });
    sent.end(JSON.stringify({ email, password }));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return (await json(answer)) as { token?: string; codigo?: string };
  }

  /** The status that a request for a WebSocket ends with: 101 = it is open. */
  async openSocket(): Promise<number | undefined> {
    const sent = request(
      this.options('/socket.io/?EIO=4&transport=websocket', {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: `https://${this.domain}`,
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      }),
    ).end();
    const answer = await Promise.race([once(sent, 'upgrade'), once(sent, 'response')]);
    const { statusCode } = answer[0] as IncomingMessage;
    sent.destroy();
    return statusCode;
  }
}
