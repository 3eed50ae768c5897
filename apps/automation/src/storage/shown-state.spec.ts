import { closesAt, REPORT_MS, shownState } from './shown-state.js';

const BEGAN = 1_795_500_000_000;
const turn = { inicio: BEGAN, segundos: 600, tarde_s: 300, real_inicio: null, via: 'placa', confirmado: true } as const;
const LAST = BEGAN + 900_000 + REPORT_MS;

describe('the state that people read of a turn', () => {
  it('is unconfirmed once its board should have told of it, and did not', () => {
    expect(closesAt(turn)).toBe(LAST);
    expect(shownState({ ...turn, estado: 'previsto' }, LAST - 1)).toBe('previsto');
    expect(shownState({ ...turn, estado: 'previsto' }, LAST)).toBe('sin_confirmar');
    expect(shownState({ ...turn, estado: 'en_curso', real_inicio: BEGAN + 60_000 }, LAST)).toBe('sin_confirmar');
  });

  it('is unconfirmed rather than lost where nobody answered', () => {
    expect(shownState({ ...turn, via: 'servicio', estado: 'perdido', confirmado: false }, LAST)).toBe('sin_confirmar');
    expect(shownState({ ...turn, estado: 'perdido' }, LAST)).toBe('perdido');
  });

  it('is what is stored while the service itself runs it, and once its outcome is known', () => {
    expect(shownState({ ...turn, via: 'servicio', estado: 'en_curso' }, LAST)).toBe('en_curso');
    expect(shownState({ ...turn, estado: 'cumplido' }, LAST)).toBe('cumplido');
  });
});
