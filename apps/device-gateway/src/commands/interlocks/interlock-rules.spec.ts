import fc from 'fast-check';
import type { EnclavamientoConocido } from '../../registry/interlocks.js';
import { BOMBA, Campo, exclusion, IDS, OTRA, requiere, T0, UNA } from './interlock-field.fixture.js';
import { antesDeApagar, faltasDe, type Miembro, type Orden, reparoAlEncender } from './interlock-rules.js';

const RETARDO_MS = requiere.retardo_encendido_s * 1_000;

type Paso =
  | { que: 'pedir'; id: number; accion: 'on' | 'off' }
  | { que: 'llega'; id: number; responde: boolean }
  | { que: 'muestra' | 'enlace' | 'temporizador'; id: number }
  | { que: 'pasa'; ms: number };
const id = fc.constantFrom(...IDS);
const paso: fc.Arbitrary<Paso> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ que: fc.constant('pedir' as const), id, accion: fc.constantFrom('on', 'off') }) },
  { weight: 4, arbitrary: fc.record({ que: fc.constant('llega' as const), id, responde: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ que: fc.constant('muestra' as const), id }) },
  { weight: 1, arbitrary: fc.record({ que: fc.constantFrom('enlace' as const, 'temporizador' as const), id }) },
  { weight: 3, arbitrary: fc.record({ que: fc.constant('pasa' as const), ms: fc.integer({ min: 1, max: 12_000 }) }) },
);
const correr = (grupos: EnclavamientoConocido[], pasos: readonly Paso[], cada?: (campo: Campo) => void): Campo => {
  const campo = new Campo(grupos);
  for (const uno of IDS) campo.muestra(uno);
  for (const paso of pasos) {
    campo.now += 1;
    if (paso.que === 'pedir') campo.pedir(paso.id, paso.accion);
    else if (paso.que === 'llega') campo.llega(paso.id, paso.responde);
    else if (paso.que === 'pasa') campo.now += paso.ms;
    else campo[paso.que](paso.id);
    campo.despachar();
    cada?.(campo);
  }
  return campo;
};
const pasos = fc.array(paso, { minLength: 5, maxLength: 60 });

describe('interlocks and the life of commands together', () => {
  it('never have two of an exclusion on, whatever is lost, late, cut off or asked for at once', () => {
    fc.assert(
      fc.property(pasos, (lista) => {
        correr([exclusion], lista, ({ reles }) => {
          expect([UNA, OTRA].filter((uno) => reles.get(uno)?.on)).not.toHaveLength(2);
        });
      }),
      { numRuns: 1_500 },
    );
  });

  it('send a pump on only while a valve has been on for long enough (but for one that closes by itself unseen)', () => {
    fc.assert(
      fc.property(pasos, (lista) => {
        const sinTemporizador = lista.filter(({ que }) => que !== 'temporizador');
        const { hechos } = correr([requiere], sinTemporizador);
        for (const { que, switch_id, at, comando, encendidos } of hechos) {
          if (switch_id !== BOMBA || comando.accion !== 'on' || que !== 'sale') continue;
          const abiertas = [UNA, OTRA].filter((valvula) => encendidos.has(valvula));
          expect(abiertas.length).toBeGreaterThan(0);
          expect(abiertas.some((valvula) => at - (encendidos.get(valvula) ?? at) >= RETARDO_MS)).toBe(true);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it('let the last valve close only after its pump was told to stop and that has ended, and the wait after it', () => {
    fc.assert(
      fc.property(pasos, (lista) => {
        const { hechos } = correr([requiere], lista);
        for (const { que, at, comando } of hechos) {
          if (que !== 'sale') continue;
          for (const { estado, resuelto_ts } of comando.espera) {
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
      fc.property(pasos, (lista) => {
        const campo = correr([exclusion, requiere], lista);
        for (const uno of IDS) {
          if (!campo.rele(uno).conectado) campo.enlace(uno);
          // What waits for a board leaves as it connects.
          campo.despachar();
        }
        const pedido = campo.pedir(UNA, 'off');
        for (let s = 0; s < 60; s++) {
          campo.now += 1_000;
          campo.despachar();
        }
        expect(pedido?.enviado_ts).toEqual(expect.any(Number));
      }),
    );
  });
});

const miembro = (uno: number, change: Partial<Miembro> = {}): Miembro => ({
  id: uno,
  nombre: ['', 'Válvula 1', 'Válvula 2', 'Bomba'][uno] ?? '',
  online: true,
  conectada_ts: T0 - 60_000,
  visto: { estado: 0, ts: T0 - 1_000 },
  desde: null,
  on: null,
  off: null,
  ...change,
});
const encendido = (desde = T0 - 30_000): Partial<Miembro> => ({ visto: { estado: 1, ts: T0 - 1_000 }, desde });
const con = (...miembros: Miembro[]) => new Map(miembros.map((uno) => [uno.id, uno]));

describe('what an interlock says', () => {
  const alEncender = (otra: Partial<Miembro>) =>
    reparoAlEncender(UNA, [exclusion], con(miembro(UNA), miembro(OTRA, otra)), T0);

  it('names the other switch, and takes doubt for danger', () => {
    expect(alEncender({})).toBeNull();
    expect(alEncender(encendido())).toBe(
      'No se puede encender: el switch «Válvula 2» está encendido y no pueden estar juntos.',
    );
    const duda = 'No se puede encender: no se sabe si el switch «Válvula 2» está encendido y no pueden estar juntos.';
    expect(alEncender({ visto: null })).toBe(duda);
    expect(alEncender({ online: false })).toBe(duda);
    // Connected again, and not heard since.
    expect(alEncender({ conectada_ts: T0 + 5_000 })).toBe(duda);
    expect(reparoAlEncender(UNA, [exclusion], con(miembro(UNA)), T0)).toContain('todavía no se conoce');
  });

  it('asks a pump for a valve that is open long enough', () => {
    const bomba = (valvula: Partial<Miembro>) =>
      reparoAlEncender(BOMBA, [requiere], con(miembro(UNA, valvula), miembro(OTRA), miembro(BOMBA)), T0);
    expect(bomba({})).toBe('No se puede encender: antes debe estar abierta «Válvula 1» o «Válvula 2».');
    expect(bomba(encendido(T0 - 2_000))).toBe('No se puede encender: «Válvula 1» acaba de abrirse; faltan 3 s.');
    expect(bomba(encendido(T0 - 5_000))).toBeNull();
    expect(bomba({ ...encendido(), online: false })).not.toBeNull();
  });

  it('lets the last valve wait also for a pump that stopped a moment ago', () => {
    const off: Orden = { orden: 7, estado: 'confirmado', ts: T0 - 4_000, vence_ts: T0, resuelto_ts: T0 - 3_000 };
    const cierra = (now: number) =>
      antesDeApagar(UNA, [requiere], con(miembro(UNA, encendido()), miembro(OTRA), miembro(BOMBA, { off })), now);
    expect(cierra(T0)).toEqual([{ bomba_id: BOMBA, retardo_s: 10, parada: 7 }]);
    expect(cierra(T0 + 7_000)).toEqual([]);
  });

  it('finds what reports break: who came on last goes off, a pump without a valve at once, in doubt later', () => {
    const now = T0;
    const juntos = con(miembro(UNA, encendido(T0 - 9_000)), miembro(OTRA, encendido(T0 - 3_000)));
    expect(faltasDe([exclusion], juntos, now)).toMatchObject([{ switch_id: OTRA, incierta: false }]);
    const sola = (valvula: Partial<Miembro>) =>
      faltasDe([requiere], con(miembro(UNA, valvula), miembro(OTRA), miembro(BOMBA, encendido())), now);
    expect(sola(encendido())).toEqual([]);
    expect(sola({})).toMatchObject([{ switch_id: BOMBA, incierta: false }]);
    expect(sola({ online: false })).toMatchObject([{ switch_id: BOMBA, incierta: true }]);
  });
});
