import type { Caller, CallInput, Switch, SwitchesSaved } from '@acequia/contracts';
import { GLOBAL, World } from '../inventory.fixture.js';

type Item = CallInput<'switches.guardar_lote'>['switches'][number];

/** A new valve with the fields of the switches form. */
export const item = (
  empresa_id: number,
  dispositivo_id: number,
  hardware_pin: number,
  change: Partial<Item> = {},
): Item => ({
  nombre: `Riego ${hardware_pin}`,
  tipo: 'selenoide',
  zona: 'Norte',
  empresa_id,
  dispositivo_id,
  switch_site_id: 1,
  hardware_pin,
  sensor_pin: null,
  ...change,
});

/** A company with one board, and helpers that save its switches. */
export class Farm {
  private constructor(
    private readonly world: World,
    readonly empresa_id: number,
    /** The board's number. */
    readonly placa: number,
  ) {}

  static async create(world: World): Promise<Farm> {
    const empresa_id = world.empresa();
    return new Farm(world, empresa_id, (await world.placa(empresa_id)).id);
  }

  item(hardware_pin: number, change: Partial<Item> = {}): Item {
    return item(this.empresa_id, this.placa, hardware_pin, change);
  }

  save(switches: Item[], caller: Caller = GLOBAL): Promise<SwitchesSaved> {
    return this.world.call('switches.guardar_lote', { switches }, caller);
  }

  async one(hardware_pin: number, change: Partial<Item> = {}): Promise<Switch> {
    const { switches } = await this.save([this.item(hardware_pin, change)]);
    if (!switches[0]) throw new Error('no switch was saved');
    return switches[0];
  }

  list(): Promise<Switch[]> {
    return this.world.call('switches.listar', { empresa_id: this.empresa_id }, GLOBAL);
  }
}
