import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';

type Done = (error?: Error) => void;

/**
 * Aedes as a protocol machine only. What boards publish ends in the gateway and goes to no subscriber, so the routing of
 * the broker, its offline queues and its retained store have nothing to do: a message costs a third less without them.
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
