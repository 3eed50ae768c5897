import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Caller } from '@acequia/contracts';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import { ProgramasService } from '../programas/programas.service.js';
import { RunNowService } from './run-now.service.js';

const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_empresa', empresa_id: 1, sid: 's'.repeat(16) };
const DEVICE = 9;
const ARRIVES = `INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido, sitio)
  VALUES ($1, 1, 'Bomba', 'shelly_1', 1, 0, 'Norte')`;

describe('a program that starts as soon as it was saved', () => {
  let automation: Automation;
  let app: INestApplication;
  /** Called when the owner of the device is asked whether it exists. */
  let asked: () => void = () => undefined;

  beforeAll(async () => {
    const verificar = async () => {
      asked();
      return {};
    };
    automation = await Automation.start({
      inventory: { 'inventario.verificar': verificar },
      'auth-tenancy': { 'usuarios.nombre': async () => ({ nombre: 'Rosa' }) },
    });
    app = await automation.instance();
    await automation.query(
      app,
      `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`,
    );
  });
  afterAll(() => automation?.stop());

  const save = () =>
    app.get(ProgramasService).crear(caller, {
      empresa_id: 1,
      nombre: 'Huerta',
      activo: 0,
      dias: ['lun'],
      inicios: ['05:00'],
      pasos: [{ dispositivo_id: DEVICE, duracion_s: 600 }],
      sin_conexion: 'regar',
    });

  it('turns on a device whose event came after it was asked for, and is not held up once that is gone', async () => {
    let arrival: Promise<unknown> | undefined;
    asked = () => {
      arrival = pause(200).then(() => automation.query(app, ARRIVES, [DEVICE]));
    };
    const { id } = await save();
    const started = await app.get(RunNowService).ejecutar(caller, id, null);
    expect(started).toMatchObject([{ dispositivo_id: DEVICE, estado: 'previsto', via: 'servicio' }]);

    await arrival;
    await automation.query(app, 'DELETE FROM dispositivos');
    asked = () => {
      throw new AppError('servicio_no_disponible');
    };
    expect(await app.get(RunNowService).ejecutar(caller, id, null)).toEqual([]);
  });

  it('is not saved of a device that is not there, or whose event does not come', async () => {
    asked = () => {
      throw new AppError('no_encontrado');
    };
    await expect(save()).rejects.toMatchObject({ codigo: 'no_encontrado' });
    asked = () => undefined;
    await expect(save()).rejects.toMatchObject({ codigo: 'servicio_no_disponible' });
  });
});
