import type { Metricas, PotenciaRara } from '@acequia/contracts';
import { world } from './world.fixture.js';

const volts = (a: number, b: number, c: number): Partial<Metricas> => ({ voltaje_a: a, voltaje_b: b, voltaje_c: c });
const WELL = volts(127, 126, 128);

describe('a centinela', () => {
  it.each([
    ['fase_perdida', volts(127, 3, 128), 2, /sin voltaje en la fase B/],
    ['desequilibrio', volts(127, 112, 128), 8, /fases desequilibradas 8.4 % \(A 127 V, B 112 V, C 128 V\)/],
    ['voltaje_alto', volts(127, 141, 128), 4, /141 V en la fase B, 11 % sobre lo normal/],
    ['voltaje_bajo', volts(127, 126, 107), 4, /107 V en la fase C, 10.8 % bajo lo normal/],
  ])('tells of %s once it lasts, and of its end', (tipo, wrong, minutes, text) => {
    const one = world();
    one.during(5, () => one.measure(WELL));
    expect(one.done).toEqual([]);
    one.during(minutes, () => one.measure(wrong));
    expect(one.about(tipo)).toEqual(['open', 'tell']);
    expect(one.texts.some((said) => text.test(said))).toBe(true);
    one.during(minutes + 5, () => one.measure(WELL));
    expect(one.about(tipo)).toEqual(['open', 'tell', 'close']);
  });

  it('with no voltage at all is without power, not without a phase', () => {
    const one = world();
    one.during(10, () => one.measure(volts(0, 0, 0)));
    expect(one.about('fase_perdida')).toEqual([]);
  });

  it('with one phase wired is no three-phase meter that lost two', () => {
    const one = world();
    Object.assign(one.field.devices.get(9) ?? {}, { fases: 1 });
    one.during(10, () => one.measure(volts(127, 0, 0)));
    expect(one.done).toEqual([]);
  });

  it('keeps a lost phase open within the hysteresis, and while nothing is measured', () => {
    const one = world();
    one.during(2, () => one.measure(volts(127, 3, 128)));
    one.during(5, () => one.measure(volts(127, 75, 128)));
    one.wait(3_600);
    expect(one.about('fase_perdida')).toEqual(['open', 'tell']);
  });

  it('tells of overload where a limit was set', () => {
    const one = world({ rules: [{ tipo: 'sobrecarga', espera_s: 60, umbral: 5_000, histeresis: 500 }] });
    one.during(3, () => one.measure({ ...WELL, total_act_power: 5_600 }));
    expect(one.about('sobrecarga')).toEqual(['open', 'tell']);
    one.during(5, () => one.measure({ ...WELL, total_act_power: 4_700 }));
    expect(one.about('sobrecarga')).toEqual(['open', 'tell']);
    one.during(5, () => one.measure({ ...WELL, total_act_power: 100 }));
    expect(one.about('sobrecarga')).toEqual(['open', 'tell', 'close']);
  });

  it('tells of power while everything is off, and of none while something is on', () => {
    const rules = [{ tipo: 'consumo_apagado' as const, espera_s: 120, umbral: 200, histeresis: 50 }];
    const [off, on] = [world({ rules }), world({ rules })];
    for (const [one, is] of [
      [off, 0],
      [on, 1],
    ] as const) {
      one.online(1, 1);
      one.during(6, () => {
        one.report(1, { on: is });
        one.measure({ ...WELL, total_act_power: 900 });
      });
    }
    expect(off.about('consumo_apagado')).toEqual(['open', 'tell']);
    expect(on.about('consumo_apagado')).toEqual([]);
  });
});

describe('the electrical proof', () => {
  const proof = (on: 0 | 1, watts: number) => {
    const one = world();
    one.online(1, 1);
    one.during(4, () => {
      one.report(1, { on });
      one.measure({ ...WELL, total_act_power: watts });
    });
    return one;
  };

  it('tells of a switch that is ON without current', () => {
    const one = proof(1, 4);
    expect(one.about('contactor')).toEqual(['open', 'tell']);
    expect(one.texts[0]).toBe(
      'Norte - Válvula 1: está ENCENDIDO y Centinela mide 4 W. Revisa contactor, motor y cableado.',
    );
  });

  it('tells of a switch that is OFF with current', () => {
    const one = proof(0, 2_200);
    expect(one.about('contactor')).toEqual(['open', 'tell']);
    expect(one.texts[0]).toMatch(/está APAGADO y Centinela mide 2200 W\. El contactor puede estar pegado/);
  });

  it.each([
    [1, 2_200],
    [0, 4],
  ] as const)('tells nothing of a switch that does what it says (%s, %s W)', (on, watts) => {
    expect(proof(on, watts).about('contactor')).toEqual([]);
  });

  it('waits for a reading that was taken after the switch settled', () => {
    const one = world();
    one.online(1, 1);
    one.during(2, () => {
      one.report(1, { on: 0 });
      one.measure({ ...WELL, total_act_power: 4 });
    });
    // The meter is silent while the switch turns on.
    one.during(5, () => one.report(1, { on: 1 }));
    expect(one.about('contactor')).toEqual([]);
  });
});

it('a relay cloud that refuses the key, or is away, raises one alarm, which ends', () => {
  for (const [tipo, motivo] of [
    ['nube_rechaza', 'clave_invalida'],
    ['nube_ausente', 'nube_sin_respuesta'],
  ] as const) {
    const one = world();
    const cloud = (motivo: string | null): void =>
      one.say({
        tipo: 'dispositivo',
        dispositivo_id: 9,
        online: motivo === null,
        motivo,
        salida: null,
        metricas: null,
      } as never);
    one.during(15, () => cloud(motivo));
    expect(one.done).toEqual([`open ${tipo} dispositivo:9`, `tell ${tipo} dispositivo:9`]);
    one.during(15, () => cloud(null));
    expect(one.done.at(-1)).toBe(`close ${tipo} dispositivo:9`);
  }
});

it('a pump that takes something else with the same valves is told, with what it may be and how sure that is', () => {
  const one = world();
  const pump = (valor: number | null, desviacion: number): void => {
    const row: Omit<PotenciaRara, 'valor' | 'desviacion'> = {
      dispositivo_id: 9,
      empresa_id: 1,
      switches: [1],
      que: 'kw',
      usual: 8,
      observaciones: 12,
      ts: 0,
    };
    one.field.odd = new Map(valor === null ? [] : [[9, [{ ...row, valor, desviacion }]]]);
    one.wait(60);
  };
  one.wait(60);
  pump(6, 0.1);
  expect(one.about('consumo_raro')).toEqual(['open', 'tell']);
  expect(one.texts[0]).toMatch(
    /: 6 kW con .+; lo usual son 8 \(12 riegos\)\. Puede ser una válvula que no abre o un filtro tapado\. Confianza alta\.$/,
  );
  pump(null, 0);
  expect(one.about('consumo_raro')).toEqual(['open', 'tell', 'close']);
});
