import { decodeUpdate, type UpdateMessage } from '@acequia/board-protocol';
import type { PlacaImage, PlacaUpdate } from '@acequia/contracts';
import { isSigned } from './firmware-image.js';
import type { UpdateFaults } from './update-faults.js';
import { NONE, type UpdateMemory, type UpdateRecord } from './update-record.js';
import { type Opened, type Outcome, VirtualLoader, type Why } from './virtual-loader.js';
import type { RunningImage } from './virtual-slots.js';

/** The firmware's `Update::kQuiet`, `kPatience`, `kTrial`, `kFarewell`; ms. */
export const QUIET_MS = 30 * 60_000;
const PATIENCE_MS = 3_600_000;
const TRIAL_MS = 600_000;
const FAREWELL_MS = 3_000;
const NOTE_EVERY = 4 * 4_096;
const TRIES = 3;
const LONGEST_ASKED_S = 3_600;

export type UpdateJob = 'open' | 'close' | 'read' | 'check' | 'prove' | 'start' | 'restart' | 'keep' | 'roll_back';

/** How the board is: no relay on; and no run soon; its self-check passed. */
export interface Around {
  off: boolean;
  quiet: boolean;
  sound: boolean;
}

/** The twin of the firmware's `core/src/update.cpp`; the scenarios of `firmware/` run against both. */
export class VirtualUpdate {
  private readonly image: RunningImage;
  private record: UpdateRecord;
  private report: PlacaUpdate | null = null;
  private news = false;
  private heard: UpdateMessage | null = null;
  private linked = false;
  private isAcknowledged = false;
  private readonly loader: VirtualLoader;
  /** What is being loaded; 0 = nothing. */
  private begun = 0;
  private proven = false;
  private attempts = 0;
  private nextAttempt = 0;
  private cameAt = 0;
  private since: number;
  private outcome: Outcome = 'well';

  constructor(
    private readonly memory: UpdateMemory,
    now: number,
    public faults: UpdateFaults = {},
  ) {
    this.loader = new VirtualLoader(memory.slots);
    this.image = memory.slots.boot(faults.boot_loop);
    this.record = { ...(memory.update ?? NONE) };
    this.since = now;
    const told = this.record.state === 'starting' || this.record.state === 'started';
    if (this.image.trial) {
      if (!told) this.record.id = 0;
      this.record.state = 'trial';
      this.save();
      this.tell('trial');
      return;
    }
    this.record.floor = Math.max(this.record.floor, this.image.secure_version);
    if (told && this.image.slot === this.record.slot) {
      this.kept();
    } else if (told && (this.record.state === 'started' || this.record.tries >= TRIES)) {
      this.finish('failed', 'rolled_back');
    } else {
      if (told) this.record.state = 'loading';
      this.save();
      if (this.hasEnded) this.tell(this.record.state === 'done' ? 'done' : 'failed', this.record.why);
    }
  }

  get running(): PlacaImage {
    const { version, model, slot, trial } = this.image;
    return { version, model, slot, floor: this.record.floor, trial: trial ? 1 : 0 };
  }

  /** null: there is none. */
  get told(): PlacaUpdate | null {
    return this.report && { ...this.report };
  }

  /** What to ask a source for. */
  get wanted(): VirtualLoader['wanted'] {
    return this.loader.wanted;
  }

  takeNews(): boolean {
    const { news } = this;
    this.news = false;
    return news;
  }

  /** An empty message withdraws the document. */
  take(payload: Buffer): void {
    const decoded = payload.length > 0 ? decodeUpdate(payload) : null;
    if (decoded?.ok === false) return;
    this.heard = decoded?.value ?? null;
  }

  connected(): void {
    this.linked = true;
    this.heard = null;
    this.isAcknowledged = false;
  }

  disconnected(): void {
    this.connected();
    this.linked = false;
  }

  acknowledged(): void {
    this.isAcknowledged = this.linked;
  }

  /** What to do now; null: nothing yet. */
  plan({ off, quiet, sound }: Around, now: number): UpdateJob | null {
    const { record } = this;
    if (record.state === 'trial') {
      if (sound && this.isAcknowledged) return 'keep';
      return off && now - this.since >= TRIAL_MS ? 'roll_back' : null;
    }
    if (record.state === 'started') {
      if (!quiet) this.since = now;
      if (quiet) this.tell('restarting');
      else this.tell('failed', 'busy');
      return quiet && now - this.since >= FAREWELL_MS ? 'restart' : null;
    }
    const { heard } = this;
    const wanted = heard !== null && !(this.hasEnded && record.id === heard.id);
    if (wanted && this.begun === heard.id && record.sha256 === heard.sha256) {
      if (quiet) return this.loading(now);
      this.cameAt = now;
      this.tell('failed', 'busy');
      return this.loader.isOpen ? 'close' : null;
    }
    if (this.loader.isOpen) return 'close';
    this.begun = 0;
    if (wanted) {
      this.begin(heard, now);
    } else if (!this.hasEnded && this.report) {
      this.report = null;
      this.news = true;
    }
    return null;
  }

  /** Does what was planned. `said`: of `open`, the source's answer; of `read`, the bytes that came, none = the line broke. */
  work(job: UpdateJob, said: Opened | Buffer | null = null): void {
    const { loader, record } = this;
    const { slots } = this.memory;
    this.outcome = 'well';
    if (job === 'close') loader.close();
    if (job === 'open' && said && 'is' in said) loader.opened(said);
    if (job === 'read' && Buffer.isBuffer(said)) loader.read(said);
    if (job === 'check') loader.check(this.image.model, record.floor);
    if (job === 'open' || job === 'read' || job === 'check') this.loaded();
    if (job === 'prove') {
      this.proven = this.faults.bad_signature !== true && isSigned(slots.free);
      if (!this.proven) this.outcome = 'signature';
    }
    if (job === 'start') {
      record.tries += 1;
      record.state = 'starting';
      this.save();
      slots.startNext();
      record.state = 'started';
      this.save();
    }
    if (job === 'keep') slots.keep();
    if (job === 'roll_back') {
      record.state = 'failed';
      record.why = 'rolled_back';
      this.save();
    }
  }

  private loaded(): void {
    const { loader, record } = this;
    this.outcome = loader.outcome;
    const isNoted = record.at === loader.at;
    record.at = loader.at;
    if (!isNoted && (record.at % NOTE_EVERY === 0 || loader.isLoaded)) this.save();
  }

  /** What came of it. */
  note(job: UpdateJob, now: number): void {
    if (this.report) this.report.at = this.came;
    const { outcome } = this;
    this.outcome = 'well';
    if (outcome === 'again') return this.waits(now);
    if (outcome !== 'well') return this.finish('failed', outcome);
    if (job === 'read') {
      this.cameAt = now;
      this.attempts = 0;
    } else if (job === 'start') {
      this.since = now;
      this.tell('restarting');
    } else if (job === 'keep') {
      this.kept();
    } else if (job === 'roll_back') {
      this.tell('failed', 'rolled_back');
    }
  }

  private get hasEnded(): boolean {
    return this.record.state === 'done' || this.record.state === 'failed';
  }

  private get came(): number {
    return this.begun === 0 ? this.record.at : this.loader.came;
  }

  private loading(now: number): UpdateJob | null {
    if (!this.loader.isLoaded) {
      if (now - this.cameAt >= PATIENCE_MS) {
        this.finish('failed', 'source');
        return null;
      }
      this.tell('loading');
      if (this.loader.isOpen) return 'read';
      return now >= this.nextAttempt ? 'open' : null;
    }
    if (this.loader.isOpen) return 'close';
    this.tell('checking');
    if (!this.loader.isChecked) return 'check';
    return this.proven ? 'start' : 'prove';
  }

  private begin(order: UpdateMessage, now: number): void {
    const { record, image } = this;
    const isSame = record.id === order.id && record.sha256 === order.sha256;
    const goesOn = record.state === 'loading' && isSame && record.slot !== image.slot;
    if (!goesOn) {
      const slot = image.slot === 0 ? 1 : 0;
      Object.assign(record, { state: 'loading', id: order.id, at: 0, tries: 0, slot, sha256: order.sha256 });
      record.why = undefined;
    }
    this.begun = order.id;
    this.loader.begin(order, Math.min(record.at, order.size));
    this.proven = false;
    this.attempts = 0;
    this.nextAttempt = this.cameAt = now;
    if (record.kept === order.sha256 && order.version === image.version) {
      record.at = order.size;
      this.finish('done');
    } else if (order.model !== image.model) {
      this.finish('failed', 'model');
    } else if (order.size > this.memory.slots.bytes) {
      this.finish('failed', 'size');
    } else if (!goesOn) {
      this.save();
    }
  }

  private waits(now: number): void {
    const asked = Math.min(this.loader.wait_s, LONGEST_ASKED_S);
    this.nextAttempt = now + (asked > 0 ? asked * 1000 : 1_000 * 2 ** this.attempts);
    if (asked > 0) this.cameAt = now;
    this.attempts = Math.min(this.attempts + 1, 6);
  }

  private kept(): void {
    this.image.trial = false;
    this.record.floor = Math.max(this.record.floor, this.image.secure_version);
    this.record.kept = this.record.sha256;
    this.finish('done');
  }

  private finish(state: 'done' | 'failed', why?: Why): void {
    this.record.state = state;
    this.record.why = why;
    this.save();
    this.tell(state, why);
  }

  private tell(phase: PlacaUpdate['phase'], why?: Why): void {
    const { id } = this.record;
    if (id === 0 || (this.report?.id === id && this.report.phase === phase && this.report.why === why)) return;
    this.report = { id, phase, at: this.came, ...(why && { why }) };
    this.news = true;
  }

  private save(): void {
    const { state } = this.record;
    this.memory.update = { ...this.record, state: state === 'trial' ? 'started' : state };
  }
}
