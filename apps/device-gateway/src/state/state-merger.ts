import { Injectable } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import type { KnownEstado, NewsItems } from './known-estado.js';
import { LivePublisher } from './live.publisher.js';
import { type Merged, StateStore } from './state.store.js';

export interface News {
  placa: KnownPlaca;
  newsItems: NewsItems;
  /** As in {@link StateStore}. */
  mark?: string;
}

type StateListener = (placa: KnownPlaca, estado: KnownEstado) => void;

/** The only way into the last-known state: every merge publishes its changes, so that no change is missed. */
@Injectable()
export class StateMerger {
  private readonly listeners: StateListener[] = [];
  /** Boards whose last write failed but may have taken effect: their next write publishes all fields. */
  private readonly unsure = new Set<number>();

  constructor(
    private readonly store: StateStore,
    private readonly live: LivePublisher,
  ) {}

  /** Calls the listener with each new state of a board that has switches or points, as often as browsers get it. */
  onState(listener: StateListener): void {
    this.listeners.push(listener);
  }

  /** Answers each board's mark, in the order given. */
  async merge(news: News[]): Promise<string[]> {
    const written = news.map(({ placa, newsItems, mark }) => ({
      placa_id: placa.placa_id,
      newsItems,
      ...(mark !== undefined && { mark }),
      whole: placa.switches.length > 0 || placa.puntos.length > 0,
    }));
    const told = new Set<News>();
    try {
      const results = await this.store.merge(written, (result, i) => {
        const one = news[i] as News;
        told.add(one);
        this.tell(one.placa, result);
      });
      return results.map(({ mark }) => mark);
    } catch (error) {
      for (const one of news) if (!told.has(one)) this.unsure.add(one.placa.placa_id);
      throw error;
    }
  }

  private tell(placa: KnownPlaca, { cambios, estado }: Merged): void {
    const changed = this.unsure.delete(placa.placa_id) ? estado.names() : cambios;
    if (changed.length === 0) return;
    this.live.switches(placa, changed, estado);
    this.live.points(placa, changed, estado);
    for (const listener of this.listeners) listener(placa, estado);
  }
}
