import type { Opened, VirtualLoader } from './virtual-loader.js';

/** Longest wait for an answer and for its next bytes, ms. */
const PATIENCE_MS = 15_000;

/** Loads an image over HTTP as a board does: by Range from where it was. */
export class HttpSource {
  private abort = new AbortController();
  private body: ReadableStreamDefaultReader<Uint8Array> | null = null;
  private rest: Buffer = Buffer.alloc(0);

  async open({ url, size, at }: VirtualLoader['wanted']): Promise<Opened> {
    this.abort = new AbortController();
    const answer = await this.patiently(
      fetch(url, {
        headers: at > 0 ? { range: `bytes=${at}-` } : {},
        signal: this.abort.signal,
        redirect: 'error',
      }),
    );
    if (answer?.status === 429) {
      this.close();
      return { is: 'later', wait_s: Number(answer.headers.get('retry-after') ?? 1) || 1 };
    }
    if (!answer?.body || (answer.status !== 200 && answer.status !== 206)) {
      this.close();
      return { is: 'failed' };
    }
    const from = answer.status === 206 ? at : 0;
    const range = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1];
    const total = from > 0 || range !== undefined ? range : answer.headers.get('content-length');
    if (Number(total) !== size) {
      this.close();
      return { is: 'other_size' };
    }
    this.body = answer.body.getReader();
    this.rest = Buffer.alloc(0);
    return { is: 'ready', at: from };
  }

  /** At most `most` bytes; none: the line broke. */
  async read(most: number): Promise<Buffer> {
    if (this.rest.length === 0) {
      const came = this.body && (await this.patiently(this.body.read()));
      this.rest = Buffer.from(came?.value ?? []);
    }
    const bytes = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(most);
    return bytes;
  }

  close(): void {
    this.body = null;
    this.abort.abort();
  }

  private async patiently<T>(wanted: Promise<T>): Promise<T | null> {
    const timer = setTimeout(() => this.abort.abort(), PATIENCE_MS);
    try {
      return await wanted;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
