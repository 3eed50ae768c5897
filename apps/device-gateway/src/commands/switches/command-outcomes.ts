import type { Muestra, ResultMessage } from '@acequia/board-protocol';
import { COMANDO_GRACIA_MS, PINS_PER_HALF } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ComandoGuardado } from '../ledger/comando.js';
import { Ledger } from '../ledger/ledger.service.js';
import type { PlacaConocida } from '../../registry/placa-conocida.js';
import type { EstadoConocido } from '../../state/estado-conocido.js';
import { StateBuffer } from '../../state/state-buffer.js';
import { juzgar, type Prueba } from './command-judge.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';

/** What boards say of their commands, written into the ledger. */
@Injectable()
export class CommandOutcomes {
  constructor(
    private readonly repository: SwitchLedgerRepository,
    private readonly ledger: Ledger,
    private readonly states: StateBuffer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A board's answer, through whichever door and instance. Never rejects: what is lost here, its samples tell. */
  async result(placa: PlacaConocida, mensaje: ResultMessage, now: number): Promise<void> {
    const { placa_id } = placa;
    const ts = placa.suHora(now);
    try {
      const comando = await this.repository.deRespuesta(placa_id, mensaje.id);
      if (!comando) return;
      // One that lay in the board's out-tray for long tells of a time that nobody knows.
      if (mensaje.ok && now <= comando.vence_ts + COMANDO_GRACIA_MS)
        this.states.add(placa, [muestraDe(mensaje.pins, ts)], now);
      await this.settle(comando, { tipo: 'respuesta', mensaje }, now);
    } catch (error) {
      this.logger.warn({ err: error, placa_id }, 'the result of a command could not be written down');
    }
  }

  /** Settles a command by the last-known state of its board (null = none), or by the time that has passed. */
  async look(comando: ComandoGuardado, estado: EstadoConocido | null, ultimo: boolean, now: number): Promise<void> {
    const visto = comando.pin === null ? null : (estado?.pin(comando.pin) ?? null);
    if (visto && (await this.settle(comando, { tipo: 'muestra', ...visto, ultimo }, now))) return;
    await this.settle(comando, { tipo: 'tiempo' }, now);
  }

  private async settle(comando: ComandoGuardado, prueba: Prueba, now: number): Promise<boolean> {
    const sentencia = juzgar(comando, prueba, now);
    if (sentencia === null) return false;
    this.ledger.told(await this.repository.sentenciar(comando, sentencia));
    return true;
  }
}

const muestraDe = (pins: Readonly<Record<string, 0 | 1>>, ts: number): Muestra => {
  const muestra: Muestra = {
    indice: 0,
    seq: null,
    ts,
    con_reloj: false,
    on_lo: 0,
    on_hi: 0,
    off_lo: 0,
    off_hi: 0,
    sensores: [],
  };
  for (const [text, estado] of Object.entries(pins)) {
    const pin = Number(text);
    const bit = 1 << (pin % PINS_PER_HALF);
    const half = pin < PINS_PER_HALF ? 'lo' : 'hi';
    if (estado === 1) muestra[`on_${half}`] |= bit;
    else muestra[`off_${half}`] |= bit;
  }
  return muestra;
};
