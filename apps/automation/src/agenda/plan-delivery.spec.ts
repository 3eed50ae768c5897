import { AppError } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import { PlanDelivery } from './plan-delivery.service.js';

describe('handing plans to device-gateway', () => {
  let automation: Automation;
  let app: INestApplication;
  /** Revisions that board 1 was handed. */
  const handed: number[] = [];

  beforeAll(async () => {
    automation = await Automation.start({
      'device-gateway': {
        'placas.control': async ({ placa_id, rev }) => {
          if (placa_id !== 1) return { rev };
          handed.push(rev);
          if (rev < 3) throw new AppError('datos_invalidos');
          return { rev };
        },
      },
    });
    app = await automation.instance();
  });
  afterAll(() => automation?.stop());

  it('a refused plan does not hold up those of other boards', async () => {
    await automation.query(
      app,
      `INSERT INTO controles (placa_id, empresa_id, rev, reglas) VALUES (1, 1, 1, '[]'), (2, 1, 1, '[]')`,
    );
    await eventually(async () =>
      expect(await automation.query(app, 'SELECT placa_id, enviada FROM controles ORDER BY placa_id')).toEqual([
        { placa_id: 1, enviada: 0 },
        { placa_id: 2, enviada: 1 },
      ]),
    );
  });

  it('a refused plan is sent again once it has changed', async () => {
    await app.get(PlanDelivery).deliver();
    await app.get(PlanDelivery).deliver();
    expect(handed).toEqual([1]);
    for (const rev of [2, 3]) {
      await automation.query(app, 'UPDATE controles SET rev = $1 WHERE placa_id = 1', [rev]);
      await eventually(() => expect(handed).toContain(rev));
    }
    await eventually(async () =>
      expect(await automation.query(app, 'SELECT enviada FROM controles WHERE placa_id = 1')).toEqual([{ enviada: 3 }]),
    );
    expect(handed).toEqual([1, 2, 3]);
  });
});
