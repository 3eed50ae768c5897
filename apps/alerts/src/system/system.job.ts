import { HandlesJob, SystemState } from '@acequia/bus';
import type { Condicion } from '@acequia/contracts';
import { ENV, REDIS_DURABLE, type RedisClient } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { MailChannel } from '../deliveries/mail.channel.js';
import type { AlertsEnv } from '../env.js';
import { texts } from './textos.js';

/** Hash: condition → since when, ms, and whether the operator was notified. */
const KEY = 'acequia:condiciones';

/** Mails the operator what `/estado` shows: once when a condition holds in two rounds, and once when it is over. */
@Controller()
export class SystemJob {
  constructor(
    private readonly state: SystemState,
    private readonly mail: MailChannel,
    @Inject(REDIS_DURABLE) private readonly redis: RedisClient,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  @HandlesJob('sistema.vigilar')
  async run(): Promise<void> {
    if (!this.env.OPERATOR_EMAIL) return;
    const { condiciones } = await this.state.read();
    const linesOf = new Map<string, string[]>();
    for (const { condicion, texto } of condiciones) linesOf.set(condicion, [...(linesOf.get(condicion) ?? []), texto]);
    const known = await this.redis.hgetall(KEY);
    for (const [condicion, lines] of linesOf) await this.opened(condicion as Condicion, lines, known[condicion]);
    for (const [condicion, kept] of Object.entries(known))
      if (!linesOf.has(condicion)) await this.ended(condicion, kept);
  }

  private async opened(condicion: Condicion, lines: string[], kept: string | undefined): Promise<void> {
    const [since = String(Date.now()), told] = kept?.split(' ') ?? [];
    if (told) return;
    if (!kept) return void (await this.redis.hset(KEY, condicion, since));
    await this.post(`sistema-${condicion}-${since}`, texts.subject(lines[0]), lines);
    await this.redis.hset(KEY, condicion, `${since} dicho`);
  }

  private async ended(condicion: string, kept: string): Promise<void> {
    const [since, told] = kept.split(' ');
    if (told) {
      const minutes = Math.max(1, Math.round((Date.now() - Number(since)) / 60_000));
      await this.post(`sistema-${condicion}-${since}-fin`, texts.solved(condicion), [texts.lasted(minutes)]);
    }
    await this.redis.hdel(KEY, condicion);
  }

  private async post(id: string, subject: string, lines: string[]): Promise<void> {
    const { OPERATOR_EMAIL: to = '', PUBLIC_URL } = this.env;
    const text = [...lines, ...(PUBLIC_URL ? [`${PUBLIC_URL}/estado`] : [])].join('\n');
    await this.mail.post({ to, subject, text, messageId: `<${id}@acequia>` });
  }
}
