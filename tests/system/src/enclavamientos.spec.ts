import type { Comando, Switch } from '@acequia/contracts';
import { BoardRunner, DeliveryState } from '@acequia/simulators';
import { type ApiClient, eventually, Farm, type RunningAcequia, startAcequia } from '@acequia/testing';
import { join } from 'node:path';

let acequia: RunningAcequia;
let root: ApiClient;
const runners: BoardRunner[] = [];
const timers: NodeJS.Timeout[] = [];

beforeAll(async () => {
  acequia = await startAcequia({ instances: 2, quick: true });
  root = await acequia.loginAdmin();
});
afterEach(async () => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});
afterAll(() => acequia?.stop());

/** A farm of four switches on a simulated board: a pump and three valves. */
const field = async () => {
  const farm = await Farm.create(acequia, root, { pairs: 2 });
  const { id, placa_id, username, password } = farm.board;
  const relays = farm.switches.map(({ hardware_pin, tipo }) => ({ pin: hardware_pin, tipo }));
  const spec = { numero: id, placa_id, username, password, place: 'campo' as const, relays, sensors: [] };
  const state = new DeliveryState(join(acequia.dataFolder, `enclavada-${id}.state`));
  const board = new BoardRunner(spec, {
    url: acequia.mqtt,
    historial_ms: 0,
    state,
    log: () => undefined,
    turnos: false,
  });
  runners.push(board);
  board.start();
  timers.push(setInterval(() => board.tick(), 250));
  await eventually(async () => {
    const panel = await farm.admin.api.call('switches.panel');
    expect(panel.map(({ placa_online, estado }) => [placa_online, estado])).toEqual(panel.map(() => [1, 0]));
  });
  return { farm, board, switches: farm.switches as [Switch, Switch, Switch, Switch] };
};
const newest = async (api: ApiClient, { id }: Switch): Promise<Comando | undefined> =>
  (await api.call('comandos.listar', { query: { switch_id: id } }))[0];
const turn = (api: ApiClient, { id }: Switch, accion: 'encender' | 'apagar' = 'encender') =>
  api.call(`switches.${accion}`, { params: { id }, body: {} });
const ends = (api: ApiClient, which: Switch, estado: Comando['estado']): Promise<Comando> =>
  eventually(async () => {
    const comando = await newest(api, which);
    expect(comando?.estado).toBe(estado);
    return comando as Comando;
  });

describe('an interlock group', () => {
  it('lets one of two valves at once through, says why not the other, and holds for the usuario too', async () => {
    const { farm, board, switches } = await field();
    const [una, another] = switches;
    await farm.admin.api.call('enclavamientos.crear', {
      body: {
        empresa_id: farm.empresa.id,
        nombre: 'Turno',
        tipo: 'exclusion',
        switches: [una.id, another.id],
        bomba_id: null,
      },
    });
    // An event tells the gateway of the group.
    await eventually(async () => {
      await turn(farm.admin.api, una);
      await ends(farm.admin.api, una, 'confirmado');
      const refused = await farm.usuario.api.raw('switches.encender', { params: { id: another.id }, body: {} });
      if (refused.status === 202) await turn(farm.admin.api, another, 'apagar');
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        codigo: 'switch_enclavado',
        mensaje: `No se puede encender: el switch «${una.nombre}» está encendido y no pueden estar juntos.`,
      });
    });
    expect(await newest(farm.admin.api, another)).toMatchObject({ estado: 'rechazado', usuario_id: farm.usuario.id });
    expect(board.isOn(another.hardware_pin)).toBe(false);
    await turn(farm.admin.api, una, 'apagar');
    await ends(farm.admin.api, una, 'confirmado');
    const answers = await Promise.all(
      [una, another].map(({ id }) => farm.usuario.api.raw('switches.encender', { params: { id }, body: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    await eventually(() =>
      expect([una, another].filter(({ hardware_pin }) => board.isOn(hardware_pin))).toHaveLength(1),
    );
  });

  it('starts a pump only with an open valve, and stops it before that closes', async () => {
    const { farm, board, switches } = await field();
    const [pump, valve] = switches;
    const { api } = farm.admin;
    const { id } = await api.call('enclavamientos.crear', {
      body: {
        empresa_id: farm.empresa.id,
        nombre: 'Bomba con válvula',
        tipo: 'requiere',
        switches: [valve.id],
        bomba_id: pump.id,
        retardo_encendido_s: 1,
        retardo_apagado_s: 2,
      },
    });
    const refused = () => api.raw('switches.encender', { params: { id: pump.id }, body: {} });
    await eventually(async () => {
      const { status } = await refused();
      if (status === 202) await turn(api, pump, 'apagar');
      expect(status).toBe(409);
    });
    await eventually(() => expect(board.isOn(pump.hardware_pin)).toBe(false));
    await turn(api, valve);
    await ends(api, valve, 'confirmado');
    await eventually(async () => expect((await refused()).status).toBe(202));
    await ends(api, pump, 'confirmado');
    expect(board.isOn(pump.hardware_pin)).toBe(true);
    expect(await turn(api, valve, 'apagar')).toMatchObject({ estado: 'solicitado' });
    const closure = await ends(api, valve, 'confirmado');
    const stop = await newest(api, pump);
    expect(stop).toMatchObject({ accion: 'off', estado: 'confirmado', usuario_id: null });
    expect((closure.enviado_ts ?? 0) - (stop?.resuelto_ts ?? Infinity)).toBeGreaterThanOrEqual(2_000);
    expect([pump, valve].map(({ hardware_pin }) => board.isOn(hardware_pin))).toEqual([false, false]);
    await api.call('enclavamientos.eliminar', { params: { id } });
    await eventually(async () => expect((await refused()).status).toBe(202));
  });
});
