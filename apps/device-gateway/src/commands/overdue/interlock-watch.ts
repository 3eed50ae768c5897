import { ENV, Every, LOGGER, REDIS_VOLATILE, type Logger, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Leadership } from '../../leadership.js';
import type { GatewayEnv } from '../../env.js';
import { type Fault, faultsOf } from '../interlocks/interlock-rules.js';
import { InterlockReader } from '../interlocks/interlock.reader.js';
import { bySystem, SwitchOrders } from '../switches/switch-orders.service.js';

const LOOK_MS = 1_000;
/** A pump whose valves are only unknown (a board reconnects, a gateway starts) may stay on for this long, ms. */
const DOUBT_MS = 60_000;

/**
 * The second line of defense behind the interlocks: compares the reports of the boards with the groups, whatever caused them, and
 * commands off in the system's name what breaks a group. All data lies in Postgres and Redis; one instance looks at a time, and another
 * takes over when it dies.
 */
@Injectable()
export class InterlockWatch {
  private readonly leadership: Leadership;
  /** Group → since when its state is unknown, ms. */
  private doubts = new Map<number, number>();

  constructor(
    @Inject(ENV) env: GatewayEnv,
    @Inject(REDIS_VOLATILE) redis: RedisClient,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly db: DataSource,
    private readonly reader: InterlockReader,
    private readonly orders: SwitchOrders,
  ) {
    this.leadership = new Leadership(redis, env, 'enclavamientos');
  }

  @Every({ ms: LOOK_MS, failed: 'interlock groups could not be looked after' })
  async look(): Promise<void> {
    if (!(await this.leadership.hold())) return this.doubts.clear();
    const groups = await this.reader.all(this.db.manager);
    if (groups.length === 0) return;
    const now = Date.now();
    // The reports alone show that most groups are in order; the ledger is read only for the others.
    const reports = await this.reader.members(this.db.manager, groups, false);
    const suspects = new Set(faultsOf(groups, reports, now).map(({ group_id }) => group_id));
    const suspected = groups.filter(({ id }) => suspects.has(id));
    const members = suspected.length === 0 ? reports : await this.reader.members(this.db.manager, suspected);
    for (const fault of this.safe(faultsOf(suspected, members, now), now)) {
      const member = members.get(fault.switch_id);
      if (!member || !(await this.orders.turnOff(bySystem(member, fault.motivo)))) continue;
      const { group_id, switch_id } = fault;
      this.logger.warn({ group_id, switch_id }, 'a switch broke an interlock and is commanded off');
    }
  }

  /** The faults that are certain, or unknown for too long. */
  private safe(faults: readonly Fault[], now: number): Fault[] {
    const earlier = this.doubts;
    const doubtful = faults.filter(({ uncertain }) => uncertain);
    this.doubts = new Map(doubtful.map(({ group_id }) => [group_id, earlier.get(group_id) ?? now]));
    return faults.filter(
      ({ uncertain, group_id }) => !uncertain || now - (this.doubts.get(group_id) ?? now) >= DOUBT_MS,
    );
  }
}
