import { Outbox, type OutboxEvent } from '@acequia/bus';
import type { Caller, EventName } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaService, type Change } from './auditoria.service.js';

/** What became of one entity: its event, and its row of the trail. */
export type Occurrence<N extends EventName> = OutboxEvent<N> & Change;

/** Tells the other services and the trail what happened, in the transaction that did it: never the one without the other. */
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
