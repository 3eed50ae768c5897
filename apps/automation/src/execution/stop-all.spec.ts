import { AppError, type CallRequest, type CallResponse, type Caller, type Rol } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import type { INestApplication } from '@nestjs/common';
import { truncate } from '@acequia/testing';
import { Automation } from '../automation.fixture.js';
import { StopAllService } from './stop-all.service.js';

type Estado = CallResponse<'estado.leer'>[number];

const personOf = (rol: Rol, empresa_id: number | null): Caller => ({
  tipo: 'persona',
  usuario_id: 7,
  rol,
  empresa_id,
  sid: 's'.repeat(16),
});
const admin = personOf('admin_empresa', 1);
const origin = { ip: '10.0.0.7', navegador: 'Firefox' };
const MINUTE = 60_000;
const now = Date.now();
/** Valves of the boards 1 and 2, a pump, one of another company, and a device of the cloud. */
const [WEST, NORTH, EAST, SOUTH, PUMP, FOREIGN, DEVICE] = [1, 2, 3, 4, 5, 6, 9];

let automation: Automation;
let app: INestApplication;
const orders: CallRequest<'switches.comandar'>[] = [];
const deviceOrders: number[] = [];
let refused: number[];
let estados: Estado[];

beforeAll(async () => {
  automation = await Automation.start({
    'auth-tenancy': { 'usuarios.nombre': async () => ({ nombre: 'Rosa' }) },
    'device-gateway': {
      'estado.leer': async () => estados,
      'switches.comandar': async (request) => {
        orders.push(request);
        if (refused.includes(request.id)) throw new AppError('servicio_no_disponible');
        return { comando_id: `s${request.id}`, estado: 'enviado' };
      },
      'dispositivos.comandar': async ({ id }) => {
        deviceOrders.push(id);
        return { comando_id: `d${id}`, estado: 'enviado' };
      },
    },
  });
  app = await automation.instance();
  for (const id of [1, 2])
    await query(
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, planear_en) VALUES ($1, 'Rancho', 1, 'UTC', $2)`,
      [id, now + 86_400_000],
    );
  await query(
    `INSERT INTO placas VALUES (1, 1, 1, 'acequia', 'Norte', 0), (2, 1, 2, 'acequia', 'Sur', 0), (3, 2, 3, 'acequia', '', 0)`,
  );
  for (const [id, empresa_id, placa_id] of [
    [WEST, 1, 1],
    [NORTH, 1, 1],
    [EAST, 1, 1],
    [SOUTH, 1, 2],
    [PUMP, 1, 1],
    [FOREIGN, 2, 3],
  ])
    await query(
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
       VALUES ($1, $2, $3, 'S', 'Z', 'selenoide', $1, 1)`,
      [id, empresa_id, placa_id],
    );
  await query(
    `INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido, sitio)
     VALUES ($1, 1, 'Bomba', 'shelly_1', 1, 0, 'Norte'), (10, 1, 'Centinela', 'shelly_pro3m', 1, 0, 'Norte')`,
    [DEVICE],
  );
  await query(
    `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
     VALUES (1, 1, 'Pozo', 'requiere', $1, $2, 0, 0)`,
    [[WEST, NORTH, EAST], PUMP],
  );
});
afterAll(() => automation?.stop());
beforeEach(async () => {
  await truncate(query, 'turnos, auditoria');
  [orders.length, deviceOrders.length, refused] = [0, 0, []];
  const pin = (id: number, estado: 0 | 1) => ({ pin: id, estado, ts: now });
  estados = [
    {
      placa_id: 1,
      online: 1,
      ts: now,
      pines: [pin(WEST, 1), pin(NORTH, 0), pin(PUMP, 0)],
      sensores: [],
    },
    { placa_id: 2, online: 0, ts: now, pines: [pin(SOUTH, 0)], sensores: [] },
  ];
});

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);

/** Started by hand: no program plans it anew. */
const turn = async (switch_id: number, riego: number, inicio: number, estado = 'previsto'): Promise<void> => {
  const placa_id = switch_id === SOUTH ? 2 : 1;
  await query(
    `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via,
       con_enlace, tarde_s, estado, real_inicio, real_segundos, manual)
     VALUES ($1, 1, 1, $2, $3, $2, $4, $5, 1200, 1200, 'placa', 0, 60, $6, $7, 0, 1)`,
    [`1-${inicio}-s${switch_id}`, switch_id, placa_id, riego, inicio, estado, estado === 'en_curso' ? inicio : null],
  );
};
const begun = now - 10 * MINUTE;
const later = now + 60 * MINUTE;
const irrigate = async (): Promise<void> => {
  await turn(WEST, begun, begun, 'en_curso');
  await turn(PUMP, begun, begun, 'en_curso');
  await turn(NORTH, begun, now + 10 * MINUTE);
  await turn(NORTH, later, later);
};
const turns = () =>
  query<{ switch_id: number; estado: string }>('SELECT switch_id, estado FROM turnos ORDER BY inicio, switch_id');
const stopAll = (caller: Caller, request: { empresa_id?: number; sitio?: string } = {}) =>
  app.get(StopAllService).stopAll(caller, { ...request, ...origin });
const ordered = () => orders.map(({ id }) => id).sort((a, b) => a - b);

describe('detener todo', () => {
  it('ends what runs, skips the rest of starts that have begun, and leaves later starts', async () => {
    await irrigate();
    await stopAll(admin);
    expect(await turns()).toEqual([
      { switch_id: WEST, estado: 'parcial' },
      { switch_id: PUMP, estado: 'parcial' },
      { switch_id: NORTH, estado: 'omitido' },
      { switch_id: NORTH, estado: 'previsto' },
    ]);
    expect(await query(`SELECT DISTINCT motivos FROM turnos WHERE estado = 'parcial'`)).toEqual([
      { motivos: [{ codigo: 'detenido_por', nombre: 'Rosa' }] },
    ]);
  });

  it('turns off all that is on, of unknown state or of a board that is away, in the name of the person', async () => {
    const { ordenes } = await stopAll(admin);
    expect(ordered()).toEqual([WEST, EAST, SOUTH]);
    expect(deviceOrders).toEqual([DEVICE]);
    expect(ordenes.sort()).toEqual(['d9', 's1', 's3', 's4']);
    expect(orders[0]).toMatchObject({ accion: 'off', ...origin });
  });

  it('turns off what a turn or an order is about to turn on, and all where no state can be read', async () => {
    await irrigate();
    await stopAll(admin);
    expect(ordered()).toContain(PUMP);
    orders.length = 0;
    const comando = { comando_id: 'c', accion: 'on', estado: 'enviado', detalle: null, ts: now } as const;
    estados[0]?.pines.push({ pin: EAST, estado: 0, ts: now });
    Object.assign(estados[0] ?? {}, { mandos: [{ switch_id: EAST, discrepancia: 0, comando, bloqueo: null }] });
    await stopAll(admin);
    expect(ordered()).toEqual([WEST, EAST, SOUTH]);
    [orders.length, estados] = [0, []];
    await stopAll(admin);
    expect(ordered()).toEqual([WEST, NORTH, EAST, SOUTH, PUMP]);
  });

  it('is asked of an admin_global for one company, and of a foreign one of nobody', async () => {
    const root = personOf('admin_global', null);
    const refusal: unknown = await stopAll(root).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ codigo: 'datos_invalidos', detalles: [{ campo: 'body.empresa_id' }] });
    await expect(stopAll(admin, { empresa_id: 2 })).rejects.toMatchObject({ codigo: 'no_encontrado' });
    expect(orders).toEqual([]);
    await stopAll(root, { empresa_id: 2 });
    expect(ordered()).toEqual([FOREIGN]);
  });

  it('of a sitio leaves the others alone', async () => {
    await irrigate();
    await stopAll(admin, { sitio: 'Sur' });
    expect(ordered()).toEqual([SOUTH]);
    expect(deviceOrders).toEqual([]);
    expect((await turns()).map(({ estado }) => estado)).toEqual(['en_curso', 'en_curso', 'previsto', 'previsto']);
  });

  it('of a usuario is of their switches, and of the pump only with its last valve', async () => {
    const usuario = personOf('usuario', 1);
    const grants = app.get(GrantsReader);
    const of = grants.of.bind(grants);
    const mayUse = (...switches: number[]) =>
      (grants.of = async (usuario_id) => ({ usuario_id, empresa_id: 1, version: 1, switches, dispositivos: [] }));
    try {
      await irrigate();
      mayUse(WEST);
      await stopAll(usuario);
      expect(ordered()).toEqual([WEST]);
      expect((await turns()).map(({ estado }) => estado)).toEqual(['parcial', 'en_curso', 'previsto', 'previsto']);
      mayUse(NORTH);
      await stopAll(usuario);
      expect((await turns()).map(({ estado }) => estado)).toEqual(['parcial', 'parcial', 'omitido', 'previsto']);
      expect(deviceOrders).toEqual([]);
    } finally {
      grants.of = of;
    }
  });

  it('turns off the others and says so when an OFF was not taken, and owes it to a running turn', async () => {
    await irrigate();
    refused = [WEST];
    await expect(stopAll(admin)).rejects.toMatchObject({
      codigo: 'servicio_no_disponible',
      texto: 'No se pudo dar la orden de apagar a 1 de 5. Inténtalo otra vez.',
    });
    expect(ordered()).toEqual([WEST, EAST, SOUTH, PUMP]);
    expect(await query('SELECT switch_id FROM turnos WHERE apagar IS NOT NULL')).toEqual([{ switch_id: WEST }]);
  });

  it('is in the audit trail', async () => {
    await irrigate();
    await stopAll(admin, { sitio: 'Norte' });
    expect(await query('SELECT usuario_id, accion, entidad, despues FROM auditoria')).toEqual([
      { usuario_id: 7, accion: 'empresa.detener_todo', entidad: 'empresa:1', despues: { sitio: 'Norte', turnos: 3 } },
    ]);
  });
});
