import { ENV, LOGGER, type Logger, SecretBoxError } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Ledger } from '../../commands/ledger/ledger.service.js';
import type { GatewayEnv } from '../../env.js';
import { AccountDirectory, type KnownAccount, type KnownDispositivo } from '../../registry/account-directory.js';
import { AccountHealth, type Health } from './account-health.js';
import { AccountWork, type Task } from './account-work.js';
import { type CloudAccount, CloudClient, V2NotSpoken } from '../client/cloud-client.js';
import { CloudFailure } from '../client/cloud-failure.js';
import { CloudMetrics } from './cloud-metrics.js';
import { CommandSender } from './command-sender.js';
import { DeviceReadings } from '../devices/device-readings.js';
import { DeviceStateStore } from '../devices/device-state.store.js';
import { type Slot, AccountSlots } from './slots.js';
import { WatchStore } from '../devices/watch.store.js';

/** Longest wait for a slot, ms: another instance has it, and this one tries again later. */
const SLOT_WAIT_MS = 15_000;
/** Requests for devices that are due in one round; then other accounts get their round in this instance. */
const ROUND_REQUESTS = 8;
/** Extra pause beyond the limit after the cloud has complained, ms. */
const LIMIT_PAUSE_MS = 1_000;
const SHORT_MS = 1_000;

interface Round {
  work: AccountWork;
  ended: Promise<void>;
}

/**
 * Does the pending work of an account of the relay cloud, one request per slot: commands, their read-backs, devices that people wait for,
 * then devices that are due. An instance runs one round per account; instances share the slots.
 */
@Injectable()
export class AccountRunner implements BeforeApplicationShutdown {
  private readonly rounds = new Map<string, Round>();
  private stopping = false;

  constructor(
    private readonly directory: AccountDirectory,
    private readonly health: AccountHealth,
    private readonly slots: AccountSlots,
    private readonly client: CloudClient,
    private readonly ledger: Ledger,
    private readonly commands: CommandSender,
    private readonly readings: DeviceReadings,
    private readonly states: DeviceStateStore,
    private readonly watches: WatchStore,
    private readonly metrics: CloudMetrics,
    @Inject(ENV) private readonly env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    metrics.countActive = () => this.rounds.size;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled([...this.rounds.values()].map(({ ended }) => ended));
  }

  /** Commands of this account are waiting. */
  wake(cuenta: string): void {
    this.round(cuenta);
  }

  /** Reads a device at the account's next slot. Resolves when the device was tried, or cannot be tried. */
  read(cuenta: string, dispositivo: number): Promise<void> {
    return this.round(cuenta).work.want(dispositivo);
  }

  /** Runs a round for every device that is due. Answers when the next round is due, in ms from now; null when nothing is left to poll. */
  async poll(cuenta: string): Promise<number | null> {
    const dispositivos = await this.directory.ofAccount(cuenta);
    const health = await this.health.read(cuenta);
    const watched = await this.watches.watched(dispositivos.map(({ id }) => id));
    if (health.hasta <= Date.now()) {
      const due = await this.due(dispositivos, watched);
      this.round(cuenta).work.addDue(due);
    } else this.round(cuenta);
    const round = this.rounds.get(cuenta);
    await round?.ended;
    if (dispositivos.length === 0) return null;
    const { hasta } = await this.health.read(cuenta);
    if (hasta > Date.now()) return hasta - Date.now();
    if (round?.work.unfinished) return 0;
    // Somebody may have started watching during the round.
    const { size } = await this.watches.watched(dispositivos.map(({ id }) => id));
    return size > 0 ? this.env.RELAY_POLL_WATCHED_MS : this.env.RELAY_POLL_MS;
  }

  private async due(dispositivos: readonly KnownDispositivo[], watched: ReadonlySet<number>): Promise<number[]> {
    const states = await this.states.read(dispositivos);
    const now = Date.now();
    return dispositivos
      .map((dispositivo, i) => ({ id: dispositivo.id, attempt: states[i]?.attempt ?? 0 }))
      .filter(({ id, attempt }) => {
        const every = watched.has(id) ? this.env.RELAY_POLL_WATCHED_MS : this.env.RELAY_POLL_MS;
        // Reads slightly early, because the next chance is a whole interval later.
        return now - attempt >= every * 0.9 - SHORT_MS / 2;
      })
      .sort((a, b) => a.attempt - b.attempt)
      .map(({ id }) => id);
  }

  private round(cuenta: string): Round {
    let round = this.rounds.get(cuenta);
    if (round) {
      round.work.poke();
      return round;
    }
    const work = new AccountWork();
    const ended = this.run(cuenta, work)
      .catch((error: unknown) => this.logger.error({ err: error }, 'a round of a relay cloud account failed'))
      .finally(() => {
        this.rounds.delete(cuenta);
        work.close();
      });
    this.rounds.set(cuenta, (round = { work, ended }));
    return round;
  }

  private async run(cuenta: string, work: AccountWork): Promise<void> {
    // The caller that started the round first adds its work.
    await Promise.resolve();
    let requests = 0;
    while (!this.stopping) {
      const task = await this.next(cuenta, work);
      if (task === null) {
        if (!work.takePoke()) return;
        continue;
      }
      if ('wait_ms' in task) {
        await work.pause(task.wait_ms);
        continue;
      }
      if (task.kind === 'due' && ++requests > ROUND_REQUESTS) {
        work.unfinished = true;
        return;
      }
      const asked = performance.now();
      const slot = await this.slots.take(cuenta, SLOT_WAIT_MS, () => this.stopping);
      this.metrics.wait.observe((performance.now() - asked) / 1_000);
      if (!slot) return;
      let pause = 0;
      try {
        pause = await this.request(cuenta, work, slot);
      } finally {
        await slot.end(pause);
      }
    }
  }

  /** The task of the next slot. A failing cloud is not read before its time. */
  private async next(cuenta: string, work: AccountWork): Promise<Task | null> {
    await this.ledger.expire(cuenta);
    const open = await this.commands.open(cuenta);
    await this.commands.expire(open);
    const { hasta } = await this.health.read(cuenta);
    const resting = hasta > Date.now();
    if (resting) work.giveUp();
    return work.next(open, resting ? hasta : 0, Date.now());
  }

  /** Checks again after taking the slot: another instance may have done the task. Answers a further pause, ms. */
  private async request(cuenta: string, work: AccountWork, slot: Slot): Promise<number> {
    const task = await this.next(cuenta, work);
    if (task === null || 'wait_ms' in task) return 0;
    const health = await this.health.read(cuenta);
    const account = await this.open(cuenta, health);
    if (account instanceof CloudFailure) {
      await this.failed(cuenta, work, health, account);
      return 0;
    }
    try {
      if (task.kind === 'command') await this.commands.send(cuenta, account, slot);
      else await this.readDevices(cuenta, work, task.ids, account, health, slot);
      return 0;
    } catch (error) {
      if (error instanceof V2NotSpoken) {
        await this.health.api(cuenta, 'v1');
        return 0;
      }
      if (!(error instanceof CloudFailure)) throw error;
      if (error.apiAbsent) await this.health.api(cuenta, undefined);
      await this.failed(cuenta, work, health, error);
      return error.motivo === 'limite' ? LIMIT_PAUSE_MS : 0;
    }
  }

  private async open(cuenta: string, { api }: Health): Promise<CloudAccount | CloudFailure> {
    try {
      const known: KnownAccount | null = await this.directory.open(cuenta);
      return known ? { ...known, api } : new CloudFailure('sin_configurar');
    } catch (error) {
      if (error instanceof SecretBoxError) return new CloudFailure('sin_configurar');
      throw error;
    }
  }

  private async readDevices(
    cuenta: string,
    work: AccountWork,
    wanted: readonly number[],
    account: CloudAccount,
    health: Health,
    slot: Slot,
  ): Promise<void> {
    const dispositivos = await this.directory.ofAccount(cuenta);
    const byId = new Map(dispositivos.map((dispositivo) => [dispositivo.id, dispositivo]));
    const ids = wanted.filter((id) => byId.has(id));
    // Deleted or suspended meanwhile: their waiting requests are answered.
    work.done(wanted.filter((id) => !byId.has(id)));
    await this.commands.withdrawn(cuenta, new Set(byId.keys()));
    const shelly = [...new Set(ids.map((id) => byId.get(id)?.shelly_id as string))].slice(
      0,
      this.client.batchOf(account.api),
    );
    if (shelly.length === 0) return;
    const lecturas = await this.client.read(account, shelly, () => slot.sent());
    await this.health.well(cuenta, health, account.api ?? 'v2');
    const read = dispositivos.filter(({ shelly_id }) => lecturas.has(shelly_id));
    await this.readings.apply(read, lecturas, await this.watches.watched(read.map(({ id }) => id)));
    await this.commands.readBack(cuenta, new Map(read.map(({ id, shelly_id }) => [id, lecturas.get(shelly_id)])));
    work.done(read.map(({ id }) => id));
  }

  /** The whole account failed: its devices show the reason, and waiting requests get the known state. */
  private async failed(cuenta: string, work: AccountWork, before: Health, failure: CloudFailure): Promise<void> {
    const dispositivos = await this.directory.ofAccount(cuenta);
    const watched = await this.watches.watched(dispositivos.map(({ id }) => id));
    const after = await this.health.failed(cuenta, before, failure, watched.size > 0);
    const transient = failure.transient && after.motivo !== 'clave_invalida';
    await this.readings.fail(dispositivos, after.motivo ?? failure.motivo, transient);
    work.giveUp();
  }
}
