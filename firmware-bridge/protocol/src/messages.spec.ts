import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { extracto, textoSeguro } from './decoded.js';
import {
  decodeCommand,
  decodeConfig,
  decodeResult,
  decodeStatus,
  encodeCommand,
  encodeConfig,
  encodeResult,
  encodeStatus,
  LAST_WILL,
} from './messages.js';
import { clientIdDe, esCanalDePlaca, numeroDeUsername, parseTopic, topics, usernameDe } from './topics.js';

const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('topics', () => {
  it('say whose they are', () => {
    expect(topics.telemetry(1001)).toBe('acequia/v1/1001/telemetry');
    for (const canal of ['status', 'telemetry', 'result', 'command', 'config'] as const) {
      expect(parseTopic(topics[canal](1001))).toEqual({ numero: 1001, canal });
    }
    expect(topics.deTodas('status')).toBe('acequia/v1/+/status');
    expect(['status', 'command'].map((canal) => esCanalDePlaca(canal as 'status'))).toEqual([true, false]);
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
    expect(clientIdDe(7)).toBe('placa-7');
    expect(numeroDeUsername(usernameDe(7))).toBe(7);
    for (const name of ['', '0', '07', '+', '#', '7 ', '1/2', '2147483648', 'admin'])
      expect(numeroDeUsername(name)).toBeNull();
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
    expect(decodeStatus(bytes(encodeStatus(status)))).toEqual({ ok: true, value: status });
    expect(decodeStatus(bytes(LAST_WILL))).toEqual({ ok: true, value: { online: false } });
    expect(decodeCommand(bytes(encodeCommand(command)))).toEqual({ ok: true, value: command });
    expect(decodeConfig(bytes(encodeConfig(config)))).toEqual({ ok: true, value: config });
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

  it('are not written wrong: that is a fault of the program', () => {
    expect(() => encodeCommand({ id: '', pin: 4, on: true, exp: 1 })).toThrow();
    expect(() => encodeConfig({ rev: 1, relays: [{ pin: 20, max_s: 1 }], sensors: [] })).toThrow();
  });

  it('never throw, whatever arrives', () => {
    const message = fc.oneof(
      fc.uint8Array().map(Buffer.from),
      fc.json().map(bytes),
      fc.anything().map((v) => bytes(`${String(typeof v)}`)),
    );
    fc.assert(
      fc.property(message, (payload) => {
        for (const decode of [decodeStatus, decodeResult, decodeCommand, decodeConfig]) {
          const decoded = decode(payload);
          if (!decoded.ok) expect(decoded.detalle.length).toBeLessThanOrEqual(200);
        }
      }),
    );
  });
});

describe('the extract of a payload', () => {
  it('is short, storable text, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (payload) => {
        const text = extracto(Buffer.from(payload));
        expect(text.length).toBeLessThanOrEqual(512);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\u0000');
      }),
    );
    expect(extracto(Buffer.from('😀'.repeat(300)))).toBe('😀'.repeat(256));
    expect(textoSeguro('a\u0000b\nc\u007f', 10)).toBe('a\u{FFFD}b\u{FFFD}c\u{FFFD}');
  });
});
