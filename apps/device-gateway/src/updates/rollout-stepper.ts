import { Signals } from '@acequia/bus';
import { ENV, LOGGER, REDIS_VOLATILE, type Logger, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import { Leadership } from '../leadership.js';
import { type BoardSight, BoardSights } from './board-sights.js';
import { AT_ONCE, isUnderWay, type Sight, step } from './rollout.js';
import { ROLLOUT_SIGNAL, RolloutWatch } from './rollout-watch.js';
import { RolloutsRepository, type StoredMember, type StoredRollout } from './rollouts.repository.js';
import { UpdateSender } from './update-sender.js';

/** Most waiting boards that one look asks about. */
const ASKED = 300;

/** Of a board that was not asked about nothing follows. */
const UNKNOWN: Sight & { newsAt: number } = {
  gone: false,
  online: true,
  espera: 'sin_estado',
  said: null,
  newsAt: 0,
};

/** Takes rollouts on. All data lies in Postgres and Redis; one instance steps at a time, and another goes on when it dies. */
@Injectable()
export class RolloutStepper implements OnModuleInit, BeforeApplicationShutdown {
  private readonly leadership: Leadership;
  /** Which of the waiting boards the next look begins with. */
  private asked = 0;
  private readonly watch = new RolloutWatch(
    () => this.look(),
    (error) => this.logger.warn({ err: error }, 'rollouts of firmware could not be taken on'),
  );

  constructor(
    @Inject(ENV) env: GatewayEnv,
    @Inject(REDIS_VOLATILE) redis: RedisClient,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly repository: RolloutsRepository,
    private readonly sights: BoardSights,
    private readonly sender: UpdateSender,
    private readonly signals: Signals,
  ) {
    this.leadership = new Leadership(redis, env, 'actualizaciones');
  }

  async onModuleInit(): Promise<void> {
    await this.signals.listen(ROLLOUT_SIGNAL, () => this.watch.wake());
    this.watch.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.watch.stop();
    await this.leadership.release().catch(() => undefined);
  }

  /** Answers whether this instance has to go on. */
  private async look(): Promise<boolean> {
    if (!(await this.leadership.hold())) return false;
    let goesOn = false;
    for (const rollout of await this.repository.moving()) goesOn = (await this.take(rollout)) || goesOn;
    return goesOn;
  }

  /** Answers whether it is under way; a paused one without boards under way is not. */
  private async take(rollout: StoredRollout): Promise<boolean> {
    const now = Date.now();
    const members = await this.repository.members(rollout.id);
    const seen = await this.sights.of(rollout, this.worthAsking(rollout, members), now);
    await this.repository.show(
      rollout.id,
      [...seen].map(([placa_id, { shown }]) => ({ placa_id, ...shown })),
    );
    const sight = (placa_id: number): BoardSight | typeof UNKNOWN => seen.get(placa_id) ?? UNKNOWN;
    let sends = false;
    await this.repository.db.transaction(async (tx) => {
      // A person may have paused or stopped it meanwhile.
      const current = await this.repository.locked(tx, rollout.id);
      if (!current) return;
      const stored = await this.repository.members(rollout.id, tx);
      const known = stored.map((member) => ({ ...member, newsAt: sight(member.placa_id).newsAt }));
      const decided = step(current, known, sight, now);
      await this.repository.store(tx, current, decided, now);
      sends = decided.changes.some(({ estado }) => estado === 'por_enviar');
    });
    if (sends) {
      await this.sender.look();
      await this.signals.send(ROLLOUT_SIGNAL, '');
    }
    return rollout.estado === 'activa' || members.some(isUnderWay);
  }

  /** The boards under way, those that the present ola has updated, and of those that wait some after others. */
  private worthAsking({ estado, ola }: StoredRollout, members: readonly StoredMember[]): StoredMember[] {
    const wave = members.filter((member) => member.ola === ola);
    const ready = wave.filter((member) => member.estado === 'lista');
    const underWay = members.filter(isUnderWay);
    const begins = estado === 'activa' && underWay.length < AT_ONCE;
    const waiting = begins ? wave.filter((member) => member.estado === 'espera') : [];
    const from = waiting.length > ASKED ? this.asked++ * ASKED : 0;
    const some = waiting.slice(0, ASKED).map((_, i) => waiting[(from + i) % waiting.length] as StoredMember);
    return [...underWay, ...ready, ...some];
  }
}
