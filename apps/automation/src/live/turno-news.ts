import { LiveBus } from '@acequia/bus';
import { KNOWN_TO_NOBODY } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { besideTurnos, inContract } from '../storage/to-contract.js';
import { TurnoEntity } from '../storage/turno.entity.js';

/** Changes are gathered for this time and published together, after their transactions commit, ms. */
const GATHER_MS = 200;

/** Publishes changes of turns to browsers. At most once, like every live message. */
@Injectable()
export class TurnoNews implements BeforeApplicationShutdown {
  private readonly changed = new Set<string>();
  /** Switches whose control changed, by company. */
  private readonly controlled = new Map<number, Set<number>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly live: LiveBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  tell(...turno_ids: string[]): void {
    for (const id of turno_ids) this.changed.add(id);
    this.gather();
  }

  /** Who is in charge of these switches changed. */
  inCharge(empresa_id: number, switch_ids: readonly number[]): void {
    this.controlled.set(empresa_id, new Set([...(this.controlled.get(empresa_id) ?? []), ...switch_ids]));
    this.gather();
  }

  private gather(): void {
    if (this.changed.size + this.controlled.size === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.send().catch((error: unknown) => this.logger.debug({ err: error }, 'turns could not be told live'));
    }, GATHER_MS).unref();
  }

  /** A company's turns were replanned. */
  async planned(empresa_id: number): Promise<void> {
    const payload = { empresa_id, ts: Date.now() };
    await this.live.publish(empresa_id, { event: 'turnos:plan', payload, audience: { switches: [] } });
  }

  private async send(): Promise<void> {
    const ids = [...this.changed];
    const controlled = [...this.controlled];
    this.changed.clear();
    this.controlled.clear();
    for (const [empresa_id, switches] of controlled) {
      const payload = { empresa_id, ts: Date.now() };
      await this.live.publish(empresa_id, { event: 'clima:mandos', payload, audience: { switches: [...switches] } });
    }
    if (ids.length === 0) return;
    const rows = await this.db.getRepository(TurnoEntity).find({ where: { turno_id: In(ids) } });
    const beside = await besideTurnos(this.db, rows, null);
    for (const row of rows) {
      const { switch_id, dispositivo_id } = row;
      const audience = {
        ...(switch_id !== null && { switches: [switch_id] }),
        ...(dispositivo_id !== null && { dispositivo: dispositivo_id }),
      };
      await this.live.publish(row.empresa_id, {
        event: 'turno:cambio',
        payload: { turno: inContract(row, beside) },
        forUsuarios: inContract(row, { ...beside, known: KNOWN_TO_NOBODY }).motivo,
        audience,
      });
    }
  }
}
