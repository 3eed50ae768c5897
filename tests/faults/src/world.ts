import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface State {
  /** What is added to the clock of every service, ms. */
  shift_ms: number;
  /** Whether names below `.test` lead to this machine, or to nothing. */
  names: boolean;
}

/** Clock and DNS of the services that get {@link env}; the databases keep the machine's. A change is seen within a tenth of a second. */
export class World {
  private readonly folder = mkdtempSync(join(tmpdir(), 'acequia-world-'));
  private state: State = { shift_ms: 0, names: true };

  constructor() {
    this.set({});
  }

  get env(): Record<string, string> {
    const preload = new URL('./world.preload.mjs', import.meta.url).href;
    return { NODE_OPTIONS: `--import=${preload}`, FAULTS_WORLD: this.file };
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    writeFileSync(`${this.file}.new`, JSON.stringify(this.state));
    renameSync(`${this.file}.new`, this.file);
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get file(): string {
    return join(this.folder, 'world.json');
  }
}
