import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const MAX_BYTES = 5 * 1024 * 1024;
const RETRY_MS = 5_000;
const TAIL = 4_000;

/** A log file of at most `maxBytes` and one chunk: a full file becomes `<path>.1`. A full disk only loses lines. */
export class RotatingLog {
  private file: number | null = null;
  private bytes = 0;
  private brokenUntil = 0;
  private lately = '';

  constructor(
    private readonly path: string,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  write(chunk: Buffer | string): void {
    this.lately = (this.lately + chunk.toString()).slice(-TAIL);
    if (Date.now() < this.brokenUntil) return;
    try {
      if (this.bytes >= this.maxBytes) this.rotate();
      this.file ??= this.open();
      this.bytes += writeSync(this.file, Buffer.from(chunk));
    } catch {
      this.close();
      this.brokenUntil = Date.now() + RETRY_MS;
    }
  }

  /** The last line written, for the message about a process that died; of a JSON line, its text. */
  lastLine(): string {
    const line = this.lately.trim().split('\n').at(-1) ?? '';
    try {
      const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
      return [msg, err?.message].filter(Boolean).join(': ') || line;
    } catch {
      return line;
    }
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private rotate(): void {
    this.close();
    renameSync(this.path, `${this.path}.1`);
    this.bytes = 0;
  }

  private open(): number {
    const file = openSync(this.path, 'a', 0o600);
    this.bytes = fstatSync(file).size;
    return file;
  }
}
