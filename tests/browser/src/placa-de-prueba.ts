import { publishTelemetry, type Farm } from '@acequia/testing';
import type { MqttClient } from 'mqtt';

export interface Orden {
  id: string;
  pin: number;
  on: boolean;
  max_s: number;
  exp: number;
}

/** A farm's board: it keeps what it was told, and does with it what the test says. */
export class PlacaDePrueba {
  /** What it was told, in order. */
  readonly ordenes: Orden[] = [];
  /** What it does with an order. */
  reaccion: (orden: Orden) => void = () => undefined;

  private constructor(
    readonly cliente: MqttClient,
    private readonly farm: Farm,
  ) {}

  static async conectar(farm: Farm): Promise<PlacaDePrueba> {
    const placa = new PlacaDePrueba(await farm.connectBoard(), farm);
    placa.cliente.on('message', (topic, payload) => {
      if (!topic.endsWith('/command')) return;
      const orden = JSON.parse(payload.toString()) as Orden;
      placa.ordenes.push(orden);
      placa.reaccion(orden);
    });
    await placa.cliente.subscribeAsync(`acequia/v1/${farm.board.id}/command`, { qos: 1 });
    await publishTelemetry(placa.cliente, farm.board.id, { pins: { 4: 0, 5: 0 } });
    return placa;
  }

  readonly obedecer = ({ id, pin, on }: Orden): void => {
    const pins = { [pin]: on ? 1 : 0 };
    this.responder({ id, ok: true, pins });
    // As a board does whenever a pin of it changes.
    void publishTelemetry(this.cliente, this.farm.board.id, { pins });
  };

  readonly negarse = ({ id }: Orden): void => this.responder({ id, ok: false, error: 'relay stuck' });

  private responder(result: object): void {
    this.cliente.publish(`acequia/v1/${this.farm.board.id}/result`, JSON.stringify(result), { qos: 1 });
  }
}
