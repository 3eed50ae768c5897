import { type Rol, VISTA_SCREENS } from '@acequia/contracts';
import { waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject } from 'react-router-dom';
import { storeSession } from '../lib/session.js';
import { ROOT_USER } from '../test/console.js';
import { EMPRESA_ADMIN, END_USER } from '../test/records.js';
import { routes } from './routes.js';

/** Where the address ends once guards have run and the screen is loaded. */
async function arrival(path: string): Promise<string> {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await waitFor(() => expect([router.state.initialized, router.state.navigation.state]).toEqual([true, 'idle']));
  expect(router.state.errors).toBeNull();
  const { pathname } = router.state.location;
  router.dispose();
  return pathname;
}

/** Screens of both kinds of administrator. */
const SHARED = [
  ...[
    '/usuarios',
    '/dispositivos',
    '/dispositivos/1',
    '/switches',
    '/switches/1',
    '/placas',
    '/enclavamientos',
    '/protecciones',
    '/puntos',
    '/puntos/1',
    '/programas',
    '/clima',
    '/comandos',
  ],
  ...[
    '/situacion',
    '/avisos',
    '/avisos/silencios',
    '/avisos/reglas',
    '/avisos/canales',
    '/avisos/resumen',
    '/dossieres',
  ],
  ...['/tarifas', '/tokens', '/auditoria', '/cuenta', '/placas/1', '/alta', '/importar'],
];
const GLOBAL = ['/dashboard', '/empresas', '/empresas/1/resumen', '/estado', '/actualizaciones', '/actualizaciones/1'];
/** Open to everybody, with or without a session. */
const PUBLIC = ['/muro'];
const OF_EMPRESA = ['/dashboard-empresa'];
const PANEL = [
  ...['/panel/switch', '/panel/switch/1', '/panel/dispositivos', '/panel/avisos', '/panel/programas'],
  ...['/panel/comandos', '/panel/cuenta', '/panel/centinelas/1', '/panel/centinela/1'],
];
const EVERY_SCREEN = [...SHARED, ...GLOBAL, ...OF_EMPRESA, ...PANEL];

const PEOPLE = [
  { person: ROOT_USER, home: '/dashboard', screens: [...SHARED, ...GLOBAL] },
  { person: EMPRESA_ADMIN, home: '/dashboard-empresa', screens: [...SHARED, ...OF_EMPRESA] },
  { person: END_USER, home: '/panel/switch', screens: PANEL },
];
/** An administrator sees what a usuario sees at these addresses in the own frame. */
const OF_THINGS = {
  '/panel/switch/1': '/switches/1',
  '/panel/centinelas/1': '/dispositivos/1',
  '/panel/centinela/1': '/dispositivos/1',
};
/** Addresses that show another screen of the same person. */
const ALIASES: Record<Rol, Record<string, string>> = {
  admin_global: OF_THINGS,
  admin_empresa: OF_THINGS,
  usuario: {
    '/panel': '/panel/switch',
    '/comandos': '/panel/comandos',
    '/switches/1': '/panel/switch/1',
    '/dispositivos/1': '/panel/centinelas/1',
  },
};

describe('every address', () => {
  it('is in the table of one of these tests', () => {
    const paths = (list: typeof routes, parent = ''): string[] =>
      list.flatMap(({ path = '', children, lazy }) => {
        const whole = path.startsWith('/') ? path : `${parent === '/' ? '' : parent}/${path}`.replace(/\/$/, '');
        return children ? paths(children, path ? whole : parent) : lazy ? [whole.replace(':id', '1')] : [];
      });
    expect(paths(routes).toSorted()).toEqual([...EVERY_SCREEN, ...PUBLIC, '/login'].toSorted());
  });

  it.each(PEOPLE)('shows $person.rol their own screens, and leads home from each other one', async (one) => {
    storeSession('token-of-the-test', one.person);
    for (const path of [...EVERY_SCREEN, ...PUBLIC, '/panel', '/', '/login', '/no/existe']) {
      const expected = [...one.screens, ...PUBLIC].includes(path) ? path : (ALIASES[one.person.rol][path] ?? one.home);
      expect([path, await arrival(path)]).toEqual([path, expected]);
    }
  });

  it('asks to log in without a session', async () => {
    for (const path of ['/', '/panel', ...EVERY_SCREEN]) expect([path, await arrival(path)]).toEqual([path, '/login']);
  });
});

/** Screens without a list: nobody keeps a view of them. */
const WITHOUT_VIEWS = [
  ...['/login', '/muro', '/dashboard', '/importar', '/alta', '/tarifas', '/cuenta', '/panel/cuenta'],
];

/** The addresses of the screens in these routes. */
const screensOf = (list: readonly RouteObject[], base = ''): string[] =>
  list.flatMap(({ path = '', children, lazy }) => {
    const address = path === '' ? base : path.startsWith('/') ? path : `${base}/${path}`.replace(/\/+/g, '/');
    return children ? screensOf(children, address) : lazy ? [address] : [];
  });

it('each screen may be saved as a view, or is named as one without a list', () => {
  expect(screensOf(routes).sort()).toEqual([...VISTA_SCREENS, ...WITHOUT_VIEWS].sort());
});
