import { MINUTE, world } from './world.fixture.js';

/** Degrees an hour, from a start. */
const drifting = (start: number, perHour: number) => (minutes: number) =>
  Math.round((start + (perHour * minutes) / 60) * 10) / 10;

describe('a trend', () => {
  it.each([
    ['riesgo_helada', drifting(9, -9), /°C a las 06:\d\d y bajando; llegaría a 2 °C hacia las 0[67]:\d\d\./],
    ['riesgo_calor', drifting(34, 9), /°C a las 06:\d\d y subiendo; llegaría a 42 °C hacia las 0[67]:\d\d\./],
  ])('tells of %s before the limit is reached', (tipo, t, text) => {
    const one = world();
    one.online(1, 1);
    one.during(25, (minutes) => one.report(1, { t: t(minutes) }));
    expect(one.done).toEqual([`open ${tipo} switch:1`, `tell ${tipo} switch:1`]);
    expect(one.texts[0]).toMatch(text);
  });

  it.each([
    ['is slow', drifting(9, -2)],
    ['goes away from it', drifting(5, 6)],
    ['is the noise of a still sensor', (minutes: number) => 6 + ((minutes * 2) % 2) * 0.1],
  ])('tells nothing when it %s', (_how, t) => {
    const one = world();
    one.online(1, 1);
    one.during(40, (minutes) => one.report(1, { t: t(minutes) }));
    expect(one.done).toEqual([]);
  });

  it('ignores a jump, which is no trend', () => {
    const one = world();
    one.online(1, 1);
    one.during(3, () => one.report(1, { t: 20 }));
    one.during(4, () => one.report(1, { t: 10 }));
    expect(one.done).toEqual([]);
  });
});

describe('a sensor', () => {
  const two = () => {
    const one = world({ boards: 2 });
    one.online(1, 1);
    one.online(2, 1);
    return one;
  };

  it('that gives the same for hours while its neighbour moves is stuck', () => {
    const one = two();
    one.during(7 * 60, (minutes) => {
      one.report(1, { t: 21.3 });
      one.report(2, { t: drifting(20, 1)(minutes) });
    });
    expect(one.done).toEqual(['open sensor_pegado switch:1', 'tell sensor_pegado switch:1']);
    expect(one.texts[0]).toMatch(/da lo mismo \(21.3 °C\) desde hace 6 h/);
    one.during(5, (minutes) => one.report(1, { t: drifting(21, 6)(minutes) }));
    expect(one.about('sensor_pegado')).toEqual(['open', 'tell', 'close']);
  });

  it('is not stuck where nothing moves', () => {
    const one = two();
    one.during(7 * 60, () => {
      one.report(1, { t: 21.3 });
      one.report(2, { t: 20 });
    });
    expect(one.done).toEqual([]);
  });

  it('whose reads fail is silent', () => {
    const one = two();
    one.report(1);
    one.during(25, () => one.report(1, { t: null, h: null }));
    expect(one.done).toContain('open sensor_callado switch:1');
  });

  it('whose humidity stopped gives none, however alive its temperature is', () => {
    const one = world({ rules: [{ tipo: 'humedad_alta', activa: 1, umbral: 80, histeresis: 2, espera_s: 0 }] });
    one.online(1, 1);
    const told = one.now();
    one.during(15, (minutes) => {
      const sensores: [number, number, number, number][] = [[15, drifting(20, 1)(minutes), 95, one.now()]];
      one.say({ tipo: 'estado', placa_id: 1, pines: [], sensores, tiempos: [[15, one.now(), told - 11 * MINUTE]] });
    });
    expect(one.about('humedad_alta')).toEqual([]);
  });

  it('that falls silent while its board reports raises an alarm, and none while the board is away', () => {
    const one = two();
    const quiet = (placa_id: number): void =>
      one.say({ tipo: 'estado', placa_id, pines: [[4, 0, one.now()]], sensores: [] });
    one.report(1);
    one.report(2);
    one.online(2, 0);
    one.during(25, () => quiet(1));
    expect(one.done.filter((what) => what.includes('sensor_callado'))).toEqual([
      'open sensor_callado switch:1',
      'tell sensor_callado switch:1',
    ]);
  });

  it('outside its physical range raises an alarm', () => {
    const one = two();
    one.during(7, () => one.report(1, { t: 85.1, h: 50 }));
    expect(one.about('sensor_fuera_de_rango')).toEqual(['open', 'tell']);
  });
});

describe('a relay', () => {
  it('that chatters raises an alarm at once, which ends only well below the limit', () => {
    const one = world();
    one.online(1, 1);
    for (let i = 0; i < 14; i += 1) {
      one.report(1, { on: i % 2 === 0 ? 1 : 0 });
      one.wait(10);
    }
    expect(one.about('relevador_inquieto')).toEqual(['open', 'tell']);
    expect(one.texts[0]).toMatch(/cambió 12 veces en 5 minutos/);
    one.during(15, () => one.report(1));
    expect(one.about('relevador_inquieto')).toEqual(['open', 'tell', 'close']);
  });

  it('of two boards with one account does not chatter: the account is told, until they have stopped', () => {
    const one = world();
    const shared = () => one.say({ tipo: 'conexion', placa_id: 1, online: 1, compartida: 1 });
    one.online(1, 1);
    for (let i = 0; i < 18; i += 1) {
      if (i % 6 === 3) shared();
      one.report(1, { on: i % 2 === 0 ? 1 : 0 });
      one.wait(10);
    }
    expect(one.about('relevador_inquieto')).toEqual([]);
    expect(one.about('cuenta_compartida')).toEqual(['open', 'tell']);
    expect(one.texts[0]).toMatch(/dos placas se conectan con su cuenta/);
    one.during(15, () => one.report(1));
    expect(one.about('cuenta_compartida')).toEqual(['open', 'tell', 'close']);
    expect(one.about('relevador_inquieto')).toEqual([]);
  });

  it('that is used often does not chatter', () => {
    const one = world();
    one.online(1, 1);
    one.during(60, (minutes) => one.report(1, { on: Math.floor(minutes) % 2 === 0 ? 1 : 0 }));
    expect(one.about('relevador_inquieto')).toEqual([]);
  });

  it('whose order was refused or got no answer raises an alarm with the reason', () => {
    for (const [estado, why] of [
      ['rechazado', 'la placa lo rechazó'],
      ['sin_respuesta', 'la placa no respondió'],
    ] as const) {
      const one = world();
      one.online(1, 1);
      one.report(1);
      const order = { comando_id: 'c1', accion: 'on' as const, estado, detalle: null, max_s: null };
      one.say({ tipo: 'comando', switch_id: 1, dispositivo_id: null, ...order });
      one.wait(10);
      expect(one.done).toEqual(['open orden_sin_respuesta switch:1', 'tell orden_sin_respuesta switch:1']);
      expect(one.texts[0]).toBe(`Norte - Válvula 1: se pidió ENCENDER y ${why}.`);
    }
  });
});

describe('the clock of a board', () => {
  it('that is before all that is kept raises an alarm that says so, until it is right', () => {
    const one = world();
    one.online(1, 1);
    one.say({ tipo: 'reloj', placa_id: 1, adelantado: 0, fuera: 1 });
    one.during(2, () => one.say({ tipo: 'estado', placa_id: 1, pines: [], sensores: [] }));
    expect(one.about('reloj_atrasado')).toEqual(['open', 'tell']);
    expect(one.texts[0]).toMatch(/su reloj marca una fecha anterior a todo lo que se guarda/);
    one.say({ tipo: 'reloj', placa_id: 1, adelantado: 0, fuera: 0 });
    one.during(3, () => one.report(1));
    expect(one.about('reloj_atrasado')).toEqual(['open', 'tell', 'close']);
  });

  it('that is ahead raises an alarm until it is right', () => {
    const one = world();
    one.online(1, 1);
    one.say({ tipo: 'reloj', placa_id: 1, adelantado: 1 });
    one.during(2, () => one.say({ tipo: 'estado', placa_id: 1, pines: [], sensores: [] }));
    expect(one.about('reloj_adelantado')).toEqual(['open', 'tell']);
    one.say({ tipo: 'reloj', placa_id: 1, adelantado: 0 });
    one.wait(120);
    expect(one.about('reloj_adelantado')).toEqual(['open', 'tell', 'close']);
  });

  it('that is behind raises an alarm, since its board is late with everything', () => {
    const one = world();
    one.online(1, 1);
    one.during(15, () => one.report(1, { late: 47 * MINUTE }));
    expect(one.about('reloj_atrasado')).toEqual(['open', 'tell']);
    expect(one.texts[0]).toMatch(/su reloj va atrasado unos 47 min/);
    one.during(5, () => one.report(1));
    expect(one.about('reloj_atrasado')).toEqual(['open', 'tell', 'close']);
  });

  it('is not blamed for a buffer that is being emptied, nor for a slow sensor', () => {
    const [emptying, slow] = [world(), world()];
    emptying.online(1, 1);
    // A day of buffer, sent at thirty times its speed.
    emptying.during(40, (minutes) => emptying.report(1, { late: Math.max(0, (24 * 60 - 29 * minutes) * MINUTE) }));
    slow.online(1, 1);
    slow.report(1);
    slow.during(40, () => slow.say({ tipo: 'estado', placa_id: 1, pines: [[4, 0, slow.now()]], sensores: [] }));
    expect(emptying.about('reloj_atrasado')).toEqual([]);
    expect(slow.about('reloj_atrasado')).toEqual([]);
  });
});

it('a board near the end of its daily quota raises an alarm until the next day', () => {
  const one = world();
  one.online(1, 1);
  const use = (hoy: number): void => {
    const consumo = { ritmo: 1, ritmo_max: 200, hoy, hoy_max: 3_000_000, frenada: 0 };
    const connection = { placa_id: 1, online: 1, ultimo_visto: one.now(), reloj_adelantado: 0, consumo };
    one.field.recall({ placa_id: 1, pines: [], sensores: [] } as never, connection as never, one.now());
    one.wait(90);
  };
  use(2_300_000);
  expect(one.done).toEqual([]);
  use(2_550_000);
  expect(one.about('cuota_de_placa')).toEqual(['open', 'tell']);
  expect(one.texts[0]).toMatch(/lleva 85 % de su cuota de hoy \(2,550,000 de 3,000,000 lecturas\)/);
  use(12);
  expect(one.about('cuota_de_placa')).toEqual(['open', 'tell', 'close']);
});
