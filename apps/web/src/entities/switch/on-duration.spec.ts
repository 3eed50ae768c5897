import { duracionesHasta, segundosDe, topeDe } from './on-duration.js';

describe('how long a switch is to stay on', () => {
  it('is at most its own limit, that of its type, or a day', () => {
    expect(topeDe({ tipo: 'motor', max_encendido_s: 1_200 })).toBe(1_200);
    expect(topeDe({ tipo: 'selenoide', max_encendido_s: null })).toBe(4 * 3_600);
    expect(topeDe({ tipo: 'cooler', max_encendido_s: 0 })).toBe(86_400);
  });

  it('offers only what is shorter than the limit', () => {
    expect(duracionesHasta(1_200)).toEqual([300, 900]);
    expect(duracionesHasta(900)).toEqual([300]);
    expect(duracionesHasta(60)).toEqual([]);
  });

  it('sends nothing for the limit itself, seconds for what was chosen, and the typed minutes up to the limit', () => {
    expect(segundosDe({ opcion: 'maximo', minutos: '3' }, 1_200)).toBeUndefined();
    expect(segundosDe({ opcion: 300, minutos: '' }, 1_200)).toBe(300);
    expect(segundosDe({ opcion: 'otra', minutos: '2.5' }, 1_200)).toBe(150);
    expect(segundosDe({ opcion: 'otra', minutos: '20' }, 1_200)).toBe(1_200);
  });

  it.each(['', ' ', '0', '-5', '21', 'mucho'])('does not send "%s" minutes of at most twenty', (minutos) => {
    expect(segundosDe({ opcion: 'otra', minutos }, 1_200)).toBeNull();
  });

  it('does not send what a limit that was lowered meanwhile forbids', () => {
    expect(segundosDe({ opcion: 3_600, minutos: '' }, 1_200)).toBeNull();
  });
});
