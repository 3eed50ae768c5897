import { inWords, type TurnOnRefusal } from '@acequia/contracts';
import fc from 'fast-check';
import type { KnownEnclavamiento } from '../../registry/interlocks.js';
import { PUMP, Field, exclusion, IDS, ANOTHER, requiere, T0, UNA } from './interlock-field.fixture.js';
import { beforeTurnOff, faultsOf, type Member, type Order, refusalToTurnOn } from './interlock-rules.js';

const DELAY_MS = requiere.retardo_encendido_s * 1_000;

type Step =
  | { kind: 'ask'; id: number; accion: 'on' | 'off' }
  | { kind: 'arrives'; id: number; answers: boolean }
  | { kind: 'sample' | 'link' | 'timer'; id: number }
  | { kind: 'passes'; ms: number };
const id = fc.constantFrom(...IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), id, accion: fc.constantFrom('on', 'off') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('arrives' as const), id, answers: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sample' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('link' as const, 'timer' as const), id }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('passes' as const), ms: fc.integer({ min: 1, max: 12_000 }) }),
  },
);
const run = (groups: KnownEnclavamiento[], steps: readonly Step[], each?: (field: Field) => void): Field => {
  const field = new Field(groups);
  for (const uno of IDS) field.sample(uno);
  for (const step of steps) {
    field.now += 1;
    if (step.kind === 'ask') field.ask(step.id, step.accion);
    else if (step.kind === 'arrives') field.arrives(step.id, step.answers);
    else if (step.kind === 'passes') field.now += step.ms;
    else field[step.kind](step.id);
    field.dispatch();
    each?.(field);
  }
  return field;
};
const steps = fc.array(step, { minLength: 5, maxLength: 60 });

describe('interlocks and the life of commands together', () => {
  it('never have two of an exclusion on, whatever is lost, late, cut off or asked for at once', () => {
    fc.assert(
      fc.property(steps, (list) => {
        run([exclusion], list, ({ relays }) => {
          expect([UNA, ANOTHER].filter((uno) => relays.get(uno)?.on)).not.toHaveLength(2);
        });
      }),
      { numRuns: 1_500 },
    );
  });

  it('keep the other one off after a sample that agreed with an OFF before the unanswered ON acted', () => {
    const list: Step[] = [
      { kind: 'ask', id: UNA, accion: 'on' },
      { kind: 'ask', id: UNA, accion: 'off' },
      { kind: 'sample', id: UNA },
      { kind: 'arrives', id: UNA, answers: false },
      { kind: 'passes', ms: 15_000 },
      { kind: 'arrives', id: UNA, answers: false },
      { kind: 'ask', id: ANOTHER, accion: 'on' },
      { kind: 'arrives', id: ANOTHER, answers: false },
    ];
    const { relays } = run([exclusion], list);
    expect([UNA, ANOTHER].filter((uno) => relays.get(uno)?.on)).toEqual([UNA]);
  });

  it('send a pump on only while a valve has been on for long enough (but for one that closes by itself unseen)', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const withoutTimer = list.filter(({ kind }) => kind !== 'timer');
        const { facts } = run([requiere], withoutTimer);
        for (const { que, switch_id, at, comando, encendidos } of facts) {
          if (switch_id !== PUMP || comando.accion !== 'on' || que !== 'sale') continue;
          const opened = [UNA, ANOTHER].filter((valve) => encendidos.has(valve));
          expect(opened.length).toBeGreaterThan(0);
          expect(opened.some((valve) => at - (encendidos.get(valve) ?? at) >= DELAY_MS)).toBe(true);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it('let the last valve close only after its pump was told to stop and that has ended, and the wait after it', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { facts } = run([requiere], list);
        for (const { que, at, comando } of facts) {
          if (que !== 'sale') continue;
          for (const { estado, resuelto_ts } of comando.wait) {
            expect(['solicitado', 'enviado']).not.toContain(estado);
            if (estado === 'confirmado')
              expect(at - (resuelto_ts ?? Infinity)).toBeGreaterThanOrEqual(comando.espera_s * 1_000);
          }
        }
      }),
    );
  });

  it('let every OFF through: it leaves, or its board is away until it has expired', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const field = run([exclusion, requiere], list);
        for (const uno of IDS) {
          if (!field.relay(uno).connected) field.link(uno);
          // Commands that wait for a board leave when the board connects.
          field.dispatch();
        }
        const request = field.ask(UNA, 'off');
        for (let s = 0; s < 60; s++) {
          field.now += 1_000;
          field.dispatch();
        }
        expect(request?.enviado_ts).toEqual(expect.any(Number));
      }),
    );
  });
});

const member = (uno: number, change: Partial<Member> = {}): Member => ({
  id: uno,
  nombre: ['', 'Válvula 1', 'Válvula 2', 'Bomba'][uno] ?? '',
  online: true,
  connected_ts: T0 - 60_000,
  seen: { estado: 0, ts: T0 - 1_000 },
  desde: null,
  on: null,
  off: null,
  ...change,
});
const encendido = (desde = T0 - 30_000): Partial<Member> => ({ seen: { estado: 1, ts: T0 - 1_000 }, desde });
const con = (...members: Member[]) => new Map(members.map((uno) => [uno.id, uno]));

describe('what an interlock says', () => {
  const said = (refusal: TurnOnRefusal | null) => refusal && inWords(refusal, null);
  const onTurnOn = (another: Partial<Member>) =>
    said(refusalToTurnOn(UNA, [exclusion], con(member(UNA), member(ANOTHER, another)), T0));

  it('names the other switch, and takes doubt for danger', () => {
    expect(onTurnOn({})).toBeNull();
    expect(onTurnOn(encendido())).toBe(
      'No se puede encender: el switch «Válvula 2» está encendido y no pueden estar juntos.',
    );
    const doubt = 'No se puede encender: no se sabe si el switch «Válvula 2» está encendido y no pueden estar juntos.';
    expect(onTurnOn({ seen: null })).toBe(doubt);
    expect(onTurnOn({ online: false })).toBe(doubt);
    // The board connected again and has sent nothing since.
    expect(onTurnOn({ connected_ts: T0 + 5_000 })).toBe(doubt);
    expect(said(refusalToTurnOn(UNA, [exclusion], con(member(UNA)), T0))).toContain('todavía no se conoce');
  });

  it('asks a pump for a valve that is open long enough', () => {
    const pump = (valve: Partial<Member>) =>
      said(refusalToTurnOn(PUMP, [requiere], con(member(UNA, valve), member(ANOTHER), member(PUMP)), T0));
    expect(pump({})).toBe('No se puede encender: antes debe estar abierta «Válvula 1» o «Válvula 2».');
    expect(pump(encendido(T0 - 2_000))).toBe('No se puede encender: «Válvula 1» acaba de abrirse; faltan 3 s.');
    expect(pump(encendido(T0 - 5_000))).toBeNull();
    expect(pump({ ...encendido(), online: false })).not.toBeNull();
  });

  it('lets the last valve wait also for a pump that stopped a moment ago', () => {
    const off: Order = { orden: 7, estado: 'confirmado', ts: T0 - 4_000, vence_ts: T0, resuelto_ts: T0 - 3_000 };
    const closes = (now: number) =>
      beforeTurnOff(UNA, [requiere], con(member(UNA, encendido()), member(ANOTHER), member(PUMP, { off })), now);
    expect(closes(T0)).toEqual([{ bomba_id: PUMP, delay_s: 10, stop: 7 }]);
    expect(closes(T0 + 7_000)).toEqual([]);
  });

  it('finds what reports break: who came on last goes off, a pump without a valve at once, in doubt later', () => {
    const now = T0;
    const juntos = con(member(UNA, encendido(T0 - 9_000)), member(ANOTHER, encendido(T0 - 3_000)));
    expect(faultsOf([exclusion], juntos, now)).toMatchObject([{ switch_id: ANOTHER, uncertain: false }]);
    const sola = (valve: Partial<Member>) =>
      faultsOf([requiere], con(member(UNA, valve), member(ANOTHER), member(PUMP, encendido())), now);
    expect(sola(encendido())).toEqual([]);
    expect(sola({})).toMatchObject([{ switch_id: PUMP, uncertain: false }]);
    expect(sola({ online: false })).toMatchObject([{ switch_id: PUMP, uncertain: true }]);
  });
});
