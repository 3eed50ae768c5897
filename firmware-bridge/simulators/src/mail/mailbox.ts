import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  to: string[];
  /** As received: headers, an empty line, the text, still encoded. */
  raw: string;
}

/** A stand-in for a mail server: accepts mail, or refuses it with a code. */
export class Mailbox {
  readonly mails: Mail[] = [];
  /** SMTP code for refusing recipients; null = recipients are accepted. */
  refuse: number | null = null;
  private readonly server: SMTPServer;

  constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onRcptTo: (_address, _session, done) =>
        done(this.refuse === null ? null : Object.assign(new Error('refused'), { responseCode: this.refuse })),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          this.mails.push({ to, raw: Buffer.concat(chunks).toString('utf8') });
          done();
        });
      },
    });
    this.server.on('error', () => undefined);
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async start(port = 0): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server.server, 'listening');
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
