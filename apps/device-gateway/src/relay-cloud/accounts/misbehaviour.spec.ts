import type { MisbehaviourKind } from '@acequia/simulators';
import { eventually } from '@acequia/testing';
import { MEASUREMENT_COLUMNS, MEASUREMENT_FIELDS, type MeasurementField } from '@acequia/contracts';
import { admin } from '../../gateway.fixture.js';
import { MedidasService } from '../../medidas/medidas.service.js';
import { PuntosProjection } from '../../registry/puntos.projection.js';
import { Field } from '../field.fixture.js';

/** Meter rows of the readings stream. */
const rowsOf = async (field: Field): Promise<(number | null)[][]> => {
  const entries = await field.parts.durable.client().xrange('{readings}', '-', '+');
  const rows: (number | null)[][] = [];
  for (const [, [, json]] of entries) {
    const { m = [] } = JSON.parse(json as string) as { m?: (number | null)[] };
    for (let i = 0; i < m.length; i += MEASUREMENT_COLUMNS) rows.push(m.slice(i, i + MEASUREMENT_COLUMNS));
  }
  return rows;
};

describe('what screens show of the relay cloud', () => {
  let field: Field;

  beforeAll(async () => {
    field = await Field.start({ env: { RELAY_POLL_WATCHED_MS: '2000', RELAY_POLL_MS: '4000' } });
  });
  afterAll(() => field.stop());

  it.concurrent(
    'a device is read by itself, and again and again; its meter values become history once each',
    async () => {
      const account = field.cloud.account();
      const meter = await field.device(account, 'pro3em');
      await eventually(async () => {
        const rows = (await rowsOf(field)).filter(([id]) => id === meter.id);
        expect(rows.length).toBeGreaterThan(1);
        expect(new Set(rows.map(([, ts]) => ts)).size).toBe(rows.length);
        for (const row of rows) expect(row).toHaveLength(MEASUREMENT_COLUMNS);
      });
      const live = await field.live(meter.id);
      expect(live).toMatchObject({ online: true, estado: { estado: null }, motivo: null });
      expect(live.metricas?.voltaje_a).toBeGreaterThan(50);
      expect(await field.metrics(meter.id)).toMatchObject({ voltaje_a: live.metricas?.voltaje_a });
    },
  );

  it.concurrent('a point follows a value of a centinela of its company, each sample once', async () => {
    const account = field.cloud.account();
    const { id: dispositivo_id } = await field.device(account, 'pro3em');
    const base = { placa_id: null, n: null, nombre: '', sitio: '', mide: null, b: 0, cada_s: 60, activo: 1 } as const;
    const watts = { tipo: 'centinela', dispositivo_id, campo: 'total_act_power' } as const;
    const total = { tipo: 'centinela', dispositivo_id, campo: 'energia' } as const;
    const [power, energy, foreign] = [901, 902, 903];
    await field.first.project(async (_repository, tx) => {
      const puntos = field.first.app.get(PuntosProjection);
      await puntos.save(tx, { ...base, id: power, empresa_id: 1, fuente: watts, magnitud: 'potencia', a: 2 });
      await puntos.save(tx, { ...base, id: energy, empresa_id: 1, fuente: total, magnitud: 'energia', a: 1 });
      await puntos.save(tx, { ...base, id: foreign, empresa_id: 2, fuente: watts, magnitud: 'potencia', a: 1 });
    });
    const own = async (id: number) => (await field.first.rows()).valores.filter(([, punto]) => punto === id);
    await eventually(async () => expect((await own(power)).length).toBeGreaterThan(1));
    const rows = new Map((await rowsOf(field)).filter(([id]) => id === dispositivo_id).map((row) => [row[1], row]));
    const at = (campo: MeasurementField, ts: number | null) =>
      rows.get(ts ?? 0)?.[2 + MEASUREMENT_FIELDS.indexOf(campo)] ?? NaN;
    // Hundredths of W and Wh; the points keep tenths of W and Wh.
    for (const [, , ts = 0, kept] of await own(power)) expect(kept).toBe(Math.round(at('total_act_power', ts) / 5));
    for (const [, , ts = 0, kept] of await own(energy)) expect(kept).toBe(Math.round(at('energia', ts) / 100));
    const times = (await own(power)).map(([, , ts]) => ts);
    expect(new Set(times).size).toBe(times.length);
    expect(await own(foreign)).toEqual([]);
    const [last] = await field.first.app.get(MedidasService).last([power]);
    expect(last?.ts).toBe(times.at(-1));
  });

  it.concurrent('a suspended device is not asked about, until it is reactivated', async () => {
    const account = field.cloud.account();
    const one = await field.device(account, 'plus1', { suspendido: 1, activo: 0 });
    const other = await field.device(account, 'plus1');
    await eventually(() => expect(account.log.length).toBeGreaterThan(1));
    expect(account.log.flatMap(({ ids }) => ids)).not.toContain(one.device.id);
    expect(account.log.flatMap(({ ids }) => ids)).toContain(other.device.id);
    await field.register({ id: one.id, shelly_id: one.device.id, auth_key: account.key });
    await eventually(() => expect(account.log.flatMap(({ ids }) => ids)).toContain(one.device.id));
  });

  const truths: [MisbehaviourKind, string][] = [
    ['slow', 'nube_sin_respuesta'],
    ['drop', 'nube_sin_respuesta'],
    ['server_error', 'nube_con_error'],
    ['garbage', 'respuesta_ilegible'],
    ['truncated', 'respuesta_ilegible'],
    ['huge', 'respuesta_ilegible'],
    ['redirect', 'nube_con_error'],
    ['wrong_key', 'clave_invalida'],
    ['empty_401', 'clave_invalida'],
    ['max_req', 'limite'],
    ['too_many', 'limite'],
  ];
  it.concurrent.each(truths)(
    'a cloud that is %s: the screen says %s, and is right again by itself',
    async (kind, motivo) => {
      const account = field.cloud.account();
      const { id } = await field.device(account, 'plus1pm');
      await field.observe(id);
      await eventually(async () => expect((await field.live(id)).online).toBe(true));
      account.misbehave(kind);
      await eventually(async () => expect((await field.live(id)).motivo).toBe(motivo));
      const told = await field.live(id);
      // A rate limit leaves the state of a moment ago valid.
      if (motivo !== 'limite') expect(told).toMatchObject({ online: false, estado: { estado: null }, metricas: null });
      await field.observe(id);
      account.misbehave(null);
      await eventually(async () => expect(await field.live(id)).toMatchObject({ online: true, motivo: null }));
      expect(account.violations).toBe(0);
    },
  );

  it.concurrent('one refusal of the key is no proof: the device stays as it was', async () => {
    const account = field.cloud.account();
    const { id } = await field.device(account, 'plus1pm');
    await field.live(id, { forzar: true });
    account.misbehave('wrong_key', { times: 1 });
    const during = await field.live(id, { forzar: true });
    expect(during.motivo).not.toBe('clave_invalida');
    await eventually(async () => expect(await field.live(id)).toMatchObject({ online: true, motivo: null }));
  });

  it.concurrent('a device of no account, one that is off, and one whose meter failed each say so', async () => {
    const account = field.cloud.account();
    const off = await field.device(account, 'plus1');
    off.device.setOnline(false, Date.now());
    const failed = await field.device(account, 'pro3em');
    failed.device.meterFailed = true;
    const unknown = await field.register({ shelly_id: 'aaaaaaaaaaaa', auth_key: account.key });
    expect(await field.live(unknown, { forzar: true })).toMatchObject({
      online: false,
      motivo: 'dispositivo_desconocido',
    });
    expect(await field.live(off.id, { forzar: true })).toMatchObject({ online: false, motivo: 'sin_conexion' });
    expect(await field.live(failed.id, { forzar: true })).toMatchObject({ online: true, motivo: 'medidor_con_falla' });
    await expect(field.metrics(off.id)).rejects.toMatchObject({ codigo: 'dispositivo_sin_conexion' });
  });

  it.concurrent('a device that got another id, key or company shows nothing of what it was', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1pm');
    await field.live(id, { forzar: true });
    account.misbehave('slow');
    await field.register({ id, shelly_id: device.id, auth_key: account.key, empresa_id: 2 });
    const theirs = { ...admin, empresa_id: 2 };
    expect(await field.live(id, { caller: theirs })).toMatchObject({ online: false, ts_ms: null, metricas: null });
    account.misbehave(null);
  });

  it('after the volatile Redis was emptied, what was known is still known and reading goes on by itself', async () => {
    const account = field.cloud.account();
    const { id } = await field.device(account, 'plus1pm');
    const before = await field.live(id, { forzar: true });
    await field.parts.volatile.client().flushall();
    account.forgetCounts();
    expect((await field.live(id)).ts_ms).toBeGreaterThanOrEqual(before.ts_ms ?? Infinity);
    await eventually(() => expect(account.log.length).toBeGreaterThan(1));
  });
});
