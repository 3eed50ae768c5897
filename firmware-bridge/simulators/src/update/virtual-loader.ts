import type { UpdateMessage } from '@acequia/board-protocol';
import type { PlacaUpdate } from '@acequia/contracts';
import { readImage, sha256Of } from './firmware-image.js';
import type { VirtualSlots } from './virtual-slots.js';

const SECTOR = 4_096;

export type Why = NonNullable<PlacaUpdate['why']>;
/** `again`: it may do better later. */
export type Outcome = 'well' | 'again' | Why;

/** A source's answer. `ready`: its bytes begin at `at`. */
export type Opened = { is: 'ready'; at: number } | { is: 'later'; wait_s: number } | { is: 'other_size' | 'failed' };

/** The twin of the firmware's `core/src/image_loader.cpp`: brings one image into the free slot, and checks what lies there. */
export class VirtualLoader {
  order: UpdateMessage | null = null;
  isOpen = false;
  /** How the last call ended, and what the server asks to wait. */
  outcome: Outcome = 'well';
  wait_s = 0;
  /** Bytes in the slot. */
  at = 0;
  private part = Buffer.alloc(0);
  private checked = 0;

  constructor(private readonly slots: VirtualSlots) {}

  begin(order: UpdateMessage, at: number): void {
    this.order = order;
    this.at = at;
    this.part = Buffer.alloc(0);
    this.checked = 0;
  }

  /** With those that came. */
  get came(): number {
    return this.at + this.part.length;
  }
  get isLoaded(): boolean {
    return this.at === this.size;
  }
  get isChecked(): boolean {
    return this.checked === this.size;
  }
  /** What to ask a source for. */
  get wanted(): { url: string; size: number; at: number; most: number } {
    const most = Math.min(SECTOR, this.size - this.at) - this.part.length;
    return { url: this.order?.url ?? '', size: this.size, at: this.came, most };
  }

  opened(said: Opened): void {
    this.outcome = said.is === 'ready' ? 'well' : said.is === 'other_size' ? 'size' : 'again';
    this.wait_s = said.is === 'later' ? Math.max(said.wait_s, 1) : 0;
    if (said.is !== 'ready') return;
    this.isOpen = true;
    if (said.at === this.came) return;
    this.at = 0;
    this.part = Buffer.alloc(0);
  }

  close(): void {
    this.outcome = 'well';
    this.isOpen = false;
  }

  /** The bytes that came; none: the line broke. */
  read(bytes: Buffer): void {
    this.outcome = bytes.length > 0 ? 'well' : 'again';
    this.wait_s = 0;
    this.isOpen = bytes.length > 0;
    this.part = Buffer.concat([this.part, bytes]);
    if (this.part.length === 0 || this.part.length < Math.min(SECTOR, this.size - this.at)) return;
    const whole = this.came;
    this.slots.write(this.at, this.part);
    this.at = whole;
    this.part = Buffer.alloc(0);
  }

  check(model: string, floor: number): void {
    this.outcome = 'well';
    this.checked = Math.min(this.checked + SECTOR, this.size);
    if (!this.isChecked) return;
    const head = readImage(this.slots.free);
    if (sha256Of(this.slots.free) !== this.order?.sha256) this.outcome = 'sha256';
    else if (head?.model !== model) this.outcome = 'model';
    else if (head.secure_version < floor) this.outcome = 'floor';
  }

  private get size(): number {
    return this.order?.size ?? 0;
  }
}
