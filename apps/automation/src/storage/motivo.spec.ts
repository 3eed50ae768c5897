import { type Motivos, withMotivo } from './motivo.js';
import { motivoText } from './textos-motivos.js';

describe('why a turn is not as planned', () => {
  it('is one sentence in the time of its company, of what was decided and what happened then', () => {
    const held: Motivos = [{ codigo: 'no_regar', hasta: Date.UTC(2026, 10, 27, 12), texto: "L'hort" }];
    const motivos = withMotivo(held, { codigo: 'cortado', fin: 'power' });
    expect(motivoText({ motivo: null, motivos }, 'America/Hermosillo')).toBe(
      "No regar hasta 27/11 05:00: L'hort; la placa se quedó sin corriente",
    );
    expect(withMotivo(motivos, { codigo: 'cortado', fin: 'power' })).toBe(motivos);
  });

  it('stays in the words of a row from before, and of an instance from before beside this one', () => {
    const motivos: Motivos = [{ codigo: 'programa_en_pausa' }];
    expect(motivoText({ motivo: 'Con viento', motivos: null }, 'UTC')).toBe('Con viento');
    expect(motivoText({ motivo: 'Con viento', motivos }, 'UTC')).toBe('Con viento');
    expect(motivoText({ motivo: null, motivos: null }, 'UTC')).toBeNull();
  });
});
