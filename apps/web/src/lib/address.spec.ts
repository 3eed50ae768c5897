import { createMemoryRouter } from 'react-router-dom';
import { busquedaDe, cambiarBusqueda } from './address.js';

/** A router whose screens take a moment to be entered, as the console's guards do. */
const routerEn = (direccion: string) =>
  createMemoryRouter(
    ['/auditoria', '/comandos'].map((path) => ({ path, loader: () => Promise.resolve(null), element: null })),
    { initialEntries: [direccion], hydrationData: { loaderData: {} } },
  );
const llegada = (router: ReturnType<typeof routerEn>) =>
  new Promise<string>((resolve) => {
    const dejar = router.subscribe(({ navigation, location }) => {
      if (navigation.state !== 'idle') return;
      dejar();
      resolve(location.pathname + location.search);
    });
  });

it('keeps both of two changes made before the first has arrived', async () => {
  const router = routerEn('/auditoria?desde=2026-01-01');
  const fin = llegada(router);
  cambiarBusqueda(router, { entidad: 'empresa' });
  cambiarBusqueda(router, { empresa_id: '2', desde: '' });
  expect(busquedaDe(router)).toBe('?entidad=empresa&empresa_id=2');
  expect(await fin).toBe('/auditoria?entidad=empresa&empresa_id=2');
  expect(busquedaDe(router)).toBe('?entidad=empresa&empresa_id=2');
});

it('does not call back a person who is on the way to another screen', async () => {
  const router = routerEn('/auditoria?q=a');
  const fin = llegada(router);
  void router.navigate('/comandos?switch=3');
  expect(busquedaDe(router)).toBe('?q=a');
  cambiarBusqueda(router, { pagina: '2' });
  expect(await fin).toBe('/comandos?switch=3');
});
