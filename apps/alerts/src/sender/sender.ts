import { HandlesJob, JobQueues } from '@acequia/bus';
import { AppError, type DeliveryDetail, type JobData } from '@acequia/contracts';
import { ENV, Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AlertsEnv } from '../env.js';
import { TelegramChannel } from '../telegram/telegram.channel.js';
import type { Addressee, AttachedFile, Channel, Outcome } from '../deliveries/channel.js';
import { AlarmMetrics } from '../deliveries/alarm-metrics.js';
import { type Armed, DeliveriesRepository, type Waiting } from '../deliveries/deliveries.repository.js';
import { MailChannel } from '../deliveries/mail.channel.js';
import { type Letter, onePart, partsOf, type Told, toldTo, type Untold } from '../deliveries/message.js';
import { DossierFiles } from '../dossier/dossier-files.js';
import { PushChannel } from '../push/push.channel.js';
import { Readers } from './readers.js';
import { type Reader, unknownIn } from '../readable.js';
import { inGsm } from '../sms/gsm-text.js';
import { SmsChannel } from '../sms/sms.channel.js';
import { WebhookChannel } from '../channels/webhook.channel.js';

const LOOK_MS = 1_000;
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
/** Wait while the rights of a person cannot be read, ms. */
const RIGHTS_MS = 5_000;
const NOT_THEIRS: DeliveryDetail = { codigo: 'sin_asignacion' };

type Done = 'more' | 'nothing' | 'stop';

/** Sends pending deliveries, one message at a time per destination. */
@Controller()
export class Sender {
  private readonly channels: Readonly<Record<string, Channel>>;

  constructor(
    private readonly repository: DeliveriesRepository,
    private readonly readers: Readers,
    private readonly jobs: JobQueues,
    private readonly telegram: TelegramChannel,
    mail: MailChannel,
    webhook: WebhookChannel,
    push: PushChannel,
    private readonly sms: SmsChannel,
    private readonly dossiers: DossierFiles,
    private readonly metrics: AlarmMetrics,
    @Inject(ENV) private readonly env: AlertsEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.channels = { telegram, correo: mail, webhook, push, sms };
  }

  @HandlesJob('avisos.repartir')
  @Every({ ms: LOOK_MS, failed: 'destinations with pending messages could not be looked for' })
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
      done = await this.next(to, fallos);
    }
  }

  private async next(to: Addressee, failures: number): Promise<Done> {
    try {
      const done = await this.sendOne(to);
      return done === 'nothing' ? await this.editOne(to, failures) : done;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ err: error, empresa_id: to.empresa_id }, 'the rights of a person could not be read');
      await this.repository.mark(to, RIGHTS_MS, null);
      return 'stop';
    }
  }

  private async sendOne(to: Addressee): Promise<Done> {
    let armed = await this.repository.takeArmed(to);
    if (!armed) {
      // Another sender has a message in progress: that one comes first.
      if (await this.repository.hasArmed(to)) return 'stop';
      await this.dropUnreadable(to);
      if (!(await this.compose(to))) return 'nothing';
      armed = await this.repository.takeArmed(to);
      if (!armed) return 'stop';
    }
    return this.send(to, armed);
  }

  private async send(to: Addressee, armed: Armed): Promise<Done> {
    const { id: numero, intentos } = armed;
    const outcome = await this.hand(to, armed);
    this.metrics.message(to.canal, outcome.kind);
    switch (outcome.kind) {
      case 'sent':
        await this.repository.sent(numero, outcome.ids);
        await this.repository.mark(to, 0, null);
        return 'more';
      case 'gone':
        await this.repository.ended(numero, 'descartado', outcome.detalle ?? { codigo: 'sin_destino' });
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

  /** Hands the message to its channel, without the alarms and the names that its reader may no longer see. */
  private async hand(to: Addressee, { id: numero, partes, telegram_ids, dossier_id, prueba }: Armed): Promise<Outcome> {
    const channel = this.channels[to.canal];
    if (!channel) return { kind: 'gone' };
    const all = await this.repository.avisosOf(numero);
    const readable = await this.readers.mayRead(to, all);
    const hidden = all.filter((aviso) => !readable.includes(aviso)).map(({ id }) => id);
    if (hidden.length > 0 && readable.length === 0) return { kind: 'gone', detalle: NOT_THEIRS };
    const ids = telegram_ids.map(Number);
    const reader = await this.readers.readerOf(to);
    const avisos = readable.map(toldTo(reader));
    if (hidden.length === 0 && !namesUnknown(partes, readable, reader))
      return channel.send({ ...to, numero, partes, ids, avisos, prueba, file: await this.fileOf(dossier_id) });
    const letter = await this.letter(to, numero, avisos);
    const without = to.canal === 'sms' ? await this.sms.recompose(numero, letter) : partsOf(letter);
    await this.repository.narrow(numero, without, hidden, NOT_THEIRS);
    return channel.send({ ...to, numero, partes: without, ids, avisos });
  }

  /** A file that cannot be drawn does not keep its message, which links to it. */
  private async fileOf(dossier_id: number | null): Promise<AttachedFile | undefined> {
    if (dossier_id === null) return undefined;
    return this.dossiers.draw(dossier_id).catch((error: unknown) => {
      this.logger.error({ err: error, dossier_id }, 'a dossier could not be drawn');
      return undefined;
    });
  }

  /** Drops what its reader may not see, so that it is in no message. */
  private async dropUnreadable(to: Addressee): Promise<void> {
    const pending = await this.repository.pendingAvisos(to, GATHERED);
    const readable = await this.readers.mayRead(to, pending);
    const hidden = pending.filter((aviso) => !readable.includes(aviso)).map(({ id }) => id);
    if (hidden.length > 0) await this.repository.drop(to, hidden, NOT_THEIRS);
  }

  /** Builds one message from the pending deliveries. false = there are none. */
  private async compose(to: Addressee): Promise<boolean> {
    const reader = await this.readers.readerOf(to);
    return this.repository.transaction(async (tx) => {
      await this.repository.dropNeedless(tx, to);
      const waiting = await this.repository.waiting(tx, to, GATHERED);
      if (waiting.length === 0) return false;
      const ids = waiting.map(({ aviso_id }) => aviso_id);
      const all = await this.repository.avisos(ids, tx);
      const numero = await this.repository.nextNumber(tx);
      const letter = await this.letter(to, numero, all.map(toldTo(reader)), isLate(waiting), tx);
      await this.repository.arm(
        tx,
        numero,
        to,
        to.canal === 'sms' ? await this.sms.compose(tx, numero, to, letter) : partsOf(letter),
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
    const readable = await this.readers.mayRead(to, await this.repository.avisosOf(stale.id));
    if (readable.length === 0) {
      await this.repository.settle(stale.entregas, 'descartado');
      return 'more';
    }
    const avisos = readable.map(toldTo(await this.readers.readerOf(to)));
    const letter = await this.letter(to, stale.id, avisos);
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

  private async letter(
    { empresa_id }: Addressee,
    numero: number,
    avisos: readonly Told[],
    late = false,
    tx?: EntityManager,
  ): Promise<Letter> {
    const empresa = await this.repository.empresa(empresa_id, tx);
    return {
      numero,
      late,
      consola: this.env.PUBLIC_URL,
      empresa: empresa?.nombre ?? '',
      zona: empresa?.zona_horaria ?? 'UTC',
      avisos: avisos.slice(0, NAMED),
      others: Math.max(0, avisos.length - NAMED),
    };
  }
}

/** Longer after each failure, but short enough that an addressee who is back gets the message soon. */
const afterLost = (failures: number): number => Math.min(LOST_MS * 2 ** Math.min(failures, 9), LOST_MAX_MS);

/** Whether a message that was composed with other rights, or by the version before, names what its reader may not know. */
const namesUnknown = (partes: readonly string[], avisos: readonly Untold[], reader: Reader | null): boolean => {
  const names = avisos.flatMap(({ said }) => unknownIn(said, reader));
  return names.some((name) => partes.some((part) => part.includes(name) || part.includes(inGsm(name))));
};

const isLate = (waiting: readonly Waiting[]): boolean =>
  Date.now() - Math.min(...waiting.map(({ creado }) => creado)) > LATE_MS;
