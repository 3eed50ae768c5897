import {
  fieldsOf,
  fitsIn,
  codecOf,
  parseDialectTopic,
  type PointValue,
  type Probes,
  type RelayChange,
  type StatusMessage,
} from '@acequia/board-protocol';
import type { ForeignDialecto } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import { ProjectionRepository } from '../registry/projection.repository.js';
import { type Rows, IngestService } from './ingest.service.js';
import { valuesOfFields } from './point-values.js';
import { UnusedFields } from './unused-fields.js';

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
  /** The last change that each board told of each relay. */
  private readonly changes = new WeakMap<KnownPlaca, Map<number, RelayChange>>();

  constructor(
    private readonly ingest: IngestService,
    private readonly projection: ProjectionRepository,
    private readonly unused: UnusedFields,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A board may not write to a topic outside its own prefix. `now` in ms; `kept`: the broker repeats it from before. */
  hear(placa: KnownPlaca, topico: string, payload: Buffer, now: number, kept = false): Heard {
    const codec = codecOf(placa.dialecto);
    if (codec && fitsIn(topico, codec.tolerated)) return NOTHING;
    const topic = parseDialectTopic(topico);
    if (!codec || topic?.dialecto !== placa.dialecto || topic.numero !== placa.numero) {
      this.ingest.foreign(placa, topico, payload, now);
      return NOTHING;
    }
    const report = codec.decode(topic.rest, payload, now, placa.probes, this.changes.get(placa));
    if (report) this.remember(placa, report.learned);
    if (report?.changes.size) this.changes.set(placa, new Map([...(this.changes.get(placa) ?? []), ...report.changes]));
    const values = this.values(placa, topic.dialecto, topic.rest, payload, now);
    const rows = this.ingest.report(placa, report, values, topico, payload, now, kept);
    const statusReport = report?.muestras.some((m) => (m.on_lo | m.on_hi | m.off_lo | m.off_hi) !== 0) ?? false;
    return { rows, status: report?.status ?? null, statusReport };
  }

  /** What a message says of the board's points. Its fields are noted now and then, for those who choose more of them. */
  private values(
    placa: KnownPlaca,
    dialecto: ForeignDialecto,
    rest: string,
    payload: Buffer,
    now: number,
  ): PointValue[] {
    const due = this.unused.isDue(placa.placa_id, rest, now);
    if (!due && placa.puntos.length === 0) return [];
    const fields = fieldsOf(dialecto, rest, payload);
    if (due) this.unused.note(placa.placa_id, fields, now);
    return valuesOfFields(fields, placa.puntos);
  }

  /** Which sensor has which number counts at once here; the other instances, and this one after a restart, read it. */
  private remember(placa: KnownPlaca, learned: Probes): void {
    const fresh = [...learned].filter(([key]) => !placa.probes.has(key));
    if (fresh.length === 0) return;
    for (const [key, number] of fresh) placa.probes.set(key, number);
    this.projection.saveProbes(placa.placa_id, Object.fromEntries(fresh)).catch((error: unknown) => {
      // Learned again from the next message.
      for (const [key] of fresh) placa.probes.delete(key);
      this.logger.warn({ err: error, placa_id: placa.placa_id }, 'numbers of sensors could not be stored');
    });
  }
}
