import type { ControlMessage, StatusMessage } from '@acequia/board-protocol';
import type { ProteccionDeControl } from '@acequia/contracts';
import { Board, click, ends } from '../commands/switches/board.fixture.js';
import { admin, Gateway, Parts, until } from '../gateway.fixture.js';
import { EstadoHandlers } from '../overview/estado.handlers.js';
import { PlansService } from './plans.service.js';
import { ProtectionsRepository } from './protections.repository.js';

const CAN = ['control', 'protections'];
const lowWell = (rest: Partial<ProteccionDeControl> = {}): ProteccionDeControl => ({
  id: 'p9',
  point: 3,
  below: 0.5,
  for_s: 5,
  grace_s: 0,
  off: [4],
  no_data: 'off',
  until: 'person',
  nombre: 'Pozo bajo',
  ...rest,
});

describe('protections of a board', () => {
  let parts: Parts;
  let gateway: Gateway;
  let next = 700;
  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(() => parts.stop());

  const connected = async (...protections: ProteccionDeControl[]) => {
    const id = next++;
    const placa_id = id + 1_000;
    await gateway.switch(id, await gateway.placa(id), 4, null, 'selenoide');
    const client = await gateway.connect(id);
    const controls: ControlMessage[] = [];
    client.on('message', (topic, payload) => {
      if (topic.endsWith('/control')) controls.push(JSON.parse(payload.toString('utf8')) as ControlMessage);
    });
    await client.subscribeAsync(`acequia/v1/${id}/control`, { qos: 1 });
    const board = await Board.connect(client, id);
    const give = (rev: number, ...list: ProteccionDeControl[]) =>
      gateway.app.get(PlansService).control({ placa_id, rev, rules: [], protections: list });
    await give(1, ...protections);
    await until(() => controls.length > 0);
    const says = async (tripped: NonNullable<StatusMessage['tripped']>, can = CAN): Promise<void> => {
      const status = { online: true, can, revs: { control: 1 }, epochs: { control: controls[0]?.epoch }, tripped };
      await client.publishAsync(`acequia/v1/${id}/status`, JSON.stringify(status), { qos: 1, retain: true });
    };
    const operation = async () => {
      const context = { caller: admin, trace_id: 't', deadline: 0 };
      const [placa] = await gateway.app.get(EstadoHandlers).leer({ placas: [placa_id] }, context);
      return placa?.mandos?.find(({ switch_id }) => switch_id === id);
    };
    const shown = async () => (await operation())?.proteccion ?? null;
    return { id, placa_id, controls, says, shown, operation, give, board };
  };

  it('go to it without their names, beside its rules', async () => {
    const { controls, give } = await connected(lowWell());
    const { nombre: _, ...sent } = lowWell();
    expect(controls[0]).toMatchObject({ rev: 1, rules: [], protections: [sent] });
    await give(2);
    await until(() => controls.at(-1)?.rev === 2);
    expect(controls.at(-1)).not.toHaveProperty('protections');
  });

  it('that keep a switch off are shown with it, and refuse its ON by name', async () => {
    const { id, placa_id, says, shown, board } = await connected(lowWell());
    const at = Math.floor(Date.now() / 1000) - 60;
    await says([{ id: 'p9', at }]);
    await until(async () => (await shown()) !== null);
    expect(await shown()).toEqual({ nombre: 'Pozo bajo', disparada: { desde: at * 1000 }, omitida_hasta: null });
    expect(await gateway.app.get(ProtectionsRepository).ofBoards([placa_id])).toEqual([
      {
        placa_id,
        tomadas: true,
        lleva: [9],
        disparadas: [{ id: 9, desde: at * 1000 }],
      },
    ]);
    const [own] = await gateway.app.get(ProtectionsRepository).tripped();
    expect(own).toEqual({ empresa_id: 1, placa_id, nombre: 'Pozo bajo', desde: at * 1000, switches: [id] });
    const refused = await click(gateway, id).catch((error: unknown) => error);
    expect(refused).toMatchObject({ codigo: 'switch_protegido' });
    expect(String((refused as { texto?: string }).texto)).toMatch(
      /: la protección «Pozo bajo» la mantiene apagada desde .*\d\d:\d\d\.$/,
    );
    await click(gateway, id, { accion: 'off' });
    await ends(gateway, id, 'confirmado');
    expect(board.commands).toMatchObject([{ on: false }]);
    await says([]);
    await until(async () => (await shown()) === null);
    expect(await gateway.app.get(ProtectionsRepository).tripped()).toEqual([]);
    await click(gateway, id);
  });

  it('are why what a person turned on is off, which is no discrepancy', async () => {
    const { id, says, operation, board } = await connected(lowWell());
    await click(gateway, id);
    await ends(gateway, id, 'confirmado');
    await board.say('telemetry', JSON.stringify({ ts: Date.now(), pins: { 4: 0 } }));
    await gateway.sql(`UPDATE comandos SET enviado_en = enviado_en - interval '31 s' WHERE entidad_id = $1`, [id]);
    await until(async () => (await operation())?.discrepancia === 1);
    await says([{ id: 'p9', at: null }]);
    await until(async () => (await operation())?.discrepancia === 0);
    await says([]);
    await until(async () => (await operation())?.discrepancia === 1);
  });

  it('over a flow say what passed and what should, to who would turn it on and to alerts', async () => {
    const flow = { is: 'burst', percent: 130, base: 0, valves: [{ pin: 4, lph: 9_000 }] } as const;
    const { below: _, ...rest } = lowWell({ nombre: 'Rotura' });
    const { id, placa_id, controls, says, shown } = await connected({
      ...rest,
      flow: { ...flow, valves: [...flow.valves] },
    });
    expect(controls[0]?.protections).toMatchObject([{ flow }]);
    await says([{ id: 'p9', at: null, lph: 14_200, expected: 9_000 }], [...CAN, 'flow']);
    const caudal = { causa: 'rotura', m3h: 14.2, esperado_m3h: 9 };
    await until(async () => (await shown()) !== null);
    expect((await shown())?.disparada).toEqual({ desde: null, caudal });
    const repository = gateway.app.get(ProtectionsRepository);
    expect(await repository.ofBoards([placa_id])).toMatchObject([{ disparadas: [{ id: 9, caudal }] }]);
    expect(await repository.tripped()).toContainEqual(expect.objectContaining({ placa_id, desde: null, caudal }));
    const refused = await click(gateway, id).catch((error: unknown) => error);
    expect(String((refused as { texto?: string }).texto)).toMatch(/\(rotura: 14\.2 m³\/h con 9 esperados\)\.$/);
    await says([]);
    await until(async () => (await shown()) === null);
  });

  it('that are bypassed are shown so, and refuse nothing here: the board judges', async () => {
    const bypass_until = Math.floor(Date.now() / 1000) + 600;
    const { id, says, shown } = await connected(lowWell({ bypass_until }));
    await says([{ id: 'p9', at: null }]);
    const expected = { nombre: 'Pozo bajo', disparada: { desde: null }, omitida_hasta: bypass_until * 1000 };
    await until(async () => (await shown())?.disparada !== null);
    expect(await gateway.app.get(ProtectionsRepository).tripped()).toEqual([]);
    expect(await shown()).toEqual(expected);
    await click(gateway, id);
    await ends(gateway, id, 'confirmado');
  });

  it('stay as they are when the version before hands over rules', async () => {
    const { placa_id } = await connected(lowWell());
    await gateway.app.get(PlansService).control({ placa_id, rev: 2, rules: [] });
    expect((await gateway.app.get(ProtectionsRepository).ofBoards([placa_id]))[0]).toMatchObject({ lleva: [9] });
  });
});
