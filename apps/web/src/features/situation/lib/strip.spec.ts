import type { Aviso } from '@acequia/contracts';
import { countByKind, inOrderSince, kindText } from './strip.js';

const aviso = (tipo: Aviso['tipo'], severidad: Aviso['severidad'], texto = '') => ({ tipo, severidad, texto }) as Aviso;

describe('the strip of what is wrong', () => {
  it('counts each kind, the worst first, then the most frequent', () => {
    const strip = countByKind([
      aviso('discrepancia', 'alta'),
      aviso('vencimiento', 'media'),
      aviso('placa_sin_conexion', 'alta'),
      aviso('placa_sin_conexion', 'media'),
      aviso('corte_de_luz', 'critica'),
    ]);
    expect(strip.map(kindText)).toEqual([
      '1 posible corte de luz',
      '2 placas sin conexión',
      '1 discrepancia',
      '1 vencimiento próximo',
    ]);
    expect(strip[1]?.severidad).toBe('alta');
  });

  it.each([
    ['La empresa vence en 3 días, el 26/11/2026.', '1 empresa vence en 3 días'],
    ['La empresa vence mañana, el 24/11/2026.', '1 empresa vence mañana'],
    ['La empresa venció el 20/11/2026.', '1 empresa venció'],
    ['El plan del comunicador vence hoy, el 23/11/2026.', '1 plan vence hoy'],
    ['Bomba del pozo vence en 7 días, el 30/11/2026.', '1 dispositivo vence en 7 días'],
  ])('says of a single end what ends and when: %s', (texto, said) => {
    expect(countByKind([aviso('vencimiento', 'media', texto)]).map(kindText)).toEqual([said]);
  });

  it('counts several ends', () => {
    const ends = [1, 2].map(() => aviso('vencimiento', 'media', 'La empresa vence mañana, el 24/11/2026.'));
    expect(countByKind(ends).map(kindText)).toEqual(['2 vencimientos próximos']);
  });

  it('knows since when all is well: the last end, and of nothing nothing', () => {
    expect(inOrderSince([{ hasta: 5 }, { hasta: 9 }, { hasta: null }, { hasta: 7 }])).toBe(9);
    expect(inOrderSince([])).toBeNull();
  });
});
