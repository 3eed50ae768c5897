import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { clearSession, storeSession } from '../session.js';
import { KEPT, keepLastState, showLastState } from './last-state.js';

const PERSON = { id: 7, nombre: 'Ana', email: 'ana@acequia.test', rol: 'usuario' } as Parameters<
  typeof storeSession
>[1];
const KEY = ['switches', 'usuario', 7];

/** The browser's Cache Storage, of which jsdom has none: one map of addresses per name. */
class Caches {
  readonly stores = new Map<string, Map<string, string>>();
  async open(name: string) {
    const store = this.stores.get(name) ?? new Map<string, string>();
    this.stores.set(name, store);
    return {
      put: async (path: string, answer: { text: () => Promise<string> }) => void store.set(path, await answer.text()),
      match: async (path: string) => {
        const text = store.get(path);
        return text === undefined ? undefined : { json: async () => JSON.parse(text) as unknown };
      },
    };
  }
  async delete(name: string) {
    return this.stores.delete(name);
  }
}

let caches: Caches;
const clients: QueryClient[] = [];

/** A visit of the console whose server gives this answer, or none. */
const visit = (answer: string | null) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  clients.push(queries);
  const open = () =>
    new QueryObserver(queries, {
      queryKey: KEY,
      meta: KEPT,
      queryFn: () => (answer === null ? Promise.reject(new Error('sin conexión')) : Promise.resolve(answer)),
    }).subscribe(() => undefined);
  return { queries, open, data: () => queries.getQueryData(KEY) };
};
const settled = async (ready: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 1_000 && !ready(); tries++) await new Promise((next) => setTimeout(next, 5));
  expect(ready()).toBe(true);
};

/** A visit during which the server says ENCENDIDO, up to its end. */
async function visited(): Promise<void> {
  const { queries, open, data } = visit('ENCENDIDO');
  const end = keepLastState(queries.getQueryCache());
  const leave = open();
  await settled(() => data() === 'ENCENDIDO');
  leave();
  end();
  await settled(() => caches.stores.size > 0 && [...caches.stores.values()][0]!.size > 0);
}

beforeEach(() => {
  caches = new Caches();
  Object.assign(globalThis, {
    caches,
    Response: class {
      constructor(private readonly body: string) {}
      text = () => Promise.resolve(this.body);
    },
  });
  storeSession('token', PERSON);
});
afterEach(() => {
  for (const one of clients.splice(0)) one.clear();
  Reflect.deleteProperty(globalThis, 'caches');
});

describe('the last state', () => {
  it('is shown by a visit without a connection, with the time at which it was current', async () => {
    const before = Date.now();
    await visited();
    const { queries, open, data } = visit(null);
    const shown: number[] = [];
    const end = showLastState(queries, (ts) => shown.push(ts));
    open();
    await settled(() => data() === 'ENCENDIDO');
    expect(shown).toHaveLength(1);
    expect(shown[0]).toBeGreaterThanOrEqual(before - 2_000);
    expect(queries.getQueryState(KEY)?.dataUpdatedAt).toBe(shown[0]);
    end();
  });

  it('leaves the screen when the server is back, until the server has answered', async () => {
    await visited();
    const { queries, open, data } = visit(null);
    const end = showLastState(queries, () => undefined);
    open();
    await settled(() => data() === 'ENCENDIDO');
    end();
    expect(data()).toBeUndefined();
  });

  it('is gone with the session', async () => {
    await visited();
    clearSession();
    expect(caches.stores.size).toBe(0);
  });

  it('is not written by a page whose session ended meanwhile', async () => {
    const { queries, open, data } = visit('ENCENDIDO');
    const end = keepLastState(queries.getQueryCache());
    open();
    await settled(() => data() === 'ENCENDIDO');
    clearSession();
    end();
    await new Promise((next) => setTimeout(next));
    expect(caches.stores.size).toBe(0);
  });

  it('of one person is never shown to another', async () => {
    await visited();
    storeSession('token', { ...PERSON, id: 8 });
    const { queries, open, data } = visit(null);
    const end = showLastState(queries, () => undefined);
    open();
    await settled(() => queries.getQueryState(KEY)?.status === 'error');
    expect(data()).toBeUndefined();
    end();
  });
});
