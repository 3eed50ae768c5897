import type { Metricas } from '@acequia/contracts';
import fc from 'fast-check';
import { type World, world } from './world.fixture.js';

type Deed = (one: World) => void;
const board = fc.constantFrom(1, 2, 3);
const flag = fc.constantFrom<0 | 1>(0, 1);

const links = fc.tuple(board, flag).map(
  ([id, is]): Deed =>
    (one) =>
      one.online(id, is),
);
const reports = fc
  .record({ id: board, on: flag, t: fc.constantFrom(-50, 1, 20, 45), late: fc.constantFrom(0, 400_000) })
  .map(
    ({ id, ...reported }): Deed =>
      (one) =>
        one.report(id, reported),
  );
const clocks = fc.tuple(board, flag).map(([placa_id, adelantado]): Deed => {
  return (one) => one.say({ tipo: 'reloj', placa_id, adelantado });
});
const orders = fc
  .record({
    switch_id: board,
    accion: fc.constantFrom('on' as const, 'off' as const),
    estado: fc.constantFrom('confirmado' as const, 'rechazado' as const, 'sin_respuesta' as const),
  })
  .map((order): Deed => {
    const rest = { dispositivo_id: null, comando_id: 'c', detalle: null, max_s: null };
    return (one) => one.say({ tipo: 'comando', ...order, ...rest });
  });
const measures = fc.record({ voltaje_a: fc.constantFrom(0, 100, 127), total_act_power: fc.constantFrom(0, 5_000) }).map(
  (some): Deed =>
    (one) =>
      one.measure({ voltaje_b: 127, voltaje_c: 127, ...some } as Partial<Metricas>),
);
const waits = fc.constantFrom(5, 40, 200, 1_000).map(
  (seconds): Deed =>
    (one) =>
      one.wait(seconds),
);

const deeds = fc.array(fc.oneof(links, reports, reports, clocks, orders, measures, waits, waits), { maxLength: 40 });

it('what is asked because time passes, and what news ask, is all that can open or end', () => {
  fc.assert(
    fc.property(deeds, (story) => {
      const [one, asksAll] = [world({ boards: 3, sitio: 'Norte' }), world({ boards: 3, sitio: 'Norte' })];
      const pass = asksAll.engine.pass.bind(asksAll.engine);
      asksAll.engine.pass = (now) => {
        asksAll.engine.recalled();
        return pass(now);
      };
      for (const deed of [...story, (last: World) => last.wait(400)]) {
        deed(one);
        deed(asksAll);
      }
      expect(one.done).toEqual(asksAll.done);
    }),
    { numRuns: 100 },
  );
});
