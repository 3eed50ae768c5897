import { COMANDO_VENCE_MS, type MotivoDeSistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ComandoGuardado } from '../ledger/comando.js';
import { Ledger } from '../ledger/ledger.service.js';
import { StateStore } from '../../state/state.store.js';
import { BoardCourier } from './board-courier.js';
import { CommandWatch } from './command-watch.js';
import { antesDeApagar, reparoAlEncender } from '../interlocks/interlock-rules.js';
import { InterlockReader, type MiembroCableado } from '../interlocks/interlock.reader.js';
import { restLeft } from './rest-rules.js';
import {
  type Anotado,
  type ComandoASwitch,
  placaDe,
  type Revision,
  SwitchLedgerRepository,
} from './switch-ledger.repository.js';

/** A command in the system's own name. */
export const deSistema = (
  { id, empresa_id, placa_id, pin }: Pick<MiembroCableado, 'id' | 'empresa_id' | 'placa_id' | 'pin'>,
  motivo: MotivoDeSistema,
): ComandoASwitch => ({
  switch_id: id,
  empresa_id,
  placa_id,
  pin,
  max_s: null,
  accion: 'off',
  usuario_id: null,
  clave: null,
  ip: '',
  navegador: '',
  vence_ms: COMANDO_VENCE_MS,
  min_off_s: 0,
  motivo,
});

/** Every command to a switch, whoever asks for it: weighed by its interlock groups, written down, told and handed over. */
@Injectable()
export class SwitchOrders {
  constructor(
    private readonly repository: SwitchLedgerRepository,
    private readonly reader: InterlockReader,
    private readonly ledger: Ledger,
    private readonly courier: BoardCourier,
    private readonly watch: CommandWatch,
    private readonly states: StateStore,
  ) {}

  /** Writes it down, and sends off what has to leave before it. @throws as {@link SwitchLedgerRepository.add} */
  async anotar(pedido: ComandoASwitch): Promise<Anotado> {
    const anotado = await this.repository.add(pedido, (tx) => this.revisar(tx, pedido));
    for (const comando of anotado.retirados) this.ledger.told(comando);
    for (const comando of anotado.antes) {
      this.ledger.told(comando);
      void this.entregar(placaDe(comando));
    }
    if (anotado.nuevo) this.ledger.told(anotado.comando);
    return anotado;
  }

  /** The system turns a switch off. null when that was under way already. */
  async apagar(pedido: ComandoASwitch): Promise<ComandoGuardado | null> {
    const { comando, nuevo } = await this.anotar(pedido);
    if (!nuevo) return null;
    await this.entregar(pedido.placa_id);
    return comando;
  }

  /** Hands over what waits for a board, from here or from the instance that holds its connection. */
  async entregar(placa_id: number): Promise<void> {
    if (await this.courier.reaches(placa_id)) await this.courier.deliver(placa_id);
    else await this.watch.callOut(placa_id);
  }

  private async revisar(tx: EntityManager, pedido: ComandoASwitch): Promise<Revision | null> {
    const groups = await this.byGroups(tx, pedido);
    const pause = pedido.accion === 'on' && pedido.min_off_s > 0 ? await this.pauseOf(pedido) : undefined;
    if (pause === undefined) return groups;
    return { ...(groups ?? { reparo: null, antes: [], tras: [], espera_s: 0 }), pause };
  }

  private async pauseOf({ placa_id, pin, min_off_s }: ComandoASwitch): Promise<NonNullable<Revision['pause']>> {
    const state = (await this.states.read([placa_id]))[0];
    const visto = state?.pin(pin);
    const seen = visto
      ? { on: visto.estado === 1, ts: state?.visto(visto.ts) ?? visto.ts, offSince: state?.lastOn(pin)?.hasta ?? null }
      : null;
    return (offSent) => restLeft(min_off_s, { seen, offSent }, Date.now());
  }

  private async byGroups(tx: EntityManager, pedido: ComandoASwitch): Promise<Revision | null> {
    const { switch_id, empresa_id, accion } = pedido;
    const grupos = await this.reader.gruposDe(tx, empresa_id, switch_id);
    if (grupos.length === 0) return null;
    await this.reader.enTurno(tx, empresa_id);
    const miembros = await this.reader.miembros(tx, grupos);
    if (accion === 'on') {
      return { reparo: reparoAlEncender(switch_id, grupos, miembros, Date.now()), antes: [], tras: [], espera_s: 0 };
    }
    const primero = antesDeApagar(switch_id, grupos, miembros, Date.now());
    const motivo = { codigo: 'ultima_valvula', valvula: miembros.get(switch_id)?.nombre ?? '' } as const;
    const porParar = new Set(primero.filter(({ parada }) => parada === null).map(({ bomba_id }) => bomba_id));
    return {
      reparo: null,
      antes: [...porParar].map((bomba_id) => deSistema(miembros.get(bomba_id) as MiembroCableado, motivo)),
      tras: primero.flatMap(({ parada }) => (parada === null ? [] : [String(parada)])),
      espera_s: Math.max(0, ...primero.map(({ retardo_s }) => retardo_s)),
    };
  }
}
