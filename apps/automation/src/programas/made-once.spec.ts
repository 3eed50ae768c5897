import { type Caller, NoRegarSave, ProgramaSave, ReglaClimaSave } from '@acequia/contracts';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import { ReglasService } from '../clima/reglas.service.js';
import { NoRegarService } from '../no-regar/no-regar.service.js';
import { ProgramasService } from './programas.service.js';

const admin = (usuario_id: number): Caller => ({
  tipo: 'persona',
  usuario_id,
  rol: 'admin_empresa',
  empresa_id: 1,
  sid: 's'.repeat(16),
});
const ONE = admin(7);
const OTHER = admin(8);

let automation: Automation;
let app: INestApplication;
beforeAll(async () => {
  automation = await Automation.start();
  app = await automation.instance();
  const query = (sql: string): Promise<unknown> => automation.query(app, sql);
  await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`);
  await query(`INSERT INTO placas VALUES (1, 1, 1, 'acequia', 'Norte', 0)`);
  await query(`INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, sensor_pin, activo)
    VALUES (1, 1, 1, 'Válvula', 'selenoide', 4, 15, 1), (2, 1, 1, 'Aspersor', 'selenoide', 5, NULL, 1)`);
});
afterAll(() => automation?.stop());

describe.each([
  [
    'a program',
    (nombre: string) => {
      const pasos = [{ switch_id: 1, duracion_s: 600 }];
      const request = ProgramaSave.parse({ empresa_id: 1, nombre, dias: ['lun'], inicios: ['05:00'], pasos });
      return (caller: Caller, clave: string | null) => app.get(ProgramasService).crear(caller, request, clave);
    },
  ],
  [
    'a climate rule',
    (nombre: string) => {
      const etapas = [{ switch_id: 2, enciende: 30, apaga: 28 }];
      const request = ReglaClimaSave.parse({
        empresa_id: 1,
        nombre,
        sensor_switch_id: 1,
        valor: 'temperatura',
        cuando: 'arriba',
        etapas,
      });
      return (caller: Caller, clave: string | null) => app.get(ReglasService).crear(caller, request, clave);
    },
  ],
  [
    'a «No regar»',
    (motivo: string) => {
      const request = NoRegarSave.parse({ empresa_id: 1, hasta: Date.now() + 3_600_000, motivo });
      return (caller: Caller, clave: string | null) => app.get(NoRegarService).crear(caller, request, clave);
    },
  ],
])('%s', (_kind, making) => {
  it('is made once by a request that is sent again, or twice at the same time, with its key', async () => {
    const make = making('Una');
    const two = await Promise.all([make(ONE, 'clave'), make(ONE, 'clave')]);
    const again = await make(ONE, 'clave');
    expect(new Set([...two, again].map(({ id }) => id)).size).toBe(1);
  });

  it('is another one without a key, with another key or of another person, and with other contents', async () => {
    const make = making('Otra');
    const made = [await make(ONE, 'k'), await make(ONE, null), await make(ONE, 'l'), await make(OTHER, 'k')];
    made.push(await making('Distinta')(ONE, 'k'));
    expect(new Set(made.map(({ id }) => id)).size).toBe(5);
  });
});
