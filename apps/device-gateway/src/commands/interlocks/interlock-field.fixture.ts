import { COMANDO_EXPIRY_MS, isOpenComando } from '@acequia/contracts';
import type { KnownEnclavamiento } from '../../registry/interlocks.js';
import { decide, type Observation } from '../switches/command-decision.js';
import { beforeTurnOff, type Member, type Order, refusalToTurnOn } from './interlock-rules.js';

export const T0 = 1_800_000_000_000;
export const [UNA, ANOTHER, PUMP] = [1, 2, 3] as const;
export const IDS = [UNA, ANOTHER, PUMP];
export const exclusion: KnownEnclavamiento = {
  id: 1,
  nombre: 'Turno',
  tipo: 'exclusion',
  switches: [UNA, ANOTHER],
  bomba_id: null,
  retardo_encendido_s: 0,
  retardo_apagado_s: 0,
};
export const requiere: KnownEnclavamiento = {
  ...exclusion,
  id: 2,
  tipo: 'requiere',
  bomba_id: PUMP,
  retardo_encendido_s: 5,
  retardo_apagado_s: 10,
};

export interface Comando extends Order {
  accion: 'on' | 'off';
  switch_id: number;
  enviado_ts: number | null;
  /** A copy of the command is still on its way to the board. */
  underWay: boolean;
  wait: Comando[];
  espera_s: number;
}
interface Relay {
  on: boolean;
  desde: number;
  connected: boolean;
}
interface Done {
  que: 'enciende' | 'sale';
  switch_id: number;
  at: number;
  comando: Comando;
  /** The switches that were physically on at that time. */
  encendidos: Map<number, number>;
}

const mayHaveActed = ({ estado }: Comando): boolean => estado !== 'rechazado' && estado !== 'vencido';

/** Boards, links and a ledger as they really are, and separately what the gateway knows of them. */
export class Field {
  now = T0;
  readonly relays = new Map<number, Relay>(IDS.map((id) => [id, { on: false, desde: T0, connected: true }]));
  readonly comandos: Comando[] = [];
  readonly facts: Done[] = [];
  private readonly noticed = new Map<number, { estado: 0 | 1; ts: number; desde: number | null }>();
  private readonly online = new Map<number, number>();

  constructor(readonly groups: KnownEnclavamiento[]) {}

  relay(id: number): Relay {
    return this.relays.get(id) as Relay;
  }

  members(): Map<number, Member> {
    return new Map(
      IDS.map((id) => {
        const seen = this.noticed.get(id);
        return [
          id,
          {
            id,
            nombre: `switch ${id}`,
            online: this.relay(id).connected,
            connected_ts: this.online.get(id) ?? 0,
            seen: seen ? { estado: seen.estado, ts: seen.ts } : null,
            desde: seen?.desde ?? null,
            on: this.orden(id, 'on'),
            off: this.orden(id, 'off'),
          },
        ];
      }),
    );
  }

  /** Answers the command that was written down, or the open command that the request joined; null = refused. */
  ask(id: number, accion: 'on' | 'off'): Comando | null {
    const ultimo = this.comandos.filter((otro) => otro.switch_id === id && mayHaveActed(otro)).at(-1);
    if (ultimo && isOpenComando(ultimo) && ultimo.vence_ts > this.now && ultimo.accion === accion) return ultimo;
    if (accion === 'on' && refusalToTurnOn(id, this.groups, this.members(), this.now) !== null) return null;
    const antes = accion === 'off' ? beforeTurnOff(id, this.groups, this.members(), this.now) : [];
    for (const { bomba_id, stop } of antes) if (stop === null) this.ask(bomba_id, 'off');
    const wait = antes.flatMap(({ bomba_id, stop }) =>
      stop === null ? this.opened(bomba_id).slice(-1) : this.comandos.filter(({ orden }) => orden === stop),
    );
    for (const otro of this.opened(id)) if (otro.estado === 'solicitado') otro.estado = 'vencido';
    const espera_s = Math.max(0, ...antes.map(({ delay_s }) => delay_s));
    const comando: Comando = {
      orden: this.comandos.length + 1,
      estado: 'solicitado',
      ts: this.now,
      vence_ts: this.now + COMANDO_EXPIRY_MS + (wait.length > 0 ? 20_000 + espera_s * 1_000 : 0),
      resuelto_ts: null,
      accion,
      switch_id: id,
      enviado_ts: null,
      underWay: false,
      wait,
      espera_s,
    };
    this.comandos.push(comando);
    this.dispatch();
    return comando;
  }

  /** Sends what is due, and ends what has expired. */
  dispatch(): void {
    for (const comando of this.comandos) {
      const libre = comando.wait.every(
        (other) =>
          !isOpenComando(other) &&
          (other.estado !== 'confirmado' || (other.resuelto_ts ?? 0) + comando.espera_s * 1_000 <= this.now),
      );
      if (
        comando.estado === 'solicitado' &&
        libre &&
        this.relay(comando.switch_id).connected &&
        this.now < comando.vence_ts
      ) {
        const encendidos = this.encendidos();
        Object.assign(comando, {
          estado: 'enviado',
          enviado_ts: this.now,
          vence_ts: Math.min(comando.vence_ts, this.now + COMANDO_EXPIRY_MS),
          underWay: true,
        });
        this.facts.push({ que: 'sale', switch_id: comando.switch_id, at: this.now, comando, encendidos });
      }
      this.settle(comando, { tipo: 'time' });
    }
  }

  /** The commands under way reach the board; its answer may be lost. */
  arrives(id: number, answers: boolean): void {
    const comando = this.comandos.find((otro) => otro.switch_id === id && otro.underWay);
    if (!comando) return;
    comando.underWay = false;
    if (this.now > comando.vence_ts) return;
    const relay = this.relay(id);
    const on = comando.accion === 'on';
    if (on && !relay.on) {
      this.facts.push({ que: 'enciende', switch_id: id, at: this.now, comando, encendidos: this.encendidos() });
      relay.desde = this.now;
    }
    relay.on = on;
    if (!answers || !relay.connected) return;
    this.look(id, this.now);
    this.settle(comando, { tipo: 'result', mensaje: { id: 'c', ok: true, pins: {} } });
  }

  sample(id: number): void {
    if (!this.relay(id).connected) return;
    this.look(id, this.now);
    const { on } = this.relay(id);
    for (const comando of this.comandos.filter(({ switch_id }) => switch_id === id))
      this.settle(comando, {
        tipo: 'sample',
        estado: on ? 1 : 0,
        ts: this.now,
        ultimo: comando === this.comandos.at(-1),
      });
  }

  link(id: number): void {
    const relay = this.relay(id);
    relay.connected = !relay.connected;
    // The rules allow a first sample to be two seconds older than the board's connection.
    this.now += 2_001;
    if (relay.connected) this.online.set(id, this.now);
  }

  /** Runs the board's own timer, which only turns off. */
  timer(id: number): void {
    this.relay(id).on = false;
  }

  private encendidos(): Map<number, number> {
    return new Map([...this.relays].filter(([, { on }]) => on).map(([id, { desde }]) => [id, desde]));
  }

  private look(id: number, ts: number): void {
    const { on } = this.relay(id);
    const antes = this.noticed.get(id);
    const desde = on ? (antes?.estado === 1 ? antes.desde : ts) : null;
    this.noticed.set(id, { estado: on ? 1 : 0, ts, desde });
  }

  private settle(comando: Comando, observation: Observation): void {
    const { accion, estado, ts, vence_ts, enviado_ts } = comando;
    const decision = decide({ accion, estado, pin: 4, ts, vence_ts, enviado_ts }, observation, this.now);
    if (decision) Object.assign(comando, { estado: decision.estado, resuelto_ts: this.now });
  }

  private opened(id: number): Comando[] {
    return this.comandos.filter((comando) => comando.switch_id === id && isOpenComando(comando));
  }

  private orden(id: number, accion: 'on' | 'off'): Order | null {
    const countable = this.comandos.filter(
      (comando) => comando.switch_id === id && comando.accion === accion && mayHaveActed(comando),
    );
    return countable.at(-1) ?? null;
  }
}
