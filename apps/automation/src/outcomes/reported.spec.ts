import type { CorridaDePlaca } from '@acequia/contracts';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { asJson, NEVER_ON, type StoredMotivos } from '../storage/motivo.js';
import { motivoText } from '../storage/textos-motivos.js';
import { OutcomeService } from './outcome.service.js';

const BEGAN = 1_795_500_000;

describe('reports of a board', () => {
  let automation: Automation;
  let app: INestApplication;

  beforeAll(async () => {
    automation = await Automation.start();
    app = await automation.instance();
  });
  afterAll(() => automation?.stop());

  const report = (...corridas: CorridaDePlaca[]) =>
    app.get(DataSource).transaction((tx) => app.get(OutcomeService).reported(tx, { placa_id: 1, corridas }));
  const stored = async () => {
    const rows = await automation.query<{ turno_id: string } & StoredMotivos>(
      app,
      'SELECT turno_id, estado, real_segundos, motivo, motivos, confirmado FROM turnos ORDER BY turno_id',
    );
    return rows.map(({ motivo, motivos, ...row }) => ({ ...row, motivo: motivoText({ motivo, motivos }, 'UTC') }));
  };

  it('settle turns that their pin made perdido meanwhile, in any order and however often', async () => {
    for (const id of ['a', 'b', 'c'])
      await automation.query(
        app,
        `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via, con_enlace,
           tarde_s, estado, motivos, real_segundos, confirmado)
         VALUES ($1, 1, 1, 4, 1, 4, 1, $2, 600, 600, 'placa', 0, 0, 'perdido', $3, 0, true)`,
        [id, BEGAN * 1_000, asJson([NEVER_ON])],
      );
    const whole: CorridaDePlaca = { id: 'a', started: BEGAN, secs: 600, end: 'done' };
    const cut: CorridaDePlaca = { id: 'b', started: BEGAN, secs: 60, end: 'power' };
    const never: CorridaDePlaca = { id: 'c', started: null, secs: 0, end: 'locked' };
    await report(never);
    await report(cut, whole);
    const settled = await stored();
    expect(settled).toEqual([
      { turno_id: 'a', estado: 'cumplido', real_segundos: 600, motivo: null, confirmado: true },
      {
        turno_id: 'b',
        estado: 'parcial',
        real_segundos: 60,
        motivo: 'La placa se quedó sin corriente',
        confirmado: true,
      },
      { turno_id: 'c', estado: 'omitido', real_segundos: 0, motivo: 'El switch estaba bloqueado', confirmado: true },
    ]);
    await report(whole, never);
    await report(cut);
    expect(await stored()).toEqual(settled);
  });
});
