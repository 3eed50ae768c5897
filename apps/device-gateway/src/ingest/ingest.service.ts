import {
  decodeResult,
  decodeRuns,
  decodeStatus,
  decodeTelemetry,
  fieldsOfStatus,
  type PointValue,
  type RejectedSample,
  type Report,
  type Sample,
  type StatusMessage,
  TELEMETRY_LIMITS,
  type TelemetryLimits,
} from '@acequia/board-protocol';
import { ESTADO_COLUMNS, LECTURA_COLUMNS, VALOR_COLUMNS } from '@acequia/contracts';
import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DeadLetters } from './dead-letters/dead-letters.service.js';
import type { GatewayEnv } from '../env.js';
import { GatewayMetrics } from '../metrics.js';
import { clockFaultOf } from '../registry/board-clock.js';
import type { KnownPlaca } from '../registry/known-placa.js';
import { LinkService } from '../presence/link.service.js';
import { PlansService } from '../plans/plans.service.js';
import { StateBuffer } from '../state/state-buffer.js';
import { UpdateReports } from '../updates/update-reports.js';
import { readingsOf, valuesOfFields, valuesOfSensors } from './point-values.js';
import { CommandOutcomes } from '../commands/switches/command-outcomes.js';
import { texts } from '../textos.js';

/** Rows for the `readings` stream, in the format of contracts' ReadingBatch. */
export interface Rows {
  l: (number | null)[];
  e: number[];
  /** Values of points; absent = none. */
  p?: (number | null)[];
}

/** What a board with our firmware says of itself. */
interface StatusHeard {
  status: StatusMessage | null;
  rows: Rows;
}

/** How many numbers wait to be stored. */
export const sizeOfRows = ({ l, e, p }: Rows): number => l.length + e.length + (p?.length ?? 0);

/** The number of records: of a sample each sensor and each point, and all its relays together, are one. */
export const recordsOf = ({ l, e, p = [] }: Rows): number =>
  l.length / LECTURA_COLUMNS + e.length / ESTADO_COLUMNS + p.length / VALOR_COLUMNS;

/** Values of points at one time, and what the sensors of switches say then. */
type PointSample = { valores: readonly PointValue[] } & Pick<Sample, 'ts' | 'index' | 'sensores'>;

const DIA_MS = 86_400_000;

/** Interprets the messages of boards, for both doors. */
@Injectable()
export class IngestService {
  private readonly limits: TelemetryLimits;

  constructor(
    private readonly state: StateBuffer,
    private readonly links: LinkService,
    private readonly deadLetters: DeadLetters,
    private readonly metrics: GatewayMetrics,
    private readonly outcomes: CommandOutcomes,
    private readonly plans: PlansService,
    private readonly updates: UpdateReports,
    @Inject(ENV) env: GatewayEnv,
  ) {
    this.limits = { ...TELEMETRY_LIMITS, retention_ms: env.RETENTION_DAYS * DIA_MS };
  }

  /** Answers the rows that must be stored before the message is acknowledged. `now` in ms. */
  telemetry(placa: KnownPlaca, topico: string, payload: Buffer, now: number): Rows {
    const { muestras, rejected } = decodeTelemetry(payload, now, this.limits);
    const rows: Rows = { l: [], e: [] };
    let withClock = false;
    for (const sample of muestras) {
      if (sample.with_clock) {
        withClock = true;
        placa.clock.heard(sample.ts, now);
      } else sample.ts = placa.serverTs(now);
      addRows(rows, placa.placa_id, sample);
      this.addPoints(placa, sample, rows, rejected, now);
    }
    if (rejected.length > 0) this.deadLetters.add(placa, topico, payload, rejected, now);
    const fault = clockFaultOf(rejected, withClock);
    if (fault || muestras.length > 0) this.links.clock(placa, fault, now);
    this.heard(placa, muestras, now);
    this.metrics.mensaje('telemetry', rejected.length > 0 ? 'descartado' : 'aceptado');
    return rows;
  }

  /** Handles a report in another dialect (null = the firmware's own affair) and its values of points; they get the server's clock. */
  report(
    placa: KnownPlaca,
    report: Report | null,
    valores: readonly PointValue[],
    topico: string,
    payload: Buffer,
    now: number,
    kept = false,
  ): Rows {
    const rows: Rows = { l: [], e: [] };
    const { muestras, status, result, update } = report ?? SILENT;
    const rejected = [...(report?.rejected ?? [])];
    for (const sample of muestras) {
      sample.ts = placa.serverTs(now);
      addRows(rows, placa.placa_id, sample);
      this.addPoints(placa, sample, rows, rejected, now);
    }
    this.addPoints(placa, { ...NO_SENSORS, valores, ts: placa.serverTs(now) }, rows, rejected, now);
    if (rejected.length > 0) this.deadLetters.add(placa, topico, payload, rejected, now);
    if (!kept) this.heard(placa, muestras, now);
    if (status && !kept) this.links.status(placa, status, now);
    if (result) void this.outcomes.result(placa, result, now);
    if (update) this.updates.heard(placa, update, now);
    const canal = result ? 'result' : status ? 'status' : muestras.length > 0 ? 'telemetry' : 'otro';
    this.metrics.mensaje(canal, rejected.length > 0 ? 'descartado' : 'aceptado');
    return rows;
  }

  /**
   * Answers a null status when the message was refused, and the rows of points that follow what the board says of itself. `kept`: the
   * broker repeats it from before, so the board was not seen now. `elsewhere`: another instance stores it.
   */
  status(
    placa: KnownPlaca,
    topico: string,
    payload: Buffer,
    now: number,
    { kept, elsewhere }: { kept: boolean; elsewhere: boolean } = { kept: false, elsewhere: false },
  ): StatusHeard {
    const rows: Rows = { l: [], e: [] };
    const status = decodeStatus(payload);
    if (!kept) this.heard(placa, [], now);
    this.metrics.mensaje('status', status.ok ? 'aceptado' : 'descartado');
    if (!status.ok) {
      this.deadLetters.add(placa, topico, payload, [status], now);
      return { status: null, rows };
    }
    if (!kept) this.links.status(placa, status.value, now);
    this.plans.status(placa, status.value);
    const valores = kept || elsewhere ? [] : valuesOfFields(fieldsOfStatus(status.value), placa.puntos);
    const rejected: RejectedSample[] = [];
    this.addPoints(placa, { ...NO_SENSORS, valores, ts: placa.serverTs(now) }, rows, rejected, now);
    if (rejected.length > 0) this.deadLetters.add(placa, topico, payload, rejected, now);
    return { status: status.value, rows };
  }

  /**
   * Handles a board's answer to a command. The pins of a timely answer become state at once; they are not stored, because the board's
   * telemetry follows.
   */
  result(placa: KnownPlaca, topico: string, payload: Buffer, now: number): void {
    const result = decodeResult(payload);
    this.heard(placa, [], now);
    this.metrics.mensaje('result', result.ok ? 'aceptado' : 'descartado');
    if (!result.ok) this.deadLetters.add(placa, topico, payload, [result], now);
    else void this.outcomes.result(placa, result.value, now);
  }

  /** Handles the board's report on runs of the agenda. Rejects when it cannot be stored: then the message must not be acknowledged. */
  async runs(placa: KnownPlaca, topico: string, payload: Buffer, now: number): Promise<void> {
    const { runs, rejected } = decodeRuns(payload);
    this.heard(placa, [], now);
    this.metrics.mensaje('runs', rejected.length === 0 ? 'aceptado' : 'descartado');
    if (rejected.length > 0) this.deadLetters.add(placa, topico, payload, rejected, now);
    if (runs.length > 0) await this.plans.did(placa, runs);
  }

  /** A message on a topic that the board may not write to: only recorded as a dead letter of that board. */
  foreign(placa: KnownPlaca, topico: string, payload: Buffer, now: number): void {
    this.metrics.mensaje('otro', 'ajeno');
    const detalle = texts.topicNotAllowed;
    this.deadLetters.add(placa, topico, payload, [{ motivo: 'topico_desconocido', detalle }], now);
  }

  private addPoints(placa: KnownPlaca, sample: PointSample, rows: Rows, rejected: RejectedSample[], now: number): void {
    const valores = [...sample.valores, ...valuesOfSensors(sample.sensores, placa.puntos)];
    if (valores.length === 0) return;
    const readings = readingsOf(valores, placa.puntos, sample.index, rejected);
    const p = (rows.p ??= []);
    for (const { punto_id, kept } of readings) p.push(placa.placa_id, punto_id, sample.ts, kept);
    this.state.addPoints(placa, readings, sample.ts, now);
  }

  private heard(placa: KnownPlaca, muestras: Sample[], now: number): void {
    this.state.add(placa, muestras, now);
    this.links.heard(placa, now);
  }
}

const NO_SENSORS = { index: 0, sensores: [] };

const SILENT: Report = {
  muestras: [],
  rejected: [],
  status: null,
  result: null,
  learned: new Map(),
  changes: new Map(),
  update: null,
};

const addRows = ({ l, e }: Rows, placa_id: number, sample: Sample): void => {
  const { ts, on_lo, on_hi, off_lo, off_hi, sensores } = sample;
  for (const { pin, t = null, h = null } of sensores) if (t !== null || h !== null) l.push(placa_id, pin, ts, t, h);
  if ((on_lo | on_hi | off_lo | off_hi) !== 0) e.push(placa_id, ts, on_lo, on_hi, off_lo, off_hi);
};
