import { notFound, sistema } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { admin, until } from '../../gateway.fixture.js';
import type { ProjectionRepository } from '../../registry/projection.repository.js';
import { grantsOf, type StandIn, startStandIn } from '../../stand-in.fixture.js';
import { Field } from '../field.fixture.js';

const usuario = { ...admin, usuario_id: 20, rol: 'usuario' } as const;
const global = { ...admin, usuario_id: 1, rol: 'admin_global', empresa_id: null } as const;
/** A company that auth-tenancy knows; no event has announced it to the gateway. */
const JUST_CREATED = { id: 3, nombre: 'Nueva', activa: 1, zona_horaria: 'UTC' } as const;

describe('commands to devices of the relay cloud', () => {
  let field: Field;
  let authTenancy: StandIn;

  beforeAll(async () => {
    field = await Field.start();
    authTenancy = await startStandIn(field.parts, 'auth-tenancy', {
      'asignaciones.de_usuario': grantsOf(() => ({ dispositivos: [assigned] })),
      'empresas.ficha': async ({ id }) => {
        if (id !== JUST_CREATED.id) throw notFound();
        return JUST_CREATED;
      },
    });
  });
  afterAll(async () => {
    await authTenancy?.stop();
    await field.stop();
  });
  let assigned = 0;

  const ended = (dispositivo_id: number) =>
    eventually(async () => {
      const [comando] = await field.ledger({ dispositivo_id });
      if (!comando || ['solicitado', 'enviado'].includes(comando.estado)) throw new Error('still open');
      return comando;
    });

  it.concurrent.each([
    ['v2', {}],
    ['v1', { v2: false }],
  ] as const)('switch the relay over %s, say so at once, and are confirmed by a read-back', async (_api, options) => {
    const account = field.cloud.account(options);
    const { id, device } = await field.device(account, 'plus1pm');
    const messages = await field.first.watch();
    const answer = await field.command(id, 'on');
    expect(answer.estado).toBe('enviado');
    expect(device.output(Date.now())).toBe(true);
    const comando = await ended(id);
    expect(comando).toMatchObject({
      comando_id: answer.comando_id,
      entidad: 'dispositivo',
      dispositivo_id: id,
      accion: 'on',
      estado: 'confirmado',
      usuario_id: 7,
      ip: '203.0.113.9',
    });
    expect(device.acted).toHaveLength(1);
    expect(account.violations).toBe(0);
    expect((await field.live(id)).estado).toEqual({ estado: 1 });
    await eventually(() => {
      const told = messages.filter(({ audience }) => audience.dispositivo === id);
      const estados = told.flatMap(({ event, payload }) => (event === 'dispositivo:comando' ? [payload] : []));
      expect(estados.at(0)).toMatchObject({ estado: 'solicitado' });
      expect(estados.at(-1)).toMatchObject({ estado: 'confirmado', comando_id: answer.comando_id });
      expect(told).toContainEqual(
        expect.objectContaining({ event: 'device:status', payload: { dispositivo_id: id, status: 'on' } }),
      );
    });
  });

  it.concurrent('of a service do not undo the OFF of a person that it did not know of', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1');
    const caller = sistema('automation');
    await field.command(id, 'off');
    const { ts } = await ended(id);
    const late = field.command(id, 'on', { caller, no_apagado_desde: ts - 1 });
    await expect(late).rejects.toMatchObject({ codigo: 'switch_en_reposo' });
    expect(device.acted.filter(({ on }) => on)).toEqual([]);
    await field.command(id, 'on', { caller, no_apagado_desde: ts });
    expect(await ended(id)).toMatchObject({ accion: 'on', estado: 'confirmado' });
  });

  it.concurrent('that the cloud refuses fail with its reason, and are not repeated', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1');
    device.setOnline(false, Date.now());
    await expect(field.command(id, 'on')).rejects.toMatchObject({ codigo: 'comando_rechazado', status: 409 });
    const comando = await ended(id);
    expect(comando.estado).toBe('rechazado');
    expect(comando.detalle).toContain('DEVICE_OFFLINE');
    expect(account.log.filter(({ action }) => action === 'command')).toHaveLength(1);
  });

  it.concurrent.each(['acts_then_drops', 'acts_then_hangs'] as const)(
    'whose answer is lost (%s) are unknown until re-read, and then confirmed without a second act',
    async (kind) => {
      const account = field.cloud.account();
      const { id, device } = await field.device(account, 'plus1');
      await field.live(id, { forzar: true });
      account.misbehave(kind, { times: 1, only: 'commands' });
      await expect(field.command(id, 'on')).rejects.toMatchObject({ codigo: 'resultado_desconocido' });
      expect((await ended(id)).estado).toBe('confirmado');
      expect(device.acted).toHaveLength(1);
    },
  );

  it.concurrent('whose answer is lost and that did not act end as refused once the relay was read back', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1');
    await field.live(id, { forzar: true });
    account.misbehave('drop', { times: 1, only: 'commands' });
    await expect(field.command(id, 'on')).rejects.toMatchObject({ codigo: 'resultado_desconocido' });
    const comando = await ended(id);
    expect(comando).toMatchObject({ estado: 'rechazado', detalle: 'El equipo sigue apagado' });
    expect(device.acted).toHaveLength(0);
  });

  it.concurrent.each(['max_req', 'empty_401', 'too_many'] as const)(
    'that met %s were certainly not carried out: they are sent again, and act once',
    async (kind) => {
      const account = field.cloud.account();
      const { id, device } = await field.device(account, 'plus1');
      await field.live(id, { forzar: true });
      account.misbehave(kind, { times: 1, only: 'commands' });
      expect((await field.command(id, 'on')).estado).toMatch(/enviado|confirmado/);
      expect((await ended(id)).estado).toBe('confirmado');
      expect(device.acted).toHaveLength(1);
    },
  );

  it.concurrent('with a duration end by the relay’s own timer, without a further request', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1pm');
    await field.live(id, { forzar: true });
    await field.command(id, 'on', { duracion_s: 2 });
    expect(device.hasTimer()).toBe(true);
    await until(() => !device.output(Date.now()));
    expect(device.acted.map(({ on, via }) => [on, via])).toEqual([
      [true, 'v2'],
      [false, 'timer'],
    ]);
    expect(account.log.filter(({ action }) => action === 'command')).toHaveLength(1);
    expect((await field.ledger({ dispositivo_id: id }))[0]).toMatchObject({ max_s: 2 });
  });

  it.concurrent('of a program have the end that its token sets, and are named after it', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1pm');
    await field.live(id, { forzar: true });
    const caller = { ...admin, token: { id: 3, nombre: 'ERP', max_s: 60 } };
    await field.command(id, 'on', { caller });
    expect(device.hasTimer()).toBe(true);
    expect((await field.ledger({ dispositivo_id: id }))[0]).toMatchObject({ max_s: 60, usuario_nombre: 'API «ERP»' });
    await expect(field.command(id, 'on', { caller, duracion_s: 61 })).rejects.toMatchObject({ codigo: 'sin_permiso' });
  });

  it.concurrent('with a duration are refused, unsent, where the cloud of the account has no such timer', async () => {
    const account = field.cloud.account({ v2: false });
    const { id, device } = await field.device(account, 'shelly1');
    await expect(field.command(id, 'on', { duracion_s: 60 })).rejects.toMatchObject({
      codigo: 'comando_rechazado',
      texto: expect.stringContaining('no se enciende por un tiempo') as string,
    });
    expect(device.acted).toEqual([]);
    await expect(field.command(id, 'on')).resolves.toBeDefined();
  });

  it.concurrent('of a double click are one command', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1');
    const [one, two] = await Promise.all([field.command(id, 'on'), field.command(id, 'on')]);
    expect(one?.comando_id).toBe(two?.comando_id);
    await ended(id);
    expect(device.acted).toHaveLength(1);
  });

  it.concurrent('on and off to one device act in the order they were asked for', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1');
    await Promise.all([
      field.command(id, 'on'),
      until(async () => (await field.ledger({ dispositivo_id: id })).length > 0),
    ]);
    await field.command(id, 'off');
    await until(async () =>
      (await field.ledger({ dispositivo_id: id })).every(({ estado }) => estado === 'confirmado'),
    );
    expect(device.acted.map(({ on }) => on)).toEqual([true, false]);
  });

  it.concurrent('to a suspended, expired, unconfigured device or a meter are refused, and nothing leaves', async () => {
    const account = field.cloud.account();
    const suspended = await field.device(account, 'plus1', { suspendido: 1, activo: 0 });
    const expired = await field.device(account, 'plus1', { fecha_vencimiento: '2020-01-01' });
    const bare = await field.device(account, 'plus1', { server: '' });
    const meter = await field.device(account, 'pro3em');
    for (const { id } of [suspended, expired]) {
      await expect(field.command(id, 'on')).rejects.toMatchObject({ codigo: 'dispositivo_suspendido', status: 409 });
    }
    for (const { id } of [bare, meter]) {
      await expect(field.command(id, 'on')).rejects.toMatchObject({ codigo: 'comando_rechazado' });
    }
    expect(account.log.filter(({ action }) => action === 'command')).toHaveLength(0);
    expect(await field.live(suspended.id)).toMatchObject({ online: false, motivo: 'suspendido' });
    expect(await field.live(expired.id)).toMatchObject({ online: false, motivo: 'vencido' });
    expect(await field.live(bare.id)).toMatchObject({ online: false, motivo: 'sin_configurar' });
  });

  it.concurrent('to a device that is foreign, absent or not assigned do not exist', async () => {
    const account = field.cloud.account();
    const foreign = await field.device(account, 'plus1', { empresa_id: 2 });
    const other = await field.device(account, 'plus1');
    assigned = (await field.device(account, 'plus1')).id;
    const cases = [
      [foreign.id, admin],
      [999_999, admin],
      [other.id, usuario],
      [foreign.id, usuario],
    ] as const;
    for (const [id, caller] of cases) {
      await expect(field.command(id, 'on', { caller })).rejects.toMatchObject({ codigo: 'no_encontrado' });
      await expect(field.live(id, { caller })).rejects.toMatchObject({ codigo: 'no_encontrado' });
      await expect(field.metrics(id, caller)).rejects.toMatchObject({ codigo: 'no_encontrado' });
      await expect(field.ledger({ dispositivo_id: id }, caller)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    }
    expect((await field.command(assigned, 'on', { caller: usuario })).estado).toMatch(/enviado|confirmado/);
    const seen = await field.ledger({}, usuario);
    expect(seen.map(({ dispositivo_id }) => dispositivo_id)).toEqual([assigned]);
    await field.command(other.id, 'on');
    expect((await field.ledger({ empresa_id: 1 })).length).toBeGreaterThan(1);
    await expect(field.ledger({ empresa_id: 2 })).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it.concurrent(
    'are listed of any company for an admin_global: none of one made a moment ago, no such thing of one there is not',
    async () => {
      const { id } = await field.device(field.cloud.account(), 'plus1');
      await field.command(id, 'on');
      const empresa = {
        id: 1,
        nombre: 'Uno',
        activa: 1,
        zona_horaria: 'UTC',
        fecha_vencimiento: '2099-01-01',
      } as const;
      await field.first.project((repository: ProjectionRepository, tx) => repository.saveEmpresa(tx, empresa));
      expect((await field.ledger({ empresa_id: 1 }, global)).map((comando) => comando.dispositivo_id)).toContain(id);
      expect(await field.ledger({ empresa_id: JUST_CREATED.id }, global)).toEqual([]);
      await expect(field.ledger({ empresa_id: 9 }, global)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    },
  );
});
