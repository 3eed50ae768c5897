import { Gateway, Parts } from '../../gateway.fixture.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { grantsOf, type StandIn, startStandIn } from '../../stand-in.fixture.js';
import { Board } from './board.fixture.js';

/** Two instances of device-gateway beside a stand-in of auth-tenancy. */
export class TwoGateways {
  private next = 100;

  private constructor(
    readonly parts: Parts,
    readonly first: Gateway,
    readonly second: Gateway,
    private readonly authTenancy: StandIn,
  ) {}

  /** `assigned`: the switches that every usuario may operate. */
  static async start(assigned: readonly number[] = []): Promise<TwoGateways> {
    const parts = await Parts.start();
    const first = await Gateway.start(parts, { INSTANCE_ID: 'gw-1' });
    const second = await Gateway.start(parts, { INSTANCE_ID: 'gw-2' });
    const authTenancy = await startStandIn(parts, 'auth-tenancy', {
      'asignaciones.de_usuario': grantsOf(() => ({ switches: [...assigned] })),
    });
    return new TwoGateways(parts, first, second, authTenancy);
  }

  async stop(): Promise<void> {
    await this.authTenancy.stop();
    await this.parts.stop();
  }

  nextNumber(): number {
    return this.next++;
  }

  /** A board with one switch, on pin 4, of the same number. */
  async wired(): Promise<number> {
    const numero = this.nextNumber();
    await this.first.switch(numero, await this.first.placa(numero), 4, null);
    await this.second.app.get(PlacaDirectory).refresh();
    return numero;
  }

  async connected(gateway = this.first): Promise<{ id: number; board: Board }> {
    const id = await this.wired();
    return { id, board: await Board.connect(await gateway.connect(id), id) };
  }

  /** Makes the last orders of a switch older than the window for repeated requests. */
  later(id: number): Promise<unknown> {
    return this.first.sql(`UPDATE comandos SET pedido_en = pedido_en - interval '2 s' WHERE entidad_id = $1`, [id]);
  }
}
