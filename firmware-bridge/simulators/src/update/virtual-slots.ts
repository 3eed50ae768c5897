import { MODEL, readImage } from './firmware-image.js';

/** What a board runs. */
export interface RunningImage {
  version: string;
  model: string;
  slot: 0 | 1;
  secure_version: number;
  trial: boolean;
}

export type FactoryImage = Pick<RunningImage, 'version' | 'model' | 'secure_version'>;

/** Where 4 MB of flash have room for a program, bytes. */
const SLOT_BYTES = 0x150000;

/** A board's two slots, and ESP-IDF's boot loader with rollback: a new image starts once, and a restart before it is kept goes back. */
export class VirtualSlots {
  readonly bytes = SLOT_BYTES;
  private readonly contents: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
  private runs: 0 | 1 = 0;
  private state: 'kept' | 'fresh' | 'tried' = 'kept';
  /** How often it started an image on trial. */
  trials = 0;

  constructor(private readonly factory: FactoryImage = { version: '2.0.0-sim', model: MODEL, secure_version: 0 }) {}

  get free(): Buffer {
    return this.contents[this.other];
  }

  write(at: number, bytes: Buffer): void {
    this.contents[this.other] = Buffer.concat([this.free.subarray(0, at), bytes]);
  }

  startNext(): void {
    this.state = 'fresh';
  }

  keep(): void {
    this.state = 'kept';
  }

  /** What the boot loader starts. `loops`: a new image falls over before it says a word. */
  boot(loops = false): RunningImage {
    if (this.state === 'fresh') {
      this.trials += 1;
      if (!loops) this.runs = this.other;
      this.state = loops ? 'kept' : 'tried';
    } else if (this.state === 'tried') {
      this.runs = this.other;
      this.state = 'kept';
    }
    const image = readImage(this.contents[this.runs]) ?? this.factory;
    return { ...image, slot: this.runs, trial: this.state === 'tried' };
  }

  private get other(): 0 | 1 {
    return this.runs === 0 ? 1 : 0;
  }
}
