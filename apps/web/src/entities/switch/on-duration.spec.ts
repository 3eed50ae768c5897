import { durationsUpTo, secondsOf, mostOf } from './on-duration.js';

describe('how long a switch is to stay on', () => {
  it('is at most its own limit, that of its type, or a day', () => {
    expect(mostOf({ tipo: 'motor', max_encendido_s: 1_200 })).toBe(1_200);
    expect(mostOf({ tipo: 'selenoide', max_encendido_s: null })).toBe(4 * 3_600);
    expect(mostOf({ tipo: 'cooler', max_encendido_s: 0 })).toBe(86_400);
  });

  it('offers only what is shorter than the limit', () => {
    expect(durationsUpTo(1_200)).toEqual([600]);
    expect(durationsUpTo(1_800)).toEqual([600, 1_200]);
    expect(durationsUpTo(60)).toEqual([]);
  });

  it('sends nothing for the limit itself, seconds for what was chosen, and the typed minutes up to the limit', () => {
    expect(secondsOf({ option: 'maximo', minutos: '3' }, 1_200)).toBeUndefined();
    expect(secondsOf({ option: 300, minutos: '' }, 1_200)).toBe(300);
    expect(secondsOf({ option: 'otra', minutos: '2.5' }, 1_200)).toBe(150);
    expect(secondsOf({ option: 'otra', minutos: '2,5' }, 1_200)).toBe(150);
    expect(secondsOf({ option: 'otra', minutos: '20' }, 1_200)).toBe(1_200);
    expect(secondsOf({ option: 'otra', minutos: '1' }, 1_200)).toBe(60);
  });

  it.each(['', ' ', '0', '0.01', '0,9', '-5', '21', 'mucho'])(
    'does not send "%s" minutes of at most twenty',
    (minutos) => {
      expect(secondsOf({ option: 'otra', minutos }, 1_200)).toBeNull();
    },
  );

  it('does not send what a limit that was lowered meanwhile forbids', () => {
    expect(secondsOf({ option: 3_600, minutos: '' }, 1_200)).toBeNull();
  });
});
