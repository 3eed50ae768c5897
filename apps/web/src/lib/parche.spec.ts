import { QueryClient } from '@tanstack/react-query';
import { parchear } from './parche.js';

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
