import { acercar, alrededor } from './window.js';

const HORA = 3_600_000;
const MARCO = { desde: 0, hasta: 24 * HORA };

describe('the window of a chart', () => {
  it('comes nearer around its middle, and goes back until all is seen', () => {
    const cerca = acercar(MARCO, 0.5, MARCO);
    expect(cerca).toEqual({ desde: 6 * HORA, hasta: 18 * HORA });
    expect(acercar(cerca!, 2, MARCO)).toBeNull();
  });

  it('stays within the frame', () => {
    expect(acercar({ desde: 0, hasta: 2 * HORA }, 4, MARCO)).toEqual({ desde: 0, hasta: 8 * HORA });
    expect(alrededor({ desde: HORA, hasta: 3 * HORA }, MARCO)).toEqual({ desde: 0, hasta: 4 * HORA });
  });

  it('does not come nearer than ten minutes', () => {
    const { desde, hasta } = acercar({ desde: HORA, hasta: 2 * HORA }, 0.01, MARCO)!;
    expect(hasta - desde).toBe(HORA / 6);
  });
});
