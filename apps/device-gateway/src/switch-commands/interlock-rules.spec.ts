import { COMANDO_VENCE_MS } from '@acequia/contracts';
import fc from 'fast-check';
import type { EnclavamientoConocido } from '../projection/interlocks.js';
import { juzgar, type Prueba } from './command-judge.js';
import { antesDeApagar, faltasDe, type Miembro, type Orden, reparoAlEncender } from './interlock-rules.js';

const T0 = 1_800_000_000_000;
const [UNA, OTRA, BOMBA] = [1, 2, 3] as const;
const IDS = [UNA, OTRA, BOMBA];
const exclusion: EnclavamientoConocido = {
  id: 1,
  nombre: 'Turno',
  tipo: 'exclusion',
  switches: [UNA, OTRA],
  bomba_id: null,
  retardo_encendido_s: 0,
  retardo_apagado_s: 0,
};
const requiere: EnclavamientoConocido = {
  ...exclusion,
  id: 2,
  tipo: 'requiere',
  bomba_id: BOMBA,
  retardo_encendido_s: 5,
  retardo_apagado_s: 10,
};
const RETARDO_MS = requiere.retardo_encendido_s * 1_000;

interface Comando extends Orden {
  accion: 'on' | 'off';
  switch_id: number;
  enviado_ts: number | null;
  /** A copy of it is still on its way to the board. */
  enCamino: boolean;
  espera: Comando[];
  espera_s: number;
}
interface Rele {
  on: boolean;
  desde: number;
  conectado: boolean;
}
interface Hecho {
  que: 'enciende' | 'sale';
  switch_id: number;
  at: number;
  comando: Comando;
  /** What was physically on at that moment. */
  encendidos: Map<number, number>;
}

/** Boards, links and a ledger as they really are, beside what the gateway knows of them. */
class Campo {
  now = T0;
  readonly reles = new Map<number, Rele>(IDS.map((id) => [id, { on: false, desde: T0, conectado: true }]));
  readonly comandos: Comando[] = [];
  readonly hechos: Hecho[] = [];
  private readonly vistos = new Map<number, { estado: 0 | 1; ts: number; desde: number | null }>();
  private readonly conectadas = new Map<number, number>();

  constructor(readonly grupos: EnclavamientoConocido[]) {}

  rele(id: number): Rele {
    return this.reles.get(id) as Rele;
  }

  miembros(): Map<number, Miembro> {
    return new Map(
      IDS.map((id) => {
        const visto = this.vistos.get(id);
        return [
          id,
          {
            id,
            nombre: `switch ${id}`,
            online: this.rele(id).conectado,
            conectada_ts: this.conectadas.get(id) ?? 0,
            visto: visto ? { estado: visto.estado, ts: visto.ts } : null,
            desde: visto?.desde ?? null,
            on: this.orden(id, 'on'),
            off: this.orden(id, 'off'),
          },
        ];
      }),
    );
  }

  pedir(id: number, accion: 'on' | 'off'): void {
    const abierto = this.abiertos(id).at(-1);
    if (abierto?.accion === accion) return;
    if (accion === 'on' && reparoAlEncender(id, this.grupos, this.miembros(), this.now) !== null) return;
    const antes = accion === 'off' ? antesDeApagar(id, this.grupos, this.miembros()) : [];
    for (const { bomba_id } of antes) this.pedir(bomba_id, 'off');
    const espera = antes.flatMap(({ bomba_id }) => this.abiertos(bomba_id).slice(-1));
    for (const otro of this.abiertos(id)) if (otro.estado === 'solicitado') otro.estado = 'vencido';
    const espera_s = Math.max(0, ...antes.map(({ retardo_s }) => retardo_s));
    this.comandos.push({
      orden: this.comandos.length + 1,
      estado: 'solicitado',
      ts: this.now,
      vence_ts: this.now + COMANDO_VENCE_MS + (espera.length > 0 ? 20_000 + espera_s * 1_000 : 0),
      resuelto_ts: null,
      accion,
      switch_id: id,
      enviado_ts: null,
      enCamino: false,
      espera,
      espera_s,
    });
    this.despachar();
  }

  /** The courier's look, and the judge's for time. */
  despachar(): void {
    for (const comando of this.comandos) {
      const libre = comando.espera.every(
        ({ estado, resuelto_ts }) =>
          !['solicitado', 'enviado'].includes(estado) &&
          (estado !== 'confirmado' || (resuelto_ts ?? 0) + comando.espera_s * 1_000 <= this.now),
      );
      if (
        comando.estado === 'solicitado' &&
        libre &&
        this.rele(comando.switch_id).conectado &&
        this.now < comando.vence_ts
      ) {
        const encendidos = this.encendidos();
        Object.assign(comando, {
          estado: 'enviado',
          enviado_ts: this.now,
          vence_ts: Math.min(comando.vence_ts, this.now + COMANDO_VENCE_MS),
          enCamino: true,
        });
        this.hechos.push({ que: 'sale', switch_id: comando.switch_id, at: this.now, comando, encendidos });
      }
      this.juzga(comando, { tipo: 'tiempo' });
    }
  }

  /** What is on its way reaches the board, whose answer may be lost. */
  llega(id: number, responde: boolean): void {
    const comando = this.comandos.find((otro) => otro.switch_id === id && otro.enCamino);
    if (!comando) return;
    comando.enCamino = false;
    if (this.now > comando.vence_ts) return;
    const rele = this.rele(id);
    const on = comando.accion === 'on';
    if (on && !rele.on) {
      this.hechos.push({ que: 'enciende', switch_id: id, at: this.now, comando, encendidos: this.encendidos() });
      rele.desde = this.now;
    }
    rele.on = on;
    if (!responde || !rele.conectado) return;
    this.ver(id, this.now);
    this.juzga(comando, { tipo: 'respuesta', mensaje: { id: 'c', ok: true, pins: {} } });
  }

  muestra(id: number): void {
    if (!this.rele(id).conectado) return;
    this.ver(id, this.now);
    const { on } = this.rele(id);
    for (const comando of this.comandos.filter(({ switch_id }) => switch_id === id))
      this.juzga(comando, {
        tipo: 'muestra',
        estado: on ? 1 : 0,
        ts: this.now,
        ultimo: comando === this.comandos.at(-1),
      });
  }

  enlace(id: number): void {
    const rele = this.rele(id);
    rele.conectado = !rele.conectado;
    // The rules leave a board two seconds for a first sample that is older than its connection.
    this.now += 2_001;
    if (rele.conectado) this.conectadas.set(id, this.now);
  }

  /** The board's own timer: it only turns off. */
  temporizador(id: number): void {
    this.rele(id).on = false;
  }

  private encendidos(): Map<number, number> {
    return new Map([...this.reles].filter(([, { on }]) => on).map(([id, { desde }]) => [id, desde]));
  }

  private ver(id: number, ts: number): void {
    const { on } = this.rele(id);
    const antes = this.vistos.get(id);
    const desde = on ? (antes?.estado === 1 ? antes.desde : ts) : null;
    this.vistos.set(id, { estado: on ? 1 : 0, ts, desde });
  }

  private juzga(comando: Comando, prueba: Prueba): void {
    const { accion, estado, ts, vence_ts, enviado_ts } = comando;
    const sentencia = juzgar({ accion, estado, pin: 4, ts, vence_ts, enviado_ts }, prueba, this.now);
    if (sentencia) Object.assign(comando, { estado: sentencia.estado, resuelto_ts: this.now });
  }

  private abiertos(id: number): Comando[] {
    return this.comandos.filter(
      ({ switch_id, estado }) => switch_id === id && (estado === 'solicitado' || estado === 'enviado'),
    );
  }

  private orden(id: number, accion: 'on' | 'off'): Orden | null {
    const contables = this.comandos.filter(
      (comando) =>
        comando.switch_id === id && comando.accion === accion && !['rechazado', 'vencido'].includes(comando.estado),
    );
    return contables.at(-1) ?? null;
  }
}

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
        for (const uno of IDS) if (!campo.rele(uno).conectado) campo.enlace(uno);
        campo.pedir(UNA, 'off');
        const pedido = campo.comandos.filter(({ switch_id }) => switch_id === UNA).at(-1) as Comando;
        for (let s = 0; s < 60; s++) {
          campo.now += 1_000;
          campo.despachar();
        }
        expect(pedido.accion).toBe('off');
        expect(pedido.enviado_ts).not.toBeNull();
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
