import { AccountRunner } from './account-runner.js';
import { until } from '../../gateway.fixture.js';
import { Field } from '../field.fixture.js';
import { AccountSlots } from './slots.js';

/** A cloud that is quicker than the vendor's, so that many requests are soon sent. */
const INTERVAL_MS = 250;

describe('one request a second per account', () => {
  let field: Field;
  /** Its requests and commands are counted, so it has one account only. */
  let counted: Field;

  beforeAll(async () => {
    const env = { RELAY_POLL_WATCHED_MS: '1000', RELAY_POLL_MS: '1000' };
    [field, counted] = await Promise.all([
      Field.start({ gateways: 2, env }),
      Field.start({ gateways: 2, env, interval_ms: INTERVAL_MS }),
    ]);
    for (const { app } of counted.gateways) app.get(AccountSlots).spacing_ms -= 1_000 - INTERVAL_MS;
  });
  afterAll(() => Promise.all([field?.stop(), counted?.stop()]));

  it.concurrent(
    'fifty commands at once through two gateways are paced, none lost and none doubled, among polls',
    async () => {
      const account = counted.cloud.account();
      const devices = [];
      for (let n = 0; n < 50; n++) devices.push(await counted.device(account, 'plus1'));
      const answers = await Promise.all(
        devices.map(({ id }, n) =>
          counted.command(id, 'on', { gateway: counted.gateways[n % 2] as (typeof counted.gateways)[0] }),
        ),
      );
      expect(new Set(answers.map(({ comando_id }) => comando_id)).size).toBe(50);
      const comandos = () => counted.ledger();
      // No command may count as confirmed before its read-back.
      const early = await comandos();
      expect(early.some(({ estado }) => estado === 'solicitado' || estado === 'enviado')).toBe(true);
      await until(async () => (await comandos()).every(({ estado }) => estado === 'confirmado'));
      expect(await comandos()).toHaveLength(50);
      for (const { device } of devices) expect(device.acted.map(({ on }) => on)).toEqual([true]);
      expect(account.violations).toBe(0);
      expect(account.log.filter(({ action }) => action === 'command')).toHaveLength(50);
      const arrivals = account.log.map(({ at }) => at);
      const gaps = arrivals.slice(1).map((at, i) => at - (arrivals[i] as number));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS);
      const total = async (name: string): Promise<number> => {
        const counts = await Promise.all(counted.gateways.map((gateway) => gateway.metric(name)));
        return counts.reduce((sum, count) => sum + count, 0);
      };
      expect(await total('acequia_commands_total')).toBe(50);
      // Polls continue: a request is counted when its answer arrives.
      await until(async () => (await total('acequia_relay_cloud_requests_total')) === account.log.length);
    },
  );

  it.concurrent('a slot of a dead instance is free again, and one that sent nothing at once', async () => {
    const [one, two] = field.gateways.map(({ app }) => app.get(AccountSlots)) as [AccountSlots, AccountSlots];
    const never = (): boolean => false;
    const unused = await one.take('prueba', 1_000, never);
    await unused?.end();
    const held = await two.take('prueba', 200, never);
    expect(held).not.toBeNull();
    expect(await one.take('prueba', 300, never)).toBeNull();
    // This holder never ends its slot, so the slot expires.
    expect(await one.take('prueba', 12_000, never)).not.toBeNull();
  });

  it.concurrent('what an instance that died left sent is read back by another, and not sent again', async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1');
    await field.live(id, { forzar: true });
    const [cuenta] = await field.first.sql<{ cuenta: string }>('SELECT cuenta FROM dispositivos WHERE id = $1', [id]);
    // The state after a crash between claiming and sending: it is unknown whether the command left.
    device.switch(true, Date.now(), 'v2');
    await field.first.sql(
      `INSERT INTO comandos (entidad, entidad_id, empresa_id, via, accion, estado, vence_en, enviado_en, releer_en)
       VALUES ('dispositivo', $1, 1, $2, 'on', 'enviado', now() + interval '1 minute', now() - interval '5 s', now() - interval '4 s')`,
      [id, cuenta?.cuenta],
    );
    await until(async () => (await field.ledger({ dispositivo_id: id }))[0]?.estado === 'confirmado');
    expect(account.log.filter(({ action }) => action === 'command')).toHaveLength(0);
  });

  it('a stopped gateway leaves its commands to the other', async () => {
    const account = field.cloud.account();
    const third = await field.gateway();
    const { id, device } = await field.device(account, 'plus1');
    await field.live(id, { forzar: true });
    // This instance gets the command and stops before the account's slot.
    third.app.get(AccountRunner).wake = () => undefined;
    const asked = field.command(id, 'on', { gateway: third }).catch(() => undefined);
    await until(async () => (await field.ledger({ dispositivo_id: id })).length === 1);
    await third.stop();
    await asked;
    await until(async () => (await field.ledger({ dispositivo_id: id }))[0]?.estado === 'confirmado');
    expect(device.acted).toHaveLength(1);
  });
});
