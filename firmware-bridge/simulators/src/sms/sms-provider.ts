import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TakenSms {
  to: string;
  text: string;
  id: string;
  authorization: string | undefined;
}

export interface ReceivedSms {
  from: string;
  text: string;
  id: string;
}

/** A stand-in for a provider of SMS: POST takes `{to, text, id}`, and what it receives it posts as `{from, text, id}`. */
export class SmsProvider {
  /** What it took: all but what it refused by 4xx or 503. */
  readonly taken: TakenSms[] = [];
  /** What it answers; `never`: it takes the message and does not answer. */
  answer: number | 'never' = 202;
  /** How long it thinks before it answers, ms. */
  delay_ms = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { authorization } = request.headers;
        const { answer } = this;
        const sms = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Omit<TakenSms, 'authorization'>;
        if (answer !== 503 && !(Number(answer) >= 400 && Number(answer) < 500))
          this.taken.push({ ...sms, authorization });
        if (answer !== 'never') setTimeout(() => response.writeHead(answer).end(), this.delay_ms);
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/messages`;
  }

  /** Posts a reply that reached it to `url`, and again while it gets no 2xx. @returns the statuses that it got */
  async receive(url: string, headers: Record<string, string>, reply: ReceivedSms, most = 3): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < most && !statuses.some((status) => status < 300)) {
      const { status } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(reply),
      });
      statuses.push(status);
    }
    return statuses;
  }

  async start(port = 0): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Ends the requests that it has not answered. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.hangUp();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
