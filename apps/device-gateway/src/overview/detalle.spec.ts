import { admin, Gateway, Parts, until } from '../gateway.fixture.js';
import { PlansHandlers } from '../plans/plans.handlers.js';
import { EstadoHandlers } from './estado.handlers.js';

describe('the page of a board', () => {
  let parts: Parts;
  let gateway: Gateway;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(async () => {
    await gateway?.stop();
    await parts?.stop();
  });

  const read = (placa_id: number, caller = admin) =>
    gateway.app.get(EstadoHandlers).detalle({ placa_id }, { caller, trace_id: 't', deadline: 0 });

  it('keeps when the board came and went, newest first, also after a restart', async () => {
    const placa_id = await gateway.placa(1);
    expect(await read(placa_id)).toMatchObject({ online: 0, ts: null, pines: [], sensores: [], enlaces: [] });
    for (const seen of [2, 4]) {
      const board = await gateway.connect(1);
      await until(() => gateway.online(placa_id));
      await board.endAsync();
      await until(async () => (await read(placa_id)).enlaces.length === seen);
    }
    const { enlaces } = await read(placa_id);
    expect(enlaces.map(({ online }) => online)).toEqual([0, 1, 0, 1]);
    expect(enlaces.map(({ ts }) => ts)).toEqual(enlaces.map(({ ts }) => ts).sort((a, b) => b - a));
    await gateway.stop();
    gateway = await Gateway.start(parts);
    expect((await read(placa_id)).enlaces).toEqual(enlaces);
  });

  it('keeps the last two hundred of them', async () => {
    const placa_id = await gateway.placa(2);
    await gateway.sql('INSERT INTO enlaces (placa_id, online, ts) SELECT $1, n % 2, n FROM generate_series(1, 250) n', [
      placa_id,
    ]);
    await gateway.connect(2);
    await until(async () => (await read(placa_id)).enlaces[0]!.ts > 250);
    const rows = await gateway.sql('SELECT ts FROM enlaces WHERE placa_id = $1', [placa_id]);
    expect(rows).toHaveLength(200);
  });

  it('says which pin map the board has taken, and what its pins report', async () => {
    const placa_id = await gateway.placa(3);
    await gateway.switch(31, placa_id, 4, 15);
    const board = await gateway.connect(3);
    await board.publishAsync('acequia/v1/3/telemetry', '{"pins":{"4":1},"sensors":{"15":{"t":21.5,"h":60}}}', {
      qos: 1,
    });
    await until(async () => (await read(placa_id)).pines.length === 1);
    const { config, sensores } = await read(placa_id);
    expect(sensores).toMatchObject([{ pin: 15, temperatura: 21.5, humedad: 60 }]);
    expect(config).toEqual({ enviada: expect.any(Number) as number, aceptada: null });
    expect((await read(placa_id)).salud).toBeNull();
    const revs = { revs: { config: config!.enviada }, epochs: { config: await epoch() } };
    const bssid = '98:9b:cb:d1:3a:26';
    const chip = { reset: 'brownout', clock: 'server', heap: 61_440, stack: 1_180, links: 4, waiting: 0, bssid };
    const wear = [{ pin: 4, ops: 1_204, on_s: 36_000 }];
    const troubles = { stuck: [4], refused: [{ doc: 'agenda', why: 'older' }] };
    const lost = { lost: 12, runs_lost: 1 };
    const status = { online: true, ...revs, ...lost, table: 2, older: ['agenda'], chip, wear, ...troubles };
    await board.publishAsync('acequia/v1/3/status', JSON.stringify(status), { qos: 1, retain: true });
    await until(async () => (await read(placa_id)).config?.aceptada === config!.enviada);
    expect((await read(placa_id)).salud).toEqual({
      muestras_perdidas: 12,
      turnos_perdidos: 1,
      tabla: 2,
      instalacion_anterior: ['agenda'],
      chip,
      wear,
      ...troubles,
      perdido_ts: expect.any(Number) as number,
    });
    // A board that says nothing of its partition table was flashed with the first one.
    const old = { online: true, ...revs };
    await board.publishAsync('acequia/v1/3/status', JSON.stringify(old), { qos: 1, retain: true });
    await until(async () => (await read(placa_id)).salud?.tabla === 1);
  });

  it('tells services which boards begin anew again and again', async () => {
    const [placa_id, calm] = [await gateway.placa(8), await gateway.placa(9)];
    const [board, other] = [await gateway.connect(8), await gateway.connect(9)];
    const say = (boot: string) =>
      board.publishAsync('acequia/v1/8/status', JSON.stringify({ online: true, boot }), { qos: 1, retain: true });
    await other.publishAsync('acequia/v1/9/status', '{"online":true,"boot":"a"}', { qos: 1, retain: true });
    for (const boot of ['a', 'a', 'b', 'c', 'd', 'e']) await say(boot);
    await until(async () => (await read(placa_id)).salud?.boot === 'e');
    expect((await read(placa_id)).salud?.arranques).toHaveLength(4);
    const ask = (caller: Parameters<EstadoHandlers['withoutLink']>[1]['caller']) =>
      gateway.app.get(PlansHandlers).conFallas({}, { caller, trace_id: 't', deadline: 0 });
    const told = (await ask({ tipo: 'sistema', servicio: 'alerts' })).map((one) => one.placa_id);
    expect(told).toContain(placa_id);
    expect(told).not.toContain(calm);
    await expect(ask(admin)).rejects.toMatchObject({ codigo: 'sin_permiso' });
  });

  it('exists for admins of its company only', async () => {
    const placa_id = await gateway.placa(4);
    for (const caller of [
      { ...admin, empresa_id: 2 },
      { ...admin, rol: 'usuario' as const },
    ])
      await expect(read(placa_id, caller)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(read(99_999)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('tells services how long boards had no link, and of how much of the time that is known', async () => {
    const placas = [await gateway.placa(5), await gateway.placa(6), await gateway.placa(7)];
    const [often, before] = placas;
    const rows = [
      ...[
        [1, 2_000],
        [0, 10_000],
        [0, 12_000],
        [1, 20_000],
        [0, 95_000],
        [1, 120_000],
      ].map((row) => [often, ...row]),
      [before, 0, 1_000],
    ];
    for (const row of rows) await gateway.sql('INSERT INTO enlaces (placa_id, online, ts) VALUES ($1, $2, $3)', row);
    const ask = (caller: Parameters<EstadoHandlers['withoutLink']>[1]['caller']) => {
      const context = { caller, trace_id: 't', deadline: 0 };
      return gateway.app.get(EstadoHandlers).withoutLink({ placas, desde: 0, hasta: 100_000 }, context);
    };
    expect(await ask({ tipo: 'sistema', servicio: 'alerts' })).toEqual([
      { placa_id: often, cortes: 2, sin_enlace_s: 15, sabido_s: 98 },
      { placa_id: before, cortes: 1, sin_enlace_s: 99, sabido_s: 99 },
      { placa_id: placas[2], cortes: 0, sin_enlace_s: 0, sabido_s: 0 },
    ]);
    await expect(ask(admin)).rejects.toMatchObject({ codigo: 'sin_permiso' });
  });

  const epoch = async (): Promise<number> => {
    const [row] = (await gateway.sql('SELECT epoch FROM installation')) as { epoch: string }[];
    return Number(row!.epoch);
  };
});
