import { AppError } from '@acequia/contracts';
import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { HistoryEnv } from '../env.js';
import { texts } from '../textos.js';

const WAIT_S = 10;

/** Exports are counted per company and, within it, per person. */
export interface Holder {
  empresa_id: number;
  /** null = a service; 0 = the company's programs. */
  usuario_id: number | null;
}

/** A running export. */
export class ExportSlot {
  /** Its reader takes nothing at the moment, so it gives way to an export that would find no slot. */
  stalled = false;
  /** Ends the export. */
  cut: () => void = () => undefined;

  constructor(readonly holder: Holder) {}
}

/** Limits concurrent exports in all, per company and per person: each holds a connection to Postgres. */
@Injectable()
export class ExportSlots {
  private readonly taken = new Set<ExportSlot>();

  constructor(@Inject(ENV) private readonly env: Pick<HistoryEnv, 'EXPORTS_PER_COMPANY' | 'EXPORTS_TOTAL'>) {}

  /** One person gets at most half of the company's slots, but at least one. @throws AppError demasiadas_solicitudes when none is free. */
  async hold<T>(holder: Holder, work: (slot: ExportSlot) => Promise<T>): Promise<T> {
    const { empresa_id, usuario_id } = holder;
    const { EXPORTS_PER_COMPANY, EXPORTS_TOTAL } = this.env;
    const share = Math.max(1, Math.floor(EXPORTS_PER_COMPANY / 2));
    const ofCompany = (other: Holder): boolean => other.empresa_id === empresa_id;
    const ofPerson = (other: Holder): boolean => ofCompany(other) && other.usuario_id === usuario_id;
    if (usuario_id !== null && !this.room(ofPerson, share)) throw full(texts.ownDownloads);
    if (!this.room(ofCompany, EXPORTS_PER_COMPANY) || !this.room(() => true, EXPORTS_TOTAL))
      throw full(texts.downloads);
    const slot = new ExportSlot(holder);
    this.taken.add(slot);
    try {
      return await work(slot);
    } finally {
      this.taken.delete(slot);
    }
  }

  /** Is one more of these exports allowed, if need be in the place of a stalled one? */
  private room(among: (holder: Holder) => boolean, limit: number): boolean {
    const slots = [...this.taken].filter(({ holder }) => among(holder));
    if (slots.length < limit) return true;
    const stalled = slots.find((slot) => slot.stalled);
    if (!stalled) return false;
    this.taken.delete(stalled);
    stalled.cut();
    return true;
  }
}

const full = (texto: string): AppError => new AppError('demasiadas_solicitudes', { texto, wait_s: WAIT_S });
