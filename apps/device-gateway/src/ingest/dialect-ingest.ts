import { cabeEn, codecDe, parseTopicDeDialecto, type StatusMessage } from '@acequia/board-protocol';
import { Injectable } from '@nestjs/common';
import type { PlacaConocida } from '../registry/placa-conocida.js';
import { type Filas, IngestService } from './ingest.service.js';

/** What came of a message of a board that speaks another firmware's dialect. */
export interface Oido {
  filas: Filas;
  /** What it told of itself. */
  status: StatusMessage | null;
  /** It told what its relays are. */
  reporte: boolean;
}

const NADA: Oido = { filas: { l: [], e: [] }, status: null, reporte: false };

/** The other dialects' way into the same ingest, whichever door they came through. */
@Injectable()
export class DialectIngest {
  constructor(private readonly ingest: IngestService) {}

  /** A topic outside the board's own prefix is not its to write to. `now` in ms. */
  hear(placa: PlacaConocida, topico: string, payload: Buffer, now: number): Oido {
    const codec = codecDe(placa.dialecto);
    if (codec && cabeEn(topico, codec.tolerado)) return NADA;
    const topic = parseTopicDeDialecto(topico);
    if (!codec || topic?.dialecto !== placa.dialecto || topic.numero !== placa.numero) {
      this.ingest.ajeno(placa, topico, payload, now);
      return NADA;
    }
    const dicho = codec.decode(topic.resto, payload, now);
    const filas = this.ingest.dicho(placa, dicho, topico, payload, now);
    const reporte = dicho?.muestras.some((m) => (m.on_lo | m.on_hi | m.off_lo | m.off_hi) !== 0) ?? false;
    return { filas, status: dicho?.status ?? null, reporte };
  }
}
