import { Injectable } from '@nestjs/common';

export interface DeviceListener {
  /** Written in the transaction of an event; `cuenta` = the account it belongs to now. */
  saved(cuenta: string | null): void;
  deleted(id: number): Promise<void>;
}

/** Who wants to know that a device of the relay cloud was saved or deleted. */
@Injectable()
export class DeviceChanges {
  private readonly listeners: DeviceListener[] = [];

  listen(listener: DeviceListener): void {
    this.listeners.push(listener);
  }

  saved(cuenta: string | null): void {
    for (const listener of this.listeners) listener.saved(cuenta);
  }

  async deleted(id: number): Promise<void> {
    for (const listener of this.listeners) await listener.deleted(id);
  }
}
