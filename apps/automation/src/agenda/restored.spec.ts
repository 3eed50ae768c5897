import type { CallRequest } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { ProjectionRepository } from '../storage/projection.repository.js';
import { PlanDelivery } from './plan-delivery.service.js';

const RUN = { id: '1-1-s1', pin: 4, at: 1_795_500_000, secs: 60, late_s: 0, link: 0 };

describe('agendas after one side was restored from a backup', () => {
  let automation: Automation;
  let app: INestApplication;
  const handed: CallRequest<'placas.agenda'>[] = [];
  let stored = 0;

  beforeAll(async () => {
    automation = await Automation.start({
      'device-gateway': {
        'placas.agenda': async (agenda) => {
          handed.push(agenda);
          stored = Math.max(stored, agenda.rev);
          return { rev: stored };
        },
      },
    });
    app = await automation.instance();
    await automation.query(app, `INSERT INTO placas VALUES (1, 1, 1, 'acequia', '', 0)`);
    await automation.query(
      app,
      'INSERT INTO agendas (placa_id, empresa_id, rev, hasta, corridas, enviada) VALUES (1, 1, 5, 1, $1, 5)',
      [JSON.stringify([RUN])],
    );
  });
  afterAll(() => automation?.stop());

  const revOf = async (): Promise<{ rev: number; enviada: number } | undefined> =>
    (await automation.query<{ rev: number; enviada: number }>(app, 'SELECT rev, enviada FROM agendas'))[0];

  it('count on from the newer revision that device-gateway has', async () => {
    stored = 12;
    await automation.query(app, 'UPDATE agendas SET enviada = 0');
    await eventually(async () => {
      await app.get(PlanDelivery).deliver();
      expect(await revOf()).toEqual({ rev: 13, enviada: 13 });
    });
    expect(handed.at(-1)?.rev).toBe(13);
  });

  it('are sent again when a board reports another revision', async () => {
    const before = handed.length;
    await app
      .get(DataSource)
      .transaction((tx) =>
        app.get(ProjectionRepository).planes(tx, { placa_id: 1, puede: ['agenda'], agenda_rev: 9, control_rev: null }),
      );
    await eventually(async () => {
      await app.get(PlanDelivery).deliver();
      expect(handed.length).toBeGreaterThan(before);
    });
  });
});
