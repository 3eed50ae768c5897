import { dayIn, ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import type { AlertsEnv } from '../env.js';
import { SmsRepository } from './sms.repository.js';

/** What a company may cost in a day of its zone: alarms and codes, each SMS of a text counts. */
@Injectable()
export class SmsDay {
  constructor(
    private readonly repository: SmsRepository,
    private readonly deliveries: DeliveriesRepository,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  /** Counts SMS before they are sent; false = they would be too many. */
  async take(empresa_id: number, parts: number, at: number): Promise<boolean> {
    const empresa = await this.deliveries.empresa(empresa_id);
    const dia = dayIn(empresa?.zona_horaria ?? 'UTC', at);
    return this.repository.count(empresa_id, dia, parts, this.env.SMS_PER_COMPANY_DAY);
  }

  /** They were sent to nobody. */
  async giveBack(empresa_id: number, parts: number, at: number): Promise<void> {
    await this.take(empresa_id, -parts, at);
  }
}
