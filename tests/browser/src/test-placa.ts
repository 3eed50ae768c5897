import { publishTelemetry, type Farm } from '@acequia/testing';
import type { MqttClient } from 'mqtt';

export interface Order {
  id: string;
  pin: number;
  on: boolean;
  max_s: number;
  exp: number;
}

/** A farm's board: it keeps what it was told, and does with it what the test says. */
export class TestPlaca {
  /** What it was told, in order. */
  readonly orders: Order[] = [];
  /** What it does with an order. */
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
    // As a board does whenever a pin of it changes.
    void publishTelemetry(this.client, this.farm.board.id, { pins });
  };

  readonly refuse = ({ id }: Order): void => this.responder({ id, ok: false, error: 'relay stuck' });

  private responder(result: object): void {
    this.client.publish(`acequia/v1/${this.farm.board.id}/result`, JSON.stringify(result), { qos: 1 });
  }
}
