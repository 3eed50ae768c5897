import type { Dispositivo } from '@acequia/contracts';
import { type Account, RelayCloud } from '@acequia/simulators';
import { type ApiClient, eventually, Farm, PASSWORD, type RunningAcequia, sharedWithStandIns } from '@acequia/testing';

const METER = '34987a5b2c10';

describe('the energy of a meter, from the relay cloud to its history', () => {
  let cloud: RelayCloud;
  let account: Account;
  let acequia: RunningAcequia;
  let root: ApiClient;
  let farm: Farm;
  let meter: Dispositivo;

  beforeAll(async () => {
    const shared = await sharedWithStandIns();
    acequia = shared.acequia;
    cloud = await new RelayCloud().start(shared.ports.relayCloud);
    account = cloud.account({ key: `energia-${Date.now()}` });
    account.add('pro3em', { id: METER });
    root = await acequia.loginAdmin();
    farm = await Farm.create(acequia, root);
    meter = await root.call('dispositivos.crear', {
      body: {
        nombre: 'Tablero',
        shelly_id: METER,
        tipo: 'shelly_pro3m',
        server: cloud.origin,
        auth_key: account.key,
        empresa_id: farm.empresa.id,
      },
    });
  });
  afterAll(async () => {
    await acequia?.stop();
    await cloud?.stop();
  });

  const series = (api: ApiClient, id = meter.id) => api.call('dispositivos.energia', { params: { id } });

  it('is stored as the meter said it, phase by phase', async () => {
    const { n, series: measure } = await eventually(async () => {
      const answer = await series(farm.admin.api);
      expect(answer.ts.length).toBeGreaterThan(0);
      return answer;
    });
    expect(n[0]).toBe(1);
    const [voltaje, w] = [measure.voltaje_b.prom[0] ?? 0, measure.potencia_activa_b.prom[0] ?? 0];
    expect(voltaje).toBeGreaterThan(110);
    expect(voltaje).toBeLessThan(135);
    expect(w).toBeLessThanOrEqual(voltaje * (measure.corriente_b.prom[0] ?? 0) + 1);
    const total = ['a', 'b', 'c'].reduce(
      (sum, fase) => sum + (measure[`potencia_activa_${fase as 'a'}`].prom[0] ?? 0),
      0,
    );
    expect(Math.abs(total - (measure.total_act_power.prom[0] ?? 0))).toBeLessThan(0.5);
  });

  it('has a today that is not over, and a CSV with a row for each sample', async () => {
    const params = { id: meter.id };
    const dias = await farm.admin.api.call('dispositivos.energia_dias', { params });
    expect(dias).toHaveLength(30);
    expect(dias.at(-1)).toMatchObject({ en_curso: true, kwh: expect.any(Number) });
    expect(dias[0]).toMatchObject({ en_curso: false, kwh: null, incompleto: true });
    const csv = await farm.admin.api.call('dispositivos.csv_energia', { params });
    expect(csv.split('\n')[0]).toContain('Fecha,Dispositivo,Voltaje A (V)');
    expect(csv.split('\n')[1]).toContain(',Tablero,');
  });

  it('is hidden from a usuario until it is assigned, and gone with the device', async () => {
    const hidden = { status: 404, body: { codigo: 'no_encontrado' } };
    await expect(series(farm.usuario.api)).rejects.toMatchObject(hidden);
    await root.call('usuarios.actualizar', {
      params: { id: farm.usuario.id },
      body: {
        nombre: 'Con medidor',
        email: farm.usuario.email,
        rol: 'usuario',
        empresa_id: farm.empresa.id,
        dispositivos: [meter.id],
        switches: [],
      },
    });
    const usuario = await acequia.login(farm.usuario.email, PASSWORD);
    await eventually(() => series(usuario));
    await root.call('dispositivos.eliminar', { params: { id: meter.id } });
    await eventually(async () => {
      await expect(series(root)).rejects.toMatchObject(hidden);
      await expect(series(usuario)).rejects.toMatchObject(hidden);
    });
  });
});
