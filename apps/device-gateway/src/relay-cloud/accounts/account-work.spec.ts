import type { StoredComando } from '../../commands/ledger/comando.js';
import { AccountWork } from './account-work.js';
import { CloudFailure } from '../client/cloud-failure.js';
import { DISCONNECTED, type Lectura } from '../client/device-status.js';
import { decide } from './command-rules.js';
import { roundRobin } from './round-scheduler.js';

const NOW = 1_000_000;
const comando = (entidad_id: number, changes: Partial<StoredComando> = {}): StoredComando =>
  ({ id: String(entidad_id), entidad_id, estado: 'solicitado', ...changes }) as StoredComando;
const sent = (entidad_id: number, ago: number, releer_ts = NOW): StoredComando =>
  comando(entidad_id, { estado: 'enviado', enviado_ts: NOW - ago, releer_ts });

describe("an account's next slot", () => {
  it('goes to a command before anything that is read', () => {
    const work = new AccountWork();
    work.addDue([1, 2]);
    void work.want(3);
    expect(work.next([comando(9)], 0, NOW)).toEqual({ kind: 'command' });
    expect(work.next([sent(8, 1_000), comando(9)], 0, NOW)).toEqual({ kind: 'command' });
  });

  it('goes to read-backs before further commands once they have waited', () => {
    const work = new AccountWork();
    expect(work.next([sent(8, 5_000), comando(9)], 0, NOW)).toEqual({ kind: 'readback', ids: [8] });
  });

  it('does not send a second command to a device before the first was read back', () => {
    const work = new AccountWork();
    expect(work.next([sent(9, 500), comando(9)], 0, NOW)).toEqual({ kind: 'readback', ids: [9] });
    expect(work.next([sent(9, 500, NOW + 400), comando(9)], 0, NOW)).toEqual({ kind: 'wait', wait_ms: 400 });
  });

  it('puts into one request first what a person waits for, then what is due, ten at most', () => {
    const work = new AccountWork();
    work.addDue(Array.from({ length: 20 }, (_, n) => 100 + n));
    void work.want(3);
    const task = work.next([sent(8, 1_000)], 0, NOW);
    expect(task).toEqual({ kind: 'readback', ids: [8, 3, 100, 101, 102, 103, 104, 105, 106, 107] });
  });

  it('reads nothing while a failing cloud rests, and still sends commands', () => {
    const work = new AccountWork();
    work.addDue([1]);
    expect(work.next([], NOW + 2_000, NOW)).toBeNull();
    expect(work.next([comando(9)], NOW + 2_000, NOW)).toEqual({ kind: 'command' });
    expect(work.next([sent(8, 9_000)], NOW + 500, NOW)).toEqual({ kind: 'wait', wait_ms: 500 });
  });
});

describe('what a read-back says of a command', () => {
  const lectura = (salida: 0 | 1 | null): Lectura => ({ ...DISCONNECTED, online: true, salida, motivo: null });
  const after = (ms: number, seen: Lectura | CloudFailure | null) =>
    decide({ accion: 'on', enviado_ts: NOW - ms }, seen, NOW);

  it('confirms it only by a connected relay in the state that was asked for', () => {
    expect(after(1_000, lectura(1))).toEqual({ estado: 'confirmado' });
    for (const seen of [
      lectura(0),
      lectura(null),
      { ...lectura(1), online: false },
      new CloudFailure('limite'),
      null,
    ]) {
      expect(after(1_000, seen)).toHaveProperty('releer_en_ms');
    }
  });

  it('calls it refused when the relay keeps reporting the opposite, unknown when there is no report', () => {
    expect(after(11_000, lectura(0))).toHaveProperty('releer_en_ms');
    expect(after(12_000, lectura(0))).toMatchObject({ estado: 'rechazado' });
    expect(after(29_000, null)).toHaveProperty('releer_en_ms');
    expect(after(30_000, null)).toMatchObject({ estado: 'sin_respuesta' });
    expect(after(30_000, lectura(null))).toMatchObject({ estado: 'sin_respuesta' });
  });
});

describe('rounds', () => {
  it('are handed out company by company, so that a large one keeps no other waiting', () => {
    const large = Array.from({ length: 1_000 }, (_, n) => ({ empresa_id: 1, cuenta: `g${n}` }));
    const small = [2, 3].map((empresa_id) => ({ empresa_id, cuenta: `p${empresa_id}` }));
    const slots = roundRobin([...large, ...small], 5);
    expect(slots.map(({ cuenta }) => cuenta)).toEqual(['g0', 'p2', 'p3', 'g1', 'g2']);
    expect(roundRobin(small, 50)).toHaveLength(2);
  });
});
