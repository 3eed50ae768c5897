import { LiveBus } from '@acequia/bus';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { KnownPlaca, KnownSwitch } from '../../registry/known-placa.js';
import type { KnownEstado } from '../../state/known-estado.js';
import { StateMerger } from '../../state/state-merger.js';
import { finOf, OperationsService } from './operations.service.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';
import type { TimeOn } from './turn-off-cause.js';

const DAY_MS = 86_400_000;

/** Tells browsers what ended a switch's time on, once the board reports OFF. */
@Injectable()
export class TurnOffWatch implements OnModuleInit {
  /** When each switch that is off went off, ms; null = it is on. */
  private readonly ended = new Map<number, number | null>();

  constructor(
    private readonly news: StateMerger,
    private readonly repository: SwitchLedgerRepository,
    private readonly operations: OperationsService,
    private readonly live: LiveBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.news.onState((placa, estado) => this.note(placa, estado));
  }

  private note(placa: KnownPlaca, estado: KnownEstado): void {
    for (const item of placa.switches) {
      const time = estado.lastOn(item.hardware_pin);
      const before = this.ended.get(item.id);
      this.ended.set(item.id, time?.hasta ?? null);
      // An end from before this instance first knew the switch was published by another instance.
      if (time === null || before === undefined || before === time.hasta) continue;
      this.tell(placa, item, time).catch((error: unknown) =>
        this.logger.warn({ err: error, switch_id: item.id }, 'what ended a time on could not be told'),
      );
    }
  }

  private async tell({ placa_id }: KnownPlaca, item: KnownSwitch, time: TimeOn): Promise<void> {
    const [latest, plans] = await Promise.all([
      this.repository.newestOfEach([item.id], DAY_MS),
      this.operations.withLinks([placa_id]),
    ]);
    const now = Date.now();
    const fin = finOf(item, time, { ...latest.get(item.id), plans: plans.get(placa_id) }, now);
    if (fin === null) return;
    const payload = { switch_id: item.id, fin, ts: now };
    void this.live.publish(item.empresa_id, { event: 'switch:fin', payload, audience: { switches: [item.id] } });
  }
}
