import { SystemState } from '@acequia/bus';
import { METRICS } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';

@Injectable()
export class BackupMetric {
  constructor(state: SystemState, @Inject(METRICS) registry: Registry) {
    const registers = [registry];
    new Gauge({
      name: 'acequia_last_backup_timestamp_seconds',
      help: 'When the last backup ended, in seconds since 1970; 0 = there is none',
      registers,
      async collect() {
        this.reset();
        const backup = await state.backup();
        this.set(backup ? backup.ts / 1_000 : 0);
      },
    });
  }
}
