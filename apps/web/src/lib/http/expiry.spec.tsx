import { setClock } from '../time/server-clock.js';
import { STORAGE_KEYS } from '../session.js';
import { api } from './api-client.js';

const AHEAD_MS = 600_000;

it('what begins something says until when its person waits, by the clock of the server; what ends something does not', async () => {
  localStorage.setItem(STORAGE_KEYS.token, 't');
  const date = new Date(Date.now() + AHEAD_MS).toUTCString();
  setClock(date, Date.now());
  const valid: (string | null)[] = [];
  globalThis.fetch = (_url, init) => {
    valid.push(new Headers(init?.headers).get('valido-hasta'));
    return Promise.resolve(Response.json({ comando_id: 'c', estado: 'enviado' }, { headers: { date } }));
  };
  await api('switches.encender', { params: { id: '1' }, body: {} });
  await api('switches.apagar', { params: { id: '1' }, body: {} });
  await api('dispositivos.encender', { params: { id: '1' } }, { timeoutMs: 20_000 });
  const waits = valid.map((until) => until && Math.round((Number(until) - Date.now() - AHEAD_MS) / 5_000));
  expect(waits).toEqual([3, null, 4]);
});
