import { eventually, Farm, PASSWORD, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import type { ApiClient, Person } from '@acequia/testing';
import { io, type Socket } from 'socket.io-client';

const DIA_MS = 86_400_000;

let acequia: RunningAcequia;
let root: ApiClient;

beforeAll(async () => {
  acequia = await sharedAcequia();
  root = await acequia.loginAdmin();
});

afterAll(() => acequia?.stop());

const plugIn = (token: string | undefined): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(acequia.http, { transports: ['websocket'], auth: { token }, reconnection: false });
    socket.once('connect', () => resolve(socket)).once('connect_error', reject);
  });
const entra = async ({ email }: Person): Promise<number> =>
  (await acequia.api().raw('auth.entrar', { body: { email, password: PASSWORD } })).status;
/** The date in the company's zone, this many days from today, as YYYY-MM-DD. */
const diaEn = (zona: string, dias: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zona }).format(Date.now() + dias * DIA_MS);
const save = (farm: Farm, cambio: object) => {
  const { nombre, zona_horaria, fecha_vencimiento } = farm.empresa;
  const body = { nombre, zona_horaria, fecha_vencimiento, ...cambio };
  return root.call('empresas.actualizar', { params: { id: farm.empresa.id }, body });
};

/** Checks that the company's people lose calls and sockets and cannot log in again. */
const expectOutside = async (farm: Farm, sockets: Socket[]): Promise<void> => {
  for (const persona of [farm.admin, farm.usuario]) {
    await eventually(async () =>
      expect((await persona.api.raw('historial.eventos', { query: { usuario_id: persona.id } })).status).toBe(401),
    );
    expect(await entra(persona)).toBe(401);
    await expect(plugIn(persona.api.token)).rejects.toThrow();
  }
  await eventually(() => expect(sockets.map(({ connected }) => connected)).toEqual(sockets.map(() => false)));
};

describe('the people of a company', () => {
  it.each([
    ['is suspended', (farm: Farm) => root.call('empresas.desactivar', { params: { id: farm.empresa.id } })],
    ['is saved inactive', (farm: Farm) => save(farm, { activa: 0 })],
    ['has expired', (farm: Farm) => save(farm, { fecha_vencimiento: diaEn(farm.empresa.zona_horaria, -1) })],
    ['is deleted', (farm: Farm) => root.call('empresas.eliminar', { params: { id: farm.empresa.id } })],
  ])('are out, calls and sockets, once it %s; those of another stay', async (_como, end) => {
    const [farm, neighbourEmpresa] = [await Farm.create(acequia, root), await Farm.create(acequia, root)];
    const sockets = await Promise.all([farm.admin, farm.usuario].map(({ api }) => plugIn(api.token)));
    const neighbour = await plugIn(neighbourEmpresa.admin.api.token);
    await end(farm);
    await expectOutside(farm, sockets);
    expect(neighbour.connected).toBe(true);
    expect(await neighbourEmpresa.admin.api.call('switches.listar')).toHaveLength(2);
    neighbour.disconnect();
  });

  it('may enter on its last day, wherever that day still is, and again once it is reactivated', async () => {
    for (const zona_horaria of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const farm = await Farm.create(acequia, root, { zona_horaria });
      await save(farm, { fecha_vencimiento: diaEn(zona_horaria, 0) });
      expect(await entra(farm.usuario)).toBe(200);
      await save(farm, { fecha_vencimiento: diaEn(zona_horaria, -1) });
      expect(await entra(farm.usuario)).toBe(401);
      await save(farm, { fecha_vencimiento: diaEn(zona_horaria, 1), activa: 0 });
      expect(await entra(farm.usuario)).toBe(401);
      await root.call('empresas.activar', { params: { id: farm.empresa.id } });
      expect(await entra(farm.usuario)).toBe(200);
      // Earlier sessions stay ended.
      expect(
        (await farm.usuario.api.raw('switches.de_usuario', { query: { usuario_id: farm.usuario.id } })).status,
      ).toBe(401);
    }
  });

  it('who are admin_global stay, whatever becomes of the company', async () => {
    const farm = await Farm.create(acequia, root);
    const email = 'global@vigencia.test';
    const { id } = farm.empresa;
    await root.call('usuarios.crear', {
      body: { nombre: 'G', email, password: PASSWORD, rol: 'admin_global', empresa_id: id },
    });
    const global = await acequia.login(email, PASSWORD);
    await root.call('empresas.desactivar', { params: { id } });
    expect((await global.raw('empresas.listar')).status).toBe(200);
    expect((await acequia.api().raw('auth.entrar', { body: { email, password: PASSWORD } })).status).toBe(200);
  });
});
