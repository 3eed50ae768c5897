import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one look at the outbox does: sends what waits, fails it, or leaves it because the modem is busy. */
export type ModemMood = 'sends' | 'fails' | 'busy';

/**
 * A stand-in for gammu-smsd with its files backend (gammu-smsd-files(7)): it takes `OUT…` from `outbox` in the order of their
 * names, skips what begins with a dot, and moves each to `sent` or `error`.
 */
export class ModemFolder {
  readonly sent: { numero: string; texto: string }[] = [];
  mood: ModemMood = 'sends';
  private received = 0;

  private constructor(readonly folder: string) {}

  static async make(): Promise<ModemFolder> {
    const folder = await mkdtemp(join(tmpdir(), 'acequia-modem-'));
    for (const name of ['outbox', 'sent', 'error', 'inbox']) await mkdir(join(folder, name));
    return new ModemFolder(folder);
  }

  /** Looks once, as the daemon does in a loop. */
  async look(): Promise<void> {
    if (this.mood === 'busy') return;
    const names = (await readdir(join(this.folder, 'outbox'))).filter((name) => name.startsWith('OUT')).sort();
    for (const name of names) {
      const content = await readFile(join(this.folder, 'outbox', name));
      const numero = /^OUT[A-Z]_(\+\d+)_[^_]+\.txt$/.exec(name)?.[1];
      const isSent = this.mood === 'sends' && numero !== undefined;
      if (isSent) this.sent.push({ numero, texto: content.toString('utf16le').slice(1) });
      await rename(join(this.folder, 'outbox', name), join(this.folder, isSent ? 'sent' : 'error', name));
    }
  }

  /** A message from outside, written some seconds ago. */
  async receive(numero: string, texto: string): Promise<void> {
    this.received += 1;
    const serial = String(this.received % 100).padStart(2, '0');
    const path = join(this.folder, 'inbox', `IN20261127_021531_${serial}_${numero}_00.txt`);
    await writeFile(path, texto);
    const rested = (Date.now() - 10_000) / 1_000;
    await utimes(path, rested, rested);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}
