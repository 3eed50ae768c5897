import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ControlMessage } from './control.js';
import { excerpt, safeText } from './decoded.js';
import { type AgendaMessage, MAX_RUNS, type RunsMessage } from './messages.js';
import {
  decodeAgenda,
  decodeCommand,
  decodeConfig,
  decodeControl,
  decodeResult,
  decodeRuns,
  decodeStatus,
  decodeUpdate,
  encodeAgenda,
  encodeAgendaThatFits,
  encodeCommand,
  encodeConfig,
  encodeControl,
  encodeResult,
  encodeRuns,
  encodeStatus,
  encodeUpdate,
  LAST_WILL,
} from './small-messages.js';
import {
  CHANNELS_TO_PLACA,
  CHANNELS_OF_PLACA,
  clientIdOf,
  isBoardChannel,
  numeroOf,
  parseTopic,
  topics,
  usernameOf,
} from './topics.js';

const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('topics', () => {
  it('say whose they are', () => {
    expect(topics.telemetry(1001)).toBe('acequia/v1/1001/telemetry');
    for (const canal of [...CHANNELS_OF_PLACA, ...CHANNELS_TO_PLACA]) {
      expect(parseTopic(topics[canal](1001))).toEqual({ numero: 1001, canal });
    }
    expect(topics.ofAll('status')).toBe('acequia/v1/+/status');
    expect(['status', 'command'].map((canal) => isBoardChannel(canal as 'status'))).toEqual([true, false]);
  });

  it.each([
    'acequia/v1/+/telemetry',
    'acequia/v1/#',
    '#',
    '$SYS/broker',
    'acequia/v1/0/telemetry',
    'acequia/v1/01/telemetry',
    'acequia/v1/-1/telemetry',
    'acequia/v1/1e3/telemetry',
    'acequia/v1/2147483648/telemetry',
    'acequia/v1/99999999999/telemetry',
    'acequia/v1/1/telemetry/x',
    'acequia/v1/1/otra',
    '/acequia/v1/1/telemetry',
    'acequia/v1/1/telemetry\n',
    'acequia/v2/1/telemetry',
    '',
  ])('that are not a board\'s are nobody\'s: "%s"', (topic) => {
    expect(parseTopic(topic)).toBeNull();
  });

  it('name a board by its plain number only', () => {
    expect(clientIdOf(7)).toBe('placa-7');
    expect(numeroOf(usernameOf(7))).toBe(7);
    for (const name of ['', '0', '07', '+', '#', '7 ', '1/2', '2147483648', 'admin']) expect(numeroOf(name)).toBeNull();
  });
});

describe('the small messages', () => {
  it('come out as they went in', () => {
    const status = { online: true, fw: '1.4.0', model: 'esp32', rssi: -61, boot: 'b3f1' };
    const command = { id: 'c-1', pin: 4, on: true, max_s: 3_600, exp: 1_795_239_723_569 };
    const config = {
      rev: 3,
      relays: [{ pin: 4, max_s: 7_200 }],
      sensors: [{ pin: 15, type: 'dht22' as const, every_s: 30 }],
    };
    const update = {
      id: 41,
      url: 'https://riego.example/a.bin',
      size: 4_096,
      sha256: 'ab'.repeat(32),
      version: '2.2.0',
      model: 'acequia-placa',
    };
    expect(decodeStatus(bytes(encodeStatus(status)))).toEqual({ ok: true, value: status });
    expect(decodeStatus(bytes(LAST_WILL))).toEqual({ ok: true, value: { online: false } });
    expect(decodeCommand(bytes(encodeCommand(command)))).toEqual({ ok: true, value: command });
    expect(decodeConfig(bytes(encodeConfig(config)))).toEqual({ ok: true, value: config });
    expect(decodeUpdate(bytes(encodeUpdate(update)))).toEqual({ ok: true, value: update });
    for (const result of [
      { id: 'c-1', ok: true as const, pins: { '4': 1 as const } },
      { id: 'c-1', ok: false as const, error: 'expired' },
    ]) {
      expect(decodeResult(bytes(encodeResult(result)))).toEqual({ ok: true, value: result });
    }
  });

  it('may say more or less than they must', () => {
    expect(decodeStatus(bytes({ online: true, uptime: 5, rssi: 'fuerte' }))).toEqual({
      ok: true,
      value: { online: true },
    });
    expect(decodeResult(bytes({ id: 'x', ok: true }))).toEqual({ ok: true, value: { id: 'x', ok: true, pins: {} } });
    expect(decodeResult(bytes({ id: 'x', ok: false }))).toMatchObject({ ok: true, value: { error: 'desconocido' } });
  });

  it('hold only text that is safe to store', () => {
    const decoded = decodeStatus(bytes({ online: true, fw: `1.0\u0000${'x'.repeat(100)}` }));
    expect(decoded).toMatchObject({ ok: true, value: { fw: `1.0\u{FFFD}${'x'.repeat(28)}` } });
  });

  it.each<[string, (payload: Buffer) => { ok: boolean; motivo?: string }, unknown, string]>([
    ['a status without online', decodeStatus, { fw: '1' }, 'forma_invalida'],
    ['a status with online as a text', decodeStatus, { online: 'true' }, 'forma_invalida'],
    ['a status that is no JSON', decodeStatus, 'online', 'json_invalido'],
    ['a status of 20 kB', decodeStatus, { online: true, fw: 'x'.repeat(20_000) }, 'demasiado_grande'],
    ['a result without id', decodeResult, { ok: true }, 'forma_invalida'],
    [
      'a result with a pin that does not exist',
      decodeResult,
      { id: 'a', ok: true, pins: { '20': 1 } },
      'forma_invalida',
    ],
    ['a result with a pin that is 7', decodeResult, { id: 'a', ok: true, pins: { '4': 7 } }, 'forma_invalida'],
    [
      'a command for a pin that does not exist',
      decodeCommand,
      { id: 'a', pin: 24, on: true, exp: 1 },
      'forma_invalida',
    ],
    ['a command without expiry', decodeCommand, { id: 'a', pin: 4, on: true }, 'forma_invalida'],
    [
      'a config with another sensor',
      decodeConfig,
      { rev: 1, relays: [], sensors: [{ pin: 4, type: 'x', every_s: 1 }] },
      'forma_invalida',
    ],
  ])('refuse %s with a reason', (_name, decode, message, motivo) => {
    expect(decode(bytes(message))).toMatchObject({ ok: false, motivo });
  });

  it.each([
    [decodeStatus, { fw: '1' }, 'online: Este dato es obligatorio'],
    [decodeStatus, { online: true, fw: 7 }, 'fw: Debe ser un texto'],
    [decodeStatus, [], 'Debe ser un grupo de datos'],
    [decodeResult, { id: 'a', ok: true, pins: { '4': 7 } }, 'pins.4: No es un valor válido'],
    [decodeResult, { id: 'a', ok: true, pins: { '20': 1 } }, 'pins: La placa no tiene ese pin'],
    [decodeResult, { id: 'x'.repeat(65), ok: true }, 'id: Máximo 64 caracteres'],
    [decodeCommand, { id: 'a', pin: 4.5, on: true, exp: 1 }, 'pin: Debe ser un número entero'],
  ])('are refused with a Spanish sentence about the field (%#)', (decode, message, detalle) => {
    expect(decode(bytes(message))).toMatchObject({ ok: false, detalle });
  });

  it('are never refused in the words of zod', () => {
    const wrong = [undefined, null, 'x', '', 'x'.repeat(200), -1, 1.5, 1e12, true, [], [1], {}, { a: 1 }];
    const fields = ['online', 'fw', 'can', 'id', 'ok', 'pins', 'pin', 'on', 'exp', 'epoch', 'rev', 'relays', 'sensors'];
    const messages = fields.flatMap((field) =>
      wrong.flatMap((value) => [value, { online: true, id: 'a', ok: true, rev: 1, [field]: value }]),
    );
    const reasons = messages.flatMap((message) => {
      const payload = bytes(message ?? null);
      const decoded = [decodeStatus, decodeResult, decodeCommand, decodeConfig, decodeAgenda, decodeControl].map(
        (decode) => decode(payload),
      );
      const runs = decodeRuns(bytes([{ id: 'a', started: 1, secs: 1, end: 'done', [String(message)]: 1 }, message]));
      return [...decoded.flatMap((one) => (one.ok ? [] : [one.detalle])), ...runs.rejected.map((one) => one.detalle)];
    });
    expect(reasons.length).toBeGreaterThan(500);
    for (const reason of new Set(reasons)) {
      expect(reason).toMatch(/^([\w.]+: )?[A-ZÁÉÍÓÚ]/);
      expect(reason).not.toMatch(/invalid|expected|received|required|too (big|small)|\bint\b|key/i);
    }
  });

  it('are not written wrong: that is a fault of the program', () => {
    expect(() => encodeCommand({ id: '', pin: 4, on: true, exp: 1 })).toThrow();
    expect(() => encodeConfig({ rev: 1, relays: [{ pin: 4, max_s: 0 }], sensors: [] })).toThrow();
  });

  it('never throw, whatever arrives', () => {
    const message = fc.oneof(
      fc.uint8Array().map(Buffer.from),
      fc.json().map(bytes),
      fc.anything().map((v) => bytes(`${String(typeof v)}`)),
    );
    fc.assert(
      fc.property(message, (payload) => {
        for (const decode of [
          ...[decodeStatus, decodeResult],
          ...[decodeCommand, decodeConfig, decodeAgenda, decodeControl],
        ]) {
          const decoded = decode(payload);
          if (!decoded.ok) expect(decoded.detalle.length).toBeLessThanOrEqual(200);
        }
        for (const { detalle } of decodeRuns(payload).rejected) expect(detalle.length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe('the messages of boards that run by themselves', () => {
  const run = { id: 't-1', pin: 25, at: 1_795_262_400, secs: 1_200, late_s: 900, link: 0 as const };
  const measured = { ...run, id: 't-3', vol: 20_000, point: 7 };
  const moist = { ...run, id: 't-5', reach: 28.5, point: 9 };
  const agenda: AgendaMessage = { epoch: 7, rev: 12, until: 1_795_500_000, runs: [run, measured, moist] };
  const rule = {
    id: 'r-1',
    pin: 27,
    sensor: 32,
    value: 't' as const,
    on_above: 28,
    off_at: 25.5,
    min_on_s: 120,
    min_off_s: 180,
    silent: 'cycle' as const,
    priority: 1,
  };
  const { sensor: _sensor, value: _value, ...rest } = rule;
  const ofPoint = { ...rest, id: 'r-2', point: 7, on_above: 1_200.125 };
  const control: ControlMessage = { epoch: 7, rev: 2, rules: [rule, ofPoint] };
  const runs: RunsMessage = [
    { id: 't-1', started: 1_795_262_400, secs: 1_200, end: 'done' },
    { id: 't-2', started: null, secs: 0, end: 'late' },
    { id: 't-3', started: 1_795_262_400, secs: 900, end: 'volume', litres: 20_010 },
    { id: 't-4', started: 1_795_262_400, secs: 900, end: 'done', litres: null },
    { id: 't-5', started: 1_795_262_400, secs: 700, end: 'reached' },
  ];

  it('come out as they went in', () => {
    expect(decodeAgenda(bytes(encodeAgenda(agenda)))).toEqual({ ok: true, value: agenda });
    expect(decodeControl(bytes(encodeControl(control)))).toEqual({ ok: true, value: control });
    expect(decodeRuns(bytes(encodeRuns(runs)))).toEqual({ runs, rejected: [] });
    const status = { online: true, can: ['agenda', 'control'], revs: { config: 3, agenda: 12 }, epochs: { config: 7 } };
    expect(decodeStatus(bytes(encodeStatus(status)))).toEqual({ ok: true, value: status });
    const config = { epoch: 7, rev: 1, relays: [{ pin: 4, max_s: 60, min_off_s: 30 }], sensors: [], locked: [4] };
    expect(decodeConfig(bytes(encodeConfig(config)))).toEqual({ ok: true, value: config });
  });

  it('a full agenda with the longest ids fits into one message', () => {
    const id = (index: number): string => String(index).padStart(36, '0');
    const full = Array.from({ length: MAX_RUNS }, (_, index) => ({ ...run, id: id(index), late_s: 86_400 }));
    expect(decodeAgenda(bytes(encodeAgenda({ ...agenda, epoch: 1_795_000_000_000, runs: full }))).ok).toBe(true);
    expect(() => encodeAgenda({ ...agenda, runs: [...full, run] })).toThrow();
    const most = full.map((one) => ({ ...one, vol: 10_000_000, point: 127 }));
    const sent = decodeAgenda(bytes(encodeAgendaThatFits({ ...agenda, runs: most })));
    const fitting = sent.ok ? sent.value.runs : [];
    expect(fitting.length).toBeGreaterThan(110);
    expect(fitting).toEqual(most.slice(0, fitting.length));
    expect(encodeAgendaThatFits(agenda)).toBe(encodeAgenda(agenda));
  });

  it.each<[string, (payload: Buffer) => { ok: boolean; detalle?: string }, unknown, string]>([
    ['an agenda without epoch', decodeAgenda, { ...agenda, epoch: undefined }, 'epoch'],
    ['an agenda with an id twice', decodeAgenda, { ...agenda, runs: [run, run] }, 'runs'],
    ['a run with link 2', decodeAgenda, { ...agenda, runs: [{ ...run, link: 2 }] }, 'runs.0.link'],
    ['a run of no seconds', decodeAgenda, { ...agenda, runs: [{ ...run, secs: 0 }] }, 'runs.0.secs'],
    ['a volume without its counter', decodeAgenda, { ...agenda, runs: [{ ...run, vol: 5 }] }, 'runs.0.point'],
    ['a volume and a value', decodeAgenda, { ...agenda, runs: [{ ...measured, reach: 5 }] }, 'runs.0.point'],
    ['a point without an end', decodeAgenda, { ...agenda, runs: [{ ...run, point: 5 }] }, 'runs.0.point'],
    ['no volume', decodeAgenda, { ...agenda, runs: [{ ...measured, vol: 0 }] }, 'runs.0.vol'],
    ['a run on no pin', decodeAgenda, { ...agenda, runs: [{ ...run, pin: 24 }] }, 'runs.0.pin'],
    ['a rule with two ways on', decodeControl, { ...control, rules: [{ ...rule, on_below: 3 }] }, 'rules.0.on_above'],
    ['a rule off past its on', decodeControl, { ...control, rules: [{ ...rule, off_at: 29 }] }, 'rules.0.off_at'],
    ['a rule with half its hours', decodeControl, { ...control, rules: [{ ...rule, from: 0 }] }, 'rules.0.to'],
    ['a cycle without time on', decodeControl, { ...control, rules: [{ ...rule, min_on_s: 0 }] }, 'rules.0.min_on_s'],
    ['three decimals', decodeControl, { ...control, rules: [{ ...rule, off_at: 25.125 }] }, 'rules.0.off_at'],
    ['a sensor past any', decodeControl, { ...control, rules: [{ ...rule, on_above: 151 }] }, 'rules.0.off_at'],
    ['a sensor and a point', decodeControl, { ...control, rules: [{ ...rule, point: 7 }] }, 'rules.0.point'],
    ['a lock on a name', decodeConfig, { rev: 1, relays: [], sensors: [], locked: ['4'] }, 'locked.0'],
  ])('refuse %s and say where', (_name, decode, message, where) => {
    const decoded = decode(bytes(message));
    expect(decoded.ok).toBe(false);
    expect(decoded.detalle?.split(':')[0]).toBe(where);
  });

  it('lose of a report only the runs that cannot be read, and say which', () => {
    const { runs: known, rejected } = decodeRuns(bytes([runs[0], { ...runs[1], end: 'tired' }, ...runs.slice(1)]));
    expect(known).toEqual(runs);
    expect(rejected).toMatchObject([{ motivo: 'forma_invalida' }]);
    expect(rejected[0]?.detalle.split(':')[0]).toBe('1.end');
    for (const none of [[], 'runs']) expect(decodeRuns(bytes(none))).toMatchObject({ runs: [], rejected: [{}] });
  });

  it('a pin that no ESP32 has is left out of a map, and the rest of it holds', () => {
    const relay = { pin: 4, max_s: 60 };
    const pump = { kind: 'requires', any: [4, 20], on_delay_s: 0, off_delay_s: 0 };
    const decoded = decodeConfig(
      bytes({
        rev: 1,
        relays: [relay, { ...relay, pin: 24 }],
        sensors: [{ pin: 40, type: 'dht22', every_s: 30 }],
        interlocks: [
          { ...pump, pin: 5 },
          { ...pump, pin: -1 },
        ],
        locked: [4, 20],
      }),
    );
    expect(decoded).toEqual({
      ok: true,
      value: { rev: 1, relays: [relay], sensors: [], interlocks: [{ ...pump, pin: 5, any: [4] }], locked: [4] },
    });
  });

  it('a board with odd words about itself is still online', () => {
    expect(decodeStatus(bytes({ online: true, can: 'agenda', revs: { config: 'x' } }))).toEqual({
      ok: true,
      value: { online: true },
    });
  });
});

describe('the extract of a payload', () => {
  it('is short, storable text, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (payload) => {
        const text = excerpt(Buffer.from(payload));
        expect(text.length).toBeLessThanOrEqual(512);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\u0000');
      }),
    );
    expect(excerpt(Buffer.from('😀'.repeat(300)))).toBe('😀'.repeat(256));
    expect(safeText('a\u0000b\nc\u007f', 10)).toBe('a\u{FFFD}b\u{FFFD}c\u{FFFD}');
  });
});
