import { AppError, type Persona } from '@acequia/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deriveKey } from './derive-key.js';
import { SecretBox, SecretBoxError } from './secret-box.js';
import { signCaller, verifyCaller } from './signed-caller.js';

const SECRET = 'ab'.repeat(32);

describe('derived keys', () => {
  it('differ by purpose and by secret, and are 32 bytes', () => {
    const keys = [deriveKey(SECRET, 'jwt'), deriveKey(SECRET, 'caller'), deriveKey('other'.repeat(8), 'jwt')];
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
    expect(deriveKey(SECRET, 'jwt')).toEqual(keys[0]);
    expect(keys.map((key) => key.length)).toEqual([32, 32, 32]);
  });
});

describe('SecretBox', () => {
  const box = new SecretBox(SECRET);

  it('opens what it sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(box.decrypt(box.encrypt(text, 'c'), 'c')).toBe(text);
      }),
    );
  });

  it('opens and reseals what the previous key sealed, and seals with the current key only', () => {
    const rotating = new SecretBox('cd'.repeat(32), SECRET);
    const old = box.encrypt('x', 'c');
    expect(rotating.decrypt(old, 'c')).toBe('x');
    const resealed = rotating.reseal(old, 'c') ?? '';
    expect(new SecretBox('cd'.repeat(32)).decrypt(resealed, 'c')).toBe('x');
    expect(rotating.reseal(resealed, 'c')).toBeNull();
    expect(() => box.decrypt(rotating.encrypt('x', 'c'), 'c')).toThrow(SecretBoxError);
    expect(() => rotating.decrypt(new SecretBox('ef'.repeat(32)).encrypt('x', 'c'), 'c')).toThrow(SecretBoxError);
  });

  it('never seals the same text into the same result', () => {
    const sealed = Array.from({ length: 200 }, () => box.encrypt('misma', 'c'));
    expect(new Set(sealed).size).toBe(200);
    expect(sealed.join()).not.toContain('misma');
  });

  it('opens nowhere else: another context, another key', () => {
    const sealed = box.encrypt('x', 'empresa.token_telegram');
    expect(() => box.decrypt(sealed, 'dispositivo.auth_key')).toThrow(SecretBoxError);
    expect(() => new SecretBox('cd'.repeat(32)).decrypt(sealed, 'empresa.token_telegram')).toThrow(SecretBoxError);
  });

  it('refuses a text with any byte changed, cut or added', () => {
    const [version, encoded] = box.encrypt('una clave', 'c').split('.') as [string, string];
    const body = Buffer.from(encoded, 'base64url');
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.decrypt(`${version}.${changed.toString('base64url')}`, 'c')).toThrow(SecretBoxError);
    }
    for (const text of [
      '',
      'v1',
      'v1.',
      `v2.${encoded}`,
      `${version}.${encoded}.x`,
      encoded,
      `v1.${encoded.slice(4)}`,
    ]) {
      expect(() => box.decrypt(text, 'c')).toThrow(SecretBoxError);
    }
  });
});

describe('a signed caller', () => {
  const key = deriveKey(SECRET, 'caller');
  const caller: Persona = { tipo: 'persona', usuario_id: 7, rol: 'usuario', empresa_id: 3, sid: 's'.repeat(22) };
  const now = 1_800_000_000_000;
  const refused = (header: unknown, at = now, with_key = key) => {
    try {
      verifyCaller([with_key], header, at);
    } catch (error) {
      return error instanceof AppError && error.codigo === 'sesion_invalida';
    }
    return false;
  };

  it('arrives as it was sent, for a minute', () => {
    const header = signCaller(key, caller, now);
    expect(verifyCaller([key], header, now)).toEqual(caller);
    expect(verifyCaller([key], header, now + 59_999)).toEqual(caller);
    expect(refused(header, now + 60_000)).toBe(true);
  });

  it('is refused when anything about it was changed', () => {
    const header = signCaller(key, caller, now);
    const [payload, mac] = header.split('.') as [string, string];
    const forged = Buffer.from(JSON.stringify({ caller: { ...caller, rol: 'admin_global' }, exp: now + 60_000 }));
    expect(refused(`${forged.toString('base64url')}.${mac}`)).toBe(true);
    expect(refused(`${payload}.${mac.slice(0, -2)}`)).toBe(true);
    expect(refused(payload)).toBe(true);
    expect(refused(`${payload}.`)).toBe(true);
    expect(refused(`${header}.x`)).toBe(true);
    expect(refused(undefined)).toBe(true);
    expect(refused([header, header])).toBe(true);
    expect(refused(header, now, deriveKey(SECRET, 'jwt'))).toBe(true);
  });

  it('arrives with the previous key too, while the keys rotate', () => {
    const header = signCaller(key, caller, now);
    expect(verifyCaller([deriveKey('new'.repeat(12), 'caller'), key], header, now)).toEqual(caller);
  });

  it('is refused when it claims a life longer than a minute gives', () => {
    expect(refused(signCaller(key, caller, now + 3_600_000))).toBe(true);
  });

  it('never carries a service: only persons are signed for', () => {
    expect(() => signCaller(key, { tipo: 'sistema', servicio: 'inventory' } as never, now)).toThrow();
  });
});
