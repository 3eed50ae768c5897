import { Injectable } from '@nestjs/common';

export interface DeviceListener {
  /** Called in the transaction of an event; `cuenta` = the device's current account. */
  saved(cuenta: string | null): void;
  deleted(id: number): Promise<void>;
}

/** Notifies listeners that a device of the relay cloud was saved or deleted. */
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
