import { expiryText } from './expiry-text.js';

it('says when a company ends while that presses, its last day included', () => {
  const end = (fecha_vencimiento: string, activa: 0 | 1 = 1) => expiryText({ fecha_vencimiento, activa }, '2026-11-22');
  expect(end('2026-11-25')).toBe('Vence en 3 días');
  expect(end('2026-11-23')).toBe('Vence mañana');
  expect(end('2026-11-22')).toBe('Vence hoy');
  expect(end('2026-11-21')).toBe('Vencida');
  expect(end('2027-06-01')).toBeNull();
  expect(end('2027-06-01', 0)).toBe('Suspendida');
});
