import { createMemoryRouter } from 'react-router-dom';
import { searchOf, changeSearch } from './address.js';

/** A router whose screens load asynchronously, as behind the console's guards. */
const routerAt = (address: string) =>
  createMemoryRouter(
    ['/auditoria', '/comandos'].map((path) => ({ path, loader: () => Promise.resolve(null), element: null })),
    { initialEntries: [address], hydrationData: { loaderData: {} } },
  );
const arrival = (router: ReturnType<typeof routerAt>) =>
  new Promise<string>((resolve) => {
    const leave = router.subscribe(({ navigation, location }) => {
      if (navigation.state !== 'idle') return;
      leave();
      resolve(location.pathname + location.search);
    });
  });

it('keeps both of two changes made before the first has arrived', async () => {
  const router = routerAt('/auditoria?desde=2026-01-01');
  const fin = arrival(router);
  changeSearch(router, { entidad: 'empresa' });
  changeSearch(router, { empresa_id: '2', desde: '' });
  expect(searchOf(router)).toBe('?entidad=empresa&empresa_id=2');
  expect(await fin).toBe('/auditoria?entidad=empresa&empresa_id=2');
  expect(searchOf(router)).toBe('?entidad=empresa&empresa_id=2');
});

it('does not call back a person who is on the way to another screen', async () => {
  const router = routerAt('/auditoria?q=a');
  const fin = arrival(router);
  void router.navigate('/comandos?switch=3');
  expect(searchOf(router)).toBe('?q=a');
  changeSearch(router, { page: '2' });
  expect(await fin).toBe('/comandos?switch=3');
});
