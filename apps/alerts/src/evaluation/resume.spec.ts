import { resumed as resume, world } from './world.fixture.js';

describe('after a restart an open alarm', () => {
  it('of a relay that chatters stays open until it was seen to be calm', () => {
    const one = world();
    resume(one, 'relevador_inquieto');
    one.online(1, 1);
    one.during(4, () => one.report(1));
    expect(one.done).toEqual([]);
    one.during(4, () => one.report(1));
    expect(one.done).toEqual(['close relevador_inquieto switch:1']);
  });

  it('of a stuck sensor stays open until it moves', () => {
    const one = world({ boards: 2 });
    resume(one, 'sensor_pegado');
    one.online(1, 1);
    one.during(60, () => one.report(1, { t: 21.3 }));
    expect(one.done).toEqual([]);
    one.during(5, () => one.report(1, { t: 21.4 }));
    expect(one.done).toEqual(['close sensor_pegado switch:1']);
  });

  it('of a climate rule at its limit stays open until its switch has rested', () => {
    const one = world();
    one.field.ruled = new Set([1]);
    resume(one, 'regla_en_su_limite');
    one.online(1, 1);
    one.during(14, () => one.report(1));
    expect(one.done).toEqual([]);
    one.during(2, () => one.report(1));
    expect(one.done).toEqual(['close regla_en_su_limite switch:1']);
  });

  it.each([
    [
      'vencimiento',
      'vence:plan:7',
      { comunicador_vencimiento: '2026-06-08' },
      { comunicador_vencimiento: '2027-06-08' },
    ],
    ['limite_usuarios', 'usuarios', { usuarios: 5 }, { usuarios: 4 }],
  ] as const)('%s stays open while the plan is not known, and as long as it holds', (tipo, objeto, holds, over) => {
    const one = world();
    const plan = { comunicador_numero: '', comunicador_vencimiento: null, limite_usuarios: 5, usuarios: 1 };
    expect(resume(one, tipo, objeto)).toBe(true);
    one.wait(60);
    one.field.plan = { ...plan, ...holds };
    one.wait(60);
    const closed = (): string[] => one.done.filter((step) => step.startsWith('close'));
    expect(closed()).toEqual([]);
    one.field.plan = { ...plan, ...over };
    one.wait(60);
    expect(closed()).toEqual([`close ${tipo} ${objeto}`]);
  });
});
