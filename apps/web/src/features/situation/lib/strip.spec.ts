import type { Aviso, Vencimiento } from '@acequia/contracts';
import { countByKind, inOrderSince, kindText } from './strip.js';

const aviso = (tipo: Aviso['tipo'], severidad: Aviso['severidad'], vence?: [Vencimiento['que'], number]) => {
  const end = vence && { que: vence[0], nombre: null, dia: '2026-11-26', dias: vence[1] };
  return { tipo, severidad, datos: end ? { vencen: [end] } : null } as Aviso;
};

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
    ['empresa', 3, '1 empresa vence en 3 días'],
    ['empresa', 1, '1 empresa vence mañana'],
    ['empresa', -2, '1 empresa venció'],
    ['plan', 0, '1 plan vence hoy'],
    ['dispositivo', 7, '1 dispositivo vence en 7 días'],
    ['token', 7, '1 token vence en 7 días'],
  ] as const)('says of a single end what ends and when: %s, %d days', (que, dias, said) => {
    expect(countByKind([aviso('vencimiento', 'media', [que, dias])]).map(kindText)).toEqual([said]);
  });

  it('counts several ends', () => {
    const ends = [1, 2].map(() => aviso('vencimiento', 'media', ['empresa', 1]));
    expect(countByKind(ends).map(kindText)).toEqual(['2 vencimientos próximos']);
  });

  it('knows since when all is well: the last end, and of nothing nothing', () => {
    expect(inOrderSince([{ hasta: 5 }, { hasta: 9 }, { hasta: null }, { hasta: 7 }])).toBe(9);
    expect(inOrderSince([])).toBeNull();
  });
});
