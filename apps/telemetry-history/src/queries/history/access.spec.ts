import type { Caller } from '@acequia/contracts';
import type { GrantsReader } from '@acequia/service-kit';
import { truncate } from '@acequia/testing';
import { TestHistory } from '../../test/database.fixture.js';
import { AccessService, type Sensor } from './access.service.js';

const persona = (rol: 'admin_empresa' | 'usuario', empresa_id: number): Caller => ({
  tipo: 'persona',
  usuario_id: 5,
  rol,
  empresa_id,
  sid: 's',
});
const UNO = persona('admin_empresa', 1);

describe('reading a sensor ahead of the look at whose it is', () => {
  let history: TestHistory;
  let acceso: AccessService;
  let asignados: number[];

  beforeAll(async () => {
    history = await TestHistory.start();
  });
  afterAll(() => history.stop());
  beforeEach(async () => {
    await truncate((sql) => history.query(sql), 'empresas, switches, cableado');
    await history.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'UTC'), (2, 'Dos', 'UTC')`);
    await history.query(`INSERT INTO switches (id, empresa_id, nombre, zona) VALUES (1, 1, 'A', 'Norte')`);
    await wire(15);
    asignados = [1];
    const grants = { ofCaller: async () => ({ switches: asignados }) } as unknown as GrantsReader;
    acceso = new AccessService(history.dataSource, grants);
  });

  const wire = async (pin: number): Promise<void> => {
    await history.query(`UPDATE cableado SET hasta = '2026-01-01' WHERE hasta = 'infinity'`);
    await history.query(
      `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado)
       SELECT 1, 1, 'sensor', 7, $1, coalesce(max(hasta), '-infinity'), 'infinity', now() FROM cableado`,
      [pin],
    );
  };
  const pines = ({ cables }: Sensor): Promise<number[]> => Promise.resolve(cables.map(({ pin }) => pin));
  const leer = (caller: Caller = UNO) => acceso.readSensor(caller, 1, pines);
  const FOREIGN = { codigo: 'no_encontrado' };

  it('tells where the sensor has been since always, or from when until when', async () => {
    await wire(16);
    const hasta = Date.parse('2026-01-01T00:00:00Z');
    expect(await acceso.readSensor(UNO, 1, ({ cables }) => Promise.resolve(cables))).toEqual([
      { placa_id: 7, pin: 15, desde: -Infinity, hasta },
      { placa_id: 7, pin: 16, desde: hasta, hasta: Infinity },
    ]);
  });

  it('begins with what was seen last, once it has been seen', async () => {
    const { dataSource } = history;
    const vistas: number[] = [];
    let looks = 0;
    const spy = new AccessService(
      new Proxy(dataSource, {
        get: (target, key) =>
          key === 'query'
            ? async (...args: Parameters<typeof dataSource.query>) => {
                const rows: unknown = await target.query(...args);
                looks += 1;
                return rows;
              }
            : (Reflect.get(target, key) as unknown),
      }),
      {} as GrantsReader,
    );
    const note = (): Promise<number> => Promise.resolve(vistas.push(looks));
    await spy.readSensor(UNO, 1, note);
    await spy.readSensor(UNO, 1, note);
    // The second read started before its own check had ended, and its result was used.
    expect(vistas).toEqual([1, 1]);
    expect(looks).toBe(2);
  });

  it('answers with the wiring of now when it was changed meanwhile', async () => {
    expect(await leer()).toEqual([15]);
    await wire(16);
    expect(await leer()).toEqual([15, 16]);
    expect(await leer()).toEqual([15, 16]);
  });

  it("answers in the company's zone of now", async () => {
    const zona = () => acceso.readSensor(UNO, 1, ({ zona_horaria }) => Promise.resolve(zona_horaria));
    expect(await zona()).toBe('UTC');
    await history.query(`UPDATE empresas SET zona_horaria = 'America/Tijuana' WHERE id = 1`);
    expect(await zona()).toBe('America/Tijuana');
  });

  it.each([
    ['deleted', 'UPDATE switches SET eliminado = true'],
    ["another company's", 'UPDATE switches SET empresa_id = 2'],
  ])('answers nothing of a switch that is %s since it was last seen', async (_name, cambio) => {
    expect(await leer()).toEqual([15]);
    await history.query(cambio);
    await expect(leer()).rejects.toMatchObject(FOREIGN);
    await expect(leer()).rejects.toMatchObject(FOREIGN);
  });

  it('answers nothing to whom it was never, or is no longer, assigned', async () => {
    expect(await leer(persona('usuario', 1))).toEqual([15]);
    asignados = [];
    await expect(leer(persona('usuario', 1))).rejects.toMatchObject(FOREIGN);
  });

  it("reads nothing ahead for another company's people", async () => {
    await leer();
    let lecturas = 0;
    const foreignOne = acceso.readSensor(persona('admin_empresa', 2), 1, () => Promise.resolve((lecturas += 1)));
    await expect(foreignOne).rejects.toMatchObject(FOREIGN);
    expect(lecturas).toBe(0);
  });

  it('refuses whom it must, even when the reading ahead fails', async () => {
    await leer();
    await history.query('UPDATE switches SET eliminado = true');
    const failed = acceso.readSensor(UNO, 1, () => Promise.reject(new Error('no pudo')));
    await expect(failed).rejects.toMatchObject(FOREIGN);
  });
});
