import { Outbox, type OutboxEvent } from '@acequia/bus';
import type { Caller, EventName } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaService, type Cambio } from './auditoria.service.js';

/** What became of one entity: its event, and its row of the trail. */
export type Suceso<N extends EventName> = OutboxEvent<N> & Cambio;

/** Tells the other services and the trail what happened, in the transaction that did it: never the one without the other. */
@Injectable()
export class Sucesos {
  constructor(
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  async contar<N extends EventName>(
    tx: EntityManager,
    caller: Caller,
    evento: N,
    sucesos: readonly Suceso<N>[],
  ): Promise<void> {
    await this.outbox.emitAll(
      tx,
      evento,
      sucesos.map(({ entidad, rev, data }) => ({ entidad, rev, data })),
    );
    await this.auditoria.anotar(
      tx,
      caller,
      sucesos.map(({ empresa_id, accion, entidad, nombre, antes, despues }) => ({
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
