import type { Sample, ResultMessage } from '@acequia/board-protocol';
import { COMANDO_GRACE_MS, PINS_PER_HALF } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { StoredComando } from '../ledger/comando.js';
import { Ledger } from '../ledger/ledger.service.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import type { KnownEstado } from '../../state/known-estado.js';
import { StateBuffer } from '../../state/state-buffer.js';
import { decide, type Observation } from './command-decision.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';

/** Writes into the ledger what boards report of their commands. */
@Injectable()
export class CommandOutcomes {
  constructor(
    private readonly repository: SwitchLedgerRepository,
    private readonly ledger: Ledger,
    private readonly states: StateBuffer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Handles a board's answer, through whichever door and instance. Never rejects: if the answer is lost here, samples still tell. */
  async result(placa: KnownPlaca, mensaje: ResultMessage, now: number): Promise<void> {
    const { placa_id } = placa;
    const ts = placa.boardTime(now);
    try {
      const comando = await this.repository.ofAnswer(placa_id, mensaje.id);
      if (!comando) return;
      // An answer that waited long in the board's queue describes an unknown time.
      if (mensaje.ok && now <= comando.vence_ts + COMANDO_GRACE_MS)
        this.states.add(placa, [sampleOf(mensaje.pins, ts)], now);
      await this.settle(comando, { tipo: 'result', mensaje }, now);
    } catch (error) {
      this.logger.warn({ err: error, placa_id }, 'the result of a command could not be written down');
    }
  }

  /** Settles a command by the board's last-known state (null = none), or by the time that has passed. */
  async look(comando: StoredComando, estado: KnownEstado | null, ultimo: boolean, now: number): Promise<void> {
    const seen = comando.pin === null ? null : (estado?.pin(comando.pin) ?? null);
    if (seen && (await this.settle(comando, { tipo: 'sample', ...seen, ultimo }, now))) return;
    await this.settle(comando, { tipo: 'time' }, now);
  }

  private async settle(comando: StoredComando, observation: Observation, now: number): Promise<boolean> {
    const decision = decide(comando, observation, now);
    if (decision === null) return false;
    this.ledger.told(await this.repository.settle(comando, decision));
    return true;
  }
}

const sampleOf = (pins: Readonly<Record<string, 0 | 1>>, ts: number): Sample => {
  const sample: Sample = {
    index: 0,
    seq: null,
    ts,
    with_clock: false,
    on_lo: 0,
    on_hi: 0,
    off_lo: 0,
    off_hi: 0,
    sensores: [],
    valores: [],
  };
  for (const [text, estado] of Object.entries(pins)) {
    const pin = Number(text);
    const bit = 1 << (pin % PINS_PER_HALF);
    const half = pin < PINS_PER_HALF ? 'lo' : 'hi';
    if (estado === 1) sample[`on_${half}`] |= bit;
    else sample[`off_${half}`] |= bit;
  }
  return sample;
};
