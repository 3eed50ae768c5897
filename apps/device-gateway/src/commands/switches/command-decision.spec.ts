import { COMANDO_GRACE_MS, COMANDO_EXPIRY_MS, isDiscrepancy } from '@acequia/contracts';
import fc from 'fast-check';
import { decide, type CommandFacts, type Observation } from './command-decision.js';
import { mustBeOffBy } from './on-limit.js';

const T0 = 1_800_000_000_000;
const PIN = 4;
const FIN = ['confirmado', 'rechazado', 'vencido'];

type Step = { after_ms: number } & ({ que: 'send' } | { que: 'observation'; observation: Observation });

const observation: fc.Arbitrary<Observation> = fc.oneof(
  fc.constant<Observation>({ tipo: 'time' }),
  fc.constantFrom<Observation>(
    { tipo: 'result', mensaje: { id: 'c', ok: true, pins: { [PIN]: 1 } } },
    { tipo: 'result', mensaje: { id: 'c', ok: true, pins: { [PIN]: 0 } } },
    { tipo: 'result', mensaje: { id: 'c', ok: true, pins: {} } },
    { tipo: 'result', mensaje: { id: 'c', ok: false, error: 'expired' } },
    { tipo: 'result', mensaje: { id: 'c', ok: false, error: 'busy' } },
  ),
  fc.record({
    tipo: fc.constant('sample' as const),
    estado: fc.constantFrom<0 | 1>(0, 1),
    ts: fc.integer({ min: T0 - 30_000, max: T0 + 90_000 }),
    ultimo: fc.boolean(),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ que: fc.constant('send' as const), after_ms: fc.nat(5_000) }),
  fc.record({ que: fc.constant('observation' as const), after_ms: fc.nat(9_000), observation }),
);

/** A command's state after each step, with what decided it. */
const run = (accion: 'on' | 'off', steps: Step[]) => {
  let comando: CommandFacts = {
    accion,
    estado: 'solicitado',
    pin: PIN,
    ts: T0,
    vence_ts: T0 + COMANDO_EXPIRY_MS,
    enviado_ts: null,
  };
  let now = T0;
  const trace: { antes: CommandFacts; despues: CommandFacts; observation: Observation | null; now: number }[] = [];
  for (const step of steps) {
    now += step.after_ms;
    const antes = comando;
    if (step.que === 'send') {
      if (comando.estado === 'solicitado' && now < comando.vence_ts)
        comando = { ...comando, estado: 'enviado', enviado_ts: now };
    } else {
      comando = { ...comando, estado: decide(comando, step.observation, now)?.estado ?? comando.estado };
    }
    trace.push({ antes, despues: comando, observation: step.que === 'send' ? null : step.observation, now });
  }
  return { trace, comando, now };
};
const history = fc.tuple(fc.constantFrom<'on' | 'off'>('on', 'off'), fc.array(step, { maxLength: 25 }));

describe('the life of a command', () => {
  it('ends once: an ended command does not change', () => {
    fc.assert(
      fc.property(history, ([accion, steps]) => {
        for (const { antes, despues } of run(accion, steps).trace) {
          if (FIN.includes(antes.estado)) expect(despues.estado).toBe(antes.estado);
          if (antes.estado === 'sin_respuesta') expect(['solicitado', 'enviado']).not.toContain(despues.estado);
        }
      }),
    );
  });

  it('is confirmed only after it left, by its own answer or by a newer sample that shows what was asked for', () => {
    fc.assert(
      fc.property(history, ([accion, steps]) => {
        for (const { antes, despues, observation: por, now } of run(accion, steps).trace) {
          if (despues.estado !== 'confirmado' || antes.estado === 'confirmado') continue;
          expect(antes.enviado_ts).not.toBeNull();
          expect(por?.tipo).not.toBe('time');
          if (por?.tipo === 'result') expect(por.mensaje.ok).toBe(true);
          if (por?.tipo !== 'sample') continue;
          expect(por.estado).toBe(accion === 'on' ? 1 : 0);
          expect(por.ts).toBeGreaterThan(antes.enviado_ts ?? Infinity);
          expect(por.ts).toBeLessThanOrEqual(now + 2_000);
        }
      }),
    );
  });

  it('without an answer ends as vencido when it never left, and as sin_respuesta when it did', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.nat(60_000), (sale, wait) => {
        const silencio: Step = {
          que: 'observation',
          after_ms: COMANDO_EXPIRY_MS + COMANDO_GRACE_MS + wait,
          observation: { tipo: 'time' },
        };
        const { comando } = run('on', [...(sale ? [{ que: 'send' as const, after_ms: 5 }] : []), silencio]);
        expect(comando.estado).toBe(sale ? 'sin_respuesta' : 'vencido');
      }),
    );
  });

  it('is never open once its time and its grace are over and somebody looked', () => {
    fc.assert(
      fc.property(history, ([accion, steps]) => {
        const look: Step = {
          que: 'observation',
          after_ms: COMANDO_EXPIRY_MS + COMANDO_GRACE_MS,
          observation: { tipo: 'time' },
        };
        expect(['solicitado', 'enviado']).not.toContain(run(accion, [...steps, look]).comando.estado);
      }),
    );
  });
});

describe('the second line', () => {
  it('never allows more than the switch may, counted from when it is on or from its last command', () => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.integer({ min: 1, max: 1e5 }),
        fc.option(fc.nat(2e6)),
        fc.nat(2e5),
        (ageOf, max_s, orden, request) => {
          const desde = T0 - ageOf;
          const enviado_ts = orden === null ? null : T0 - orden;
          const order = enviado_ts === null ? null : { enviado_ts, max_s: request, estado: 'confirmado' as const };
          const limite = mustBeOffBy(desde, max_s, order);
          expect(limite).toBeLessThanOrEqual(Math.max(desde, enviado_ts ?? 0) + max_s * 1_000);
          expect(limite).toBeGreaterThanOrEqual(desde - 5_000);
        },
      ),
    );
  });

  it('sees no discrepancy while an ON is over by itself, or before half a minute', () => {
    const on = { accion: 'on', estado: 'confirmado', max_s: 60, since: T0 } as const;
    expect(isDiscrepancy(on, false, T0 + 29_000)).toBe(false);
    expect(isDiscrepancy(on, false, T0 + 31_000)).toBe(true);
    expect(isDiscrepancy(on, false, T0 + 61_000)).toBe(false);
    expect(isDiscrepancy({ ...on, estado: 'sin_respuesta' }, false, T0 + 31_000)).toBe(false);
    expect(isDiscrepancy({ ...on, accion: 'off', estado: 'sin_respuesta' }, true, T0 + 31_000)).toBe(true);
  });
});
