import { AppError, type Caller } from '@acequia/contracts';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import { RunNowService } from './run-now.service.js';

const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_empresa', empresa_id: 1, sid: 's'.repeat(16) };
const DEVICE = 9;

describe('a program that starts now, of a device whose news has not come', () => {
  let automation: Automation;
  let app: INestApplication;
  let programa_id: number;
  /** Called when the owner of the device is asked whether it exists. */
  let asked: () => void;

  beforeAll(async () => {
    const verificar = async () => {
      asked();
      return {};
    };
    automation = await Automation.start({ inventory: { 'inventario.verificar': verificar } });
    app = await automation.instance();
    await automation.query(
      app,
      `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`,
    );
    const definicion = {
      dias: ['lun'],
      inicios: ['05:00'],
      pasos: [{ dispositivo_id: DEVICE, duracion_s: 600 }],
      sin_conexion: 'regar',
    };
    const [row] = await automation.query<{ id: number }>(
      app,
      `INSERT INTO programas (empresa_id, nombre, activo, pausado, version, definicion) VALUES (1, 'Huerta', 0, 0, 1, $1) RETURNING id`,
      [JSON.stringify(definicion)],
    );
    programa_id = row?.id ?? 0;
  });
  afterAll(() => automation?.stop());

  it.each(['no_encontrado', 'servicio_no_disponible'] as const)('is not held up by an answer of %s', async (codigo) => {
    asked = () => {
      throw new AppError(codigo);
    };
    expect(await app.get(RunNowService).ejecutar(caller, programa_id, null)).toEqual([]);
  });

  it('waits for one that was just created', async () => {
    const arrives = `INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido, sitio)
      VALUES ($1, 1, 'Bomba', 'shelly_1', 1, 0, 'Norte')`;
    let arrival: Promise<unknown> | undefined;
    asked = () => {
      arrival = automation.query(app, arrives, [DEVICE]);
    };
    const started = await app.get(RunNowService).ejecutar(caller, programa_id, null);
    await arrival;
    expect(started).toMatchObject([{ dispositivo_id: DEVICE, estado: 'previsto', via: 'servicio' }]);
  });
});
