import { jest } from '@jest/globals';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { parchear } from './patch.js';
import { faltaPara, ultimaFallo } from './reread.js';

const CLAVE = ['placas'];

describe('a live message', () => {
  let queries: QueryClient;
  const visto = () => queries.getQueryData<string[]>(CLAVE);
  const leer = (respuesta: Promise<string[]>) => queries.fetchQuery({ queryKey: CLAVE, queryFn: () => respuesta });
  /** A reading under way, and its answer. */
  const empezar = () => {
    let responder!: (lista: string[]) => void;
    const leyendo = leer(new Promise((resolve) => (responder = resolve)));
    return { leyendo, responder };
  };

  beforeEach(() => {
    queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  });
  afterEach(() => queries.clear());

  it('changes what is shown at once', () => {
    queries.setQueryData(CLAVE, ['OFFLINE']);
    parchear<string[]>(queries, CLAVE, () => ['ONLINE']);
    expect(visto()).toEqual(['ONLINE']);
  });

  it('is not undone by a reading that was answered before it', async () => {
    queries.setQueryData(CLAVE, ['OFFLINE']);
    const { leyendo, responder } = empezar();
    parchear<string[]>(queries, CLAVE, () => ['ONLINE']);
    expect(visto()).toEqual(['ONLINE']);
    responder(['OFFLINE']);
    await leyendo;
    expect(visto()).toEqual(['ONLINE']);
  });

  it('waits for the first reading, and leaves the later ones as they are', async () => {
    const { leyendo, responder } = empezar();
    parchear<string[]>(queries, CLAVE, (lista) => lista?.map(() => 'ONLINE'));
    responder(['OFFLINE']);
    await leyendo;
    expect(visto()).toEqual(['ONLINE']);
    await leer(Promise.resolve(['OFFLINE']));
    expect(visto()).toEqual(['OFFLINE']);
  });

  it('makes nothing up where nothing was read, or reading failed', async () => {
    const encender = () => parchear<string[]>(queries, CLAVE, (lista) => lista && ['ONLINE']);
    encender();
    const leyendo = leer(Promise.reject(new Error('sin conexión')));
    encender();
    await expect(leyendo).rejects.toThrow('sin conexión');
    expect(visto()).toBeUndefined();
  });
});

describe('what live messages change all the time', () => {
  const CADA_MS = 20_000;
  let queries: QueryClient;
  let leidas: number;
  let falla: boolean;
  let soltar: () => void;

  beforeEach(() => {
    // Without a window no query reads by itself.
    environmentManager.setIsServer(() => false);
    jest.useFakeTimers();
    queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    [leidas, falla] = [0, false];
    const observer = new QueryObserver(queries, {
      queryKey: CLAVE,
      queryFn: () => {
        leidas += 1;
        return falla ? Promise.reject(new Error('sin servicio')) : Promise.resolve(['OFFLINE']);
      },
      refetchInterval: ({ state }) => faltaPara(CADA_MS, state),
      refetchIntervalInBackground: true,
    });
    soltar = observer.subscribe(() => undefined);
  });
  afterEach(() => {
    soltar();
    queries.clear();
    jest.useRealTimers();
    environmentManager.setIsServer(() => typeof window === 'undefined');
  });

  const pasar = async (segundos: number): Promise<void> => {
    for (let n = 0; n < segundos; n += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      parchear<string[]>(queries, CLAVE, (lista) => lista && [`ONLINE ${n}`]);
    }
  };

  it('is read again as often as what nobody changes', async () => {
    await pasar(65);
    expect(leidas).toBe(4);
  });

  it('is known to be older than the last attempt, until one succeeds', async () => {
    const enDuda = () => ultimaFallo(queries.getQueryState(CLAVE)!);
    await pasar(5);
    falla = true;
    await pasar(20);
    expect(enDuda()).toBe(true);
    falla = false;
    await pasar(20);
    expect(enDuda()).toBe(false);
  });
});
