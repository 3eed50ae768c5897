import { jest } from '@jest/globals';
import type { ComandoAccepted } from '@acequia/contracts';
import { OrderStore, type Sending } from './order-store.js';

const SWITCH = 7;
let sent: Sending[];
let answer: (sending: Sending) => Promise<ComandoAccepted>;
let store: OrderStore;

const accepted = async (): Promise<ComandoAccepted> => ({ comando_id: 'c1', estado: 'enviado' });
const lost = async () => Promise.reject(Object.assign(new Error('sin red'), { status: 0 }));
const never = ({ signal }: Sending) =>
  new Promise<never>((_answer, fail) => signal.addEventListener('abort', () => fail(signal.reason)));

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  answer = accepted;
  store = new OrderStore({
    now: () => Date.now(),
    send: (sending) => {
      sent.push(sending);
      return answer(sending);
    },
  });
});
afterEach(() => void jest.useRealTimers());

const press = (accion: 'on' | 'off') => void store.press(SWITCH, { accion }, null);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a click on Encender or Apagar', () => {
  it('is one command however often it is sent: every sending carries the key of the click', async () => {
    answer = lost;
    press('on');
    await pass(1_500);
    expect(sent.map(({ accion }) => accion)).toEqual(['on', 'on']);
    expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]!.key).toBe(sent[0]!.key);
    expect(store.get(SWITCH)).toMatchObject({ estado: 'sin_respuesta', detalle: 'sin red' });
    await pass(2_000);
    press('on');
    expect(sent[2]!.key).not.toBe(sent[0]!.key);
  });

  it('needs no API that only exists over HTTPS', async () => {
    const { randomUUID } = crypto;
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      press('on');
      await pass(0);
      expect(store.get(SWITCH)).toMatchObject({ comando_id: 'c1', estado: 'enviado' });
    } finally {
      Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
    }
  });

  it('counts once when it bounces', async () => {
    answer = never;
    press('off');
    press('off');
    expect(sent).toHaveLength(1);
    await pass(1_500);
    press('off');
    expect(sent).toHaveLength(2);
  });

  it('is another one when it asks for another duration', () => {
    void store.press(SWITCH, { accion: 'on', duracion_s: 1_200 }, null);
    void store.press(SWITCH, { accion: 'on', duracion_s: 1_800 }, null);
    expect(sent).toHaveLength(2);
  });

  it('is not sent again as an Encender long after it was made, but an Apagar is', async () => {
    const timedOut = async () => {
      await new Promise((done) => setTimeout(done, 15_000));
      return lost();
    };
    answer = timedOut;
    press('on');
    await pass(20_000);
    expect(sent).toHaveLength(1);
    press('off');
    await pass(20_000);
    expect(sent).toHaveLength(3);
  });

  it('on Apagar calls an unanswered Encender back, and its late end changes nothing', async () => {
    answer = never;
    press('on');
    answer = accepted;
    press('off');
    expect(sent[0]!.signal.aborted).toBe(true);
    await pass(5_000);
    expect(sent).toHaveLength(2);
    expect(store.get(SWITCH)).toMatchObject({ accion: 'off', estado: 'enviado' });
  });

  it('that is refused says why', async () => {
    answer = async () => Promise.reject(Object.assign(new Error('Está bloqueado.'), { status: 409 }));
    press('on');
    await pass(0);
    expect(sent).toHaveLength(1);
    expect(store.get(SWITCH)).toMatchObject({ estado: 'rechazado', detalle: 'Está bloqueado.' });
  });
});
