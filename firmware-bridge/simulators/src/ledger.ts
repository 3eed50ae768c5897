import type { TelemetrySample } from '@acequia/board-protocol';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { BoardSpec } from './board-spec.js';

/**
 * Acknowledged samples: one JSON line per sample with a PUBACK,
 * `{"placa_id":37,"id":1001,"seq":5,"ts":…,"pins":{…},"sensors":{…}}`. Each of its sensor values must be stored as a row
 * exactly once.
 */
export class Ledger {
  private readonly stream: WriteStream;

  constructor(path: string) {
    this.stream = createWriteStream(path, { flags: 'w', mode: 0o600 });
  }

  acked({ placa_id, numero }: BoardSpec, samples: readonly TelemetrySample[]): void {
    const lines = samples.map((sample) => `${JSON.stringify({ placa_id, id: numero, ...sample })}\n`);
    this.stream.write(lines.join(''));
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.stream.on('error', reject);
      this.stream.end(() => resolve());
    });
  }
}
