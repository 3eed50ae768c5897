/**
 * Encodes columns as PostgreSQL's binary arrays (src/backend/utils/adt/arrayfuncs.c, array_recv), so that neither side formats or
 * parses text for thousands of values. pg sends a Buffer parameter as binary.
 */
const HEADER_BYTES = 20;
const OID = { int2: 21, int4: 23, int8: 20, timestamptz: 1184 } as const;
const BYTES = { int2: 2, int4: 4, int8: 8, timestamptz: 8 } as const;
const EPOCH_2000_MS = 946_684_800_000;
const TWO_32 = 2 ** 32;

type Type = keyof typeof OID;

const writeInt8 = (buffer: Buffer, value: number, at: number): void => {
  const high = Math.floor(value / TWO_32);
  buffer.writeInt32BE(high, at);
  buffer.writeUInt32BE(value - high * TWO_32, at + 4);
};

const WRITE: Record<Type, (buffer: Buffer, value: number, at: number) => void> = {
  int2: (buffer, value, at) => void buffer.writeInt16BE(value, at),
  int4: (buffer, value, at) => void buffer.writeInt32BE(value, at),
  int8: writeInt8,
  timestamptz: (buffer, value, at) => writeInt8(buffer, (value - EPOCH_2000_MS) * 1_000, at),
};

/** Encodes the values that `value` picks from `rows`. timestamptz: ms since 1970; int8: integers exact as a number. */
export const column = <Row>(type: Type, rows: readonly Row[], value: (row: Row) => number | null): Buffer => {
  const bytes = BYTES[type];
  const write = WRITE[type];
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + rows.length * (4 + bytes));
  let hasNull = 0;
  let at = HEADER_BYTES;
  for (const row of rows) {
    const one = value(row);
    if (one === null) {
      hasNull = 1;
      buffer.writeInt32BE(-1, at);
      at += 4;
      continue;
    }
    buffer.writeInt32BE(bytes, at);
    write(buffer, one, at + 4);
    at += 4 + bytes;
  }
  // array_recv expects zero dimensions for an empty array.
  const dimensions = rows.length === 0 ? 0 : 1;
  buffer.writeInt32BE(dimensions, 0);
  buffer.writeInt32BE(hasNull, 4);
  buffer.writeInt32BE(OID[type], 8);
  buffer.writeInt32BE(rows.length, 12);
  buffer.writeInt32BE(1, 16);
  return buffer.subarray(0, dimensions === 0 ? 12 : at);
};
