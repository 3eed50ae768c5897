import { GATEWAY, refusal, World } from '../auth-tenancy.fixture.js';

describe('the views that a person keeps', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world?.stop());

  it('are replaced as a whole, and are their own alone', async () => {
    const { id } = await world.empresa();
    const [ana, other] = [await world.persona('admin_empresa', id), await world.persona('usuario', id)];
    const vistas = [{ nombre: 'Norte', direccion: '/switches?q=norte' }];
    expect(await world.call('vistas.leer', {}, ana)).toEqual({ vistas: [] });
    await world.call('vistas.guardar', { vistas: [...vistas, { nombre: 'Sur', direccion: '/placas' }] }, ana);
    await world.call('vistas.guardar', { vistas }, ana);
    expect(await world.call('vistas.leer', {}, ana)).toEqual({ vistas });
    expect(await world.call('vistas.leer', {}, other)).toEqual({ vistas: [] });
    expect((await refusal(world.call('vistas.leer', {}, GATEWAY))).codigo).toBe('sin_permiso');
  });

  it('are kept as a browser reads their address', async () => {
    const { id } = await world.empresa();
    const ana = await world.persona('admin_empresa', id);
    const direccion = '/avisos/../switches?q=caf\u00e9 norte&orden=-nombre';
    const { vistas } = await world.call('vistas.guardar', { vistas: [{ nombre: 'Norte', direccion }] }, ana);
    expect(vistas).toEqual([{ nombre: 'Norte', direccion: '/switches?q=caf%C3%A9%20norte&orden=-nombre' }]);
    await world.database.query('UPDATE vistas SET vistas = $1', [
      JSON.stringify([{ nombre: 'Vieja', direccion: '/\t/mal.example' }, ...vistas]),
    ]);
    expect(await world.call('vistas.leer', {}, ana)).toEqual({ vistas });
  });

  it('lead to no other site', async () => {
    const { id } = await world.empresa();
    const ana = await world.persona('admin_empresa', id);
    const addresses = [
      '//mal.example',
      '/\\mal.example',
      'https://mal.example',
      '',
      '/\t/mal.example',
      '/\n\\mal.example',
    ];
    for (const direccion of [...addresses, 'javascript:alert(1)', '/switches#x', '/api/usuarios', '/switches/../login'])
      expect((await refusal(world.call('vistas.guardar', { vistas: [{ nombre: 'x', direccion }] }, ana))).codigo).toBe(
        'datos_invalidos',
      );
  });
});
