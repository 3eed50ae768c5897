import { Outbox, type OutboxEvent } from '@acequia/bus';
import type { Caller, EventName } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaService, type Change } from './auditoria.service.js';

/** A change of one entity: its event and its audit row. */
export type Occurrence<N extends EventName> = OutboxEvent<N> & Change;

/** Stores event and audit row in the transaction of the change, so neither exists without the other. */
@Injectable()
export class Occurrences {
  constructor(
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  async count<N extends EventName>(
    tx: EntityManager,
    caller: Caller,
    event: N,
    occurrences: readonly Occurrence<N>[],
  ): Promise<void> {
    await this.outbox.emitAll(
      tx,
      event,
      occurrences.map(({ entidad, rev, data }) => ({ entidad, rev, data })),
    );
    await this.auditoria.note(
      tx,
      caller,
      occurrences.map(({ empresa_id, accion, entidad, nombre, antes, despues }) => ({
        empresa_id,
        accion,
        entidad,
        nombre,
        antes,
        despues,
      })),
    );
  }
}
