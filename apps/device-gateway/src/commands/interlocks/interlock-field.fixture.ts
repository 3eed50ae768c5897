import { COMANDO_VENCE_MS } from '@acequia/contracts';
import type { EnclavamientoConocido } from '../../registry/interlocks.js';
import { juzgar, type Prueba } from '../switches/command-judge.js';
import { antesDeApagar, type Miembro, type Orden, reparoAlEncender } from './interlock-rules.js';

export const T0 = 1_800_000_000_000;
export const [UNA, OTRA, BOMBA] = [1, 2, 3] as const;
export const IDS = [UNA, OTRA, BOMBA];
export const exclusion: EnclavamientoConocido = {
  id: 1,
  nombre: 'Turno',
  tipo: 'exclusion',
  switches: [UNA, OTRA],
  bomba_id: null,
  retardo_encendido_s: 0,
  retardo_apagado_s: 0,
};
export const requiere: EnclavamientoConocido = {
  ...exclusion,
  id: 2,
  tipo: 'requiere',
  bomba_id: BOMBA,
  retardo_encendido_s: 5,
  retardo_apagado_s: 10,
};

export interface Comando extends Orden {
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

const abierto = ({ estado }: Comando): boolean => estado === 'solicitado' || estado === 'enviado';
const pudoActuar = ({ estado }: Comando): boolean => estado !== 'rechazado' && estado !== 'vencido';

/** Boards, links and a ledger as they really are, beside what the gateway knows of them. */
export class Campo {
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

  /** The command that was written down, or the one it joined; null = refused. */
  pedir(id: number, accion: 'on' | 'off'): Comando | null {
    const ultimo = this.comandos.filter((otro) => otro.switch_id === id && pudoActuar(otro)).at(-1);
    if (ultimo && abierto(ultimo) && ultimo.vence_ts > this.now && ultimo.accion === accion) return ultimo;
    if (accion === 'on' && reparoAlEncender(id, this.grupos, this.miembros(), this.now) !== null) return null;
    const antes = accion === 'off' ? antesDeApagar(id, this.grupos, this.miembros(), this.now) : [];
    for (const { bomba_id, parada } of antes) if (parada === null) this.pedir(bomba_id, 'off');
    const espera = antes.flatMap(({ bomba_id, parada }) =>
      parada === null ? this.abiertos(bomba_id).slice(-1) : this.comandos.filter(({ orden }) => orden === parada),
    );
    for (const otro of this.abiertos(id)) if (otro.estado === 'solicitado') otro.estado = 'vencido';
    const espera_s = Math.max(0, ...antes.map(({ retardo_s }) => retardo_s));
    const comando: Comando = {
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
    };
    this.comandos.push(comando);
    this.despachar();
    return comando;
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
    return this.comandos.filter((comando) => comando.switch_id === id && abierto(comando));
  }

  private orden(id: number, accion: 'on' | 'off'): Orden | null {
    const contables = this.comandos.filter(
      (comando) => comando.switch_id === id && comando.accion === accion && pudoActuar(comando),
    );
    return contables.at(-1) ?? null;
  }
}
