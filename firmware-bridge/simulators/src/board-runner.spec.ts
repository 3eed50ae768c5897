import {
  encodeCommand,
  encodeConfig,
  encodeControl,
  topics,
  type ResultMessage,
  type StatusMessage,
  type TelemetrySample,
} from '@acequia/board-protocol';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoardRunner } from './board-runner.js';
import type { BoardSpec } from './board-spec.js';
import { DeliveryState } from './delivery-state.js';
import { TestBroker } from './broker.fixture.js';
import { PASO_HISTORIAL_MS } from './virtual-sensors.js';

const DIA_MS = 86_400_000;
const spec: BoardSpec = {
  numero: 1001,
  placa_id: 37,
  username: '1001',
  password: 'secreta',
  place: 'greenhouse',
  relays: [{ pin: 25, tipo: 'selenoide' }],
  sensors: [32],
};
const N = spec.numero;

let folder: string;
let broker: TestBroker;
let runner: BoardRunner | undefined;

/** At the board's one point. */
let volts = 2;
const points = { pulses: () => 0, volts: () => volts };
const run = (historial_ms: number, log: (line: string) => void = () => undefined): DeliveryState => {
  const state = new DeliveryState(join(folder, 'boards.state'));
  runner = new BoardRunner(spec, { url: broker.url, historial_ms, state, log, turnos: false, points });
  runner.start();
  return state;
};
const live = (samples: TelemetrySample[]): TelemetrySample[] =>
  samples.filter(({ ts }) => (ts ?? 0) % PASO_HISTORIAL_MS !== 0);
const kept = (samples: TelemetrySample[]): TelemetrySample[] =>
  samples.filter(({ ts }) => (ts ?? 0) % PASO_HISTORIAL_MS === 0);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-sim-'));
  broker = await TestBroker.start('secreta');
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a simulated board on a broker', () => {
  it('says that it is online, retained, before anything else', async () => {
    run(0);
    await broker.until(() => broker.received.length > 0);
    expect(broker.received[0]).toMatchObject({ numero: N, canal: 'status', retain: true });
    expect(broker.of(N, 'status')[0]).toMatchObject({ online: true, model: 'esp32' });
  });

  it('delivers what it kept, oldest first and at most 500 a message, and only then what it sees', async () => {
    run(2 * DIA_MS);
    runner?.tick();
    await broker.until(() => live(broker.samples(N)).length > 0);
    const messages = broker.of(N, 'telemetry');
    expect(messages[0]).toHaveLength(500);
    const samples = broker.samples(N);
    expect(kept(samples).length).toBeGreaterThanOrEqual(575);
    const times = samples.map(({ ts }) => ts ?? 0);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(samples.map(({ seq }) => seq)).size).toBe(samples.length);
  });

  it('does not deliver it again after a restart', async () => {
    const state = run(DIA_MS);
    runner?.tick();
    await broker.until(() => live(broker.samples(N)).length > 0);
    await runner?.stop();
    state.save();
    const before = broker.samples(N).length;
    run(DIA_MS);
    runner?.tick();
    await broker.until(() => broker.samples(N).length > before);
    expect(kept(broker.samples(N).slice(before)).length).toBeLessThanOrEqual(1);
  });

  it('sends again what was not acknowledged when its connection was cut', async () => {
    let cuts = 0;
    broker.cutOff = ({ canal }) => canal === 'telemetry' && cuts++ === 0;
    run(3 * 3_600_000);
    await broker.until(() => broker.samples(N).length > 0);
    expect(cuts).toBeGreaterThan(1);
    expect(broker.samples(N).length).toBeGreaterThanOrEqual(35);
  });

  it('keeps what it sees while it is away and brings it along', async () => {
    run(0);
    await broker.until(() => broker.of(N, 'status').length === 1);
    runner?.drop(50);
    runner?.tick();
    // Samples of the first connection, of the time offline, and of the reconnection.
    await broker.until(() => broker.samples(N).length >= 3);
    expect(broker.of(N, 'status').length).toBeGreaterThanOrEqual(2);
  });

  it('leaves its last will behind when it vanishes', async () => {
    run(0);
    await broker.until(() => broker.of(N, 'status').length === 1);
    runner?.drop(60_000);
    await broker.until(() => broker.of(N, 'status').length === 2);
    expect(broker.received.at(-1)).toMatchObject({ canal: 'status', retain: true });
    expect(broker.of(N, 'status')[1]).toEqual({ online: false });
  });

  it('says that it goes when it is stopped', async () => {
    run(0);
    await broker.until(() => broker.of(N, 'status').length === 1);
    await runner?.stop();
    expect(broker.of(N, 'status').at(-1)).toEqual({ online: false });
  });

  it('obeys a command: answers it and publishes its new state', async () => {
    run(0);
    await broker.until(() => broker.of(N, 'status').length === 1);
    const payload = encodeCommand({ id: 'c1', pin: 25, on: true, exp: Date.now() + 60_000 });
    // The subscription may not be active yet, so the test repeats the same id, as an operator would; the board acts once.
    const repeat = setInterval(() => void broker.send(topics.command(N), payload), 50);
    await broker.until(() => broker.samples(N).some(({ pins }) => pins?.['25'] === 1));
    await broker.until(() => broker.of(N, 'result').length > 0);
    clearInterval(repeat);
    expect(broker.of(N, 'result')[0]).toEqual({ id: 'c1', ok: true, pins: { 25: 1 } } satisfies ResultMessage);
    // The state when the link came up, and the state after the command.
    expect(broker.samples(N).map(({ pins }) => pins?.['25'])).toEqual([0, 1]);
  });

  it('tells at once that a protection tripped', async () => {
    run(0);
    const statuses = () => broker.of(N, 'status') as StatusMessage[];
    const level = { n: 7, kind: 'adc', pin: 34, every_s: 10, a: 1, b: 0, dec: 2 } as const;
    const config = encodeConfig({ rev: 1, relays: [{ pin: 25, max_s: 60 }], sensors: [], points: [level] });
    const well = { id: 'well', point: 7, below: 0.5, for_s: 0, grace_s: 0, off: [25], no_data: 'go' as const };
    const control = encodeControl({ epoch: 1, rev: 1, rules: [], protections: [{ ...well, until: 'person' }] });
    // The subscription may not be active yet; what was taken is not taken twice.
    const repeat = setInterval(() => {
      void broker.send(topics.config(N), config);
      void broker.send(topics.control(N), control);
    }, 50);
    const taken = () => statuses().some(({ revs }) => revs?.control === 1 && revs.config === 1);
    await broker.until(taken).finally(() => clearInterval(repeat));
    expect(statuses().every(({ tripped }) => tripped === undefined)).toBe(true);
    volts = 0.2;
    const ticks = setInterval(() => runner?.tick(), 50);
    const tripped = () => statuses().some(({ tripped }) => tripped?.[0]?.id === 'well');
    await broker.until(tripped).finally(() => {
      clearInterval(ticks);
      volts = 2;
    });
  });

  describe('with faults to order', () => {
    /** Repeats a command until `done`: the board's subscription may not be active yet. */
    const order = async (
      change: { exp?: number; on?: boolean; id?: string; pin?: number },
      done: () => boolean,
    ): Promise<void> => {
      const message = { id: 'c1', pin: 25, on: true, exp: Date.now() + 60_000, ...change };
      const repeat = setInterval(() => {
        void broker.send(topics.command(N), encodeCommand(message));
        runner?.tick();
      }, 50);
      await broker.until(done).finally(() => clearInterval(repeat));
    };
    const results = (): unknown[] => broker.of(N, 'result');
    const up = async (): Promise<void> => {
      run(0);
      await broker.until(() => broker.of(N, 'status').length === 1);
    };

    it('a lost result still shows in its samples, and the act is one', async () => {
      await up();
      runner?.misbehave({ lose_results: true });
      await order({}, () => broker.samples(N).some(({ pins }) => pins?.['25'] === 1));
      expect(results()).toEqual([]);
      expect(runner?.acted).toEqual(['c1']);
    });

    it('a stuck relay says that it is still on', async () => {
      await up();
      await order({}, () => results().length > 0);
      runner?.misbehave({ stuck: [25] });
      await order({ id: 'c2', on: false }, () => results().some((result) => (result as ResultMessage).id === 'c2'));
      expect(results().at(-1)).toEqual({ id: 'c2', ok: true, pins: { 25: 1 } });
      expect(runner?.isOn(25)).toBe(true);
    });

    it('a slow one refuses what has expired by the time it looks at it', async () => {
      await up();
      runner?.misbehave({ slow_ms: 100 });
      await order({ exp: Date.now() + 20 }, () => results().length > 0);
      expect(results()[0]).toEqual({ id: 'c1', ok: false, error: 'expired' });
      expect(runner?.isOn(25)).toBe(false);
    });

    it('a reboot leaves it with the pin map that it had', async () => {
      await up();
      await order({}, () => results().length > 0);
      const config = encodeConfig({ rev: 1, relays: [{ pin: 18, max_s: 60 }], sensors: [] });
      await broker.send(topics.config(N), config);
      await broker.until(() => broker.samples(N).at(-1)?.pins?.['18'] === 0);
      runner?.reboot(10);
      const second = (): unknown => results().find((result) => (result as ResultMessage).id === 'c2');
      await order({ pin: 18, id: 'c2' }, () => second() !== undefined);
      expect(second()).toEqual({ id: 'c2', ok: true, pins: { 18: 1 } });
    });

    it('a board without the time refuses ON, and its samples have no date', async () => {
      await up();
      runner?.misbehave({ clock_ms: null });
      await order({}, () => results().length > 0);
      expect(results()[0]).toEqual({ id: 'c1', ok: false, error: 'clock_unset' });
      runner?.drop(10);
      await broker.until(() => broker.samples(N).some(({ ts }) => ts === undefined));
    });

    it('a reboot leaves every relay off', async () => {
      await up();
      await order({}, () => results().length > 0);
      expect(runner?.isOn(25)).toBe(true);
      runner?.reboot(10);
      expect(runner?.isOn(25)).toBe(false);
      await broker.until(() => broker.of(N, 'status').length >= 3);
    });
  });

  it('complains once when the broker refuses it', async () => {
    await broker.stop();
    broker = await TestBroker.start('otra');
    const lines: string[] = [];
    await new Promise<void>((resolve) => {
      run(0, (line) => {
        lines.push(line);
        resolve();
      });
    });
    expect(lines[0]).toContain('1001');
    expect(lines[0]).not.toContain('secreta');
  });
});
