import { AppError, KNOWN_TO_NOBODY } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { RunnerField } from './runner.fixture.js';

let field: RunnerField;

beforeAll(async () => {
  field = await RunnerField.start();
});
afterAll(() => field?.stop());

const byPerson = (id: number, accion: 'on' | 'off', max_s: number | null): Promise<unknown> =>
  field.query(
    `INSERT INTO ordenes_de_personas (entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts, rev)
     VALUES ('switch', $1, 1, $2, $3, 7, $4, 1)`,
    [id, accion, max_s, Date.now()],
  );
/** A turn that a person's ON of five minutes would end early. */
const shortened = async (id = field.next++): Promise<number> => {
  await field.switchTurn([], { switch_id: id });
  await eventually(async () => expect(await field.rowOf({ switch_id: id })).toMatchObject({ ordenado: true }));
  await byPerson(id, 'on', 300);
  return id;
};
const renewalsOf = (id: number) => field.switchOrders.filter((order) => order.id === id);
const turnedOff = (id: number): Promise<unknown> => byPerson(id, 'off', null);

describe('a turn of a switch that the service runs', () => {
  it.concurrent('is followed when the instance died while starting it late', async () => {
    const began = Date.now() - 400_000;
    const died = { estado: 'en_curso', fijo: true, inicio: began, real_inicio: began, orden_en: began };
    const id = await field.switchTurn([], died);
    await eventually(async () =>
      expect(await field.rowOf({ switch_id: id })).toMatchObject({ estado: 'en_curso', ordenado: true }),
    );
    expect(field.attemptsOf(id)).toEqual([]);
  });

  it.concurrent('is not turned on again when a person turned it off after the instance died', async () => {
    const began = Date.now() - 60_000;
    const died = { estado: 'en_curso', fijo: true, inicio: began, real_inicio: began, orden_en: Date.now() };
    const id = await field.switchTurn([], died);
    await turnedOff(id);
    await field.query('UPDATE turnos SET orden_en = $2 WHERE switch_id = $1', [id, began]);
    await eventually(async () =>
      expect(await field.rowOf({ switch_id: id })).toMatchObject({ estado: 'en_curso', ordenado: true }),
    );
    expect(field.attemptsOf(id)).toEqual([]);
  });

  it.concurrent('is not started any more once a person turned its switch off while it waits', async () => {
    const id = await field.switchTurn(Array(60).fill(new AppError('switch_enclavado')));
    await eventually(() => expect(field.attemptsOf(id).length).toBeGreaterThan(0));
    // device-gateway refuses it meanwhile if it knows of a newer OFF than this service does.
    const [row] = await field.query<{ inicio: string }>('SELECT inicio FROM turnos WHERE switch_id = $1', [id]);
    expect(field.attemptsOf(id)[0]?.no_apagado_desde).toBe(Number(row?.inicio));
    await turnedOff(id);
    const motivo = expect.stringMatching(/^Lo apagó /);
    await eventually(async () =>
      expect(await field.rowOf({ switch_id: id })).toMatchObject({ estado: 'omitido', motivo }),
    );
  });

  it.concurrent('whose switch a person turned on before lasts to the later of both ends', async () => {
    const id = field.next++;
    await byPerson(id, 'on', 3_600);
    await field.switchTurn([], { switch_id: id });
    await eventually(() => expect(field.attemptsOf(id)).toHaveLength(1));
    expect(field.attemptsOf(id)[0]?.duracion_s).toBeGreaterThan(3_000);
  });

  it.concurrent('is renewed when a person turns it on for less than is left of it', async () => {
    const id = await shortened();
    await eventually(() => expect(renewalsOf(id)).toHaveLength(1));
    const [order] = await field.query<{ ts: string }>('SELECT ts FROM ordenes_de_personas WHERE entidad_id = $1', [id]);
    expect(renewalsOf(id)[0]).toMatchObject({ accion: 'on', no_apagado_desde: Number(order?.ts) });
    expect(renewalsOf(id)[0]?.duracion_s).toBeGreaterThan(400);
  });

  it('is renewed again when the order to renew it did not go through', async () => {
    const id = field.next++;
    field.failing.set(id, [new AppError('servicio_no_disponible')]);
    await shortened(id);
    await eventually(() => expect(renewalsOf(id)).toHaveLength(1));
    // As if the time until the next attempt had passed.
    await field.query('UPDATE turnos SET renovar_en = 0 WHERE switch_id = $1', [id]);
    await eventually(() => expect(renewalsOf(id)).toHaveLength(2));
    await eventually(async () =>
      expect(await field.query('SELECT renovar_en FROM turnos WHERE switch_id = $1', [id])).toEqual([
        { renovar_en: null },
      ]),
    );
  });

  it('is not turned on again once the ON of the person has ended', async () => {
    const id = field.next++;
    field.failing.set(id, [new AppError('servicio_no_disponible')]);
    await shortened(id);
    await eventually(() => expect(renewalsOf(id)).toHaveLength(1));
    // As if its time, and that until the next attempt, had passed.
    await field.query(
      `WITH o AS (UPDATE ordenes_de_personas SET ts = ts - 301000 WHERE entidad = 'switch' AND entidad_id = $1)
       UPDATE turnos SET orden_en = orden_en - 301000, renovar_en = 0 WHERE switch_id = $1`,
      [id],
    );
    const other = await shortened();
    await eventually(() => expect(renewalsOf(other)).toHaveLength(1));
    // Whoever claimed the other turn would have claimed this one too.
    expect(await field.query('SELECT renovar_en FROM turnos WHERE switch_id = $1', [id])).toEqual([
      { renovar_en: '0' },
    ]);
    expect(renewalsOf(id)).toHaveLength(1);
  });

  it('is not turned on again when a person turns it off just before', async () => {
    const id = field.next++;
    await field.query(
      `CREATE FUNCTION turn_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         UPDATE ordenes_de_personas SET accion = 'off', max_s = NULL WHERE entidad = 'switch' AND entidad_id = NEW.switch_id;
         RETURN NULL;
       END $$`,
    );
    await field.query(
      `CREATE TRIGGER turn_off AFTER UPDATE OF renovar_en ON turnos FOR EACH ROW WHEN (NEW.switch_id = ${id})
       EXECUTE FUNCTION turn_off()`,
    );
    await shortened(id);
    await eventually(async () =>
      expect(
        await field.query(
          `SELECT t.renovar_en, o.accion FROM turnos t JOIN ordenes_de_personas o ON o.entidad_id = t.switch_id
           WHERE t.switch_id = $1 AND o.entidad = 'switch'`,
          [id],
        ),
      ).toEqual([{ renovar_en: null, accion: 'off' }]),
    );
    expect(renewalsOf(id)).toEqual([]);
  });

  it('names its program in the order to device-gateway', async () => {
    const id = await field.switchTurn([]);
    const plan = { codigo: 'programa', nombre: 'Riego' };
    await eventually(() => expect(field.attemptsOf(id)[0]).toMatchObject({ plan }));
  });

  it('is ordered together with the others that are due; one that is refused keeps none of them', async () => {
    const ids = Array.from({ length: 12 }, () => field.next++);
    const [unlucky = 0, ...lucky] = ids;
    field.refused.add(unlucky);
    const row = { placa_id: 1, dispositivo_id: null, estado: 'omitido' };
    await Promise.all(ids.map((switch_id) => field.turn({ ...row, turno_id: `1-s${switch_id}`, switch_id })));
    await field.query(`UPDATE turnos SET estado = 'previsto' WHERE switch_id = ANY($1)`, [ids]);
    const state = (id: number): Promise<{ estado: string; ordenado: boolean; motivos: unknown }[]> =>
      field.query('SELECT estado, ordenado, motivos FROM turnos WHERE switch_id = $1', [id]);
    const begun = { estado: 'en_curso', ordenado: true, motivos: null };
    for (const id of lucky) await eventually(async () => expect(await state(id)).toEqual([begun]));
    await eventually(async () =>
      expect(await state(unlucky)).toMatchObject([
        {
          estado: 'omitido',
          motivos: [{ codigo: 'dicho', frase: { codigo: 'bloqueado', nombre: 'Rosa', motivo: 'Fuga' } }],
        },
      ]),
    );
    const ordered = field.bulk.flat().filter(({ id }) => ids.includes(id));
    expect(ordered.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
    expect(ordered.every(({ duracion_s }) => duracion_s > 500 && duracion_s <= 600)).toBe(true);
    // Both instances may have claimed some.
    expect(field.bulk.filter((calls) => calls.some(({ id }) => ids.includes(id))).length).toBeLessThanOrEqual(2);
  });

  it.concurrent.each([
    ['an interlock', new AppError('switch_enclavado')],
    ['the rest of its motor', new AppError('switch_en_reposo', { wait_s: 1 })],
    ['an absent service', new AppError('servicio_no_disponible')],
  ])('starts as soon as %s no longer hinders it, and ends when it would have', async (_, obstacle) => {
    const id = await field.switchTurn([obstacle, obstacle]);
    await eventually(async () =>
      expect(await field.rowOf({ switch_id: id })).toMatchObject({ estado: 'en_curso', ordenado: true }),
    );
    const [before, , after] = field.attemptsOf(id);
    expect(field.attemptsOf(id)).toHaveLength(3);
    expect(after?.duracion_s).toBeLessThan(before?.duracion_s ?? 0);
    expect((await field.rowOf({ switch_id: id })).segundos).toBeLessThan(600);
  });

  it.concurrent('is lost with the reason of the refusal when its time to start is nearly over', async () => {
    const id = await field.switchTurn([new AppError('switch_enclavado')], {
      inicio: Date.now() - 3_400_000,
      tarde_s: 3_600,
    });
    const motivo = 'Un enclavamiento no deja encender el switch';
    await eventually(async () =>
      expect(await field.rowOf({ switch_id: id })).toMatchObject({ estado: 'perdido', motivo }),
    );
    expect(await field.toldTo(KNOWN_TO_NOBODY, id)).toBe(motivo);
    expect(field.attemptsOf(id)).toHaveLength(1);
  });

  it.concurrent.each([
    ['is paused', 'UPDATE programas SET pausado = 1 WHERE id = $1', 'El programa está en pausa'],
    ['is deactivated', 'UPDATE programas SET activo = 0 WHERE id = $1', 'El programa está desactivado'],
    ['is deleted', 'DELETE FROM programas WHERE id = $1', 'Se eliminó el programa'],
    [
      'waters nothing by «No regar»',
      `INSERT INTO no_regar (empresa_id, desde, hasta, motivo) VALUES ($1, 0, 4102444800000, 'Lluvia')`,
      expect.stringMatching(/^No regar hasta .*: Lluvia$/),
    ],
  ])('is not started any more once its program %s while it waits', async (_, change, motivo) => {
    const programa_id = 100 + field.next++;
    await field.program(programa_id);
    const obstacle = new AppError('switch_enclavado');
    const id = await field.switchTurn(Array(60).fill(obstacle), { programa_id, empresa_id: programa_id });
    await eventually(() => expect(field.attemptsOf(id).length).toBeGreaterThan(0));
    await field.query(change, [programa_id]);
    await eventually(async () =>
      expect(await field.rowOf({ switch_id: id })).toMatchObject({ estado: 'omitido', motivo }),
    );
    expect(field.obstacles.get(id)?.length).toBeGreaterThan(0);
  });
});
