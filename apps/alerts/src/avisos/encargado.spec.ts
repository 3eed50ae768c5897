import { LiveBus } from '@acequia/bus';
import { AppError, type Aviso, type Persona } from '@acequia/contracts';
import { eventually, truncate } from '@acequia/testing';
import { Alerts } from '../alerts.fixture.js';
import type { Alarm } from '../evaluation/alarm.js';
import { AlarmsRepository } from '../evaluation/alarms.repository.js';
import { AvisosService } from './avisos.service.js';
import { QUIET } from './machine.js';
import { UNTOLD } from './telling.js';

const ADMIN: Persona = { tipo: 'persona', usuario_id: 2, rol: 'admin_empresa', empresa_id: 1, sid: 's' };
const ANA: Persona = { ...ADMIN, usuario_id: 3, rol: 'usuario' };
const OTHER: Persona = { ...ADMIN, usuario_id: 9, empresa_id: 2 };
/** Of Ana, and of nobody. */
const [MINE, ELSES] = [41, 42];
const GONE = { codigo: 'no_encontrado' };

let alerts: Alerts;

const service = (): AvisosService => alerts.get(AvisosService);
const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => alerts.query(sql, params);

const open = async (switch_id: number): Promise<number> => {
  const [row] = await query<{ id: number }>(
    `INSERT INTO avisos (empresa_id, tipo, objeto, severidad, estado, desde, texto, switch_id, switches, maquina)
     VALUES (1, 'temperatura_alta', $1, 'alta', 'disparado', 1, 'Válvula: 31 °C.', $2, ARRAY[$2::integer], '{}') RETURNING id`,
    [`switch:${switch_id}`, switch_id],
  );
  return row!.id;
};
const who = ({ encargado, encargado_id }: Aviso) => [encargado, encargado_id];

beforeAll(async () => {
  alerts = await Alerts.start();
  alerts.answerCalls((name, { id, usuario_id }) => {
    if (name === 'usuarios.nombre') return { nombre: `Persona ${id}` };
    if (name !== 'asignaciones.de_usuario') throw new AppError('no_encontrado');
    return { usuario_id, empresa_id: 1, version: 1, switches: [MINE], dispositivos: [] };
  });
});
afterAll(() => alerts?.stop());
beforeEach(() => truncate(query, 'avisos, auditoria CASCADE'));

it('has one person in charge at a time, is told live and stays as it was otherwise', async () => {
  const id = await open(MINE);
  const heard: unknown[] = [];
  const leave = await alerts
    .get(LiveBus)
    .subscribe(1, ({ payload }) => heard.push(who((payload as { aviso: Aviso }).aviso)));
  const taken = await service().take(ANA, id);
  expect(taken).toMatchObject({ estado: 'disparado', reconocido_por: null, encargado_ts: expect.any(Number) });
  expect(who(taken)).toEqual(['Persona 3', 3]);
  expect(who(await service().take(ADMIN, id))).toEqual(['Persona 2', 2]);
  expect(who((await service().list(ANA, { limit: 9 }))[0]!)).toEqual(['Persona 2', 2]);
  expect(who(await service().leave(ANA, id))).toEqual(['Persona 2', 2]);
  expect(who(await service().leave(ADMIN, id))).toEqual([null, null]);
  await eventually(() =>
    expect(heard).toEqual([
      ['Persona 3', 3],
      ['Persona 2', 2],
      [null, null],
    ]),
  );
  await leave();
});

it('stands in the trail with who had it before, once for each change', async () => {
  const id = await open(MINE);
  await service().take(ANA, id);
  await service().take(ANA, id);
  await service().take(ADMIN, id);
  await service().leave(ADMIN, id);
  await service().leave(ADMIN, id);
  const rows = await query('SELECT usuario_id, accion, antes, despues FROM auditoria ORDER BY id');
  const texto = 'Válvula: 31 °C.';
  const [nobody, ana, admin] = [null, 'Persona 3', 'Persona 2'].map((encargado) => ({ encargado }));
  expect(rows).toEqual([
    { usuario_id: 3, accion: 'aviso.tomar', antes: nobody, despues: { texto, ...ana } },
    { usuario_id: 2, accion: 'aviso.tomar', antes: ana, despues: { texto, ...admin } },
    { usuario_id: 2, accion: 'aviso.dejar', antes: admin, despues: { texto, ...nobody } },
  ]);
});

it('is taken by nobody who may not see it, nor once it is over', async () => {
  const [id, elses] = [await open(MINE), await open(ELSES)];
  await expect(service().take(OTHER, id)).rejects.toMatchObject(GONE);
  await expect(service().take(ANA, elses)).rejects.toMatchObject(GONE);
  await expect(service().leave(ANA, elses)).rejects.toMatchObject(GONE);
  await query(`UPDATE avisos SET estado = 'resuelto', hasta = 2`);
  await expect(service().take(ADMIN, id)).rejects.toMatchObject({ codigo: 'aviso_cerrado' });
});

it('that comes back waits for somebody again', async () => {
  const id = await open(MINE);
  await service().take(ANA, id);
  await query(`UPDATE avisos SET estado = 'resuelto', hasta = 2`);
  const about = { placa_id: null, switch_id: MINE, dispositivo_id: null, punto_id: null, sitio: null };
  const alarm = {
    watch: { tipo: 'temperatura_alta', objeto: `switch:${MINE}`, about, switches: () => [MINE] },
    machine: { ...QUIET, phase: 'open', times: 2 },
    telling: UNTOLD,
    datos: null,
    severidad: 'alta',
    aviso_id: null,
  } as unknown as Alarm;
  await alerts.get(AlarmsRepository).write(1, [{ kind: 'reopen', alarm, before: QUIET, at: 3 }]);
  expect((await service().list(ADMIN, { limit: 9 })).map((one) => [one.id, ...who(one)])).toEqual([[id, null, null]]);
});
