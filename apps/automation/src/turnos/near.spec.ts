import type { Caller, RiegoHoy } from '@acequia/contracts';
import { Automation } from '../automation.fixture.js';
import { NearService } from './near.service.js';

const global: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_global', empresa_id: null, sid: 's'.repeat(16) };
// Long before anything of the running service is due, which decides nothing about turns that a person fixed.
const NOW = Date.parse('2099-03-11T15:00:00Z');
const MINUTE = 60_000;

let automation: Automation;
let near: (caller: Caller, empresa_id?: number) => Promise<RiegoHoy>;
let service: NearService;

/** Turns by minutes from now: begin, seconds, estado, m³ measured, expected and by the hour, and litres of its program. */
const turnos: [id: string, empresa: number, programa: number, at: number, s: number, estado: string, m3: string][] = [
  ['1-0-s1', 1, 1, -400, 600, 'cumplido', '2, 2.5, null, null'],
  ['1-1-s1', 1, 1, -10, 1_200, 'en_curso', 'null, 3, null, 4000'],
  ['1-2-s1', 1, 1, 60, 1_800, 'previsto', 'null, null, 4, null'],
  ['1-3-s1', 1, 1, 90, 1_800, 'omitido', 'null, 9, null, null'],
  ['1-4-s1', 1, 1, 200, 1_800, 'previsto', 'null, null, null, null'],
  ['2-1-s2', 2, 2, 30, 600, 'previsto', 'null, null, null, null'],
];

beforeAll(async () => {
  automation = await Automation.start();
  const app = await automation.instance();
  const run = (sql: string) => automation.query(app, sql);
  await run(
    `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Uno', 1, 'America/Mexico_City'), (2, 'Dos', 1, 'UTC')`,
  );
  await run(
    `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
     VALUES (1, 1, 1, 'Válvula', 'Norte', 'selenoide', 4, 1), (2, 2, 2, 'Bomba', 'Pozo', 'motor', 4, 1)`,
  );
  const columns = 'empresa_id, nombre, activo, definicion';
  await run(
    `INSERT INTO programas (id, ${columns}) SELECT id, id, 'Programa ' || id, 0, '{}'
     FROM generate_series(1, 2) id`,
  );
  for (const [id, empresa, programa, at, s, estado, m3] of turnos)
    await run(
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s,
         estado, real_segundos, m3_medidos, m3_esperados, caudal_m3h, volumen_l, fijo)
       VALUES ('${id}', ${empresa}, ${programa}, ${empresa}, ${NOW}, ${NOW + at * MINUTE}, ${s}, ${s}, 'placa', 0, 600, '${estado}',
         ${estado === 'cumplido' ? s : 'null'}, ${m3}, true)`,
    );
  await run('UPDATE turnos SET placa_id = switch_id');
  service = app.get(NearService);
  near = (caller, empresa_id) => service.today(caller, empresa_id, NOW);
});
afterAll(() => automation?.stop());

it('are the turns that run, then those of the next three hours, with what they water', async () => {
  const { turnos: found, otros } = await near(global);
  expect(found.map(({ turno_id }) => turno_id)).toEqual(['1-1-s1', '2-1-s2', '1-2-s1']);
  expect(found[0]).toMatchObject({
    nombre: 'Válvula',
    sector: 'Norte',
    programa_nombre: 'Programa 1',
    estado: 'en_curso',
  });
  expect(otros).toBe(0);
});

it('has the water of the day in the zone of each company: measured, and of all that is planned', async () => {
  const { agua } = await near(global);
  // 2.5 by earlier turns, 4 by its program, half an hour of 4 m³/h; the turn at 18:20 UTC has no flow, and the skipped one none to come.
  expect(agua).toEqual([
    { empresa_id: 1, m3: 2, m3_previstos: 8.5 },
    // Its only turn has not begun.
    { empresa_id: 2, m3: 0, m3_previstos: null },
  ]);
});

it('is of the own company for its admin, and refused to a usuario', async () => {
  const own: Caller = { ...global, rol: 'admin_empresa', empresa_id: 2 };
  expect((await near(own)).turnos.map(({ empresa_id }) => empresa_id)).toEqual([2]);
  await expect(near(own, 1)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  await expect(near({ ...own, rol: 'usuario' })).rejects.toMatchObject({ codigo: 'sin_permiso' });
});

it('tells the boards with a turn under way or due soon, and none whose turn can be running no more', async () => {
  const within = (minutes: number, later = 0) => service.boardsWithin([1, 2, 3], minutes * 60, NOW + later * MINUTE);
  expect(await within(29)).toEqual([1]);
  expect((await within(31)).sort()).toEqual([1, 2]);
  // The turn of board 1 that nobody has reported the end of: 20 minutes long, and 10 that it may be late.
  expect(await within(10, 21)).toEqual([2]);
});
