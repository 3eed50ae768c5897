import type { Aviso } from '@acequia/contracts';
import { countByKind, inOrderSince, kindText } from './strip.js';

const aviso = (tipo: Aviso['tipo'], severidad: Aviso['severidad']) => ({ tipo, severidad }) as Aviso;

describe('the strip of what is wrong', () => {
  it('counts each kind, the worst first, then the most frequent', () => {
    const strip = countByKind([
      aviso('discrepancia', 'alta'),
      aviso('vencimiento', 'media'),
      aviso('placa_sin_conexion', 'alta'),
      aviso('placa_sin_conexion', 'media'),
      aviso('corte_de_luz', 'critica'),
    ]);
    expect(strip.map(({ tipo, count }) => kindText(tipo, count))).toEqual([
      '1 posible corte de luz',
      '2 placas sin conexión',
      '1 discrepancia',
      '1 vencimiento próximo',
    ]);
    expect(strip[1]?.severidad).toBe('alta');
  });

  it('knows since when all is well: the last end, and of nothing nothing', () => {
    expect(inOrderSince([{ hasta: 5 }, { hasta: 9 }, { hasta: null }, { hasta: 7 }])).toBe(9);
    expect(inOrderSince([])).toBeNull();
  });
});
