import type { Comando, Switch } from '@acequia/contracts';
import { BoardRunner, DeliveryState } from '@acequia/simulators';
import { type ApiClient, eventually, Farm, type FarmOptions, type RunningAcequia } from '@acequia/testing';
import { join } from 'node:path';

export interface OrderedField {
  farm: Farm;
  board: BoardRunner;
  /** The first of the switches. */
  valve: Switch;
  switches: Switch[];
}

/** Simulated boards, ticked until they are stopped. */
export class Boards {
  private readonly runners: BoardRunner[] = [];
  private readonly timers: NodeJS.Timeout[] = [];

  async stop(): Promise<void> {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    await Promise.all(this.runners.splice(0).map((runner) => runner.stop()));
  }

  /** A farm whose board is a simulated firmware, connected to the given instance, and known to be off. */
  async field(acequia: RunningAcequia, root: ApiClient, door = 0, options: FarmOptions = {}): Promise<OrderedField> {
    const farm = await Farm.create(acequia, root, options);
    const [valve] = farm.switches;
    if (!valve) throw new Error('no switch');
    const { id, placa_id, username, password } = farm.board;
    const relays = farm.switches.map(({ hardware_pin, tipo }) => ({ pin: hardware_pin, tipo }));
    const spec = { numero: id, placa_id, username, password, place: 'campo' as const, relays, sensors: [] };
    const state = new DeliveryState(join(acequia.dataFolder, `board-${id}.state`));
    const url = acequia.doors.mqtt[door] ?? acequia.mqtt;
    const board = new BoardRunner(spec, { url, historial_ms: 0, state, log: () => undefined, turnos: false });
    this.runners.push(board);
    board.start();
    this.timers.push(setInterval(() => board.tick(), 250));
    await eventually(async () => {
      const panel = await farm.admin.api.call('switches.panel');
      expect(panel.map(({ placa_online, estado }) => [placa_online, estado])).toEqual(panel.map(() => [1, 0]));
    });
    return { farm, board, valve, switches: farm.switches };
  }
}

export const turn = (api: ApiClient, { id }: Switch, accion: 'encender' | 'apagar' = 'encender', body = {}) =>
  api.call(`switches.${accion}`, { params: { id }, body });

export const newest = async (api: ApiClient, { id }: Switch): Promise<Comando | undefined> =>
  (await api.call('comandos.listar', { query: { switch_id: id } }))[0];

export const ends = (api: ApiClient, which: Switch, estado: Comando['estado']): Promise<Comando> =>
  eventually(async () => {
    const comando = await newest(api, which);
    expect(comando?.estado).toBe(estado);
    return comando as Comando;
  });
