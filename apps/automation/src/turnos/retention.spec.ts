import { Automation } from '../automation.fixture.js';
import { RetentionService } from './retention.service.js';

describe('old turns', () => {
  let automation: Automation;
  beforeAll(async () => {
    automation = await Automation.start();
  });
  afterAll(() => automation?.stop());

  it('go after two seasons and the one before; newer ones stay', async () => {
    const app = await automation.instance();
    const now = Date.now();
    for (const [n, days] of [801, 799, 0].entries())
      await automation.query(
        app,
        `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace,
           tarde_s, estado) VALUES ($1, 1, 1, 1, $2, $2, 60, 60, 'placa', 0, 0, 'cumplido')`,
        [`1-${n}-s1`, now - days * 86_400_000],
      );
    expect(await app.get(RetentionService).purge(now)).toBe(1);
    expect(await automation.query(app, 'SELECT turno_id FROM turnos ORDER BY turno_id')).toEqual([
      { turno_id: '1-1-s1' },
      { turno_id: '1-2-s1' },
    ]);
  });
});
