import type { EmpresaConsumption, EstadoPlaca, PlacaConnection } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { KnownEstado } from '../state/known-estado.js';
import { QuotaService } from '../ingest/quota.service.js';
import { LeaseStore } from '../presence/lease.store.js';
import { LinkRepository } from '../presence/link.repository.js';
import { LinkService } from '../presence/link.service.js';
import { StateRebuilder } from '../state/state-rebuilder.js';
import { StateStore } from '../state/state.store.js';

interface ReadOne {
  estado: EstadoPlaca;
  lastOn: (pin: number) => { desde: number; hasta: number } | null;
}

/** Reads the state of boards: the last value of each pin, and the link. */
@Injectable()
export class EstadoService {
  constructor(
    private readonly store: StateStore,
    private readonly rebuilder: StateRebuilder,
    private readonly leases: LeaseStore,
    private readonly links: LinkRepository,
    private readonly pending: LinkService,
    private readonly quota: QuotaService,
  ) {}

  /** The state of each board, with the last time on of its pins that are off. */
  async read(placas: number[]): Promise<Map<number, ReadOne>> {
    const [online, states] = await Promise.all([this.leases.online(placas), this.readStates(placas)]);
    return new Map(
      placas.map((placa_id, i) => {
        const state = states[i];
        const estado = {
          placa_id,
          online: online[i] ? (1 as const) : (0 as const),
          ts: state?.heard ?? null,
          ...(state?.lists() ?? { pines: [], sensores: [] }),
        };
        return [placa_id, { estado, lastOn: (pin: number) => state?.lastOn(pin) ?? null }];
      }),
    );
  }

  async connection(placas: number[]): Promise<Map<number, PlacaConnection>> {
    // Read before the stored ones: it may be written meanwhile.
    const unwritten = placas.map((placa_id) => this.pending.unwritten(placa_id));
    const [online, heard, links, used] = await Promise.all([
      this.leases.online(placas),
      this.store.heard(placas),
      this.links.read(placas),
      this.quota.used(placas),
    ]);
    return new Map(
      placas.map((placa_id, i) => {
        const stored = links.get(placa_id);
        const fresh = unwritten[i];
        const seen = Math.max(heard[i] ?? 0, stored?.ultimo_visto ?? 0, fresh?.ultimo_visto ?? 0);
        return [
          placa_id,
          {
            placa_id,
            online: online[i] ? 1 : 0,
            ultimo_visto: seen || null,
            fw: fresh?.fw ?? stored?.fw ?? null,
            rssi: fresh?.rssi ?? stored?.rssi ?? null,
            reloj_adelantado: fresh?.reloj_adelantado ?? stored?.reloj_adelantado ?? 0,
            reloj_fuera: fresh?.reloj_fuera ?? stored?.reloj_fuera ?? 0,
            consumo: used[i] ?? null,
          },
        ];
      }),
    );
  }

  consumption(empresas: readonly number[]): Promise<(EmpresaConsumption | null)[]> {
    return this.quota.usedByCompanies(empresas);
  }

  /** Rebuilds states that Redis lost; if that fails now, the answer holds what is left. */
  private async readStates(placas: number[]): Promise<(KnownEstado | null)[]> {
    const states = await this.store.read(placas);
    const now = Date.now();
    const due = placas
      .map((placa_id, i) => ({ placa_id, mark: states[i]?.mark ?? '' }))
      .filter(({ mark }) => StateRebuilder.isDue(mark, now));
    if (due.length === 0 || !(await this.rebuilder.rebuild(due))) return states;
    return this.store.read(placas);
  }
}
