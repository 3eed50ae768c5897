import type { Dispositivo } from '@acequia/contracts';
import { type StandIn, startStandIn } from '../../stand-in.fixture.js';
import { Field } from '../field.fixture.js';

const active: Dispositivo = {
  id: 0,
  nombre: 'Bomba',
  shelly_id: 'abc',
  auth_key: '',
  auth_key_definida: 1,
  tipo: 'shelly_1',
  server: '',
  empresa_id: 1,
  fecha_vencimiento: null,
  vencido: 0,
  activo: 1,
  suspendido: 0,
  sitio: '',
  vigila_switch_id: null,
  version: 1,
};

describe('a device of which inventory knows more than the gateway', () => {
  let field: Field;
  let inventory: StandIn;
  /** The devices as inventory answers them. */
  const truth = new Map<number, Partial<Dispositivo>>();
  let told: (id: number) => Promise<unknown>;

  beforeAll(async () => {
    field = await Field.start();
    inventory = await startStandIn(field.parts, 'inventory', {
      'dispositivos.obtener': async ({ id }) => {
        void told(id);
        return { ...active, id, ...truth.get(id) };
      },
    });
  });
  afterAll(async () => {
    await inventory?.stop();
    await field?.stop();
  });

  const suspended = async () => {
    const account = field.cloud.account();
    const { id, device } = await field.device(account, 'plus1', { suspendido: 1, activo: 0 });
    const again = { id, shelly_id: device.id, auth_key: account.key };
    return { id, reactivate: () => field.register({ ...again, suspendido: 0, activo: 1 }) };
  };

  it('is commanded right after Reactivar, although the event is still on its way', async () => {
    const { id, reactivate } = await suspended();
    told = reactivate;
    expect(await field.command(id, 'on')).toMatchObject({
      estado: expect.stringMatching(/enviado|confirmado/) as string,
    });
  });

  it('is refused at once while inventory says that it is suspended', async () => {
    const { id } = await suspended();
    told = async () => undefined;
    truth.set(id, { suspendido: 1, activo: 0 });
    await expect(field.command(id, 'on')).rejects.toMatchObject({ codigo: 'dispositivo_suspendido' });
  });
});
