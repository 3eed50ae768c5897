import { publishTelemetry, sendTelemetry, type Farm } from '@acequia/testing';
import type { MqttClient } from 'mqtt';

export interface Order {
  id: string;
  pin: number;
  on: boolean;
  max_s: number;
  exp: number;
}

/** A board of the farm that records commands and answers them as the test says. */
export class TestPlaca {
  /** The commands received, in order. */
  readonly orders: Order[] = [];
  /** How the board answers a command. */
  reaction: (orden: Order) => void = () => undefined;

  private constructor(
    readonly client: MqttClient,
    private readonly farm: Farm,
  ) {}

  static async connect(farm: Farm): Promise<TestPlaca> {
    const placa = new TestPlaca(await farm.connectBoard(), farm);
    placa.client.on('message', (topic, payload) => {
      if (!topic.endsWith('/command')) return;
      const orden = JSON.parse(payload.toString()) as Order;
      placa.orders.push(orden);
      placa.reaction(orden);
    });
    await placa.client.subscribeAsync(`acequia/v1/${farm.board.id}/command`, { qos: 1 });
    await publishTelemetry(placa.client, farm.board.id, { pins: { 4: 0, 5: 0 } });
    return placa;
  }

  readonly obey = ({ id, pin, on }: Order): void => {
    const pins = { [pin]: on ? 1 : 0 };
    this.responder({ id, ok: true, pins });
    // A board sends a sample whenever a pin changes.
    sendTelemetry(this.client, this.farm.board.id, { pins });
  };

  readonly refuse = ({ id }: Order): void => this.responder({ id, ok: false, error: 'relay stuck' });

  private responder(result: object): void {
    this.client.publish(`acequia/v1/${this.farm.board.id}/result`, JSON.stringify(result), { qos: 1 });
  }
}
