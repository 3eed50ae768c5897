import { Bus } from '@acequia/bus';
import { AppError, sistema } from '@acequia/contracts';
import { Controller, StreamableFile } from '@nestjs/common';
import { Refusals } from '../limits/refusals.js';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';
import { byteRange } from './byte-range.js';

/** Images that are kept in memory: a rollout installs one, and many boards ask for it at once. */
const KEPT = 2;

/** Files of firmware: an administrator brings them, boards load them. */
@Controller()
export class ImagenesController {
  /** By SHA-256, the least recently asked for first. They never change. */
  private readonly kept = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly bus: Bus,
    private readonly refusals: Refusals,
  ) {}

  @Route('imagenes.subir')
  async upload({ file, persona }: ApiRequest<'imagenes.subir'>) {
    return this.bus.call('imagenes.subir', { base64: file.toString('base64') }, persona);
  }

  /** A board that was cut off asks for the rest of it. @throws AppError `no_encontrado`, `rango_invalido` */
  @Route('imagenes.archivo')
  async file({ params, header, heading, answerPart, ip }: ApiRequest<'imagenes.archivo'>) {
    const sha256 = params.archivo.slice(0, 64);
    const whole = await this.read(sha256).catch(async (error: unknown) => {
      // Whoever tries hashes is slowed down.
      if (error instanceof AppError && error.codigo === 'no_encontrado') await this.refusals.count(ip);
      throw error;
    });
    heading('accept-ranges', 'bytes');
    // A board counts its bytes: neither this server nor a proxy may compress them.
    heading('cache-control', 'no-store, no-transform');
    heading('etag', `"${sha256}"`);
    const part = byteRange(header('range'), whole.length);
    if (part === 'unsatisfiable') {
      heading('content-range', `bytes */${whole.length}`);
      throw new AppError('rango_invalido');
    }
    if (part) {
      heading('content-range', `bytes ${part.first}-${part.last}/${whole.length}`);
      answerPart();
    }
    const bytes = part ? whole.subarray(part.first, part.last + 1) : whole;
    return new StreamableFile(bytes, { type: 'application/octet-stream', length: bytes.length });
  }

  private read(sha256: string): Promise<Buffer> {
    const kept =
      this.kept.get(sha256) ??
      this.bus
        .call('imagenes.contenido', { sha256 }, sistema('api-gateway'))
        .then(({ base64 }) => Buffer.from(base64, 'base64'));
    this.kept.delete(sha256);
    this.kept.set(sha256, kept);
    kept.catch(() => this.kept.delete(sha256));
    for (const [oldest] of this.kept) if (this.kept.size > KEPT) this.kept.delete(oldest);
    return kept;
  }
}
