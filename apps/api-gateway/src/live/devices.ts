import { Bus } from '@acequia/bus';
import { AppError, Id, TextId, notFound } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { LiveSocket } from './live.types.js';

/** The console sends ids as numbers (from lists) or as text (from its addresses). */
const DispositivoId = z.union([Id, TextId]);
/** A panel joins all its devices at once; the list is read once for all of them. ms */
const LIST_HOLDS_MS = 2_000;

/** Decides which devices a socket may join: a usuario the assigned ones, an admin those that inventory lists. */
@Injectable()
export class Devices {
  private readonly lists = new WeakMap<LiveSocket, { at: number; ids: Promise<ReadonlySet<number>> }>();

  constructor(private readonly bus: Bus) {}

  /** Returns the device's id. @throws AppError `no_encontrado` for a malformed, absent, foreign or unassigned id alike. */
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
