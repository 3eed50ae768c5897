import { screen, within } from '@testing-library/react';
import { createHash, webcrypto } from 'node:crypto';
import { adminServer, openConsole } from '../../test/console.js';
import { browserName } from './lib/browser-push.js';

const SERVER_KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQ';
const ENDPOINT = 'https://push.example.com/s/1';
const KEYS = { p256dh: 'BNcRdreALRFXTkOOUHK1', auth: 'tBHItJI5svbpez7KI4CCXg' };
const OWN = createHash('sha256').update(ENDPOINT).digest('hex').slice(0, 32);
const subscription = (clave: string, nombre: string) => ({
  clave,
  nombre,
  severidad_minima: 'media',
  desde: Date.UTC(2026, 10, 1),
  fallo: null,
});

/** A browser with push; `asked` = the requests to its push service. */
const browser = (permission: NotificationPermission) => {
  const asked: unknown[] = [];
  let own: object | null = null;
  const pushManager = {
    getSubscription: () => Promise.resolve(own),
    subscribe: (options: unknown) => {
      asked.push(options);
      own = {
        endpoint: ENDPOINT,
        toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
        unsubscribe: () => {
          own = null;
          return Promise.resolve(true);
        },
      };
      return Promise.resolve(own);
    },
  };
  const registration = { pushManager };
  const serviceWorker = {
    register: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
    addEventListener: () => undefined,
  };
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
  const Notification = { permission: 'default', requestPermission: () => Promise.resolve(permission) };
  Object.assign(window, { PushManager: class {}, Notification });
  return { asked, isSubscribed: () => own !== null };
};

const open = (...suscripciones: object[]) => {
  const server = adminServer()
    .answer('cuenta.telegram', { vinculado_desde: null, bot: null })
    .answer('cuenta.push', () => ({ clave_publica: SERVER_KEY, suscripciones }))
    .answer('cuenta.suscribir_push', () => {
      suscripciones.push(subscription(OWN, 'Chrome en Linux'));
      return suscripciones.at(-1);
    })
    .answer('cuenta.quitar_push', () => void suscripciones.pop());
  return openConsole('/cuenta', server);
};

it('says why a page that is not secure cannot receive alarms', async () => {
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
  open();
  await screen.findByText(/solo recibe avisos en una página segura \(https\)/);
  await screen.findByText('Ningún navegador tuyo recibe avisos.');
  expect(screen.queryByRole('button', { name: 'Recibir avisos aquí' })).toBeNull();
});

it('subscribes this browser from a severity on, and ends that', async () => {
  const { asked, isSubscribed } = browser('granted');
  const { user, server } = open(subscription('0'.repeat(32), 'Safari en iPhone'));
  await user.selectOptions(await screen.findByLabelText('Avisar desde la severidad'), 'Alta');
  await user.click(screen.getByRole('button', { name: 'Recibir avisos aquí' }));
  const list = within(await screen.findByRole('list', { name: 'Navegadores que reciben avisos' }));
  await list.findByText('Chrome en Linux (este)');
  expect(list.getByText('Safari en iPhone')).toBeInTheDocument();
  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: SERVER_KEY }]);
  expect(server.writings.map(({ body }) => body)).toEqual([
    expect.objectContaining({ endpoint: ENDPOINT, keys: KEYS, severidad_minima: 'alta' }),
  ]);
  await user.click(list.getByRole('button', { name: 'Quitar Chrome en Linux' }));
  await screen.findByRole('button', { name: 'Recibir avisos aquí' });
  expect(server.writings.at(-1)?.params).toEqual({ clave: OWN });
  expect(isSubscribed()).toBe(false);
});

it('says so when the person gives no permission', async () => {
  browser('denied');
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: 'Recibir avisos aquí' }));
  await screen.findByText('El navegador no dio permiso de mostrar notificaciones.');
  expect(server.writings).toEqual([]);
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge en Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome en Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
    'Safari en iPhone',
  ],
  ['another', 'Navegador'],
])('calls a browser by its name', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
