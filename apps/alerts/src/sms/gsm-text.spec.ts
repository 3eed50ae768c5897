import { fitted, inGsm, partsOfSms } from './gsm-text.js';
import { bodyOf } from './http.transport.js';

it('keeps what the alphabet of an SMS has, and writes the rest without accents, signs or pictures', () => {
  expect(inGsm('Añil é ñ ¿Ü? áíóú ÁÍÓÚ «a» … ✅ 🔴 kW·h _')).toBe('Añil é ñ ¿Ü? aiou AIOU "a" ... kW-h -');
});

it('counts the SMS that a text costs', () => {
  expect([1, 160, 161, 306, 307].map((length) => partsOfSms('a'.repeat(length)))).toEqual([1, 1, 2, 2, 3]);
});

it('cuts a text that is too long, and never its end', () => {
  expect(fitted('corto', ' Responde 1.', 1)).toBe('corto Responde 1.');
  const cut = fitted('a'.repeat(400), ' Responde 123456.', 2);
  expect(partsOfSms(cut)).toBe(2);
  expect(cut).toMatch(/a\.\.\. Responde 123456\.$/);
});

it('fills a provider’s body in with texts that JSON has to escape', () => {
  const sms = { clave: '1-2', numero: '+5255', texto: 'dice "sí"\n{numero}' };
  expect(JSON.parse(bodyOf('{"m":[{"to":"{numero}","body":"{texto}","ref":"{clave}"}]}', sms))).toEqual({
    m: [{ to: '+5255', body: 'dice "sí"\n{numero}', ref: '1-2' }],
  });
});
