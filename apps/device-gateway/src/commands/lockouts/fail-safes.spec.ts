import { eventually } from '@acequia/testing';
import { MAX_ENCENDIDO_S, type LivePayload } from '@acequia/contracts';
import { DataSource } from 'typeorm';
import { admin, Gateway, Parts, until } from '../../gateway.fixture.js';
import { PlansService } from '../../plans/plans.service.js';
import { EstadoHandlers } from '../../overview/estado.handlers.js';
import { grantsOf, type StandIn, startStandIn } from '../../stand-in.fixture.js';
import { Board, click, ends, ledger } from '../switches/board.fixture.js';
import { BloqueosHandlers } from './bloqueos.handlers.js';

const operator = { ...admin, usuario_id: 20, rol: 'usuario' } as const;

describe('the fail-safes of switches', () => {
  let parts: Parts;
  let gateway: Gateway;
  let authTenancy: StandIn;
  let next = 500;
  const assigned: number[] = [];

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
    authTenancy = await startStandIn(parts, 'auth-tenancy', {
      'usuarios.nombre': async ({ id }) => ({ nombre: `Persona ${id}` }),
      'asignaciones.de_usuario': grantsOf(() => ({ switches: assigned })),
    });
  });
  afterAll(async () => {
    await authTenancy.stop();
    await parts.stop();
  });

  const connected = async (max_encendido_s: number | null = null): Promise<{ id: number; board: Board }> => {
    const id = next++;
    await gateway.switch(id, await gateway.placa(id), 4, null, 'selenoide', max_encendido_s);
    return { id, board: await Board.connect(await gateway.connect(id), id) };
  };
  const context = (caller: typeof admin | typeof operator) => ({ caller, trace_id: 't', deadline: 0 });
  const lock = (id: number, motivo: string, caller: typeof admin | typeof operator = admin) =>
    gateway.app.get(BloqueosHandlers).lockOut({ id, motivo }, context(caller));
  const release = (id: number, caller: typeof admin | typeof operator = admin) =>
    gateway.app.get(BloqueosHandlers).releaseLockout({ id }, context(caller));
  const control = async (id: number) => {
    const [placa] = await gateway.app.get(EstadoHandlers).leer({ placas: [id + 1_000] }, context(admin));
    return placa?.mandos?.find(({ switch_id }) => switch_id === id);
  };

  it("a switch's own limit goes with its pin map and with each command", async () => {
    const { id, board } = await connected(900);
    await click(gateway, id);
    await ends(gateway, id, 'confirmado');
    expect(board.commands[0]).toMatchObject({ max_s: 900 });
    expect(board.configs.at(-1)?.relays).toEqual([{ pin: 4, max_s: 900 }]);
    await expect(click(gateway, id, { duracion_s: 901 })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
  });

  it('what its board left on for too long is commanded off, in the name of the system', async () => {
    const { id, board } = await connected(30);
    const since = Date.now() - 40_000;
    await board.say('telemetry', JSON.stringify({ ts: since, pins: { 4: 1 } }));
    await board.say('telemetry', JSON.stringify({ ts: since + 30_000, pins: { 4: 1 } }));
    const comando = await ends(gateway, id, 'confirmado');
    expect(comando).toMatchObject({ accion: 'off', usuario_id: null, ip: '' });
    expect(comando.motivo).toContain('tiempo máximo');
    expect(board.commands).toMatchObject([{ on: false }]);
  });

  it("the system's OFF leaves a person's OFF its time", async () => {
    const { id, board } = await connected(120);
    board.answer = (command) => ({ id: command.id, ok: true, pins: {} });
    await click(gateway, id, { accion: 'off' });
    await ends(gateway, id, 'confirmado');
    const since = Date.now() - 130_000;
    await board.say('telemetry', JSON.stringify({ ts: since, pins: { 4: 1 } }));
    await board.say('telemetry', JSON.stringify({ ts: since + 120_000, pins: { 4: 1 } }));
    await until(() => board.commands.length === 2);
    expect(board.commands.map(({ on }) => on)).toEqual([false, false]);
    expect(board.commands[1]?.max_s).toBeGreaterThan(1);
  });

  it('a switch that its board turned off at its limit says so, live and in the panel', async () => {
    const { id, board } = await connected(30);
    const messages = await gateway.watch();
    const since = Date.now() - 31_000;
    await board.say('telemetry', JSON.stringify({ ts: since, pins: { 4: 1 } }));
    await until(async () => (await ledger(gateway, id)).length === 0 && (await control(id)) === undefined);
    await board.say('telemetry', JSON.stringify({ ts: since + 30_000, pins: { 4: 0 } }));
    // A live message of an earlier test may still arrive, so only messages of this switch count.
    const told = () =>
      messages
        .filter(({ event }) => event === 'switch:fin')
        .map(({ payload }) => payload as LivePayload<'switch:fin'>)
        .filter(({ switch_id }) => switch_id === id);
    await until(() => told().length === 1);
    const fin = { causa: 'limite', ts: since + 30_000, limite_s: 30 };
    expect(told()).toEqual([{ switch_id: id, fin, ts: expect.any(Number) as number }]);
    expect((await control(id))?.fin).toEqual(fin);
    await click(gateway, id);
    await ends(gateway, id, 'confirmado');
    await until(async () => (await control(id))?.fin === null);
  });

  it('a switch that a run of its board turned off names the program, live, and when the agenda has lost it', async () => {
    const { id, board } = await connected();
    const at = Math.floor(Date.now() / 1_000) - 300;
    const run = { id: `3-${at}-s${id}`, pin: 4, at, secs: 120, late_s: 60, link: 0 as const, nombre: 'Pulsos' };
    const plans = gateway.app.get(PlansService);
    await plans.agenda({ placa_id: id + 1_000, rev: 1, until: at + 86_400, runs: [run] });
    const messages = await gateway.watch();
    await board.say('telemetry', JSON.stringify({ ts: at * 1_000, pins: { 4: 1 } }));
    await eventually(async () => expect((await control(id))?.fin ?? null).toBeNull());
    await board.say('telemetry', JSON.stringify({ ts: (at + 121) * 1_000, pins: { 4: 0 } }));
    const fin = { causa: 'programa', nombre: 'Pulsos', ts: (at + 121) * 1_000, limite_s: null };
    const told = () =>
      messages
        .filter(({ event }) => event === 'switch:fin')
        .map(({ payload }) => payload as LivePayload<'switch:fin'>)
        .filter(({ switch_id }) => switch_id === id);
    await eventually(() => expect(told()).toEqual([{ switch_id: id, fin, ts: expect.any(Number) as number }]));
    expect((await control(id))?.fin).toEqual(fin);
    const reported = [{ id: run.id, started: at, secs: 120, end: 'done' }];
    await board.client.publishAsync(`acequia/v1/${id}/runs`, JSON.stringify(reported), { qos: 1 });
    await plans.agenda({ placa_id: id + 1_000, rev: 2, until: at + 86_400, runs: [] });
    expect((await control(id))?.fin).toEqual(fin);
  });

  it('a switch under a rule names it, unless its board was away or a run had the switch', async () => {
    const off = Math.floor(Date.now() / 1_000) - 1_500;
    const rule = {
      id: 'r1',
      pin: 4,
      sensor: 15,
      value: 't' as const,
      off_at: 25,
      min_on_s: 0,
      min_off_s: 60,
      silent: 'off' as const,
      priority: 0,
      hold_s: 900,
      nombre: 'Extractor',
    };
    const endsBy = async (causa: string, before: (id: number, board: Board) => Promise<unknown>) => {
      const { id, board } = await connected();
      await gateway.app.get(PlansService).control({ placa_id: id + 1_000, rev: 1, rules: [rule] });
      await before(id, board);
      await board.say('telemetry', JSON.stringify({ ts: (off - 600) * 1_000, pins: { 4: 1 } }));
      await eventually(async () => {
        const [placa] = await gateway.app.get(EstadoHandlers).leer({ placas: [id + 1_000] }, context(admin));
        expect(placa?.pines).toMatchObject([{ pin: 4, estado: 1 }]);
      });
      await board.say('telemetry', JSON.stringify({ ts: off * 1_000, pins: { 4: 0 } }));
      const nombre = causa === 'regla' ? { nombre: 'Extractor' } : {};
      await eventually(async () =>
        expect((await control(id))?.fin).toEqual({ causa, ts: off * 1_000, limite_s: null, ...nombre }),
      );
    };
    const connectedBefore = (id: number) =>
      gateway.app
        .get(DataSource)
        .query('INSERT INTO enlaces (placa_id, online, ts) VALUES ($1, 1, $2)', [id + 1_000, (off - 7_200) * 1_000]);
    await endsBy('regla', connectedBefore);
    await endsBy('placa', () => Promise.resolve());
    const cut = async (id: number, board: Board) => {
      await connectedBefore(id);
      const run = { id: `3-${off}-s${id}`, started: off - 600, secs: 600, end: 'off' };
      await board.client.publishAsync(`acequia/v1/${id}/runs`, JSON.stringify([run]), { qos: 1 });
    };
    await endsBy('placa', cut);
  });

  it('a lock-out reaches the board with its pin map, of the epoch of the installation, and leaves it again', async () => {
    const { id, board } = await connected(900);
    await until(() => board.configs.length > 0);
    const [{ epoch }] = (await gateway.sql<{ epoch: string }>('SELECT epoch FROM installation')) as [{ epoch: string }];
    expect(board.configs[0]).toMatchObject({ epoch: Number(epoch) });
    expect(board.configs[0]).not.toHaveProperty('locked');
    await lock(id, 'Fuga');
    await until(() => board.configs.at(-1)?.locked?.[0] === 4);
    await release(id);
    await until(() => board.configs.at(-1)?.locked === undefined);
    const revs = board.configs.map(({ rev }) => rev);
    expect(revs).toEqual([...new Set(revs)].sort((a, b) => a - b));
  });

  it('a command for less than the limit of the switch ends after the requested time', async () => {
    const { id, board } = await connected(3_600);
    // The answer does not say since when the pin is on; the sample below does.
    board.answer = (command) => ({ id: command.id, ok: true, pins: {} });
    await click(gateway, id, { duracion_s: 10 });
    await ends(gateway, id, 'confirmado');
    await gateway.sql(`UPDATE comandos SET enviado_en = enviado_en - interval '20 s' WHERE entidad_id = $1`, [id]);
    await board.say('telemetry', JSON.stringify({ ts: Date.now() - 19_000, pins: { 4: 1 } }));
    await until(async () => (await ledger(gateway, id)).some(({ accion }) => accion === 'off'));
  });

  it('a gateway that restarts turns off what was left on before', async () => {
    const { id, board } = await connected(30);
    const since = Date.now() - 20_000;
    await board.say('telemetry', JSON.stringify({ ts: since, pins: { 4: 1 } }));
    await until(async () => (await parts.volatile.client().hget(`{estado:${id + 1_000}}`, 'd4')) === String(since));
    await gateway.stop();
    gateway = await Gateway.start(parts);
    await gateway.sql(`UPDATE switches SET max_encendido_s = 10 WHERE id = $1`, [id]);
    await gateway.project(async (_repository, tx) => {
      await tx.query(
        `UPDATE placas SET config_rev = nextval('config_rev'), cambio = pg_current_xact_id() WHERE placa_id = $1`,
        [id + 1_000],
      );
    });
    const back = await Board.connect(await gateway.connect(id), id);
    await back.say('telemetry', JSON.stringify({ ts: Date.now(), pins: { 4: 1 } }));
    await until(() => back.commands.some(({ on }) => !on));
  });

  it('a lock-out refuses every ON with who and why, lets OFF through, and is released by its owner or an admin', async () => {
    const { id } = await connected();
    assigned.push(id);
    const messages = await gateway.watch();
    expect(await lock(id, 'Cambio de válvula')).toMatchObject({
      usuario_nombre: 'Persona 7',
      motivo: 'Cambio de válvula',
    });
    await expect(click(gateway, id, { caller: operator })).rejects.toMatchObject({
      codigo: 'switch_bloqueado',
      status: 409,
      texto: 'Bloqueado por Persona 7: Cambio de válvula',
    });
    await click(gateway, id, { accion: 'off' });
    await expect(lock(id, 'Otra cosa', operator)).rejects.toMatchObject({ codigo: 'switch_bloqueado' });
    await expect(release(id, operator)).rejects.toMatchObject({ codigo: 'sin_permiso' });
    expect((await control(id))?.bloqueo).toMatchObject({ usuario_id: 7, motivo: 'Cambio de válvula' });
    await release(id);
    expect((await click(gateway, id, { caller: operator })).comando_id).toBeTruthy();
    const told = () => messages.filter(({ event }) => event === 'switch:bloqueo').map(({ payload }) => payload);
    await until(() => told().length === 2);
    expect(told().map((payload) => (payload as LivePayload<'switch:bloqueo'>).bloqueo?.motivo)).toEqual([
      'Cambio de válvula',
      undefined,
    ]);
    await lock(id, 'Suyo', operator);
    const listed = (caller: typeof admin | typeof operator, empresa_id?: number) =>
      gateway.app.get(BloqueosHandlers).listBloqueos(empresa_id === undefined ? {} : { empresa_id }, context(caller));
    const theirs = {
      switch_id: id,
      bloqueo: expect.objectContaining({ usuario_nombre: 'Persona 20', motivo: 'Suyo' }),
    };
    expect(await listed(admin)).toContainEqual(theirs);
    await expect(listed(admin, 2)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(listed(operator)).rejects.toMatchObject({ codigo: 'sin_permiso' });
    await release(id, operator);
  });

  it('an ON that waits for its board does not leave once the switch is locked out', async () => {
    const id = next++;
    await gateway.switch(id, await gateway.placa(id), 4, null);
    await click(gateway, id);
    await lock(id, 'Mantenimiento');
    expect((await ends(gateway, id, 'rechazado')).detalle).toContain('Mantenimiento');
    const board = await Board.connect(await gateway.connect(id), id);
    await click(gateway, id, { accion: 'off' });
    await ends(gateway, id, 'confirmado');
    expect(board.commands.map(({ on }) => on)).toEqual([false]);
  });

  it('asked and reported that differ for more than 30 s are a discrepancy, with the newest command', async () => {
    const { id, board } = await connected();
    await click(gateway, id);
    const { comando_id } = await ends(gateway, id, 'confirmado');
    await board.say('telemetry', JSON.stringify({ ts: Date.now(), pins: { 4: 0 } }));
    await eventually(async () => expect(await control(id)).toMatchObject({ discrepancia: 0, comando: { comando_id } }));
    // The answer holds the longest time on, so that the panel can say when the valve closes.
    expect(await control(id)).toMatchObject({ comando: { max_s: MAX_ENCENDIDO_S.selenoide } });
    await gateway.sql(`UPDATE comandos SET enviado_en = enviado_en - interval '31 s' WHERE entidad_id = $1`, [id]);
    await eventually(async () => expect(await control(id)).toMatchObject({ discrepancia: 1 }));
    await board.say('telemetry', JSON.stringify({ ts: Date.now(), pins: { 4: 1 } }));
    await eventually(async () => expect(await control(id)).toMatchObject({ discrepancia: 0 }));
  });

  it('an order to a switch’s former pin is no discrepancy on its new pin', async () => {
    const { id, board } = await connected();
    await click(gateway, id);
    await ends(gateway, id, 'confirmado');
    await gateway.sql(`UPDATE comandos SET enviado_en = enviado_en - interval '31 s' WHERE entidad_id = $1`, [id]);
    await board.say('telemetry', JSON.stringify({ ts: Date.now(), pins: { 4: 0, 5: 0 } }));
    await eventually(async () => expect(await control(id)).toMatchObject({ discrepancia: 1 }));
    await gateway.switch(id, id + 1_000, 5, null);
    await eventually(async () => expect(await control(id)).toMatchObject({ discrepancia: 0 }));
  });
});
