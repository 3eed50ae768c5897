import { singleTarifa, type SinPlanear, TYPES_OF_AVISO } from '@acequia/contracts';
import { daysTo } from './company-conditions.js';
import { MINUTE, S, world } from './world.fixture.js';

const DAY = 24 * 60 * MINUTE;
const PLAN = { comunicador_numero: '6671234567', comunicador_vencimiento: null, limite_usuarios: null, usuarios: 1 };

describe('an end', () => {
  it('is announced 30, 7 and 1 days before, each once', () => {
    const at = Date.UTC(2026, 5, 1, 18);
    const told: [number, string][] = [];
    for (let day = 0; day < 45; day += 1) {
      const one = world({ at: at + day * DAY, fecha_vencimiento: '2026-07-15' });
      one.wait(10);
      told.push(
        ...one.done.filter((what) => what.startsWith('tell')).map((what): [number, string] => [44 - day, what]),
      );
    }
    const steps = new Map<string, number[]>();
    for (const [left, what] of told) steps.set(what, [...(steps.get(what) ?? []), left]);
    // Each step is one alarm that stays open until the next: a restart does not tell it again.
    expect([...steps].map(([what, lefts]) => [what, Math.max(...lefts), Math.min(...lefts)])).toEqual([
      ['tell vencimiento vence:empresa:30', 30, 8],
      ['tell vencimiento vence:empresa:7', 7, 2],
      ['tell vencimiento vence:empresa:1', 1, 0],
    ]);
  });

  it('is of the plan and of a device too', () => {
    const one = world({ at: Date.UTC(2026, 5, 1, 18) });
    one.field.plan = { ...PLAN, comunicador_vencimiento: '2026-06-08' };
    Object.assign(one.field.devices.get(9) ?? {}, { fecha_vencimiento: '2026-06-02' });
    one.engine.arrange(one.rules);
    one.wait(10);
    expect(one.texts.sort()).toEqual([
      'Centinela vence mañana, el 02/06/2026.',
      'El plan del comunicador vence en 7 días, el 08/06/2026.',
    ]);
  });

  it('says each day how many are left', () => {
    const beforeMidnight = Date.UTC(2026, 5, 2, 5, 59, 30);
    const one = world({ at: beforeMidnight, zona_horaria: 'America/Mexico_City', fecha_vencimiento: '2026-06-06' });
    one.wait(60);
    expect(one.about('vencimiento')).toEqual(['open', 'tell', 'text']);
  });

  it('counts days of the zone of the company', () => {
    const lateEvening = Date.UTC(2026, 5, 2, 4);
    expect(daysTo('2026-06-02', 'America/Mexico_City', lateEvening)).toBe(1);
    expect(daysTo('2026-06-02', 'Europe/Madrid', lateEvening)).toBe(0);
    // A day of 23 hours is a day.
    expect(daysTo('2026-03-30', 'Europe/Madrid', Date.UTC(2026, 2, 28, 12))).toBe(2);
  });
});

describe('tokens of programs', () => {
  it('are told of a week before they end, once, and no more when they have ended or were revoked', () => {
    const at = Date.UTC(2026, 5, 1, 18);
    const one = world({ at, zona_horaria: 'America/Mexico_City' });
    const ends = (day: number): number => Date.UTC(2026, 5, day, 6);
    one.field.tokens = [{ nombre: 'ERP', vence: ends(20) }];
    one.wait(90);
    expect(one.texts).toEqual([]);
    one.field.tokens = [
      { nombre: 'ERP', vence: ends(8) },
      { nombre: 'Viejo', vence: at - 1 },
    ];
    one.wait(90);
    expect(one.texts).toEqual(['El token «ERP» vence en 6 días, el 07/06/2026.']);
    expect(one.about('vencimiento')).toEqual(['open', 'tell']);
    one.field.tokens = [];
    one.wait(90);
    expect(one.about('vencimiento')).toEqual(['open', 'tell', 'close']);
  });
});

describe('the limit of users', () => {
  const people = (usuarios: number, limite_usuarios: number | null): string[] => {
    const one = world();
    one.field.plan = { ...PLAN, limite_usuarios, usuarios };
    one.wait(10);
    return one.texts;
  };
  it('raises an alarm when it is reached', () => {
    expect(people(5, 5)).toEqual(['La empresa tiene 5 de 5 usuarios permitidos.']);
  });
  it('raises no alarm before, nor where there is no limit', () => {
    expect([people(4, 5), people(50, null), people(50, 0)]).toEqual([[], [], []]);
  });
});

describe('water that is not planned', () => {
  const told = (unplanned: SinPlanear | null): string[] => {
    const one = world();
    one.field.unplanned = unplanned;
    one.wait(60);
    return one.texts;
  };
  const motivo = 'Serían 576 riegos de una misma válvula al día; el máximo es 200';

  it('is told as critical, with the program and what is wrong with it', () => {
    expect(told({ empresa_id: 1, apartada: 0, programas: [{ nombre: 'Norte', motivo }] })).toEqual([
      'No se riega lo que piden estos programas: «Norte» (serían 576 riegos de una misma válvula al día; el máximo es 200).',
    ]);
    expect(TYPES_OF_AVISO.plan_imposible.severidad).toBe('critica');
  });
  it('is told when the whole company is set aside', () => {
    expect(told({ empresa_id: 1, apartada: 1, programas: [] })).toEqual([
      expect.stringContaining('Las placas siguen con el plan que tienen'),
    ]);
  });
  it('is over as soon as everything is planned', () => expect(told(null)).toEqual([]));
});

it('a company near the end of its daily quota is told, until the next day', () => {
  const one = world();
  const use = (today: number): void => {
    one.field.quota = { today, limit: 500_000_000 };
    one.wait(90);
  };
  use(399_000_000);
  expect(one.done).toEqual([]);
  use(425_000_000);
  expect(one.texts).toEqual([
    'La empresa lleva 85 % de su cuota de hoy (425,000,000 de 500,000,000 lecturas). Al agotarla, las lecturas de todas sus placas entran despacio.',
  ]);
  use(12);
  expect(one.about('cuota_de_empresa')).toEqual(['open', 'tell', 'close']);
});

it('channels whose tries fail are one alarm, which names them, until they arrive', () => {
  const one = world();
  one.field.dead = [
    { canal: 'sms', nombre: 'Ana' },
    { canal: 'correo', nombre: 'campo@rancho.mx' },
  ];
  one.wait(10);
  expect(one.texts).toEqual([
    'Por SMS (Ana), correo (campo@rancho.mx) no llegan los avisos: fallaron sus pruebas dos veces seguidas.',
  ]);
  one.field.dead = [];
  one.wait(90);
  expect(one.about('canal_fallido')).toEqual(['open', 'tell', 'close']);
});

describe('the communicator', () => {
  it('that is a modem is told when its SMS fail, or where there is none, until one leaves', () => {
    const one = world();
    one.field.plan = PLAN;
    one.field.communicator = { tipo: 'modem', isThere: true, fails: 2 };
    one.wait(130);
    expect(one.texts).toEqual([
      'El módem del servidor (6671234567) no envió sus últimos 2 SMS: revisa su señal, su saldo y gammu-smsd.',
    ]);
    one.field.communicator = { tipo: 'modem', isThere: true, fails: 0 };
    one.wait(130);
    expect(one.about('comunicador_callado')).toEqual(['open', 'tell', 'close']);
    one.field.communicator = { tipo: 'modem', isThere: false, fails: 0 };
    one.wait(130);
    expect(one.texts[1]).toContain('el servidor no tiene módem');
  });

  const routed = (sitio: string | null, boards = 3) => {
    const one = world({ boards, sitio });
    one.field.communicator = { tipo: 'router' };
    one.engine.arrange(one.rules);
    for (let id = 1; id <= boards; id += 1) one.online(id, 1);
    return one;
  };
  const fall = (one: ReturnType<typeof routed>, apart_s: number): void => {
    for (const id of one.field.boards.keys()) {
      one.online(id, 0);
      one.wait(apart_s);
    }
    one.wait(150);
  };

  it('that is a router is told when all boards fall silent at once, until one is heard', () => {
    const one = routed(null);
    fall(one, 20);
    expect(one.texts.filter((text) => text.startsWith('Las '))).toEqual([
      'Las 3 placas dejaron de oírse a la vez, a las 06:00: puede ser el router del sitio, su plan o la corriente.',
    ]);
    one.online(2, 1);
    one.wait(130);
    expect(one.about('comunicador_callado')).toEqual(['open', 'tell', 'close']);
  });

  it.each([
    ['fall one after another', () => routed(null), 400],
    ['are one board', () => routed(null, 1), 1],
    ['are those of one site, whose blackout says it', () => routed('Huerta'), 20],
  ])('is not told of when they %s', (_how, make, apart_s) => {
    const one = make();
    fall(one, apart_s);
    expect(one.about('comunicador_callado')).toEqual([]);
  });
});

describe('the demand of a quarter of an hour', () => {
  const limited = (demanda_kw: number) => {
    const one = world({ at: Date.UTC(2026, 5, 1, 18) });
    const version = singleTarifa(1);
    one.field.company.tarifas = { versiones: [{ ...version, periodos: [{ ...version.periodos[0]!, demanda_kw }] }] };
    return one;
  };
  const takes = (one: ReturnType<typeof limited>, watts: number, minutes: number): void =>
    one.during(minutes, () => one.measure({ total_act_power: watts }));

  it('is told while it still can be lowered, by where it ends if nothing changes', () => {
    const one = limited(10);
    takes(one, 2_000, 8);
    expect(one.texts).toEqual([]);
    // 8 minutes of 2 kW and 7 of 18 kW would be 9.5 kW.
    takes(one, 18_000, 2);
    expect(one.texts).toEqual(['La demanda de este cuarto de hora va hacia 9.5 kW, y en Único hay contratados 10 kW.']);
    takes(one, 2_000, 10);
    expect(one.about('demanda_alta')).toEqual(['open', 'tell', 'close']);
  });

  it('is no matter of a short peak, nor where nothing was contracted', () => {
    const short = limited(10);
    takes(short, 2_000, 12);
    takes(short, 30_000, 0.5);
    takes(short, 2_000, 10);
    const free = limited(0);
    takes(free, 50_000, 10);
    expect([short.done, free.done]).toEqual([[], []]);
  });

  it('is that of the meters at the supply, and with one of them silent nothing is over', () => {
    const one = limited(10);
    const supply = { ...one.field.devices.get(9)!, id: 10, vigila_switch_id: null };
    one.field.devices.set(10, supply);
    const tell = (dispositivo_id: number, watts: number): void =>
      one.say({ tipo: 'dispositivo', dispositivo_id, online: true, metricas: { total_act_power: watts } } as never);
    one.during(5, () => tell(9, 30_000));
    expect(one.texts).toEqual([]);
    one.during(5, () => tell(10, 9_500));
    expect(one.about('demanda_alta')).toEqual(['open', 'tell']);
    one.wait((30 * MINUTE) / S);
    expect(one.about('demanda_alta')).toEqual(['open', 'tell']);
  });
});
