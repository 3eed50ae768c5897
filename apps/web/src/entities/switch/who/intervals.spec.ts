import type { Comando, HistorialEvent, Turno } from '@acequia/contracts';
import { intervalsOf } from './intervals.js';
import { NOW } from '../../programa/panel.fixture.js';

const MINUTE = 60_000;
const event = (minutes: number, estado: 0 | 1): HistorialEvent => ({
  _id: `1:${minutes}`,
  switch_id: 1,
  zona: 'Z',
  nombre: 'N',
  estado,
  fecha: new Date(NOW + minutes * MINUTE).toISOString(),
});
const order = {
  accion: 'on',
  estado: 'confirmado',
  usuario_id: 7,
  usuario_nombre: 'Ramón',
  ts: NOW - 2_000,
} as Comando;

describe('the times on of a switch', () => {
  it('are from its ON to its OFF, newest first, with who asked for them', () => {
    expect(intervalsOf([event(60, 1), event(20, 0), event(0, 1)], [order])).toEqual([
      { desde: NOW + 60 * MINUTE, hasta: null, by: null, endedBy: null, turno: null },
      { desde: NOW, hasta: NOW + 20 * MINUTE, by: { kind: 'persona', who: 'Ramón' }, endedBy: null, turno: null },
    ]);
  });

  it('have no beginning where what is known begins with an OFF', () => {
    expect(intervalsOf([event(0, 0)], [])).toEqual([{ desde: null, hasta: NOW, by: null, endedBy: null, turno: null }]);
  });

  it('do not begin with the first state ever known of the switch, where that is OFF', () => {
    const first = { ...event(0, 0), primero: 1 } as const;
    expect(intervalsOf([first], [])).toEqual([]);
    expect(intervalsOf([event(2, 0), event(1, 1), first], [])).toEqual([
      { desde: NOW + MINUTE, hasta: NOW + 2 * MINUTE, by: null, endedBy: null, turno: null },
    ]);
  });

  it('are not ended twice, nor begun twice', () => {
    expect(intervalsOf([event(3, 0), event(2, 0), event(1, 1), event(0, 1)], [])).toEqual([
      { desde: NOW, hasta: NOW + 2 * MINUTE, by: null, endedBy: null, turno: null },
    ]);
  });

  it('name the program whose turn began then, also where the service ordered it', () => {
    const turno = { estado: 'cumplido', inicio: NOW, real_inicio: NOW + 4_000, programa_nombre: 'Pulsos' } as Turno;
    const who = (turnos: Turno[], comandos: Comando[] = []) =>
      intervalsOf([event(0, 1)], comandos, turnos)[0]?.by?.who ?? null;
    expect(who([turno])).toBe('Programa «Pulsos»');
    expect(who([{ ...turno, programa_nombre: null }])).toBe('Un programa');
    expect(who([{ ...turno, estado: 'omitido' }])).toBeNull();
    expect(who([{ ...turno, real_inicio: NOW + MINUTE }])).toBeNull();
    expect(who([turno], [order])).toBe('Ramón');
    const system = { ...order, usuario_id: null, usuario_nombre: null };
    expect(who([turno], [system])).toBe('Programa «Pulsos»');
    expect(who([turno], [{ ...system, motivo: 'Regla de clima «Calor»' }])).toBe('Regla de clima «Calor»');
    expect(who([], [{ ...system, motivo: 'Regla de clima «Calor»' }])).toBe('Regla de clima «Calor»');
  });

  it('are the system’s where no person asked, and nobody’s where the order failed', () => {
    const on = [event(0, 1)];
    expect(intervalsOf(on, [{ ...order, usuario_id: null, usuario_nombre: null }])[0]?.by?.who).toBe('el sistema');
    expect(intervalsOf(on, [{ ...order, estado: 'rechazado' }])[0]?.by).toBeNull();
  });

  it('say what kind ended them, where that was an order', () => {
    const off = { ...order, accion: 'off', usuario_id: null, usuario_nombre: null, ts: NOW + MINUTE } as Comando;
    const ended = (comando: Comando) => intervalsOf([event(1, 0), event(0, 1)], [comando])[0]?.endedBy;
    expect(ended({ ...off, motivo: 'Programa «Pulsos»', motivo_codigo: 'programa' })).toEqual({
      kind: 'programa',
      who: 'Programa «Pulsos»',
    });
    expect(ended({ ...off, motivo: 'Otra razón', motivo_codigo: 'otra' })).toEqual({
      kind: 'sistema',
      who: 'Otra razón',
    });
    expect(ended({ ...off, usuario_id: 9 })).toEqual({ kind: 'persona', who: 'una persona' });
    expect(ended({ ...off, estado: 'vencido' as Comando['estado'] })).toBeNull();
  });
});
