import { RelayCloud, type RelayDevice } from '@acequia/simulators';
import { eventually, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';

let cloud: RelayCloud;
let acequia: RunningAcequia;
let farm: Farm;
let dispositivo_id: number;
let device: RelayDevice;

beforeAll(async () => {
  cloud = await new RelayCloud().start();
  acequia = await startAcequia({ instances: 2, quick: true, env: { RELAY_CLOUD_ALLOWED_HOSTS: cloud.origin } });
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  const account = cloud.account();
  device = account.add('plus1pm');
  const created = await farm.admin.api.call('dispositivos.crear', {
    body: {
      nombre: 'Bomba de la nube',
      shelly_id: device.id,
      auth_key: account.key,
      tipo: 'shelly_1',
      server: cloud.origin,
      empresa_id: farm.empresa.id,
    },
  });
  dispositivo_id = created.id;
});

afterAll(async () => {
  await acequia?.stop();
  await cloud?.stop();
});

const signal = (name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL', services: readonly string[]): void => {
  for (const service of services) for (const pid of acequia.services[service] ?? []) process.kill(pid, name);
};

const started = async (duracion_s: number) => {
  const { id } = await farm.admin.api.call('programas.crear', {
    body: {
      empresa_id: farm.empresa.id,
      nombre: `Con la nube ${duracion_s}`,
      activo: 0,
      dias: ['lun'],
      inicios: ['05:00'],
      pasos: [{ dispositivo_id, duracion_s }],
    },
  });
  const [turno] = await farm.admin.api.call('programas.ejecutar', { params: { id } });
  if (!turno) throw new Error('nothing was started');
  expect(turno.via).toBe('servicio');
  await eventually(async () => {
    expect(device.output(Date.now())).toBe(true);
    const [comando] = await farm.admin.api.call('comandos.listar', { query: { dispositivo_id } });
    expect(comando).toMatchObject({ accion: 'on', estado: 'confirmado', max_s: duracion_s });
  });
  return turno;
};

const inState = (turno_id: string, estado: string) =>
  eventually(async () => {
    const turnos = await farm.admin.api.call('turnos.listar', { query: {} });
    expect(turnos.find((one) => one.turno_id === turno_id)?.estado).toBe(estado);
  });

describe('a program that moves a device of the relay cloud', () => {
  it('ends by the timer of the device when every service stands still', async () => {
    const { turno_id } = await started(40);
    expect(device.hasTimer()).toBe(true);
    const still = ['automation', 'device-gateway'];
    signal('SIGSTOP', still);
    try {
      await eventually(() => expect(device.output(Date.now())).toBe(false));
      expect(device.acted.map(({ on, via }) => [on, via])).toEqual([
        [true, 'v2'],
        [false, 'timer'],
      ]);
    } finally {
      signal('SIGCONT', still);
    }
    await inState(turno_id, 'cumplido');
  });

  it('is accounted for when the service was killed in the middle, and is turned on once', async () => {
    const before = device.acted.filter(({ on }) => on).length;
    const { turno_id } = await started(40);
    signal('SIGKILL', ['automation']);
    await inState(turno_id, 'cumplido');
    await eventually(() => expect(device.output(Date.now())).toBe(false));
    expect(device.acted.filter(({ on }) => on)).toHaveLength(before + 1);
  });
});
