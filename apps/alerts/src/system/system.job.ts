import { HandlesJob, SystemState } from '@acequia/bus';
import type { Condicion, EstadoSistema } from '@acequia/contracts';
import { ENV, LOGGER, type Logger, REDIS_DURABLE, type RedisClient } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { MailChannel } from '../deliveries/mail.channel.js';
import type { AlertsEnv } from '../env.js';
import { CONDITIONS_KEY, PlatformAcks } from '../sms/platform-acks.js';
import { PlatformDuty } from './platform-duty.js';
import { texts } from './textos.js';

const TOLD = 'dicho';

type Found = EstadoSistema['condiciones'][number];

/** Tells what `/estado` shows, once it holds in two rounds: the people on duty by SMS, and the operator by mail, who is told of its end too. */
@Controller()
export class SystemJob {
  constructor(
    private readonly state: SystemState,
    private readonly mail: MailChannel,
    private readonly duty: PlatformDuty,
    private readonly acks: PlatformAcks,
    @Inject(REDIS_DURABLE) private readonly redis: RedisClient,
    @Inject(ENV) private readonly env: AlertsEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob('sistema.vigilar')
  async run(): Promise<void> {
    if (!this.env.OPERATOR_EMAIL && !(await this.duty.isSet())) return;
    const { condiciones } = await this.state.read();
    const open = new Map<Condicion, Found[]>();
    for (const one of condiciones) open.set(one.condicion, [...(open.get(one.condicion) ?? []), one]);
    const known = await this.redis.hgetall(CONDITIONS_KEY);
    // SMS first: mail needs the internet.
    for (const [condicion, found] of open) await this.tellDuty(condicion, found, known[condicion]);
    for (const [condicion, found] of open) await this.tellOperator(condicion, found, known[condicion]);
    for (const [condicion, kept] of Object.entries(known))
      if (!open.has(condicion as Condicion)) await this.ended(condicion, kept);
  }

  /** While rights cannot be read nobody is told, and the next round asks again. */
  private async tellDuty(condicion: Condicion, found: Found[], kept: string | undefined): Promise<void> {
    if (!kept) return;
    const since = Number.parseInt(kept, 10);
    try {
      const severidad = found.some(({ grave }) => grave) ? 'critica' : 'media';
      const told = await this.acks.told(condicion, since);
      const next = told && (await this.duty.next(severidad, since, told, Date.now()));
      if (!next) return;
      // Noted before it is sent: whoever takes over sends no second one.
      const codigo = await this.acks.tell(condicion, since, next.usuario_id, told.length);
      const clave = `s${since}-${condicion}-${told.length}`;
      if (!(await this.duty.send(next.numero, clave, linesOf(found), codigo)))
        await this.acks.couldNotTell(condicion, since, next.usuario_id);
    } catch (error) {
      this.logger.warn({ err: error, condicion }, 'who is on duty for the platform could not be told');
    }
  }

  private async tellOperator(condicion: Condicion, found: Found[], kept: string | undefined): Promise<void> {
    if (!kept) return void (await this.redis.hset(CONDITIONS_KEY, condicion, String(Date.now())));
    const [since = '', told] = kept.split(' ');
    if (told === TOLD) return;
    const lines = linesOf(found);
    await this.post(`sistema-${condicion}-${since}`, texts.subject(lines[0]), lines);
    await this.redis.hset(CONDITIONS_KEY, condicion, `${since} ${TOLD}`);
  }

  private async ended(condicion: string, kept: string): Promise<void> {
    const [since, told] = kept.split(' ');
    if (told === TOLD) {
      const minutes = Math.max(1, Math.round((Date.now() - Number(since)) / 60_000));
      await this.post(`sistema-${condicion}-${since}-fin`, texts.solved(condicion), [texts.lasted(minutes)]);
    }
    await this.redis.hdel(CONDITIONS_KEY, condicion);
  }

  private async post(id: string, subject: string, lines: string[]): Promise<void> {
    const { OPERATOR_EMAIL: to, PUBLIC_URL } = this.env;
    if (!to) return;
    const text = [...lines, ...(PUBLIC_URL ? [`${PUBLIC_URL}/estado`] : [])].join('\n');
    await this.mail.post({ to, subject, text, messageId: `<${id}@acequia>` });
  }
}

const linesOf = (found: readonly Found[]): string[] => found.map(({ texto }) => texto);
