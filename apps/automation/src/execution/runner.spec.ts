import { AppError } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { RunnerField, type Row } from './runner.fixture.js';

let field: RunnerField;

beforeAll(async () => {
  field = await RunnerField.start();
});
afterAll(() => field?.stop());

const inState = (dispositivo_id: number, estado: string): Promise<Row> =>
  eventually(async () => {
    const row = await field.rowOf({ dispositivo_id });
    if (row.estado !== estado) throw new Error(`is ${row.estado}`);
    return row;
  });

describe('a turn that the service runs', () => {
  it.concurrent('is ordered once by two instances, with the time after which the device turns itself off', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => field.turn()));
    await Promise.all(ids.map((id) => inState(id, 'en_curso')));
    await eventually(() => expect(ids.every((id) => field.ordersOf(id).length > 0)).toBe(true));
    for (const id of ids) {
      expect(field.ordersOf(id)).toHaveLength(1);
      expect(field.ordersOf(id)[0]).toMatchObject({ accion: 'on', no_apagado_desde: expect.any(Number) });
      expect(field.ordersOf(id)[0]?.duracion_s).toBeGreaterThan(500);
    }
  });

  it.concurrent('is ended by another instance when the one that began it was killed', async () => {
    const now = Date.now();
    const id = await field.turn({
      estado: 'en_curso',
      fijo: true,
      ordenado: true,
      inicio: now - 599_000,
      real_inicio: now - 599_000,
    });
    field.note(id, 'on', now - 599_000);
    expect(await inState(id, 'cumplido')).toMatchObject({ motivo: null, real_segundos: 600 });
    await eventually(() => expect(field.ordersOf(id).map(({ accion }) => accion)).toEqual(['off']));
  });

  it.concurrent(
    'is ordered for its remaining time when the instance was killed before it wrote that down',
    async () => {
      const now = Date.now();
      const began = now - 60_000;
      const id = await field.turn({
        estado: 'en_curso',
        fijo: true,
        inicio: began,
        real_inicio: began,
        orden_en: began,
      });
      await eventually(() => expect(field.ordersOf(id)).toHaveLength(1));
      const { duracion_s = 0 } = field.ordersOf(id)[0] ?? {};
      expect(duracion_s).toBeGreaterThan(400);
      expect(duracion_s).toBeLessThanOrEqual(540);
      expect((await field.rowOf({ dispositivo_id: id })).estado).toBe('en_curso');
    },
  );

  it.concurrent('is turned on once when the instance died after its ON, in time or late', async () => {
    for (const ago of [60_000, 400_000]) {
      const began = Date.now() - ago;
      const id = field.next++;
      field.note(id, 'on', began);
      await field.turn({
        dispositivo_id: id,
        estado: 'en_curso',
        fijo: true,
        inicio: began,
        real_inicio: began,
        orden_en: began,
      });
      await eventually(async () =>
        expect(await field.rowOf({ dispositivo_id: id })).toMatchObject({ estado: 'en_curso', ordenado: true }),
      );
      expect(field.ordersOf(id)).toEqual([]);
    }
  });

  it.concurrent('gets no OFF at its end while the device’s next turn runs', async () => {
    const now = Date.now();
    const ended = { estado: 'en_curso', fijo: true, ordenado: true, inicio: now - 600_000, real_inicio: now - 600_000 };
    const id = field.next++;
    field.note(id, 'on', now - 600_000);
    await field.turn({
      dispositivo_id: id,
      turno_id: `1-next-d${id}`,
      estado: 'en_curso',
      ordenado: true,
      real_inicio: now,
      orden_en: now,
    });
    await field.turn({ ...ended, turno_id: `1-first-d${id}`, dispositivo_id: id });
    await eventually(async () => {
      const [row] = await field.query<Row>('SELECT estado FROM turnos WHERE turno_id = $1', [`1-first-d${id}`]);
      expect(row?.estado).toBe('cumplido');
    });
    // The end of another device shows that orders of that look have been given.
    const other = await field.turn(ended);
    await eventually(() => expect(field.ordersOf(other).map(({ accion }) => accion)).toEqual(['off']));
    expect(field.ordersOf(id)).toEqual([]);
  });

  it('is not delayed by a cloud that does not answer another', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    // One for each instance.
    for (const hung of [field.next, field.next + 1]) {
      field.hanging.set(hung, answered);
      await field.turn();
      await eventually(() => expect(field.ordersOf(hung)).toHaveLength(1));
    }
    const ids = [await field.turn(), await field.turn(), await field.turn()];
    await Promise.all(ids.map((id) => eventually(() => expect(field.ordersOf(id)).toHaveLength(1))));
    answer();
  });

  it.concurrent('is lost when no instance ran in time, and nothing is turned on', async () => {
    const late = Date.now() - 400_000;
    const never = await field.turn({ inicio: late });
    const killed = await field.turn({ estado: 'en_curso', inicio: late, real_inicio: late, orden_en: late });
    for (const id of [never, killed]) {
      expect(await inState(id, 'perdido')).toMatchObject({ motivo: 'El servicio no estaba en marcha a su hora' });
      expect(field.ordersOf(id)).toEqual([]);
    }
  });

  it.concurrent(
    'is unconfirmed when the cloud never answered its ON, and done once the ledger has seen it on',
    async () => {
      const id = field.next++;
      field.refusals.set(id, new AppError('resultado_desconocido'));
      await field.turn({ dispositivo_id: id, segundos: 2 });
      await inState(id, 'en_curso');
      await eventually(() => expect(field.ordersOf(id)).toHaveLength(1));
      field.refusals.delete(id);
      expect(await inState(id, 'perdido')).toMatchObject({ confirmado: false, real_segundos: null, motivo: null });
      const order = field.ledger.find((one) => one.dispositivo_id === id && one.accion === 'on');
      if (order) order.estado = 'confirmado';
      await field.query('UPDATE turnos SET orden_en = 0 WHERE dispositivo_id = $1', [id]);
      expect(await inState(id, 'cumplido')).toMatchObject({ confirmado: true, real_segundos: 2 });
    },
  );

  it.concurrent('ends when a person turns its device off, and says who', async () => {
    const id = await field.turn();
    await inState(id, 'en_curso');
    await eventually(() => expect(field.ordersOf(id)).toHaveLength(1));
    const ts = Date.now() + 5_000;
    const byPerson = { usuario_id: 7, usuario_nombre: 'Lucía Armenta' };
    field.note(id, 'off', ts, byPerson);
    await field.query(
      `INSERT INTO ordenes_de_personas (entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts, rev)
       VALUES ('dispositivo', $1, 1, 'off', NULL, 7, $2, 1)`,
      [id, ts],
    );
    const { motivo, real_segundos } = await inState(id, 'parcial');
    expect(motivo).toBe('Lo apagó Lucía Armenta');
    expect(real_segundos).toBeLessThan(600);
    expect(field.ordersOf(id).map(({ accion }) => accion)).toEqual(['on']);
  });

  it.concurrent('waits for the decision on its conditions, and is lost without one', async () => {
    const programa_id = 100 + field.next++;
    await field.program(programa_id, { omitir: [{ tipo: 'helada', switch_id: 1, valor: 2 }] });
    const undecided = await field.turn({ programa_id, inicio: Date.now() - 1_000 });
    const late = await field.turn({ programa_id, inicio: Date.now() - 400_000 });
    await inState(late, 'perdido');
    const other = await field.turn();
    await inState(other, 'en_curso');
    expect(await field.rowOf({ dispositivo_id: undecided })).toMatchObject({ estado: 'previsto' });
    await field.query('UPDATE turnos SET decidido = true WHERE dispositivo_id = $1', [undecided]);
    await eventually(() => expect(field.ordersOf(undecided)).toHaveLength(1));
    expect(field.ordersOf(late)).toEqual([]);
  });

  it.concurrent('starts although its program allows no delay', async () => {
    const id = await field.turn({ tarde_s: 0 });
    await inState(id, 'en_curso');
    await eventually(() => expect(field.ordersOf(id)).toHaveLength(1));
  });

  it.concurrent('is lost with the words of who refused it', async () => {
    const id = field.next++;
    field.refusals.set(id, new AppError('comando_rechazado', { texto: 'La nube no sabe apagarlo sola.' }));
    await field.turn({ dispositivo_id: id });
    expect((await inState(id, 'perdido')).motivo).toBe('La nube no sabe apagarlo sola');
  });
});
