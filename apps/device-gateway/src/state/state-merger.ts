import { Injectable } from '@nestjs/common';
import type { PlacaConocida } from '../registry/placa-conocida.js';
import type { EstadoConocido, Novedades } from './estado-conocido.js';
import { LivePublisher } from './live.publisher.js';
import { type Fusionado, StateStore } from './state.store.js';

export interface News {
  placa: PlacaConocida;
  novedades: Novedades;
  /** As {@link StateStore} has it. */
  marca?: string;
}

type StateListener = (placa: PlacaConocida, estado: EstadoConocido) => void;

/** The only way into the last-known state: whoever merges news tells what changed, so that no change passes in silence. */
@Injectable()
export class StateMerger {
  private readonly listeners: StateListener[] = [];
  /** Boards of a write that failed and may have taken place all the same: their next one tells everything. */
  private readonly unsure = new Set<number>();

  constructor(
    private readonly store: StateStore,
    private readonly live: LivePublisher,
  ) {}

  /** Told of each new state of a board with switches, as often as browsers are. */
  onState(listener: StateListener): void {
    this.listeners.push(listener);
  }

  /** Answers each board's mark, in the order given. */
  async merge(news: News[]): Promise<string[]> {
    const written = news.map(({ placa, novedades, marca }) => ({
      placa_id: placa.placa_id,
      novedades,
      ...(marca !== undefined && { marca }),
      entero: placa.switches.length > 0,
    }));
    const told = new Set<News>();
    try {
      const results = await this.store.merge(written, (result, i) => {
        const one = news[i] as News;
        told.add(one);
        this.tell(one.placa, result);
      });
      return results.map(({ marca }) => marca);
    } catch (error) {
      for (const one of news) if (!told.has(one)) this.unsure.add(one.placa.placa_id);
      throw error;
    }
  }

  private tell(placa: PlacaConocida, { cambios, estado }: Fusionado): void {
    const changed = this.unsure.delete(placa.placa_id) ? estado.names() : cambios;
    if (changed.length === 0) return;
    this.live.switches(placa, changed, estado);
    for (const listener of this.listeners) listener(placa, estado);
  }
}
