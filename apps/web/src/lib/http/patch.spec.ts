import { jest } from '@jest/globals';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { patchData } from './patch.js';
import { timeLeft, lastFailed } from './reread.js';

const CLAVE = ['placas'];

describe('a live message', () => {
  let queries: QueryClient;
  const seenAt = () => queries.getQueryData<string[]>(CLAVE);
  const read = (answer: Promise<string[]>) => queries.fetchQuery({ queryKey: CLAVE, queryFn: () => answer });
  /** Starts a read and returns a function that answers it. */
  const begin = () => {
    let respond!: (list: string[]) => void;
    const readingIt = read(new Promise((resolve) => (respond = resolve)));
    return { readingIt, respond };
  };

  beforeEach(() => {
    queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  });
  afterEach(() => queries.clear());

  it('changes what is shown at once', () => {
    queries.setQueryData(CLAVE, ['OFFLINE']);
    patchData<string[]>(queries, CLAVE, () => ['ONLINE']);
    expect(seenAt()).toEqual(['ONLINE']);
  });

  it('is not undone by a reading that was answered before it', async () => {
    queries.setQueryData(CLAVE, ['OFFLINE']);
    const { readingIt, respond } = begin();
    patchData<string[]>(queries, CLAVE, () => ['ONLINE']);
    expect(seenAt()).toEqual(['ONLINE']);
    respond(['OFFLINE']);
    await readingIt;
    expect(seenAt()).toEqual(['ONLINE']);
  });

  it('waits for the first reading, and leaves the later ones as they are', async () => {
    const { readingIt, respond } = begin();
    patchData<string[]>(queries, CLAVE, (list) => list?.map(() => 'ONLINE'));
    respond(['OFFLINE']);
    await readingIt;
    expect(seenAt()).toEqual(['ONLINE']);
    await read(Promise.resolve(['OFFLINE']));
    expect(seenAt()).toEqual(['OFFLINE']);
  });

  it('makes nothing up where nothing was read, or reading failed', async () => {
    const encender = () => patchData<string[]>(queries, CLAVE, (list) => list && ['ONLINE']);
    encender();
    const readingIt = read(Promise.reject(new Error('sin conexión')));
    encender();
    await expect(readingIt).rejects.toThrow('sin conexión');
    expect(seenAt()).toBeUndefined();
  });
});

describe('what live messages change all the time', () => {
  const EVERY_MS = 20_000;
  let queries: QueryClient;
  let found: number;
  let failing: boolean;
  let letGo: () => void;

  beforeEach(() => {
    // Without a window, the query library takes this for a server and does not read again by itself.
    environmentManager.setIsServer(() => false);
    jest.useFakeTimers();
    queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    [found, failing] = [0, false];
    const observer = new QueryObserver(queries, {
      queryKey: CLAVE,
      queryFn: () => {
        found += 1;
        return failing ? Promise.reject(new Error('sin servicio')) : Promise.resolve(['OFFLINE']);
      },
      refetchInterval: ({ state }) => timeLeft(EVERY_MS, state),
      refetchIntervalInBackground: true,
    });
    letGo = observer.subscribe(() => undefined);
  });
  afterEach(() => {
    letGo();
    queries.clear();
    jest.useRealTimers();
    environmentManager.setIsServer(() => typeof window === 'undefined');
  });

  const pass = async (seconds: number): Promise<void> => {
    for (let n = 0; n < seconds; n += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      patchData<string[]>(queries, CLAVE, (list) => list && [`ONLINE ${n}`]);
    }
  };

  it('is read again as often as what nobody changes', async () => {
    await pass(65);
    expect(found).toBe(4);
  });

  it('is known to be older than the last attempt, until one succeeds', async () => {
    const inDoubt = () => lastFailed(queries.getQueryState(CLAVE)!);
    await pass(5);
    failing = true;
    await pass(20);
    expect(inDoubt()).toBe(true);
    failing = false;
    await pass(20);
    expect(inDoubt()).toBe(false);
  });
});
