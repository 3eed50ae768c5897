import { LiveBus } from '@acequia/bus';
import { type CommandDetail, type EstadoComando, isOpenComando, KNOWN_TO_NOBODY } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { ChangesStream } from '../../changes/changes.stream.js';
import { detailOf, type StoredComando, type NewComando } from './comando.js';
import { CommandMetrics } from './command-metrics.js';
import { LedgerRepository } from './ledger.repository.js';

/** Another instance may carry out the command, so its row is polled at this interval, ms. */
const LOOK_MS = 400;

/** Writes down every change of a command, then tells the browsers and the callers that wait for it. */
@Injectable()
export class Ledger {
  private readonly changes = new EventEmitter().setMaxListeners(0);

  constructor(
    private readonly repository: LedgerRepository,
    private readonly live: LiveBus,
    private readonly stream: ChangesStream,
    private readonly metrics: CommandMetrics,
  ) {}

  async request(request: NewComando): Promise<StoredComando> {
    const { comando, isNew } = await this.repository.add(request);
    if (isNew) this.told(comando);
    return comando;
  }

  async take(via: string, reread_ms: number): Promise<StoredComando | null> {
    return this.told(await this.repository.take(via, reread_ms));
  }

  async aceptado(id: string, reread_ms: number): Promise<void> {
    this.told(await this.repository.aceptado(id, reread_ms));
  }

  async doubtful(id: string, detalle: CommandDetail, reread_ms: number): Promise<void> {
    this.told(await this.repository.doubtful(id, detalle, reread_ms));
  }

  async giveBack(id: string, detalle: CommandDetail | null): Promise<void> {
    this.told(await this.repository.giveBack(id, detalle));
  }

  async resolver(id: string, estado: EstadoComando, detalle: CommandDetail | null = null): Promise<void> {
    this.told(await this.repository.resolver(id, estado, detalle));
  }

  async expire(via: string): Promise<void> {
    for (const comando of await this.repository.expire(via)) this.told(comando);
  }

  /** Resolves with the command once `done` accepts it, or with its state after `limit_ms`. */
  async until(
    comando: StoredComando,
    done: (comando: StoredComando) => boolean,
    limit_ms: number,
  ): Promise<StoredComando> {
    const end = performance.now() + limit_ms;
    let now = comando;
    while (!done(now) && isOpenComando(now) && performance.now() < end) {
      await this.change(comando.id, Math.min(LOOK_MS, end - performance.now()));
      now = (await this.repository.get(comando.id)) ?? now;
    }
    return now;
  }

  private change(id: string, limit_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.changes.off(id, done);
        resolve();
      };
      const timer = setTimeout(done, limit_ms);
      this.changes.once(id, done);
    });
  }

  /** Tells browsers and waiting callers how a command stands now. */
  told<C extends StoredComando | null>(comando: C): C {
    if (comando === null) return comando;
    this.changes.emit(comando.id);
    this.metrics.note(comando);
    const { entidad, entidad_id, empresa_id, comando_id, accion, estado, max_s } = comando;
    const detalle = detailOf(comando, null);
    const forUsuarios = detailOf(comando, KNOWN_TO_NOBODY);
    const ts = Date.now();
    const switch_id = entidad === 'switch' ? entidad_id : null;
    const dispositivo_id = entidad === 'dispositivo' ? entidad_id : null;
    const que = { empresa_id, switch_id, dispositivo_id, comando_id, accion, estado, detalle, max_s };
    this.stream.note({ tipo: 'comando', ...que, ts: comando.ts });
    if (entidad === 'dispositivo') {
      void this.live.publish(empresa_id, {
        event: 'dispositivo:comando',
        payload: { dispositivo_id: entidad_id, comando_id, accion, estado, detalle, ts },
        forUsuarios,
        audience: { dispositivo: entidad_id },
      });
    } else {
      void this.live.publish(empresa_id, {
        event: 'switch:comando',
        payload: { switch_id: entidad_id, comando_id, accion, estado, detalle, ts, max_s },
        forUsuarios,
        audience: { switches: [entidad_id] },
      });
    }
    return comando;
  }
}
