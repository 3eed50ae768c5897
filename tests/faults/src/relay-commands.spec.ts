import { RelayCloud, type RelayDevice } from '@acequia/simulators';
import { eventually, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import { setTimeout as sleep } from 'node:timers/promises';

/** A command acts at most once and its outcome is true, even when a process dies meanwhile. The relays report what they did. */
const DEVICES = 16;

let cloud: RelayCloud;
let acequia: RunningAcequia;

beforeAll(async () => {
  cloud = await new RelayCloud().start();
  acequia = await startAcequia({ instances: 2, env: { RELAY_CLOUD_ALLOWED_HOSTS: cloud.origin } });
});

afterAll(async () => {
  await acequia?.stop();
  await cloud?.stop();
});

it('commands to a relay cloud act at most once and end truthfully when gateways and the volatile Redis are killed', async () => {
  const root = await acequia.loginAdmin();
  const farm = await Farm.create(acequia, root);
  const account = cloud.account({ latency_ms: 150 });
  const devices = new Map<number, RelayDevice>();
  for (let n = 0; n < DEVICES; n++) {
    const device = account.add('plus1');
    const { id } = await farm.admin.api.call('dispositivos.crear', {
      body: {
        nombre: `Bomba ${n}`,
        shelly_id: device.id,
        auth_key: account.key,
        tipo: 'shelly_1',
        server: cloud.origin,
        empresa_id: farm.empresa.id,
      },
    });
    devices.set(id, device);
  }
  await eventually(() => farm.admin.api.call('monitor.en_vivo', { params: { id: [...devices.keys()][0] as number } }));

  // The process that answers may die before the answer is complete.
  const asked = [...devices.keys()].map((id) =>
    farm.admin.api.raw('dispositivos.encender', { params: { id } }).catch(() => undefined),
  );
  const victims = [
    () => acequia.services['device-gateway']?.[0],
    () => acequia.services['device-gateway']?.[1],
    () => acequia.parts['redis-volatile'],
  ];
  for (const victim of victims) {
    await sleep(3_000);
    const pid = victim();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
  await Promise.all(asked);

  const comandos = await eventually(async () => {
    const list = await farm.admin.api.call('comandos.listar');
    expect(list.length).toBeGreaterThan(0);
    expect(list.filter(({ estado }) => estado === 'solicitado' || estado === 'enviado')).toEqual([]);
    return list;
  }, 300_000);
  const doers = comandos.map(({ dispositivo_id, estado }) => ({
    estado,
    veces: devices.get(dispositivo_id ?? 0)?.acted.length,
  }));
  for (const { estado, veces } of doers) {
    if (estado === 'confirmado') expect(veces).toBe(1);
    if (estado === 'rechazado' || estado === 'vencido') expect(veces).toBe(0);
  }
  for (const { acted } of devices.values()) expect(acted.length).toBeLessThanOrEqual(1);
  expect(doers.filter(({ estado }) => estado === 'confirmado').length).toBeGreaterThan(DEVICES / 2);
}, 600_000);
