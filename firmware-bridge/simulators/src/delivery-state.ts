import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writePrivate } from './board-spec.js';

const Entry = z.object({
  /** Time of the newest delivered sample, ms. */
  hasta: z.number().int().min(0),
  /** Last sequence number used. */
  seq: z.number().int().min(0),
});
type Entry = z.infer<typeof Entry>;
const File = z.record(z.string(), Entry);

const read = (path: string): Map<number, Entry> => {
  try {
    const parsed = File.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return new Map(Object.entries(parsed.data ?? {}).map(([placa_id, entry]) => [Number(placa_id), entry]));
  } catch {
    // Absent or damaged: everything is delivered again, and the server stores each sample once.
    return new Map();
  }
};

/** How far each board has delivered, kept in a file so that a restart does not send everything again. */
export class DeliveryState {
  private readonly entries: Map<number, Entry>;
  private dirty = false;

  constructor(private readonly path: string) {
    this.entries = read(path);
  }

  /** Time of a board's newest delivered sample, ms; null when it never delivered one. */
  hasta(placa_id: number): number | null {
    return this.entries.get(placa_id)?.hasta ?? null;
  }

  nextSeq(placa_id: number): number {
    const entry = this.entries.get(placa_id) ?? { hasta: 0, seq: 0 };
    entry.seq += 1;
    this.entries.set(placa_id, entry);
    this.dirty = true;
    return entry.seq;
  }

  delivered(placa_id: number, ts: number): void {
    const entry = this.entries.get(placa_id) ?? { hasta: 0, seq: 0 };
    this.entries.set(placa_id, { ...entry, hasta: Math.max(entry.hasta, ts) });
    this.dirty = true;
  }

  save(): void {
    if (!this.dirty) return;
    writePrivate(this.path, JSON.stringify(Object.fromEntries(this.entries)));
    this.dirty = false;
  }
}
