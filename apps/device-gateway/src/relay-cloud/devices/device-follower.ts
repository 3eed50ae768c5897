import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeviceChanges } from '../../registry/device-changes.js';
import { RoundScheduler } from '../accounts/round-scheduler.js';
import { DeviceStateStore } from './device-state.store.js';

/** A device that was saved is read soon; of a deleted one nothing stays. */
@Injectable()
export class DeviceFollower implements OnModuleInit {
  constructor(
    private readonly changes: DeviceChanges,
    private readonly rounds: RoundScheduler,
    private readonly states: DeviceStateStore,
  ) {}

  onModuleInit(): void {
    this.changes.listen({
      saved: (cuenta) => {
        if (cuenta !== null) this.rounds.soon(cuenta);
      },
      deleted: (id) => this.states.delete(id),
    });
  }
}
