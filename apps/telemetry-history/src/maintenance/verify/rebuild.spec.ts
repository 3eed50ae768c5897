import { monthOf } from '../partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';
import { rebuild } from './rebuild.js';
import { verificar } from './verification.js';

const T = Date.UTC(2026, 2, 10, 18);
const MINUTE = 60_000;
const DERIVED_ONES = ['lecturas_15m', 'transiciones', 'estado_actual'];

describe('derived tables that are rebuilt', () => {
  let history: TestHistory;

  beforeEach(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(T)]);
    await history.writer().save({
      lecturas: Array.from({ length: 40 }, (_, i) => ({
        placa_id: 7,
        pin: 15,
        ts: T + i * MINUTE,
        temperatura: 2_000 + i,
        humedad: i % 3 === 0 ? null : 5_000 - i,
      })),
      estados: Array.from({ length: 40 }, (_, i) => ({
        placa_id: 7,
        ts: T + i * MINUTE,
        ...(i % 7 < 3 ? { on_lo: 16, off_lo: 32 } : { on_lo: 32, off_lo: 16 }),
        on_hi: 0,
        off_hi: 0,
      })),
    });
  });
  afterEach(() => history.stop());

  const todo = () =>
    Promise.all(
      DERIVED_ONES.map((tabla) => history.query(`SELECT to_jsonb(t) AS fila FROM ${tabla} t ORDER BY to_jsonb(t)`)),
    );

  it('is what ingest had made of the same rows, to the digit', async () => {
    const antes = await todo();
    await history.query(`TRUNCATE ${DERIVED_ONES.join(', ')}`);
    expect(await rebuild(history.url)).toEqual({ placas: 1, dispositivos: 0, puntos: 0 });
    expect(await todo()).toEqual(antes);
  });

  it('takes the place of what was wrong, and of what belongs to nothing', async () => {
    const antes = await todo();
    await history.query('UPDATE lecturas_15m SET suma_temperatura = suma_temperatura + 1');
    await history.query(
      `INSERT INTO lecturas_15m SELECT placa_id + 1, pin, ts, 1, 1, 1, 1, 1, 1, 1, 1 FROM lecturas_15m LIMIT 1`,
    );
    await history.query('UPDATE transiciones SET estado = 1 - estado');
    await rebuild(history.url);
    expect(await todo()).toEqual(antes);
    expect((await verificar(history.url)).differences).toEqual([]);
  });

  it('leaves alone what only rows that retention has dropped could tell', async () => {
    await history.query(`DELETE FROM lecturas; DELETE FROM estados`);
    await history.query(
      `INSERT INTO retencion (tabla, desde) VALUES ('lecturas', $1::timestamptz), ('estados', $1::timestamptz)`,
      [new Date(T + 60 * MINUTE)],
    );
    const antes = await todo();
    await rebuild(history.url);
    expect(await todo()).toEqual(antes);
  });

  it('is known to ingest, which goes on from it', async () => {
    const writer = history.writer();
    const save = (i: number, on: boolean) =>
      writer.save({
        lecturas: [],
        estados: [{ placa_id: 7, ts: T + i * MINUTE, on_lo: on ? 16 : 0, off_lo: on ? 0 : 16, on_hi: 0, off_hi: 0 }],
      });
    await save(50, true);
    await history.query(`UPDATE estados SET encendidos = 0, apagados = 16 WHERE ts = $1`, [new Date(T + 50 * MINUTE)]);
    await rebuild(history.url);
    await save(51, true);
    expect((await verificar(history.url)).differences).toEqual([]);
  });
});
