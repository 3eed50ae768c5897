import { Turno } from '@acequia/contracts';
import { timeLeftText } from './textos.js';
import { overlapOf, turnsOfSwitch } from './of-switch.js';

const NOW = 1_795_500_000_000;
const turno = (cambios: Partial<Turno>): Turno =>
  Turno.parse({
    turno_id: '1-1-s1',
    programa_id: 1,
    empresa_id: 1,
    switch_id: 1,
    dispositivo_id: null,
    inicio: NOW,
    segundos: 600,
    via: 'placa',
    real_inicio: null,
    real_segundos: null,
    estado: 'previsto',
    motivo: null,
    movido_de: null,
    manual: 0,
    pendiente: 0,
    litros: null,
    ...cambios,
  });

describe('the turns of a switch', () => {
  it('are the one it is in and the one that comes next', () => {
    const current = turno({ estado: 'en_curso', inicio: NOW - 60_000, real_inicio: NOW - 58_000 });
    const next = turno({ inicio: NOW + 3_600_000 });
    const others = [turno({ switch_id: 2, estado: 'en_curso' }), turno({ estado: 'omitido', inicio: NOW + 60_000 })];
    expect(turnsOfSwitch([...others, current, next], 1, NOW)).toEqual({ current, next });
  });

  it('say when the next step of its program starts although a longer turn still runs', () => {
    const current = turno({ estado: 'en_curso', real_inicio: NOW });
    const next = turno({ switch_id: 2, inicio: NOW + 600_000 });
    expect(overlapOf(current, 600, [current, next])).toBe(NOW + 600_000);
    expect(overlapOf(current, 600, [current, { ...next, inicio: NOW + 1_200_000 }])).toBeNull();
    expect(overlapOf(current, 600, [current, { ...next, programa_id: 2 }])).toBeNull();
    expect(overlapOf(current, 600, [current, { ...next, estado: 'omitido' }])).toBeNull();
    expect(overlapOf(current, 600, [current, { ...next, switch_id: 1 }])).toBeNull();
  });

  it('say so of steps of devices too', () => {
    const ofDevice = (dispositivo_id: number, changes: Partial<Turno>) =>
      turno({ switch_id: null, dispositivo_id, ...changes });
    const current = ofDevice(1, { estado: 'en_curso', real_inicio: NOW });
    const next = { inicio: NOW + 600_000 };
    expect(overlapOf(current, 600, [current, ofDevice(2, next)])).toBe(NOW + 600_000);
    expect(overlapOf(current, 600, [current, ofDevice(1, next)])).toBeNull();
  });

  it('show when they end and how much is left', () => {
    expect(timeLeftText('01:56', 19 * 60_000 - 1)).toBe('se apaga a las 01:56 · quedan 19 min');
    expect(timeLeftText('01:56', 30_000)).toBe('se apaga a las 01:56 · queda menos de 1 min');
    expect(timeLeftText('01:56', 60_000)).toBe('se apaga a las 01:56 · queda 1 min');
  });
});
