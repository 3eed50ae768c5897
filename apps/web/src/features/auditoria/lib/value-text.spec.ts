import { valueText } from './value-text.js';

const known = { entidad: 'regla', empresaName: (id: number) => `Rancho ${id}`, dateTimeOf: (ts: number) => `@${ts}` };
const text = (campo: string, value: Parameters<typeof valueText>[1]) => valueText(campo, value, known);

describe('a value of the audit trail', () => {
  it.each([
    ['activa', 0, 'No'],
    ['empresa_id', 7, 'Rancho 7'],
    ['switches', [4, 5], '2 elegidos'],
    ['hasta', 1_764_000_000_000, '@1764000000000'],
    ['hasta', '05:00', '05:00'],
    ['severidad_minima', 'critica', 'Crítica'],
    ['tipo', 'temperatura_alta', 'Temperatura alta'],
    ['rol', 'admin_empresa', 'Administrador de empresa'],
    ['objeto', 'empresa', 'Toda la empresa'],
    ['objeto', 'sitio:Norte: alto', 'Sitio Norte: alto'],
    ['dias', '["lun","mie"]', 'lun, mie'],
    ['inicios', '["05:00",{"sol":"puesta","minutos":-30}]', '05:00 · sol puesta, minutos -30'],
    ['pasos', '[{"switch_id":41,"duracion_s":300}]', 'switch 41, duración 300'],
    ['nombre', '[sin cerrar', '[sin cerrar'],
    ['umbral', null, '—'],
  ] as const)('%s %j reads %s', (campo, value, words) => {
    expect(text(campo, Array.isArray(value) ? [...value] : (value as never))).toBe(words);
  });
});
