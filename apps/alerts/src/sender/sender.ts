import { HandlesJob, JobQueues } from '@acequia/bus';
import type { JobData } from '@acequia/contracts';
import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import type { AlertsEnv } from '../env.js';
import { TelegramChannel } from '../telegram/telegram.channel.js';
import type { Addressee, Channel, Outcome } from '../deliveries/channel.js';
import { AlarmMetrics } from '../deliveries/alarm-metrics.js';
import { type Armed, DeliveriesRepository, type Waiting } from '../deliveries/deliveries.repository.js';
import { MailChannel } from '../deliveries/mail.channel.js';
import { type Letter, onePart, partsOf } from '../deliveries/message.js';
import { PushChannel } from '../push/push.channel.js';
import { WebhookChannel } from '../channels/webhook.channel.js';

/** Longest time that one job sends; the next job continues, ms. */
const SHIFT_MS = 10_000;
/** Most deliveries gathered into one message; when they do not fit, the most severe are listed. */
const GATHERED = 500;
const NAMED = 12;
/** A message older than this says that it is late, ms. */
const LATE_MS = 15 * 60_000;
/** Waits after a missing answer and after a refusal, ms. */
const LOST_MS = 1_000;
const LOST_MAX_MS = 60_000;
const REFUSED_MS = 60_000;

type Done = 'more' | 'nothing' | 'stop';

/** Sends pending deliveries, one message at a time per destination. */
@Controller()
export class Sender {
  private readonly channels: Readonly<Record<string, Channel>>;

  constructor(
    private readonly repository: DeliveriesRepository,
    private readonly jobs: JobQueues,
    private readonly telegram: TelegramChannel,
    mail: MailChannel,
    webhook: WebhookChannel,
    push: PushChannel,
    private readonly metrics: AlarmMetrics,
    @Inject(ENV) private readonly env: AlertsEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.channels = { telegram, correo: mail, webhook, push };
  }

  @HandlesJob('avisos.repartir')
  async distribute(): Promise<void> {
    for (const to of await this.repository.due(Date.now())) {
      const unico = `${to.empresa_id}:${to.canal}:${to.destino}`;
      await this.jobs.add('avisos.entregar', to, { unico, attempts: 1 });
    }
  }

  @HandlesJob('avisos.entregar')
  async deliver(to: JobData<'avisos.entregar'>): Promise<void> {
    const end = Date.now() + SHIFT_MS;
    let done: Done = 'more';
    while (done === 'more' && Date.now() < end) {
      const { no_antes, fallos } = await this.repository.rest(to);
      if (no_antes > Date.now()) return;
      done = await this.sendOne(to);
      if (done === 'nothing') done = await this.editOne(to, fallos);
    }
  }

  private async sendOne(to: Addressee): Promise<Done> {
    let armed = await this.repository.takeArmed(to);
    if (!armed) {
      // Another sender has a message in progress: that one comes first.
      if (await this.repository.hasArmed(to)) return 'stop';
      if (!(await this.compose(to))) return 'nothing';
      armed = await this.repository.takeArmed(to);
      if (!armed) return 'stop';
    }
    return this.send(to, armed);
  }

  private async send(to: Addressee, { id: numero, partes, telegram_ids, intentos }: Armed): Promise<Done> {
    const ids = telegram_ids.map(Number);
    const avisos = await this.repository.avisosOf(numero);
    const channel = this.channels[to.canal];
    const outcome: Outcome = channel ? await channel.send({ ...to, numero, partes, ids, avisos }) : { kind: 'gone' };
    this.metrics.message(to.canal, outcome.kind);
    switch (outcome.kind) {
      case 'sent':
        await this.repository.sent(numero, outcome.ids);
        await this.repository.mark(to, 0, null);
        return 'more';
      case 'gone':
        await this.repository.ended(numero, 'descartado', { codigo: 'sin_destino' });
        return 'more';
      case 'refused':
        await this.repository.ended(numero, 'fallido', outcome.detalle);
        await this.repository.mark(to, REFUSED_MS, outcome.detalle);
        this.logger.warn({ ...to, destino: undefined, numero }, 'a message was refused');
        return 'stop';
      case 'later':
        await this.repository.put(numero, outcome.ids, outcome.detalle ?? null);
        if (outcome.wait_ms > 0) await this.repository.mark(to, outcome.wait_ms, outcome.detalle ?? null);
        return outcome.wait_ms > 0 ? 'stop' : 'more';
      case 'lost':
        await this.repository.put(numero, outcome.ids, outcome.detalle);
        await this.repository.mark(to, afterLost(intentos - 1), outcome.detalle);
        return 'stop';
    }
  }

  /** Builds one message from the pending deliveries. false = there are none. */
  private compose(to: Addressee): Promise<boolean> {
    return this.repository.transaction(async (tx) => {
      await this.repository.dropNeedless(tx, to);
      const waiting = await this.repository.waiting(tx, to, GATHERED);
      if (waiting.length === 0) return false;
      const empresa = await this.repository.empresa(to.empresa_id, tx);
      const all = await this.repository.avisos(
        waiting.map(({ aviso_id }) => aviso_id),
        tx,
      );
      const numero = await this.repository.nextNumber(tx);
      const letter: Letter = {
        numero,
        empresa: empresa?.nombre ?? '',
        zona: empresa?.zona_horaria ?? 'UTC',
        avisos: all.slice(0, NAMED),
        others: Math.max(0, all.length - NAMED),
        late: isLate(waiting),
        consola: this.env.PUBLIC_URL,
      };
      await this.repository.arm(
        tx,
        numero,
        to,
        partsOf(letter),
        waiting.map(({ id }) => id),
      );
      return true;
    });
  }

  /** Edits one outdated message. @param failures of this destination in a row */
  private async editOne(to: Addressee, failures: number): Promise<Done> {
    if (to.canal !== 'telegram') return 'nothing';
    const [stale] = await this.repository.stale(to);
    if (!stale) return 'nothing';
    const [avisos, empresa] = await Promise.all([
      this.repository.avisosOf(stale.id),
      this.repository.empresa(to.empresa_id),
    ]);
    const letter: Letter = {
      numero: stale.id,
      empresa: empresa?.nombre ?? '',
      zona: empresa?.zona_horaria ?? 'UTC',
      avisos: avisos.slice(0, NAMED),
      others: Math.max(0, avisos.length - NAMED),
      late: false,
      consola: this.env.PUBLIC_URL,
    };
    const outcome = await this.telegram.edit(to, stale.message_id, stale.id, onePart(letter), avisos);
    if (outcome.kind === 'later' || outcome.kind === 'lost') {
      const wait = outcome.kind === 'later' ? outcome.wait_ms : afterLost(failures);
      if (wait > 0) await this.repository.mark(to, wait, outcome.detalle ?? null);
      return wait > 0 ? 'stop' : 'more';
    }
    if (outcome.kind === 'sent' && failures > 0) await this.repository.mark(to, 0, null);
    await this.repository.settle(stale.entregas, outcome.kind === 'sent' ? 'enviado' : 'descartado');
    return 'more';
  }
}

/** Longer after each failure, but short enough that an addressee who is back gets the message soon. */
const afterLost = (failures: number): number => Math.min(LOST_MS * 2 ** Math.min(failures, 9), LOST_MAX_MS);

const isLate = (waiting: readonly Waiting[]): boolean =>
  Date.now() - Math.min(...waiting.map(({ creado }) => creado)) > LATE_MS;
