import type { ResultMessage } from '@acequia/board-protocol';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ComandoGuardado } from '../comandos/comando.js';
import { Ledger } from '../comandos/ledger.service.js';
import type { EstadoConocido } from '../state/estado-conocido.js';
import { juzgar, type Prueba } from './command-judge.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';

/** What boards say of their commands, written into the ledger. */
@Injectable()
export class CommandOutcomes {
  constructor(
    private readonly repository: SwitchLedgerRepository,
    private readonly ledger: Ledger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A board's answer, through whichever door and instance. Never rejects: what is lost here, its samples tell. */
  async result(placa_id: number, mensaje: ResultMessage, now: number): Promise<void> {
    try {
      const comando = await this.repository.deRespuesta(placa_id, mensaje.id);
      if (comando) await this.settle(comando, { tipo: 'respuesta', mensaje }, now);
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
