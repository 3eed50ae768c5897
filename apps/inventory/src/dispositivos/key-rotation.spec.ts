import { AUTH_KEY_CONTEXT, CREDENCIAL_CONTEXT, type DispositivoSave } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { eventually, TEST_SECRET_KEY } from '@acequia/testing';
import { GLOBAL, World } from '../inventory.fixture.js';
import { DispositivosService } from './dispositivos.service.js';

const NEXT = 'cd'.repeat(32);
const rotated = { ACEQUIA_SECRET_KEY: NEXT, ACEQUIA_SECRET_KEY_PREVIOUS: TEST_SECRET_KEY };
const form = (empresa_id: number, change: Partial<DispositivoSave> = {}): DispositivoSave => ({
  nombre: 'Bomba',
  shelly_id: 'c45bbe5f7001',
  auth_key: 'la-llave',
  tipo: 'shelly_1',
  server: 'shelly-12-eu.shelly.cloud',
  fecha_vencimiento: null,
  activo: 1,
  suspendido: 0,
  ...change,
  empresa_id,
});

describe('while the key of the installation is rotated', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world?.stop());

  it('an account belongs to one company, whichever key the instance works with that is asked', async () => {
    const before = await world.startInventory();
    // A company whose board is registered is known here: no instance asks for it with a key that the others do not accept.
    const [one, other] = [world.empresa(), world.empresa()];
    for (const id of [one, other]) await world.placa(id);
    await before.get(DispositivosService).crear(GLOBAL, form(one));
    const after = await world.startInventory(rotated);
    const taken = { codigo: 'dispositivo_de_otra_empresa' };
    for (const instance of [before, after])
      await expect(instance.get(DispositivosService).crear(GLOBAL, form(other))).rejects.toMatchObject(taken);
    for (const [first, second, shelly_id] of [
      [before, after, 'c45bbe5f7002'],
      [after, before, 'c45bbe5f7003'],
    ] as const) {
      await first.get(DispositivosService).crear(GLOBAL, form(one, { shelly_id }));
      const claim = second.get(DispositivosService).crear(GLOBAL, form(other, { shelly_id }));
      await expect(claim).rejects.toMatchObject(taken);
    }
  });

  it('the secrets in kept events end sealed with the new one, and overtaken events hold none', async () => {
    const empresa_id = world.empresa();
    const { id } = await world.call('dispositivos.crear', form(empresa_id), GLOBAL);
    await world.call('dispositivos.actualizar', { ...form(empresa_id), id, nombre: 'Otra', auth_key: '' }, GLOBAL);
    const { placa_id } = await world.placa(empresa_id);
    await world.dataSource.query(
      `WITH placa AS (UPDATE inventory.placas SET credencial_cifrada = $2 WHERE placa_id = $1 RETURNING *)
       UPDATE inventory.bus_outbox o SET data = jsonb_set(o.data, '{credencial_cifrada}', to_jsonb(credencial_cifrada))
         FROM placa WHERE entidad = 'placa:' || placa_id`,
      [placa_id, new SecretBox(TEST_SECRET_KEY).encrypt('la de la placa', CREDENCIAL_CONTEXT)],
    );
    await world.startInventory(rotated);
    const kept = async (entidad: string): Promise<(string | null)[]> => {
      const rows = await world.dataSource.query<{ sealed: string | null }[]>(
        `SELECT coalesce(data->>'auth_key_cifrada', data->>'credencial_cifrada') AS sealed
           FROM inventory.bus_outbox WHERE entidad = $1 ORDER BY rev`,
        [entidad],
      );
      return rows.map(({ sealed }) => sealed);
    };
    const box = new SecretBox(NEXT);
    await eventually(async () => {
      const [overtaken, newest] = await kept(`dispositivo:${id}`);
      expect(overtaken).toBeNull();
      expect(box.decrypt(newest ?? '', AUTH_KEY_CONTEXT)).toBe('la-llave');
      const [credential] = await kept(`placa:${placa_id}`);
      expect(box.decrypt(credential ?? '', CREDENCIAL_CONTEXT)).toBe('la de la placa');
    });
  });
});
