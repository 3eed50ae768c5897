import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface State {
  /** What is added to the clock of every service, ms. */
  shift_ms: number;
  /** Whether names below `.test` lead to this machine, or to nothing. */
  names: boolean;
  /** From `from` on, ms, the clock also leaps every so often: in all processes at once, so that few calls see it happen. */
  leaps: { from: number; each_ms: number; by_ms: number } | null;
}

/** Clock and DNS of the services that get {@link env}; the databases keep the machine's. A change is seen within a tenth of a second. */
export class World {
  private readonly folder = mkdtempSync(join(tmpdir(), 'acequia-world-'));
  private state: State = { shift_ms: 0, names: true, leaps: null };
  private readonly machine = Date.now;

  constructor() {
    this.set({});
  }

  get env(): Record<string, string> {
    const preload = new URL('./world.preload.mjs', import.meta.url).href;
    return { NODE_OPTIONS: `--import=${preload}`, FAULTS_WORLD: this.file };
  }

  /** What the clock of the services says, ms. */
  get now(): number {
    const now = this.machine();
    const { shift_ms, leaps } = this.state;
    return now + shift_ms + (leaps ? Math.floor((now - leaps.from) / leaps.each_ms) * leaps.by_ms : 0);
  }

  /** The clock leaps so from now on; also in the process of the test, where boards live. */
  leap(each_ms: number, by_ms: number): void {
    this.set({ leaps: { from: this.machine(), each_ms, by_ms } });
    Date.now = () => this.now;
  }

  /** It leaps no more, and goes on from where it is. */
  rest(): void {
    this.set({ shift_ms: this.now - this.machine(), leaps: null });
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    writeFileSync(`${this.file}.new`, JSON.stringify(this.state));
    renameSync(`${this.file}.new`, this.file);
  }

  end(): void {
    Date.now = this.machine;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get file(): string {
    return join(this.folder, 'world.json');
  }
}
