import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeviceChanges } from '../../registry/device-changes.js';
import { RoundScheduler } from '../accounts/round-scheduler.js';
import { DeviceStateStore } from './device-state.store.js';

/** Reads a saved device soon, and forgets a deleted one. */
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
