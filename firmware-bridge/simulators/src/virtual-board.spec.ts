import { decodeTelemetry, encodeCommand, encodeConfig, encodeTelemetry } from '@acequia/board-protocol';
import type { BoardSpec } from './board-spec.js';
import { VirtualBoard } from './virtual-board.js';
import { PASO_HISTORIAL_MS, SAMPLE_MS } from './virtual-sensors.js';

const T0 = Date.UTC(2026, 4, 10, 18);
const spec: BoardSpec = {
  numero: 1001,
  placa_id: 37,
  username: '1001',
  password: 'x',
  place: 'greenhouse',
  relays: [
    { pin: 25, tipo: 'selenoide' },
    { pin: 26, tipo: 'difusor' },
  ],
  sensors: [32],
};

/** A board without timers: only commands change it. */
const board = (): VirtualBoard => new VirtualBoard(spec, T0, { turnos: false });
const command = (change: Partial<Parameters<typeof encodeCommand>[0]> = {}): Buffer =>
  Buffer.from(encodeCommand({ id: 'c1', pin: 25, on: true, exp: T0 + 60_000, ...change }));
const config = (rev: number, relays: { pin: number; max_s: number }[], every_s?: number): Buffer =>
  Buffer.from(
    encodeConfig({
      rev,
      relays,
      sensors: every_s === undefined ? [] : [{ pin: 32, type: 'dht22', every_s }],
    }),
  );

describe('a virtual board', () => {
  it('boots with every relay off and says so at once', () => {
    const sample = board().tick(T0);
    expect(sample).toMatchObject({ ts: T0, pins: { 25: 0, 26: 0 } });
    expect(sample?.sensors?.['32']?.t).toEqual(expect.any(Number));
  });

  it('samples about every ten seconds', () => {
    const virtual = board();
    const times: number[] = [];
    for (let now = T0; now < T0 + 600_000; now += 500) if (virtual.tick(now)) times.push(now);
    expect(times.length).toBeGreaterThan(50);
    expect(times.length).toBeLessThan(70);
  });

  it('writes what the gateway accepts', () => {
    const sample = board().tick(T0);
    expect(sample && decodeTelemetry(Buffer.from(encodeTelemetry(sample)), T0).rejected).toEqual([]);
  });

  it('obeys a command, answers it and tells its new state at once', () => {
    const virtual = board();
    virtual.tick(T0);
    const answer = virtual.command(command(), T0 + 1_000);
    expect(answer?.result).toEqual({ id: 'c1', ok: true, pins: { 25: 1 } });
    expect(answer?.sample).toMatchObject({ ts: T0 + 1_000, pins: { 25: 1, 26: 0 } });
  });

  it('refuses a command that came too late', () => {
    const virtual = board();
    expect(virtual.command(command(), T0 + 60_001)).toEqual({
      id: 'c1',
      result: { id: 'c1', ok: false, error: 'expired' },
      sample: null,
    });
    expect(virtual.tick(T0 + 60_002)?.pins).toEqual({ 25: 0, 26: 0 });
  });

  it('acts once on a command that comes twice, and answers both times', () => {
    const virtual = board();
    virtual.command(command(), T0);
    virtual.command(command({ id: 'c2', on: false }), T0 + 1_000);
    const again = virtual.command(command(), T0 + 2_000);
    expect(again).toEqual({ id: 'c1', result: { id: 'c1', ok: true, pins: { 25: 1 } }, sample: null });
    expect(virtual.tick(T0 + SAMPLE_MS * 2)?.pins?.['25']).toBe(0);
  });

  it('refuses a pin that it has no relay on', () => {
    expect(board().command(command({ pin: 18 }), T0)?.result).toEqual({ id: 'c1', ok: false, error: 'unknown_pin' });
  });

  it.each(['', 'x', '{}', '{"id":"c1","pin":25}', '{"id":"c1","pin":24,"on":true,"exp":1}'])(
    'is not moved by %j',
    (payload) => {
      expect(board().command(Buffer.from(payload), T0)).toBeNull();
      expect(board().configure(Buffer.from(payload), T0)).toBeNull();
    },
  );

  it("turns off by itself when the command's time is over", () => {
    const virtual = board();
    virtual.command(command({ max_s: 30 }), T0);
    expect(virtual.tick(T0 + 29_999)?.pins?.['25']).toBe(1);
    expect(virtual.tick(T0 + 30_000)?.pins?.['25']).toBe(0);
  });

  it('never stays on longer than the console allows, whatever a command says', () => {
    const virtual = board();
    virtual.configure(config(1, [{ pin: 25, max_s: 60 }]), T0);
    virtual.command(command({ max_s: 3_600 }), T0);
    expect(virtual.tick(T0 + 60_000)?.pins?.['25']).toBe(0);
  });

  it('has a limit even when nobody gave it one', () => {
    const virtual = board();
    virtual.command(command(), T0);
    expect(virtual.tick(T0 + 86_400_000)?.pins?.['25']).toBe(0);
  });

  it('shortens the time of a relay that is on when the console allows less', () => {
    const virtual = board();
    virtual.command(command(), T0);
    expect(virtual.configure(config(1, [{ pin: 25, max_s: 10 }]), T0 + 20_000)?.pins?.['25']).toBe(0);
  });

  it('turns off a pin that leaves the map, and takes no commands for it', () => {
    const virtual = board();
    virtual.command(command(), T0);
    expect(virtual.configure(config(1, [{ pin: 26, max_s: 60 }]), T0)?.pins?.['25']).toBe(0);
    expect(virtual.command(command({ id: 'c2' }), T0)?.result).toMatchObject({ error: 'unknown_pin' });
  });

  it('takes a pin that only the map knows', () => {
    const virtual = board();
    virtual.configure(config(1, [{ pin: 18, max_s: 60 }]), T0);
    expect(virtual.command(command({ pin: 18 }), T0)?.result).toMatchObject({ ok: true });
  });

  it('ignores a map older than its own', () => {
    const virtual = board();
    virtual.configure(config(2, [{ pin: 25, max_s: 60 }]), T0);
    virtual.configure(config(1, [{ pin: 26, max_s: 60 }]), T0);
    expect(virtual.command(command(), T0)?.result).toMatchObject({ ok: true });
  });

  it('ignores the empty map of a board that nobody has wired yet, and obeys one that takes its relays away', () => {
    const virtual = board();
    virtual.configure(config(1, []), T0);
    expect(virtual.command(command(), T0)?.result).toMatchObject({ ok: true });
    virtual.configure(config(2, [{ pin: 25, max_s: 60 }]), T0);
    expect(virtual.configure(config(3, []), T0)?.pins?.['25']).toBe(0);
  });

  it('reads a sensor as often as the map says', () => {
    const virtual = board();
    virtual.configure(config(1, [{ pin: 25, max_s: 60 }], 60), T0);
    let readings = 0;
    for (let now = T0; now < T0 + 600_000; now += 1_000) if (virtual.tick(now)?.sensors) readings += 1;
    expect(readings).toBeGreaterThanOrEqual(9);
    expect(readings).toBeLessThanOrEqual(12);
  });

  it('gives its relays the turns of the farm', () => {
    const virtual = new VirtualBoard(spec, T0);
    const seen = new Set<string>();
    for (let now = T0; now < T0 + 86_400_000; now += 60_000) {
      const pins = virtual.tick(now)?.pins ?? {};
      for (const [pin, on] of Object.entries(pins)) if (on) seen.add(pin);
    }
    expect([...seen].sort()).toEqual(['25', '26']);
  });

  it('kept a sample every five minutes while it was offline', () => {
    const desde = T0 - 3 * 3_600_000;
    const kept = [...board().historial(desde, T0)];
    expect(kept).toHaveLength(36);
    expect(kept.map(({ ts }) => (ts ?? 0) - desde)).toEqual(kept.map((_, i) => (i + 1) * PASO_HISTORIAL_MS));
    expect(decodeTelemetry(Buffer.from(encodeTelemetry(kept)), T0)).toMatchObject({ rejected: [] });
  });

  it('kept nothing when it delivered a moment ago', () => {
    expect([...board().historial(T0 + 1_000, T0 + 200_000)]).toEqual([]);
  });
});
