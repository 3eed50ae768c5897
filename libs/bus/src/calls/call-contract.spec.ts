import { AppError, type Caller, type CallResponse, sistema } from '@acequia/contracts';
import { RedisServer } from '@acequia/testing';
import { startService, type FixtureHandlers, type ServiceFixture } from '../spec-support/service-fixture.js';

const CALLER = sistema('api-gateway');

describe('a call', () => {
  let redis: RedisServer;
  let caller: ServiceFixture;
  let service: ServiceFixture | undefined;
  const serve = async (calls: NonNullable<FixtureHandlers['calls']>, more: object = {}): Promise<ServiceFixture> => {
    service = await startService({ service: 'auth-tenancy', volatileUrl: redis.url, handlers: { calls }, ...more });
    return service;
  };

  beforeAll(async () => {
    redis = await RedisServer.start({ kind: 'volatile' });
    caller = await startService({ service: 'api-gateway', volatileUrl: redis.url });
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });
  afterAll(async () => {
    await caller.stop();
    await redis.stop();
  });

  it('carries the caller, the trace id and the deadline to its handler', async () => {
    const seen: object[] = [];
    const persona: Caller = { tipo: 'persona', usuario_id: 4, rol: 'usuario', empresa_id: 2, sid: 's'.repeat(20) };
    await serve({
      'empresas.eliminar': async (request, context) => {
        seen.push({ request, caller: context.caller, trace: context.trace_id, ahead: context.deadline > Date.now() });
        return {};
      },
    });
    const asking = await startService({
      service: 'inventory',
      volatileUrl: redis.url,
      trace: { current: () => 'trace-of-the-browser', run: (_id, fn) => fn() },
    });
    await asking.bus.call('empresas.eliminar', { id: 3 }, persona);
    await asking.stop();
    expect(seen).toEqual([{ request: { id: 3 }, caller: persona, trace: 'trace-of-the-browser', ahead: true }]);
  });

  it('without a valid caller is refused and not executed', async () => {
    let ran = false;
    await serve({
      'empresas.eliminar': async () => {
        ran = true;
        return {};
      },
    });
    const forged = [undefined, { tipo: 'persona', rol: 'admin_global' }, { tipo: 'sistema', servicio: 'otro' }];
    for (const nobody of forged) {
      await expect(caller.bus.call('empresas.eliminar', { id: 3 }, nobody as Caller)).rejects.toMatchObject({
        codigo: 'sin_permiso',
      });
    }
    expect(ran).toBe(false);
  });

  it('with a request that breaks the contract is refused with the fields that are wrong', async () => {
    await serve({});
    await expect(caller.bus.call('empresas.eliminar', { id: -1 }, CALLER)).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      detalles: [{ campo: 'id' }],
    });
  });

  it('is answered with what the contract names and nothing else', async () => {
    const row = { id: 3, nombre: 'Norte', activa: 1, zona_horaria: 'UTC', token_telegram: 'secreto' };
    await serve({ 'empresas.ficha': async () => row as CallResponse<'empresas.ficha'> });
    await expect(caller.bus.call('empresas.ficha', { id: 3 }, CALLER)).resolves.toEqual({
      id: 3,
      nombre: 'Norte',
      activa: 1,
      zona_horaria: 'UTC',
    });
  });

  it('fails with the very AppError of its handler', async () => {
    const thrown = new AppError('demasiadas_solicitudes', {
      texto: 'Espera',
      detalles: [{ campo: 'email', mensaje: 'Bloqueado' }],
      wait_s: 30,
    });
    await serve({ 'empresas.eliminar': () => Promise.reject(thrown) });
    const error = await caller.bus.call('empresas.eliminar', { id: 3 }, CALLER).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).toJSON()).toEqual(thrown.toJSON());
    expect((error as AppError).status).toBe(429);
  });

  it('whose handler breaks fails as error_interno, and the cause stays in the log of the service', async () => {
    const { errors } = await serve({ 'empresas.eliminar': () => Promise.reject(new Error('columna secreta')) });
    const error = await caller.bus.call('empresas.eliminar', { id: 3 }, CALLER).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ codigo: 'error_interno' });
    expect(JSON.stringify((error as AppError).toJSON())).not.toContain('secreta');
    expect(errors).toEqual([
      {
        err: expect.objectContaining({ message: 'columna secreta' }),
        call: 'empresas.eliminar',
        trace_id: expect.any(String),
      },
    ]);
  });

  it('that fails for want of a part leaves what was wrong in the log of the service where it began', async () => {
    const unavailable = new AppError('servicio_no_disponible', { cause: new Error('no connection') });
    const { warnings } = await serve({ 'empresas.eliminar': () => Promise.reject(unavailable) });
    const error = await caller.bus.call('empresas.eliminar', { id: 3 }, CALLER).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ codigo: 'servicio_no_disponible' });
    expect((error as AppError).cause).toBeUndefined();
    expect(warnings).toEqual([
      {
        err: expect.objectContaining({ message: 'no connection' }),
        codigo: 'servicio_no_disponible',
        call: 'empresas.eliminar',
        trace_id: expect.any(String),
      },
    ]);
  });

  it('is counted by name and outcome on both sides', async () => {
    const { registry } = await serve({
      'empresas.eliminar': ({ id }) => (id === 1 ? Promise.resolve({}) : Promise.reject(new AppError('no_encontrado'))),
    });
    await caller.bus.call('empresas.eliminar', { id: 1 }, CALLER);
    await caller.bus.call('empresas.eliminar', { id: 2 }, CALLER).catch(() => undefined);
    const handled = await registry.metrics();
    expect(handled).toContain('acequia_bus_handled_calls_total{name="empresas.eliminar",outcome="ok"} 1');
    expect(handled).toContain('acequia_bus_handled_calls_total{name="empresas.eliminar",outcome="no_encontrado"} 1');
    expect(await caller.registry.metrics()).toMatch(
      /acequia_bus_calls_total\{name="empresas.eliminar",outcome="no_encontrado"\} \d/,
    );
  });

  it('to salud is answered by the bus itself, once the service says that it is well', async () => {
    let well = true;
    const health = (): Promise<void> => (well ? Promise.resolve() : Promise.reject(new Error('no database')));
    await serve({}, { instance: 'auth-1', health });
    await expect(caller.bus.call('auth-tenancy.salud', {}, CALLER)).resolves.toEqual({ instancia: 'auth-1' });
    well = false;
    await expect(caller.bus.call('auth-tenancy.salud', {}, CALLER)).rejects.toMatchObject({
      codigo: 'servicio_no_disponible',
    });
  });
});
