import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between an answer and the next request of the same kind, ms. */
const EVERY_MS = 50;

/** People who ask one thing after another, each again and again, and every answer that they would have seen as a failure. */
export class Requests {
  readonly failures: string[] = [];
  answered = 0;
  private running = true;
  private readonly work: Promise<void>[] = [];

  constructor(private readonly dataFolder: string) {}

  keep(name: string, ask: () => Promise<Response>): void {
    this.work.push(this.ask(name, ask));
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.work);
  }

  private async ask(name: string, ask: () => Promise<Response>): Promise<void> {
    for (; this.running; await sleep(EVERY_MS)) {
      try {
        const answer = await ask();
        const text = await answer.text();
        this.answered += 1;
        if (answer.status >= 400) this.failures.push(`${name}: ${answer.status} ${text}\n${this.logged(text)}`);
      } catch (error) {
        this.failures.push(`${name}: ${String((error as Error).cause ?? error)}`);
      }
    }
  }

  /** What the services have logged about the answer with this body. */
  private logged(body: string): string {
    const trace = /"trace_id":"([^"]+)"/.exec(body)?.[1];
    if (trace === undefined) return '';
    const folder = join(this.dataFolder, 'logs');
    const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
    return lines.filter((line) => line.includes(trace)).join('\n');
  }
}
