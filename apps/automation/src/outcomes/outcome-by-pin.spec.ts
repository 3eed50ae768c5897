import { cutBy, followed, type Observation, type OpenTurn } from './outcome-by-pin.js';

const BEGAN = 1_795_500_000_000;
const MINUTE = 60_000;

const turno = (changes: Partial<OpenTurn> = {}): OpenTurn => ({
  via: 'servicio',
  estado: 'en_curso',
  inicio: BEGAN,
  segundos: 600,
  tarde_s: 300,
  motivos: null,
  real_inicio: BEGAN,
  real_segundos: 100,
  ...changes,
});
const off = (minutes: number, causa: 'persona' | 'limite' = 'limite'): Observation => ({
  pin: { estado: 0, ts: BEGAN + 30 * MINUTE },
  fin: { causa, ts: BEGAN + minutes * MINUTE, limite_s: null },
  online: true,
});

describe('a turn that no board reports', () => {
  it('ends when its switch goes off, at the time at which it did', () => {
    expect(followed(turno(), off(10), BEGAN + 10 * MINUTE)).toMatchObject({
      estado: 'cumplido',
      real_segundos: 600,
      cut: null,
    });
  });

  it('is cut by a person in the middle of it, and the later reports of an open pin do not lengthen it', () => {
    const cut = followed(turno(), off(4, 'persona'), BEGAN + 40 * MINUTE);
    expect(cut).toMatchObject({ estado: 'parcial', real_segundos: 240 });
    expect(cut?.cut && cutBy(cut.cut, 'Lucía Armenta')).toEqual({ codigo: 'apagado_por', nombre: 'Lucía Armenta' });
  });

  it('is unconfirmed when its switch was never seen on', () => {
    const never = turno({ real_segundos: 0 });
    const seen = { ...off(-5), online: true };
    expect(followed(never, seen, BEGAN + 5 * MINUTE)).toBeNull();
    expect(followed(never, seen, BEGAN + 13 * MINUTE)).toMatchObject({
      estado: 'perdido',
      real_segundos: null,
      confirmado: false,
    });
    expect(followed(never, { ...seen, online: false }, BEGAN + 13 * MINUTE)).toMatchObject({ confirmado: false });
  });

  it('runs while its pin is on', () => {
    const on: Observation = { pin: { estado: 1, ts: BEGAN + MINUTE }, fin: undefined, online: true };
    expect(followed(turno({ estado: 'previsto', real_inicio: null }), on, BEGAN + 2 * MINUTE)).toMatchObject({
      estado: 'en_curso',
      real_inicio: BEGAN + MINUTE,
    });
  });

  it('waits for the report of a board that runs agendas, and takes the end of the time on when there is none', () => {
    const planned = turno({ via: 'placa' });
    expect(followed(planned, off(4, 'persona'), BEGAN + 5 * MINUTE)).toBeNull();
    expect(followed(planned, off(4, 'persona'), BEGAN + 13 * MINUTE)).toMatchObject({ real_segundos: 240 });
    const silent = { ...off(4), online: false, fin: undefined };
    expect(followed(planned, silent, BEGAN + 86_400_000)).toBeNull();
    expect(followed(planned, silent, BEGAN + 15 * 86_400_000)).toMatchObject({
      estado: 'perdido',
      real_segundos: null,
      confirmado: false,
    });
  });
});
