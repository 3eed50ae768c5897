import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { StartError } from '../environment.js';

/** Sections of a backup; their position is their code in the file. */
export const SECTIONS = ['end', 'manifest', 'files', 'redis', 'cluster', 'label', 'wal', 'dump'] as const;
export type Section = (typeof SECTIONS)[number];

export interface Piece {
  section: Section;
  data: Buffer;
}

const MAGIC = 'acequia-backup';
const VERSION = 1;
const PIECE_BYTES = 1 << 20;
const TAG_BYTES = 16;
/** Section and length in front of each piece. */
const HEAD_BYTES = 5;
const CHECK = 'acequia';

interface Header {
  magic: string;
  version: number;
  salt: string;
  /** A known text encrypted with the key: tells a wrong passphrase from a damaged file. */
  check: string;
}

const keyOf = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase, salt, 32, { N: 1 << 15, r: 8, p: 1, maxmem: 128 << 20 });

const nonceOf = (count: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 6, 6);
  return nonce;
};

/** @param bound identity of the piece: it decrypts only in its own file and position */
const seal = (key: Buffer, count: number, bound: Buffer, plain: Buffer): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count)).setAAD(bound);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const unseal = (key: Buffer, count: number, bound: Buffer, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(count), { authTagLength: TAG_BYTES });
  decipher.setAAD(bound).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
};

const boundTo = (header: string, section: number): Buffer =>
  createHash('sha256')
    .update(header)
    .update(Buffer.from([section]))
    .digest();

/** Writes a backup: one file, encrypted with a passphrase; any truncation or change is detected. */
export class VaultWriter {
  private count = 1;
  private failure: Error | null = null;

  private constructor(
    private readonly file: WriteStream,
    private readonly key: Buffer,
    private readonly header: string,
  ) {
    file.on('error', (error) => (this.failure = error));
  }

  static create(path: string, passphrase: string): VaultWriter {
    const salt = randomBytes(16);
    const key = keyOf(passphrase, salt);
    const check = seal(key, 0, Buffer.from(CHECK), Buffer.from(CHECK)).toString('base64');
    const header = JSON.stringify({ magic: MAGIC, version: VERSION, salt: salt.toString('base64'), check });
    const file = createWriteStream(path, { mode: 0o600, flush: true });
    file.write(`${header}\n`);
    return new VaultWriter(file, key, header);
  }

  async add(section: Section, source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    for await (const chunk of source)
      for (let at = 0; at < chunk.length; at += PIECE_BYTES)
        await this.piece(section, chunk.subarray(at, at + PIECE_BYTES));
  }

  /** @returns bytes written and flushed to disk */
  async close(): Promise<number> {
    await this.piece('end', Buffer.alloc(0));
    this.file.end();
    if (!this.file.closed) await once(this.file, 'close');
    if (this.failure) throw this.failure;
    return this.file.bytesWritten;
  }

  private async piece(section: Section, plain: Buffer): Promise<void> {
    if (this.failure) throw this.failure;
    const number = SECTIONS.indexOf(section);
    const sealed = seal(this.key, this.count++, boundTo(this.header, number), plain);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(number);
    head.writeUInt32BE(sealed.length, 1);
    // Rejects when the file fails meanwhile.
    if (!this.file.write(Buffer.concat([head, sealed]))) await once(this.file, 'drain');
  }
}

/** Reads a stream in chunks of requested lengths. */
class Bytes {
  private rest = Buffer.alloc(0);
  private readonly source: AsyncIterator<Buffer>;

  constructor(path: string) {
    this.source = createReadStream(path, { highWaterMark: PIECE_BYTES })[Symbol.asyncIterator]();
  }

  /** null when fewer bytes are left. */
  async take(length: number): Promise<Buffer | null> {
    while (this.rest.length < length) if (!(await this.more())) return null;
    const taken = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    return taken;
  }

  async line(longest: number): Promise<string | null> {
    while (!this.rest.includes(10)) if (this.rest.length > longest || !(await this.more())) return null;
    const end = this.rest.indexOf(10);
    const line = this.rest.toString('utf8', 0, end);
    this.rest = this.rest.subarray(end + 1);
    return line;
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.source.next();
    if (done) return false;
    this.rest = Buffer.concat([this.rest, value as Buffer]);
    return true;
  }
}

const headerOf = (line: string | null): Header | null => {
  try {
    const header = JSON.parse(line ?? '') as Header;
    return header.magic === MAGIC ? header : null;
  } catch {
    return null;
  }
};

const keyFor = (header: Header, passphrase: string): Buffer => {
  const key = keyOf(passphrase, Buffer.from(header.salt, 'base64'));
  try {
    unseal(key, 0, Buffer.from(CHECK), Buffer.from(header.check, 'base64'));
    return key;
  } catch {
    throw new StartError('ACEQUIA_BACKUP_PASSPHRASE no es la de este respaldo.');
  }
};

/** The pieces of a backup, in order. @throws StartError for another file type, a wrong passphrase, or a truncated or changed file */
export async function* readVault(path: string, passphrase: string): AsyncGenerator<Piece> {
  const bytes = new Bytes(path);
  const line = await bytes.line(4_096);
  const header = headerOf(line);
  if (!header || line === null) throw new StartError(`${path} no es un respaldo de Acequia.`);
  if (header.version !== VERSION)
    throw new StartError(`${path} es de otra versión de Acequia (formato ${header.version}; este lee ${VERSION}).`);
  const key = keyFor(header, passphrase);
  const damaged = new StartError(`${path} está dañado o incompleto: no se usa. Prueba con otra copia.`);
  for (let count = 1; ; count++) {
    const head = await bytes.take(HEAD_BYTES);
    const length = head?.readUInt32BE(1) ?? 0;
    const sealed = length <= PIECE_BYTES + TAG_BYTES ? await bytes.take(length) : null;
    if (!head || !sealed || length < TAG_BYTES) throw damaged;
    const section = SECTIONS[head.readUInt8()];
    if (section === undefined) throw damaged;
    let data: Buffer;
    try {
      data = unseal(key, count, boundTo(line, head.readUInt8()), sealed);
    } catch {
      throw damaged;
    }
    if (section === 'end') return;
    yield { section, data };
  }
}
