import { Gateway, Parts } from '../../gateway.fixture.js';
import { LedgerRetention } from './ledger-retention.js';
import { LedgerRepository } from './ledger.repository.js';

describe('the ledger', () => {
  let parts: Parts;
  let gateway: Gateway;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(() => parts.stop());

  it('keeps a command for 400 days', async () => {
    await gateway.sql(
      `INSERT INTO comandos (entidad, entidad_id, empresa_id, via, accion, estado, vence_en, pedido_en)
       SELECT 'switch', days, 1, '', 'off', 'confirmado', now(), now() - make_interval(days => days)
         FROM unnest(ARRAY[399, 401]) AS d (days)`,
    );
    await gateway.app.get(LedgerRetention).purge();
    expect(await gateway.sql('SELECT entidad_id FROM comandos')).toEqual([{ entidad_id: 399 }]);
  });

  it('tells of the commands of some days: from the first moment on, before the last', async () => {
    const ledger = gateway.app.get(LedgerRepository);
    const rows = await gateway.sql(
      `INSERT INTO comandos (entidad, entidad_id, empresa_id, via, accion, estado, vence_en)
       VALUES ('switch', 7, 1, '', 'on', 'confirmado', now()) RETURNING round(extract(epoch FROM pedido_en) * 1000)::float8 AS ts`,
    );
    const { ts } = rows[0] as { ts: number };
    const listed = async (desde: number, hasta: number) =>
      (await ledger.list({ empresa_id: 1, entidad: 'switch', ids: [7], desde, hasta }, 10)).length;
    expect(await listed(ts - 1, ts + 1)).toBe(1);
    expect(await listed(ts + 1, ts + 1_000)).toBe(0);
    expect(await listed(ts - 1_000, ts - 1)).toBe(0);
  });
});
