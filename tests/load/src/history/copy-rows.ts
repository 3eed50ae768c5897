import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BOTH_PINS, humidityAt, onAt, type Sampling, samplesIn, STATES_EVERY, temperatureAt } from './shape.js';

/** COPY's binary format (PostgreSQL documentation, "COPY", File Formats): rows at the speed of the disk. */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const CHUNK_BYTES = 256 * 1024;
const EPOCH_2000_MS = 946_684_800_000;
const TWO_32 = 2 ** 32;

/** 5 fields, each with its length before it: 4 + 2 + 8 + 2 + 2 bytes. */
const READING_BYTES = 2 + 5 * 4 + 18;
/** 4 fields: 4 + 8 + 8 + 8 bytes. */
const STATE_BYTES = 2 + 4 * 4 + 28;

/** Writes into a chunk from `at` on. */
class Row {
  constructor(
    private readonly chunk: Buffer,
    private at: number,
    fields: number,
  ) {
    this.at = chunk.writeInt16BE(fields, at);
  }

  int2(value: number): this {
    this.at = this.chunk.writeInt32BE(2, this.at);
    this.at = this.chunk.writeInt16BE(value, this.at);
    return this;
  }

  int4(value: number): this {
    this.at = this.chunk.writeInt32BE(4, this.at);
    this.at = this.chunk.writeInt32BE(value, this.at);
    return this;
  }

  int8(value: number): this {
    const high = Math.floor(value / TWO_32);
    this.at = this.chunk.writeInt32BE(8, this.at);
    this.at = this.chunk.writeInt32BE(high, this.at);
    this.at = this.chunk.writeUInt32BE(value - high * TWO_32, this.at);
    return this;
  }

  timestamp(ms: number): this {
    return this.int8((ms - EPOCH_2000_MS) * 1_000);
  }
}

export interface BoardRows {
  placa_id: number;
  sensor_pin: number;
  sampling: Sampling;
}

/** Rows of a stretch of time in the order of the key. */
function* rows(
  boards: readonly BoardRows[],
  [desde, hasta]: [number, number],
  step: number,
  bytes: number,
  write: (chunk: Buffer, at: number, board: BoardRows, ms: number) => void,
): Generator<Buffer> {
  yield SIGNATURE;
  const perChunk = Math.floor(CHUNK_BYTES / bytes);
  for (const board of boards) {
    const [first, end] = samplesIn(board.sampling, desde, hasta);
    let next = Math.ceil(first / step) * step;
    while (next < end) {
      const count = Math.min(perChunk, Math.ceil((end - next) / step));
      const chunk = Buffer.allocUnsafe(count * bytes);
      for (let i = 0; i < count; i++, next += step)
        write(chunk, i * bytes, board, board.sampling.from + next * board.sampling.every_ms);
      yield chunk;
    }
  }
  yield TRAILER;
}

async function copy(client: pg.Client, statement: string, chunks: Generator<Buffer>): Promise<number> {
  const target = client.query(copyFrom(`COPY ${statement} FROM STDIN WITH (FORMAT binary)`));
  await pipeline(Readable.from(chunks, { objectMode: true, highWaterMark: 4 }), target);
  return target.rowCount;
}

/** Readings of [desde, hasta) into a table. @param boards in the order of their keys @returns how many */
export const copyReadings = (
  client: pg.Client,
  table: string,
  boards: readonly BoardRows[],
  range: [number, number],
): Promise<number> =>
  copy(
    client,
    `${table} (placa_id, pin, ts, temperatura, humedad)`,
    rows(boards, range, 1, READING_BYTES, (chunk, at, { placa_id, sensor_pin }, ms) => {
      new Row(chunk, at, 5)
        .int4(placa_id)
        .int2(sensor_pin)
        .timestamp(ms)
        .int2(temperatureAt(placa_id, ms))
        .int2(humidityAt(placa_id, ms));
    }),
  );

/** States of pins 4 and 5 of the same samples, one in {@link STATES_EVERY}. */
export const copyStates = (
  client: pg.Client,
  table: string,
  boards: readonly BoardRows[],
  range: [number, number],
): Promise<number> =>
  copy(
    client,
    `${table} (placa_id, ts, encendidos, apagados)`,
    rows(boards, range, STATES_EVERY, STATE_BYTES, (chunk, at, { placa_id }, ms) => {
      const on = onAt(placa_id, ms);
      new Row(chunk, at, 4)
        .int4(placa_id)
        .timestamp(ms)
        .int8(on)
        .int8(BOTH_PINS & ~on);
    }),
  );
