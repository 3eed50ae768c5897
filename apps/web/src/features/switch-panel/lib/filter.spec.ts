import type { SwitchEnVivo } from '@acequia/contracts';
import { timeOf } from '../../../lib/format/format.js';
import { NOW, switchOf } from '../../../entities/programa/panel.fixture.js';
import type { Change } from './face.js';
import { hasProblem, matches, sentenceOf } from './filter.js';

const on = { comando_id: 'c', accion: 'on', estado: 'confirmado', detalle: null, ts: NOW, max_s: 1_200 } as const;
const all = { which: 'todo', zona: '', search: '' } as const;

const say = (switches: SwitchEnVivo[], changes: [number, Change][] = []) =>
  sentenceOf(switches, { turnos: [], changes: new Map(changes) }, NOW);

describe('what the panel says on top', () => {
  it('is how many valves are open and when the first of them closes', () => {
    const open = switchOf({ estado: 1, comando: on });
    expect(say([open, switchOf({ id: 2 })])).toBe(`1 válvula abierta, se cierra a las ${timeOf(NOW + 1_200_000)}`);
    const longer = switchOf({ id: 2, estado: 1, comando: { ...on, max_s: 3_600 } });
    expect(say([open, longer])).toBe(`2 válvulas abiertas, la primera se cierra a las ${timeOf(NOW + 1_200_000)}`);
  });

  it('does not call an end the first one when another valve may end before, and uses limits where nothing else is known', () => {
    const open = switchOf({ estado: 1, comando: on });
    const unknown = switchOf({ id: 2, estado: 1, max_encendido_s: 3_600 });
    expect(say([open, unknown])).toBe(`2 válvulas abiertas, una se cierra a las ${timeOf(NOW + 1_200_000)}`);
    const since: [number, Change] = [2, { estado: 1, ts: NOW - 600_000 }];
    const latest = `a más tardar a las ${timeOf(NOW + 3_000_000)}`;
    expect(say([unknown], [since])).toBe(`1 válvula abierta, se cierra ${latest}`);
    expect(say([unknown, switchOf({ id: 3, estado: 1 })], [since])).toBe(
      `2 válvulas abiertas, la primera se cierra ${latest}`,
    );
    expect(say([{ ...unknown, max_encendido_s: 0 }], [since])).toBe('1 válvula abierta');
  });

  it('counts switches where not all are valves, and names no hour where none is known', () => {
    expect(say([switchOf({ estado: 1, tipo: 'motor' })])).toBe('1 switch encendido');
  });

  it('does not call everything off what nobody has heard of', () => {
    expect(say([switchOf({})])).toBe('Todo apagado');
    expect(say([switchOf({}), switchOf({ placa_online: 0 })])).toBe('Nada encendido que se sepa: 1 con problema');
  });
});

describe('the switches that are shown', () => {
  it('are those whose name or site is searched for, with or without its accents', () => {
    expect(matches(switchOf({}), { ...all, search: 'valvula sector' }, new Set())).toBe(true);
    expect(matches(switchOf({}), { ...all, search: 'bomba' }, new Set())).toBe(false);
  });

  it('are those of a site, those that are on, or those with a problem', () => {
    expect(matches(switchOf({}), { ...all, zona: 'Sector 2' }, new Set())).toBe(false);
    expect(matches(switchOf({}), { ...all, which: 'encendidos' }, new Set())).toBe(false);
    expect(matches(switchOf({}), { ...all, which: 'problema' }, new Set([1]))).toBe(true);
  });

  it('have a problem when their board is away, disobeys, or refused the last order within the hour', () => {
    expect(hasProblem(switchOf({}), NOW)).toBe(false);
    expect(hasProblem(switchOf({ placa_online: 0 }), NOW)).toBe(true);
    expect(hasProblem(switchOf({ discrepancia: 1 }), NOW)).toBe(true);
    expect(hasProblem(switchOf({ comando: { ...on, estado: 'rechazado' } }), NOW)).toBe(true);
    expect(hasProblem(switchOf({ comando: { ...on, estado: 'rechazado', ts: NOW - 7_200_000 } }), NOW)).toBe(false);
  });
});
