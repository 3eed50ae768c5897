import type { CommandDetail } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { StoredComando } from '../../commands/ledger/comando.js';
import { LedgerRepository } from '../../commands/ledger/ledger.repository.js';
import { Ledger } from '../../commands/ledger/ledger.service.js';
import { AccountDirectory, isQueried } from '../../registry/account-directory.js';
import { type CloudAccount, CloudClient, V2NotSpoken } from '../client/cloud-client.js';
import { CloudFailure } from '../client/cloud-failure.js';
import type { Lectura } from '../client/device-status.js';
import { MAX_ATTEMPTS, decide, FIRST_REREAD_MS } from './command-rules.js';
import type { Slot } from './slots.js';

/** Time from claiming a command to its answer, ms: longer than a request, so that no instance reads back a command that is being sent. */
const WHILE_LEAVING_MS = 9_000;

const SUSPENDED: CommandDetail = { codigo: 'dispositivo', motivo: 'suspendido', detalle: null };

/** Sends commands of the ledger to the relay cloud, and settles them by read-backs. */
@Injectable()
export class CommandSender {
  constructor(
    private readonly ledger: Ledger,
    private readonly repository: LedgerRepository,
    private readonly directory: AccountDirectory,
    private readonly client: CloudClient,
  ) {}

  open(cuenta: string): Promise<StoredComando[]> {
    return this.repository.opened(cuenta);
  }

  /** Sends the oldest command and stores its outcome. @throws CloudFailure when the account as a whole fails */
  async send(cuenta: string, account: CloudAccount, slot: Slot): Promise<void> {
    const comando = await this.ledger.take(cuenta, WHILE_LEAVING_MS);
    if (!comando) return;
    const dispositivo = await this.directory.dispositivo(comando.entidad_id);
    if (!dispositivo || dispositivo.cuenta !== cuenta || !isQueried(dispositivo)) {
      await this.ledger.resolver(comando.id, 'rechazado', SUSPENDED);
      return;
    }
    try {
      const order = { on: comando.accion === 'on', off_after_s: comando.max_s };
      await this.client.control(account, dispositivo.shelly_id, order, () => slot.sent());
      await this.ledger.aceptado(comando.id, FIRST_REREAD_MS);
    } catch (error) {
      await this.failed(comando, error);
      if (error instanceof CloudFailure && error.ofDevice) return;
      throw error;
    }
  }

  private async failed(comando: StoredComando, error: unknown): Promise<void> {
    if (error instanceof V2NotSpoken) return this.ledger.giveBack(comando.id, null);
    if (!(error instanceof CloudFailure)) {
      return this.ledger.doubtful(comando.id, { codigo: 'envio_fallido' }, FIRST_REREAD_MS);
    }
    const { motivo, detalle } = error;
    const why: CommandDetail = { codigo: 'dispositivo', motivo, detalle };
    if (error.perhapsActed) return this.ledger.doubtful(comando.id, why, FIRST_REREAD_MS);
    const again = (error.transient || error.apiAbsent) && comando.intentos < MAX_ATTEMPTS;
    if (again) return this.ledger.giveBack(comando.id, why);
    await this.ledger.resolver(comando.id, 'rechazado', why);
  }

  /** `lecturas` by device. Requests of an account run in sequence, so every command with estado `enviado` left before this read. */
  async readBack(cuenta: string, lecturas: ReadonlyMap<number, Lectura | CloudFailure | undefined>): Promise<void> {
    const now = Date.now();
    for (const comando of await this.open(cuenta)) {
      const lectura = lecturas.get(comando.entidad_id);
      if (comando.estado === 'enviado' && lectura !== undefined) await this.settle(comando, lectura, now);
    }
  }

  /** Ends the commands that could not be read back for so long that their outcome stays unknown. */
  async expire(open: readonly StoredComando[]): Promise<void> {
    const now = Date.now();
    for (const comando of open) {
      if (comando.estado === 'enviado' && 'estado' in decide(comando, null, now)) await this.settle(comando, null, now);
    }
  }

  /** Ends the commands of devices that were deleted, moved or suspended: the gateway reads those no more. */
  async withdrawn(cuenta: string, present: ReadonlySet<number>): Promise<void> {
    for (const comando of await this.open(cuenta)) {
      if (comando.estado === 'enviado' && !present.has(comando.entidad_id)) {
        await this.ledger.resolver(comando.id, 'sin_respuesta', SUSPENDED);
      }
    }
  }

  private async settle(comando: StoredComando, lectura: Lectura | CloudFailure | null, now: number): Promise<void> {
    const decision = decide(comando, lectura, now);
    if ('releer_en_ms' in decision) await this.repository.reread(comando.id, decision.releer_en_ms);
    else await this.ledger.resolver(comando.id, decision.estado, 'detalle' in decision ? decision.detalle : null);
  }
}
