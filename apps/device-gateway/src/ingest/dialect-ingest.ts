import { fitsIn, codecDe, parseTopicDeDialecto, type StatusMessage } from '@acequia/board-protocol';
import { Injectable } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import { type Rows, IngestService } from './ingest.service.js';

/** What came of a message of a board that speaks another firmware's dialect. */
export interface Heard {
  rows: Rows;
  /** What it told of itself. */
  status: StatusMessage | null;
  /** It told what its relays are. */
  statusReport: boolean;
}

const NOTHING: Heard = { rows: { l: [], e: [] }, status: null, statusReport: false };

/** The other dialects' way into the same ingest, whichever door they came through. */
@Injectable()
export class DialectIngest {
  constructor(private readonly ingest: IngestService) {}

  /** A topic outside the board's own prefix is not its to write to. `now` in ms. */
  hear(placa: KnownPlaca, topico: string, payload: Buffer, now: number): Heard {
    const codec = codecDe(placa.dialecto);
    if (codec && fitsIn(topico, codec.tolerated)) return NOTHING;
    const topic = parseTopicDeDialecto(topico);
    if (!codec || topic?.dialecto !== placa.dialecto || topic.numero !== placa.numero) {
      this.ingest.foreign(placa, topico, payload, now);
      return NOTHING;
    }
    const report = codec.decode(topic.rest, payload, now);
    const rows = this.ingest.report(placa, report, topico, payload, now);
    const statusReport = report?.muestras.some((m) => (m.on_lo | m.on_hi | m.off_lo | m.off_hi) !== 0) ?? false;
    return { rows, status: report?.status ?? null, statusReport };
  }
}
