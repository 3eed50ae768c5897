import type { Motivos } from '../storage/motivo.js';
import { motivoText } from '../storage/textos-motivos.js';
import { outcomeOf } from './outcome.js';

const turno = { segundos: 600, motivos: null };
const said = (motivos: Motivos): string | null => motivoText({ motivo: null, motivos }, 'UTC');
const told = (...args: Parameters<typeof outcomeOf>) => {
  const { motivos, ...outcome } = outcomeOf(...args);
  return { ...outcome, motivo: said(motivos) };
};

describe('what a board tells of a run', () => {
  it.each([
    ['done', 600, 'cumplido', null],
    ['done', 598, 'cumplido', null],
    ['volume', 240, 'cumplido', null],
    ['off', 240, 'parcial', 'Se apagó antes de su hora'],
    ['power', 30, 'parcial', 'La placa se quedó sin corriente'],
    ['limit', 500, 'parcial', 'Llegó a su máximo encendido'],
  ] as const)('that ended by %s after %i s makes it %s', (end, secs, estado, motivo) => {
    const outcome = told({ started: 1_795_500_000, secs, end }, turno);
    expect(outcome).toEqual({ estado, real_inicio: 1_795_500_000_000, real_segundos: secs, motivo });
  });

  it.each([
    ['locked', 'omitido', 'El switch estaba bloqueado'],
    ['late', 'perdido', 'La placa no pudo empezar a tiempo'],
    ['clock', 'perdido', 'La placa no sabía la hora'],
  ] as const)('that never started because of %s makes it %s', (end, estado, motivo) => {
    expect(told({ started: null, secs: 0, end }, turno)).toEqual({
      estado,
      real_inicio: null,
      real_segundos: 0,
      motivo,
    });
  });

  it.each([
    [{ started: 1, secs: 10, end: 'power' }, 'parcial', 'la placa se quedó sin corriente'],
    [{ started: null, secs: 0, end: 'late' }, 'perdido', 'la placa no pudo empezar a tiempo'],
  ] as const)('adds to the reason of a decision what happened then, however often it is told', (run, estado, then) => {
    const decided = 'Se redujo a 72 %: ET0 de ayer 3.1 mm';
    const motivos: Motivos = [{ codigo: 'et0_de_ayer', porcentaje: 72, mm: 3.1 }];
    const once = outcomeOf(run, { segundos: 600, motivos });
    expect({ estado: once.estado, motivo: said(once.motivos) }).toEqual({ estado, motivo: `${decided}; ${then}` });
    expect(outcomeOf(run, { segundos: 600, motivos: once.motivos })).toEqual(once);
  });

  it('is partial where it reached its longest time before its volume, unless its meter could not tell', () => {
    const run = { started: 1, secs: 600, end: 'done' } as const;
    const byVolume = { ...turno, volumen_l: 20_000 };
    const motivo = 'Llegó a su tiempo máximo con 12.35 de 20 m³';
    expect(told({ ...run, litres: 12_345 }, byVolume)).toMatchObject({ estado: 'parcial', motivo });
    expect(told({ ...run, litres: 19_900 }, byVolume)).toMatchObject({ estado: 'cumplido', motivo: null });
    expect(told({ ...run, litres: null }, byVolume)).toMatchObject({ estado: 'cumplido', motivo: null });
  });

  it('leaves the reason that a person gave', () => {
    const motivos: Motivos = [{ codigo: 'detenido_por', nombre: 'Rosa' }];
    expect(outcomeOf({ started: 1, secs: 10, end: 'off' }, { segundos: 600, motivos }).motivos).toBe(motivos);
  });
});
