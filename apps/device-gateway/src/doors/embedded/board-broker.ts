import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';

type Done = (error?: Error) => void;

/**
 * Uses Aedes as a protocol machine only. Messages of boards end in the gateway and reach no subscriber, so routing, offline queues and
 * the retained store are bypassed: a message costs a third less without them.
 */
export class BoardBroker extends Aedes {
  constructor(options: AedesOptions) {
    super(options);
  }

  /** Called by Aedes after each accepted publish, and for its own $SYS messages. */
  override publish(_packet: PublishPacket, client: Client | null | Done, done?: Done): void {
    if (typeof client === 'function') client();
    else done?.();
  }
}
