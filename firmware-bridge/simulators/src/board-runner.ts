import {
  encodeResult,
  encodeRuns,
  encodeStatus,
  encodeTelemetry,
  MAX_SAMPLES,
  MAX_PAYLOAD_BYTES,
  topics,
  type ResultMessage,
  type StatusMessage,
  type TelemetrySample,
} from '@acequia/board-protocol';
import type { BoardFaults } from './board-faults.js';
import { BoardLink, type DownChannel } from './board-link.js';
import type { VirtualBoardOptions } from './board-options.js';
import type { BoardSpec } from './board-spec.js';
import type { DeliveryState } from './delivery-state.js';
import { KeptMemory } from './kept-memory.js';
import { SampleRing } from './sample-ring.js';
import { UpdateTask } from './update/update-task.js';
import type { FactoryImage } from './update/virtual-slots.js';
import { withUpdate } from './update/update-status.js';
import { QUIET_MS, VirtualUpdate } from './update/virtual-update.js';
import { VirtualBoard } from './virtual-board.js';

export interface BoardRunnerOptions extends VirtualBoardOptions {
  url: string;
  /** How far back the history of a board begins that never delivered, ms. */
  historial_ms: number;
  state: DeliveryState;
  log: (line: string) => void;
  /** It takes updates, and runs this image until the first; absent = it takes none. */
  image?: FactoryImage;
}

/** From a restart of the chip to its first attempt to connect, ms. */
const RESTART_MS = 500;
/** A board that does not come back. */
const NEVER_MS = 2 ** 31 - 1;
/** Its health is told again after this, and sooner when it is another; ms. */
const HEALTH_EVERY_MS = 3_600_000;
const OTHER_HEALTH_EVERY_MS = 300_000;

/** One virtual board with its connection: it sends what it kept, then what it sees; each sample stays until its PUBACK. */
export class BoardRunner {
  private board: VirtualBoard;
  /** Active faults. */
  private faults: BoardFaults = {};
  /** Ids of the commands it acted on, in order. */
  readonly acted: string[] = [];
  private readonly link: BoardLink;
  private readonly ring = new SampleRing();
  private readonly kept: Generator<TelemetrySample>;
  private keptChunk: TelemetrySample[] = [];
  private sending = false;
  private telling = false;
  private readonly memory: KeptMemory;
  private complaint = '';
  private toldAt = 0;
  private troublesTold = '';
  private updates: UpdateTask | null = null;

  constructor(
    private readonly spec: BoardSpec,
    private readonly options: BoardRunnerOptions,
  ) {
    const now = Date.now();
    this.memory = options.memory ?? new KeptMemory(options.image);
    this.board = new VirtualBoard(spec, now, { ...options, memory: this.memory });
    this.startUpdates(now);
    const last = options.state.hasta(spec.placa_id) ?? 0;
    this.kept = this.board.historial(Math.max(last, now - options.historial_ms), now);
    this.link = new BoardLink({
      url: options.url,
      numero: spec.numero,
      username: spec.username,
      password: spec.password,
      updates: options.image !== undefined,
      status: () => this.status(),
      onUp: () => {
        this.complaint = '';
        this.updates?.update.connected();
        this.keep(this.board.announce(Date.now()));
        void this.tellRuns();
      },
      onDown: () => {
        this.board.disconnected();
        this.updates?.update.disconnected();
      },
      onMessage: (channel, payload) => this.receive(channel, payload),
      onRefused: (reason) => this.complain(reason),
    });
  }

  start(): void {
    this.link.start();
  }

  /** Called about once a second. */
  tick(): void {
    this.keep(this.board.tick(Date.now()));
    this.answerLate();
    void this.tellRuns();
    void this.updates?.go();
    if (!this.link.connected) return;
    const since = Date.now() - this.toldAt;
    const other = since >= OTHER_HEALTH_EVERY_MS && this.board.troubles() !== this.troublesTold;
    if (this.board.takeNews() || other || since >= HEALTH_EVERY_MS) this.tellStatus();
  }

  /** Sets the active faults; those not named are cleared. */
  misbehave(faults: BoardFaults): void {
    this.faults = { ...faults, ...(faults.update && { update: { ...faults.update } }) };
    this.board.stuckPins = new Set(faults.stuck);
    this.board.clock_ms = faults.clock_ms === undefined ? 0 : faults.clock_ms;
    if (this.updates) this.updates.update.faults = { ...faults.update };
  }

  isOn(pin: number): boolean {
    return this.board.pines().get(pin) ?? false;
  }

  /** Cuts the power for `ms`: relays go off and remembered commands are lost; samples and pin map stay in flash. */
  reboot(ms: number): void {
    const now = Date.now();
    this.board = new VirtualBoard(this.spec, now, { ...this.options, memory: this.memory });
    this.startUpdates(now);
    this.misbehave(this.faults);
    const isMute = this.faults.update?.unlinked && this.updates?.update.running.trial === 1;
    this.link.drop(isMute ? NEVER_MS : ms);
  }

  private startUpdates(now: number): void {
    if (!this.options.image) return;
    this.updates?.end();
    const faults = { ...this.faults.update };
    this.updates = new UpdateTask(new VirtualUpdate(this.memory, now, faults), {
      around: (at) => ({ off: !this.board.isOn(), quiet: this.board.isQuiet(at, QUIET_MS), sound: true }),
      news: () => this.tellStatus(),
      restart: () => {
        // What cuts its power does so once.
        delete this.faults.update?.cut_at;
        this.reboot(this.faults.update?.gone ? NEVER_MS : RESTART_MS);
      },
    });
  }

  /** Drops the connection without a DISCONNECT for `ms`. */
  drop(ms: number): void {
    this.link.drop(ms);
  }

  async stop(): Promise<void> {
    this.updates?.end();
    await this.link.stop();
  }

  private tellStatus(): void {
    this.link.publish(topics.status(this.spec.numero), encodeStatus(this.status()), true).catch(() => undefined);
  }

  /** What its link and its flash know is not in the board. */
  private status(): StatusMessage {
    this.toldAt = Date.now();
    this.troublesTold = this.board.troubles();
    const status = withUpdate(this.board.status(Date.now()), this.updates?.update);
    const links = this.link.reconnects + 1;
    return { ...status, ...(status.chip && { chip: { ...status.chip, links, waiting: this.ring.size } }) };
  }

  /** Logs each reason once, so that a board that retries all night does not fill the log. */
  private complain(reason: string): void {
    if (reason === this.complaint) return;
    this.complaint = reason;
    this.options.log(`placa ${this.spec.numero}: ${reason}`);
  }

  private receive(channel: DownChannel, payload: Buffer): void {
    const { deaf, slow_ms, held } = this.faults;
    if (channel !== 'command') this.take(channel, payload);
    else if (held) void held.finally(() => this.obey(payload));
    else if (slow_ms) setTimeout(() => this.obey(payload), slow_ms).unref();
    else if (!deaf) this.obey(payload);
  }

  private take(channel: Exclude<DownChannel, 'command'>, payload: Buffer): void {
    const now = Date.now();
    if (channel === 'update') return this.updates?.update.take(payload);
    if (channel === 'config') this.keep(this.board.configure(payload, now));
    else if (channel === 'agenda') this.keep(this.board.takeAgenda(payload, now));
    else this.board.takeControl(payload, now);
    if (this.board.takeNews()) this.tellStatus();
  }

  /** Sends the outcomes of runs, one message at a time, each until its PUBACK. */
  private async tellRuns(): Promise<void> {
    if (this.telling) return;
    this.telling = true;
    try {
      for (let runs = this.board.runs(); runs.length > 0 && this.link.connected; runs = this.board.runs()) {
        await this.link.publish(topics.runs(this.spec.numero), encodeRuns(runs));
        this.updates?.update.acknowledged();
        this.board.runsTold(runs);
      }
    } catch {
      // The connection was lost: the same runs are sent again after the reconnection.
    } finally {
      this.telling = false;
    }
  }

  private obey(payload: Buffer): void {
    const answer = this.board.command(payload, Date.now());
    if (!answer) return;
    if (answer.sample) this.acted.push(answer.id);
    this.keep(answer.sample);
    if (answer.result) this.say(answer.result);
    this.answerLate();
  }

  private answerLate(): void {
    for (const result of this.board.answers()) this.say(result);
  }

  private say(result: ResultMessage): void {
    if (this.faults.lose_results) return;
    // A lost result is not sent again: the command ledger has its own deadline.
    this.link.publish(topics.result(this.spec.numero), encodeResult(result)).catch(() => undefined);
  }

  private keep(sample: TelemetrySample | null): void {
    if (!sample) return;
    this.ring.push(this.numbered(sample));
    void this.deliver();
  }

  private numbered(sample: TelemetrySample): TelemetrySample {
    return { seq: this.options.state.nextSeq(this.spec.placa_id), ...sample };
  }

  /** Sends one message at a time: the next one leaves after the last PUBACK. */
  private async deliver(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      for (let batch = this.next(); batch.length > 0 && this.link.connected; batch = this.next()) {
        const [first] = batch;
        const message = batch.length === 1 && first ? first : batch;
        await this.link.publish(topics.telemetry(this.spec.numero), encodeTelemetry(message));
        this.updates?.update.acknowledged();
        if (this.keptChunk.length > 0) this.keptChunk = [];
        else this.ring.remove(batch);
        this.options.state.delivered(this.spec.placa_id, Math.max(...batch.map(({ ts }) => ts ?? 0)));
      }
    } catch {
      // The connection was lost: the same samples are sent again after the reconnection.
    } finally {
      this.sending = false;
    }
  }

  private next(): TelemetrySample[] {
    if (this.keptChunk.length === 0) {
      const step = this.kept.next();
      if (!step.done) this.keptChunk = this.chunk(step.value);
    }
    return this.keptChunk.length > 0 ? this.keptChunk : this.ring.peek(this.perMessage());
  }

  private chunk(first: TelemetrySample): TelemetrySample[] {
    const chunk = [this.numbered(first)];
    while (chunk.length < this.perMessage()) {
      const step = this.kept.next();
      if (step.done) break;
      chunk.push(this.numbered(step.value));
    }
    return chunk;
  }

  /** Samples per message, so that a message stays well below the broker's limit. */
  private perMessage(): number {
    const bytes = 60 + this.spec.relays.length * 8 + this.spec.sensors.length * 28;
    return Math.max(1, Math.min(MAX_SAMPLES, Math.floor((MAX_PAYLOAD_BYTES * 0.8) / bytes)));
  }
}
