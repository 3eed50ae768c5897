import { AppError, type CallResponse, sistema } from '@acequia/contracts';
import { until } from '@acequia/testing';
import type { Redis } from 'ioredis';
import { BusKeys } from '../keys/bus-keys.js';
import { CallsFixture, gate } from '../spec-support/calls.fixture.js';
import { FIXTURE_SECRET, type ServiceFixture } from '../spec-support/service-fixture.js';
import { CALL_FIELD, callKeys, replyChannelOf } from './call-keys.js';
import { JsonAnswer } from './json-answer.js';

const CALLER = sistema('api-gateway');
const { stream } = callKeys('inventory');
/** With a line feed and quotes, which must not be taken for the message's own. */
const CREDENCIAL = { id: 1, placa_id: 2, username: '1', password: 'a\n"]«ñ»', dialecto: 'acequia' } as const;

describe('an answer that its caller passes on unread', () => {
  let fixture: CallsFixture;
  let client: Redis;
  let caller: ServiceFixture;
  const ask = () => caller.bus.text('placas.renovar_credencial', { placa_id: 2 }, CALLER);

  beforeAll(async () => {
    fixture = await CallsFixture.open();
    ({ client } = fixture);
  });
  beforeEach(async () => {
    caller = await fixture.beginTest();
  });
  afterEach(() => fixture.endTest());
  afterAll(() => fixture.close());

  it('is the JSON of what the contract names and nothing else', async () => {
    const stored = { ...CREDENCIAL, credencial_cifrada: 'secreto' };
    const row: CallResponse<'placas.renovar_credencial'> = stored;
    await fixture.inventory({ 'placas.renovar_credencial': async () => row, 'placas.listar': async () => [] });
    expect(await ask()).toBe(JSON.stringify(CREDENCIAL));
    expect(await caller.bus.text('placas.listar', {}, CALLER)).toBe('[]');
  });

  it('may have been written by the database: a short one is held to the contract, a long one goes as it is', async () => {
    const texts = [
      JSON.stringify({ ...CREDENCIAL, credencial_cifrada: 'secreto' }),
      JSON.stringify({ ...CREDENCIAL, placa_id: 'dos' }),
    ];
    const long = JSON.stringify({ ...CREDENCIAL, username: 'ñ"'.repeat(50_000) });
    await fixture.inventory({
      'placas.renovar_credencial': async () => new JsonAnswer(texts.shift() ?? long) as never,
    });
    expect(await ask()).toBe(JSON.stringify(CREDENCIAL));
    await expect(ask()).rejects.toMatchObject({ codigo: 'error_interno' });
    expect(await ask()).toBe(long);
    expect(await caller.bus.call('placas.renovar_credencial', { placa_id: 2 }, CALLER)).toEqual(JSON.parse(long));
  });

  it('comes beside answers that are read', async () => {
    await fixture.inventory({
      'placas.renovar_credencial': async () => CREDENCIAL,
      'switches.eliminar': async () => ({}),
    });
    const calls = Array.from({ length: 50 }, (_, id) => [
      ask(),
      caller.bus.call('switches.eliminar', { id: id + 1 }, CALLER),
    ]);
    expect(new Set((await Promise.all(calls.flat())).map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(JSON.stringify(CREDENCIAL)), '{}']),
    );
  });

  it('is the very AppError of the handler when that fails, and error_interno when it breaks the contract', async () => {
    const outcomes = [
      () => Promise.reject(new AppError('demasiadas_solicitudes', { wait_s: 30 })),
      async () => ({ ...CREDENCIAL, placa_id: 'dos' as never }),
    ];
    await fixture.inventory({ 'placas.renovar_credencial': () => outcomes.shift()!() });
    await expect(ask()).rejects.toMatchObject({ codigo: 'demasiadas_solicitudes', wait_s: 30 });
    await expect(ask()).rejects.toMatchObject({ codigo: 'error_interno' });
  });

  it('is ignored and counted when it comes after its deadline', async () => {
    const late = gate();
    await fixture.inventory({
      'placas.renovar_credencial': async () => {
        await late.opened;
        return CREDENCIAL;
      },
    });
    const slow = caller.bus.text('placas.renovar_credencial', { placa_id: 2 }, CALLER, { timeout_ms: 300 });
    await expect(slow).rejects.toMatchObject({ codigo: 'resultado_desconocido' });
    late.open();
    await until(
      async () => (await caller.registry.metrics()).includes('acequia_bus_late_replies_total 1'),
      'the late answer is counted',
    );
  });

  it('comes also from a service of the version before, which answers as it always did', async () => {
    const answer = ask();
    await until(async () => (await client.xlen(stream)) === 1, 'the call waits');
    const [[, fields]] = (await client.xrange(stream, '-', '+')) as [[string, string[]]];
    const { i } = JSON.parse(fields[fields.indexOf(CALL_FIELD) + 1] ?? '') as { i: string };
    const channel = replyChannelOf(i);
    const text = JSON.stringify([{ i, v: CREDENCIAL }]);
    await client.publish(channel, new BusKeys({ secret: FIXTURE_SECRET }).signer.sign(channel, text) + text);
    expect(JSON.parse(await answer)).toEqual(CREDENCIAL);
  });
});
