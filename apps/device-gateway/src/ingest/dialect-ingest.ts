import { fitsIn, codecOf, parseDialectTopic, type StatusMessage } from '@acequia/board-protocol';
import { Injectable } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import { type Rows, IngestService } from './ingest.service.js';

/** The result of a message in another firmware's dialect. */
export interface Heard {
  rows: Rows;
  /** The board's report on itself. */
  status: StatusMessage | null;
  /** The message reported the state of the relays. */
  statusReport: boolean;
}

const NOTHING: Heard = { rows: { l: [], e: [] }, status: null, statusReport: false };

/** Feeds the other dialects into the same ingest, through whichever door they came. */
@Injectable()
export class DialectIngest {
  constructor(private readonly ingest: IngestService) {}

  /** A board may not write to a topic outside its own prefix. `now` in ms. */
  hear(placa: KnownPlaca, topico: string, payload: Buffer, now: number): Heard {
    const codec = codecOf(placa.dialecto);
    if (codec && fitsIn(topico, codec.tolerated)) return NOTHING;
    const topic = parseDialectTopic(topico);
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
