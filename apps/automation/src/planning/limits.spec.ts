import { type Caller, CLIMA_LIMITS, PROGRAMA_LIMITS, type ProgramaSave, type ReglaClimaSave } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import { ReglasService } from '../clima/reglas.service.js';
import { PreviewService } from '../programas/preview.service.js';
import { ProgramasService } from '../programas/programas.service.js';
import { judge } from '../calculation/judge.js';

const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_global', empresa_id: null, sid: 's'.repeat(16) };
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

const base = (empresa_id: number, changes: Partial<ProgramaSave> = {}): ProgramaSave => ({
  empresa_id,
  nombre: 'Norte',
  activo: 1,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: ['05:00'],
  pasos: [{ switch_id: empresa_id, duracion_s: 600 }],
  sin_conexion: 'regar',
  ...changes,
});

/** 2.7 kB that ask for 13 million runs a day. */
const hostile = (empresa_id: number): ProgramaSave =>
  base(empresa_id, {
    nombre: 'Imposible',
    inicios: HOURS,
    pasos: Array.from({ length: 64 }, () => ({ switch_id: empresa_id, duracion_s: 86_400 })),
    remojo: { max_s: 30, pausa_s: 30 },
    porcentajes: Array<number>(12).fill(300),
  });

let automation: Automation;
let app: INestApplication;

beforeAll(async () => {
  automation = await Automation.start();
  app = await automation.instance();
});
afterAll(() => automation?.stop());

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);
const programas = (): ProgramasService => app.get(ProgramasService);

/** A company with a switch; both have the same id. */
const company = async (id: number): Promise<void> => {
  await query(
    `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo)
     VALUES ($1, $1, $1, 'Válvula', 'selenoide', 4, 1)`,
    [id],
  );
  await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES ($1, 'Rancho', 1, 'UTC')`, [id]);
};
const plant = async (programa: Partial<ProgramaSave>, empresa_id: number): Promise<number> => {
  const { nombre, ...definicion } = programa;
  const [row] = await query<{ id: number }>(
    `INSERT INTO programas (empresa_id, nombre, activo, pausado, definicion, version) VALUES ($1, $2, 1, 0, $3, 1) RETURNING id`,
    [empresa_id, nombre, JSON.stringify(definicion)],
  );
  await query('UPDATE empresas SET planear_en = 0 WHERE id = $1', [empresa_id]);
  return row?.id ?? 0;
};
const planned = async (empresa_id: number): Promise<void> =>
  eventually(async () => {
    const [row] = await query<{ n: number }>('SELECT count(*)::int AS n FROM turnos WHERE empresa_id = $1', [
      empresa_id,
    ]);
    expect(row?.n).toBeGreaterThan(0);
  });

describe('a program that nobody could water', () => {
  beforeAll(() => company(1));

  it('is refused when it is saved and when it is tried, before anything of it is expanded', async () => {
    const refusal = { codigo: 'datos_invalidos', texto: expect.stringContaining('el máximo es 200') as string };
    await expect(programas().crear(caller, hostile(1))).rejects.toMatchObject(refusal);
    await expect(app.get(PreviewService).of(caller, hostile(1))).rejects.toMatchObject(refusal);
    expect(await programas().list(caller, 1)).toEqual([]);
  });

  it('that is stored stops only itself: told to alerts, turned off and deleted as ever', async () => {
    const small = await programas().crear(caller, base(1));
    const id = await plant(hostile(1), 1);
    await eventually(async () =>
      expect(await programas().unplanned()).toEqual([
        {
          empresa_id: 1,
          apartada: 0,
          programas: [{ nombre: 'Imposible', motivo: expect.stringContaining('el máximo es 200') as string }],
        },
      ]),
    );
    await planned(1);
    expect((await programas().list(caller, 1)).map((one) => one.id)).toEqual([small.id, id]);
    expect(await programas().actualizar(caller, id, { ...hostile(1), activo: 0 })).toMatchObject({ id, activo: 0 });
    await eventually(async () => expect(await programas().unplanned()).toEqual([]));
    await programas().eliminar(caller, id);
    expect((await programas().list(caller, 1)).map((one) => one.id)).toEqual([small.id]);
  });
});

describe('the programs of a company', () => {
  it('are planned, the older ones first, up to what it may run in a day', () => {
    const all = PROGRAMA_LIMITS.RUNS_OF_EMPRESA;
    const wide = (id: number) => ({
      id,
      activo: 1 as const,
      pausado: 0 as const,
      definicion: base(1, {
        inicios: HOURS,
        pasos: Array.from({ length: 64 }, (_, n) => ({ switch_id: id * 100 + n, duracion_s: 180 })),
        remojo: { max_s: 60, pausa_s: 1 },
      }),
    });
    const { planned: some, impediments } = judge([wide(5), wide(2), wide(3), wide(4), wide(1)], { pumps: [] });
    expect(some.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect([...impediments]).toEqual([[5, expect.stringContaining(`el máximo es ${all}`)]]);
  });

  it('are refused past their limit, also inactive ones; those that are stored past it are changed as ever', async () => {
    await company(4);
    const off = base(4, { activo: 0 });
    const { id } = await programas().crear(caller, off);
    await query(
      `INSERT INTO programas (empresa_id, nombre, activo, pausado, definicion, version)
       SELECT empresa_id, nombre, activo, pausado, definicion, version FROM programas, generate_series(1, $2::integer) WHERE id = $1`,
      [id, PROGRAMA_LIMITS.PROGRAMAS],
    );
    const detalles = [{ campo: 'body.empresa_id', mensaje: 'La empresa ya tiene 500 programas, los más que caben' }];
    await expect(programas().crear(caller, off)).rejects.toMatchObject({ codigo: 'datos_invalidos', detalles });
    expect(await programas().actualizar(caller, id, { ...off, nombre: 'Otro' })).toMatchObject({ nombre: 'Otro' });
  });
});

describe('a company whose planning fails', () => {
  it('twice is set aside and told; the others are planned, its programs can be deleted, and it is planned again', async () => {
    await company(2);
    // Nothing that the contract lets through: as if the planner had a fault.
    const id = await plant({ ...base(2), dias: null as never }, 2);
    const state = async () => {
      const [row] = await query<{ fallos: number; aside: boolean }>(
        `SELECT fallos, apartada_hasta > extract(epoch FROM now()) * 1000 AS aside FROM empresas WHERE id = 2`,
      );
      return row;
    };
    await eventually(async () => expect(await state()).toEqual({ fallos: 1, aside: false }));
    await query('UPDATE empresas SET planear_en = 0 WHERE id = 2');
    await eventually(async () => expect(await state()).toEqual({ fallos: 2, aside: true }));
    expect(await programas().unplanned()).toEqual([{ empresa_id: 2, apartada: 1, programas: [] }]);
    await query('UPDATE empresas SET planear_en = 0 WHERE id = 2');
    await company(3);
    await programas().crear(caller, base(3));
    await planned(3);
    expect(await state()).toEqual({ fallos: 2, aside: true });
    await programas().eliminar(caller, id);
    await eventually(async () => expect(await state()).toEqual({ fallos: 0, aside: false }));
  });
});

describe('the climate rules of a company', () => {
  const rule = (empresa_id: number, nombre: string): ReglaClimaSave => ({
    empresa_id,
    nombre,
    activa: 0,
    sensor_switch_id: empresa_id,
    valor: 'temperatura',
    cuando: 'arriba',
    etapas: [{ switch_id: empresa_id, enciende: 28, apaga: 26 }],
    min_encendido_s: 120,
    min_apagado_s: 120,
    prioridad: 0,
    persona_s: 3_600,
    edad_max_s: 300,
  });
  const stored = (empresa_id: number, how_many: number) =>
    query(
      `INSERT INTO reglas_clima (empresa_id, nombre, activa, definicion)
       SELECT $1, 'Regla ' || n, 0, $3 FROM generate_series(1, $2::integer) n`,
      [empresa_id, how_many, JSON.stringify(rule(empresa_id, ''))],
    );
  const rules = (): ReglasService => app.get(ReglasService);

  it('are refused past their limit, also when the last place is asked for twice at once', async () => {
    await company(61);
    await query('UPDATE switches SET sensor_pin = 15 WHERE id = 61');
    await stored(61, CLIMA_LIMITS.REGLAS - 1);
    const answers = await Promise.allSettled(['a', 'b'].map((nombre) => rules().crear(caller, rule(61, nombre))));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const detalles = [
      { campo: 'body.empresa_id', mensaje: 'La empresa ya tiene 500 reglas de clima, las más que caben' },
    ];
    await expect(rules().crear(caller, rule(61, 'c'))).rejects.toMatchObject({ codigo: 'datos_invalidos', detalles });
  });

  it('that are stored past it are read, changed and deleted as ever', async () => {
    await company(62);
    await query('UPDATE switches SET sensor_pin = 15 WHERE id = 62');
    await stored(62, CLIMA_LIMITS.REGLAS + 5);
    const [first] = await rules().list(caller, 62);
    const changed = await rules().actualizar(caller, first?.id ?? 0, rule(62, 'Otra'));
    expect(changed.nombre).toBe('Otra');
    await rules().eliminar(caller, changed.id);
    expect(await rules().list(caller, 62)).toHaveLength(CLIMA_LIMITS.REGLAS + 4);
  });
});
