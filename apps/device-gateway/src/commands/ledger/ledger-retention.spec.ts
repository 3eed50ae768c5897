import { Gateway, Parts } from '../../gateway.fixture.js';
import { LedgerRetention } from './ledger-retention.js';

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
});
