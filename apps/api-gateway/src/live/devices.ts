import { Bus } from '@acequia/bus';
import { AppError, Id, TextId, notFound } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { LiveSocket } from './live.types.js';

/** Ids come from the console's lists as numbers, from its addresses as text. */
const DispositivoId = z.union([Id, TextId]);
/** A panel joins all its devices in one go: they are listed once for it, ms. */
const LIST_HOLDS_MS = 2_000;

/** Which devices a socket may join: a usuario the assigned ones, an admin those that the inventory lists for them. */
@Injectable()
export class Devices {
  private readonly lists = new WeakMap<LiveSocket, { at: number; ids: Promise<ReadonlySet<number>> }>();

  constructor(private readonly bus: Bus) {}

  /** The device's id. @throws AppError: `no_encontrado` alike for what is malformed, absent, foreign or not assigned. */
  async authorize(socket: LiveSocket, asked: unknown): Promise<number> {
    const id = DispositivoId.safeParse(asked);
    if (!id.success) throw notFound();
    const { grants } = socket.data;
    const allowed = grants ? grants.dispositivos.includes(id.data) : (await this.listed(socket)).has(id.data);
    if (!allowed) throw notFound();
    return id.data;
  }

  private listed(socket: LiveSocket): Promise<ReadonlySet<number>> {
    const latest = this.lists.get(socket);
    if (latest && performance.now() - latest.at < LIST_HOLDS_MS) return latest.ids;
    const ids = this.bus
      .call('dispositivos.listar', {}, socket.data.persona)
      .then((dispositivos) => new Set(dispositivos.map((dispositivo) => dispositivo.id)));
    this.lists.set(socket, { at: performance.now(), ids });
    return ids;
  }
}

export const asLiveError = (error: unknown): { codigo: AppError['codigo']; mensaje: string } => {
  const { codigo, texto } = error instanceof AppError ? error : new AppError('error_interno');
  return { codigo, mensaje: texto };
};
